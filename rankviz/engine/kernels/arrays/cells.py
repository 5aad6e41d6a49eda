"""NumPy version of `cells`, array by array: the pairs of one group of cells with those below it at a time."""

from collections.abc import Iterator

import numpy as np

from rankviz.engine.kernels.arrays.pairs import total_of, write_tied


def log_sum(
    group_start: np.ndarray,
    query_start: np.ndarray,
    count: np.ndarray,
    score: np.ndarray,
    phi: np.ndarray,
    columns: int,
) -> float:
    """The NumPy version of `cells.log_sum`."""
    high, total = -np.inf, 0.0
    for above, below in _blocks(group_start, query_start):
        log = _logs(above, below, score, phi, columns)
        top = max(high, float(log.max(initial=-np.inf)))
        here = count[above, None] * count[below] * np.exp(log - top)
        high, total = top, total * float(np.exp(high - top)) + float(here.sum())
    return high + float(np.log(total))


def potential(
    group_start: np.ndarray,
    query_start: np.ndarray,
    count: np.ndarray,
    score: np.ndarray,
    phi: np.ndarray,
    columns: int,
    log_total: float,
    as_higher: np.ndarray,
    as_lower: np.ndarray,
) -> float:
    """The NumPy version of `cells.potential`."""
    as_higher[:] = 0.0
    as_lower[:] = 0.0
    for above, below in _blocks(group_start, query_start):
        w = _weights(above, below, count, score, phi, columns, log_total)
        as_higher[above] = w.sum(axis=1)
        as_lower[below] += w.sum(axis=0)
    return total_of(as_higher)


def epsilons(
    group_start: np.ndarray,
    query_start: np.ndarray,
    count: np.ndarray,
    score: np.ndarray,
    phi: np.ndarray,
    columns: int,
    log_total: float,
    h: np.ndarray,
) -> tuple[float, float, float]:
    """The NumPy version of `cells.epsilons`."""
    correct, tied, reversed_ = 0.0, 0.0, 0.0
    for above, below in _blocks(group_start, query_start):
        w = _weights(above, below, count, score, phi, columns, log_total)
        same, on_one = h[above, None] == h[below], h[above] == 1
        other = np.where(same, 0.0, w).sum(axis=1)
        tied += float(np.where(same, w, 0.0).sum())
        correct += float(other[on_one].sum())
        reversed_ += float(other[~on_one].sum())
    return correct, tied, reversed_


def tied_many(
    group_start: np.ndarray,
    query_start: np.ndarray,
    count: np.ndarray,
    score: np.ndarray,
    phi: np.ndarray,
    columns: int,
    log_total: float,
    masks: np.ndarray,
    tied: np.ndarray,
) -> None:
    """The NumPy version of `cells.tied_many`."""
    bins = np.zeros((masks.shape[1], 256))
    for above, below in _blocks(group_start, query_start):
        w = _weights(above, below, count, score, phi, columns, log_total).ravel()
        for j, mask in enumerate(masks.T):
            bins[j] += np.bincount((mask[above, None] ^ mask[below]).ravel(), w, 256)
    write_tied(bins, tied)


def _blocks(group_start: np.ndarray, query_start: np.ndarray) -> Iterator[tuple[slice, slice]]:
    """Yield the cells of a group, and those of lower grades in its query."""
    for first, end in zip(query_start[:-1], query_start[1:], strict=True):
        for g in range(first + 1, end):
            yield slice(group_start[g], group_start[g + 1]), slice(group_start[first], group_start[g])


def _logs(above: slice, below: slice, score: np.ndarray, phi: np.ndarray, columns: int) -> np.ndarray:
    log: np.ndarray = score[below] - score[above, None]
    for column in phi.T[:columns]:
        log -= np.abs(column[above, None] - column[below])
    return log


def _weights(
    above: slice,
    below: slice,
    count: np.ndarray,
    score: np.ndarray,
    phi: np.ndarray,
    columns: int,
    log_total: float,
) -> np.ndarray:
    """(above, below) D of the pairs of cells."""
    log = _logs(above, below, score, phi, columns) - log_total
    found: np.ndarray = count[above, None] * count[below] * np.exp(log)
    return found
