"""Measures of the item scores after a round over the pairs: pair scores, counts and losses."""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def pair_scores(start: np.ndarray, lower: np.ndarray, scores: np.ndarray, out: np.ndarray) -> None:
    """s_i = g(x') − g(x) of every pair, into out (m,)."""
    for x in range(len(start) - 1):
        for i in range(start[x], start[x + 1]):
            out[i] = scores[x] - scores[lower[i]]


@kernel
def count_pairs(
    start: np.ndarray, lower: np.ndarray, scores: np.ndarray, tolerance: float
) -> tuple[int, int]:
    """Count the pairs that the scores (n,) reverse, and those they tie: |s| ≤ tolerance."""
    reversed_, tied = 0, 0
    for x in range(len(start) - 1):
        for i in range(start[x], start[x + 1]):
            s = scores[x] - scores[np.uint32(lower[i])]
            if s < -tolerance:
                reversed_ += 1
            elif s <= tolerance:
                tied += 1
    return reversed_, tied


@kernel
def weigh_pairs(
    start: np.ndarray, lower: np.ndarray, scores: np.ndarray, tolerance: float, amounts: np.ndarray
) -> tuple[float, float]:
    """Count like `count_pairs`, each pair with its part of amounts (m,)."""
    reversed_, tied = 0.0, 0.0
    for x in range(len(start) - 1):
        for i in range(start[x], start[x + 1]):
            s = scores[x] - scores[lower[i]]
            if s < -tolerance:
                reversed_ += amounts[i]
            elif s <= tolerance:
                tied += amounts[i]
    return reversed_, tied


@kernel
def pair_losses(
    start: np.ndarray, lower: np.ndarray, scores: np.ndarray, extra: np.ndarray
) -> tuple[float, float]:
    """(smallest s, log Σ_i exp(extra_i − s_i)) over the pairs of scores (n,); an empty `extra` is 0 everywhere."""
    least, high = np.inf, -np.inf
    for x in range(len(start) - 1):
        for i in range(start[x], start[x + 1]):
            s = scores[x] - scores[lower[i]]
            least = min(least, s)
            high = max(high, (extra[i] if len(extra) else 0.0) - s)
    total = 0.0
    for x in range(len(start) - 1):
        for i in range(start[x], start[x + 1]):
            s = scores[x] - scores[lower[i]]
            total += np.exp((extra[i] if len(extra) else 0.0) - s - high)
    return least, high + np.log(total)


@kernel
def near_losses(
    start: np.ndarray,
    lower: np.ndarray,
    scores: np.ndarray,
    up: np.ndarray,
    down: np.ndarray,
    amounts: np.ndarray,
) -> tuple[float, float]:
    """(smallest s, Σ_i amount_i e^{−s_i}) from up = e^{g}, down = e^{−g} (n,); an empty `amounts` is 1 everywhere."""
    least, total = np.inf, 0.0
    for x in range(len(start) - 1):
        own = 0.0
        for i in range(start[x], start[x + 1]):
            y = np.uint32(lower[i])
            least = min(least, scores[x] - scores[y])
            own += up[y] * (amounts[i] if len(amounts) else 1.0)
        total += down[x] * own
    return least, total


@kernel
def log_sum_exp(s: np.ndarray, extra: np.ndarray) -> float:
    """log Σ_i exp(extra_i − s_i)."""
    high = -np.inf
    for i in range(len(s)):
        high = max(high, extra[i] - s[i])
    total = 0.0
    for i in range(len(s)):
        total += np.exp(extra[i] - s[i] - high)
    return high + np.log(total)


@kernel
def add_tied(start: np.ndarray, lower: np.ndarray, h: np.ndarray, amount: float, extra: np.ndarray) -> None:
    """Add `amount` to extra (m,) on the pairs that h (n,) ties."""
    for x in range(len(start) - 1):
        for i in range(start[x], start[x + 1]):
            if h[x] == h[lower[i]]:
                extra[i] += amount


@kernel
def step(
    start: np.ndarray, lower: np.ndarray, h: np.ndarray, factors: np.ndarray, weight: np.ndarray
) -> float:
    """Multiply weight (m,) by the factors (3,) of pairs that h (n,) orders correctly, ties, reverses; return Σ."""
    correct, tied, reversed_ = factors
    by_lower = np.empty((2, len(h)))  # a pair's factor by the output on its higher item, and its lower item
    for x in range(len(h)):
        by_lower[0, x], by_lower[1, x] = (reversed_, tied) if h[x] else (tied, correct)
    total = 0.0
    for x in range(len(start) - 1):
        factor, own = by_lower[h[x]], 0.0
        for i in range(start[x], start[x + 1]):
            weight[i] *= factor[np.uint32(lower[i])]
            own += weight[i]
        total += own
    return total


@kernel
def tied_total(
    start: np.ndarray, lower: np.ndarray, steps: np.ndarray, total: float, scores: np.ndarray, out: np.ndarray
) -> None:
    """Σ of ln cosh η_s over the rankers that tie a pair, minus its s, into out (m,); empty `scores` are 0 everywhere.

    `steps` (n, F): on each feature the sum of ln cosh η_s over the thresholds below the item's value. The
    thresholds of a feature are nested, so the difference of two items' steps is that of the rankers between them;
    `total` is the sum over all rankers.
    """
    for x in range(len(start) - 1):
        for i in range(start[x], start[x + 1]):
            apart = 0.0
            for f in range(steps.shape[1]):
                apart += abs(steps[x, f] - steps[lower[i], f])
            out[i] = total - apart - (scores[x] - scores[lower[i]] if len(scores) else 0.0)
