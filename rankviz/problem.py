"""The ranking problem: items with features, and the critical pairs that say who belongs above whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from rankviz.errors import DataError

MAX_PAIRS = 30_000_000
"""Critical pairs that are listed one by one at most (0.25 GB of indices)."""

MAX_VALUE = 1e300
"""Features beyond this leave no room for a threshold below them."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Items and their critical pairs. Make one with :meth:`from_arrays`; all arrays are read-only.

    Attributes
    ----------
    X : (n, d) float64, the features; NaN is a missing value.
    grades : (n,) float64 relevance grades, or None when the pairs were given one by one.
    qid : (n,) int32, the index of each item's query, 0 … n_queries − 1.
    explicit_pairs : (m, 2) int32 rows (higher, lower), or None when the grades imply the pairs.
    binary : the features are 0/1 weak rankers, used as they are.
    source : the SOURCE it was loaded from, empty when made from arrays.
    notes : sentences on what the reader decided, for the user to see.
    """

    X: np.ndarray
    grades: np.ndarray | None
    qid: np.ndarray
    explicit_pairs: np.ndarray | None
    feature_names: tuple[str, ...]
    item_ids: tuple[str, ...]
    item_labels: tuple[str, ...]
    query_ids: tuple[str, ...]
    binary: bool = False
    source: str = ""
    title: str = ""
    notes: tuple[str, ...] = ()

    @classmethod
    def from_arrays(
        cls,
        X: ArrayLike,
        grades: ArrayLike | None = None,
        qid: Sequence[object] | np.ndarray | None = None,
        *,
        pairs: ArrayLike | None = None,
        feature_names: Sequence[str] | None = None,
        item_ids: Sequence[str] | None = None,
        item_labels: Sequence[str] | None = None,
        query_ids: Sequence[str] | None = None,
        binary: bool = False,
        source: str = "",
        title: str = "",
        notes: Sequence[str] = (),
        copy: bool = True,
    ) -> Problem:
        """Check the arrays and build a problem.

        Parameters
        ----------
        X : (n, d) features, NaN where missing.
        grades : (n,) relevance grades; inside a query every item belongs above those of a lower grade.
        qid : (n,) query of each item, any hashable values; one query when left out.
        pairs : (m, 2) row indices (higher, lower). With `pairs` the grades imply none; any preference
            graph is allowed, cycles and repeated pairs too.
        query_ids : names of the queries 0 … Q−1 when `qid` holds those indices; else taken from `qid`.
        copy : False takes a C-ordered float64 X as it is and makes it read-only.

        Raises
        ------
        DataError
            No critical pair, a pair that names no row or an item above itself, duplicate item ids,
            infinite values, arrays that do not fit together, or other than 0/1 with `binary`.
        """
        from rankviz.kernels.columns import first_beyond  # compiled code: not needed to start the program

        features = np.array(X, dtype=np.float64, ndmin=2, order="C", copy=True if copy else None)
        if features.ndim != 2 or features.shape[0] == 0 or features.shape[1] == 0:
            raise DataError(
                "There are no items or no features", remedy="Give a table of at least two rows and one column"
            )
        n, d = features.shape
        beyond = first_beyond(features, MAX_VALUE)
        if beyond >= 0:
            row, column = divmod(beyond, d)
            raise DataError(
                f"Row {row + 1}, feature {column + 1} is infinite or beyond {MAX_VALUE:g}",
                remedy="Features must be finite numbers; leave the cell empty when the value is missing",
            )
        if binary and not np.isin(features, (0.0, 1.0)).all():
            row, column = np.argwhere(~np.isin(features, (0.0, 1.0)))[0]
            raise DataError(
                f"Weak ranker {column + 1} gives {features[row, column]:g} to row {row + 1}",
                remedy="A weak-ranker table holds only 0 and 1",
            )
        ids = _names(item_ids, n, "item ids", "item ", 1)
        if len(set(ids)) < n:
            twice = next(name for name, count in Counter(ids).items() if count > 1)
            raise DataError(
                f'Item "{twice}" occurs more than once', remedy="Every item needs an id of its own"
            )
        queries, names = _queries(qid, query_ids, n)
        problem = cls(
            X=_frozen(features),
            grades=None if grades is None else _frozen(_grades(grades, n)),
            qid=_frozen(queries),
            explicit_pairs=None if pairs is None else _frozen(_explicit(pairs, n, ids)),
            feature_names=_names(feature_names, d, "feature names", "f", 1),
            item_ids=ids,
            item_labels=ids if item_labels is None else _names(item_labels, n, "item labels", "", 0),
            query_ids=names,
            binary=binary,
            source=source,
            title=title or source,
            notes=tuple(notes),
        )
        if problem.n_pairs == 0:
            raise DataError(
                "There is no critical pair: nothing says that one item belongs above another",
                remedy="Give at least two different grades inside one query, or a table of pairs",
            )
        return problem

    @property
    def n_items(self) -> int:
        """How many items there are."""
        return self.X.shape[0]

    @property
    def n_features(self) -> int:
        """How many features (or weak rankers, when `binary`) there are."""
        return self.X.shape[1]

    @property
    def n_queries(self) -> int:
        """How many queries the items belong to."""
        return len(self.query_ids)

    @property
    def n_missing(self) -> int:
        """How many feature values are missing."""
        return int(np.isnan(self.X).sum())

    @property
    def explicit(self) -> bool:
        """Whether the pairs were given one by one rather than implied by grades."""
        return self.explicit_pairs is not None

    @cached_property
    def n_pairs(self) -> int:
        """How many critical pairs there are; counted, not listed, when grades imply them."""
        if self.explicit_pairs is not None:
            return len(self.explicit_pairs)
        if self.grades is None:
            return 0
        return int(pairs_per_query(self).sum())

    @cached_property
    def pairs(self) -> np.ndarray:
        """(m, 2) int32 critical pairs (higher, lower), sorted by higher and then by lower row.

        Raises DataError beyond `MAX_PAIRS`.
        """
        if self.explicit_pairs is not None:
            return self.explicit_pairs
        start, lower = self.by_higher
        higher = np.repeat(np.arange(self.n_items, dtype=np.int32), np.diff(start))
        return _frozen(np.column_stack([higher, lower]))

    @cached_property
    def by_higher(self) -> tuple[np.ndarray, np.ndarray]:
        """The pairs by their higher item: row x is above lower[start[x] : start[x + 1]].

        Returns start (n + 1,) int64 and lower (m,) int32, in the order of `pairs`. Raises DataError beyond `MAX_PAIRS`.
        """
        if self.explicit_pairs is not None:
            start = np.searchsorted(self.explicit_pairs[:, 0], np.arange(self.n_items + 1))
            return _frozen(start), _frozen(np.ascontiguousarray(self.explicit_pairs[:, 1]))
        if self.n_pairs > MAX_PAIRS:
            raise DataError(
                f"The grades imply {self.n_pairs:,} critical pairs, more than the {MAX_PAIRS:,} that can be listed",
                remedy="Choose fewer queries or fewer items",
            )
        from rankviz.kernels import listing  # compiled code: not needed to start the program

        assert self.grades is not None
        rows = np.argsort(self.qid, kind="stable")
        query_start = np.searchsorted(self.qid[rows], np.arange(self.n_queries + 1))
        start = np.zeros(self.n_items + 1, dtype=np.int64)
        listing.count_lower(rows, query_start, self.grades, start[1:])
        np.cumsum(start, out=start)
        lower = np.empty(self.n_pairs, dtype=np.int32)
        listing.list_lower(rows, query_start, self.grades, start, lower)
        return _frozen(start), _frozen(lower)

    def query_rows(self) -> list[np.ndarray]:
        """The rows of each query, in row order: n_queries arrays."""
        order = np.argsort(self.qid, kind="stable")
        return np.split(order, np.searchsorted(self.qid[order], np.arange(1, self.n_queries)))

    @cached_property
    def _components(self) -> tuple[int, np.ndarray]:
        if self.explicit_pairs is None:
            # Inside a query every item of one grade is paired with every item of another: one component.
            alive = pairs_per_query(self) > 0
            label = np.where(alive[self.qid], self.qid, self.n_queries + np.arange(self.n_items))
            values, labels = np.unique(label, return_inverse=True)
            return len(values), labels.astype(np.int32)
        count, labels = connected_components(self._graph(), directed=False)
        return int(count), labels.astype(np.int32)

    def components(self) -> tuple[int, np.ndarray]:
        """Connected components of the pair graph: their number, and each item's component (n,) int32."""
        return self._components

    @cached_property
    def _cyclic(self) -> bool:
        if self.explicit_pairs is None:
            return False
        count, _ = connected_components(self._graph(), directed=True, connection="strong")
        return int(count) < self.n_items

    def has_cycle(self) -> bool:
        """Whether the preferences run in a circle somewhere, so that no ranking satisfies them all."""
        return self._cyclic

    def _graph(self) -> coo_array:
        higher, lower = self.pairs.T
        return coo_array((np.ones(len(higher)), (higher, lower)), shape=(self.n_items, self.n_items))

    def subset(self, rows: Sequence[int] | np.ndarray) -> Problem:
        """The problem of these items only, with the critical pairs among them; rows keep the order given.

        Raises DataError when no critical pair is left.
        """
        rows = np.asarray(rows, dtype=np.int64)
        pairs = None
        if self.explicit_pairs is not None:
            position = np.full(self.n_items, -1, dtype=np.int64)
            position[rows] = np.arange(len(rows))
            moved = position[self.explicit_pairs]
            pairs = moved[(moved >= 0).all(axis=1)]
        kept, qid = np.unique(self.qid[rows], return_inverse=True)
        return Problem.from_arrays(
            self.X[rows],
            None if self.grades is None else self.grades[rows],
            qid,
            pairs=pairs,
            feature_names=self.feature_names,
            item_ids=[self.item_ids[i] for i in rows],
            item_labels=[self.item_labels[i] for i in rows],
            query_ids=[self.query_ids[q] for q in kept],
            binary=self.binary,
            source=self.source,
            title=self.title,
            notes=self.notes,
            copy=False,
        )

    def two_grades(self, at: float) -> Problem:
        """The bipartite problem "grade ≥ `at` against the rest": grades 1 and 0, the same items and queries.

        Raises DataError without grades, or when `at` leaves one of the two sides empty.
        """
        if self.grades is None:
            raise DataError(
                "The data have pairs and no grades, so no grade can part them in two",
                remedy="Choose data with grades, or leave the pairs as they are",
            )
        levels = np.unique(self.grades)
        if not (levels[0] < at <= levels[-1]):
            raise DataError(
                f"“Grade ≥ {at:g} against the rest” puts every item on one side",
                remedy=f"Choose one of the grades {', '.join(f'{level:g}' for level in levels[1:][:12])}",
            )
        graded = (self.grades >= at).astype(np.float64)
        made = Problem.from_arrays(
            self.X,
            graded,
            self.qid,
            feature_names=self.feature_names,
            item_ids=self.item_ids,
            item_labels=self.item_labels,
            query_ids=self.query_ids,
            binary=self.binary,
            source=self.source,
            title=self.title,
            notes=self.notes,
            copy=False,
        )
        return made.with_notes(f"Made bipartite: grade ≥ {at:g} against the rest.")

    def with_notes(self, *sentences: str) -> Problem:
        """The same problem with more sentences for the user."""
        return replace(self, notes=self.notes + sentences)


