"""Checks of the parts of a problem: features, ids, grades, queries and pairs as a caller gives them."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from rankviz.engine.arguments import is_whole
from rankviz.engine.choice import Choice
from rankviz.engine.errors import DataError, as_given, shown

MAX_PAIRS = 30_000_000

THRESHOLDS = Choice(
    "thresholds",
    "Thresholds per feature",
    "int",
    255,
    "Maximum number of thresholds per feature. If more are possible, a random sample (by the seed) is used.",
    1,
    255,
    1,
)
"""The limit of RankBoost+ section 5, after LETOR's baselines; not more, as an item's place among them is a byte."""
"""Most critical pairs that are listed one by one (0.25 GB of indices)."""

MAX_VALUE = 1e300
"""Features beyond this leave no room for a threshold below them."""


def frozen(array: np.ndarray) -> np.ndarray:
    """Make an array read-only and return it."""
    array.flags.writeable = False
    return array


def features(X: ArrayLike, binary: bool, copy: bool) -> np.ndarray:
    """Return X as (n, d) float64 in C order: a copy, unless X already is such an array and `copy` is off.

    Raises DataError when it is empty or holds infinite values, or other than 0/1 with `binary`.
    """
    # Compiled code, not needed to start the program.
    from rankviz.engine.kernels.data.columns import first_beyond

    values = _numbers(X, "The features", copy)
    if values.ndim != 2 or values.shape[0] == 0 or values.shape[1] == 0:
        raise DataError(
            "There are no items or no features", remedy="Give a table of at least two rows and one column"
        )
    beyond = first_beyond(values, MAX_VALUE)
    if beyond >= 0:
        row, column = divmod(beyond, values.shape[1])
        raise DataError(
            f"Row {row + 1}, feature {column + 1} is infinite or beyond {MAX_VALUE:g}",
            remedy="Features must be finite numbers; leave the cell empty when the value is missing",
        )
    if binary and not (known := np.isin(values, (0.0, 1.0))).all():
        row, column = divmod(int(np.argmin(known)), values.shape[1])
        raise DataError(
            f"Weak ranker {column + 1} gives {values[row, column]:g} to row {row + 1}",
            remedy="A weak-ranker table holds only 0 and 1",
        )
    return values


def ids(given: Sequence[str] | None, n: int) -> tuple[str, ...]:
    """Return the items' ids, "item 1", "item 2", … when none are given. Raises DataError when one occurs twice."""
    found = names(given, n, "item ids", "item ", 1)
    if len(set(found)) < n:
        twice = next(name for name, count in Counter(found).items() if count > 1)
        raise DataError(
            f"Item {shown(twice)} occurs more than once", remedy="Every item needs an id of its own"
        )
    return found


def names(given: Sequence[str] | None, count: int, what: str, prefix: str, first: int) -> tuple[str, ...]:
    """Return `count` names, numbered after `prefix` from `first` when none are given. Raises DataError if some lack."""
    if given is None:
        return tuple(f"{prefix}{i + first}" for i in range(count))
    found = _texts(given, what)
    if len(found) != count:
        raise DataError(f"There are {len(found)} {what} for {count} of them", remedy="Give one name each")
    return found


def grades(given: ArrayLike, n: int) -> np.ndarray:
    """Return relevance grades (n,) float64. Raises DataError unless each item has a finite one."""
    values = _numbers(given, "The grades", True, least=0)
    if values.shape != (n,):
        raise DataError(f"There are {values.size} grades for {n} items", remedy="Give one grade per item")
    if not np.isfinite(values).all():
        row = int(np.argmin(np.isfinite(values)))
        raise DataError(
            f"The grade of row {row + 1} is not a finite number", remedy="Give every item a grade"
        )
    return values


def queries(qid: object, query_ids: Sequence[str] | None, n: int) -> tuple[np.ndarray, tuple[str, ...]]:
    """(query index of each item (n,) int32, the queries' names). Raises DataError when they do not fit together."""
    listed = () if query_ids is None else _texts(query_ids, "query names")
    if qid is None:
        return np.zeros(n, dtype=np.int32), listed or ("1",)
    try:
        values = np.asarray(qid)
    except ValueError:  # rows of several lengths
        values = np.empty((0, 0))
    if values.shape != (n,):
        raise DataError(
            f"There are {values.size} query ids for {n} items", remedy="Give one query id per item"
        )
    if query_ids is not None:
        index = _rows(values, "query index")
        if index.size and (index.min() < 0 or index.max() >= len(listed)):
            raise DataError("A query index has no name", remedy="Give one name for each query")
        return index.astype(np.int32), listed
    if values.dtype.kind == "f" and np.isnan(values).any():
        raise DataError(
            f"The query id of row {int(np.argmax(np.isnan(values))) + 1} is missing",
            remedy="Give every item one",
        )
    try:
        found, index = np.unique(values, return_inverse=True)
    except TypeError as error:
        raise DataError(
            "The query ids cannot be told apart", remedy="Give numbers only, or texts only"
        ) from error
    return index.astype(np.int32), tuple(str(name) for name in found)


