"""Heat maps of a number for each pair of two sides of items: one style for the Gallery and the drawer."""

import plotly.graph_objects as go

from rankviz.board.figures.style import CORRECT, REVERSED

CLEAR_BLUE, CLEAR_ORANGE = "rgba(42,143,208,0)", "rgba(213,94,0,0)"
"""CORRECT and REVERSED, transparent: 0 shows the theme's paper, and a small number a tint, not grey."""
MORE = [[0.0, CLEAR_BLUE], [1.0, CORRECT]]
LESS_OR_MORE = [[0.0, REVERSED], [0.5, CLEAR_ORANGE], [0.5, CLEAR_BLUE], [1.0, CORRECT]]
"""Colour scales from 0 up, and around 0."""


def frame(figure: go.Figure, shape: tuple[int, int], row: int, column: int) -> None:
    """Draw a plain frame around the map (rows, columns of `shape`) at this place, its first row on top."""
    look = {
        "showticklabels": False,
        "ticks": "",
        "showgrid": False,
        "zeroline": False,
        "mirror": True,
        "linecolor": "#888888",
    }
    figure.update_xaxes(look, range=[-0.5, shape[1] - 0.5], row=row, col=column)
    figure.update_yaxes(look, range=[shape[0] - 0.5, -0.5], row=row, col=column)
    figure.update_layout(margin_pad=0)  # a theme's pad would separate the map from its frame
