"""The loops of a regression tree over items: spread and best split of a node, and where each item goes and ends.

Where nothing compiles, `arrays.tree_items` has the same functions array by array, with the same results to the bit.

A node's items are the columns of order (d, m): row j lists them by rising feature j, missing values last.
"""

import numpy as np

from rankviz.engine.kernels.jit import kernel

LEAST = float(np.finfo(np.float64).eps)
"""The least share of a node's weight that a right side counts as: rounding would leave none of very unequal ones."""


@kernel
def spread(
    rows: np.ndarray, target: np.ndarray, weight: np.ndarray, pull: np.ndarray
) -> tuple[float, float, float]:
    """(Σ w, mean, Σ w (r − mean)²) of items `rows` (m,), target r, weight w (n,); w (r − mean) goes into pull (n,)."""
    total, at = 0.0, 0.0
    for i in rows:
        total += weight[i]
        at += weight[i] * target[i]
    mean, error = at / total, 0.0
    for i in rows:
        apart = target[i] - mean
        pull[i] = weight[i] * apart
        error += pull[i] * apart
    return total, mean, error


@kernel
def best_split(
    X: np.ndarray,
    order: np.ndarray,
    weight: np.ndarray,
    pull: np.ndarray,
    total: float,
    equal: float,
    scratch: np.ndarray,
) -> tuple[float, int, float, float, bool]:
    """(gain, feature, low, high, missing_left) of the split of a node that reduces Σ w (r − mean)² most.

    low is the largest known value that goes left, high the smallest that goes right, +inf where none does. Of splits
    whose gains differ by no more than `equal`, one by the first feature is chosen, of these one that sends missing
    values right, of these the one with the lowest threshold. Where none are missing, later ones go to the side with
    more items. A gain of −1 means that nothing separates the items.

    X (d, n). weight, pull : (n,), see :func:`spread`. total : their weight. scratch : two numbers for each item.
    """
    d, m = order.shape
    best, found, low, high, missing_left = -np.inf, 0, np.nan, np.nan, False
    for j in range(d):
        rows, column = order[j], X[j]
        known, above, sums, top = m, 0.0, 0.0, -1.0
        while known > 0 and np.isnan(column[rows[known - 1]]):
            known -= 1
        for i in range(known if known < m else 0):
            above += weight[rows[i]]
            sums += pull[rows[i]]
        more, further = total - above, -sums  # of the missing values
        above, sums = 0.0, 0.0
        for i in range(known):
            above += weight[rows[i]]
            sums += pull[rows[i]]
            scratch[i], scratch[m + i] = -1.0, -1.0
            if i + 1 == known:
                if known < m:
                    scratch[i] = gain_of(above, sums, total)
            elif column[rows[i]] < column[rows[i + 1]]:
                scratch[i] = gain_of(above, sums, total)
                if known < m:
                    scratch[m + i] = gain_of(above + more, sums + further, total)
            top = max(top, scratch[i], scratch[m + i])
        if top < 0.0 or top <= best + equal:
            continue
        best, found, at = top, j, 0
        while scratch[at] < max(top - equal, 0.0):
            at += 1 if at + 1 != known else m - known + 1
        missing_left = at >= m if known < m else 2 * (at + 1) > m
        at %= m
        low, high = column[rows[at]], (column[rows[at + 1]] if at + 1 < known else np.inf)
    return (best if best >= 0.0 else -1.0), found, low, high, missing_left


@kernel
def gain_of(above: float, sums: float, total: float) -> float:
    """Return the reduction by a split whose left side has Σ w = `above`, of `total`, and Σ w (r − mean) = `sums`."""
    return sums * (sums / above / max(1.0 - above / total, LEAST))


@kernel
def divide(column: np.ndarray, order: np.ndarray, low: float, missing_left: bool, goes: np.ndarray) -> int:
    """Put items whose value in column (n,) is up to `low` before the others in each row of order; return their number.

    goes (n,) bool is scratch for the answers.
    """
    d, m = order.shape
    behind = np.empty_like(order[0])
    count = 0
    for i in order[0]:
        goes[i] = not column[i] > low if missing_left else column[i] <= low
    for j in range(d):
        rows = order[j]
        count, after = 0, 0
        for i in range(m):
            if goes[rows[i]]:
                rows[count] = rows[i]
                count += 1
            else:
                behind[after] = rows[i]
                after += 1
        for i in range(after):
            rows[count + i] = behind[i]
    return count


@kernel
def apply(
    X: np.ndarray,
    feature: np.ndarray,
    threshold: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
    missing_left: np.ndarray,
    leaf: np.ndarray,
) -> None:
    """Write the leaf in which each row of X (n, d) ends to leaf (n,).

    An item goes left where its feature ≤ the node's threshold; a missing value goes where missing_left says.
    """
    for i in range(len(leaf)):
        node = 0
        while left[node] >= 0:
            value = X[i, feature[node]]
            if np.isnan(value):
                node = left[node] if missing_left[node] else right[node]
            elif value <= threshold[node]:
                node = left[node]
            else:
                node = right[node]
        leaf[i] = node
