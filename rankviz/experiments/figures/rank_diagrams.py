"""Demšar's critical-difference diagrams, small and side by side: all metrics of an experiment at once."""

from collections.abc import Sequence

import numpy as np

from rankviz.experiments.evaluation.results import Comparison
from rankviz.experiments.figures.colours import GREY, marks, palette, short
from rankviz.experiments.figures.drawing import INK, QUIET, SIZE, WIDTH, Drawing, Line, Marks, Words
from rankviz.experiments.figures.helvetica import cut, width
from rankviz.experiments.figures.panel import legend

GAP = 26.0
"""Points between two columns of diagrams."""

COLUMN = (WIDTH - GAP) / 2
NARROWEST_AXIS = 56.0
AXIS, LEVEL, GROUP = 38.0, 10.0, 4.0
"""Points from the top to the axis, from one name to the next, from one bar to the next."""

BESIDE = 6 + 4 + width("0.00", SIZE)
"""Points beside a name: its mark, a space and its rank."""


def grid(compared: Sequence[Comparison], labels: Sequence[str]) -> Drawing:
    """Draw a diagram for each metric: mean ranks on a line, 1 (best) at the left; bars join equal groups."""
    room = (COLUMN - NARROWEST_AXIS) / 2 - 8 - BESIDE
    names = [cut(name, SIZE, room) for name in short(labels)]
    drawing = Drawing(WIDTH, 0.0, _title(compared, labels))
    if names != list(labels):
        drawing.height = legend(drawing, 0.0, labels, palette(labels), marks(labels)) + 8
    for first in range(0, len(compared), 2):
        row = compared[first : first + 2]
        for place, found in enumerate(row):
            _Diagram(found, labels=labels, names=names, left=place * (COLUMN + GAP), top=drawing.height).draw(
                drawing
            )
        drawing.height += max(_height(found) for found in row)
    return drawing


def _title(compared: Sequence[Comparison], labels: Sequence[str]) -> str:
    metrics = []
    for found in compared:
        ranks = ", ".join(f"{label} {rank:.3f}" for label, rank in zip(labels, found.rank, strict=True))
        metrics.append(f"{found.metric.symbol}: {ranks}, critical difference {found.critical_difference:.3f}")
    return f"Mean ranks. {'; '.join(metrics)}."


def _height(found: Comparison) -> float:
    rows = (len(found.rank) + 1) // 2
    return AXIS + 6 + GROUP * len(found.groups) + LEVEL * rows + 14


class _Diagram:
    """One diagram: its place, and the positions of ranks on its axis."""

    def __init__(
        self, found: Comparison, *, labels: Sequence[str], names: Sequence[str], left: float, top: float
    ) -> None:
        self.found, self.names, self.left = found, names, left
        self.side = max(width(name, SIZE) for name in names) + BESIDE
        self.top, self.axis = top, top + AXIS
        self.colours, self.marks = palette(labels), marks(labels)

    def x(self, rank: float) -> float:
        """Return the x of a rank on the axis."""
        share = (rank - 1.0) / (len(self.names) - 1.0)
        return self.left + self.side + 8 + share * (COLUMN - 2 * self.side - 16)

    def draw(self, drawing: Drawing) -> None:
        """Draw title, ruler, critical difference, bars, and a line to each name."""
        drawing.add(Words((self.left, self.top + 12), self.found.metric.symbol, size=SIZE + 1.5))
        self._ruler(drawing)
        self._distance(drawing)
        for k, group in enumerate(self.found.groups):
            ends = self.found.rank[group]
            y = self.axis + 5 + GROUP * k
            bar = ((self.x(float(ends.min())) - 2, y), (self.x(float(ends.max())) + 2, y))
            drawing.add(Line(bar, GREY, 2.6))
        for level, i in enumerate(np.argsort(self.found.rank, kind="stable")):
            self._name(drawing, level, int(i))

    def _ruler(self, drawing: Drawing) -> None:
        last = len(self.names)
        drawing.add(Line(((self.x(1), self.axis), (self.x(last), self.axis)), INK, 0.7))
        for rank in np.arange(1.0, last + 0.25, 0.5):
            whole = float(rank).is_integer()
            x = self.x(float(rank))
            drawing.add(Line(((x, self.axis), (x, self.axis - (4 if whole else 2.5))), INK, 0.7))
            if whole:
                drawing.add(Words((x, self.axis - 6), f"{rank:.0f}", "middle", colour=QUIET))

    def _distance(self, drawing: Drawing) -> None:
        """Draw the critical difference as a length above the axis, from rank 1 on, with its number at the right."""
        distance, last = self.found.critical_difference, float(len(self.names))
        y = self.axis - 18
        ends = self.x(1.0), self.x(min(1.0 + distance, last))
        drawing.add(Line(((ends[0], y), (ends[1], y)), QUIET, 0.9))
        for end in ends[: 1 if 1.0 + distance > last else 2]:
            drawing.add(Line(((end, y - 2), (end, y + 2)), QUIET, 0.9))
        more = ", wider than the axis" if 1.0 + distance > last else ""
        text = f"CD {distance:.3f}{more}"
        drawing.add(Words((self.left + COLUMN, self.top + 12), text, "end", colour=QUIET))

    def _name(self, drawing: Drawing, level: int, i: int) -> None:
        count = len(self.names)
        at_left = level < (count + 1) // 2
        row = level if at_left else count - 1 - level
        y = self.axis + 6 + GROUP * len(self.found.groups) + LEVEL * (row + 0.8)
        x, colour = self.x(float(self.found.rank[i])), self.colours[i]
        edge = self.x(1.0) - 8 if at_left else self.x(float(count)) + 8
        drawing.add(Line(((x, self.axis), (x, y), (edge, y)), colour, 0.9))
        drawing.add(Marks(((x, self.axis), (edge, y)), self.marks[i], colour, 4.6))
        rank, name = f"{self.found.rank[i]:.2f}", self.names[i]
        start = edge + 6 if not at_left else edge - BESIDE - width(name, SIZE)
        base = y + 0.35 * SIZE
        drawing.add(Words((start, base), name))
        drawing.add(Words((start + width(name, SIZE) + 4, base), rank, colour=QUIET))
