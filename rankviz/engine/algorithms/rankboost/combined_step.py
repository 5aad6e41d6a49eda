"""A step along a combination of S's rankers, h = Σ β_s h_s: F2(η + αβ) over its value at η, and its minimum."""

import math

import numpy as np

from rankviz.engine.algorithms.boosting.distribution import PairDistribution
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.kernels import combination as kernels
from rankviz.engine.kernels import measure as measure_kernels

MAX_STEP = 60.0
"""The longest step of a search; a minimum beyond counts as none."""

FAR = 8.0
"""A weight that moves further than this is checked for having a minimum at all."""


class Combination:
    """F2 along the line η + αβ. `members` are S's rankers, eta and beta (|S|,) their weights and shares."""

    def __init__(
        self, pool: CandidatePool, members: list[int], *, eta: np.ndarray, beta: np.ndarray, h: np.ndarray
    ) -> None:
        rankers = np.array(members, dtype=np.intp)
        used = np.flatnonzero(np.abs(beta) > 1e-12)
        used = used[np.argsort(rankers[used])]
        self._eta, self._beta, self._h = eta[used], beta[used], h
        below = np.zeros(len(pool) + 1, dtype=np.int32)
        below[rankers[used] + 1] = 1
        np.cumsum(below, out=below)
        features = np.unique(pool.feature[rankers[used]])
        self._at = np.ascontiguousarray(below[pool.offsets[features][:, None] + pool.codes[features]].T)

    def read(self, distribution: PairDistribution, alpha: float) -> tuple[float, float, float]:
        """(φ, φ', φ'') at α."""
        return kernels.along(
            *distribution.by_higher, distribution.weight, self._h, alpha, self._at, self._eta, self._beta
        )

    def minimum(self, distribution: PairDistribution, slope: float, curve: float, signed: bool) -> float:
        """Return the α that minimises φ, by Newton's method kept inside a bracket; ±inf when φ keeps falling.

        φ is convex; slope and curve are φ' and φ'' at 0. With `signed` off, α may not be negative.
        """
        if slope > 0.0 and not signed:
            return 0.0
        low, high = (0.0, MAX_STEP) if slope < 0.0 else (-MAX_STEP, 0.0)
        alpha = min(max(-slope / curve if curve > 0.0 else 0.0, low / 2), high / 2)
        for _ in range(100):
            value, slope, curve = self.read(distribution, alpha)
            if abs(slope) <= 1e-14 * value:
                break
            low, high = (alpha, high) if slope < 0.0 else (low, alpha)
            newton = alpha - slope / curve if curve > 0.0 and math.isfinite(curve) else math.inf
            step = newton if low < newton < high else (low + high) / 2
            done = abs(step - alpha) <= 1e-9 * max(1.0, abs(alpha))  # Newton's next step would be its square
            alpha = step
            if done:
                break
        far = abs(alpha) * max(1.0, float(np.abs(self._beta).max(initial=0.0))) > FAR
        if abs(alpha) > 0.99 * MAX_STEP or (far and self._falls_for_ever(distribution, alpha)):
            return math.copysign(math.inf, alpha)
        return alpha

    def _falls_for_ever(self, distribution: PairDistribution, alpha: float) -> bool:
        """Return whether no pair with weight grows as α → ±∞: the rate of each is Σ |β_s| over ties − (±M)."""
        start, lower = distribution.by_higher
        running = np.concatenate([[0.0], np.cumsum(np.abs(self._beta))])
        reach = float(np.abs(self._beta).sum())
        rate, ordered = np.empty(len(lower)), np.empty(len(lower))
        measure_kernels.tied_total(start, lower, running[self._at], reach, np.empty(0), rate)
        measure_kernels.pair_scores(start, lower, self._h.astype(np.float64), ordered)
        growing = rate - math.copysign(1.0, alpha) * ordered > 1e-9 * max(reach, 1.0)
        return not bool((growing & (distribution.weight > 0.0)).any())

    def reweight(self, distribution: PairDistribution, alpha: float) -> None:
        """Multiply the pairs' weights by their factors, in place."""
        kernels.reweight(
            *distribution.by_higher, distribution.weight, self._h, alpha, self._at, self._eta, self._beta
        )
