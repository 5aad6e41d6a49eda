"""The growth of a regression tree, best split first: the loop over nodes; the loops over items are in `tree_items`."""

import numpy as np

from rankviz.engine.kernels.jit import kernel
from rankviz.engine.kernels.tree_items import best_split, divide, spread

EQUAL = 1e-10
"""Gains are equal when they differ by no more than this share of their node's squared error; rounding stays below."""

NEGLIGIBLE = float(np.finfo(np.float64).eps)
"""A node whose targets have no larger variance is not split, as in scikit-learn."""


@kernel
def grow(
    X: np.ndarray,
    order: np.ndarray,
    target: np.ndarray,
    weight: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
    feature: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    missing_left: np.ndarray,
    gain: np.ndarray,
    value: np.ndarray,
    items: np.ndarray,
) -> int:
    """Grow a tree into arrays that have room for as many nodes as it may have, and return how many it has.

    In each step the leaf is split whose best split reduces Σ w (r − mean)² most, among equal ones the first. Node 0 is
    the root; a child comes after its parent. A leaf has left and right −1, and keeps its best split in the other
    arrays.

    X (d, n) are the features. order (d, m) lists the items of positive weight by rising feature, missing ones last;
    it is rearranged. target, weight : (n,). value : the weighted mean of the targets. items : how many items pass.
    gain, feature, low, high, missing_left : see :func:`rankviz.engine.kernels.tree_items.best_split`.
    """
    most, n = len(left), len(target)
    pull, goes, scratch = np.zeros(n), np.zeros(n, dtype=np.bool_), np.zeros(2 * n)
    start, end, error = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64), np.zeros(most)
    offer = -np.ones(most)
    end[0], first, nodes = order.shape[1], 0, 1
    while True:
        for node in range(first, nodes):
            rows = order[:, start[node] : end[node]]
            total, value[node], error[node] = spread(rows[0], target, weight, pull)
            left[node], right[node], items[node] = -1, -1, rows.shape[1]
            if nodes < most and error[node] > NEGLIGIBLE * total:
                equal = EQUAL * error[node]
                offer[node], feature[node], low[node], high[node], missing_left[node] = best_split(
                    X, rows, weight, pull, total, equal, scratch
                )
        best = int(np.argmax(offer))
        if nodes == most or offer[best] < 0.0:
            return nodes
        node = int(np.argmax(offer >= max(offer[best] - EQUAL * error[best], 0.0)))
        gain[node], offer[node] = offer[node], -1.0
        rows = order[:, start[node] : end[node]]
        middle = start[node] + divide(X[feature[node]], rows, low[node], missing_left[node], goes)
        left[node], right[node] = nodes, nodes + 1
        start[nodes], end[nodes] = start[node], middle
        start[nodes + 1], end[nodes + 1] = middle, end[node]
        first, nodes = nodes, nodes + 2
