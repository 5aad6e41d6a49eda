"""Figures of the QBRank page: the paper's five curves, and the effect of one parameter."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rankviz.board.figures.charting import go
from rankviz.board.figures.style import finite, panels
from rankviz.lab.experiments.figures import series
from rankviz.lab.experiments.figures.colours import GREY, marks, palette
from rankviz.lab.experiments.qbrank_figure_1 import SVM, Experiment

METHODS = ("GBT", "QBRank", "RankSVM")
COLOUR, MARK = (dict(zip(METHODS, looks(METHODS), strict=True)) for looks in (palette, marks))

LOOKS = {
    "GBT, L1": (GREY, "dot"),
    "GBT, L2": (COLOUR["GBT"], "dot"),
    "GBT, L1 ∪ L2": (COLOUR["GBT"], "solid"),
    "QBRank, P2": (COLOUR["QBRank"], "dot"),
    "QBRank, P2 ∪ L1": (COLOUR["QBRank"], "solid"),
}
"""Colour by method, line by data: solid with the labels of single-grade queries, dotted without."""


def five_curves(experiment: Experiment) -> go.Figure:
    """Draw mean DCG@5 on the test queries over the rounds (QB, Figure 1), RankSVM's as a level with its name.

    With several draws the mean stands in a band of a standard error on either side.
    """
    figure = panels([""], height=420)
    for name, drawn in experiment.dcg.items():
        colour, dash = LOOKS[name]
        values = drawn.mean(axis=0)
        if experiment.draws > 1:
            figure.add_scatter(**_band(np.arange(len(values)), drawn, colour))
        figure.add_scatter(
            x=list(range(len(values))), y=finite(values), name=name, mode="lines+markers",
            line={"color": colour, "dash": dash, "width": 2.4},
            marker={"symbol": MARK[name.partition(",")[0]], "size": 9, "maxdisplayed": series.MARKS},
        )  # fmt: skip
    last = max(drawn.shape[1] for drawn in experiment.dcg.values()) - 1
    svm = float(experiment.svm.mean())
    figure.add_scatter(
        x=[0, last], y=[svm] * 2, name=SVM, mode="lines+markers",
        line={"color": COLOUR["RankSVM"], "dash": "dash", "width": 2}, marker={"symbol": MARK["RankSVM"], "size": 9},
    )  # fmt: skip
    # Beyond the last round, where no other curve is.
    figure.add_annotation(
        x=1.0, xref="paper", xanchor="left", xshift=8, y=svm, yanchor="middle", text=SVM, showarrow=False,
        font={"color": COLOUR["RankSVM"]},
    )  # fmt: skip
    figure.update_layout(margin={"r": 110})
    figure.update_xaxes(title_text="round", range=[0, last])
    figure.update_yaxes(title_text="DCG@5 on L3")
    return figure


def _band(x: np.ndarray, drawn: np.ndarray, colour: str) -> dict[str, Any]:
    """Return the trace of a band over x (k,): a standard error on either side of the mean of several draws (D, k)."""
    mean, error = drawn.mean(axis=0), drawn.std(axis=0, ddof=1) / np.sqrt(len(drawn))
    return {
        "x": np.concatenate([x, x[::-1]]),
        "y": np.concatenate([mean - error, (mean + error)[::-1]]),
        "fill": "toself",
        "fillcolor": colour,
        "opacity": 0.14,
        "line": {"width": 0},
        "hoverinfo": "skip",
        "showlegend": False,
        "mode": "lines",
    }


def effect(name: str, values: Sequence[float], outcome: Mapping[str, np.ndarray]) -> go.Figure:
    """Draw held-out measures of runs that differ in one parameter: one panel per measure, (draws, len(values)) each.

    With several draws the mean stands in a band of a standard error on either side.
    """
    figure = panels(list(outcome), height=340, shared_y=False)
    figure.update_layout(showlegend=False)
    for column, measured in enumerate(outcome.values(), start=1):
        if len(measured) > 1:
            figure.add_scatter(
                **_band(np.array(values), measured, COLOUR["QBRank"]),
                row=1,
                col=column,
            )
        figure.add_scatter(
            x=list(values),
            y=finite(measured.mean(axis=0)),
            mode="lines+markers",
            line={"color": COLOUR["QBRank"], "width": 2.4},
            row=1,
            col=column,
        )
    figure.update_xaxes(title_text=name)
    return figure
