"""The style of all figures: colours that everyone can distinguish, a plain layout, nothing that needs a network."""

from collections.abc import Sequence

import numpy as np

from rankviz.board.figures.charting import go, make_subplots

CORRECT, TIED, REVERSED = "#2A8FD0", "#A8A8A8", "#D55E00"
"""Blue, grey and vermilion, close to the Okabe–Ito palette and readable on light and dark: correct, tied, reversed."""


def panels(
    titles: Sequence[str], *, rows: int = 1, height: int = 380, shared_y: bool = True, **options: object
) -> go.Figure:
    """Return an empty figure with one column for each title."""
    figure = make_subplots(
        rows=rows,
        cols=len(titles),
        column_titles=list(titles),
        shared_yaxes=shared_y,
        horizontal_spacing=0.04 if shared_y else 0.1,  # room for the numbers of each scale
        **options,
    )
    figure.update_layout(
        height=height,
        margin={"l": 56, "r": 16, "t": 48, "b": 48},
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.1, "x": 0},
        hovermode="x unified",
        barmode="relative",
        bargap=0.1,
    )
    return figure


def finite(values: np.ndarray) -> list[float | None]:
    """Return the values as plain numbers, None for those that are not finite."""
    return [float(v) if np.isfinite(v) else None for v in np.asarray(values, dtype=float)]
