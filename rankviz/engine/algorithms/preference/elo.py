"""Elo's rating: after each battle both scores move by K times the difference from the expected result (Elo 1978).

One pass over the battles, so their order counts: the last ones weigh most. Counts have no order, so one is drawn.
"""

import numpy as np

from rankviz.engine.data.tally import Tally
from rankviz.engine.kernels import elo

NAME = "Elo"
K = 4.0
"""The most that a battle moves both ratings, as in chatbot arenas."""
SCALE = 400.0 / np.log(10.0)
"""Rating points for a factor e in the odds: 400 for a factor 10."""


def fit(tally: Tally, tie: float, order: np.ndarray | None = None, k: float = K) -> np.ndarray:
    """(n,) ratings, of mean 0. A tie is worth `tie` wins to each side; with ½ it is Elo's draw.

    `order` (m,) are the battles as :func:`shuffled` numbers them; drawn with seed 0 when left out.
    """
    rating = np.zeros(tally.n)
    play(tally, tie, shuffled(tally, 0) if order is None else order, k, rating)
    return rating


def play(tally: Tally, tie: float, battles: np.ndarray, k: float, rating: np.ndarray) -> None:
    """Move the ratings (n,) by battles (m,), numbered as :func:`shuffled` does, in their order."""
    first, second = np.tile(tally.a, 3), np.tile(tally.b, 3)
    outcome = np.repeat(np.array([1, 0, -1]), len(tally.a))
    elo.play(battles, first, second, outcome, tie, k, SCALE, rating)


def shuffled(tally: Tally, seed: int) -> np.ndarray:
    """(m,) int32 all battles in a random order: pair p's wins of a as p, its ties as k + p, the wins of b as 2k + p.

    Counts that are not whole are rounded.
    """
    counts = np.rint(np.concatenate([tally.won, tally.tied, tally.lost])).astype(np.intp)
    battles = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    np.random.default_rng(seed).shuffle(battles)
    return battles
