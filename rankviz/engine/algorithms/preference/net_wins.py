"""Net wins: the battles an item won minus those it lost. Ties, which give both sides the same, cancel out of it."""

import numpy as np

from rankviz.engine.data.tally import Tally

NAME = "Net wins"


def fit(tally: Tally) -> np.ndarray:
    """(n,) wins less losses of each item."""
    ahead = tally.won - tally.lost
    return tally.by_item(ahead, -ahead)