def weighted_pairs(
    given: ArrayLike | None, weights: ArrayLike | None, ids: tuple[str, ...]
) -> tuple[np.ndarray | None, np.ndarray | None]:
    """(pairs (m, 2) int32, their weights (m,) float64), by higher and then lower row; None for what is not given.

    Raises DataError as `pairs`, and for weights without pairs, of another number, or not above 0.
    """
    if given is None:
        if weights is not None:
            raise DataError("There are pair weights and no pairs", remedy="Give the pairs too")
        return None, None
    listed = pairs(given, ids)
    order = np.lexsort((listed[:, 1], listed[:, 0]))
    found = listed[order].astype(np.int32)
    if weights is None:
        return found, None
    values = _numbers(weights, "The pair weights", True, least=0)
    if values.shape != (len(listed),):
        raise DataError(
            f"There are {values.size} pair weights for {len(listed)} pairs", remedy="Give one weight per pair"
        )
    good = np.isfinite(values) & (values > 0.0) & (values <= MAX_VALUE)
    if not good.all():
        i = int(np.argmin(good))
        raise DataError(
            f"The weight of pair {i + 1} is {values[i]:g}",
            remedy="Give a number above 0; leave the pair out if it should not count",
        )
    return found, values[order]


def pairs(given: ArrayLike, ids: tuple[str, ...]) -> np.ndarray:
    """Return critical pairs (m, 2) int64 (higher, lower), in the order given.

    Raises DataError beyond `MAX_PAIRS`, when they are not pairs of whole numbers, or when a pair names no row or puts
    an item above itself.
    """
    n = len(ids)
    listed = _pair_rows(given)
    if len(listed) > MAX_PAIRS:
        raise DataError(f"There are {len(listed):,} pairs, more than the {MAX_PAIRS:,} that can be held")
    outside = (listed < 0) | (listed >= n)
    if outside.any():
        i = int(np.argmax(outside.any(axis=1)))
        raise DataError(
            f"Pair {i + 1} names row {listed[i][outside[i]][0]}, but the rows run from 0 to {n - 1}",
            remedy="Name only rows that exist",
        )
    if (listed[:, 0] == listed[:, 1]).any():
        i = int(np.argmax(listed[:, 0] == listed[:, 1]))
        raise DataError(
            f"Pair {i + 1} puts item {shown(ids[listed[i, 0]])} above itself", remedy="Remove that pair"
        )
    return listed


def _texts(given: Iterable[object], what: str) -> tuple[str, ...]:
    try:
        return tuple(str(name) for name in given)
    except TypeError as error:
        raise DataError(f"The {what} are {as_given(given)}", remedy="Give a list of names") from error


def _pair_rows(given: ArrayLike) -> np.ndarray:
    """(m, 2) int64 row indices."""
    try:
        values = np.asarray(given)
    except ValueError:  # rows of several lengths
        values = np.empty(0, dtype=object)
    if values.size == 0 and values.dtype != object:
        return np.zeros((0, 2), dtype=np.int64)
    if values.ndim != 2 or values.shape[1] != 2:
        raise DataError(
            "The pairs do not come two by two",
            remedy="Give one (higher, lower) pair of row indices after the other",
        )
    return _rows(values, "row index")


def _rows(values: np.ndarray, what: str) -> np.ndarray:
    """Return indices as int64, in the same shape. Raises DataError unless all are whole numbers."""
    if values.dtype.kind in "iu" and (values.dtype != np.uint64 or not (values >= 2**63).any()):
        return values.astype(np.int64)
    for value in values.ravel().tolist():
        if not _is_index(value):
            raise DataError(f"{as_given(value)} is not a {what}", remedy="Give whole numbers, counted from 0")
    return values.astype(np.int64)


def _is_index(value: object) -> bool:
    """Return whether the value is a whole number that fits into 64 bits, also as a float."""
    if isinstance(value, float):
        return value.is_integer() and abs(value) < 2**63
    return is_whole(value) and abs(value) < 2**63  # type: ignore[arg-type]


def _numbers(given: ArrayLike, what: str, copy: bool, least: int = 2) -> np.ndarray:
    """Return an array of float64 in C order with at least that many dimensions, a copy unless it already is one."""
    remedy = "Give plain numbers, NaN where one is missing"
    try:
        if np.iscomplexobj(given):
            raise DataError(f"{what} are complex numbers", remedy=remedy)
        return np.array(given, dtype=np.float64, ndmin=least, order="C", copy=True if copy else None)
    except (TypeError, OverflowError) as error:
        raise DataError(f"{what} are not all numbers", remedy=remedy) from error
    except DataError:
        raise
    except ValueError as error:
        raise DataError(
            f"{what} are not all numbers, or their rows differ in length", remedy=remedy
        ) from error
