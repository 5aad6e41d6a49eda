"""Excess AUC, log–log, every fit a dot: against the sample size with the line whose slope is the power, and against
the positives in samples of one size.
"""

import numpy as np

from rankviz.board.figures.charting import go
from rankviz.board.figures.style import CORRECT, REVERSED, TIED, finite
from rankviz.insight.theory.sampling.distances import Distances
from rankviz.insight.theory.sampling.rates import Balance, Rates

STEPS = "#8250A8"
"""The colour of the error due to the steps."""


def rates(found: Rates) -> go.Figure:
    """Draw the figure. A fit at least as good as the best ranking on the new sample has no dot on a log scale."""
    sizes = found.sizes
    figure = _dots(sizes, found, "m = n = %{x}")
    if np.isfinite(found.slope):
        figure.add_scatter(
            x=finite(sizes),
            y=finite(found.level * sizes.astype(float) ** found.slope),
            mode="lines",
            line={"color": REVERSED, "width": 3, "dash": "dash"},
            name=f"fitted, slope {found.slope:.2f}".replace("-", "−"),
            hoverinfo="skip",
        )
    _promised(figure, found)
    axes(figure, sizes, found.values, "m = n, positives and as many negatives")
    return figure


def balance(found: Balance) -> go.Figure:
    """Draw the figure of samples of one size, in which fewer or more items are positive."""
    figure = _dots(found.positives, found, f"%{{x}} of {found.items}")
    axes(figure, found.positives, found.values, f"positives among {found.items} items")
    return figure


def plot_parts(found: Distances) -> go.Figure:
    """Draw ‖f_T − f_λ‖ of every sample and in the mean, and the means of its two parts, against the sample size."""
    figure, sizes = go.Figure(), found.sizes
    whole = found.distance["whole"]
    spread = np.exp(np.linspace(-0.09, 0.09, whole.shape[1]))
    figure.add_scatter(
        x=finite((sizes[:, None] * spread).ravel()),
        y=finite(whole.ravel()),
        mode="markers",
        marker={"color": TIED, "size": 6, "opacity": 0.55},
        name="one sample",
        hovertemplate="‖f_T − f_λ‖ = %{y:.3f}<extra></extra>",
    )
    lines = (
        ("whole", "‖f_T − f_λ‖", CORRECT, "solid", "diamond"),
        ("sample", "sampling error ‖f_S − f_λ‖", REVERSED, "dash", "circle-open"),
        ("steps", "optimisation error ‖f_T − f_S‖", STEPS, "dash", "x"),
    )
    for name, label, colour, dash, symbol in lines:
        figure.add_scatter(
            x=finite(sizes),
            y=finite(found.distance[name].mean(axis=1)),
            mode="lines+markers",
            line={"color": colour, "width": 3, "dash": dash},
            marker={"size": 11, "symbol": symbol},
            name=f"{label}, slope {found.slope[name]:.2f}".replace("-", "−"),
            hovertemplate="m = n = %{x}: %{y:.3f} on average<extra></extra>",
        )
    power, start = found.setting.promised, float(whole[0].mean())
    if power < 0.0:
        figure.add_scatter(
            x=finite(sizes),
            y=finite(start * (sizes / sizes[0]) ** power),
            mode="lines",
            line={"color": TIED, "width": 3, "dash": "dot"},
            name=f"the theorem's power, slope {power:.2f}".replace("-", "−"),
            hoverinfo="skip",
        )
    every = np.concatenate([each.ravel() for each in found.distance.values()])
    axes(figure, sizes, every, "m = n, positives and as many negatives")
    figure.update_yaxes(title_text="distance in the kernel's space")
    return figure


def _dots(at: np.ndarray, found: Rates | Balance, where: str) -> go.Figure:
    """Draw every fit as a dot and the means, with the middle 90 % of the means of resampled seeds."""
    figure = go.Figure()
    # Seeds are drawn side by side, so that equal values stay visible.
    spread = np.exp(np.linspace(-0.09, 0.09, found.values.shape[1]))
    x, y = (at[:, None] * spread).ravel(), found.values.ravel()
    shown = y > 0.0
    figure.add_scatter(
        x=finite(x[shown]),
        y=finite(y[shown]),
        mode="markers",
        marker={"color": TIED, "size": 6, "opacity": 0.55},
        name="one sample",
        hovertemplate="AUC gap %{y:.4f}<extra></extra>",
    )
    good = found.mean > 0.0
    low = np.maximum(found.low[good], found.mean[good] / 50)
    figure.add_scatter(
        x=finite(at[good]),
        y=finite(found.mean[good]),
        error_y={
            "type": "data",
            "symmetric": False,
            "array": finite(found.high[good] - found.mean[good]),
            "arrayminus": finite(found.mean[good] - low),
            "thickness": 2,
        },
        mode="markers",
        marker={"color": CORRECT, "size": 12, "symbol": "diamond"},
        name="mean",
        hovertemplate=f"{where}<br>mean AUC gap %{{y:.4f}}<extra></extra>",
    )
    return figure


def axes(figure: go.Figure, at: np.ndarray, excess: np.ndarray, title: str) -> None:
    """Make both scales logarithmic: sample sizes `at` (S,), and whole decades around the excess above 0."""
    ticks = [str(size) for size in at.tolist()]
    figure.update_xaxes(type="log", title_text=title, tickvals=at.tolist(), ticktext=ticks)
    figure.update_yaxes(
        type="log",
        title_text="best AUC − AUC",
        dtick=1,
        exponentformat="none",
        range=_decades(excess[excess > 0.0]),
    )
    figure.update_layout(
        height=440,
        margin={"l": 64, "r": 16, "t": 24, "b": 52},
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.0, "x": 0},
    )


def _promised(figure: go.Figure, found: Rates) -> None:
    """Draw the theorem's power as a line from the first mean on, where the theorem applies."""
    power, good = found.setting.promised, np.flatnonzero(found.mean > 0.0)
    if power >= 0.0 or not len(good):
        return
    sizes = found.sizes.astype(float)
    first = good[0]
    figure.add_scatter(
        x=finite(sizes),
        y=finite(found.mean[first] * (sizes / sizes[first]) ** power),
        mode="lines",
        line={"color": TIED, "width": 3, "dash": "dot"},
        name=f"the theorem's power, slope {power:.2f}".replace("-", "−"),
        hoverinfo="skip",
    )


def _decades(values: np.ndarray) -> list[float]:
    """Return the whole powers of ten around positive values, the ends of a log axis, as powers."""
    if not len(values):
        return [-3.0, 0.0]
    low, high = np.log10(values.min()), np.log10(values.max())
    return [float(np.floor(low)), float(max(np.ceil(high), np.floor(low) + 1.0))]
