"""Elo's rating, battle after battle."""

import math

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def play(
    battles: np.ndarray,
    first: np.ndarray,
    second: np.ndarray,
    outcome: np.ndarray,
    worth: float,
    pace: float,
    scale: float,
    rating: np.ndarray,
) -> None:
    """Move the ratings (n,) by the battles (m,), each the number of a kind, in their order.

    Kind k is of items first[k] and second[k]: outcome 1 won by the first, −1 by the second, 0 a tie, which is worth
    `worth` wins to each. The expected share of the first is 1 / (1 + e^{(r₂ − r₁) / scale}); a battle moves both by
    `pace` times the difference from the expected share.
    """
    for at in range(len(battles)):
        k = battles[at]
        i, j = first[k], second[k]
        expected = 1.0 / (1.0 + math.exp((rating[j] - rating[i]) / scale))
        if outcome[k] == 1:
            step = pace * (1.0 - expected)
        elif outcome[k] == -1:
            step = -pace * expected
        else:
            step = pace * worth * (1.0 - 2.0 * expected)
        rating[i] += step
        rating[j] -= step
