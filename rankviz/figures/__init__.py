"""Plotly figures to study, zoom and export: a Trace and a round in, a figure out, no state."""

from collections.abc import Callable

import plotly.graph_objects as go

from rankviz.figures.curves import loss_curves
from rankviz.figures.ensemble import ensemble
from rankviz.figures.importance import importance, runs_of
from rankviz.figures.item_weights import READING, can_be_drawn, item_weights
from rankviz.figures.landscape import landscape, slice_of
from rankviz.figures.margins import margins
from rankviz.figures.qbrank import along_tree, descents, precision, risk
from rankviz.figures.ties import ties
from rankviz.runs.trace import Trace
from rankviz.theory.landscapes import slices
from rankviz.theory.landscapes.whole import possible

Draw = Callable[[Trace, int, bool], go.Figure]

FIGURES: dict[str, Draw] = {
    "Loss and bound": lambda trace, t, log: loss_curves(trace, log=log, at=t),
    "Ties": lambda trace, t, log: ties(trace, at=t),
    "Margins": lambda trace, t, log: margins(trace, t),
    "Ensemble weights": lambda trace, t, log: ensemble(trace, t),
}
"""Figures of runs with weak rankers, by name: (trace, round, logarithmic scale) to figure."""

OF_TWO: dict[str, Draw] = {"Landscape": lambda trace, t, log: landscape(trace, t)}
"""Figures of runs with two candidates."""

OF_MANY: dict[str, Draw] = {"Landscape": lambda trace, t, log: slice_of(trace, t)}
"""Figures of runs with more than two candidates."""

OF_CLASSES: dict[str, Draw] = {"Weights of items": lambda trace, t, log: item_weights(trace, t)}
"""Figures of two classes."""

READINGS = {"Weights of items": READING}
"""How to read a figure that does not say so itself."""

OF_RANKERS: dict[str, Draw] = {"Importance so far": lambda trace, t, log: importance(trace, t)}
"""Figures of runs that show a trained ranker."""

OF_SCORES = ("Loss and bound",)
"""Figures that need no weak rankers."""

OF_PAIRS = ("Margins", "Precision at K %", "Landscape", "Weights of items")
"""Figures that read every pair."""

OF_DESCENTS: dict[str, Draw] = {
    "Risk along the tree": lambda trace, t, log: along_tree(trace, t),
    "Risk": lambda trace, t, log: risk(trace, t),
    "Precision at K %": lambda trace, t, log: precision(trace, t),
}
"""Figures of runs that lower a risk by one tree per round, as QBRank does."""


def figures_of(trace: Trace, *, every_pair: bool = True) -> dict[str, Draw]:
    """Return the figures of a trace, those of its algorithms first; without `every_pair` none that reads every pair."""
    found = (OF_RANKERS if runs_of(trace) else {}) | (OF_DESCENTS if descents(trace) else {})
    found = found | (FIGURES if trace.boosted else {name: FIGURES[name] for name in OF_SCORES})
    found = found | (OF_TWO if possible(trace) else OF_MANY if slices.runs_of(trace) else {})
    found = found | (OF_CLASSES if can_be_drawn(trace) else {})
    return found if every_pair else {name: draw for name, draw in found.items() if name not in OF_PAIRS}


__all__ = [
    "FIGURES",
    "OF_CLASSES",
    "OF_DESCENTS",
    "OF_MANY",
    "OF_PAIRS",
    "OF_RANKERS",
    "OF_SCORES",
    "OF_TWO",
    "READINGS",
    "ensemble",
    "figures_of",
    "item_weights",
    "landscape",
    "loss_curves",
    "margins",
    "slice_of",
    "ties",
]
