"""The distribution of graded_log.py while the scores are close together: e^{g}, e^{−g} and sums are plain numbers.

`order` lists the rows by query and rising grade; mark[p] is 1 where a grade begins, 2 where a query does, else 0.
up = e^{g} and down = e^{−g} are in the order of `order`, g measured from the middle of all scores. There is no
logarithm, no exponential, and one loop over the items instead of one per group, which would be slow on short queries.
"""

import numpy as np

from rankviz.engine.kernels.jit import kernel

NEAR = 200.0
"""The largest range of scores for plain sums: even when it has grown by a third, e^{−s} is a plain float."""


@kernel
def potential(order: np.ndarray, mark: np.ndarray, up: np.ndarray, down: np.ndarray, pi: np.ndarray) -> float:
    """Write π (n,) and return Σ_i e^{−s_i}."""
    z, lower, here = 0.0, 0.0, 0.0  # Σ e^{g} over the lower grades of the query, and over the grade so far
    for p in range(len(order)):
        begins = mark[p]
        if begins:
            lower = lower + here if begins == 1 else 0.0
            here = 0.0
        here += up[p]
        weight = down[p] * lower
        z += weight
        pi[order[p]] = weight
    share = 1.0 / z
    higher, here = 0.0, 0.0  # Σ e^{−g} over the higher grades, and over the grade so far
    for p in range(len(order) - 1, -1, -1):
        i = order[p]
        pi[i] = (pi[i] - up[p] * higher) * share
        here += down[p]
        begins = mark[p]
        if begins:
            higher = higher + here if begins == 1 else 0.0
            here = 0.0
    return z


@kernel
def epsilons(
    h: np.ndarray, z: float, order: np.ndarray, mark: np.ndarray, up: np.ndarray, down: np.ndarray
) -> tuple[float, float, float]:
    """(ε⁺, ε⁰, ε⁻) (8) of a ranker with outputs h (n,) uint8, exact zeros where no pair contributes."""
    correct, tied, reversed_ = 0.0, 0.0, 0.0
    lower0, lower1 = 0.0, 0.0
    up0, up1, down0, down1 = 0.0, 0.0, 0.0, 0.0  # of the grade so far, by the ranker's output
    for p in range(len(order)):
        if mark[p] != 0:
            correct += down1 * lower0
            reversed_ += down0 * lower1
            tied += down1 * lower1 + down0 * lower0
            lower0, lower1 = (lower0 + up0, lower1 + up1) if mark[p] == 1 else (0.0, 0.0)
            up0, up1, down0, down1 = 0.0, 0.0, 0.0, 0.0
        one = float(h[order[p]])
        on_one, off_one = one * up[p], one * down[p]
        up1 += on_one
        up0 += up[p] - on_one
        down1 += off_one
        down0 += down[p] - off_one
    correct += down1 * lower0
    reversed_ += down0 * lower1
    tied += down1 * lower1 + down0 * lower0
    return correct / z, tied / z, reversed_ / z


@kernel
def all_epsilons(
    codes: np.ndarray,
    offsets: np.ndarray,
    z: float,
    order: np.ndarray,
    mark: np.ndarray,
    up: np.ndarray,
    down: np.ndarray,
    found: np.ndarray,
) -> None:
    """Write (ε⁺, ε⁰, ε⁻) of every candidate of a pool, codes (d, n) uint8 and offsets (d + 1,), as found (N, 3)."""
    h = np.empty(codes.shape[1], dtype=np.uint8)
    for f in range(len(codes)):
        for j in range(offsets[f], offsets[f + 1]):
            threshold = j - offsets[f]
            for i in range(len(h)):
                h[i] = 1 if codes[f, i] > threshold else 0
            found[j, 0], found[j, 1], found[j, 2] = epsilons(h, z, order, mark, up, down)


@kernel
def losses(scores: np.ndarray, mark: np.ndarray, up: np.ndarray, down: np.ndarray) -> tuple[float, float]:
    """(smallest s, Σ e^{−s}) over the pairs, scores (n,) in the order of up and down."""
    least, z = np.inf, 0.0
    lower, highest = 0.0, -np.inf  # Σ e^{g} and the highest score of the lower grades of the query
    here, top = 0.0, -np.inf  # and of the grade so far
    for p in range(len(scores)):
        begins = mark[p]
        if begins:
            lower = lower + here if begins == 1 else 0.0
            highest = max(highest, top) if begins == 1 else -np.inf
            here, top = 0.0, -np.inf
        here += up[p]
        top = max(top, scores[p])
        z += down[p] * lower
        least = min(least, scores[p] - highest)
    return least, z
