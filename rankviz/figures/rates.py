"""Excess AUC against the sample size, log–log: every fit a dot, their means, and the line whose slope is the power."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from rankviz.figures.style import CORRECT, REVERSED, TIED, finite
from rankviz.theory.rates import Rates, promised_power


def rates(found: Rates) -> go.Figure:
    """The figure. A fit that orders the fresh sample at least as well as the best ranking has no dot on a log scale."""
    figure = go.Figure()
    sizes, seeds = found.sizes, found.excess.shape[1]
    # Seeds stand side by side, so that equal values stay apart.
    spread = np.exp(np.linspace(-0.09, 0.09, seeds))
    x, y = (sizes[:, None] * spread).ravel(), found.excess.ravel()
    shown = y > 0.0
    figure.add_scatter(
        x=finite(x[shown]),
        y=finite(y[shown]),
        mode="markers",
        marker={"color": TIED, "size": 6, "opacity": 0.55},
        name="one sample",
        hovertemplate="AUC lacks %{y:.4f}<extra></extra>",
    )
    good = found.mean > 0.0
    low = np.maximum(found.low[good], found.mean[good] / 50)
    figure.add_scatter(
        x=finite(sizes[good]),
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
        hovertemplate="m = n = %{x}<br>AUC lacks %{y:.4f} in the mean<extra></extra>",
    )
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
    ticks = [str(size) for size in sizes.tolist()]
    figure.update_xaxes(
        type="log",
        title_text="m = n, positives and as many negatives",
        tickvals=sizes.tolist(),
        ticktext=ticks,
    )
    figure.update_yaxes(
        type="log", title_text="best AUC − AUC", dtick=1, exponentformat="none", range=_decades(y[shown])
    )
    figure.update_layout(
        height=440,
        margin={"l": 64, "r": 16, "t": 24, "b": 52},
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.0, "x": 0},
    )
    return figure


def _promised(figure: go.Figure, found: Rates) -> None:
    """The theorem's power as a line from the first mean on, where it promises anything."""
    power, good = promised_power(found.setting), np.flatnonzero(found.mean > 0.0)
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
    """Whole powers of ten around positive values: the ends of a log axis, as powers."""
    if not len(values):
        return [-3.0, 0.0]
    low, high = np.log10(values.min()), np.log10(values.max())
    return [float(np.floor(low)), float(max(np.ceil(high), np.floor(low) + 1.0))]
