"""A claim in words, for every front end: its figure, where it holds and fails, the names of its choices."""

import math

from rankviz.insight.claims import Claim, Curve, Figure, Proof, Sweep

LARGEST = 1e300
"""The largest value that a figure has room for."""


def option(name: str) -> str:
    """Return the name of a choice as the sliders show it."""
    return name.replace("-", " ").capitalize()


def alt(figure: Figure, caption: str = "") -> str:
    """Return the figure in words, the caption on where the claim holds last."""
    ends = [f"{line.name} ends at {_last(line):.4g}" for line in figure.lines if line.kind != "points"]
    levels = [f"{name} is {height:.4g}" for name, height in figure.levels]
    description = "; ".join([figure.title, *ends, *levels])
    return f"{description}. {caption}".rstrip()


def caption(claim: Claim, proof: Proof) -> str:
    """Return in words where the claim holds over the option that is swept; "" where none is."""
    if proof.sweep is None:
        return ""
    labels = {each.name: each.label for each in claim.options}
    return where(proof.sweep, labels.get(proof.sweep.option, proof.sweep.option.capitalize()))


def where(sweep: Sweep, label: str) -> str:
    """Return in words at which values of its option the claim holds, and at which it fails."""
    found = {True: [], False: []}  # type: dict[bool, list[str]]
    for first, last, holds in sweep.spans():
        found[holds].append(f"at {first:g}" if first == last else f"from {first:g} to {last:g}")
    clauses = [
        f"{word} {', '.join(found[holds])}"
        for word, holds in zip(sweep.words, (True, False), strict=True)
        if found[holds]
    ]
    return f"{label}: {'; '.join(clauses)}."


def drawable(y: float, figure: Figure) -> bool:
    """Return whether the figure has a place for a value; on a log axis zero has none, and a line ends before it."""
    return math.isfinite(y) and abs(y) < LARGEST and (y > 0 or not figure.log)


def _last(line: Curve) -> float:
    """Return the last finite value of a line."""
    return next((y for y in reversed(line.y) if math.isfinite(y)), math.nan)
