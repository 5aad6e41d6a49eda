"""Colours, marks and short names of algorithms in figures of many tasks: those of the stage."""

from collections.abc import Sequence
from dataclasses import dataclass

from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.marks import CORNERS

COLOURS = {entry.label: entry.mark.both for entry in ALGORITHMS.values()}
SYMBOLS = {entry.label: entry.mark.symbol for entry in ALGORITHMS.values()}
"""The stage's colours and marks, by the algorithm's label."""

OTHERS = ("#CC79A7", "#56A0B4", "#8C6D31", "#6B6ECF", "#9C5A6B", "#5A8F7B", "#B07AA1", "#7F6A93")
"""Colours for a second setting of an algorithm."""

GREY = "#8A8A8A"
"""The colour of marks without an algorithm; all are readable on light and dark."""


@dataclass(frozen=True)
class Look:
    """An algorithm's look; `shape` is one of `marks.CORNERS`."""

    label: str
    colour: str
    shape: str


def looks(labels: Sequence[str]) -> list[Look]:
    """Return colour and mark of each label."""
    return [Look(*look) for look in zip(labels, palette(labels), marks(labels), strict=True)]


def palette(labels: Sequence[str]) -> list[str]:
    """Return a colour for each label; the first of several settings has the algorithm's, the others have free ones."""
    return _shared_out(labels, COLOURS, (*OTHERS, *COLOURS.values()), GREY)


def marks(labels: Sequence[str]) -> list[str]:
    """Return a mark for each label (see `marks.CORNERS`), in the same way; circles where shapes run out."""
    return _shared_out(labels, SYMBOLS, tuple(CORNERS), "circle")


def _shared_out(
    labels: Sequence[str], of_algorithms: dict[str, str], others: Sequence[str], last: str
) -> list[str]:
    taken = {of_algorithms[_variant(label)] for label in labels if _variant(label) in of_algorithms}
    free = [other for other in others if other not in taken]
    found: list[str] = []
    for label in labels:
        mine = of_algorithms.get(_variant(label))
        found.append(mine if mine and mine not in found else free.pop(0) if free else last)
    return found


def short(labels: Sequence[str]) -> list[str]:
    """Return the labels, without parameters where these are not needed to distinguish them."""
    bare = [_variant(label) for label in labels]
    return [name if bare.count(name) == 1 else label for name, label in zip(bare, labels, strict=True)]


def faded(colour: str, alpha: float) -> str:
    """Return the same colour with opacity `alpha`."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha:g})"


def _variant(label: str) -> str:
    return label.partition(" (")[0]
