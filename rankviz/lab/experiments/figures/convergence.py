"""Convergence over the rounds for a report, like the paper's Figure 2: a panel for each metric or loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rankviz.lab.experiments.evaluation.results import Results
from rankviz.lab.experiments.figures import canvas, colours, series, ticks
from rankviz.lab.experiments.figures.canvas import Drawing
from rankviz.lab.experiments.figures.colours import Look
from rankviz.lab.experiments.worker import LOSSES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEIGHT = 150.0
POINTS = 250
"""Rounds that a curve is drawn through: one for each point of the width of a panel."""

MARK = 4.4


def panels(results: Results, names: Sequence[str]) -> list[Drawing]:
    """Return the mean over the tasks after each round, with its band, of each metric or loss with values."""
    looks = colours.looks(results.labels)
    return [_panel(results, name, looks) for name in series.with_values(results, names)]


def _panel(results: Results, name: str, looks: Sequence[Look]) -> Drawing:
    curves = series.curves_of(results, name)

    def paint(figure: Figure) -> None:
        axes = canvas.panel(figure, HEIGHT, series.title(name))
        for curve in curves:  # bands first, so that no band hides a line
            some = _some(len(curve.rounds))
            if (curve.high > curve.low).any():
                low, high = curve.low[some], curve.high[some]
                axes.fill_between(
                    curve.rounds[some], low, high, color=looks[curve.place].colour, alpha=0.15, linewidth=0
                )
        for curve in curves:
            marked = curve.marked(len(looks))
            some = np.union1d(_some(len(curve.rounds)), marked)
            axes.plot(
                curve.rounds[some], curve.mean[some], color=looks[curve.place].colour,
                markevery=np.searchsorted(some, marked).tolist(), clip_on=False,
                **canvas.mark(looks[curve.place].shape, MARK),
            )  # fmt: skip
        _rounds(axes, max(int(curve.rounds[-1]) for curve in curves))
        if name in LOSSES:
            _logarithmic(axes)
        else:
            axes.locator_params(axis="y", nbins=5, steps=[1, 2, 5, 10])

    named = ", ".join(looks[curve.place].label for curve in curves)
    about = f"Mean over the tasks after each round of {named}: {series.title(name)}."
    return Drawing(f"convergence-{name}", about, paint, looks)


def _some(count: int) -> np.ndarray:
    """Return positions of at most `POINTS` of `count` values, with the first and the last."""
    return np.unique(np.linspace(0, count - 1, min(count, POINTS)).round().astype(int))


def _rounds(axes: Axes, last: int) -> None:
    """Number the rounds from the first to the last."""
    from matplotlib.ticker import MaxNLocator

    if last > series.FIRST:
        axes.set_xlim(series.FIRST, last)
    found = MaxNLocator(5, integer=True, steps=[1, 2, 5, 10]).tick_values(series.FIRST, last)
    places = [series.FIRST, *(int(value) for value in found if series.FIRST < value <= last)]
    axes.set_xticks(places, [f"{place:,}" for place in places])
    axes.set_xlabel("round", loc="right")


def _logarithmic(axes: Axes) -> None:
    axes.set_yscale("log")
    axes.minorticks_off()
    places, texts = zip(*ticks.logarithmic(*axes.get_ylim()), strict=True)
    axes.set_yticks(places, texts)
