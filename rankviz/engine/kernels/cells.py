"""RankBoost+'s distribution from items alone: no pair is stored.

A cell holds the items of one query and grade on which all weak rankers agree; a pair of items is a pair of their cells.
Cells are listed by query and rising grade: group g has the cells group_start[g] … group_start[g + 1] − 1, query q the
groups query_start[q] … query_start[q + 1] − 1. For a pair, cell a above cell b, the weight is

    D(a, b) = n_a n_b exp(score_b − score_a − Σ_f |φ_af − φ_bf| − log_total),

in which φ (C, F) gathers ln cosh η of the rankers, one column for rankers of which each contains the next
(docs/mathematics.md: RankBoost+ without pairs).
"""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def weight(
    a: int, b: int, count: np.ndarray, score: np.ndarray, phi: np.ndarray, columns: int, log_total: float
) -> float:
    """D of the pairs of cell a above cell b, the first columns of φ (C, ≥ columns) counted."""
    log = score[b] - score[a] - log_total
    for f in range(columns):
        log -= abs(phi[a, f] - phi[b, f])
    return float(count[a] * count[b] * np.exp(log))


@kernel
def log_sum(
    group_start: np.ndarray,
    query_start: np.ndarray,
    count: np.ndarray,
    score: np.ndarray,
    phi: np.ndarray,
    columns: int,
) -> float:
    """ln Σ of the weights of all pairs, for a log_total of 0; they may be too large or too small for a float."""
    high, total = -np.inf, 0.0
    for q in range(len(query_start) - 1):
        first = group_start[query_start[q]]
        for g in range(query_start[q] + 1, query_start[q + 1]):
            for a in range(group_start[g], group_start[g + 1]):
                for b in range(first, group_start[g]):
                    log = score[b] - score[a]
                    for f in range(columns):
                        log -= abs(phi[a, f] - phi[b, f])
                    if log > high:
                        total *= np.exp(high - log)
                        high = log
                    total += count[a] * count[b] * np.exp(log - high)
    return float(high + np.log(total))


@kernel
def potential(
    group_start: np.ndarray,
    query_start: np.ndarray,
    count: np.ndarray,
    score: np.ndarray,
    phi: np.ndarray,
    columns: int,
    log_total: float,
    as_higher: np.ndarray,
    as_lower: np.ndarray,
) -> float:
    """Write the weight of each cell's (C,) pairs as the higher and as the lower one; return the sum of all weights."""
    as_higher[:] = 0.0
    as_lower[:] = 0.0
    total = 0.0
    for q in range(len(query_start) - 1):
        first = group_start[query_start[q]]
        for g in range(query_start[q] + 1, query_start[q + 1]):
            for a in range(group_start[g], group_start[g + 1]):
                above = 0.0
                for b in range(first, group_start[g]):
                    w = weight(a, b, count, score, phi, columns, log_total)
                    above += w
                    as_lower[b] += w
                as_higher[a] = above
                total += above
    return total


@kernel
def epsilons(
    group_start: np.ndarray,
    query_start: np.ndarray,
    count: np.ndarray,
    score: np.ndarray,
    phi: np.ndarray,
    columns: int,
    log_total: float,
    h: np.ndarray,
) -> tuple[float, float, float]:
    """(ε⁺, ε⁰, ε⁻) (8) of a ranker with outputs h (C,) uint8; zeros are exact."""
    correct, tied, reversed_ = 0.0, 0.0, 0.0
    for q in range(len(query_start) - 1):
        first = group_start[query_start[q]]
        for g in range(query_start[q] + 1, query_start[q + 1]):
            for a in range(group_start[g], group_start[g + 1]):
                level, other = 0.0, 0.0
                for b in range(first, group_start[g]):
                    w = weight(a, b, count, score, phi, columns, log_total)
                    if h[a] == h[b]:
                        level += w
                    else:
                        other += w
                tied += level
                if h[a] == 1:
                    correct += other
                else:
                    reversed_ += other
    return correct, tied, reversed_


@kernel
def tied_many(
    group_start: np.ndarray,
    query_start: np.ndarray,
    count: np.ndarray,
    score: np.ndarray,
    phi: np.ndarray,
    columns: int,
    log_total: float,
    masks: np.ndarray,
    tied: np.ndarray,
) -> None:
    """Write ε⁰ of many rankers, tied (k ≤ 8 B,), in one pass; masks (C, B) uint8 as in kernels/pairs.py."""
    bins = np.zeros((masks.shape[1], 256))
    for q in range(len(query_start) - 1):
        first = group_start[query_start[q]]
        for g in range(query_start[q] + 1, query_start[q + 1]):
            for a in range(group_start[g], group_start[g + 1]):
                for b in range(first, group_start[g]):
                    w = weight(a, b, count, score, phi, columns, log_total)
                    for j in range(masks.shape[1]):
                        bins[j, masks[a, j] ^ masks[b, j]] += w
    for k in range(len(tied)):
        total = 0.0
        for differ in range(256):
            if (differ >> (k % 8)) & 1 == 0:
                total += bins[k // 8, differ]
        tied[k] = total
