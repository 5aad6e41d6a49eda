"""A run as a small picture without words: one line for each algorithm, as an SVG for a light page and a dark one."""

from collections.abc import Sequence

import numpy as np

from rankviz.engine.algorithms.contenders import marks_of
from rankviz.engine.runs.quantities import SERIES
from rankviz.engine.runs.trace import Run, Trace

WIDTH, HEIGHT, EDGE = 240, 72, 4
MOST_POINTS = 40
"""Points of a line: enough for the width, and few bytes."""
GROUND = "light-dark(#1c263040,#e9eef140)"

Curve = tuple[np.ndarray, np.ndarray]
"""Rounds and values, both (points,)."""


def sparkline(trace: Trace, names: Sequence[str]) -> str:
    """Draw the measures `names` of every run over the rounds: the first as a line, the others dashed.

    The scale runs from the lowest to the highest value drawn. Returns an SVG of less than 4 kB, without text; a measure
    that a run lacks is left out.
    """
    drawn = [
        (mark.css, name, *curve)
        for run, mark in zip(trace.runs, marks_of([run.algorithm for run in trace.runs]), strict=True)
        for name in names
        if len((curve := _curve(run, name))[0]) > 1
    ]
    low, high = _range([values for *_, values in drawn])
    last = max((int(rounds[-1]) for _, _, rounds, _ in drawn), default=1)
    lines = "".join(
        f'<path d="{_path(rounds / last, (values - low) / (high - low))}" stroke="{colour}"{dash}/>'
        for colour, name, rounds, values in drawn
        for dash in ("" if name == names[0] else ' stroke-dasharray="2 4"',)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" style="color-scheme:light dark" '
        f'fill="none" stroke-width="2.5" '
        f'stroke-linejoin="round" stroke-linecap="round" preserveAspectRatio="none">'
        f"<style>path{{vector-effect:non-scaling-stroke}}</style>"
        f'<path d="M0 {HEIGHT - 1}H{WIDTH}" stroke="{GROUND}" stroke-width="1"/>{lines}</svg>'
    )


def _curve(run: Run, name: str) -> Curve:
    """Return a measure's finite values thinned out, and their rounds; empty where it has none."""
    values = run.extra.get(name, np.zeros(0)) if name in SERIES else run.metrics[name]
    rounds = np.flatnonzero(np.isfinite(values))
    if len(rounds) > MOST_POINTS:
        rounds = rounds[np.linspace(0, len(rounds) - 1, MOST_POINTS).round().astype(int)]
    return rounds, values[rounds]


def _range(curves: Sequence[np.ndarray]) -> tuple[float, float]:
    """Return the lowest and the highest value of all curves; never equal."""
    values = np.concatenate([np.zeros(0), *curves])
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    return (low, high) if high > low else (low - 1.0, low + 1.0)


def _path(x: np.ndarray, y: np.ndarray) -> str:
    """Return a line through points of the unit square, y upwards, as an SVG path."""
    across = EDGE + x * (WIDTH - 2 * EDGE)
    down = EDGE + (1 - y) * (HEIGHT - 2 * EDGE)
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in zip(across, down, strict=True))
