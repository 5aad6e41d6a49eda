"""F1 and F2 as level lines over the weights of two rankers, with the way of each algorithm and both least points."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rankviz.figures.algorithms import marks_of
from rankviz.figures.style import finite, panels
from rankviz.runs.trace import Trace
from rankviz.theory import landscape as theory

LINES = 18
"""Level lines in each panel, about."""

LOSSES = {"F1": "F1: a tie costs 1", "F2": "F2: a tie costs cosh η"}


def landscape(trace: Trace, at: int) -> go.Figure:
    """A panel for F1, which RB-D and RB-C lower, and one for F2, which RankBoost+ lowers; the ways end at round `at`.

    The trace must have two candidates, see `rankviz.theory.landscape.possible`.
    """
    found = theory.of_trace(trace)
    figure = panels(list(LOSSES.values()), height=460)
    own = [run for run in trace.boosted if run.fork is None]
    marks = dict(zip([run.contender for run in own], marks_of([run.algorithm for run in own]), strict=True))
    for column, name in enumerate(LOSSES, start=1):
        _lines(figure, found, name, column)
        for run, path in zip(trace.boosted, found.paths, strict=True):
            way = path[: at + 1]
            mark = marks[run.contender]
            figure.add_scatter(
                x=finite(way[:, 0]),
                y=finite(way[:, 1]),
                name=run.label,
                legendgroup=run.label,
                showlegend=column == 1,
                mode="lines+markers",
                line={"color": mark.both, "width": 2, "dash": "solid" if run.fork is None else "dot"},
                marker={"symbol": mark.symbol, "size": [6.0] * (len(way) - 1) + [13.0]},
                row=1,
                col=column,
            )
        _least(figure, found, name, column)
    for axis, ranker, values in ((figure.update_xaxes, 0, found.x), (figure.update_yaxes, 1, found.y)):
        axis(range=[float(values[0]), float(values[-1])], zeroline=True)
        text = f"weight of {trace.pool.label(ranker)}"
        axis(title_text=text, **({} if ranker == 0 else {"col": 1}))
    figure.update_layout(hovermode="closest")
    return figure


def _lines(figure: go.Figure, found: theory.Landscape, name: str, column: int) -> None:
    logs = found.logs[name]
    # Dense near the least value, where the ways end: levels of equal shares of the panel.
    levels = np.quantile(logs, np.linspace(0.0, 1.0, LINES))
    places = np.interp(logs, levels, np.arange(LINES))
    figure.add_contour(
        x=finite(found.x),
        y=finite(found.y),
        z=places.tolist(),
        customdata=np.exp(np.clip(logs, None, 600.0)).tolist(),
        hovertemplate="η = (%{x:.3f}, %{y:.3f})<br>" + name + " = %{customdata:.4f}<extra></extra>",
        contours={"coloring": "lines", "start": 0, "end": LINES - 1, "size": 1},
        colorscale=[[0, "#8A8A8A"], [1, "#8A8A8A"]],
        line={"width": 1},
        opacity=0.6,
        showscale=False,
        name=name,
        row=1,
        col=column,
    )


def _least(figure: go.Figure, found: theory.Landscape, name: str, column: int) -> None:
    """Both least points in either panel, the panel's own filled; a sentence where it has none."""
    for other, at in found.least.items():
        if at is None:
            continue
        figure.add_scatter(
            x=[at[0]],
            y=[at[1]],
            name=f"least {other}",
            legendgroup=f"least {other}",
            showlegend=column == 1,
            mode="markers",
            marker={
                "symbol": "star" if other == name else "star-open",
                "size": 15,
                "color": "#B8860B" if other == "F1" else "#7A68C8",
            },
            row=1,
            col=column,
        )
    if found.least[name] is None:
        place = "x" if column == 1 else "x2"
        figure.add_annotation(
            text=f"no finite weights reach the least {name}",
            showarrow=False,
            xref=f"{place} domain",
            yref="y domain",
            x=0.02,
            y=0.02,
            bgcolor="rgba(160, 160, 160, 0.35)",
        )
