"""A claim's figure as SVG, for a page without scripts: lines, points and levels on axes with ticks."""

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import TypeAlias

from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.runs.quantities import QUANTITIES
from rankviz.insight.claims import Curve, Figure
from rankviz.ui.pages.gallery.in_words import alt, drawable
from rankviz.ui.pages.gallery.level_names import Frame, level_names

WIDTH, HEIGHT = 620, 300
LEFT, RIGHT, TOP, BOTTOM = 64, 12, 12, 46
Place: TypeAlias = Callable[[float], float]
"""Value → coordinate in the drawing."""
MOST_POINTS = 600
"""Most points of a line: more than there are pixels."""


def drawing(figure: Figure) -> str:
    """Return the figure with title and key, and in words for readers who cannot see it."""
    xs = [x for line in figure.lines for x in line.x] + ([] if figure.at is None else [figure.at])
    heights = [y for line in figure.lines for y in line.y if drawable(y, figure)]
    heights += [y for _, y in figure.levels if drawable(y, figure)]
    low, high = figure.range or (min(heights, default=0.0), max(heights, default=1.0))
    if figure.log and figure.range is None:
        low, high = math.log10(low), math.log10(high)
    left, right = min(xs, default=0.0), max(xs, default=1.0)
    room = 0.0 if figure.range else 0.04 * ((high - low) or 1.0)
    low, high, right = low - room, high + room, right if right > left else left + 1

    def across(x: float) -> float:
        return LEFT + (x - left) / (right - left) * (WIDTH - LEFT - RIGHT)

    def down(y: float) -> float:
        """Return the coordinate of a value as drawn, on a logarithmic axis its decimal logarithm."""
        return HEIGHT - BOTTOM - (y - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def height(y: float) -> float:
        return down(math.log10(y) if figure.log else y)

    parts = [
        f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}" stroke="currentColor" opacity=".5"/>'
    ]
    for x in ticks(left, right):
        parts.append(_text(across(x), HEIGHT - BOTTOM + 18, "middle", f"{x:g}"))
    for y in ticks(low, high, whole=figure.log and high - low >= 1):
        name = f"{10**y:.3g}" if figure.log else f"{y:g}"
        parts.append(f'<path d="M{LEFT} {down(y):.1f}H{WIDTH - RIGHT}" stroke="currentColor" opacity=".13"/>')
        parts.append(_text(LEFT - 8, down(y) + 4, "end", name))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, "middle", figure.x_label))
    inside = [_line(line, figure, across, height) for line in figure.lines]
    for each in level_names(
        figure, Frame(WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM, (left, right), (low, high))
    ):
        at, x = height(each.level), LEFT + each.place * (WIDTH - LEFT - RIGHT)
        inside.append(
            f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="#888" stroke-width="1.5" stroke-dasharray="7 5"/>'
            + _text(x, at - 5 if each.above else at + 15, each.anchor, each.text)
        )
    if figure.at is not None:
        inside.append(
            f'<path d="M{across(figure.at):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#888" stroke-width="1.5" '
            'stroke-dasharray="2 4"/>'
        )
    key = "".join(
        f'<li><svg viewBox="0 0 26 10" aria-hidden="true">{_sample(line)}</svg>{escape(line.name)}</li>'
        for line in figure.lines
    )
    # A nested SVG clips lines at the axes without an id that another figure could have as well.
    box = f"{LEFT} {TOP} {WIDTH - LEFT - RIGHT} {HEIGHT - TOP - BOTTOM}"
    frame = 'x="{}" y="{}" width="{}" height="{}"'.format(*box.split())
    return (
        f'<figure><figcaption>{escape(figure.title)}</figcaption><ul class="key">{key}</ul>'
        f'<span class="quiet">{escape(figure.y_label)}</span>'
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(alt(figure))}" fill="none">'
        f'{"".join(parts)}<svg {frame} viewBox="{box}">{"".join(inside)}</svg></svg></figure>'
    )


def ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """Return three to six round numbers from `low` to `high`: 1, 2 or 5 times a power of ten apart."""
    power = 10.0 ** math.floor(math.log10((high - low) / 5))
    steps = [size * power for size in (0.5, 1.0, 2.0, 5.0, 10.0) if not whole or size * power >= 1] or [1.0]
    step = next((each for each in steps if each * 5 >= (high - low) * (1 - 1e-9)), steps[-1])
    found = _multiples(step, low, high)
    finer = steps[max(steps.index(step) - 1, 0)]
    return found if len(found) > 2 else _multiples(finer, low, high)


def _multiples(step: float, low: float, high: float) -> list[float]:
    """Return the multiples of a step from `low` to `high`, both ends included as exactly as they are known."""
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(f"{k * step:.12g}") for k in range(first, last + 1)]


def _colour(line: Curve) -> str:
    return ALGORITHMS[line.colour].mark.css if line.colour in ALGORITHMS else QUANTITIES[line.colour].colour


def _stroke(line: Curve) -> str:
    dash = ' stroke-dasharray="7 5"' if line.kind == "dash" else ""
    return f'stroke="{_colour(line)}" stroke-width="2.2" stroke-linejoin="round"{dash}'


def _line(line: Curve, figure: Figure, across: Place, height: Place) -> str:
    if line.kind == "points":
        return "".join(
            f'<circle cx="{across(x):.1f}" cy="{height(y):.1f}" r="3.2" fill="{_colour(line)}"/>'
            for x, y in zip(line.x, line.y, strict=True)
            if drawable(y, figure)
        )
    drawn, pen = [], "M"
    for k in _thinned(range(len(line.x))):
        if drawable(line.y[k], figure):
            drawn.append(f"{pen}{across(line.x[k]):.1f} {height(line.y[k]):.1f}")
            pen = "L"
        else:
            pen = "M"
    return f'<path d="{"".join(drawn)}" {_stroke(line)}/>'


def _thinned(places: Sequence[int]) -> list[int]:
    every = -(-len(places) // MOST_POINTS)
    return sorted({*places[::every], *places[-1:]}) if places else []


def _sample(line: Curve) -> str:
    if line.kind == "points":
        return f'<circle cx="13" cy="5" r="3.5" fill="{_colour(line)}"/>'
    return f'<path d="M0 5H26" {_stroke(line)}/>'


def _text(x: float, y: float, anchor: str, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
