"""A vector figure as data: lines, areas, marks and words in points, which `svg` and `pdf` write."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rankviz.marks import CORNERS, Point

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
    """The same mark at many points; `shape` is one of `CORNERS`."""

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


def corners(mark: Marks) -> Iterable[tuple[Point, ...]]:
    """Yield the corners of each mark on the figure."""
    radius = mark.size / 2
    for x, y in mark.points:
        yield tuple((x + radius * a, y + radius * b) for a, b in CORNERS[mark.shape])
