"""NumPy version of `tree_items`, array by array, with the same answers to the bit."""

import numpy as np

LEAST = float(np.finfo(np.float64).eps)


def spread(
    rows: np.ndarray, target: np.ndarray, weight: np.ndarray, pull: np.ndarray
) -> tuple[float, float, float]:
    """The NumPy version of `tree_items.spread`."""
    w, r = weight[rows], target[rows]
    total = w.cumsum()[-1]
    mean = (w * r).cumsum()[-1] / total
    apart = r - mean
    pull[rows] = of_node = w * apart
    return total, mean, (of_node * apart).cumsum()[-1]


def best_split(
    X: np.ndarray,
    order: np.ndarray,
    weight: np.ndarray,
    pull: np.ndarray,
    total: float,
    equal: float,
    scratch: np.ndarray,
) -> tuple[float, int, float, float, bool]:
    """The NumPy version of `tree_items.best_split`, all features at once."""
    d, m = order.shape
    values = np.take_along_axis(X, order.astype(np.intp), 1)
    above, sums = weight[order].cumsum(axis=1), pull[order].cumsum(axis=1)
    parts = values[:, :-1] < values[:, 1:]  # not where a value is missing
    offers = np.full((d, 2 * m), -1.0)  # missing values go right, then: they go left
    offers[:, : m - 1] = np.where(parts, gains_of(above[:, :-1], sums[:, :-1], total), -1.0)
    known = m - np.isnan(values).sum(axis=1)
    for j in np.flatnonzero((known < m) & (known > 0)):
        last = known[j] - 1
        offers[j, last] = gains_of(above[j, last], sums[j, last], total)
        with_missing = gains_of(above[j, :-1] + (total - above[j, last]), sums[j, :-1] - sums[j, last], total)
        offers[j, m : 2 * m - 1] = np.where(parts[j], with_missing, -1.0)
    best, chosen = -np.inf, 0
    for feature, top in enumerate(offers.max(axis=1).tolist()):
        if top >= 0.0 and top > best + equal:
            best, chosen = top, feature
    if best < 0.0:
        return -1.0, 0, np.nan, np.nan, False
    place = int(np.argmax(offers[chosen] >= max(best - equal, 0.0)))
    at, end = place % m, int(known[chosen])
    missing_left = place >= m if end < m else 2 * (at + 1) > m
    high = values[chosen, at + 1] if at + 1 < end else np.inf
    return best, chosen, values[chosen, at], high, missing_left


def gains_of(above: np.ndarray, sums: np.ndarray, total: float) -> np.ndarray:
    """The NumPy version of `tree_items.gain_of`, of many splits."""
    return np.asarray(sums * (sums / above / np.maximum(1.0 - above / total, LEAST)))


def divide(column: np.ndarray, order: np.ndarray, low: float, missing_left: bool, goes: np.ndarray) -> int:
    """The NumPy version of `tree_items.divide`."""
    side = (~(column > low) if missing_left else column <= low)[order]
    before, behind = (order[which].reshape(len(order), -1) for which in (side, ~side))
    count = before.shape[1]
    order[:, :count], order[:, count:] = before, behind
    return count


def apply(
    X: np.ndarray,
    feature: np.ndarray,
    threshold: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
    missing_left: np.ndarray,
    leaf: np.ndarray,
) -> None:
    """The NumPy version of `tree_items.apply`, node by node."""
    reached = {0: np.arange(len(leaf))}
    for node in range(len(left)):  # a child comes after its parent
        rows = reached.pop(node)
        if left[node] < 0:
            leaf[rows] = node
            continue
        values = X[rows, feature[node]]
        side = ~(values > threshold[node]) if missing_left[node] else values <= threshold[node]
        reached[int(left[node])], reached[int(right[node])] = rows[side], rows[~side]
