"""Regression trees over feature values: where a split lies between values, and which leaf an item ends in.

Node 0 is the root; a leaf has no left child (−1). An item goes left where its feature ≤ the node's threshold;
a missing value goes where `missing_left` says.
"""

import numpy as np

from rankviz.kernels.jit import kernel


@kernel
def neighbours(
    X: np.ndarray,
    ranks: np.ndarray,
    weight: np.ndarray,
    feature: np.ndarray,
    threshold: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
    missing_left: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
) -> None:
    """The largest value that goes left and the smallest that goes right at each node, into low, high (nodes,).

    X (n, d) are the features; the tree splits their `ranks` (n, d) at `threshold`. Only items of positive
    weight count; ∓inf where no value goes that way.
    """
    low[:] = -np.inf
    high[:] = np.inf
    for i in range(len(weight)):
        if weight[i] <= 0.0:
            continue
        node = 0
        while left[node] >= 0:
            rank, value = ranks[i, feature[node]], X[i, feature[node]]
            if np.isnan(rank):
                node = left[node] if missing_left[node] else right[node]
            elif rank <= threshold[node]:
                low[node] = max(low[node], value)
                node = left[node]
            else:
                high[node] = min(high[node], value)
                node = right[node]


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
    """The leaf that each row of X (n, d) ends in, into leaf (n,)."""
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
