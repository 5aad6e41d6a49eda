"""Colours, marks and short names of algorithms in figures of many tasks: those of the stage."""

from __future__ import annotations

from collections.abc import Sequence

from rankviz.algorithms.registry import ALGORITHMS
from rankviz.experiments.figures.drawing import SHAPES
from rankviz.figures.algorithms import MARKS

OWN = {ALGORITHMS[name].label: mark.both for name, mark in MARKS.items()}
OWN_MARKS = {ALGORITHMS[name].label: mark.symbol for name, mark in MARKS.items()}
"""By label, as on the stage."""

OTHERS = ("#CC79A7", "#56A0B4", "#8C6D31", "#6B6ECF", "#9C5A6B", "#5A8F7B", "#B07AA1", "#7F6A93")
"""For a second setting of an algorithm."""

GREY = "#8A8A8A"
"""What belongs to no algorithm; all readable on light and dark."""


def palette(labels: Sequence[str]) -> list[str]:
    """A colour for each algorithm; the first of several settings has the algorithm's, the others have free ones."""
    return _shared_out(labels, OWN, (*OTHERS, *OWN.values()), GREY)


def marks(labels: Sequence[str]) -> list[str]:
    """A mark for each algorithm (see `drawing.SHAPES`), in the same way; where shapes run out, circles."""
    return _shared_out(labels, OWN_MARKS, tuple(SHAPES), "circle")


def _shared_out(labels: Sequence[str], own: dict[str, str], others: Sequence[str], last: str) -> list[str]:
    taken = {own[_variant(label)] for label in labels if _variant(label) in own}
    free = [other for other in others if other not in taken]
    found: list[str] = []
    for label in labels:
        mine = own.get(_variant(label))
        found.append(mine if mine and mine not in found else free.pop(0) if free else last)
    return found


def short(labels: Sequence[str]) -> list[str]:
    """The labels without parameters, where these are not needed to tell them apart."""
    bare = [_variant(label) for label in labels]
    return [name if bare.count(name) == 1 else label for name, label in zip(bare, labels, strict=True)]


def faded(colour: str, alpha: float) -> str:
    """The same colour, see-through."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha:g})"


def _variant(label: str) -> str:
    return label.partition(" (")[0]
