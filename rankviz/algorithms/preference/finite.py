"""Whether battles give every item a finite score."""

import numpy as np

from rankviz.data.pair_graph import components
from rankviz.data.tally import Tally
from rankviz.errors import DataError, first_of


def check(tally: Tally, up: np.ndarray, down: np.ndarray, method: str) -> None:
    """Raise DataError where no finite scores explain the wins (k,) of a and of b best.

    They exist where from every item a chain of wins leads to every other: no group of items could be put above all
    others for ever (Ford, Solution of a ranking problem from binary comparisons, 1957).
    """
    who = unbeaten(tally, up, down)
    if who:
        raise DataError(
            f"{method} has no finite scores: {who}",
            remedy="Let a tie be worth more than 0, or leave out items with few battles",
        )


def unbeaten(tally: Tally, up: np.ndarray, down: np.ndarray) -> str:
    """Name a group that wins (k,) of a and of b would put above all others for ever, in a sentence; "" for none."""
    higher = np.concatenate([tally.a[up > 0], tally.b[down > 0]])
    lower = np.concatenate([tally.b[up > 0], tally.a[down > 0]])
    count, group = components(np.column_stack([higher, lower]), tally.n, strong=True)
    if count == 1:
        return ""
    beaten = np.zeros(count, dtype=bool)
    beaten[group[lower[group[higher] != group[lower]]]] = True
    unbeaten = np.flatnonzero(~beaten)
    smallest = np.flatnonzero(group == unbeaten[np.argmin(np.bincount(group)[unbeaten])])
    names = first_of((tally.names[row] for row in smallest), 3)
    return f"nobody else ever beat {names}" + (f" (a group of {len(smallest)})" if len(smallest) > 3 else "")
