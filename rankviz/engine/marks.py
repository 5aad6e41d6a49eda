"""How an algorithm is drawn, the same on every page, in every table, figure and file."""

import math
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class Mark:
    """A colour and a marker.

    slot : the number by which style sheets know the colour. light, dark : the colour on a light and on a dark page,
        contrast 4.5 to 1 and more. both : a colour for either. symbol : the marker, by Plotly's name.
    """

    slot: int
    light: str
    dark: str
    both: str
    symbol: str

    @property
    def css(self) -> str:
        """The colour as CSS light-dark()."""
        return f"light-dark({self.light},{self.dark})"

    @property
    def path(self) -> str:
        """The marker as an SVG path about 0, 0, which extends some 5 px."""
        if not CORNERS[self.symbol]:
            return f"M{-ROUND} 0a{ROUND} {ROUND} 0 1 0 {2 * ROUND} 0a{ROUND} {ROUND} 0 1 0 {-2 * ROUND} 0Z"
        return "M" + "L".join(f"{SIZE * x:.1f} {SIZE * y:.1f}" for x, y in CORNERS[self.symbol]) + "Z"


def _regular(corners: int, inner: float = 1.0, outer: float = 1.0) -> tuple[Point, ...]:
    """Return corners about 0, 0, the first at the top; with `inner` every second one is inside."""
    found = []
    for k in range(corners):
        angle, radius = 2 * math.pi * k / corners, inner if k % 2 else outer
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


SIZE = 4.9
"""Pixels on the stage for the unit of `CORNERS`."""
ROUND = 4.6
"""The radius of the stage's circle, px, to look as large as the other markers."""

CORNERS: dict[str, tuple[Point, ...]] = {
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
    "bowtie": ((-1.1, -0.9), (0.0, -0.2), (1.1, -0.9), (1.1, 0.9), (0.0, 0.2), (-1.1, 0.9)),
    "star-diamond": _regular(8, inner=0.55, outer=1.3),
    "diamond-wide": ((-1.3, 0.0), (0.0, -0.75), (1.3, 0.0), (0.0, 0.75)),
    "diamond-tall": ((-0.75, 0.0), (0.0, -1.3), (0.75, 0.0), (0.0, 1.3)),
    "star-square": _regular(8, inner=1.3, outer=0.55),
    "triangle-ne": ((-1.0, -0.9), (0.95, -0.9), (0.95, 1.05)),
    "triangle-sw": ((-0.95, -1.05), (1.0, 0.9), (-0.95, 0.9)),
}
"""Corners of a marker of radius 1 by Plotly's name for it, y downwards; a circle has none."""

PALETTE = (
    Mark(0, "#c84a00", "#ff9440", "#D55E00", "circle"),
    Mark(1, "#0067b0", "#5fb4f5", "#2A8FD0", "square"),
    Mark(2, "#00805c", "#35d0a0", "#009E73", "triangle-up"),
    Mark(3, "#a8327c", "#f08fca", "#C4559A", "diamond"),
    Mark(4, "#7d6000", "#e3c14a", "#B8860B", "triangle-down"),
    Mark(5, "#37617a", "#9fc3da", "#5B8299", "cross"),
    Mark(6, "#00455f", "#4fd6e6", "#0E8CA0", "pentagon"),
    Mark(7, "#b0193a", "#ff8a9c", "#D64560", "star"),
    Mark(8, "#5f45b8", "#b7a4ff", "#7A68C8", "hexagon"),
    Mark(9, "#3d5c00", "#b4d84e", "#7C9A1E", "x"),
    Mark(10, "#d0007a", "#ff5ccf", "#EE3FA8", "triangle-left"),
    Mark(11, "#8a1fb0", "#e58cff", "#B455D6", "triangle-right"),
    Mark(12, "#603000", "#f0f048", "#6b6b00", "bowtie"),
    Mark(13, "#000048", "#a8f0f0", "#4a5ad0", "star-diamond"),
    Mark(14, "#2d2dd0", "#7088ff", "#5A5AFF", "star-triangle-up"),
    Mark(15, "#8c0000", "#ff7060", "#E03030", "hourglass"),
    Mark(16, "#520059", "#818c00", "#eb00ff", "diamond-wide"),
    Mark(17, "#330000", "#009999", "#8f00ff", "diamond-tall"),
    Mark(18, "#9c24fc", "#cc54d8", "#9c1890", "star-square"),
    Mark(19, "#480090", "#fc3060", "#f060fc", "triangle-ne"),
    Mark(20, "#0c3030", "#d8fccc", "#605454", "triangle-sw"),
)
"""The colours by slot: Okabe and Ito's first, tuned for either scheme. Each algorithm has one; none is free."""
AGAIN = PALETTE[12:14]
"""Marks of second runs: darker, or lighter, than all others, so that every colour vision distinguishes them."""
GREY = Mark(-1, "#5c5c5c", "#a8a8a8", "#8A8A8A", "circle")
"""The mark of another library's ranker, which no stage shows."""
