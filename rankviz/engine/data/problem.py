"""The ranking problem: items with features, and the critical pairs, in which one item belongs above another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from rankviz.engine.data import identity, pair_graph
from rankviz.engine.data import problem_checks as checked
from rankviz.engine.data.problem_checks import MAX_PAIRS, THRESHOLDS, frozen
from rankviz.engine.errors import DataError
from rankviz.engine.number_format import counted, exact

if TYPE_CHECKING:
    from rankviz.engine.data.model import Model
    from rankviz.engine.data.tally import Votes


@dataclass(frozen=True, eq=False, repr=False)
class Problem:
    """Items and their critical pairs. Make one with :meth:`from_arrays`; all arrays are read-only.

    Attributes
    ----------
    X : (n, d) float64, the features; NaN is a missing value.
    grades : (n,) float64 relevance grades, or None when the pairs were given one by one.
    qid : (n,) int32, the index of each item's query, 0 … n_queries − 1.
    explicit_pairs : (m, 2) int32 rows (higher, lower), or None when the grades imply the pairs.
    binary : the features are 0/1 weak rankers, used as they are.
    source : the SOURCE of the data, empty when made from arrays.
    notes : sentences on what the reader decided, for the user to see.
    model : a ranker of another library that is watched on these data, None where there is none.
    pair_weights : (m,) float64 > 0, the weight of each explicit pair; None when all count the same.
    votes : the votes that the pairs come from, including ties; None where there are none.
    thresholds : most thresholds per feature, 1 to 255; beyond that a sample is drawn (`algorithms.boosting.stumps`).

    >>> problem = rankviz.Problem.from_arrays([[0.3], [0.1], [0.2]], grades=[2, 1, 0])
    >>> problem.pairs.tolist()
    [[0, 1], [0, 2], [1, 2]]
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
    model: Model | None = None
    pair_weights: np.ndarray | None = None
    votes: Votes | None = None
    thresholds: int = THRESHOLDS.default

    def __repr__(self) -> str:
        """Return the problem in one line."""
        counts = [
            (self.n_items, "item"),
            (self.n_features, "feature"),
            (self.n_queries, "query"),
            (self.n_pairs, "pair"),
        ]
        size = ", ".join(counted(count, thing) for count, thing in counts)
        return f"<Problem {self.source or self.title or 'of arrays'}: {size}>"

    @classmethod
    def from_arrays(
        cls,
        X: ArrayLike,
        grades: ArrayLike | None = None,
        qid: Sequence[object] | np.ndarray | None = None,
        *,
        pairs: ArrayLike | None = None,
        pair_weights: ArrayLike | None = None,
        feature_names: Sequence[str] | None = None,
        item_ids: Sequence[str] | None = None,
        item_labels: Sequence[str] | None = None,
        query_ids: Sequence[str] | None = None,
        binary: bool = False,
        source: str = "",
        title: str = "",
        notes: Sequence[str] = (),
        thresholds: int = THRESHOLDS.default,
        copy: bool = True,
    ) -> Problem:
        """Check the arrays and build a problem.

        Parameters
        ----------
        X : (n, d) features, NaN where missing; columns of a data frame name them, unless `feature_names` does.
        grades : (n,) relevance grades; inside a query every item belongs above those of a lower grade.
        qid : (n,) query of each item, any hashable values; one query when left out.
        pairs : (m, 2) row indices (higher, lower). With `pairs` the grades imply none; any preference
            graph is allowed, cycles and repeated pairs too.
        pair_weights : (m,) > 0, the weight of each of `pairs`: one of weight 3 counts as three of weight 1.
        thresholds : most thresholds per feature, 1 to 255.
        query_ids : names of the queries 0 … Q−1 when `qid` holds those indices; else taken from `qid`.
        copy : False uses a C-ordered float64 X as it is and makes it read-only.

        Raises
        ------
        DataError
            No critical pair, a pair that names no row or an item above itself, duplicate item ids,
            infinite values, arrays that do not fit together, other than 0/1 with `binary`, or weights that are not
            above 0 or have no `pairs`.
        """
        if feature_names is None and hasattr(X, "columns"):
            feature_names = [str(name) for name in X.columns]
        features = checked.features(X, binary, copy)
        n, d = features.shape
        ids = checked.ids(item_ids, n)
        index, names = checked.queries(qid, query_ids, n)
        listed, weights = checked.weighted_pairs(pairs, pair_weights, ids)
        problem = cls(
            X=frozen(features),
            grades=None if grades is None else frozen(checked.grades(grades, n)),
            qid=frozen(index),
            explicit_pairs=None if listed is None else frozen(listed),
            feature_names=checked.names(feature_names, d, "feature names", "f", 1),
            item_ids=ids,
            item_labels=ids if item_labels is None else checked.names(item_labels, n, "item labels", "", 0),
            query_ids=names,
            binary=binary,
            source=source,
            title=title or source,
            notes=tuple(notes),
            pair_weights=None if weights is None else frozen(weights),
            thresholds=int(THRESHOLDS.check(thresholds)),
        )
        if problem.n_pairs == 0:
            raise DataError(
                "There is no critical pair: nothing says that one item belongs above another",
                remedy="Give at least two different grades within one query, or a table of pairs",
            )
        return problem

    def item_in_words(self, item: int) -> str:
        """Return an item's name for a sentence: "item 13" for one whose name is a number."""
        label = self.item_labels[item]
        return f"item {label}" if label.partition(" (")[0].isdigit() else label

    @property
    def n_items(self) -> int:
        """The number of items."""
        return self.X.shape[0]

    @property
    def n_features(self) -> int:
        """The number of features (or weak rankers, when `binary`)."""
        return self.X.shape[1]

    @property
    def n_queries(self) -> int:
        """The number of queries that the items belong to."""
        return len(self.query_ids)

    @property
    def n_missing(self) -> int:
        """The number of missing feature values."""
        return int(np.isnan(self.X).sum())

    @cached_property
    def identity(self) -> str:
        """The hash of everything the problem holds, see `rankviz.engine.data.identity`."""
        return identity.of_problem(self)

    @property
    def explicit(self) -> bool:
        """True when the pairs were given one by one rather than implied by grades."""
        return self.explicit_pairs is not None

    @property
    def known_grades(self) -> np.ndarray:
        """The grades (n,) of a problem that is known to have them."""
        assert self.grades is not None
        return self.grades

    @cached_property
    def n_pairs(self) -> int:
        """The number of critical pairs; counted, not listed, when grades imply them."""
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
        return frozen(np.column_stack([higher, lower]))

    @cached_property
    def by_higher(self) -> tuple[np.ndarray, np.ndarray]:
        """The pairs by their higher item: row x is above lower[start[x] : start[x + 1]].

        Returns start (n + 1,) intp and lower (m,) int32, in the order of `pairs`. Raises DataError beyond `MAX_PAIRS`.
        """
        if self.explicit_pairs is not None:
            start = np.searchsorted(self.explicit_pairs[:, 0], np.arange(self.n_items + 1))
            return frozen(start), frozen(np.ascontiguousarray(self.explicit_pairs[:, 1]))
        if self.n_pairs > MAX_PAIRS:
            raise DataError(
                f"The grades imply {self.n_pairs:,} critical pairs, more than the {MAX_PAIRS:,} that can be listed",
                remedy="Choose fewer queries or fewer items",
            )
        from rankviz.engine.kernels.data import listing  # compiled code, not needed at start

        rows = np.argsort(self.qid, kind="stable")
        query_start = np.searchsorted(self.qid[rows], np.arange(self.n_queries + 1))
        start = np.zeros(self.n_items + 1, dtype=np.intp)
        listing.count_lower(rows, query_start, self.known_grades, start[1:])
        np.cumsum(start, out=start)
        lower = np.empty(self.n_pairs, dtype=np.int32)
        listing.list_lower(rows, query_start, self.known_grades, start, lower)
        return frozen(start), frozen(lower)

    def first_weights(self) -> np.ndarray:
        """D₁ (m,), with which boosting begins: each pair's share of all weights, 1/m where all count the same."""
        if self.pair_weights is None:
            return np.full(self.n_pairs, 1.0 / self.n_pairs)
        return self.pair_weights / self.pair_weights.sum()

    @cached_property
    def log_amounts(self) -> np.ndarray:
        """ln m·D₁ (m,): what weights add to the log of each pair's term in a mean; (0,) where all count the same."""
        if self.pair_weights is None:
            return frozen(np.empty(0))
        return frozen(np.log(self.pair_weights) - np.log(self.pair_weights.mean()))

    def query_rows(self) -> list[np.ndarray]:
        """Return the rows of each query, in row order: n_queries arrays."""
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
        return pair_graph.components(self.pairs, self.n_items, strong=False)

    def components(self) -> tuple[int, np.ndarray]:
        """Return the connected components of the pair graph: their number, and each item's component (n,) int32."""
        return self._components

    @cached_property
    def _cyclic(self) -> bool:
        if self.explicit_pairs is None:
            return False
        return pair_graph.components(self.pairs, self.n_items, strong=True)[0] < self.n_items

    def has_cycle(self) -> bool:
        """Return whether the preferences have a cycle, so that no ranking satisfies them all."""
        return self._cyclic

    def subset(self, rows: Sequence[int] | np.ndarray) -> Problem:
        """Return the problem of these items only, with the critical pairs among them, rows in the order given.

        Raises DataError when no critical pair is left.
        """
        rows = np.asarray(rows, dtype=np.int64)
        pairs = weights = None
        if self.explicit_pairs is not None:
            position = np.full(self.n_items, -1, dtype=np.int64)
            position[rows] = np.arange(len(rows))
            moved = position[self.explicit_pairs]
            kept = (moved >= 0).all(axis=1)
            pairs = moved[kept]
            weights = None if self.pair_weights is None else self.pair_weights[kept]
        queries, qid = np.unique(self.qid[rows], return_inverse=True)
        part = Problem.from_arrays(
            self.X[rows],
            None if self.grades is None else self.grades[rows],
            qid,
            pairs=pairs,
            pair_weights=weights,
            feature_names=self.feature_names,
            item_ids=[self.item_ids[i] for i in rows],
            item_labels=[self.item_labels[i] for i in rows],
            query_ids=[self.query_ids[q] for q in queries],
            binary=self.binary,
            source=self.source,
            title=self.title,
            notes=self.notes,
            thresholds=self.thresholds,
            copy=False,
        )
        votes = None
        if self.votes is not None:
            row = np.full(self.n_items, -1, dtype=np.intp)
            row[rows] = np.arange(len(rows))
            votes = self.votes.among(row, part.item_labels)
        return replace(part, model=self.model, votes=votes)

    def two_grades(self, at: float) -> Problem:
        """Return the bipartite problem "grade ≥ `at` against the rest": grades 1 and 0, the same items and queries.

        Raises DataError without grades, or when `at` leaves one of the two sides empty.
        """
        if self.grades is None:
            raise DataError(
                "The data have pairs and no grades, so no grade can split them in two",
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
            thresholds=self.thresholds,
            copy=False,
        )
        made = replace(made, model=self.model)
        return made.with_notes(f"Made bipartite: grade ≥ {exact(at)} against the rest.")

    def with_model(self, model: Model, source: str = "", title: str = "") -> Problem:
        """Return the same problem with a ranker to watch on it, under another source and title where they are given."""
        return replace(self, model=model, source=source or self.source, title=title or self.title)

    def with_votes(self, votes: Votes) -> Problem:
        """Return the same problem with the votes that its pairs come from."""
        return replace(self, votes=votes)

    def with_notes(self, *sentences: str) -> Problem:
        """Return the same problem with more notes for the user."""
        return replace(self, notes=self.notes + sentences)


def pairs_per_query(problem: Problem) -> np.ndarray:
    """(Q,) int64: the number of critical pairs inside each query."""
    if problem.explicit_pairs is not None:
        return np.bincount(problem.qid[problem.explicit_pairs[:, 0]], minlength=problem.n_queries)
    return implied_pairs(problem.known_grades, problem.qid, problem.n_queries)


def implied_pairs(grades: np.ndarray, qid: np.ndarray, queries: int) -> np.ndarray:
    """(queries,) int64: the number of pairs of different grades (n,) inside each query; qid (n,) is 0 … queries − 1."""
    found, level = np.unique(grades, return_inverse=True)
    sizes = np.bincount(qid, minlength=queries).astype(np.int64)
    levels = max(len(found), 1)
    groups, counts = np.unique(qid.astype(np.intp) * levels + level, return_counts=True)
    same = np.bincount(groups // levels, weights=counts.astype(float) ** 2, minlength=queries)
    return (sizes**2 - same.astype(np.int64)) // 2
