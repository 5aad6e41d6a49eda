"""Demšar's critical-difference diagrams for a report: a panel for each metric."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankviz.lab.experiments.evaluation.results import Comparison
from rankviz.lab.experiments.figures import canvas, colours
from rankviz.lab.experiments.figures.canvas import INK, QUIET, TITLE, WIDTH, Drawing
from rankviz.lab.experiments.figures.colours import GREY, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NARROWEST_AXIS = 48.0
AXIS, LEVEL, GROUP = 38.0, 10.0, 4.0
"""Points from the top to the axis, from one name to the next, from one bar to the next."""

BESIDE = 30.0
"""Points next to a name: its mark and its rank."""

MARK = 4.6


def panels(compared: Sequence[Comparison], labels: Sequence[str]) -> list[Drawing]:
    """Return a diagram for each metric: mean ranks on a line, 1 (best) at the left; bars join equal groups.

    There is a key where the names next to the axis are not the whole labels. Ranks that are not tested have none.
    """
    compared = [found for found in compared if found.tested]
    looks = colours.looks(labels)
    room = (WIDTH - NARROWEST_AXIS) / 2 - 8 - BESIDE
    names = [canvas.cut(name, room) for name in colours.short(labels)]
    groups = max((len(found.groups) for found in compared), default=0)
    return [_panel(found, names, looks, groups) for found in compared]


def _panel(found: Comparison, names: Sequence[str], looks: Sequence[Look], groups: int) -> Drawing:
    ranks = ", ".join(f"{look.label} {rank:.3f}" for look, rank in zip(looks, found.rank, strict=True))
    title = (
        f"Mean ranks, {found.metric.symbol}: {ranks}, critical difference {found.critical_difference:.3f}."
    )
    key = looks if [look.label for look in looks] != names else ()
    return Drawing(f"ranks-{found.metric.key}", title, _Diagram(found, names, looks, groups).draw, key)


class _Diagram:
    """One diagram: the positions of ranks on its axis, and of names next to it; with room for so many groups."""

    def __init__(self, found: Comparison, names: Sequence[str], looks: Sequence[Look], groups: int) -> None:
        self.found, self.names, self.looks, self.groups = found, names, looks, groups
        self.side = max(map(canvas.width, names)) + BESIDE

    def x(self, rank: float) -> float:
        """Return the x of a rank on the axis."""
        share = (rank - 1.0) / (len(self.names) - 1.0)
        return self.side + 8 + share * (WIDTH - 2 * self.side - 16)

    def draw(self, figure: Figure) -> None:
        """Draw title, ruler, critical difference, bars, and a line to each name."""
        found = self.found
        rows = (len(self.names) + 1) // 2
        axes = canvas.sheet(figure, AXIS + 6 + GROUP * self.groups + LEVEL * rows + 8)
        axes.text(0, 9, found.metric.symbol, size=TITLE)
        self._ruler(axes)
        self._distance(axes)
        for k, group in enumerate(found.groups):
            ends = found.rank[group]
            y = AXIS + 5 + GROUP * k
            bar = self.x(float(ends.min())) - 2, self.x(float(ends.max())) + 2
            axes.plot(bar, (y, y), color=GREY, linewidth=2.6, solid_capstyle="butt")
        for level, i in enumerate(np.argsort(found.rank, kind="stable")):
            self._name(axes, level, int(i))

    def _ruler(self, axes: Axes) -> None:
        last = len(self.names)
        axes.plot((self.x(1), self.x(last)), (AXIS, AXIS), color=INK, linewidth=0.7)
        for rank in np.arange(1.0, last + 0.25, 0.5):
            whole = float(rank).is_integer()
            x = self.x(float(rank))
            axes.plot((x, x), (AXIS, AXIS - (4 if whole else 2.5)), color=INK, linewidth=0.7)
            if whole:
                axes.text(x, AXIS - 6, f"{rank:.0f}", ha="center", color=QUIET)

    def _distance(self, axes: Axes) -> None:
        """Draw the critical difference as a length above the axis, from rank 1 on, with its number at the right."""
        distance, last = self.found.critical_difference, float(len(self.names))
        wider = 1.0 + distance > last
        y, ends = AXIS - 18, (self.x(1.0), self.x(min(1.0 + distance, last)))
        axes.plot(ends, (y, y), color=QUIET, linewidth=0.9)
        for end in ends[: 1 if wider else 2]:
            axes.plot((end, end), (y - 2, y + 2), color=QUIET, linewidth=0.9)
        words = f"CD {distance:.3f}" + (", wider than the axis" if wider else "")
        axes.text(WIDTH, 9, words, ha="right", color=QUIET)

    def _name(self, axes: Axes, level: int, i: int) -> None:
        count, look = len(self.names), self.looks[i]
        at_left = level < (count + 1) // 2
        row = level if at_left else count - 1 - level
        y = AXIS + 6 + GROUP * self.groups + LEVEL * (row + 0.8)
        x, edge = self.x(float(self.found.rank[i])), self.x(1.0) - 8 if at_left else self.x(float(count)) + 8
        axes.plot(
            (x, x, edge), (AXIS, y, y), color=look.colour, linewidth=0.9, markevery=(0, 2),
            **canvas.mark(look.shape, MARK),
        )  # fmt: skip
        rank, name = f"{self.found.rank[i]:.2f}", self.names[i]
        end = edge - BESIDE if at_left else edge + 6 + canvas.width(name)
        axes.text(end, y, name, ha="right", va="center_baseline")
        axes.text(end + 4, y, rank, va="center_baseline", color=QUIET)
