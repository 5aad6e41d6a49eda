"""The figures of an audit: intervals as dumbbells, the expected value as a line across, programs as marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rankviz.engine.errors import shortened
from rankviz.engine.marks import PALETTE
from rankviz.lab.experiments.figures import canvas
from rankviz.lab.experiments.figures.canvas import INK, QUIET, Drawing
from rankviz.lab.experiments.figures.colours import GREY, Look
from rankviz.lab.experiments.reporting.tables import value
from rankviz.lab.ties.audit import Audit, Audited
from rankviz.lab.ties.counters import COUNTERS
from rankviz.lab.ties.tie_intervals import EXPECTED, LARGEST, LEAST

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LOOKS = {
    name: Look(counter.name, mark.both, mark.symbol)
    for (name, counter), mark in zip(COUNTERS.items(), PALETTE, strict=False)
}
"""Colour and mark of each program."""
ROW, AROUND = 17.0, 46.0
"""Points of a dumbbell, and of everything above and below them."""
BAR, MARK, END = 3.2, 4.2, 5.0
NEAR, STEP = 0.012, 0.24
"""Values that marks cannot show side by side, and rows between such marks."""
NAME = 14
"""Letters of a row's name."""


@dataclass(frozen=True)
class Row:
    """A name, lowest, expected and highest value, and the values of programs that compute it."""

    name: str
    span: Sequence[float]
    counted: Mapping[str, float]


def means(found: Audit) -> Drawing:
    """Draw the interval of each measure's mean."""
    rows = [
        Row(each.measure.label, each.mean, {name: x for name, x in each.means.items() if np.isfinite(x)})
        for each in found.measures
        if each.counts.any()
    ]
    return _dumbbells("means", "Means over the queries", rows, _key(rows))


def widest(found: Audit) -> list[Drawing]:
    """Draw the queries with the widest intervals, a panel for each measure in which ties matter, with one key."""
    panels = {}
    for each in found.measures:
        queries = found.run.queries
        panels[each.measure] = [
            Row(shortened(queries[at], NAME), each.spans[at].tolist(), at_query(each, at))
            for at in each.widest().tolist()
        ]
    key = _key([row for rows in panels.values() for row in rows])
    return [
        _dumbbells(f"widest-{measure.name}", measure.label, rows, key)
        for measure, rows in panels.items()
        if rows
    ]


def at_query(each: Audited, at: int) -> dict[str, float]:
    """Return the values of the programs that have one for a query."""
    return {
        name: float(values[at])
        for name, values in each.counters.items()
        if not isinstance(values, str) and np.isfinite(values[at])
    }


def _key(rows: Sequence[Row]) -> tuple[Look, ...]:
    """Return the looks of the programs that have a value in some rows."""
    return tuple(look for name, look in LOOKS.items() if any(name in row.counted for row in rows))


def _dumbbells(name: str, title: str, rows: Sequence[Row], key: tuple[Look, ...]) -> Drawing:
    def paint(figure: Figure) -> None:
        axes = canvas.panel(figure, AROUND + ROW * len(rows), title)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_yticks(range(len(rows)), [row.name for row in rows])
        axes.grid(visible=False, axis="y")
        axes.grid(visible=True, axis="x")
        axes.locator_params(axis="x", nbins=6, steps=[1, 2, 5, 10])
        for y, row in enumerate(rows):
            low, mean, high = row.span[LEAST], row.span[EXPECTED], row.span[LARGEST]
            axes.plot((low, high), (y, y), color=GREY, linewidth=BAR, alpha=0.45, solid_capstyle="butt")
            axes.plot(
                (low, high),
                (y, y),
                color=QUIET,
                linestyle="none",
                marker="|",
                markersize=END + 3,
                markeredgewidth=1.2,
            )
            axes.plot((mean, mean), (y - 0.34, y + 0.34), color=INK, linewidth=1.2)
            counted = [name for name in LOOKS if name in row.counted]
            for program, dy in zip(counted, offsets([row.counted[name] for name in counted]), strict=True):
                look = LOOKS[program]
                axes.plot(
                    row.counted[program], y + dy, linestyle="none", color=look.colour, clip_on=False,
                    **canvas.mark(look.shape, MARK),
                )  # fmt: skip

    spans = "; ".join(f"{row.name} {value(row.span[LEAST])} to {value(row.span[LARGEST])}" for row in rows)
    return Drawing(name, f"{title}: {spans}.", paint, key)


def offsets(values: Sequence[float]) -> list[float]:
    """Return each mark's offset below its row, in rows: marks of about equal value are stacked."""
    places: list[float] = []
    for i, x in enumerate(values):
        alike = [j for j, y in enumerate(values) if abs(x - y) < NEAR]
        places.append((alike.index(i) - (len(alike) - 1) / 2) * STEP)
    return places
