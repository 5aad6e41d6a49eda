"""The distribution D over critical pairs, in the cheapest form that is exact for the algorithm at hand."""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np

from rankviz.engine.data.grade_groups import grade_groups, grade_marks
from rankviz.engine.data.problem import Problem
from rankviz.engine.kernels import graded_log, graded_plain, pairs

Epsilons = tuple[float, float, float]
"""ε⁺, ε⁰, ε⁻ (8): the weight of the pairs a ranker orders correctly, ties and reverses."""


class LossAlong(Protocol):
    """The loss along one ranker from the current ensemble, for a loss whose step the ε's alone do not determine."""

    def alpha(self) -> float:
        """Return the step that minimises the loss; ±inf where the loss keeps falling."""
        ...

    def log_z(self, alpha: float) -> float:
        """ln of the loss after a step over the loss before; for ±inf its limit."""
        ...

    def shares(self, alpha: float) -> tuple[float, float]:
        """The shares of D after a finite step of the pairs that the ranker orders correctly and reverses."""
        ...


class Distribution(Protocol):
    """D_t, as the boosting loop sees it. `empty` is True when no pair has any weight left."""

    empty: bool

    def potential(self) -> np.ndarray:
        """π (n,): the weight of each item's pairs as the higher item minus as the lower one."""
        ...

    def epsilons(self, h: np.ndarray) -> Epsilons:
        """(ε⁺, ε⁰, ε⁻) of a ranker with outputs h (n,) uint8."""
        ...

    def all_epsilons(self, codes: np.ndarray, offsets: np.ndarray) -> np.ndarray:
        """(N, 3): (ε⁺, ε⁰, ε⁻) of every candidate of a pool with these codes and offsets."""
        ...

    def line(self, h: np.ndarray) -> LossAlong | None:
        """The loss along a ranker with outputs h (n,) uint8; None where its ε's suffice."""
        ...

    def update(self, h: np.ndarray, alpha: float, log_tie_factor: float, z: float) -> None:
        """Multiply by ω (9), (25) and divide by Z; for an infinite α take the limit: ordered pairs keep weight 0."""
        ...


class CombinedStep(Protocol):
    """A step along several rankers at once, with a factor for each pair."""

    def reweight(self, distribution: PairDistribution, alpha: float) -> None:
        """Multiply the weights of the pairs by their factors at α, in place."""
        ...


class Tilted(Distribution, Protocol):
    """A D that is not a product of the rounds' factors but is recomputed from the logs of e^{−s}."""

    @property
    def weight(self) -> np.ndarray:
        """D (m,)."""
        ...

    def line(self, h: np.ndarray) -> LossAlong: ...


REFRESH = 16
"""Rounds after which weights are recomputed from their logs, so that rounding does not accumulate."""

LEAP = 64.0
"""Σ|α| after which weights are recomputed too: a weight too small for a float may matter by then."""

FAR = 30.0
"""The log of a factor from which a weight too small for a float may matter at once."""


