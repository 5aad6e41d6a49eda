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

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

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
class ItemLambdas:
    """The λ's at scores h by item (n,).

    gradient : the sum of the λ's, −λ for the higher item of a pair. hessian : the second derivatives.
    most_hessian : `hessian` if p were ½ everywhere.
    """

    gradient: np.ndarray
    hessian: np.ndarray
    most_hessian: np.ndarray

    @property
    def fit_weight(self) -> np.ndarray:
        """W (n,), the weights with which a tree is fitted: 0 for items without a pair that counts."""
        return np.maximum(self.hessian, LEAST_CURVATURE * self.most_hessian)

    @property
    def target(self) -> np.ndarray:
        """−gradient / W (n,), 0 where W is 0."""
        weight = self.fit_weight
        return np.divide(-self.gradient, weight, out=np.zeros_like(weight), where=weight > 0.0)


@dataclass(frozen=True, eq=False)
class LambdaValues(ItemLambdas):
    """The λ's at scores h by pair (m,), in the order of `problem.pairs`, too.

    counted : bool, pairs that truncation keeps. delta : w before any normalisation, NaN where the pair is dropped.
    weight : w with all normalisations, 0 where the pair is dropped. s : h(x) − h(y). pull : λ ≥ 0.
    cost : Σ w ln(1 + e^{−σ s}).
    """

    counted: np.ndarray
    delta: np.ndarray
    weight: np.ndarray
    s: np.ndarray
    pull: np.ndarray
    cost: float


class Lambdas:
    """The λ's of a problem by `rules`. Raises DataError for |ΔNDCG| without grades."""

    def __init__(self, problem: Problem, rules: LambdaRules) -> None:
        if rules.delta and problem.grades is None:
            raise DataError(
                "|ΔNDCG| needs grades, and here the pairs were given one by one",
                remedy="Choose RankNet, whose pairs all weigh 1",
            )
        self.rules, self._qid, self._n = rules, problem.qid, problem.n_items
        self._by_higher, self._pairs = problem.by_higher, problem.n_pairs
        self._queries, self._rows = problem.n_queries, np.argsort(problem.qid, kind="stable")
        self._start = np.searchsorted(problem.qid[self._rows], np.arange(problem.n_queries + 1))
        self._within = np.arange(self._n) - np.repeat(self._start[:-1], np.diff(self._start))
        self._discount, self._all = (
            1.0 / np.log2(np.arange(self._n) + 2.0),
            np.ones(self._queries, dtype=bool),
        )
        self._gain = gains_of(problem, "exp2")[0] if rules.delta else np.zeros(self._n)
        self._best = self._best_dcg() if rules.delta else np.ones(self._queries)

    def pulls(self, h: np.ndarray) -> np.ndarray:
        """λ (m,) of each pair at scores h (n,): `evaluate(h).pull` in a fraction of its time."""
        return self._quick(h)[0]

    def cost(self, h: np.ndarray) -> tuple[float, float]:
        """Return (C, share of the pairs that count) at scores h (n,), as in `evaluate`."""
        _, cost, counted = self._quick(h)
        return cost, counted / self._pairs

    def by_item(self, h: np.ndarray) -> ItemLambdas:
        """The sums by item at scores h (n,): those of `evaluate` in a fraction of its time."""
        # Compiled code, not needed to start the program.
        from rankviz.engine.kernels import lambdas as kernels

        found = np.empty((2, self._n, 3))
        self._run(kernels.sums, h, LEAST_SECOND, *found, np.empty(self._queries))
        (pushed, *second), (pulled, *others) = found.transpose(0, 2, 1)
        twice = 2.0 if self.rules.twice else 1.0
        hessian, square = (twice * (a + b) for a, b in zip(second, others, strict=True))
        return ItemLambdas(pulled - pushed, hessian, 0.25 * square)

    def _quick(self, h: np.ndarray) -> tuple[np.ndarray, float, int]:
        from rankviz.engine.kernels import lambdas as kernels

        pull = np.empty(self._pairs)
        cost, counted = self._run(kernels.pulls, h, pull, np.empty((self._queries, 2)))
        return pull, cost, counted

    def _run(self, kernel: Callable[..., Any], h: np.ndarray, *further: Any) -> Any:
        """Run a kernel at scores h (n,), with further arguments."""
        rules, place = self.rules, self.places(h)
        return kernel(
            *self._by_higher,
            self._qid,
            place,
            self._gain,
            self._discount[place],
            self._best,
            self._apart(h) if rules.norm else self._all,
            np.ascontiguousarray(h, dtype=np.float64),
            rules.delta,
            rules.sigma,
            rules.at or self._n,
            rules.norm,
            NEAR,
            *further,
        )

    def places(self, h: np.ndarray) -> np.ndarray:
        """(n,) places from 0 within each query by score h (n,), equal scores in the order of the rows."""
        from rankviz.engine.kernels.by_score import by_score

        order, place = np.empty_like(self._rows), np.empty(self._n, dtype=np.int64)
        by_score(self._rows, self._start, np.asarray(h, dtype=np.float64), order)
        place[order] = self._within
        return place

    @cached_property
    def _higher(self) -> np.ndarray:
        """(m,) the higher item of each pair."""
        return np.repeat(np.arange(self._n), np.diff(self._by_higher[0]))

    @cached_property
    def _lower(self) -> np.ndarray:
        """(m,) the lower item of each pair."""
        return self._by_higher[1].astype(np.intp)

    @cached_property
    def _query(self) -> np.ndarray:
        """(m,) the query of each pair."""
        return self._qid[self._higher]

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


def pair_costs(lambdas: Lambdas, scores: np.ndarray | list[np.ndarray], t: int) -> dict[str, float]:
    """Return the series that are measured after round t, at its scores (n,)."""
    cost, kept = lambdas.cost(scores[t])
    return {"pair_cost": cost, "pairs_kept": kept}
