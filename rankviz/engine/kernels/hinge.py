"""The squared hinge over all pairs that grades imply, from sorted scores: O(n log n) per query, no pair is listed.

A pair (x above y) costs ½ max(0, b_y − a_x)²: a is the score of an item as the higher one of a pair, b its
score as the lower one, with the margin τ added. The x are visited from the highest a down; then the set of y with
a cost (b_y > a_x) only grows, and a Fenwick tree over the grades holds their sums.

`by_higher` and `by_lower` list the rows by query and falling a, falling b; query q has the places
query_start[q] … query_start[q + 1] − 1 of both. `level` numbers the grades of each query from 0 up, `levels`
counts them. `sums` is scratch, one row more than the largest number of levels, and six columns.
"""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def add_item(sums: np.ndarray, count: int, at: int, b: float, g: float) -> None:
    """Add an item with values b and g at level `at` of a tree over `count` levels."""
    k = at + 1
    while k <= count:
        sums[k, 0] += 1.0
        sums[k, 1] += b
        sums[k, 2] += b * b
        sums[k, 3] += g
        sums[k, 4] += g * g
        sums[k, 5] += b * g
        k += k & -k


@kernel
def sums_below(sums: np.ndarray, at: int) -> tuple[float, float, float, float, float, float]:
    """(items, Σ b, Σ b², Σ g, Σ g², Σ bg) of the levels below `at`."""
    n, sb, sbb, sg, sgg, sbg = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    k = at
    while k > 0:
        n += sums[k, 0]
        sb += sums[k, 1]
        sbb += sums[k, 2]
        sg += sums[k, 3]
        sgg += sums[k, 4]
        sbg += sums[k, 5]
        k -= k & -k
    return n, sb, sbb, sg, sgg, sbg


@kernel
def gradient(
    by_higher: np.ndarray,
    by_lower: np.ndarray,
    query_start: np.ndarray,
    level: np.ndarray,
    levels: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    sums: np.ndarray,
    slope: np.ndarray,
    active: np.ndarray,
) -> float:
    """Return ½ Σ max(0, b_y − a_x)²; write its gradient by item score into slope (n,).

    active (n,) gets the number of pairs of each item with a cost: the Hessian's diagonal.
    """
    total = 0.0
    for q in range(len(query_start) - 1):
        first, last, count = query_start[q], query_start[q + 1], levels[q]
        sums[: count + 1] = 0.0
        p = first
        for i in range(first, last):
            x = by_higher[i]
            while p < last and b[by_lower[p]] > a[x]:
                y = by_lower[p]
                add_item(sums, count, level[y], b[y], 0.0)
                p += 1
            n, sb, sbb, _, _, _ = sums_below(sums, level[x])
            total += max(0.0, sbb - 2.0 * a[x] * sb + n * a[x] * a[x])
            slope[x] = n * a[x] - sb
            active[x] = n
        sums[: count + 1] = 0.0
        p = last - 1
        for i in range(last - 1, first - 1, -1):
            y = by_lower[i]
            while p >= first and a[by_higher[p]] < b[y]:
                x = by_higher[p]
                # Turned around, "the levels above" are the levels below.
                add_item(sums, count, count - 1 - level[x], a[x], 0.0)
                p -= 1
            n, sa, _, _, _, _ = sums_below(sums, count - 1 - level[y])
            slope[y] += n * b[y] - sa
            active[y] += n
    return 0.5 * total


@kernel
def along(
    by_higher: np.ndarray,
    by_lower: np.ndarray,
    query_start: np.ndarray,
    level: np.ndarray,
    levels: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    g: np.ndarray,
    sums: np.ndarray,
) -> tuple[float, float, float]:
    """Return ½ Σ max(0, b_y − a_x)² and its first and second derivative when the scores move along g (n,)."""
    value, first_derivative, second = 0.0, 0.0, 0.0
    for q in range(len(query_start) - 1):
        first, last, count = query_start[q], query_start[q + 1], levels[q]
        sums[: count + 1] = 0.0
        p = first
        for i in range(first, last):
            x = by_higher[i]
            while p < last and b[by_lower[p]] > a[x]:
                y = by_lower[p]
                add_item(sums, count, level[y], b[y], g[y])
                p += 1
            n, sb, sbb, sg, sgg, sbg = sums_below(sums, level[x])
            value += max(0.0, sbb - 2.0 * a[x] * sb + n * a[x] * a[x])
            first_derivative += sbg - g[x] * sb - a[x] * sg + n * a[x] * g[x]
            second += max(0.0, sgg - 2.0 * g[x] * sg + n * g[x] * g[x])
    return 0.5 * value, first_derivative, second