class GradedDistribution:
    """RB-D's and RB-C's D when grades imply the pairs: O(n) per round, whatever the number of pairs."""

    def __init__(self, problem: Problem) -> None:
        n = problem.n_items
        self._scores, self._pi = np.zeros(n), np.empty(n)
        self._groups = grade_groups(problem)
        self._mark = grade_marks(problem, *self._groups[:2])
        # Each item's values as the lower and as the higher item of a pair (kernels/graded_plain.py, or graded_log.py
        # for scores too far apart), the ends of its groups, and room for two sums.
        self._up, self._down = np.ones(n), np.ones(n)
        self._far: tuple[np.ndarray, np.ndarray] | None = None
        self._scratch = np.empty(0), np.empty(0)
        self._updates, self._drift = 0, 0.0
        self._z = 0.0
        self.empty = False

    def potential(self) -> np.ndarray:
        if self._far is None:
            self._z = graded_plain.potential(self._groups[0], self._mark, self._up, self._down, self._pi)
        else:
            self._z = graded_log.potential(
                *self._groups, self._up, self._down, *self._far, *self._scratch, self._pi
            )
        return self._pi

    def epsilons(self, h: np.ndarray) -> Epsilons:
        if self._far is None:
            return graded_plain.epsilons(h, self._z, self._groups[0], self._mark, self._up, self._down)
        return graded_log.epsilons(h, self._z, *self._groups, self._up, self._down, *self._far)

    def all_epsilons(self, codes: np.ndarray, offsets: np.ndarray) -> np.ndarray:
        self.potential()  # brings Σ e^{−s} up to date
        found, items = np.empty((offsets[-1], 3)), (self._up, self._down)
        if self._far is None:
            order = self._groups[0]
            graded_plain.all_epsilons(codes, offsets, self._z, order, self._mark, *items, found)
        else:
            graded_log.all_epsilons(codes, offsets, self._z, *self._groups, *items, *self._far, found)
        return found

    def line(self, h: np.ndarray) -> None:
        return None

    def update(self, h: np.ndarray, alpha: float, log_tie_factor: float, z: float) -> None:
        assert log_tie_factor == 0.0 and math.isfinite(alpha), "only e^{−s} factorises"
        self._updates += 1
        self._drift += abs(alpha)
        if self._updates % REFRESH and self._drift <= LEAP:
            graded_log.advance(self._scores, 1.0, h, alpha, self._groups[0], self._up, self._down)
            return
        self._scores += alpha * h
        self._refresh()
        self._drift = 0.0

    def _refresh(self) -> None:
        order, group_start, _ = self._groups
        low, high = float(self._scores.min()), float(self._scores.max())
        if high - low <= graded_plain.NEAR:
            self._far = None
            np.exp(self._scores[order] - (low + high) / 2, out=self._up)
            np.divide(1.0, self._up, out=self._down)
            return
        if self._far is None:
            high_low, sums = np.empty((2, 2, len(group_start) - 1))
            self._far, self._scratch = (high_low[0], high_low[1]), (sums[0], sums[1])
        graded_log.refresh(self._scores, 1.0, order, group_start, self._up, self._down, *self._far)


class ByPairs:
    """Quantities of rankers under a D with a list of pair weights, by the pairs' higher item."""

    def __init__(self, problem: Problem, weight: np.ndarray) -> None:
        self._start, self._lower = problem.by_higher
        self._weight = weight
        self._pi = np.empty(problem.n_items)
        self.empty = False

    @property
    def weight(self) -> np.ndarray:
        """D (m,)."""
        return self._weight

    def potential(self) -> np.ndarray:
        return self._pi

    def epsilons(self, h: np.ndarray) -> Epsilons:
        return pairs.epsilons(self._start, self._lower, self.weight, h)

    def epsilons_of(self, outputs: np.ndarray) -> np.ndarray:
        """(k, 3) ε⁺, ε⁰, ε⁻ of several rankers, outputs (k, n) uint8."""
        found = np.empty((len(outputs), 3))
        pairs.epsilons_of(self._start, self._lower, self.weight, outputs, found)
        return found

    def all_epsilons(self, codes: np.ndarray, offsets: np.ndarray) -> np.ndarray:
        found = np.empty((offsets[-1], 3))
        pairs.all_epsilons(codes, offsets, self._start, self._lower, self.weight, found)
        return found

    def sum_items(self) -> None:
        """Recompute π."""
        as_higher, as_lower = np.empty((2, len(self._pi)))
        pairs.potential(self._start, self._lower, self.weight, as_higher, as_lower)
        np.subtract(as_higher, as_lower, out=self._pi)


def changes(alpha: float) -> tuple[float, float]:
    """(−α, α), the logs by which a step multiplies ordered and reversed pairs; for ±inf the limit of (10).

    In the limit the pairs that the ranker orders in the direction of α get weight 0 for good; the rest stay as they
    are.
    """
    if math.isinf(alpha):
        return (-math.inf, 0.0) if alpha > 0 else (0.0, -math.inf)
    return -alpha, alpha


