"""Convergence over the rounds as a drawing, as the paper's Figure 2: one panel per metric or loss."""

from collections.abc import Sequence

import numpy as np

from rankviz.experiments.evaluation.results import Results
from rankviz.experiments.figures import series
from rankviz.experiments.figures.colours import marks, palette
from rankviz.experiments.figures.drawing import WIDTH, Area, Drawing, Line, Marks
from rankviz.experiments.figures.panel import Panel, Scale, legend, scale
from rankviz.experiments.figures.series import Series
from rankviz.experiments.worker import LOSSES

COLUMNS = 3
POINTS = 250
"""Rounds that a curve is drawn through: two for each point of the width of a panel."""

HEIGHT, LEFT, GAP, BELOW, ABOVE = 104.0, 34.0, 6.0, 28.0, 24.0


def convergence(results: Results, names: Sequence[str]) -> Drawing:
    """Draw the mean over the tasks after each round, with its band; losses on a logarithmic scale."""
    labels = results.labels
    names = series.with_values(results, names)
    about = ", ".join(map(series.title, names))
    drawing = Drawing(WIDTH, 0.0, f"Mean over the tasks after each round of {', '.join(labels)}: {about}.")
    top = legend(drawing, 0.0, labels, palette(labels), marks(labels))
    columns = min(COLUMNS, max(len(names), 1))
    wide = WIDTH / columns - LEFT - GAP
    for place, name in enumerate(names):
        across, down = place % columns, place // columns
        curves = series.of(results, name)
        ends = [float(value) for curve in curves for value in (*curve.low, *curve.high)]
        panel = Panel(
            across * (WIDTH / columns) + LEFT, top + ABOVE + down * (HEIGHT + BELOW + ABOVE), wide, HEIGHT,
            Scale(series.FIRST, max(float(curve.rounds[-1]) for curve in curves) + 1e-9, ends=True),
            scale(ends, log=name in LOSSES),
        )  # fmt: skip
        panel.axes(drawing, "round", series.title(name))
        _curves(drawing, panel, curves, labels)
    drawing.height = top + (-(-len(names) // columns)) * (HEIGHT + BELOW + ABOVE)
    return drawing


def _some(count: int) -> np.ndarray:
    """Return positions of at most `POINTS` of `count` values, with the first and the last."""
    return np.unique(np.linspace(0, count - 1, min(count, POINTS)).round().astype(int))


def _curves(drawing: Drawing, panel: Panel, curves: Sequence[Series], labels: Sequence[str]) -> None:
    """Draw the curves, bands first, so that no band hides a line."""
    colours, shapes = palette(labels), marks(labels)
    for curve in curves:
        some = _some(len(curve.rounds))
        there = zip(curve.rounds[some], curve.high[some], strict=True)
        back = zip(curve.rounds[some[::-1]], curve.low[some[::-1]], strict=True)
        if (curve.high > curve.low).any():
            drawing.add(Area(tuple(panel.at(t, y) for t, y in (*there, *back)), colours[curve.place], 0.15))
    for curve in curves:
        some, marked_at = _some(len(curve.rounds)), curve.marked(len(labels))
        points, marked = (
            tuple(panel.at(t, y) for t, y in zip(curve.rounds[at], curve.mean[at], strict=True))
            for at in (some, marked_at)
        )
        drawing.add(Line(points, colours[curve.place], 1.2))
        drawing.add(Marks(marked, shapes[curve.place], colours[curve.place], 4.4))
