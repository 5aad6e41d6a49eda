"""Net wins: the battles an item won minus those it lost. Ties give both sides the same and cancel."""

import numpy as np

from rankviz.engine.data.tally import Tally

NAME = "Net wins"


def fit(tally: Tally) -> np.ndarray:
    """(n,) wins minus losses of each item."""
    ahead = tally.won - tally.lost
    return tally.by_item(ahead, -ahead)
