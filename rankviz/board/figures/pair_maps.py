"""Heat maps of a number for each pair of two sides of items: one style for the Gallery and the drawer."""

from rankviz.board.figures.charting import go

HEAVY, LIGHT = "#D55E00", "#7358B8"
"""Orange and purple, as the stage draws weights above and below the equal share; readable on light and dark."""
NO_HEAVY, NO_LIGHT = "rgba(213,94,0,0)", "rgba(115,88,184,0)"
"""The same, transparent: 0 shows the theme's paper, and a small number a tint, not grey."""
MORE = [[0.0, NO_HEAVY], [1.0, HEAVY]]
LESS_OR_MORE = [[0.0, LIGHT], [0.5, NO_LIGHT], [0.5, NO_HEAVY], [1.0, HEAVY]]
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
