"""λ of every pair, and the sums of the λ's by item (Burges, *From RankNet to LambdaRank to LambdaMART*, 2010).

A pair (x, y), x above y, with s = h(x) − h(y) pulls x up and y down by λ = σ w / (1 + e^{σ s}). RankNet has w = 1, and
the λ's are the slopes of Σ ln(1 + e^{−σ s}). LambdaRank has w = |ΔNDCG|, the change of NDCG if x and y swapped places;
no loss is known that has these slopes. Truncation and both normalisations are those of LightGBM
(src/objective/rank_objective.hpp), which XGBoost (src/objective/lambdarank_obj.h) shares:

* a pair counts only when one of its items is in the first k places, with equal scores in the order of the rows;
the best DCG is that of the first k places;
* w is divided by 0.01 + |s| where the scores of a query differ, and then all λ's of the query are multiplied by
  log2(1 + S) / S, S twice their sum.

XGBoost counts a pair's second derivative twice (`twice`), as QB's upper bound does too; LightGBM once.
"""

from dataclasses import dataclass

import numpy as np

from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.metrics.ranking import gains_of

NEAR = 0.01
"""Added to |s| before a weight is divided by |s|."""
LEAST_SECOND = 1e-16
"""The lower bound on p (1 − p), as in XGBoost."""
LEAST_CURVATURE = 1e-6
"""The lower bound on an item's W, as a share of its value if all its pairs were as undecided as possible (p = ½)."""


@dataclass(frozen=True)
class LambdaRules:
    """The rules that define a pair's λ.

    delta : w is |ΔNDCG| (LambdaMART), not 1 (RankNet). sigma : σ. at : k, 0 for all places.
    norm : both normalisations are on. twice : a second derivative counts twice.
    """

    delta: bool
    sigma: float = 1.0
    at: int = 0
    norm: bool = False
    twice: bool = False


@dataclass(frozen=True, eq=False)
class LambdaValues:
    """The λ's at scores h. By pair (m,), in the order of `problem.pairs`; by item (n,).

    counted : bool, pairs that truncation keeps. delta : w before any normalisation, NaN where the pair is dropped.
    weight : w with all normalisations, 0 where the pair is dropped. s : h(x) − h(y). pull : λ ≥ 0.
    gradient : the sum of the λ's by item, −λ for the higher one. hessian : the second derivatives.
    most_hessian : `hessian` if p were ½ everywhere. cost : Σ w ln(1 + e^{−σ s}).
    """

    counted: np.ndarray
    delta: np.ndarray
    weight: np.ndarray
    s: np.ndarray
    pull: np.ndarray
    gradient: np.ndarray
    hessian: np.ndarray
    most_hessian: np.ndarray
    cost: float

    @property
    def fit_weight(self) -> np.ndarray:
        """W (n,), the weights with which a tree is fitted: 0 for items without a pair that counts."""
        return np.maximum(self.hessian, LEAST_CURVATURE * self.most_hessian)

    @property
    def target(self) -> np.ndarray:
        """−gradient / W (n,), 0 where W is 0."""
        weight = self.fit_weight
        return np.divide(-self.gradient, weight, out=np.zeros_like(weight), where=weight > 0.0)


