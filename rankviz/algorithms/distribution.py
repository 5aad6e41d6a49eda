"""The distribution D over critical pairs, kept in the cheapest form that is exact for the algorithm at hand."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol

import numpy as np

from rankviz.kernels import graded, pairs
from rankviz.problem import Problem

if TYPE_CHECKING:
    from rankviz.algorithms.combination import Combination

Epsilons = tuple[float, float, float]
"""ε⁺, ε⁰, ε⁻ (8): the weight of the pairs a ranker orders correctly, ties and reverses."""


class Distribution(Protocol):
    """D_t, as the boosting loop sees it. `empty` says that no weight is left on any pair."""

    empty: bool

    def potential(self) -> np.ndarray:
        """π (n,): the weight of each item's pairs as the higher item minus as the lower one."""
        ...

    def epsilons(self, h: np.ndarray) -> Epsilons:
        """(ε⁺, ε⁰, ε⁻) of a ranker with outputs h (n,) uint8."""
        ...

    def update(self, h: np.ndarray, alpha: float, log_tie_factor: float, z: float) -> None:
        """Multiply by ω (9), (25) over Z; an infinite α is the limit: what it orders weighs 0 for good."""
        ...


class GradedDistribution:
    """RB-D's and RB-C's D when grades imply the pairs: O(n) a round, whatever the number of pairs."""

    def __init__(self, problem: Problem) -> None:
        assert problem.grades is not None
        self._scores = np.zeros(problem.n_items)
        self._order, self._group_start, self._query_start = grade_groups(problem)
        groups = len(self._group_start) - 1
        self._above, self._below = np.empty(groups), np.empty(groups)
        self._pi = np.empty(problem.n_items)
        self._log_z = 0.0
        self.empty = False

    def potential(self) -> np.ndarray:
        self._log_z = graded.potential(
            self._scores,
            self._order,
            self._group_start,
            self._query_start,
            self._above,
            self._below,
            self._pi,
        )
        return self._pi

    def epsilons(self, h: np.ndarray) -> Epsilons:
        return graded.epsilons(
            self._scores, h, self._log_z, self._order, self._group_start, self._query_start
        )

    def update(self, h: np.ndarray, alpha: float, log_tie_factor: float, z: float) -> None:
        assert log_tie_factor == 0.0 and math.isfinite(alpha), "only e^{−s} factorises"
        self._scores += alpha * h


REFRESH = 16
"""Rounds after which pair weights are taken afresh from their logs, so that rounding never piles up."""


class PairDistribution:
    """D pair by pair: explicit preferences, capped weights, and RankBoost+, whose tie factors do not factorise.

    It begins uniform, or as `weight` (m,).
    """

    def __init__(self, problem: Problem, weight: np.ndarray | None = None) -> None:
        self._start, self._lower = problem.by_higher
        self.weight = np.full(problem.n_pairs, 1.0 / problem.n_pairs) if weight is None else weight.copy()
        with np.errstate(divide="ignore"):
            self._log_weight = np.zeros(problem.n_pairs) if weight is None else np.log(weight)
        self.as_higher, self.as_lower = np.empty(problem.n_items), np.empty(problem.n_items)
        pairs.potential(self._start, self._lower, self.weight, self.as_higher, self.as_lower)
        self._updates = 0
        self.empty = False

    @property
    def by_higher(self) -> tuple[np.ndarray, np.ndarray]:
        """The pairs by their higher item, as `Problem.by_higher`."""
        return self._start, self._lower

    def potential(self) -> np.ndarray:
        return self.as_higher - self.as_lower

    def epsilons(self, h: np.ndarray) -> Epsilons:
        return pairs.epsilons(self._start, self._lower, self.weight, h)

    def tied(self, outputs: np.ndarray) -> np.ndarray:
        """ε⁰ (k,) of several rankers at once, outputs (k, n) uint8."""
        found = np.empty(len(outputs))
        for first in range(0, len(outputs), 8):
            block = outputs[first : first + 8]
            mask = np.packbits(block, axis=0, bitorder="little")[0]
            pairs.tied_eight(self._start, self._lower, self.weight, mask, found[first : first + 8])
        return found

    def update(self, h: np.ndarray, alpha: float, log_tie_factor: float, z: float) -> None:
        correct, reversed_ = -alpha, alpha
        if math.isinf(alpha):
            # The limit of (10): what the ranker orders as α wants it weighs 0 from now on, ties stay.
            correct, reversed_ = (-math.inf, 0.0) if alpha > 0 else (0.0, -math.inf)
        if z <= 0.0:
            self.empty = True
            return
        pairs.advance(
            self._start,
            self._lower,
            self._log_weight,
            self.weight,
            h,
            correct,
            log_tie_factor,
            reversed_,
            math.log(z),
            self.as_higher,
            self.as_lower,
        )
        self._updates += 1
        if self._updates % REFRESH == 0:
            self._refresh()

    def combine(self, step: Combination, alpha: float) -> None:
        """Multiply by the factors of a step along a combination of rankers, and normalise."""
        step.reweight(self._log_weight, self.by_higher, alpha)
        self._refresh()

    def _refresh(self) -> None:
        pairs.normalise(self._log_weight, self.weight)
        pairs.potential(self._start, self._lower, self.weight, self.as_higher, self.as_lower)


def grade_groups(problem: Problem) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows by query and rising grade, where each group (one grade of one query) and each query's groups start.

    Returns order (n,), group_start (groups + 1,) and query_start (Q + 1,), as kernels/graded.py wants them.
    """
    assert problem.grades is not None
    order = np.lexsort((problem.grades, problem.qid))
    query, grade = problem.qid[order], problem.grades[order]
    new = np.concatenate([[True], (query[1:] != query[:-1]) | (grade[1:] != grade[:-1])])
    group_start = np.concatenate([np.flatnonzero(new), [problem.n_items]])
    query_start = np.searchsorted(query[group_start[:-1]], np.arange(problem.n_queries + 1))
    return order, group_start, query_start
