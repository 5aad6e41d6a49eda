"""The distance to the best function, and below it the excess AUC, against the sample size."""

import numpy as np

from rankviz.board.figures.charting import go, make_subplots
from rankviz.board.figures.rates.excess import STEPS
from rankviz.board.figures.style import CORRECT, REVERSED, TIED, finite
from rankviz.engine.number_format import number
from rankviz.insight.theory.sampling.rates import FittedPower
from rankviz.insight.theory.sampling.target import Target


def to_target(found: Target) -> go.Figure:
    """Draw samples as dots, their means with the fitted slope, and the values of the corollary and of λ alone."""
    figure = make_subplots(rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.08, row_heights=[0.55, 0.45])
    sizes = found.distance.sizes
    _samples(figure, found.distance, 1, "‖f_T − f*‖", CORRECT)
    figure.add_scatter(
        x=finite(sizes),
        y=finite(found.penalty),
        mode="lines",
        line={"color": STEPS, "width": 3, "dash": "dash"},
        name="λ alone: ‖f_λ − f*‖",
        hovertemplate="%{y:.3f}<extra>λ alone</extra>",
        row=1,
        col=1,
    )
    figure.add_scatter(
        x=finite(sizes),
        y=finite(found.distance.mean[0] * (sizes / sizes[0]) ** found.power),
        mode="lines",
        line={"color": TIED, "width": 3, "dash": "dot"},
        name=f"the corollary's power, slope {number(found.power, 2)}",
        hoverinfo="skip",
        row=1,
        col=1,
    )
    _samples(figure, found.lacks, 2, "AUC gap", REVERSED)
    above = np.concatenate([found.distance.values.ravel(), found.penalty])
    # One sample may be as good as the best by luck: it would stretch the scale.
    below = np.maximum(found.lacks.values.ravel(), found.lacks.mean.min() / 20.0)
    for row, values, title, steps in (
        (1, above, "‖f_T − f*‖", (1, 2, 5)),
        (2, below, "best AUC − AUC", (1,)),
    ):
        ends = [float(np.log10(values.min())) - 0.1, float(np.log10(values.max())) + 0.1]
        ticks = [step * 10.0**power for power in range(-9, 9) for step in steps]
        ticks = [tick for tick in ticks if ends[0] <= np.log10(tick) <= ends[1]]
        figure.update_yaxes(
            type="log",
            title_text=title,
            tickvals=ticks,
            ticktext=[f"{tick:g}" for tick in ticks],
            range=ends,
            row=row,
            col=1,
        )
    figure.update_xaxes(type="log", tickvals=sizes.tolist(), ticktext=[str(size) for size in sizes.tolist()])
    figure.update_xaxes(title_text="m = n, positives and as many negatives", row=2, col=1)
    figure.update_layout(
        height=560,
        margin={"l": 64, "r": 16, "t": 24, "b": 52},
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.0, "x": 0},
    )
    return figure


def _samples(figure: go.Figure, found: FittedPower, row: int, name: str, colour: str) -> None:
    """Draw every sample as a dot without a legend entry, and the means."""
    spread = np.exp(np.linspace(-0.09, 0.09, found.values.shape[1]))
    x, y = (found.sizes[:, None] * spread).ravel(), found.values.ravel()
    shown = y > 0.0
    figure.add_scatter(
        x=finite(x[shown]),
        y=finite(y[shown]),
        mode="markers",
        marker={"color": TIED, "size": 6, "opacity": 0.55},
        name="one sample",
        showlegend=row == 1,
        hovertemplate=f"{name} %{{y:.4f}}<extra></extra>",
        row=row,
        col=1,
    )
    figure.add_scatter(
        x=finite(found.sizes),
        y=finite(found.mean),
        mode="lines+markers",
        line={"color": colour, "width": 3},
        marker={"size": 11, "symbol": "diamond"},
        name=f"{name}, slope {number(found.slope, 2)}",
        hovertemplate=f"m = n = %{{x}}: {name} %{{y:.4f}} on average<extra></extra>",
        row=row,
        col=1,
    )
