"""RankBoost+ in the optimal version (RB+ section 4): every candidate stays a direction, dependent ones too.

A candidate that depends on S, h = Σ β_s h_s, moves all of η along β. It is scored by the slope of F2 along
β/‖β‖₂ and its step minimises F2(η + αβ) by a line search. Independence is decided in item space, and a
candidate found dependent keeps its β for good: S only grows, by independent rankers.
"""

import numpy as np

from rankviz.engine.algorithms.boosting.distribution import Distribution, PairDistribution, pack_outputs
from rankviz.engine.algorithms.boosting.loop import TIE, Boosting, Move, Steps, boost, pick
from rankviz.engine.algorithms.boosting.scan import scan
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.rankboost.active_set import RB_PLUS, ActiveSet
from rankviz.engine.data.problem import Problem

SUSPECT = 1e-5
"""Candidates whose part outside the span has shrunk to this share of their squared length are tested exactly."""


BOUNDED_FROM = 10_000
"""Pairs from which it pays to sum ε⁰ only for the members that may decide; below, the bookkeeping costs more."""

BOUNDED_PAIRS = 32
"""Pairs per dependent candidate from which it pays; with many candidates few members cannot decide."""


class AllDirections(ActiveSet):
    """The search of optimal RankBoost+: S, the independent candidates, and the dependent ones through their β."""

    def __init__(self, problem: Problem, pool: CandidatePool, negative_alpha: bool) -> None:
        super().__init__(problem, pool, negative_alpha)
        self._edge = np.empty(len(pool))
        self._pairs = problem.n_pairs
        self._length = self.span.lengths(pool)
        self._outside = self._length.copy()
        # A candidate that is constant on every component ties all pairs, so it is not a direction.
        self._independent = self._length > 0.0
        self._dependent = np.zeros(0, dtype=np.intp)
        self._members = np.zeros(0, dtype=np.intp)
        self._masks = np.zeros((problem.n_items, 0), dtype=np.uint8)
        self._betas = np.zeros((8, 8))
        self._size: np.ndarray | None = None

    @property
    def _beta(self) -> np.ndarray:
        """(dependent, |S|) β/‖β‖₂ of the dependent candidates, a view."""
        return self._betas[: len(self._dependent), : len(self.rankers)]

    def choose(self, distribution: Distribution) -> Move | None:
        assert isinstance(distribution, PairDistribution)
        self.searched.append(int(self._independent.sum()) + len(self._members) + len(self._dependent))
        self.tested.append(0)
        if self._pairs < max(BOUNDED_FROM, BOUNDED_PAIRS * len(self._dependent)):
            score = self._score(self.slopes(distribution))
        else:
            score = self._bounded(distribution)
        best = pick(score)
        if best is None:
            return None
        # A ranker already in the ensemble wins a tie with any other direction.
        tied = self._members[score[self._members] >= score.max() - TIE]
        chosen = int(tied.min()) if len(tied) else best
        return Move(chosen) if self._independent[chosen] else self.towards(chosen)

    def slopes(self, distribution: PairDistribution) -> np.ndarray:
        """δ (N,) of every direction: (33), or the slope of Ê2 along β/‖β‖₂, over Ê2; NaN for all other candidates."""
        delta = self._alone(distribution)
        if self.rankers:
            tied = distribution.tied_packed(self._masks, len(self.rankers))
            gradient = tied * np.tanh(self.eta) - self._edge[self._members]
            delta[self._members] = gradient
            delta[self._dependent] = self._beta @ gradient
        return delta

    def _alone(self, distribution: PairDistribution) -> np.ndarray:
        """δ (N,) of the candidates outside the span of S, NaN for all others; leaves every edge in `_edge`."""
        scan(self.pool.codes, self.pool.offsets, distribution.potential(), self._edge)
        return np.where(self._independent, -self._edge, np.nan)

    def _score(self, delta: np.ndarray) -> np.ndarray:
        """The score (N,) that is highest for the steepest direction; −∞ for candidates that are not directions."""
        score = np.abs(delta) if self.negative else -delta
        score[np.isnan(score)] = -np.inf
        return score

    def _bounded(self, distribution: PairDistribution) -> np.ndarray:
        """The score (N,), exact wherever it may be the largest, else −∞, computing as few ε⁰ as possible."""
        score = self._score(self._alone(distribution))
        if not self.rankers:
            return score
        if self._size is None:
            self._size = np.abs(self._beta)
        members, dependent, beta, size = self._members, self._dependent, self._beta, self._size
        slope, edge, most = np.tanh(self.eta), self._edge[members], score.max()
        while True:
            low, high = self.tied.low, self.tied.high
            middle, half = slope * (low + high) / 2 - edge, np.abs(slope) * (high - low) / 2
            value = self._score(np.concatenate([middle, beta @ middle]))
            off = np.concatenate([half, size @ half])
            known = off == 0.0
            score[np.concatenate([members, dependent])[known]] = value[known]
            most = max(most, (value - off).max())
            rival = (value + off >= most - 2 * TIE) & ~known
            if not rival.any():
                return score
            if rival.sum() == 1 and most > 3 * TIE and not (score >= most - 2 * TIE).any():
                score[np.concatenate([members, dependent])[rival]] = most  # it wins whatever its ε⁰
                return score
            asked, still = rival[: len(members)], rival[len(members) :]
            # A candidate that is not a rival now never becomes one in this search, so it is left out.
            dependent, beta, size = dependent[still], beta[still], size[still]
            if len(size):  # the members that leave the rival combinations most open
                share = size.max(axis=0) * half
                asked = asked | (share >= share.max() / 4)
            places = np.flatnonzero(asked & (low < high))
            self.tied.know(places, distribution.tied(self.outputs[places]))

    def depends(self, ranker: int) -> bool:
        """Return whether the candidate is a combination of the members."""
        return bool((self._dependent == ranker).any())

    def join(self, ranker: int) -> bool:
        if not super().join(ranker):
            return False
        self._independent[ranker] = False
        self._members = np.append(self._members, ranker)
        whole = (len(self.rankers) - 1) // 8  # bytes of the masks that do not change
        self._masks = np.hstack([self._masks[:, :whole], pack_outputs(self.outputs[8 * whole :])])
        shadow = np.empty(len(self.pool))
        scan(self.pool.codes, self.pool.offsets, self.span.newest(self.outputs), shadow)
        self._outside -= shadow**2
        suspects = np.flatnonzero(self._independent & (self._outside <= SUSPECT * self._length))
        first, betas = len(self._dependent), np.zeros((0, len(self.rankers)))
        if self.tested:
            self.tested[-1] += len(suspects)
        if len(suspects):
            depends, betas = self.span.coefficients_of(self.pool.outputs(suspects))
            self._independent[suspects[depends]] = False
            self._dependent = np.append(self._dependent, suspects[depends])
        self._reserve(len(self._dependent), len(self.rankers))
        self._beta[first:] = betas / np.maximum(np.linalg.norm(betas, axis=1, keepdims=True), 1e-300)
        self._size = None
        return True

    def _reserve(self, dependents: int, members: int) -> None:
        """Reserve room for β of so many candidates over so many members; existing entries are kept."""
        rows, columns = self._betas.shape
        if dependents <= rows and members <= columns:
            return
        wider = min(2 * members, self.span.capacity) if members > columns else columns
        room = np.zeros((min(2 * dependents, len(self.pool)) if dependents > rows else rows, wider))
        room[:rows, :columns] = self._betas
        self._betas = room


def fit_rb_plus_optimal(task: Boosting) -> Steps:
    """Run RankBoost+ (optimal)."""
    search = AllDirections(task.problem, task.pool, task.negative)
    steps = boost(task, PairDistribution(task.problem), search, RB_PLUS)
    steps.searched, steps.tested = search.searched[: len(steps)], search.tested[: len(steps)]
    return steps
