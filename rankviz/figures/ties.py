"""The shares of the weight that the chosen ranker orders correctly, ties and reverses, round by round."""

import plotly.graph_objects as go

from rankviz.figures.style import CORRECT, REVERSED, TIED, finite, panels
from rankviz.runs.trace import Trace


def ties(trace: Trace, *, at: int | None = None) -> go.Figure:
    """Draw ε⁺, ε⁰, ε⁻ stacked to 1 (top row) and the tie factor (bottom row)."""
    figure = panels(
        [run.label for run in trace.boosted], rows=2, height=480, row_heights=[0.7, 0.3], shared_xaxes=True
    )
    for column, run in enumerate(trace.boosted, start=1):
        rounds = list(range(1, run.n_rounds + 1))
        shares = (
            ("ε⁺ correct", run.eps_correct, CORRECT, ""),
            ("ε⁰ tied", run.eps_tied, TIED, "/"),
            ("ε⁻ reversed", run.eps_reversed, REVERSED, "x"),
        )
        for name, values, colour, pattern in shares:
            figure.add_bar(
                x=rounds,
                y=finite(values),
                name=name,
                legendgroup=name,
                showlegend=column == 1,
                marker={"color": colour, "pattern": {"shape": pattern, "size": 4}, "line": {"width": 0}},
                row=1,
                col=column,
            )
        figure.add_scatter(
            x=rounds,
            y=finite(run.tie_factor),
            name="factor on tied pairs",
            legendgroup="factor",
            showlegend=column == 1,
            line={"color": "#666666", "width": 2, "shape": "hv"},
            row=2,
            col=column,
        )
    if at:
        figure.add_vline(x=at, line={"color": "#888888", "width": 1, "dash": "dot"})
    figure.update_yaxes(range=[0, 1], row=1)
    figure.update_yaxes(title_text="share of weight", row=1, col=1)
    figure.update_yaxes(title_text="tie factor", row=2, col=1)
    figure.update_xaxes(title_text="round", row=2)
    return figure
