"""The leaves in which items end, in the trees of a ranker that another library has trained."""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def leaves(
    X: np.ndarray,
    ends: np.ndarray,
    start: np.ndarray,
    column: np.ndarray,
    threshold: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
    missing_left: np.ndarray,
    zero: np.ndarray,
    list_start: np.ndarray,
    listed: np.ndarray,
    listed_left: bool,
) -> None:
    """Write the node, counted from its tree's root, in which each row of X (n, columns) ends in each tree: ends (T, n).

    A missing value goes where missing_left directs it, and so does one within ±zero of a node. A row goes left where
    its value is ≤ the node's threshold. Where that is NaN, one of the categories in `listed` goes left if
    `listed_left`, and all others go the other way; node v has listed[list_start[v] : list_start[v + 1]], rising.
    """
    for t in range(len(ends)):
        root = start[t]
        for i in range(len(X)):
            node = root
            while left[node] >= 0:
                value = X[i, column[node]]
                if np.isnan(value) or abs(value) <= zero[node]:
                    goes_left = missing_left[node] != 0
                elif np.isnan(threshold[node]):
                    goes_left = among(value, listed, list_start[node], list_start[node + 1]) == listed_left
                else:
                    goes_left = value <= threshold[node]
                node = root + (left[node] if goes_left else right[node])
            ends[t, i] = node - root


@kernel
def among(value: float, listed: np.ndarray, first: int, end: int) -> bool:
    """Return whether one of the rising numbers listed[first:end] is the whole part of a value."""
    whole = np.trunc(value)
    stop = end
    while first < end:
        middle = (first + end) // 2
        if listed[middle] < whole:
            first = middle + 1
        else:
            end = middle
    return first < stop and listed[first] == whole
