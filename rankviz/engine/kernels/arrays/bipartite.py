"""NumPy version of `bipartite`, array by array: some positives with all negatives at a time."""

from collections.abc import Iterator

import numpy as np

from rankviz.engine.kernels.arrays.pairs import total_of

ROOM = 1_000_000
"""Pairs held at a time."""


def hinge_sums(
    positive: np.ndarray, negative: np.ndarray, kink: float, within: np.ndarray, below: np.ndarray
) -> float:
    """The NumPy version of `bipartite.hinge_sums`."""
    q = len(negative)
    first = np.concatenate([(z > kink).sum(axis=1) for _, z in _rows(positive, negative)])
    top = negative[-1]
    above = np.append((negative - top)[::-1].cumsum()[::-1], 0.0)
    within[:] = q - first
    below[:] = np.bincount(first, minlength=q)[:q].cumsum()
    return max(total_of(within * (1.0 - (positive - top)) + above[first]), 0.0)


def logistic_sums(
    positive: np.ndarray, negative: np.ndarray, for_positive: np.ndarray, for_negative: np.ndarray
) -> float:
    """The NumPy version of `bipartite.logistic_sums`."""
    for_negative[:] = 0.0
    total = 0.0
    for rows, z in _rows(positive, negative):
        e = np.exp(-np.abs(z))
        push = np.where(z >= 0.0, e, 1.0) / (1.0 + e)
        for_positive[rows] = push.sum(axis=1)
        for_negative += push.sum(axis=0)
        total += float((np.log1p(e) - np.minimum(z, 0.0)).sum())
    return total


def ordered_pairs(positive: np.ndarray, negative: np.ndarray, tolerance: float) -> float:
    """The NumPy version of `bipartite.ordered_pairs`."""
    total = 0.0
    for _, z in _rows(positive, negative):
        total += float((z > tolerance).sum() + 0.5 * (np.abs(z) <= tolerance).sum())
    return total


def _rows(positive: np.ndarray, negative: np.ndarray) -> Iterator[tuple[slice, np.ndarray]]:
    """Yield rows of positives, and their z = positive[i] − negative[j]."""
    step = max(1, ROOM // max(len(negative), 1))
    for at in range(0, len(positive), step):
        yield slice(at, at + step), positive[at : at + step, None] - negative
