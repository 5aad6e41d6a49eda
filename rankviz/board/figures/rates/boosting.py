"""The excess ranking risk of boosting against the sample size: the means, their band, and the fitted slopes."""

import numpy as np

from rankviz.board.figures.charting import go
from rankviz.board.figures.rates.excess import axes
from rankviz.board.figures.style import finite
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.number_format import number
from rankviz.insight.theory.sampling.boosting import COMPARED, BoostingRates


def boosting(found: BoostingRates) -> go.Figure:
    """Draw the figure; a band is the middle 90 % of the means of resampled seeds."""
    figure = go.Figure()
    every = []
    for name in COMPARED:
        of, label, mark = found.of[name], ALGORITHMS[name].label, ALGORITHMS[name].mark
        good = of.mean > 0.0
        sizes, mean = of.sizes[good], of.mean[good]
        low, high = np.maximum(of.low[good], mean / 50), of.high[good]
        every += [low, high]
        red, green, blue = (int(mark.both[k : k + 2], 16) for k in (1, 3, 5))
        figure.add_scatter(
            x=finite(np.concatenate([sizes, sizes[::-1]])),
            y=finite(np.concatenate([high, low[::-1]])),
            mode="lines",
            fill="toself",
            fillcolor=f"rgba({red},{green},{blue},0.18)",
            line={"width": 0},
            hoverinfo="skip",
            showlegend=False,
            name=f"{label}, band",
        )
        figure.add_scatter(
            x=finite(sizes),
            y=finite(mean),
            mode="lines+markers",
            line={"color": mark.both, "width": 3},
            marker={"size": 10, "symbol": mark.symbol},
            name=f"{label}, slope {number(of.slope, 2)}",
            hovertemplate=f"{label}, m = n = %{{x}}: R̂2 is %{{y:.4f}} too large on average<extra></extra>",
        )
    axes(figure, found.sizes, np.concatenate(every), "m = n, positives and as many negatives")
    figure.update_yaxes(title_text="R̂2 − the lowest possible R̂2")
    return figure
