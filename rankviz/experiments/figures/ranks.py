"""Ranks of algorithms over many tasks: the critical-difference diagram, and who wins against whom."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from rankviz.experiments.evaluation.results import Comparison
from rankviz.experiments.figures.colours import GREY, palette

SIZE = 15
"""Points of the text, to be read from the back of a room."""


def critical_difference(found: Comparison, labels: Sequence[str]) -> go.Figure:
    """Demšar's diagram: mean ranks on a line, 1 (best) at the left; a thick bar joins those not shown to differ."""
    A, colours = len(labels), palette(labels)
    order = np.argsort(found.rank, kind="stable")
    rows = (A + 1) // 2
    figure = go.Figure()
    span = A - 1.0
    for level, i in enumerate(order):
        left = level < rows
        y = -0.9 - (level if left else A - 1 - level) * 0.9
        x, edge = float(found.rank[i]), 1.0 - 0.06 * span if left else A + 0.06 * span
        figure.add_scatter(
            x=[x, x, edge], y=[0.0, y, y], mode="lines", line={"color": colours[i], "width": 2},
            hoverinfo="skip", showlegend=False,
        )  # fmt: skip
        figure.add_scatter(
            x=[x], y=[0.0], mode="markers", marker={"size": 10, "color": colours[i]}, showlegend=False,
            hovertemplate=f"{labels[i]}: mean rank {x:.3f}<extra></extra>",
        )  # fmt: skip
        figure.add_annotation(
            x=edge, y=y, text=f"<b>{labels[i]}</b><br>{x:.3f}", showarrow=False,
            xanchor="right" if left else "left", xshift=-4 if left else 4,
        )  # fmt: skip
    for k, group in enumerate(found.groups):
        ends = found.rank[group]
        y = -0.28 - 0.22 * k
        figure.add_scatter(
            x=[float(ends.min()) - 0.015 * span, float(ends.max()) + 0.015 * span], y=[y, y], mode="lines",
            line={"color": GREY, "width": 7}, showlegend=False,
            hovertemplate="not shown to differ: " + ", ".join(labels[i] for i in group) + "<extra></extra>",
        )  # fmt: skip
    _ruler(figure, A, min(found.critical_difference, span))
    if found.critical_difference > span:
        note = f"CD = {found.critical_difference:.3f}: more than any ranks can differ. More tasks are needed"
    else:
        note = f"CD = {found.critical_difference:.3f}"
    figure.add_annotation(x=1.0, y=0.92, text=note, showarrow=False, xanchor="left", yanchor="bottom")
    side = 0.62 * span + 0.2
    figure.update_layout(
        height=int(150 + 58 * rows),
        font={"size": SIZE},
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        xaxis={"visible": False, "range": [1 - side, A + side], "fixedrange": True},
        yaxis={"visible": False, "range": [-0.9 - 0.9 * rows, 1.5], "fixedrange": True},
    )
    return figure


def _ruler(figure: go.Figure, last: int, distance: float) -> None:
    """The axis of ranks with its ticks, and the critical difference as a length above it."""
    lines: list[tuple[list[float], list[float]]] = [([1.0, float(last)], [0.0, 0.0])]
    for rank in np.arange(1.0, last + 0.25, 0.5):
        tall = float(rank).is_integer()
        lines.append(([float(rank)] * 2, [0.0, 0.16 if tall else 0.09]))
        if tall:
            figure.add_annotation(x=float(rank), y=0.18, text=f"{rank:g}", showarrow=False, yanchor="bottom")
    ends = [1.0, 1.0 + distance]
    lines += [(ends, [0.85, 0.85]), ([ends[0]] * 2, [0.77, 0.93]), ([ends[1]] * 2, [0.77, 0.93])]
    for x, y in lines:
        figure.add_scatter(
            x=x, y=y, mode="lines", line={"color": GREY, "width": 1.5}, hoverinfo="skip", showlegend=False
        )


def win_matrix(found: Comparison, labels: Sequence[str]) -> go.Figure:
    """On how many tasks the row's algorithm wins against, ties with and loses to the column's."""
    A = len(labels)
    share = np.full((A, A), np.nan)
    text = [[""] * A for _ in range(A)]
    for i in range(A):
        for j in range(A):
            if i != j:
                won, tied, lost = (int(n) for n in found.wins[i, j])
                share[i, j] = (won + 0.5 * tied) / found.tasks
                text[i][j] = f"{won} / {tied} / {lost}"
    figure = go.Figure(
        go.Heatmap(
            z=[[None if np.isnan(v) else float(v) for v in row] for row in share],
            x=list(labels), y=list(labels), text=text, texttemplate="%{text}", zmin=0, zmax=1,
            colorscale=[[0, "#D98A5B"], [0.5, "#E4E1D8"], [1, "#6FB3DE"]], showscale=False,
            textfont={"color": "#1C2630", "size": SIZE}, xgap=2, ygap=2, hoverongaps=False,
            hovertemplate="%{y} against %{x}: won / tied / lost %{text}<extra></extra>",
        )
    )  # fmt: skip
    figure.update_layout(height=120 + 48 * A, font={"size": SIZE}, margin={"l": 8, "r": 8, "t": 8, "b": 8})
    figure.update_yaxes(autorange="reversed", automargin=True, title="")
    figure.update_xaxes(side="top", automargin=True, title="")
    return figure
