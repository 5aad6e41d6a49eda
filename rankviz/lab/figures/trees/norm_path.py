"""Risks against the 1-norm a_k, a colour for each η: solid held out, dotted in training."""

from collections.abc import Sequence

import plotly.graph_objects as go

from rankviz.insight.theory.trees.norm_path import NormPath
from rankviz.lab.figures.style import finite, panels

LOOKS = (
    ("#C4559A", "diamond"),
    ("#2A8FD0", "circle"),
    ("#B8860B", "triangle-up"),
    ("#009E73", "square"),
    ("#D55E00", "x"),
    ("#8A6FD1", "pentagon"),
    ("#7A7A7A", "cross"),
)
"""Colour and mark of each path, in order: for as many runs as a stage has, and one more."""


def norm_path(paths: Sequence[NormPath]) -> go.Figure:
    """Draw held-out and training risk, as shares of the start's, over ‖h‖ so far; the lowest held-out one is marked."""
    figure = panels([""], height=340)
    for path, (colour, mark) in zip(paths, LOOKS[: len(paths)], strict=True):
        name = f"η = {path.eta:g}"
        for values, dash, words in ((path.held, "solid", "held out"), (path.training, "dot", "training")):
            figure.add_scatter(
                x=finite(path.norm), y=finite(values), name=f"{name}, {words}", mode="lines",
                line={"color": colour, "dash": dash, "width": 2.4 if dash == "solid" else 1.6},
                hovertemplate="%{y:.3f}",
            )  # fmt: skip
        figure.add_scatter(
            x=[float(path.norm[path.best])], y=[float(path.held[path.best])], name=f"{name}, lowest held out",
            mode="markers", marker={"color": colour, "symbol": mark, "size": 12, "line": {"width": 1, "color": "#fff"}},
            showlegend=False, hovertemplate=f"round {path.best}: %{{y:.3f}}<extra></extra>",
        )  # fmt: skip
    figure.update_layout(hovermode="closest", margin={"t": 16})
    figure.update_xaxes(title_text="‖h‖, the steps so far", rangemode="tozero")
    figure.update_yaxes(title_text="risk, as a share of the start's", rangemode="tozero")
    return figure
