"""The small figure beside a claim's evidence: its lines over one slider, and where the slider stands."""

from __future__ import annotations

import plotly.graph_objects as go

from rankviz.claims import Curve
from rankviz.figures.style import CURVES


def draw(curve: Curve) -> go.Figure:
    """The figure; the lines at the slider's value carry a dot."""
    figure = go.Figure()
    for name, key, values in curve.lines:
        _, colour, dash = CURVES[key]
        figure.add_scatter(
            x=curve.x, y=values, name=name, mode="lines", line={"color": colour, "dash": dash, "width": 2}
        )
        at = curve.x.index(curve.at)
        figure.add_scatter(
            x=[curve.at],
            y=[values[at]],
            mode="markers",
            marker={"color": colour, "size": 9},
            hoverinfo="skip",
            showlegend=False,
        )
    figure.add_vline(x=curve.at, line={"color": "#888888", "width": 1, "dash": "dot"})
    figure.update_layout(
        title={"text": curve.title, "font": {"size": 14}, "x": 0, "xanchor": "left"},
        height=240,
        margin={"l": 44, "r": 8, "t": 56, "b": 40},
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.0, "x": 0},
        hovermode="x unified",
    )
    figure.update_xaxes(title_text=curve.x_label, title_standoff=4)
    return figure


def alt(curve: Curve) -> str:
    """The figure in words."""
    at = curve.x.index(curve.at)
    values = ", ".join(f"{name} {line[at]:.4f}" for name, _, line in curve.lines)
    return f"{curve.title}; at {curve.x_label} = {curve.at:g}: {values}"
