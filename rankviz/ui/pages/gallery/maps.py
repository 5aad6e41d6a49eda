"""Maps beside a claim's figure: a number for each pair of items, the signed ones on one scale."""

from __future__ import annotations

import plotly.graph_objects as go

from rankviz.claims.claim import Map
from rankviz.figures.style import CORRECT, REVERSED, panels

HEIGHT = 240
CLEAR_BLUE, CLEAR_ORANGE = "rgba(42,143,208,0)", "rgba(213,94,0,0)"
"""CORRECT and REVERSED as nothing: 0 is the theme's paper, and a small number a tint, not grey."""
MORE = [[0.0, CLEAR_BLUE], [1.0, CORRECT]]
LESS_OR_MORE = [[0.0, REVERSED], [0.5, CLEAR_ORANGE], [0.5, CLEAR_BLUE], [1.0, CORRECT]]


def draw(maps: tuple[Map, ...]) -> go.Figure:
    """A column for each map; rows and columns are those of its values."""
    drawn = panels([each.title for each in maps], height=HEIGHT, shared_y=False)
    most = max(
        (abs(value) for each in maps if each.signed for row in each.values for value in row), default=1.0
    )
    for column, each in enumerate(maps, 1):
        drawn.add_heatmap(
            z=each.values,
            colorscale=LESS_OR_MORE if each.signed else MORE,
            zmin=-most if each.signed else 0,
            zmax=most if each.signed else None,
            showscale=False,
            hovertemplate="%{z:.3g}/m<extra></extra>",
            row=1,
            col=column,
        )
        frame = {
            "showticklabels": False,
            "ticks": "",
            "showgrid": False,
            "zeroline": False,
            "mirror": True,
            "linecolor": "#888888",
        }
        drawn.update_xaxes(frame, range=[-0.5, len(each.values[0]) - 0.5], row=1, col=column)
        drawn.update_yaxes(frame, range=[len(each.values) - 0.5, -0.5], row=1, col=column)
    drawn.update_annotations(font_size=11, yshift=4)
    drawn.update_layout(margin={"l": 8, "r": 8, "t": 34, "b": 8}, hovermode="closest")
    return drawn


def alt(maps: tuple[Map, ...]) -> str:
    """The largest number of each, in words."""
    largest = (max(abs(value) for row in each.values for value in row) for each in maps)
    return (
        "; ".join(f"{each.title}: up to {most:.2g}/m" for each, most in zip(maps, largest, strict=True)) + "."
    )
