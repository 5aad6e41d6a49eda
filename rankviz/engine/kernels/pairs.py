"""Pair distributions stored pair by pair: explicit preferences, capped weights, RankBoost+.

Pairs are stored by their higher item: the lower items of row x are lower[start[x] : start[x + 1]].
Hot loops read them as unsigned numbers: numba looks whether a signed one is below 0, a place counted from the end.
A distribution is one number per pair, weight (m,): a weight D, or the logarithm of a weight too small for a float. Such
a logarithm is below 0, so the sign distinguishes the two; it counts as weight 0 until it has grown.
"""

import numpy as np

from rankviz.engine.kernels.jit import kernel
from rankviz.engine.kernels.weights import LEAST, times


@kernel
def rescale(weight: np.ndarray) -> None:
    """Divide weight (m,) by its sum, which rounding moves away from 1; unchanged where nothing has weight."""
    total = 0.0
    for i in range(len(weight)):
        total += max(weight[i], 0.0)
    if total <= 0.0:
        return
    share, log_share = 1.0 / total, -np.log(total)
    for i in range(len(weight)):
        weight[i] = times(weight[i], share, log_share)


@kernel
def normalise(log_weight: np.ndarray, weight: np.ndarray) -> float:
    """Write D (m,) = exp(log_weight) / Σ and return log Σ; −inf, with D unchanged, when nothing is left."""
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
            w = max(weight[i], 0.0)
            total += w
            as_lower[lower[i]] += w
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
            w = max(weight[i], 0.0)
            level += w if same else 0.0
            other += 0.0 if same else w
        if h[x] == 1:
            correct += other
        else:
            reversed_ += other
        tied += level
    return correct, tied, reversed_


@kernel
def epsilons_of(
    start: np.ndarray, lower: np.ndarray, weight: np.ndarray, outputs: np.ndarray, found: np.ndarray
) -> None:
    """Write (ε⁺, ε⁰, ε⁻) (8) of several rankers, outputs (k, n) uint8, as found (k, 3)."""
    for k in range(len(outputs)):
        found[k, 0], found[k, 1], found[k, 2] = epsilons(start, lower, weight, outputs[k])


@kernel
def all_epsilons(
    codes: np.ndarray,
    offsets: np.ndarray,
    start: np.ndarray,
    lower: np.ndarray,
    weight: np.ndarray,
    found: np.ndarray,
) -> None:
    """Write (ε⁺, ε⁰, ε⁻) of every candidate of a pool, codes (d, n) uint8 and offsets (d + 1,), as found (N, 3)."""
    h = np.empty(codes.shape[1], dtype=np.uint8)
    for f in range(len(codes)):
        for j in range(offsets[f], offsets[f + 1]):
            threshold = j - offsets[f]
            for i in range(len(h)):
                h[i] = 1 if codes[f, i] > threshold else 0
            found[j, 0], found[j, 1], found[j, 2] = epsilons(start, lower, weight, h)


@kernel
def split(
    start: np.ndarray,
    lower: np.ndarray,
    weight: np.ndarray,
    before: np.ndarray,
    correct: float,
    tied: float,
    reversed_: float,
    h: np.ndarray,
    as_higher: np.ndarray,
    as_lower: np.ndarray,
) -> tuple[float, float, float]:
    """Multiply each pair's weight by its factor for a step along `before`; return (ε⁺, ε⁰, ε⁻) (8) of the ranker h.

    correct, tied, reversed_ are the logs of the factors (9), (25); before, h (n,) uint8. as_higher, as_lower (2, n) are
    written: the weight of each item's pairs with items on which h is 0, and 1.
    """
    as_lower[:] = 0.0
    both = np.empty(len(h), dtype=np.uint8)
    for x in range(len(h)):
        both[x] = 2 * before[x] + h[x]
    logs = np.array([[tied, reversed_], [correct, tied]])  # by `before` of the higher and of the lower item
    factors = np.exp(logs)
    ordered, level, against = 0.0, 0.0, 0.0
    for x in range(len(start) - 1):
        factor, own = factors[before[x]], as_lower[h[x]]
        with_zero, with_one = 0.0, 0.0
        for i in range(start[x], start[x + 1]):
            y = np.uint32(lower[i])
            code = both[y]
            w = weight[i] * factor[code >> 1]
            if w >= LEAST:
                weight[i] = w
            else:  # rare
                weight[i] = times(weight[i], factor[code >> 1], logs[before[x], code >> 1])
                w = max(weight[i], 0.0)
            one = code & 1
            with_one += w if one else 0.0
            with_zero += 0.0 if one else w
            own[y] += w
        as_higher[0, x], as_higher[1, x] = with_zero, with_one
        if h[x] == 1:
            ordered += with_zero
            level += with_one
        else:
            against += with_one
            level += with_zero
    return ordered, level, against


