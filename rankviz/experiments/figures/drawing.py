"""A vector figure as data: lines, areas, marks and words in points, which `svg` and `pdf` write."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

Point = tuple[float, float]

INK, QUIET, RULE = "#1C2630", "#5A6672", "#D3CFC2"
"""Words and axes, words that stand back, lines of a grid."""

WIDTH = 482.0
"""Points between the margins of an A4 page: 170 mm."""

SIZE = 7.5
"""Points of a figure's words."""


@dataclass(frozen=True)
class Line:
    """A line through points."""

    points: tuple[Point, ...]
    colour: str = INK
    width: float = 0.8
    dash: tuple[float, ...] = ()


@dataclass(frozen=True)
class Area:
    """A filled polygon."""

    points: tuple[Point, ...]
    colour: str
    opacity: float = 1.0


@dataclass(frozen=True)
class Marks:
    """The same mark at many points; `shape` is one of `SHAPES`."""

    points: tuple[Point, ...]
    shape: str
    colour: str
    size: float = 5.0
    opacity: float = 1.0


@dataclass(frozen=True)
class Words:
    """A line of text on its base line; `anchor` is "start", "middle" or "end"."""

    at: Point
    text: str
    anchor: str = "start"
    size: float = SIZE
    colour: str = INK


Part = Line | Area | Marks | Words


@dataclass
class Drawing:
    """A figure, width × height points, y downwards; `title` describes it in words."""

    width: float
    height: float
    title: str
    parts: list[Part] = field(default_factory=list)

    def add(self, *parts: Part) -> None:
        """Draw parts on top of the earlier ones."""
        self.parts += parts


def _regular(corners: int, turn: float = 0.0, inner: float = 1.0) -> tuple[Point, ...]:
    """Return corners on a circle of radius 1, the first at the top; with `inner` every second one lies inside."""
    found = []
    for k in range(corners):
        angle, radius = 2 * math.pi * k / corners + turn, inner if k % 2 else 1.0
        found.append((radius * math.sin(angle), -radius * math.cos(angle)))
    return tuple(found)


def _cross(turn: float, arm: float = 0.36, reach: float = 1.2) -> tuple[Point, ...]:
    """Return the corners of a plus sign, turned."""
    found = []
    for k in range(4):
        cos, sin = math.cos(math.pi * k / 2 + turn), math.sin(math.pi * k / 2 + turn)
        found += [
            (x * cos - y * sin, x * sin + y * cos) for x, y in ((-arm, -reach), (arm, -reach), (arm, -arm))
        ]
    return tuple(found)


SHAPES: dict[str, tuple[Point, ...]] = {
    "circle": (),
    "square": ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    "triangle-up": ((0.0, -1.1), (1.05, 0.8), (-1.05, 0.8)),
    "diamond": ((0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)),
    "triangle-down": ((0.0, 1.1), (1.05, -0.8), (-1.05, -0.8)),
    "star": _regular(10, inner=0.45),
    "pentagon": _regular(5),
    "x": _cross(math.pi / 4),
    "hexagon": _regular(6),
    "cross": _cross(0.0),
    "triangle-left": ((-1.1, 0.0), (0.8, -1.05), (0.8, 1.05)),
    "triangle-right": ((1.1, 0.0), (-0.8, -1.05), (-0.8, 1.05)),
    "star-triangle-up": _regular(6, inner=0.36),
    "hourglass": ((-0.9, -1.05), (0.9, -1.05), (0.2, 0.0), (0.9, 1.05), (-0.9, 1.05), (-0.2, 0.0)),
}
"""Corners of a mark of radius 1 by the name that Plotly has for it; a circle has none."""


def corners(mark: Marks) -> Iterable[tuple[Point, ...]]:
    """Yield the corners of each mark on the figure."""
    radius = mark.size / 2
    for x, y in mark.points:
        yield tuple((x + radius * a, y + radius * b) for a, b in SHAPES[mark.shape])
