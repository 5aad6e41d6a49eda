"""The orders in which programs put documents with equal scores, except those by the documents' ids.

Query i has the rows start[i] to start[i + 1]; every order is by falling score first, and is written as row numbers.
"""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def by_row(scores: np.ndarray, start: np.ndarray, order: np.ndarray) -> None:
    """Order equal scores by their rows."""
    for q in range(len(start) - 1):
        a, b = start[q], start[q + 1]
        falls = True
        for i in range(a, b):
            order[i] = i
            falls = falls and (i == a or scores[i] <= scores[i - 1])
        if not falls:
            order[a:b] = a + np.argsort(-scores[a:b], kind="mergesort")


@kernel
def quick(scores: np.ndarray, start: np.ndarray, times: int, order: np.ndarray) -> None:
    """Order equal scores like numba's quicksort, which moves them in lists of 16 or more; sorted `times` times."""
    for q in range(len(start) - 1):
        a, b = start[q], start[q + 1]
        for i in range(a, b):
            order[i] = i
        for _ in range(times):
            found = order[a:b].copy()
            order[a:b] = found[np.argsort(-scores[found])]
