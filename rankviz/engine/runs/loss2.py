"""Ê2 along a run: pair by pair, or by cells of like items where that is cheaper or the pairs are too many to list."""

import math
from abc import ABC, abstractmethod

import numpy as np

from rankviz.engine.algorithms.boosting.cells import Cells, cells_if_cheaper
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.rankboost.independence import span_of
from rankviz.engine.data.problem import Problem
from rankviz.engine.kernels import cells as by_cells
from rankviz.engine.kernels import measure as kernels
from rankviz.engine.kernels import pairs
from rankviz.engine.numerics import log_cosh


class Loss2(ABC):
    """Ê2 = F2(η) (22)–(24), with η tracked over an independent set of the rankers seen (RB+ section 5).

    A ranker that depends on the set, h = Σ β_s h_s, moves η by αβ: the ensemble stays the same. Unless `independent`,
    each ranker has a separate η.
    """

    def __init__(self, problem: Problem, pool: CandidatePool, *, independent: bool = True) -> None:
        self._pool = pool
        self._span = span_of(problem, independent=independent)
        self._members: list[int] = []
        self._eta = np.zeros(0)

    def add(self, ranker: int, alpha: float) -> None:
        """Update for one step of the ensemble."""
        h = self._pool.output(ranker)
        if ranker not in self._members:
            if self._span.add(h):
                self._members.append(ranker)
                self._eta = np.append(self._eta, 0.0)
            else:
                beta = self._span.coefficients(h)
                assert beta is not None
                self._eta = self._eta + alpha * beta
                self._rebuild()
                return
        place = self._members.index(ranker)
        before = log_cosh(self._eta[place])
        self._eta[place] += alpha
        self._moved(h, alpha, log_cosh(self._eta[place]) - before)

    @property
    def norm(self) -> float:
        """‖η‖₁ of the members."""
        return float(np.abs(self._eta).sum())

    @abstractmethod
    def log_total(self, scores: np.ndarray) -> float:
        """log Σ_i m·D₁ Π_j ω*_ij (24) for the ensemble's scores (n,): log Ê2 plus ln m."""

    def keep(self, rankers: list[int]) -> None:
        """Add independent rankers to the set before they have any weight."""
        for ranker in rankers:
            if ranker not in self._members and self._span.add(self._pool.output(ranker)):
                self._members.append(ranker)
                self._eta = np.append(self._eta, 0.0)

    @property
    def members(self) -> tuple[int, ...]:
        """The independent rankers, in the order in which they joined."""
        return tuple(self._members)

    @property
    def eta(self) -> np.ndarray:
        """η (members,), the weight of each."""
        return self._eta.copy()

    def coefficients(self, ranker: int) -> np.ndarray | None:
        """β (members,) of a ranker that depends on the members; None when it does not."""
        return self._span.coefficients(self._pool.output(ranker))

    def _moved(self, h: np.ndarray, alpha: float, more: float) -> None:  # noqa: B027 (not all need follow)
        """Update after one member's step α, by which its ln cosh η has grown."""

    def _rebuild(self) -> None:  # noqa: B027
        """Update after all of η has moved."""

    def _gathered(self, items: np.ndarray) -> tuple[np.ndarray, float]:
        """Return ln cosh η of the members, gathered by feature on some items (k, F), and the sum of all.

        For two items, the members that separate them have Σ_f |difference|.
        """
        members = np.array(self._members, dtype=np.intp)
        features, column = np.unique(self._pool.feature[members], return_inverse=True)
        cosh = np.array([log_cosh(eta) for eta in self._eta])
        steps = np.zeros((len(items), len(features)))
        for h, c, f in zip(self._pool.outputs(members)[:, items], cosh, column, strict=True):
            steps[:, f] += c * h
        return steps, float(cosh.sum())


LEAP = 200.0
"""Σ|α| after which terms are computed afresh: one too small for a float may matter by then."""


class PairLoss2(Loss2):
    """Ê2 pair by pair: a step multiplies each pair's term by one of three factors."""

    def __init__(self, problem: Problem, pool: CandidatePool, *, independent: bool = True) -> None:
        super().__init__(problem, pool, independent=independent)
        self._start, self._lower = problem.by_higher
        self._amounts = problem.log_amounts
        self._term, self._sum, self._log_unit = np.empty(0), 1.0, 0.0
        self._moved_by = math.inf

    @property
    def tied(self) -> np.ndarray:
        """ln Π cosh η_s over the members that tie each pair (m,)."""
        return self._log_terms(np.empty(0))

    def _log_terms(self, scores: np.ndarray) -> np.ndarray:
        """ln of each pair's Π ω* (m,), without its m·D₁; for no scores all are 0."""
        found = np.empty(len(self._lower))
        steps, total = self._gathered(np.arange(self._pool.codes.shape[1]))
        kernels.tied_total(self._start, self._lower, steps, total, scores, found)
        return found

    def log_total(self, scores: np.ndarray) -> float:
        if self._moved_by > LEAP:
            self._term = np.empty(0)  # free it first
            self._term = self._log_terms(scores)
            if len(self._amounts):
                self._term += self._amounts
            self._log_unit = pairs.normalise(self._term, self._term)
            self._moved_by, self._sum = 0.0, 1.0
        return self._log_unit + math.log(self._sum)

    def _moved(self, h: np.ndarray, alpha: float, more: float) -> None:
        self._moved_by += abs(alpha)
        if self._moved_by <= LEAP:
            factors = np.exp([-alpha, more, alpha])
            self._sum = kernels.step(self._start, self._lower, h, factors, self._term)

    def _rebuild(self) -> None:
        self._moved_by = math.inf


class CellLoss2(Loss2):
    """Ê2 by cells of like items."""

    def __init__(
        self, cells: Cells, problem: Problem, pool: CandidatePool, *, independent: bool = True
    ) -> None:
        super().__init__(problem, pool, independent=independent)
        self._cells = cells

    def log_total(self, scores: np.ndarray) -> float:
        cells = self._cells
        steps, total = self._gathered(cells.one)
        where = cells.group_start, cells.query_start, cells.count
        return total + by_cells.log_sum(*where, scores[cells.one], steps, steps.shape[1])


def loss2_of(problem: Problem, pool: CandidatePool, *, independent: bool) -> Loss2:
    """Return Ê2 of no ranker yet, computed in the cheaper way."""
    cells = cells_if_cheaper(problem, pool)
    if cells is None:
        return PairLoss2(problem, pool, independent=independent)
    return CellLoss2(cells, problem, pool, independent=independent)
