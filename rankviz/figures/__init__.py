"""Plotly figures to study, zoom and export: a Trace and a round in, a figure out, no state."""

from __future__ import annotations

from collections.abc import Callable

import plotly.graph_objects as go

from rankviz.figures.curves import loss_curves
from rankviz.figures.ensemble import ensemble
from rankviz.figures.margins import margins
from rankviz.figures.ties import ties
from rankviz.runs.trace import Trace

FIGURES: dict[str, Callable[[Trace, int, bool], go.Figure]] = {
    "Loss and bound": lambda trace, t, log: loss_curves(trace, log=log, at=t),
    "Ties": lambda trace, t, log: ties(trace, at=t),
    "Margins": lambda trace, t, log: margins(trace, t),
    "Ensemble weights": lambda trace, t, log: ensemble(trace, t),
}
"""Every figure by its name: (trace, round, logarithmic scale) to figure."""

OF_SCORES = ("Loss and bound",)
"""Those that need no weak rankers."""

OF_PAIRS = ("Margins",)
"""Those that look at every pair."""

__all__ = ["FIGURES", "OF_PAIRS", "OF_SCORES", "ensemble", "loss_curves", "margins", "ties"]
