"""Measures of the item scores after a round over the items: places and NDCG."""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def places(
    order: np.ndarray, qid: np.ndarray, scores: np.ndarray, tolerance: float, place: np.ndarray
) -> None:
    """Competition places from 1 within each query; equal scores share one.

    order (n,) lists the rows by query and falling score; place (n,) is written.
    """
    first = 0
    shared = 0
    for p in range(len(order)):
        i = order[p]
        if p == 0 or qid[i] != qid[order[p - 1]]:
            first = p
            shared = p
        elif scores[order[p - 1]] - scores[i] > tolerance:
            shared = p
        place[i] = shared - first + 1


@kernel
def mean_ndcg(
    order: np.ndarray,
    ideal: np.ndarray,
    query_start: np.ndarray,
    scores: np.ndarray,
    gain: np.ndarray,
    tolerance: float,
    k: int,
) -> float:
    """Mean NDCG@k over the queries with a gain; tied scores share the mean gain of their group.

    order, ideal (n,): rows by query and falling score, falling gain. NaN when no query has a gain.
    """
    logs = np.log2(np.arange(min(k, len(order))) + 2.0)
    total, counted = 0.0, 0
    for q in range(len(query_start) - 1):
        first, last = query_start[q], query_start[q + 1]
        best = 0.0
        for p in range(first, min(last, first + k)):
            best += gain[ideal[p]] / logs[p - first]
        if best <= 0.0:
            continue
        found = 0.0
        p = first
        while p < min(last, first + k):
            end = p + 1
            group = gain[order[p]]
            while end < last and scores[order[end - 1]] - scores[order[end]] <= tolerance:
                group += gain[order[end]]
                end += 1
            discount = 0.0
            for position in range(p, min(end, first + k)):
                discount += 1.0 / logs[position - first]
            found += group / (end - p) * discount
            p = end
        total += found / best
        counted += 1
    return total / counted if counted else np.nan
