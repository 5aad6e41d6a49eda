"""The ensemble after a round: the weight each weak ranker has gathered, signed."""

import math

import numpy as np
import plotly.graph_objects as go

from rankviz.figures.style import CORRECT, REVERSED, panels
from rankviz.runs.trace import BoostedRun, Trace

MAX_RANKERS = 25


def ensemble(trace: Trace, at: int) -> go.Figure:
    """Draw cumulative weights after round `at`, the largest first, at most 25 per algorithm; ×k says picked k times."""
    figure = panels([run.label for run in trace.boosted], height=560, shared_y=False)
    for column, run in enumerate(trace.boosted, start=1):
        rows = sorted(_members(trace, run, min(at, run.n_rounds)), key=lambda row: -abs(row[1]))[
            :MAX_RANKERS
        ][::-1]
        figure.add_bar(
            x=[weight for _, weight, _ in rows],
            y=[f"{name} ×{picks}" if picks > 1 else name for name, _, picks in rows],
            orientation="h",
            marker={"color": [CORRECT if weight >= 0 else REVERSED for _, weight, _ in rows]},
            name="weight",
            showlegend=False,
            row=1,
            col=column,
        )
    figure.update_layout(hovermode="closest")
    figure.update_xaxes(title_text="weight in the ensemble", zeroline=True)
    figure.update_yaxes(automargin=True)
    return figure


def _members(trace: Trace, run: BoostedRun, t: int) -> list[tuple[str, float, int]]:
    """Return (label, weight, times picked) of each ranker in the ensemble; an infinite weight is drawn as ±1, alone."""
    rankers, picks = np.unique(run.ranker[:t], return_counts=True)
    times = dict(zip(rankers.tolist(), picks.tolist(), strict=True))
    rows = []
    for ranker, weight in run.weights_at(t).items():
        infinite = math.isinf(weight)
        label = trace.pool.label(ranker) + (" (∞)" if infinite else "")
        rows.append((label, math.copysign(1.0, weight) if infinite else weight, times[ranker]))
    return rows
