"""Where the names of a figure's levels are written: along their lines, where they cover the least of the curves."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rankviz.insight.claims import Figure
from rankviz.ui.pages.gallery.in_words import drawable

LETTER, LINE = 6.5, 15.0
"""The width of a letter and the height of a line of text, in px."""
DOT, APART, FREE = 4.0, 3.0, 4.0
"""The reach of a point, the distance between places on a curve, and the room around a name, in px."""
PLACES = (1.0, 0.0, 0.5, 0.75, 0.25)
"""Where along its level a name may be; 1 is the right end. Of equally free places the first is taken."""


@dataclass(frozen=True)
class Frame:
    """The area of the axes: its size in px, and the values at its ends, on a logarithmic y-axis their logarithms."""

    width: float
    height: float
    x: tuple[float, float]
    y: tuple[float, float]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the place of a value, in px from the top left."""
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (y - self.y[0]) / (self.y[1] - self.y[0])
        return across * self.width, (1.0 - up) * self.height


@dataclass(frozen=True)
class LevelName:
    """A name, its level, its place along it (see `PLACES`), and whether it is above it."""

    text: str
    level: float
    place: float
    above: bool

    @property
    def anchor(self) -> str:
        """Which part of it is at its place, as SVG calls it."""
        return {0.0: "start", 1.0: "end"}.get(self.place, "middle")


def level_names(figure: Figure, frame: Frame) -> list[LevelName]:
    """Return the names of the levels that the figure has a place for, each at the freest place left."""
    in_the_way = list(_drawn(figure, frame))
    found = []
    for text, level in figure.levels:
        if not drawable(level, figure):
            continue
        down = frame.at(frame.x[0], math.log10(level) if figure.log else level)[1]
        width = min(LETTER * len(text), frame.width)
        free: list[tuple[float, int, bool, float, float]] = []
        for order, place in enumerate(PLACES):
            left = min(max(place * frame.width - 0.5 * width, 0.0), frame.width - width)
            for above in (True, False):
                top = down - LINE - 1 if above else down + 1
                out = max(0.0, -LINE - top) + max(0.0, top + LINE - frame.height)
                covered = sum(
                    left - FREE < x < left + width + FREE and top - FREE < y < top + LINE + FREE
                    for x, y in in_the_way
                )
                free.append((covered + 100.0 * out, order, not above, left, top))
        _, order, below, left, top = min(free)
        found.append(LevelName(text, level, PLACES[order], not below))
        in_the_way += _filled(left, top, width)
    return found


def _drawn(figure: Figure, frame: Frame) -> Iterator[tuple[float, float]]:
    """Yield places that curves, points, levels and the chosen option's line cover."""
    for line in figure.lines:
        places = [
            frame.at(x, math.log10(y) if figure.log else y)
            for x, y in zip(line.x, line.y, strict=True)
            if drawable(y, figure)
        ]
        if line.kind == "points":
            yield from ((x + dx, y + dy) for x, y in places for dx in (-DOT, 0, DOT) for dy in (-DOT, 0, DOT))
        else:
            for (x, y), (to_x, to_y) in pairwise(places):
                steps = min(int(max(abs(to_x - x), abs(to_y - y)) / APART) + 1, 1000)
                yield from (
                    (x + (to_x - x) * k / steps, y + (to_y - y) * k / steps) for k in range(steps + 1)
                )
    for _, level in figure.levels:
        if drawable(level, figure):
            y = frame.at(frame.x[0], math.log10(level) if figure.log else level)[1]
            yield from ((APART * k, y) for k in range(int(frame.width / APART)))
    if figure.at is not None:
        x = frame.at(figure.at, frame.y[0])[0]
        yield from ((x, APART * k) for k in range(int(frame.height / APART)))


def _filled(left: float, top: float, width: float) -> Iterator[tuple[float, float]]:
    """Yield places all over a name."""
    for k in range(int(width / APART) + 1):
        yield from ((left + APART * k, top + part * LINE) for part in (0.1, 0.5, 0.9))