def pairs_per_query(problem: Problem) -> np.ndarray:
    """(Q,) int64: the number of critical pairs inside each query."""
    if problem.explicit_pairs is not None:
        return np.bincount(problem.qid[problem.explicit_pairs[:, 0]], minlength=problem.n_queries)
    assert problem.grades is not None
    _, level = np.unique(problem.grades, return_inverse=True)
    sizes = np.bincount(problem.qid, minlength=problem.n_queries).astype(np.int64)
    levels = int(level.max()) + 1
    groups, counts = np.unique(problem.qid.astype(np.int64) * levels + level, return_counts=True)
    same = np.bincount(groups // levels, weights=counts.astype(float) ** 2, minlength=problem.n_queries)
    return (sizes**2 - same.astype(np.int64)) // 2


def _frozen(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


def _names(names: Sequence[str] | None, count: int, what: str, prefix: str, first: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"{prefix}{i + first}" for i in range(count))
    if len(names) != count:
        raise DataError(f"There are {len(names)} {what} for {count} of them", remedy="Give one name each")
    return tuple(str(name) for name in names)


def _grades(grades: ArrayLike, n: int) -> np.ndarray:
    values = np.array(grades, dtype=np.float64)
    if values.shape != (n,):
        raise DataError(f"There are {values.size} grades for {n} items", remedy="Give one grade an item")
    if not np.isfinite(values).all():
        row = int(np.argmin(np.isfinite(values)))
        raise DataError(
            f"The grade of row {row + 1} is not a finite number", remedy="Give every item a grade"
        )
    return values


def _queries(qid: object, query_ids: Sequence[str] | None, n: int) -> tuple[np.ndarray, tuple[str, ...]]:
    if qid is None:
        return np.zeros(n, dtype=np.int32), tuple(query_ids) if query_ids else ("1",)
    values = np.asarray(qid)
    if values.shape != (n,):
        raise DataError(
            f"There are {values.size} query ids for {n} items", remedy="Give one query id an item"
        )
    if query_ids is not None:
        if values.size and (values.min() < 0 or values.max() >= len(query_ids)):
            raise DataError("A query index has no name", remedy="Give one name for each query")
        return values.astype(np.int32), tuple(str(name) for name in query_ids)
    kept, index = np.unique(values, return_inverse=True)
    return index.astype(np.int32), tuple(str(name) for name in kept)


def _explicit(pairs: ArrayLike, n: int, ids: tuple[str, ...]) -> np.ndarray:
    listed = np.array(pairs, dtype=np.int64).reshape(-1, 2)
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
            f'Pair {i + 1} puts item "{ids[listed[i, 0]]}" above itself', remedy="Remove that pair"
        )
    return listed[np.lexsort((listed[:, 1], listed[:, 0]))].astype(np.int32)
