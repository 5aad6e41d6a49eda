"""The effect of a branch: its errors and losses minus those of the run it left, over the rounds."""

import numpy as np
import plotly.graph_objects as go

from rankviz.engine.marks import CURVES
from rankviz.engine.runs.trace import Run, Trace
from rankviz.lab.figures.style import finite, from_log, panels

SHOWN = {"r2": "R̂2", "r2_holdout": "R̂2 held out", "e1": "Ê1", "e2": "Ê2"}


def difference(trace: Trace, branch: Run, at: int | None = None) -> go.Figure:
    """Draw the branch minus the greedy run of the same algorithm; below 0 the branch is better. `at` is marked."""
    greedy = trace.run(branch.algorithm)
    last = min(greedy.n_rounds, branch.n_rounds)
    figure = panels(["Branch minus original run: below 0 the branch is better"], height=320)
    for name, symbol in SHOWN.items():
        values = _values(branch, name)[: last + 1] - _values(greedy, name)[: last + 1]
        if np.isfinite(values).any():
            _, colour, dash = CURVES[name]
            figure.add_scatter(
                x=list(range(last + 1)),
                y=finite(values),
                name=symbol,
                line={"color": colour, "dash": dash, "width": 2},
            )
    figure.add_hline(y=0, line={"color": "#888888", "width": 1})
    if at is not None:
        figure.add_vline(x=at, line={"color": "#888888", "width": 1, "dash": "dot"})
    figure.update_xaxes(title_text="round")
    return figure


def _values(run: Run, name: str) -> np.ndarray:
    logs = run.metrics.get(f"log_{name}")
    return run.metrics[name] if logs is None else from_log(logs)
