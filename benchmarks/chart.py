"""Curves on two logarithmic axes, as a small SVG file that follows the reader's light or dark theme."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from pathlib import Path

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 440, 300, 58, 108, 34, 40
COLOURS = ("#2a8fd0", "#d0622a", "#2f9e62", "#8a5bc7", "#b0862a", "#7a7f87", "#c2477f")
STYLE = (
    "text{font:12px sans-serif;fill:#333}.title{font-weight:bold}.grid{stroke:#8883}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}}"
)


@dataclass
class Panel:
    """One chart: curves by name, each a list of (x, y) > 0."""

    title: str
    x: str
    y: str
    curves: dict[str, list[tuple[float, float]]]


def write(panels: list[Panel], path: Path, columns: int = 2) -> None:
    """Write the panels side by side."""
    rows = math.ceil(len(panels) / columns)
    names = list(dict.fromkeys(name for panel in panels for name in panel.curves))
    colours = {name: COLOURS[k % len(COLOURS)] for k, name in enumerate(names)}
    parts = [
        _panel(panel, colours, k % columns * WIDTH, k // columns * HEIGHT) for k, panel in enumerate(panels)
    ]
    size = f'viewBox="0 0 {columns * WIDTH} {rows * HEIGHT}" width="{columns * WIDTH}"'
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style>{"".join(parts)}</svg>\n'
    )


def _panel(panel: Panel, colours: dict[str, str], left: int, top: int) -> str:
    points = [point for curve in panel.curves.values() for point in curve]
    x, x_marks = _axis([p[0] for p in points], left + LEFT, left + WIDTH - RIGHT)
    y, y_marks = _axis([p[1] for p in points], top + HEIGHT - BOTTOM, top + TOP)
    parts = [f'<text x="{left + LEFT}" y="{top + 20}" class="title">{escape(panel.title)}</text>']
    for value in x_marks:
        parts.append(
            f'<line class="grid" x1="{x(value):.1f}" x2="{x(value):.1f}" y1="{top + TOP}" '
            f'y2="{top + HEIGHT - BOTTOM}"/>'
            f'<text x="{x(value):.1f}" y="{top + HEIGHT - BOTTOM + 15}" text-anchor="middle">{_short(value)}</text>'
        )
    for value in y_marks:
        parts.append(
            f'<line class="grid" x1="{left + LEFT}" x2="{left + WIDTH - RIGHT}" y1="{y(value):.1f}" '
            f'y2="{y(value):.1f}"/>'
            f'<text x="{left + LEFT - 5}" y="{y(value) + 4:.1f}" text-anchor="end">{_short(value)}</text>'
        )
    parts.append(
        f'<text x="{left + LEFT}" y="{top + HEIGHT - 8}">{escape(panel.x)}</text>'
        f'<text transform="translate({left + 13},{top + HEIGHT - BOTTOM}) rotate(-90)">{escape(panel.y)}</text>'
    )
    taken: list[float] = []
    last = sorted(panel.curves.items(), key=lambda item: y(item[1][-1][1]))
    for name, curve in last:
        colour = colours[name]
        line = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in curve)
        height = max([y(curve[-1][1]) + 4, *(t + 13 for t in taken[-1:])])
        taken.append(height)
        dots = "".join(f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="2.5" fill="{colour}"/>' for a, b in curve)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.6"/>{dots}')
        at = left + WIDTH - RIGHT + 6
        parts.append(f'<text x="{at}" y="{height:.1f}" style="fill:{colour}">{escape(name)}</text>')
    return "".join(parts)


def _axis(values: list[float], start: float, end: float):
    low, high = math.log10(min(values)), math.log10(max(values))
    low, high = (low - 0.3, high + 0.3) if high - low < 0.3 else (low - 0.05, high + 0.05)
    marks = [a * 10.0**e for e in range(math.floor(low), math.ceil(high) + 1) for a in (1, 2, 5)]
    shown = [mark for mark in marks if low <= math.log10(mark) <= high]
    while len(shown) > 7:
        shown = [mark for mark in shown if f"{mark:e}"[0] == "1"] if len(shown) > 9 else shown[::2]
    return lambda value: start + (math.log10(value) - low) / (high - low) * (end - start), shown


def _short(value: float) -> str:
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"
