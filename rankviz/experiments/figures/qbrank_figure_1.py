"""Figures of the QBRank page: the paper's five curves, and what one parameter changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from rankviz.experiments.qbrank_figure_1 import SVM, Experiment
from rankviz.figures.style import finite, panels

LOOKS = {
    "GBT, L1": ("#8A8A8A", "dot"),
    "GBT, L2": ("#E69F00", "dot"),
    "GBT, L1 ∪ L2": ("#E69F00", "solid"),
    "QBRank, P2": ("#2A8FD0", "dot"),
    "QBRank, P2 ∪ L1": ("#2A8FD0", "solid"),
}
"""Colour by method, line by data: solid with the labels of single-grade queries, dotted without."""


def five_curves(experiment: Experiment) -> go.Figure:
    """DCG@5 on the test queries over the rounds (QB, Figure 1), RankSVM's as a level."""
    figure = panels([""], height=420)
    for name, values in experiment.dcg.items():
        colour, dash = LOOKS[name]
        figure.add_scatter(
            x=list(range(len(values))),
            y=finite(values),
            name=name,
            line={"color": colour, "dash": dash, "width": 2.4},
        )
    figure.add_hline(
        y=experiment.svm,
        line={"color": "#CC79A7", "dash": "dash"},
        annotation_text=SVM,
        annotation_position="bottom right",
    )
    figure.update_xaxes(title_text="round")
    figure.update_yaxes(title_text="DCG@5 on L3")
    return figure


def effect(name: str, values: Sequence[float], outcome: Mapping[str, np.ndarray]) -> go.Figure:
    """What held-out data say of runs that differ in one parameter: a panel a measure, (len(values),) each."""
    figure = panels(list(outcome), height=340, shared_y=False)
    figure.update_layout(showlegend=False)
    for column, measured in enumerate(outcome.values(), start=1):
        figure.add_scatter(
            x=list(values),
            y=finite(measured),
            mode="lines+markers",
            line={"color": "#2A8FD0", "width": 2.4},
            row=1,
            col=column,
        )
    figure.update_xaxes(title_text=name)
    return figure
