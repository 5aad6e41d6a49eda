"""The distribution of the pair margins at one round, and the least margin over the rounds."""

import numpy as np
import plotly.graph_objects as go

from rankviz.figures.style import CORRECT, REVERSED, TIED, finite, panels
from rankviz.runs.trace import BoostedRun, Trace

BINS = 41
"""An odd number, so that the ties at 0 have their bar."""


def pair_margins(trace: Trace, run: BoostedRun, t: int) -> np.ndarray:
    """Return (m,) pair scores after round t over ‖η‖₁, the sum of absolute weights; 0 without weights."""
    scores, pairs = trace.scores(run, t), trace.problem.pairs
    weights = np.array(list(run.weights_at(t).values()))
    norm = 1.0 if np.isinf(weights).any() else float(np.abs(weights).sum())
    return (scores[pairs[:, 0]] - scores[pairs[:, 1]]) / (norm if norm > 0 else 1.0)


def margins(trace: Trace, at: int) -> go.Figure:
    """Draw the share of pairs by normalised margin after round `at`, the least one marked (top), and the
    least margin over the rounds (bottom)."""
    figure = panels(
        [run.label for run in trace.boosted],
        rows=2,
        height=520,
        row_heights=[0.6, 0.4],
        vertical_spacing=0.18,
    )
    edges = np.linspace(-1, 1, BINS + 1) * BINS / (BINS - 1)
    for column, run in enumerate(trace.boosted, start=1):
        t = min(at, run.n_rounds)
        values = pair_margins(trace, run, t)
        counts, _ = np.histogram(values, edges)
        middles = (edges[1:] + edges[:-1]) / 2
        figure.add_bar(
            x=finite(middles),
            y=finite(counts / max(len(values), 1)),
            width=float(edges[1] - edges[0]),
            marker={"color": [_colour(m) for m in middles]},
            name="share of pairs",
            showlegend=False,
            row=1,
            col=column,
        )
        least = float(values.min()) if len(values) else 0.0
        figure.add_vline(x=least, line={"color": REVERSED, "width": 2, "dash": "dash"}, row=1, col=column)
        for name, symbol, dash in (
            ("margin", "smallest margin", "solid"),
            ("smooth_margin", "smooth margin", "dot"),
        ):
            figure.add_scatter(
                x=list(range(run.n_rounds + 1)),
                y=finite(run.metrics[name]),
                name=symbol,
                legendgroup=name,
                showlegend=column == 1,
                line={"color": CORRECT, "dash": dash, "width": 2},
                row=2,
                col=column,
            )
    figure.update_xaxes(title_text="normalised margin", range=[-1.06, 1.06], row=1)
    figure.update_xaxes(title_text="round", row=2)
    figure.update_yaxes(title_text="share of pairs", row=1, col=1)
    figure.update_yaxes(title_text="margin", row=2, col=1)
    return figure


def _colour(margin: float) -> str:
    if abs(margin) < 1 / BINS:
        return TIED
    return CORRECT if margin > 0 else REVERSED
