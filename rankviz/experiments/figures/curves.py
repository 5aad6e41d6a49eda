"""Convergence over the rounds, as the paper's Figure 2: means over the tasks, with bands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rankviz.experiments import quality
from rankviz.experiments.evaluation.results import Results
from rankviz.experiments.evaluation.summary import CURVE_LEVEL, curves
from rankviz.experiments.figures.colours import faded, palette
from rankviz.experiments.worker import LOSSES
from rankviz.figures.style import panels

SYMBOLS = {"e1": "Ê1", "e2": "Ê2"}


def symbol(name: str) -> str:
    """A curve's name as a figure shows it."""
    return SYMBOLS.get(name) or quality.find(name).symbol


def convergence(results: Results, names: Sequence[str]) -> go.Figure:
    """One panel a curve: test metrics, or e1 and e2 on the training part (logarithmic). Bands hold 95 % of means."""
    titles = [f"{symbol(name)}, {'training' if name in LOSSES else 'test'}" for name in names]
    colours = palette(results.labels)
    figure = panels(titles, height=400, shared_y=False)
    for column, name in enumerate(names, start=1):
        mean, error = curves(results, name)
        first = 0 if name in LOSSES else 1
        for a, label in enumerate(results.labels):
            known = np.flatnonzero(~np.isnan(mean[a]))
            known = known[known >= first]
            if len(known) == 0:
                continue
            y, band = mean[a, known], CURVE_LEVEL * error[a, known]
            low, high = y - band, y + band
            if name in LOSSES:
                y, low, high = np.exp(y), np.exp(low), np.exp(high)
            figure.add_scatter(
                x=[*known.tolist(), *known[::-1].tolist()], y=[*high.tolist(), *low[::-1].tolist()],
                fill="toself", fillcolor=faded(colours[a], 0.16), line={"width": 0}, hoverinfo="skip", showlegend=False,
                legendgroup=label, row=1, col=column,
            )  # fmt: skip
            figure.add_scatter(
                x=known.tolist(), y=y.tolist(), name=label, legendgroup=label, showlegend=column == 1,
                line={"color": colours[a], "width": 2}, hovertemplate="%{y:.4f}", row=1, col=column,
            )  # fmt: skip
        if name in LOSSES:
            figure.update_yaxes(type="log", exponentformat="power", row=1, col=column)
    figure.update_xaxes(title_text="round")
    return figure
