"""λ of every pair, their sums by item, their cost, and how many count, in one pass over the pairs (Burges 2010).

Item x is above lower[start[x] : start[x + 1]]. place, gain, discount (n,) are those of the items, best and apart (Q,)
the best DCG of a query and whether its scores differ. A pair counts when one of its places is below `at`; it has
weight |ΔNDCG| where `delta`, else 1.
"""

import math

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def pulls(
    start: np.ndarray,
    lower: np.ndarray,
    qid: np.ndarray,
    place: np.ndarray,
    gain: np.ndarray,
    discount: np.ndarray,
    best: np.ndarray,
    apart: np.ndarray,
    scores: np.ndarray,
    delta: bool,
    sigma: float,
    at: int,
    norm: bool,
    near: float,
    pull: np.ndarray,
    by_query: np.ndarray,
) -> tuple[float, int]:
    """Write λ of each pair into pull (m,) and return (Σ w ln(1 + e^{−σ s}), pairs that count).

    by_query (Q, 2) is scratch: Σ λ and the cost of each query before its norm.
    """
    by_query[:] = 0.0
    counted = 0
    for x in range(len(start) - 1):
        q = qid[x]
        for k in range(start[x], start[x + 1]):
            y = lower[k]
            pull[k] = 0.0
            if min(place[x], place[y]) >= at:
                continue
            counted += 1
            weight = 1.0
            if delta:
                weight = 0.0
                if best[q] > 0.0:
                    weight = abs(gain[x] - gain[y]) * abs(discount[x] - discount[y]) / best[q]
            s = scores[x] - scores[y]
            if norm and apart[q]:
                weight /= near + abs(s)
            small = math.exp(-abs(sigma * s))
            share = (small if s > 0.0 else 1.0) / (1.0 + small)
            pull[k] = sigma * weight * share
            by_query[q, 0] += pull[k]
            by_query[q, 1] += weight * (max(-sigma * s, 0.0) + math.log1p(small))
    if norm:
        for q in range(len(by_query)):
            total = 2.0 * by_query[q, 0]
            by_query[q, 0] = math.log1p(total) / math.log(2.0) / total if total > 0.0 else 1.0
            by_query[q, 1] *= by_query[q, 0]
        for x in range(len(start) - 1):
            for k in range(start[x], start[x + 1]):
                pull[k] *= by_query[qid[x], 0]
    return by_query[:, 1].sum(), counted


@kernel
def sums(
    start: np.ndarray,
    lower: np.ndarray,
    qid: np.ndarray,
    place: np.ndarray,
    gain: np.ndarray,
    discount: np.ndarray,
    best: np.ndarray,
    apart: np.ndarray,
    scores: np.ndarray,
    delta: bool,
    sigma: float,
    at: int,
    norm: bool,
    near: float,
    least: float,
    as_higher: np.ndarray,
    as_lower: np.ndarray,
    by_query: np.ndarray,
) -> None:
    """Write (Σ λ, Σ σ² w p (1 − p), Σ σ² w) of each item's pairs, as the higher and as the lower one, (n, 3) each.

    p (1 − p) is at least `least`. by_query (Q,) is scratch.
    """
    as_higher[:], as_lower[:], by_query[:] = 0.0, 0.0, 0.0
    for x in range(len(start) - 1):
        q = qid[x]
        pulls_of_x, seconds_of_x, weights_of_x = 0.0, 0.0, 0.0
        for k in range(start[x], start[x + 1]):
            y = lower[k]
            if min(place[x], place[y]) >= at:
                continue
            weight = 1.0
            if delta:
                weight = 0.0
                if best[q] > 0.0:
                    weight = abs(gain[x] - gain[y]) * abs(discount[x] - discount[y]) / best[q]
            s = scores[x] - scores[y]
            if norm and apart[q]:
                weight /= near + abs(s)
            small = math.exp(-abs(sigma * s))
            share = 1.0 / (1.0 + small)
            pull = sigma * weight * (small * share if s > 0.0 else share)
            square = sigma * sigma * weight
            second = square * max(small * share * share, least)
            pulls_of_x += pull
            seconds_of_x += second
            weights_of_x += square
            as_lower[y, 0] += pull
            as_lower[y, 1] += second
            as_lower[y, 2] += square
        as_higher[x, 0], as_higher[x, 1], as_higher[x, 2] = pulls_of_x, seconds_of_x, weights_of_x
        by_query[q] += pulls_of_x
    if norm:
        for q in range(len(by_query)):
            total = 2.0 * by_query[q]
            by_query[q] = math.log1p(total) / math.log(2.0) / total if total > 0.0 else 1.0
        for x in range(len(start) - 1):
            as_higher[x] *= by_query[qid[x]]
            as_lower[x] *= by_query[qid[x]]
