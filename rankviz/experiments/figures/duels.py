"""Two algorithms task by task: who did better on how many tasks, and the drawing of it with equal axes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rankviz.experiments.evaluation.ranks import DIGITS
from rankviz.experiments.evaluation.results import Comparison, Results
from rankviz.experiments.figures.colours import GREY, marks, palette
from rankviz.experiments.figures.drawing import INK, QUIET, SIZE, WIDTH, Drawing, Line, Marks, Words
from rankviz.experiments.figures.panel import Panel, Scale, scale
from rankviz.experiments.quality import Metric
from rankviz.marks import Point

COLUMNS = 3
FEWEST, MANY = 3, 1_000
"""Tasks below which there is nothing to see; dots above which not every one can be seen."""


@dataclass(frozen=True, eq=False)
class Side:
    """The tasks (positions) on which one algorithm did better, or both the same: in words, with colour and mark."""

    words: str
    tasks: np.ndarray
    colour: str
    mark: str


@dataclass(frozen=True, eq=False)
class Duel:
    """Test values of two algorithms on N tasks: `x`, `y` (N,), the tasks' names, and who did better where."""

    metric: Metric
    names: tuple[str, str]
    tasks: list[str]
    x: np.ndarray
    y: np.ndarray
    sides: tuple[Side, ...]

    def scale(self) -> Scale:
        """Return one scale for both axes."""
        return scale([*self.x.tolist(), *self.y.tolist()])


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


def grid(duels: Sequence[Duel]) -> Drawing:
    """Draw a square panel for each duel: a dot above the diagonal is a task on which y's algorithm has more."""
    wide = WIDTH / COLUMNS
    side = wide - 48
    above = 32 + 11 * max(len(each.sides) for each in duels)
    title = "; ".join(
        f"{each.metric.symbol}: {', '.join(one.words for one in each.sides)} of {len(each.tasks):,} tasks"
        for each in duels
    )
    drawing = Drawing(min(WIDTH, wide * len(duels)), above + side + 28, f"Task by task. {title}.")
    for k, each in enumerate(duels):
        both = each.scale()
        panel = Panel(k * wide + 34, above, side, side, both, both)
        _words(drawing, each, k * wide + 34)
        panel.axes(drawing, each.names[0], "")
        drawing.add(Words((panel.left, above - 6), each.names[1], colour=QUIET))
        drawing.add(Line((panel.at(both.low, both.low), panel.at(both.high, both.high)), GREY, 0.7, (2, 2)))
        for one in each.sides:
            dots = _dots(panel, each.x[one.tasks], each.y[one.tasks])
            if dots:
                drawing.add(Marks(dots, one.mark, one.colour, 4.2, 0.75))
    return drawing


def _dots(panel: Panel, x: np.ndarray, y: np.ndarray) -> tuple[Point, ...]:
    """Return the places of the dots; of many, those within half a point of each other are one."""
    places = [panel.at(float(a), float(b)) for a, b in zip(x, y, strict=True)]
    if len(places) > MANY:
        places = list(dict.fromkeys((round(2 * a) / 2, round(2 * b) / 2) for a, b in places))
    return tuple(places)


def _words(drawing: Drawing, each: Duel, left: float) -> None:
    drawing.add(Words((left, 12), each.metric.symbol, size=SIZE + 1.5, colour=INK))
    for row, one in enumerate(each.sides):
        y = 24 + 11 * row
        drawing.add(Marks(((left + 3, y - 0.35 * SIZE),), one.mark, one.colour, 4.6))
        drawing.add(Words((left + 10, y), one.words))
