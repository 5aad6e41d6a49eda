"""Losses and bounds over the rounds, one panel per algorithm."""

import numpy as np
import plotly.graph_objects as go

from rankviz.figures.style import finite, from_log, panels
from rankviz.marks import CURVES
from rankviz.runs.trace import Run, Trace


def loss_curves(trace: Trace, *, log: bool = False, at: int | None = None) -> go.Figure:
    """Draw R̂1, R̂2, Ê1, Ê2, the algorithm's bound and the held-out errors; round `at` is marked.

    On a logarithmic scale a loss of zero has no place and the curve ends there.
    """
    figure = panels([run.label for run in trace.runs], height=420)
    for column, run in enumerate(trace.runs, start=1):
        rounds = list(range(run.n_rounds + 1))
        for name, (symbol, colour, dash) in CURVES.items():
            values = _curve(run, name)
            if values is None or not np.isfinite(values).any():
                continue
            if log:
                values = np.where(values > 0, values, np.nan)
            figure.add_scatter(
                x=rounds,
                y=finite(values),
                name=symbol,
                legendgroup=name,
                showlegend=column == 1,
                line={"color": colour, "dash": dash, "width": 2},
                row=1,
                col=column,
            )
    if at is not None:
        figure.add_vline(x=at, line={"color": "#888888", "width": 1, "dash": "dot"})
    figure.update_xaxes(title_text="round")
    figure.update_yaxes(type="log" if log else "linear", exponentformat="power")
    if not log:
        figure.update_yaxes(range=[0, _top(trace)])
    return figure


def _curve(run: Run, name: str) -> np.ndarray | None:
    """Return one curve of a run on its natural scale, or None when the run lacks the curve."""
    if name in ("e1", "e2", "bound"):
        values = run.metrics.get(f"log_{name}")
        return None if values is None else from_log(values)
    return run.metrics.get(name)


def _top(trace: Trace) -> float:
    """Return the top of a linear scale: values near 1 stay readable when one curve diverges."""
    tops = [1.05]
    for run in trace.runs:
        for name in CURVES:
            values = _curve(run, name)
            if values is not None and np.isfinite(values).any():
                tops.append(float(np.nanmax(values)))
    return min(max(tops) * 1.02, 3.0)
