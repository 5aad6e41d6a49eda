"""Maps next to a claim's figure: a number for each pair of items, the signed ones on one scale."""

import plotly.graph_objects as go

from rankviz.insight.claims.claim import Map
from rankviz.lab.figures.pair_maps import LESS_OR_MORE, MORE, frame
from rankviz.lab.figures.style import panels

HEIGHT = 240


def draw(maps: tuple[Map, ...]) -> go.Figure:
    """Draw a column for each map; its rows and columns are those of its values."""
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
            hovertemplate=f"%{{z:.3g}}{each.unit}<extra></extra>",
            row=1,
            col=column,
        )
        frame(drawn, (len(each.values), len(each.values[0])), 1, column)
    drawn.update_annotations(font_size=11, yshift=4)
    drawn.update_layout(margin={"l": 8, "r": 8, "t": 34, "b": 8}, hovermode="closest")
    return drawn


def alt(maps: tuple[Map, ...]) -> str:
    """Return the largest number of each map, in words."""
    largest = (max(abs(value) for row in each.values for value in row) for each in maps)
    return (
        "; ".join(
            f"{each.title}: up to {most:.2g}{each.unit}" for each, most in zip(maps, largest, strict=True)
        )
        + "."
    )
