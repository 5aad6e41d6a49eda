"""The example the app opens with: eight places to stay, the features of each, and one guest's star ratings."""

import numpy as np

from rankviz.engine.data.entries import Entry
from rankviz.engine.data.problem import Problem

OFFERS = ("breakfast", "sea view", "quiet", "parking", "wifi")
"""The features, yes or no; each is a weak ranker."""

PLACES = (
    ("Port", 4, "11111"),
    ("Cliff", 4, "11010"),
    ("Mill", 3, "10101"),
    ("Lake", 3, "00111"),
    ("Beach", 2, "01101"),
    ("Loft", 2, "10000"),
    ("Farm", 1, "10110"),
    ("Bay", 1, "01011"),
)
"""Name (short, so that every column of the ranking has room for it), stars, and which of `OFFERS` it has.

Chosen so that breakfast ties exactly half of the 24 pairs."""


def places_to_stay(*, spec: str = "") -> Problem:
    """Return eight places of 1 to 4 stars, two of each: 24 pairs, five weak rankers, none without an error."""
    names, stars, offers = zip(*PLACES, strict=True)
    return Problem.from_arrays(
        np.array([[int(bit) for bit in row] for row in offers], dtype=float),
        [float(count) for count in stars],
        feature_names=OFFERS,
        item_ids=names,
        binary=True,
        source=spec,
        title="Eight places to stay",
    )


ENTRIES = (
    Entry(
        "places-to-stay",
        "Eight places to stay",
        "One guest's star ratings, and five features a place has or lacks. Breakfast ties half of the pairs.",
        places_to_stay,
    ),
)
