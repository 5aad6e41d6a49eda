"""Features as bins: a tree's thresholds lie between bins, which on small data are the single values."""

from dataclasses import dataclass

import numpy as np

from rankviz.engine.kernels.binning import bin_codes
from rankviz.engine.threads import in_order

ALL_VALUES = 10_000
"""Items up to which each value of a feature has its own bin."""

MOST = 255
"""Bins of a feature where there are more items; with one for missing values, a byte numbers them."""

BLOCK = 8
"""Columns copied out of the rows together: eight numbers fill a cache line."""

LARGE = 2_000_000
"""Feature values from which on several threads sort them."""


@dataclass(frozen=True, eq=False)
class Bins:
    """The bins of d features on n items.

    codes : (n, d) uint16, or uint8 where items are many; 0 where the value is missing, else the number of its bin from
        1, by rising value. columns : (d, n), the same.
    count : (d,) int32, bins of known values. lowest, highest : (d, largest count + 1), the values in each bin, by code.
    """

    codes: np.ndarray
    columns: np.ndarray
    count: np.ndarray
    lowest: np.ndarray
    highest: np.ndarray

    @property
    def many(self) -> bool:
        """True where features may have more than `MOST` bins."""
        return self.codes.dtype == np.uint16


def bin_features(X: np.ndarray) -> Bins:
    """Sort the values of features X (n, d) into bins: one for each value, or at most `MOST` of about equal size.

    The second is for features with more than `MOST` values on more than `ALL_VALUES` items.
    """
    n, d = X.shape
    columns = np.empty((d, n), dtype=np.uint16 if n <= ALL_VALUES else np.uint8)
    found = list[tuple[np.ndarray, np.ndarray]]()

    def block(first: int) -> list[tuple[np.ndarray, np.ndarray]]:
        # A few columns are copied out of the rows at a time, which reads each row's memory once for all of them.
        values = np.ascontiguousarray(X[:, first : first + BLOCK].T, dtype=np.float64)
        edges = [_edges(column) for column in values]
        for f, (column, (_, highest)) in enumerate(zip(values, edges, strict=True), first):
            bin_codes(column, np.append(-np.inf, highest[:-1]), columns[f])
        return edges

    for each in (in_order if X.size >= LARGE else map)(block, range(0, d, BLOCK)):
        found += each
    count = np.array([len(lowest) for lowest, _ in found], dtype=np.int32)
    edges = np.full((2, d, count.max(initial=0) + 1), np.nan)
    for f, both in enumerate(found):
        edges[:, f, 1 : count[f] + 1] = both
    return Bins(np.ascontiguousarray(columns.T), columns, count, *edges)


def _edges(column: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    rising = np.sort(column)  # NaN last
    rising = rising[: len(rising) - int(np.isnan(rising).sum())]
    new = np.append(True, rising[1:] != rising[:-1])[: len(rising)]
    values = rising[new]
    if len(values) <= MOST or len(column) <= ALL_VALUES:
        return values, values
    first = _firsts(np.diff(np.append(np.flatnonzero(new), len(rising))))
    return values[first], values[np.append(first[1:], len(values)) - 1]


def _firsts(items: np.ndarray) -> np.ndarray:
    """Return the places where bins begin in a row of values with so many `items` each: at most `MOST` of equal size.

    A value with more items than a bin would have counts as a whole bin, so that it leaves the others their share.
    """
    size = items.sum() / MOST
    for _ in range(20):
        size = np.minimum(items, size).sum() / MOST
    share = np.minimum(items, size)
    bin_of = np.floor((share.cumsum() - 0.5 * share) / size)
    return np.flatnonzero(np.append(True, bin_of[1:] != bin_of[:-1]))
