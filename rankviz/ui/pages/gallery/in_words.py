"""A claim in words, for every front end: its figure, where it holds and fails, the names of its choices."""

import math

from rankviz.insight.claims import Curve, Figure, Sweep

LARGEST = 1e300
"""The largest value that a figure has room for."""


def option(name: str) -> str:
    """Return the name of a choice as the sliders show it."""
    return name.replace("-", " ").capitalize()


def alt(figure: Figure, sweep: Sweep | None) -> str:
    """Return the figure in words."""
    ends = [f"{line.name} ends at {_last(line):.4g}" for line in figure.lines if line.kind != "points"]
    levels = [f"{name} is {height:.4g}" for name, height in figure.levels]
    description = "; ".join([figure.title, *ends, *levels])
    return f"{description}. {where(sweep)}" if sweep is not None else f"{description}."


def where(sweep: Sweep) -> str:
    """Return in words where the claim holds and where it fails."""
    found = {True: [], False: []}  # type: dict[bool, list[str]]
    for first, last, holds in sweep.spans():
        found[holds].append(f"{first:g}" if first == last else f"{first:g} to {last:g}")
    clauses = [
        f"{word} at {', '.join(found[holds])}"
        for word, holds in (("holds", True), ("fails", False))
        if found[holds]
    ]
    return f"The claim {' and '.join(clauses)}."


def drawable(y: float, figure: Figure) -> bool:
    """Return whether the figure has a place for a value; on a log axis zero has none, and a line ends before it."""
    return math.isfinite(y) and abs(y) < LARGEST and (y > 0 or not figure.log)


def _last(line: Curve) -> float:
    """Return the last finite value of a line."""
    return next((y for y in reversed(line.y) if math.isfinite(y)), math.nan)
