"""Pairs that grades imply, counted from items in order of their scores: O(n log n), and no pair is listed.

`order` lists the rows by query and falling score; query q has the places query_start[q] … query_start[q + 1] − 1.
"""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def merge(
    order: np.ndarray, query_start: np.ndarray, scores: np.ndarray, h: np.ndarray, scratch: np.ndarray
) -> None:
    """Restore `order` in place after one amount was added to the scores of the rows with h = 1.

    Inside a query the rows with h = 1 and those with h = 0 are each still in order, so that merging them
    suffices. scores (n,) are those after the step, h (n,) uint8, scratch (n,) is like `order`.
    """
    for q in range(len(query_start) - 1):
        first, last = query_start[q], query_start[q + 1]
        ones, zeros = first, last
        for p in range(first, last):  # no branch: each row is written to both ends, of which one moves on
            scratch[ones] = scratch[zeros - 1] = order[p]
            one = np.int64(h[order[p]])
            ones += one
            zeros -= 1 - one
        a, b = first, last - 1  # the rows with h = 0 are stored from the end backwards
        for p in range(first, last):
            if b < ones or (a < ones and scores[scratch[a]] >= scores[scratch[b]]):
                order[p] = scratch[a]
                a += 1
            else:
                order[p] = scratch[b]
                b -= 1


FEW = 8
"""Levels up to which each has its count of lower items; beyond, a Fenwick tree has the counts of all."""


@kernel
def _add(tree: np.ndarray, level: int, levels: int) -> None:
    """Add an item of a level to the counts."""
    if levels <= FEW:
        for k in range(1, levels):
            tree[k] += 1 if level < k else 0  # no branch, which half of the items would take
        return
    k = level + 1
    while k <= levels:
        tree[k] += 1
        k += k & -k


@kernel
def _under(tree: np.ndarray, level: int, levels: int) -> int:
    """Return how many items of lower levels were added."""
    if levels <= FEW:
        return int(tree[level])
    total = 0
    k = level
    while k > 0:
        total += tree[k]
        k -= k & -k
    return total


@kernel
def count_implied(
    order: np.ndarray,
    query_start: np.ndarray,
    level: np.ndarray,
    levels: np.ndarray,
    scores: np.ndarray,
    tolerance: float,
    trees: np.ndarray,
) -> tuple[int, int]:
    """Count the pairs that are reversed (s < −tolerance), and those not in order (s ≤ tolerance), tied ones included.

    level (n,) is the place of each item's grade among the levels[q] grades of its query, from 0 upwards; trees
    (2, largest of levels + 1) int64 is scratch.
    """
    reversed_, not_in_order = 0, 0
    # Counts of the items clearly above i, and of those not clearly below it.
    above, reached = trees[0], trees[1]
    for q in range(len(query_start) - 1):
        last, count = query_start[q + 1], levels[q]
        if count < 2:
            continue
        above[: count + 1] = 0
        p = query_start[q]
        while p < last:
            end = p + 1  # from p to end no step between neighbours is clear
            while end < last and scores[order[end - 1]] - scores[order[end]] <= tolerance:
                end += 1
            if scores[order[p]] - scores[order[end - 1]] <= tolerance:
                for at in range(p, end):
                    reversed_ += _under(above, level[order[at]], count)
                for at in range(p, end):
                    _add(above, level[order[at]], count)
                for at in range(p, end):
                    not_in_order += _under(above, level[order[at]], count)
                p = end
                continue
            reached[: count + 1] = above[: count + 1]
            a, b = p, p
            for at in range(p, end):
                i = order[at]
                while scores[order[a]] - scores[i] > tolerance:
                    _add(above, level[order[a]], count)
                    a += 1
                while b < end and scores[i] - scores[order[b]] <= tolerance:
                    _add(reached, level[order[b]], count)
                    b += 1
                reversed_ += _under(above, level[i], count)
                not_in_order += _under(reached, level[i], count)
            for at in range(a, end):
                _add(above, level[order[at]], count)
            p = end
    return reversed_, not_in_order
