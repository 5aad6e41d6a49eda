"""Counts of the pairs that item scores order, tie and reverse: one by one where they are listed, else by grades.

Where grades imply the pairs, none is listed: inside a query the items stay sorted by score, and for each item those
of a lower grade clearly above and below it are counted.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from rankviz.engine.data.grade_groups import grade_groups, grade_marks
from rankviz.engine.data.problem import Problem
from rankviz.engine.kernels import graded_log, graded_plain, ordered, places
from rankviz.engine.kernels import measure as kernels
from rankviz.engine.kernels.by_score import by_score
from rankviz.engine.metrics.gains import above_lowest, by_query
from rankviz.engine.numerics import TIE

NDCG_AT = 5

Change = tuple[np.ndarray, float]
"""The effect of one round on the scores: α more (float) for the items with h = 1, h (n,) uint8."""


@dataclass
class _Ordered:
    """The rows by query and falling score, updated from round to round; `unsorted` has them by query."""

    unsorted: np.ndarray
    query_start: np.ndarray
    rows: np.ndarray | None = None

    def follow(self, scores: np.ndarray, change: Change | None) -> np.ndarray:
        """Return the order (n,) for these scores: merged when they differ from the last by one change, else sorted."""
        if self.rows is None or change is None:
            self.rows = np.empty_like(self.unsorted)
            by_score(self.unsorted, self.query_start, scores, self.rows)
        else:
            ordered.merge(self.rows, self.query_start, scores, change[0], np.empty_like(self.rows))
        return self.rows


class Pairs(Protocol):
    """The pairs of a problem, in the order that its scores (n,) give them."""

    def count(self, scores: np.ndarray, order: np.ndarray, tolerance: float) -> tuple[float, float]:
        """(pairs reversed, pairs tied): s < −tolerance, |s| ≤ tolerance. A pair with a weight counts as m·D₁."""
        ...

    def losses(self, scores: np.ndarray) -> tuple[float, float]:
        """(smallest s, log Σ m·D₁ e^{−s})."""
        ...


def _powers(scores: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """e^{g} and e^{−g} (n,), g measured from the middle of the scores; None where they are too far apart for floats."""
    low, high = float(scores.min()), float(scores.max())
    if high - low > graded_plain.NEAR:
        return None
    up = np.exp(scores - (low + high) / 2)
    return up, 1.0 / up


class ListedPairs:
    """Pairs given one by one: O(m)."""

    def __init__(self, problem: Problem) -> None:
        self._start, self._lower = problem.by_higher
        self._log_amounts = problem.log_amounts
        self._amounts = np.exp(problem.log_amounts)

    def count(self, scores: np.ndarray, order: np.ndarray, tolerance: float) -> tuple[float, float]:
        return kernels.count_pairs(self._start, self._lower, scores, tolerance)

    def losses(self, scores: np.ndarray) -> tuple[float, float]:
        powers = _powers(scores)
        if powers is None:
            return kernels.pair_losses(self._start, self._lower, scores, self._log_amounts)
        least, total = kernels.near_losses(self._start, self._lower, scores, *powers, self._amounts)
        return least, math.log(total)


class WeightedPairs(ListedPairs):
    """Pairs given one by one, each with a weight: O(m)."""

    def count(self, scores: np.ndarray, order: np.ndarray, tolerance: float) -> tuple[float, float]:
        return kernels.weigh_pairs(self._start, self._lower, scores, tolerance, self._amounts)


class ImpliedPairs:
    """Pairs that grades imply: O(n log G) with G grades in a query, however many pairs there are."""

    def __init__(self, problem: Problem) -> None:
        self._groups = order, group_start, query_start = grade_groups(problem)
        self._mark = grade_marks(problem, order, group_start)
        groups = np.arange(len(group_start) - 1)
        self._levels = np.diff(query_start)
        of_group = groups - np.repeat(query_start[:-1], self._levels)
        self._level = np.empty(problem.n_items, dtype=np.int64)
        self._level[order] = np.repeat(of_group, np.diff(group_start))
        self._row_start = group_start[query_start]
        self._trees = np.zeros((2, int(self._levels.max()) + 1), dtype=np.int64)

    def count(self, scores: np.ndarray, order: np.ndarray, tolerance: float) -> tuple[float, float]:
        reversed_, not_in_order = ordered.count_implied(
            order, self._row_start, self._level, self._levels, scores, tolerance, self._trees
        )
        return reversed_, not_in_order - reversed_

    def losses(self, scores: np.ndarray) -> tuple[float, float]:
        in_order = scores[self._groups[0]]
        powers = _powers(in_order)
        if powers is None:
            return graded_log.losses(scores, *self._groups)
        least, total = graded_plain.losses(in_order, self._mark, *powers)
        return least, math.log(total)


def pairs_of(problem: Problem) -> Pairs:
    """Return the pairs of a problem, listed only where they were given one by one."""
    if problem.pair_weights is not None:
        return WeightedPairs(problem)
    return ListedPairs(problem) if problem.explicit else ImpliedPairs(problem)


class RankMeter:
    """The meter of R̂1, R̂2, NDCG@5, the smallest margin and Ê1 of item scores on one problem (either part)."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        rows = np.argsort(problem.qid, kind="stable")
        start = np.searchsorted(problem.qid[rows], np.arange(problem.n_queries + 1))
        self._order = _Ordered(rows, start)
        self._pairs = pairs_of(problem)
        self.reversed, self.tied = 0.0, 0.0
        self._gain: np.ndarray | None = None
        if problem.grades is not None:
            self._gain, _ = by_query(above_lowest(problem.grades), problem.qid, problem.n_queries)
            self._ideal = np.lexsort((-problem.grades, problem.qid))

    def read(
        self, scores: np.ndarray, scale: float, change: Change | None = None
    ) -> tuple[float, float, float]:
        """(R̂1 (3), R̂2 (4), NDCG@5) of the scores (n,); `scale` is Σ|α|. NDCG is NaN without grades.

        `change` is the difference from the scores read before, if that is one step of one ranker: it saves a sort.
        """
        m, tolerance, ndcg = self._problem.n_pairs, TIE * scale, math.nan
        order = self._order.follow(scores, change) if self._gain is not None else np.empty(0, dtype=np.int64)
        self.reversed, self.tied = self._pairs.count(scores, order, tolerance)
        if self._gain is not None:
            start = self._order.query_start
            ndcg = places.mean_ndcg(order, self._ideal, start, scores, self._gain, tolerance, NDCG_AT)
        return (self.reversed + self.tied) / m, (self.reversed + 0.5 * self.tied) / m, ndcg

    def losses(self, scores: np.ndarray) -> tuple[float, float]:
        """(smallest s, log Σ m·D₁ e^{−s}) over the pairs."""
        return self._pairs.losses(scores)

    def limits(self) -> tuple[float, float]:
        """Return log Ê1 and log Ê2 of ∞ · h when ±h was read last: NaN where the loss is infinite."""
        if self.reversed:
            return math.nan, math.nan
        tied = self.tied / self._problem.n_pairs
        return (math.log(tied), math.nan) if tied > 0 else (-math.inf, -math.inf)
