"""One panel of a drawing: a rectangle with its axes, into which values are put."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rankviz.experiments.figures import ticks
from rankviz.experiments.figures.drawing import QUIET, RULE, SIZE, Drawing, Line, Marks, Words
from rankviz.experiments.figures.helvetica import width
from rankviz.marks import Point


@dataclass(frozen=True)
class Scale:
    """A scale from low to high; on a logarithmic scale both are > 0. With `ends`, low has a number too."""

    low: float
    high: float
    log: bool = False
    ends: bool = False

    def share(self, value: float) -> float:
        """Return how far along the axis a value lies, 0 … 1."""
        if self.log:
            return (math.log(value) - math.log(self.low)) / (math.log(self.high) - math.log(self.low))
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> ticks.Ticks:
        """Return the numbers of the axis."""
        found = (ticks.logarithmic if self.log else ticks.linear)(self.low, self.high)
        if self.ends and found[0][0] > self.low:
            found.insert(0, (self.low, f"{self.low:g}"))
        return found


def scale(values: Sequence[float], *, log: bool = False, room: float = 0.05) -> Scale:
    """Return a scale that shows all values, with some room at both ends."""
    low, high = min(values), max(values)
    if log:
        factor = (high / low) ** room if high > low * (1 + 1e-9) else 1.1
        return Scale(low / factor, high * factor, True)
    pad = room * (high - low) or 0.05 * max(abs(high), 1e-3)
    return Scale(low - pad, high + pad)


@dataclass(frozen=True)
class Panel:
    """The rectangle of the values, in points, with the scale of each axis."""

    left: float
    top: float
    width: float
    height: float
    x: Scale
    y: Scale

    def at(self, x: float, y: float) -> Point:
        """Return the place of a pair of values."""
        return self.left + self.x.share(x) * self.width, self.top + (1 - self.y.share(y)) * self.height

    def axes(self, drawing: Drawing, x: str, y: str) -> None:
        """Draw lines and numbers of both axes; `x` and `y` name them, below at the right and above at the left."""
        right, bottom = self.left + self.width, self.top + self.height
        for value, text in self.y.ticks():
            _, level = self.at(self.x.low, value)
            drawing.add(Line(((self.left, level), (right, level)), RULE, 0.5))
            drawing.add(Words((self.left - 4, level + 0.35 * SIZE), text, "end", colour=QUIET))
        names = right - width(x, SIZE)
        drawing.add(Line(((self.left, bottom), (right, bottom)), QUIET, 0.7))
        for value, text in self.x.ticks():
            place, _ = self.at(value, self.y.low)
            drawing.add(Line(((place, bottom), (place, bottom + 3)), QUIET, 0.7))
            drawing.add(Words((place, bottom + 11), text, "middle", colour=QUIET))
        drawing.add(Words((names, bottom + 21), x, colour=QUIET))
        if y:
            drawing.add(Words((self.left, self.top - 7), y, size=SIZE + 1))


def legend(
    drawing: Drawing, top: float, labels: Sequence[str], colours: Sequence[str], marks: Sequence[str]
) -> float:
    """Draw mark and name of each algorithm in lines from `top` down; return the y below them."""
    x, y = 4.0, top + 8
    for label, colour, mark in zip(labels, colours, marks, strict=True):
        wide = 24 + width(label, SIZE) + 14
        if x > 4 and x + wide > drawing.width:
            x, y = 4.0, y + 12
        middle = y - 0.35 * SIZE
        drawing.add(
            Line(((x, middle), (x + 18, middle)), colour, 1.3), Marks(((x + 9, middle),), mark, colour)
        )
        drawing.add(Words((x + 23, y), label))
        x += wide
    return y + 4
