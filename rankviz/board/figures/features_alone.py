"""The ranking quality of each single feature: concordance as bars from ½, the best rankers first."""

from collections.abc import Sequence

import numpy as np

from rankviz.board.figures.charting import go
from rankviz.board.figures.style import CORRECT, REVERSED, panels
from rankviz.engine.errors import shortened
from rankviz.engine.metrics.by_feature import concordance

MAX_FEATURES = 25
"""The number of features drawn: those furthest from ½."""


def features_alone(names: Sequence[str], shares: np.ndarray, missing: np.ndarray) -> go.Figure:
    """Draw a bar for each feature from ½ to its concordance; below ½ the feature ranks better in reverse.

    `shares` (d, 3) as `metrics.by_feature.shares` gives them, `missing` (d,) the share of values that are missing.
    """
    value = concordance(shares)
    chosen = np.argsort(-np.abs(value - 0.5), kind="stable")[:MAX_FEATURES]
    labels = [_label(names[j], missing[j]) for j in chosen]
    figure = panels([""], height=110 + 24 * len(chosen))
    figure.add_bar(
        x=[float(value[j] - 0.5) for j in chosen],
        y=list(range(len(chosen))),
        base=0.5,
        orientation="h",
        marker={"color": [CORRECT if value[j] >= 0.5 else REVERSED for j in chosen]},
        text=[f"{value[j]:.3f}" for j in chosen],
        textposition="outside",
        textfont={"size": 12},
        cliponaxis=False,
        customdata=[[*map(float, shares[j]), float(missing[j])] for j in chosen],
        hovertemplate="correct %{customdata[0]:.1%}, tied %{customdata[1]:.1%}, reversed %{customdata[2]:.1%}"
        "<br>missing %{customdata[3]:.1%}<extra>%{y}</extra>",
    )
    figure.add_vline(x=0.5, line={"color": "#888888", "width": 1.5})
    figure.update_xaxes(range=_range(value[chosen]), title_text="concordance (½ is chance)")
    figure.update_yaxes(
        autorange="reversed", tickvals=list(range(len(chosen))), ticktext=labels, automargin=True
    )
    figure.update_layout(hovermode="closest", margin={"t": 8}, showlegend=False)
    return figure


def _range(values: np.ndarray) -> list[float]:
    """Return the range from lowest to highest with ½, and room for a number at either end that has a bar."""
    low, high = min(float(values.min()), 0.5), max(float(values.max()), 0.5)
    room = 0.22 * max(high - low, 0.1)
    return [low - (room if low < 0.5 else room / 4), high + room]


def _label(name: str, missing: float) -> str:
    gap = f" ({missing:.0%} missing)" if missing >= 0.005 else " (few missing)" if missing else ""
    return shortened(name, 28) + gap