@kernel
def carry(
    factors: np.ndarray, h: np.ndarray, as_higher: np.ndarray, as_lower: np.ndarray, pi: np.ndarray
) -> float:
    """Write π (n,) after a step along h, from what `split` wrote for h; return the sum of all weights after it.

    factors (3,): the finite factors (9), (25) of pairs that h orders correctly, ties and reverses.
    """
    correct, tied, reversed_ = factors
    total = 0.0
    for x in range(len(h)):
        if h[x] == 1:
            above = correct * as_higher[0, x] + tied * as_higher[1, x]
            below = reversed_ * as_lower[0, x] + tied * as_lower[1, x]
        else:
            above = tied * as_higher[0, x] + reversed_ * as_higher[1, x]
            below = tied * as_lower[0, x] + correct * as_lower[1, x]
        pi[x] = above - below
        total += above
    return total


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
        at = 1 + np.int64(h[x])
        for i in range(start[x], start[x + 1]):
            log_weight[i] += step[at - h[lower[i]]]


@kernel
def staged(
    start: np.ndarray,
    lower: np.ndarray,
    h: np.ndarray,
    steps: np.ndarray,
    moves: np.ndarray,
    log_weight: np.ndarray,
    out: np.ndarray,
) -> None:
    """Write the distribution after each of some rounds, out (k, m); log_weight (m,) is updated in place.

    h (k, n) uint8 and steps (k, 3), the logs of the factors (9), (25) of pairs reversed, tied, correct; where
    moves (k,) is False the distribution stays.
    """
    for t in range(len(h)):
        if moves[t]:
            reweight(start, lower, log_weight, h[t], steps[t, 2], steps[t, 1], steps[t, 0])
        normalise(log_weight, out[t])


@kernel
def pack(outputs: np.ndarray, masks: np.ndarray) -> None:
    """Write the outputs (k, n) uint8 of rankers as bits into masks (n, ⌈k / 8⌉) uint8, the first in the lowest bit."""
    masks[:] = 0
    for k in range(len(outputs)):
        for i in range(outputs.shape[1]):
            masks[i, k // 8] |= outputs[k, i] << (k % 8)


@kernel
def tied_many(
    start: np.ndarray,
    lower: np.ndarray,
    weight: np.ndarray,
    before: np.ndarray,
    correct: float,
    tied: float,
    reversed_: float,
    masks: np.ndarray,
    found: np.ndarray,
) -> None:
    """Multiply each pair's weight as `split` does, and write ε⁰ of many rankers, found (k ≤ 8 B,).

    Bit s of masks[x, b], masks (n, B) uint8, is the output of ranker 8 b + s on item x. A pair's weight goes, for each
    byte, to the bin of the bits in which its two items differ; a ranker ties the bins without its bit.
    """
    bins = np.zeros((masks.shape[1], 256))
    logs = np.array([[tied, reversed_], [correct, tied]])
    factors = np.exp(logs)
    for x in range(len(start) - 1):
        factor = factors[before[x]]
        for i in range(start[x], start[x + 1]):
            y = np.uint32(lower[i])
            w = weight[i] * factor[before[y]]
            if w >= LEAST:
                weight[i] = w
            else:  # rare
                weight[i] = times(weight[i], factor[before[y]], logs[before[x], before[y]])
                w = max(weight[i], 0.0)
            for b in range(masks.shape[1]):
                bins[b, masks[x, b] ^ masks[y, b]] += w
    for k in range(len(found)):
        total = 0.0
        for differ in range(256):
            if (differ >> (k % 8)) & 1 == 0:
                total += bins[k // 8, differ]
        found[k] = total
