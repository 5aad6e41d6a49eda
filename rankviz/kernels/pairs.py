"""Pair distributions kept pair by pair: explicit preferences, capped weights, RankBoost+.

Pairs are stored by their higher item: the lower items of row x are lower[start[x] : start[x + 1]].
Log-weights carry the distribution, so that it neither overflows nor vanishes; −inf is a weight of 0.
"""

from __future__ import annotations

import numpy as np

from rankviz.kernels.jit import kernel


@kernel
def normalise(log_weight: np.ndarray, weight: np.ndarray) -> float:
    """Write D (m,) = exp(log_weight) / Σ and return log Σ; −inf, with D untouched, when nothing is left."""
    high = -np.inf
    for i in range(len(log_weight)):
        high = max(high, log_weight[i])
    if high == -np.inf:
        return high
    total = 0.0
    for i in range(len(log_weight)):
        weight[i] = np.exp(log_weight[i] - high)
        total += weight[i]
    for i in range(len(log_weight)):
        weight[i] /= total
    return high + np.log(total)


@kernel
def potential(
    start: np.ndarray, lower: np.ndarray, weight: np.ndarray, as_higher: np.ndarray, as_lower: np.ndarray
) -> None:
    """Write the weight D each item (n,) carries as the higher and as the lower item of its pairs."""
    as_lower[:] = 0.0
    for x in range(len(start) - 1):
        total = 0.0
        for i in range(start[x], start[x + 1]):
            total += weight[i]
            as_lower[lower[i]] += weight[i]
        as_higher[x] = total


@kernel
def epsilons(
    start: np.ndarray, lower: np.ndarray, weight: np.ndarray, h: np.ndarray
) -> tuple[float, float, float]:
    """(ε⁺, ε⁰, ε⁻) (8) of a ranker with outputs h (n,) uint8 under D = weight (m,); zeros are exact."""
    correct, tied, reversed_ = 0.0, 0.0, 0.0
    for x in range(len(start) - 1):
        other, level = 0.0, 0.0  # the weight of its pairs with items of the other output, and of its own
        for i in range(start[x], start[x + 1]):
            same = h[lower[i]] == h[x]
            level += weight[i] if same else 0.0
            other += 0.0 if same else weight[i]
        if h[x] == 1:
            correct += other
        else:
            reversed_ += other
        tied += level
    return correct, tied, reversed_


@kernel
def advance(
    start: np.ndarray,
    lower: np.ndarray,
    log_weight: np.ndarray,
    weight: np.ndarray,
    h: np.ndarray,
    correct: float,
    tied: float,
    reversed_: float,
    log_z: float,
    as_higher: np.ndarray,
    as_lower: np.ndarray,
) -> None:
    """One round in one pass: multiply each pair's weight by its factor over Z, and sum the weights by item.

    correct, tied, reversed_ are the logs of the factors (9), (25). No exponential is taken; the log-weights
    are carried along so that `normalise` can clear the rounding of many rounds.
    """
    as_lower[:] = 0.0
    for x in range(len(start) - 1):
        on_zero, on_one = (correct, tied) if h[x] == 1 else (tied, reversed_)
        factor_zero, factor_one = np.exp(on_zero - log_z), np.exp(on_one - log_z)
        total = 0.0
        for i in range(start[x], start[x + 1]):
            y = lower[i]
            one = h[y] == 1
            log_weight[i] += on_one if one else on_zero
            w = weight[i] * (factor_one if one else factor_zero)
            weight[i] = w
            total += w
            as_lower[y] += w
        as_higher[x] = total


@kernel
def reweight(
    start: np.ndarray,
    lower: np.ndarray,
    log_weight: np.ndarray,
    h: np.ndarray,
    correct: float,
    tied: float,
    reversed_: float,
) -> None:
    """Add the log of each pair's factor (9), (25) to its log-weight (m,), in place."""
    step = np.array([reversed_, tied, correct])
    for x in range(len(start) - 1):
        own = 1 + np.int64(h[x])
        for i in range(start[x], start[x + 1]):
            log_weight[i] += step[own - h[lower[i]]]


@kernel
def pack(outputs: np.ndarray, masks: np.ndarray) -> None:
    """Write the outputs (k, n) uint8 of rankers as bits into masks (n, ⌈k / 8⌉) uint8, the first in the lowest bit."""
    masks[:] = 0
    for k in range(len(outputs)):
        for i in range(outputs.shape[1]):
            masks[i, k // 8] |= outputs[k, i] << (k % 8)


@kernel
def tied_many(
    start: np.ndarray, lower: np.ndarray, weight: np.ndarray, masks: np.ndarray, tied: np.ndarray
) -> None:
    """ε⁰ of many rankers in one pass: bit s of masks[x, b] is the output of ranker 8 b + s on item x.

    masks (n, B) uint8; tied (k ≤ 8 B,) is written. A pair's weight goes, for each byte, to the bin of the bits in
    which its two items differ; a ranker ties the bins without its bit.
    """
    bins = np.zeros((masks.shape[1], 256))
    for x in range(len(start) - 1):
        for i in range(start[x], start[x + 1]):
            y, w = lower[i], weight[i]
            for b in range(masks.shape[1]):
                bins[b, masks[x, b] ^ masks[y, b]] += w
    for k in range(len(tied)):
        total = 0.0
        for differ in range(256):
            if (differ >> (k % 8)) & 1 == 0:
                total += bins[k // 8, differ]
        tied[k] = total
