"""NumPy version of `by_score`."""

import numpy as np


def by_score(rows: np.ndarray, query_start: np.ndarray, scores: np.ndarray, order: np.ndarray) -> None:
    """The NumPy version of `by_score.by_score`."""
    query = np.repeat(np.arange(len(query_start) - 1), np.diff(query_start))
    order[:] = rows[np.lexsort((-scores[rows], query))]
