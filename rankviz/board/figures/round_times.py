"""The cost of each round of a run (RB+ Figure 1): processor time above, candidates compared below."""

from collections.abc import Sequence

import numpy as np

from rankviz.board.figures.charting import go
from rankviz.board.figures.style import finite, panels
from rankviz.engine.algorithms.contenders import marks_of
from rankviz.engine.runs.round_times import RoundTimes

STEPS = [digit * 10.0**power for power in range(-4, 6) for digit in (1, 2, 5)]
"""Ticks of milliseconds. Plotly would write 0.05 as a bare 5."""


def round_times(found: Sequence[RoundTimes], at: int) -> go.Figure:
    """Draw milliseconds and candidates by round, a colour for each run; `at`, and the round that fixes S, marked."""
    figure = panels(
        [""], rows=2, height=460, shared_xaxes=True, row_heights=[0.62, 0.38], vertical_spacing=0.06
    )
    for run, mark in zip(found, marks_of([run.algorithm for run in found]), strict=True):
        rounds = list(range(1, len(run.ms) + 1))
        for row, values, shape, hover in (
            (1, run.ms, "linear", "%{y:.3f} ms"),
            (2, run.compared, "hv", "%{y} candidates"),
        ):
            figure.add_scatter(
                x=rounds, y=finite(values), name=run.label, legendgroup=run.label, showlegend=row == 1,
                mode="lines", line={"color": mark.both, "width": 2.0, "shape": shape}, hovertemplate=hover,
                row=row, col=1,
            )  # fmt: skip
        if run.fixed_from is not None:
            figure.add_vline(
                x=run.fixed_from, line={"color": mark.both, "width": 1.4, "dash": "dash"},
                annotation_text="no new rankers", annotation_position="top right", row=1, col=1,
            )  # fmt: skip
    times = np.concatenate([run.ms for run in found])
    ticks = [t for t in STEPS if times.min() / 2 <= t <= 2 * times.max()]
    if at:
        figure.add_vline(x=at, line={"color": "#888888", "width": 1, "dash": "dot"})
    figure.update_layout(hovermode="x", margin={"t": 72}, legend={"y": 1.02})  # below Plotly's tool bar
    figure.update_xaxes(title_text="round", row=2, col=1)
    figure.update_yaxes(
        title_text="ms per round",
        type="log",
        tickvals=ticks,
        ticktext=[f"{tick:g}" for tick in ticks],
        row=1,
        col=1,
    )
    figure.update_yaxes(title_text="candidates", rangemode="tozero", row=2, col=1)
    return figure
