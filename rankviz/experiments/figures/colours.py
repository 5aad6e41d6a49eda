"""The colours of algorithms in figures of many tasks: the RankBoost variants have those of the stage."""

from __future__ import annotations

from collections.abc import Sequence

OWN = {"RB-D": "#D55E00", "RB-C": "#2A8FD0", "RankBoost+": "#009E73"}
"""As on the stage."""

OTHERS = ("#CC79A7", "#B8860B", "#7A68C8", "#56A0B4", "#A0522D")
GREY = "#8A8A8A"
"""What belongs to no algorithm; all readable on light and dark."""


def palette(labels: Sequence[str]) -> list[str]:
    """A colour for each algorithm; the first of several settings of a RankBoost variant has the variant's own."""
    colours: list[str] = []
    free = [
        *OTHERS,
        *(own for name, own in OWN.items() if not any(_variant(label) == name for label in labels)),
    ]
    for label in labels:
        own = OWN.get(_variant(label))
        colours.append(own if own and own not in colours else free.pop(0) if free else GREY)
    return colours


def faded(colour: str, alpha: float) -> str:
    """The same colour, see-through."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha:g})"


def _variant(label: str) -> str:
    return label.partition(" (")[0]
