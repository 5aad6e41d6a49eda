"""NumPy version of `hinge`, over a list of the pairs."""

import numpy as np


def gradient(
    by_higher: np.ndarray,
    by_lower: np.ndarray,
    query_start: np.ndarray,
    level: np.ndarray,
    levels: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    sums: np.ndarray,
    slope: np.ndarray,
    active: np.ndarray,
) -> float:
    """The NumPy version of `hinge.gradient`."""
    x, y = _costly(by_higher, query_start, level, a, b)
    short, n = b[y] - a[x], len(a)
    slope[:] = np.bincount(y, short, n) - np.bincount(x, short, n)
    active[:] = np.bincount(x, minlength=n) + np.bincount(y, minlength=n)
    return 0.5 * float(short @ short)


def along(
    by_higher: np.ndarray,
    by_lower: np.ndarray,
    query_start: np.ndarray,
    level: np.ndarray,
    levels: np.ndarray,
    a: np.ndarray,
    b: np.ndarray,
    g: np.ndarray,
    sums: np.ndarray,
) -> tuple[float, float, float]:
    """The NumPy version of `hinge.along`."""
    x, y = _costly(by_higher, query_start, level, a, b)
    short, change = b[y] - a[x], g[y] - g[x]
    return 0.5 * float(short @ short), float(short @ change), float(change @ change)


def _costly(
    by_query: np.ndarray, query_start: np.ndarray, level: np.ndarray, a: np.ndarray, b: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the pairs (x above y) with b_y > a_x, from rows listed by query."""
    begin = np.repeat(query_start[:-1], np.diff(query_start))
    rows = by_query[np.lexsort((level[by_query], begin))]
    fresh = np.append(True, (np.diff(begin) != 0) | (np.diff(level[rows]) != 0))
    # Below a row are those of its query that come before the first of its level.
    below = np.flatnonzero(fresh)[np.cumsum(fresh) - 1] - begin
    first = np.cumsum(below) - below
    place = np.arange(below.sum()) + np.repeat(begin - first, below)
    x, y = np.repeat(rows, below), rows[place]
    costs = b[y] > a[x]
    return x[costs], y[costs]
