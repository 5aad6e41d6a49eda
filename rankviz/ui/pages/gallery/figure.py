"""The figure of a claim: lines, points and levels, the slider's place, and where the claim holds and fails.

For an option that is not on the figure's axis a strip with a cell for each value shows where the claim holds.
"""

import math
from html import escape

from rankviz.board.figures.charting import go
from rankviz.board.figures.pair_maps import LESS_OR_MORE, MORE, frame
from rankviz.board.figures.style import panels
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.runs.quantities import QUANTITIES
from rankviz.insight.claims import Curve, Figure, Sweep
from rankviz.insight.claims.claim import Map
from rankviz.ui.pages.gallery.in_words import drawable
from rankviz.ui.pages.gallery.level_names import Frame, LevelName, level_names

HOLDS, FAILS, GREY = "#178A94", "#D55E00", "#888888"
HEIGHT, MAPS_HEIGHT = 280, 240
ABOVE, BELOW = 74, 44
"""Margins of the figure."""
WIDTH = 640.0
"""Of the axes, at which the names of levels are placed."""


def draw(figure: Figure, sweep: Sweep | None) -> go.Figure:
    """Draw the figure; a sweep over its x-axis is shaded."""
    drawn = go.Figure()
    for line in figure.lines:
        drawn.add_scatter(**_trace(line, figure))
    for name in level_names(figure, _frame(figure, sweep)):
        _level(drawn, figure, name)
    if sweep is not None and sweep.on_axis:
        _shade(drawn, sweep)
    if figure.at is not None:
        drawn.add_vline(x=figure.at, line={"color": GREY, "width": 1.5, "dash": "dot"})
    drawn.update_layout(
        title={
            "text": figure.title,
            "font": {"size": 14},
            "x": 0,
            "xanchor": "left",
            "y": 0.985,
            "yanchor": "top",
        },
        height=HEIGHT,
        margin={"l": 52, "r": 8, "t": ABOVE, "b": BELOW},
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.1, "x": 0, "font": {"size": 12}},
        showlegend=True,
        hovermode="closest" if any(line.kind == "points" for line in figure.lines) else "x unified",
    )
    drawn.update_xaxes(title_text=figure.x_label, title_standoff=10, zeroline=False)
    drawn.update_yaxes(title_text=figure.y_label, title_standoff=10, zeroline=False, range=figure.range)
    if figure.log:
        drawn.update_yaxes(type="log", exponentformat="power", dtick=_decades_a_tick(figure))
    return drawn


def _decades_a_tick(figure: Figure) -> int:
    """Return the decades per tick that give about five ticks."""
    heights = [y for line in figure.lines for y in line.y] + [height for _, height in figure.levels]
    logs = [math.log10(height) for height in heights if drawable(height, figure)]
    return max(1, round((max(logs) - min(logs)) / 5)) if logs else 1


def _trace(line: Curve, figure: Figure) -> dict[str, object]:
    colour = (
        ALGORITHMS[line.colour].mark.both if line.colour in ALGORITHMS else QUANTITIES[line.colour].colour
    )
    points = line.kind == "points"
    return {
        "x": line.x,
        "y": [y if drawable(y, figure) else None for y in line.y],
        "name": line.name,
        "mode": "markers" if points else "lines",
        "line": {"color": colour, "width": 2.2, "dash": "dash" if line.kind == "dash" else "solid"},
        "marker": {"color": colour, "size": 6},
    }


def _frame(figure: Figure, sweep: Sweep | None) -> Frame:
    """Return about what Plotly makes of the axes, on a wide screen."""
    xs = [x for line in figure.lines for x in line.x] + ([] if figure.at is None else [figure.at])
    xs += sweep.values if sweep is not None and sweep.on_axis else ()
    heights = [y for line in figure.lines for y in line.y] + [height for _, height in figure.levels]
    ys = [math.log10(y) if figure.log else y for y in heights if drawable(y, figure)]
    room = 0.05 * (max(ys) - min(ys)) or 1.0
    low, high = figure.range or (min(ys) - room, max(ys) + room)
    return Frame(WIDTH, HEIGHT - ABOVE - BELOW, (min(xs), max(max(xs), min(xs) + 1e-9)), (low, high))


def _level(drawn: go.Figure, figure: Figure, name: LevelName) -> None:
    """Draw a horizontal line with its name."""
    drawn.add_hline(y=name.level, line={"color": GREY, "width": 1.5, "dash": "dash"})
    drawn.add_annotation(
        xref="paper",
        x=name.place,
        xanchor={"start": "left", "middle": "center", "end": "right"}[name.anchor],
        y=math.log10(name.level) if figure.log else name.level,
        yanchor="bottom" if name.above else "top",
        text=name.text,
        showarrow=False,
        font={"size": 12},
    )


def _shade(drawn: go.Figure, sweep: Sweep) -> None:
    """Draw bands that reach half-way to the neighbouring values, with a word where there is room."""
    values = sweep.values
    width = values[-1] - values[0] or 1.0
    edges = {
        v: ((a + v) / 2, (v + b) / 2)
        for a, v, b in zip((values[0], *values), values, (*values[1:], values[-1]), strict=False)
    }
    for first, last, holds in sweep.spans():
        left, right = edges[first][0], edges[last][1]
        colour, word = (HOLDS, "holds") if holds else (FAILS, "fails")
        drawn.add_vrect(x0=left, x1=right, fillcolor=colour, opacity=0.13, line_width=0, layer="below")
        if right - left > 0.1 * width:
            drawn.add_annotation(
                x=(left + right) / 2,
                yref="paper",
                y=1,
                yanchor="bottom",
                text=word,
                showarrow=False,
                font={"size": 12},
            )


def strip(sweep: Sweep, caption: str) -> str:
    """Return the strip as HTML under its caption; the chosen value, or the nearest one tried, is framed."""
    nearest = min(sweep.values, key=lambda value: abs(value - sweep.at))
    cells = "".join(
        f'<i class="{"rv-holds" if holds else "rv-fails"}{" rv-here" if value == nearest else ""}">{value:g}</i>'
        for value, holds in zip(sweep.values, sweep.holds, strict=True)
    )
    caption = escape(caption, quote=True)
    return (
        f'<div class="rv-strip"><span>{caption}</span>'
        f'<div role="img" aria-label="{caption}">{cells}</div></div>'
    )


def draw_maps(maps: tuple[Map, ...]) -> go.Figure:
    """Draw a column for each map; its rows and columns are those of its values."""
    drawn = panels([each.title for each in maps], height=MAPS_HEIGHT, shared_y=False)
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


def maps_in_words(maps: tuple[Map, ...]) -> str:
    """Return the largest number of each map, in words."""
    largest = (max(abs(value) for row in each.values for value in row) for each in maps)
    return (
        "; ".join(
            f"{each.title}: up to {most:.2g}{each.unit}" for each, most in zip(maps, largest, strict=True)
        )
        + "."
    )
