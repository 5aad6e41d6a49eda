"""Errors and gains of many score vectors of the same items at once: one row of scores for each round."""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def staged_errors(
    start: np.ndarray, lower: np.ndarray, staged: np.ndarray, tolerances: np.ndarray, wrong: np.ndarray
) -> None:
    """Write how many pairs each row of staged (R, n) reverses and ties into wrong (R, 2)."""
    for r in range(len(staged)):
        reversed_, tied = 0, 0
        for x in range(len(start) - 1):
            for i in range(start[x], start[x + 1]):
                s = staged[r, x] - staged[r, lower[i]]
                if s < -tolerances[r]:
                    reversed_ += 1
                elif s <= tolerances[r]:
                    tied += 1
        wrong[r, 0] = reversed_
        wrong[r, 1] = tied


@kernel
def staged_gains(
    staged: np.ndarray,
    orders: np.ndarray,
    tolerances: np.ndarray,
    gain: np.ndarray,
    relevant: np.ndarray,
    tie_rank: np.ndarray,
    mean: bool,
    discount: np.ndarray,
    cutoffs: np.ndarray,
    dcg: np.ndarray,
    precision: np.ndarray,
) -> None:
    """Write DCG at each cutoff into dcg (R, K), and average precision into precision (R,), of one query's items.

    orders (R, n) lists the items by falling score. Equal scores share the mean over all their orders when
    `mean`; else they are ordered by rising tie_rank (n,), and `orders` is rearranged accordingly. discount (n,) is the
    factor of a gain at each place. precision is NaN when no item is relevant.
    """
    n = staged.shape[1]
    total = relevant.sum()
    for r in range(len(staged)):
        order = orders[r]
        dcg[r, :] = 0.0
        found, hits = 0.0, 0.0
        p = 0
        while p < n:
            end = p + 1
            while end < n and staged[r, order[end - 1]] - staged[r, order[end]] <= tolerances[r]:
                end += 1
            if not mean:
                for a in range(p + 1, end):  # few are tied, so insertion sort
                    item, b = order[a], a
                    while b > p and tie_rank[order[b - 1]] > tie_rank[item]:
                        order[b] = order[b - 1]
                        b -= 1
                    order[b] = item
            size, group_gain, group_hits = end - p, 0.0, 0.0
            for a in range(p, end):
                group_gain += gain[order[a]]
                group_hits += relevant[order[a]]
            for a in range(p, end):
                value = group_gain / size if mean else gain[order[a]]
                for j in range(len(cutoffs)):
                    if a < cutoffs[j]:
                        dcg[r, j] += value * discount[a]
                if mean and group_hits > 0.0:
                    # Given a hit at this place, the places of the group before it hold a fair share of the others.
                    among = (a - p) * (group_hits - 1.0) / (size - 1) if size > 1 else 0.0
                    found += group_hits / size * (hits + 1.0 + among) / (a + 1.0)
                elif not mean and relevant[order[a]] > 0.0:
                    hits += 1.0
                    found += hits / (a + 1.0)
            if mean:
                hits += group_hits
            p = end
        precision[r] = found / total if total > 0.0 else np.nan