class Lambdas:
    """The λ's of a problem by `rules`. Raises DataError for |ΔNDCG| without grades."""

    def __init__(self, problem: Problem, rules: LambdaRules) -> None:
        if rules.delta and problem.grades is None:
            raise DataError(
                "|ΔNDCG| needs grades, and here the pairs were given one by one",
                remedy="Choose RankNet, whose pairs all weigh 1",
            )
        self.rules, self._qid, self._n = rules, problem.qid, problem.n_items
        self._by_higher = problem.by_higher
        self._higher, self._lower = problem.pairs.T.astype(np.intp)
        self._query = problem.qid[self._higher]
        self._queries = problem.n_queries
        self._start = np.searchsorted(np.sort(problem.qid), np.arange(problem.n_queries))
        self._gain = gains_of(problem, "exp2")[0] if rules.delta else np.zeros(self._n)
        self._best = self._best_dcg() if rules.delta else np.ones(self._queries)

    def pulls(self, h: np.ndarray) -> np.ndarray:
        """λ (m,) of each pair at scores h (n,): `evaluate(h).pull` in a fraction of its time."""
        return self._quick(h)[0]

    def cost(self, h: np.ndarray) -> tuple[float, float]:
        """Return (C, share of the pairs that count) at scores h (n,), as in `evaluate`."""
        _, cost, counted = self._quick(h)
        return cost, counted / len(self._higher)

    def _quick(self, h: np.ndarray) -> tuple[np.ndarray, float, int]:
        # Compiled code, not needed to start the program.
        from rankviz.engine.kernels import lambdas as kernels

        rules, place, pull = self.rules, self.places(h), np.empty(len(self._higher))
        cost, counted = kernels.pulls(
            *self._by_higher,
            self._qid,
            place,
            self._gain,
            1.0 / np.log2(place + 2.0),
            self._best,
            self._apart(h),
            np.ascontiguousarray(h, dtype=np.float64),
            rules.delta,
            rules.sigma,
            rules.at or self._n,
            rules.norm,
            NEAR,
            pull,
            np.empty((self._queries, 2)),
        )
        return pull, cost, counted

    def places(self, h: np.ndarray) -> np.ndarray:
        """(n,) places from 0 within each query by score h (n,), equal scores in the order of the rows."""
        order = np.lexsort((-h, self._qid))  # stable
        place = np.empty(self._n, dtype=np.int64)
        place[order] = np.arange(self._n) - self._start[self._qid[order]]
        return place

    def evaluate(self, h: np.ndarray) -> LambdaValues:
        """The λ's at scores h (n,)."""
        rules, place = self.rules, self.places(h)
        s = h[self._higher] - h[self._lower]
        first = np.minimum(place[self._higher], place[self._lower])
        counted = first < (rules.at or self._n)
        weight = np.where(counted, self._delta(place), 0.0)
        delta = np.where(counted, weight, np.nan)
        if rules.norm:
            weight = weight / np.where(self._apart(h)[self._query], NEAR + np.abs(s), 1.0)
        # e^{−|x|} never overflows; p is the logistic function of −σ s.
        small = np.exp(-np.abs(rules.sigma * s))
        p = np.where(s > 0.0, small, 1.0) / (1.0 + small)
        if rules.norm:
            weight = weight * self._norm(rules.sigma * weight * p)[self._query]
        pull = rules.sigma * weight * p
        square = rules.sigma**2 * (2.0 if rules.twice else 1.0) * weight
        second = square * np.maximum(small / (1.0 + small) ** 2, LEAST_SECOND)
        cost = np.maximum(-rules.sigma * s, 0.0) + np.log1p(small)
        return LambdaValues(
            counted=counted,
            delta=delta,
            weight=weight,
            s=s,
            pull=pull,
            gradient=self._sum(-pull, -1.0),
            hessian=self._sum(second, 1.0),
            most_hessian=self._sum(0.25 * square, 1.0),
            cost=float(weight @ cost),
        )

    def _delta(self, place: np.ndarray) -> np.ndarray:
        """(m,) |ΔNDCG|, or 1."""
        if not self.rules.delta:
            return np.ones(len(self._query))
        discount = 1.0 / np.log2(place + 2.0)
        apart = np.abs(discount[self._higher] - discount[self._lower])
        gained = np.abs(self._gain[self._higher] - self._gain[self._lower])
        best = self._best[self._query]
        return np.divide(gained * apart, best, out=np.zeros(len(best)), where=best > 0.0)

    def _best_dcg(self) -> np.ndarray:
        """(Q,) the best DCG of the first k places."""
        order = np.lexsort((-self._gain, self._qid))
        place = np.arange(self._n) - self._start[self._qid[order]]
        counted = place < (self.rules.at or self._n)
        worth = np.where(counted, self._gain[order] / np.log2(place + 2.0), 0.0)
        return np.bincount(self._qid[order], worth, self._queries)

    def _apart(self, h: np.ndarray) -> np.ndarray:
        """(Q,) bool: queries whose items do not all have the same score."""
        high, low = np.full(self._queries, -np.inf), np.full(self._queries, np.inf)
        np.maximum.at(high, self._qid, h)
        np.minimum.at(low, self._qid, h)
        return high > low

    def _norm(self, pull: np.ndarray) -> np.ndarray:
        """(Q,) log2(1 + S) / S with S = 2 Σ λ; 1 where S is 0."""
        total = 2.0 * np.bincount(self._query, pull, self._queries)
        return np.divide(np.log1p(total) / np.log(2.0), total, out=np.ones_like(total), where=total > 0.0)

    def _sum(self, by_pair: np.ndarray, sign: float) -> np.ndarray:
        """(n,) the sum by item of each pair's value for its higher item, and `sign` times it for its lower item."""
        as_higher = np.bincount(self._higher, by_pair, self._n)
        return as_higher + sign * np.bincount(self._lower, by_pair, self._n)
