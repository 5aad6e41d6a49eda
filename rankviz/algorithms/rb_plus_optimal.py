"""RankBoost+ in the optimal version (RB+ section 4): every candidate stays a direction, dependent ones too.

A candidate that depends on S, h = Σ β_s h_s, moves all of η along β. It is scored by the slope of F2 along
β/‖β‖₂ and its step minimises F2(η + αβ) by a line search. Independence is decided in item space, and a
candidate found dependent keeps its β for good: S only grows, by independent rankers.
"""

from __future__ import annotations

import numpy as np

from rankviz.algorithms.base import Params
from rankviz.algorithms.boosting import TIE, Fork, Move, Progress, Steps, boost, pick
from rankviz.algorithms.distribution import Distribution, PairDistribution
from rankviz.algorithms.members import RB_PLUS, Members
from rankviz.algorithms.rankboost import policy_of
from rankviz.kernels.scan import scan
from rankviz.problem import Problem
from rankviz.weak_rankers import CandidatePool

SUSPECT = 1e-5
"""Candidates whose part outside the span has shrunk to this share of their squared length are looked at exactly."""


BOUNDED_FROM = 10_000
"""Pairs from which it pays to sum ε⁰ only for the members that may decide; below, the bookkeeping costs more."""


class AllDirections(Members):
    """The search of optimal RankBoost+: S, the independent candidates, and the dependent ones through their β."""

    def __init__(self, problem: Problem, pool: CandidatePool, negative_alpha: bool) -> None:
        super().__init__(problem, pool, negative_alpha)
        self._edge = np.empty(len(pool))
        self._length = np.array([_squared(self.span.centred(pool.output(j))) for j in range(len(pool))])
        self._outside = self._length.copy()
        # A candidate that is constant on every component ties all pairs: it is no direction.
        self._independent = self._length > 0.0
        self._dependent = np.zeros(0, dtype=np.intp)
        self._beta = np.zeros((0, 0))
        self._size = np.zeros((0, 0))

    def choose(self, distribution: Distribution) -> Move | None:
        assert isinstance(distribution, PairDistribution)
        if len(distribution.weight) < BOUNDED_FROM:
            delta, open_ = self.slopes(distribution), np.zeros(len(self.pool))
        else:
            delta, open_ = self._bounded(distribution)
        score = np.abs(delta) if self.negative else -delta
        # What is still open is known to lie below the best.
        score = np.where(np.isnan(score) | (open_ > 0.0), -np.inf, score)
        best = pick(score)
        if best is None:
            return None
        # A ranker already in the ensemble wins a tie with any other direction.
        members = [ranker for ranker in self.rankers if score[ranker] >= score.max() - TIE]
        chosen = min(members) if members else best
        return Move(chosen) if self._independent[chosen] else self.towards(chosen)

    def slopes(self, distribution: PairDistribution) -> np.ndarray:
        """δ (N,) of every direction: (33), or the slope of Ê2 along β/‖β‖₂, over Ê2; NaN for no direction."""
        scan(self.pool.codes, self.pool.offsets, distribution.potential(), self._edge)
        delta = np.where(self._independent, -self._edge, np.nan)
        if self.rankers:
            members = np.array(self.rankers)
            gradient = distribution.tied(self.outputs) * np.tanh(self.eta) - self._edge[members]
            delta[members] = gradient
            delta[self._dependent] = self._beta @ gradient
        return delta

    def _bounded(self, distribution: PairDistribution) -> tuple[np.ndarray, np.ndarray]:
        """(δ (N,), how far off each may be): exact wherever it may be the largest, with as few ε⁰ as that takes."""
        scan(self.pool.codes, self.pool.offsets, distribution.potential(), self._edge)
        delta = np.where(self._independent, -self._edge, np.nan)
        off = np.zeros(len(delta))
        if not self.rankers:
            return delta, off
        members, slope = np.array(self.rankers), np.tanh(self.eta)
        while True:
            low, high = self.tied.low, self.tied.high
            middle, half = slope * (low + high) / 2 - self._edge[members], np.abs(slope) * (high - low) / 2
            delta[members], off[members] = middle, half
            delta[self._dependent], off[self._dependent] = self._beta @ middle, self._size @ half
            value = np.where(np.isnan(delta), -np.inf, np.abs(delta) if self.negative else -delta)
            rival = (value + off >= (value - off).max() - 2 * TIE) & (off > 0.0)
            if not rival.any():
                return delta, off
            asked = rival[members]
            combined = self._size[rival[self._dependent]]
            if len(combined):  # the members that leave the rival combinations most open
                share = combined.max(axis=0) * half
                asked = asked | (share >= share.max() / 4)
            places = np.flatnonzero(asked & (low < high))
            self.tied.know(places, distribution.tied(self.outputs[places]))

    def depends(self, ranker: int) -> bool:
        """Whether the candidate is a combination of the members."""
        return bool((self._dependent == ranker).any())

    def join(self, ranker: int) -> bool:
        if not super().join(ranker):
            return False
        self._independent[ranker] = False
        shadow = np.empty(len(self.pool))
        scan(self.pool.codes, self.pool.offsets, self.span.newest, shadow)
        self._outside -= shadow**2
        found: list[int] = []
        betas = []
        for j in np.flatnonzero(self._independent & (self._outside <= SUSPECT * self._length)):
            beta = self.span.coefficients(self.pool.output(int(j)))
            if beta is not None:
                found.append(int(j))
                betas.append(beta / max(float(np.linalg.norm(beta)), 1e-300))
        self._independent[found] = False
        self._dependent = np.append(self._dependent, np.array(found, dtype=np.intp))
        grown = np.zeros((len(self._dependent), len(self.rankers)))
        grown[: len(self._beta), : self._beta.shape[1]] = self._beta
        if betas:
            grown[-len(betas) :] = betas
        self._beta, self._size = grown, np.abs(grown)
        return True


def _squared(v: np.ndarray) -> float:
    length = float(v @ v)
    return length if length > 1e-18 else 0.0


def fit_rb_plus_optimal(
    problem: Problem,
    pool: CandidatePool,
    rounds: int,
    params: Params,
    progress: Progress | None = None,
    fork: Fork | None = None,
) -> Steps:
    """Run RankBoost+ (optimal)."""
    negative = bool(params["negative_alpha"])
    search = AllDirections(problem, pool, negative)
    return boost(
        pool, PairDistribution(problem), search, RB_PLUS, rounds, policy_of(params), negative, progress, fork
    )
