"""Two algorithms task by task: the number of tasks on which each did better, and a drawing with equal axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankviz.engine.metrics.rank_tests import DIGITS
from rankviz.lab.experiments.evaluation.results import Comparison, Results
from rankviz.lab.experiments.figures import canvas
from rankviz.lab.experiments.figures.canvas import Drawing
from rankviz.lab.experiments.figures.colours import GREY, marks, palette
from rankviz.lab.experiments.quality import Metric

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FEWEST, MANY = 3, 1_000
"""Tasks below which there is nothing to see; dots above which they overlap."""

HEIGHT, MARK = 240.0, 4.2
SIDE = 200.0
"""The approximate length of an axis, in points."""


@dataclass(frozen=True, eq=False)
class Side:
    """The tasks (positions) on which one algorithm did better, or both the same: in words, with colour and mark."""

    words: str
    tasks: np.ndarray
    colour: str
    mark: str


@dataclass(frozen=True, eq=False)
class Duel:
    """Test values of two algorithms on N tasks: `x`, `y` (N,), the tasks' names, and the better one of each."""

    metric: Metric
    names: tuple[str, str]
    tasks: list[str]
    x: np.ndarray
    y: np.ndarray
    sides: tuple[Side, ...]

    def ends(self) -> tuple[float, float]:
        """Return the ends of both axes: all values, with some room."""
        low, high = (float(end(np.append(self.x, self.y))) for end in (np.min, np.max))
        room = 0.05 * (high - low) or 0.05 * max(abs(high), 1e-3)
        return low - room, high + room


def duel(results: Results, metric: Metric, a: int, b: int) -> Duel:
    """Compare algorithm a (x) and algorithm b (y) task by task."""
    outcomes, values = results.by_task(metric.key)
    colours, shapes, labels = palette(results.labels), marks(results.labels), results.labels
    gap = np.round(values[:, b] - values[:, a], DIGITS) * (1 if metric.lower else -1)
    sides = [
        Side(f"{labels[i]} better on {int(found.sum()):,}", np.flatnonzero(found), colours[i], shapes[i])
        for i, found in ((a, gap > 0), (b, gap < 0))
    ]
    if (gap == 0).any():
        sides.append(Side(f"equal on {int((gap == 0).sum()):,}", np.flatnonzero(gap == 0), GREY, "circle"))
    return Duel(
        metric, (labels[a], labels[b]), [outcome.task for outcome in outcomes], values[:, a], values[:, b], tuple(sides)
    )  # fmt: skip


def best_two(results: Results, found: Comparison) -> Duel:
    """Compare the algorithm with the best mean rank (y) and the second (x)."""
    best, second = found.rank.argsort(kind="stable")[:2]
    return duel(results, found.metric, int(second), int(best))


def panel(each: Duel) -> Drawing:
    """Draw a square panel: a dot above the diagonal is a task on which y's algorithm has the higher value."""
    ends = each.ends()

    def paint(figure: Figure) -> None:
        axes = canvas.panel(figure, HEIGHT, each.metric.symbol)
        axes.set(xlim=ends, ylim=ends, box_aspect=1, anchor="W")
        axes.set_xlabel(each.names[0], loc="right")
        axes.set_ylabel(each.names[1], loc="top")
        for axis in ("x", "y"):
            axes.locator_params(axis=axis, nbins=5, steps=[1, 2, 5, 10])
        axes.plot(ends, ends, color=GREY, linewidth=0.7, linestyle=(0, (2, 2)))
        for one in each.sides:
            x, y = _dots(each, one.tasks)
            axes.plot(
                x, y, linestyle="none", color=one.colour, alpha=0.75, label=one.words, clip_on=False,
                **canvas.mark(one.mark, MARK),
            )  # fmt: skip
        canvas.legend(figure, axes.get_legend_handles_labels()[0])

    words = ", ".join(one.words for one in each.sides)
    title = f"{each.metric.symbol}, task by task: {words} of {len(each.tasks):,} tasks."
    return Drawing(f"tasks-{each.metric.key}", title, paint)


def _dots(each: Duel, tasks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the values of the dots; of many, those within a point of each other are merged."""
    x, y = each.x[tasks], each.y[tasks]
    if len(tasks) <= MANY:
        return x, y
    low, high = each.ends()
    places = np.round((np.column_stack((x, y)) - low) / (high - low) * SIDE).astype(int)
    _, first = np.unique(places, axis=0, return_index=True)
    return x[np.sort(first)], y[np.sort(first)]
