"""The colour and the mark of every algorithm: the same on every page, in every table, figure and file.

`tests/ui/stage/test_algorithm_colours.py` checks that the stage's styles and markers are these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Mark:
    """How an algorithm is drawn.

    slot : the number among the stage's colours and markers. light, dark : the colour on a light and on a dark page,
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


MARKS = {
    "rb-d": Mark(0, "#c84a00", "#ff9440", "#D55E00", "circle"),
    "rb-c": Mark(1, "#0067b0", "#5fb4f5", "#2A8FD0", "square"),
    "rb-plus": Mark(2, "#00805c", "#35d0a0", "#009E73", "triangle-up"),
    "qbrank": Mark(3, "#a8327c", "#f08fca", "#C4559A", "diamond"),
    "gbt": Mark(4, "#7d6000", "#e3c14a", "#B8860B", "triangle-down"),
    "ranksvm": Mark(5, "#37617a", "#9fc3da", "#5B8299", "cross"),
    "smooth-margin": Mark(6, "#7a4426", "#dcaa85", "#A0522D", "pentagon"),
    "adaboost": Mark(7, "#b0193a", "#ff8a9c", "#D64560", "star"),
    "kernel-gd": Mark(8, "#5f45b8", "#b7a4ff", "#7A68C8", "hexagon"),
    "rb-c-real": Mark(10, "#d0007a", "#ff5ccf", "#EE3FA8", "triangle-left"),
    "rb-plus-optimal": Mark(9, "#3d5c00", "#b4d84e", "#7C9A1E", "x"),
    "push": Mark(11, "#8a1fb0", "#e58cff", "#B455D6", "triangle-right"),
    "ranknet": Mark(14, "#2d2dd0", "#7088ff", "#5A5AFF", "star-triangle-up"),
    "lambdamart": Mark(15, "#8c0000", "#ff7060", "#E03030", "hourglass"),
}
"""By name in the registry."""

AGAIN = (
    Mark(12, "#603000", "#f0f048", "#6b6b00", "bowtie"),
    Mark(13, "#000048", "#a8f0f0", "#4a5ad0", "star-diamond"),
)
"""Marks that no algorithm has: darker, or lighter, than all others, so that every colour vision tells them apart."""

FREE = (3, 0, 1, 2, 12, 13)
"""The slots of a second run of an algorithm, in order, as on the stage (`slots` in stage/run/decode.js)."""


def marks_of(algorithms: Sequence[str]) -> list[Mark]:
    """Return each run's mark: its algorithm's, or, where an earlier run has that mark, one that no run has."""
    by_slot = {mark.slot: mark for mark in (*MARKS.values(), *AGAIN)}
    taken = {MARKS[name].slot for name in algorithms}
    free = [by_slot[slot] for slot in FREE if slot not in taken]
    found: list[Mark] = []
    for name in algorithms:
        mine = MARKS[name]
        found.append(mine if mine not in found or not free else free.pop(0))
    return found