NO_STEP = 0.0, 0.0, 0.0
"""The logs of the factors of a step that leaves D as it is."""


class PairDistribution(ByPairs):
    """D pair by pair: explicit preferences, capped weights, and RankBoost+, whose tie factors do not factorise.

    D starts from the pairs' own weights, or from `weight` (m,).

    Only the weight is stored for each pair (see kernels/pairs.py). A round passes over the pairs once: the sums by item
    for the ε's of its ranker (`pairs.split`) also give π after the step, whose factors the next pass multiplies in.
    """

    def __init__(self, problem: Problem, weight: np.ndarray | None = None) -> None:
        super().__init__(problem, problem.first_weights() if weight is None else weight.copy())
        n = problem.n_items
        self._as_higher, self._as_lower = np.empty((2, 2, n))
        self._split_by: np.ndarray | None = None
        self._before, self._factors = np.zeros(n, dtype=np.uint8), NO_STEP
        self._updates = 0
        self.sum_items()

    @property
    def by_higher(self) -> tuple[np.ndarray, np.ndarray]:
        """The pairs by their higher item, as `Problem.by_higher`."""
        return self._start, self._lower

    @property
    def weight(self) -> np.ndarray:
        """D (m,)."""
        if self._factors != NO_STEP:
            self.epsilons(self._before)
        return self._weight

    def epsilons(self, h: np.ndarray) -> Epsilons:
        self._split_by = h
        by_item = self._as_higher, self._as_lower
        return pairs.split(self._start, self._lower, self._weight, *self._step(), h, *by_item)

    def _step(self) -> tuple[np.ndarray, float, float, float]:
        """Return the step that a pass over the pairs is to multiply in: its ranker, and the logs of its factors."""
        factors, self._factors = self._factors, NO_STEP
        return self._before, *factors

    def line(self, h: np.ndarray) -> None:
        return None

    def tied(self, outputs: np.ndarray) -> np.ndarray:
        """ε⁰ (k,) of several rankers at once, outputs (k, n) uint8."""
        return self.tied_packed(pack_outputs(outputs), len(outputs))

    def tied_packed(self, masks: np.ndarray, count: int) -> np.ndarray:
        """ε⁰ (count,) of rankers whose outputs are packed as `pack_outputs` does."""
        found = np.empty(count)
        pairs.tied_many(self._start, self._lower, self._weight, *self._step(), masks, found)
        return found

    def update(self, h: np.ndarray, alpha: float, log_tie_factor: float, z: float) -> None:
        if z <= 0.0:
            self.empty = True
            return
        if self._split_by is not h:
            self.epsilons(h)
        correct, reversed_ = changes(alpha)
        log_z = math.log(z)
        logs = correct - log_z, log_tie_factor - log_z, reversed_ - log_z
        self._before, self._factors, self._split_by = h, logs, None
        if max(logs) > FAR:
            self._refresh()
            return
        total = pairs.carry(np.exp(logs), h, self._as_higher, self._as_lower, self._pi)
        self._updates += 1
        if self._updates % REFRESH == 0 and total > 0.0:
            self._pi /= total
            log_total = math.log(total)
            self._factors = logs[0] - log_total, logs[1] - log_total, logs[2] - log_total

    def combine(self, step: CombinedStep, alpha: float) -> None:
        """Multiply by the factors of a step along a combination of rankers, and normalise."""
        step.reweight(self, alpha)
        self._refresh()

    def _refresh(self) -> None:
        pairs.rescale(self.weight)
        self.sum_items()
        self._split_by = None


def pack_outputs(outputs: np.ndarray) -> np.ndarray:
    """Pack the outputs (k, n) uint8 of rankers as bits: (n, ⌈k / 8⌉) uint8, the first ranker in the lowest bit."""
    masks = np.empty((outputs.shape[1], -(-len(outputs) // 8)), dtype=np.uint8)
    pairs.pack(outputs, masks)
    return masks
