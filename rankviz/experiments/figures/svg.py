"""A drawing as SVG: real text in a font that every system has, plain hex colours, the same bytes each time."""

import html
import itertools
from collections.abc import Sequence

from rankviz.experiments.figures.drawing import (
    INK,
    QUIET,
    RULE,
    Area,
    Drawing,
    Line,
    Marks,
    Part,
    Words,
)
from rankviz.experiments.figures.drawing import corners as corners_of
from rankviz.marks import CORNERS, Point

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
DARK = {INK: "#E9EEF1", QUIET: "#A9B4BD", RULE: "#35434E"}
"""Colours and their replacements on a dark page; the algorithms' colours serve both."""


def write(drawing: Drawing, *, themed: bool = False) -> str:
    """Return the SVG; with `themed`, one that follows the colour scheme of its page."""
    scheme = ' style="color-scheme:light dark"' if themed else ""
    body = "".join(_part(part, themed) for part in drawing.parts)
    size = f"{_n(drawing.width)} {_n(drawing.height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(drawing.width)}pt" height="{_n(drawing.height)}pt" '
        f'viewBox="0 0 {size}" role="img" font-family="{FONT}"{scheme}>'
        f"<title>{html.escape(drawing.title)}</title>{body}</svg>"
    )


def _part(part: Part, themed: bool) -> str:
    paint = _paint("fill", part.colour, themed)
    if isinstance(part, Words):
        anchor = f' text-anchor="{part.anchor}"' if part.anchor != "start" else ""
        place = f'x="{_n(part.at[0])}" y="{_n(part.at[1])}" font-size="{_n(part.size)}"'
        return f"<text {place}{anchor}{paint}>{html.escape(part.text)}</text>"
    if isinstance(part, Line):
        dash = f' stroke-dasharray="{" ".join(map(_n, part.dash))}"' if part.dash else ""
        stroke = _paint("stroke", part.colour, themed)
        return (
            f'<path d="{_path(part.points)}" fill="none"{stroke} stroke-width="{_n(part.width)}" '
            f'stroke-linejoin="round"{dash}/>'
        )
    opacity = f' fill-opacity="{part.opacity:g}"' if part.opacity < 1 else ""
    shape = _path(part.points) + "Z" if isinstance(part, Area) else _marks(part)
    return f'<path d="{shape}"{paint}{opacity}/>'


def _paint(what: str, colour: str, themed: bool) -> str:
    if themed and colour in DARK:
        return f' style="{what}:light-dark({colour},{DARK[colour]})"'
    return f' {what}="{colour}"'


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _marks(marks: Marks) -> str:
    """Draw marks in relative steps from corner to corner, which is short: there may be thousands."""
    if CORNERS[marks.shape]:
        return "".join(map(_steps, corners_of(marks)))
    r, across = _n(marks.size / 2), _n(marks.size)
    return "".join(
        f"M{_n(x - marks.size / 2)} {_n(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0z"
        for x, y in marks.points
    )


def _steps(points: Sequence[Point]) -> str:
    steps = (f"{_n(b[0] - a[0])} {_n(b[1] - a[1])}" for a, b in itertools.pairwise(points))
    return f"M{_n(points[0][0])} {_n(points[0][1])}l{' '.join(steps)}z"


def _n(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
