"""The effect of a branch: its errors and losses minus those of the run it left, over the rounds."""

import numpy as np

from rankviz.board.figures.charting import go
from rankviz.board.figures.style import finite, panels
from rankviz.engine.runs.quantities import QUANTITIES
from rankviz.engine.runs.trace import Run, Trace

SHOWN = ("r2", "r2_holdout", "e1", "e2")


def difference(trace: Trace, branch: Run, at: int | None = None) -> go.Figure:
    """Draw the branch minus the greedy run of the same algorithm; below 0 the branch is better. `at` is marked."""
    greedy = trace.run(branch.algorithm)
    last = min(greedy.n_rounds, branch.n_rounds)
    figure = panels(["Branch minus original run: below 0 the branch is better"], height=320)
    for name in SHOWN:
        with np.errstate(invalid="ignore"):  # infinite minus infinite
            values = branch.metrics[name][: last + 1] - greedy.metrics[name][: last + 1]
        if np.isfinite(values).any():
            drawn = QUANTITIES[name]
            figure.add_scatter(
                x=list(range(last + 1)),
                y=finite(values),
                name=drawn.symbol,
                line={"color": drawn.colour, "dash": drawn.dash, "width": 2},
            )
    figure.add_hline(y=0, line={"color": "#888888", "width": 1})
    if at is not None:
        figure.add_vline(x=at, line={"color": "#888888", "width": 1, "dash": "dot"})
    figure.update_xaxes(title_text="round")
    return figure
