"""Ranges, missing and too large values of a feature table, in one pass and without a copy."""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def first_beyond(X: np.ndarray, limit: float) -> int:
    """The first place in X (n, d), counted along the rows, where |value| > limit; −1 where there is none."""
    for i in range(X.shape[0]):
        found = False
        for j in range(X.shape[1]):
            found |= abs(X[i, j]) > limit
        if found:
            for j in range(X.shape[1]):
                if abs(X[i, j]) > limit:
                    return i * X.shape[1] + j
    return -1


@kernel
def column_ranges(X: np.ndarray, low: np.ndarray, high: np.ndarray, missing: np.ndarray) -> None:
    """Write minimum, maximum and the number of NaN of each column of X (n, d) to low, high, missing (d,).

    A column without a known value has low = ∞ and high = −∞.
    """
    low[:], high[:], missing[:] = np.inf, -np.inf, 0
    for i in range(X.shape[0]):
        for j in range(X.shape[1]):
            value = X[i, j]
            missing[j] += value != value
            low[j] = value if value < low[j] else low[j]
            high[j] = value if value > high[j] else high[j]
