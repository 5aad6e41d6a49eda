"""Risks as functions of the item scores: value, gradient, and two diagonals that stand in for the Hessian.

QB is Zheng et al., NIPS 2007. The risk is a sum, as QB section 3 writes it, not a mean. Every loss here is
convex and continuously differentiable; where a second derivative jumps, it is the one from the side with a cost.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from rankviz.engine.data.problem import Problem, pairs_per_query
from rankviz.engine.numerics import in_order

WEIGHTS = ("average", "newton", "bound")
"""The diagonals W that a round may fit with, see :func:`weights`."""

LEAST_CURVATURE = 1e-6
"""The Newton type's W is at least this share of the bound's, so that no target is unboundedly large."""


@dataclass(frozen=True)
class Evaluation:
    """A loss at scores h: its value R, ∂R/∂h (n,), the diagonal of ∂²R/∂h² (n,), and R's addends if it is mixed."""

    value: float
    gradient: np.ndarray
    curvature: np.ndarray
    parts: tuple[float, ...] = ()


Errors = tuple[float, np.ndarray]
"""Bounds on the rounding errors of R and of ∂R/∂h (n,)."""

UNIT = 2.0**-53
"""The unit roundoff of a float."""


def sum_errors(
    terms: int, value: float, pulls: np.ndarray, size: np.ndarray, curvature: np.ndarray
) -> Errors:
    """Bound the rounding errors (`ScoreLoss.errors`) of a sum of `terms` terms ≥ 0, each exact for its argument.

    pulls (n,) is Σ |derivative| over the terms an item is in, curvature (n,) at least their second derivatives, and
    an item's score is rounded by 3u times size (n,) at most: once when it was made, and in its differences.
    """
    off, sums = 3.0 * UNIT * size, (terms + 16) * UNIT
    of_value = sums * value + float(pulls @ off) + float(curvature @ (off * off))
    return of_value, sums * pulls + curvature * float(off.max(initial=0.0))


class ScoreLoss(Protocol):
    """R(h) over item scores h (n,)."""

    @property
    def bound(self) -> np.ndarray:
        """(n,) a diagonal B that is nowhere below the Hessian: R(h+g) ≤ R(h) + ∇R·g + ½ gᵀBg (QB (6))."""
        ...

    @property
    def rows(self) -> np.ndarray:
        """(n,) the total weight of the rows an item has in the training set of QB's Algorithm 2."""
        ...

    def evaluate(self, h: np.ndarray) -> Evaluation:
        """Value, gradient and curvature at h (n,)."""
        ...

    def along(self, h: np.ndarray, g: np.ndarray) -> tuple[float, float, float]:
        """R, dR/ds and d²R/ds² of R(h + s g) at s = 0."""
        ...

    @property
    def terms(self) -> int:
        """The number of terms in the longest sum of the loss."""
        ...

    def errors(self, h: np.ndarray) -> Errors:
        """Bound the rounding errors of `evaluate` at h (n,): of R, and of ∂R/∂h (n,), h itself being rounded."""
        ...


class PairLoss(ScoreLoss, Protocol):
    """A sum over critical pairs."""

    def pull(self, h: np.ndarray) -> np.ndarray:
        """(m,) ≥ 0, how steeply the loss falls as each pair's score grows, in the order of `problem.pairs`."""
        ...


def weights(loss: ScoreLoss, evaluated: Evaluation, kind: str) -> np.ndarray:
    """W (n,) of Algorithm 1 for an evaluated loss. An item of weight 0 is in no part of the risk.

    "bound": the global upper bound on the Hessian. "newton": the Hessian's diagonal at h. "average": QB's
    Algorithm 2, where an item has a row in each of its pairs and for its label; a regression on those rows is
    the same as one on their average target with the sum of their weights.
    """
    if kind == "bound":
        return loss.bound
    if kind == "average":
        return loss.rows
    return np.maximum(evaluated.curvature, LEAST_CURVATURE * loss.bound)


def targets(evaluated: Evaluation, weight: np.ndarray) -> np.ndarray:
    """r = −∇R/W (n,), 0 where W is 0."""
    return np.divide(-evaluated.gradient, weight, out=np.zeros_like(weight), where=weight > 0.0)


class Squared:
    """½ Σ (l − h)² over the labelled items; labels (n,), NaN for none."""

    def __init__(self, labels: np.ndarray) -> None:
        self._known = np.isfinite(labels)
        self._labels = np.where(self._known, labels, 0.0)
        self.bound = self._known.astype(np.float64)
        self.rows = self.bound
        self.terms = len(labels)

    def evaluate(self, h: np.ndarray) -> Evaluation:
        residual = np.where(self._known, h - self._labels, 0.0)
        return Evaluation(0.5 * float(residual @ residual), residual, self.bound)

    def along(self, h: np.ndarray, g: np.ndarray) -> tuple[float, float, float]:
        at = self.evaluate(h)
        step = np.where(self._known, g, 0.0)
        return at.value, float(at.gradient @ step), float(step @ step)

    def errors(self, h: np.ndarray) -> Errors:
        at = self.evaluate(h)
        return sum_errors(
            self.terms, at.value, np.abs(at.gradient), np.abs(h) + np.abs(self._labels), self.bound
        )


@dataclass(frozen=True)
class _PairTerm:
    """A pair's cost as a function of its score s = h(x) − h(y), with two derivatives, and the largest second one."""

    read: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]
    steepest: float
    margin: float


class OverPairs:
    """Σ over critical pairs of a convex function of the pair's score, with the pairs listed one by one."""

    def __init__(self, problem: Problem, term: _PairTerm) -> None:
        self._higher, self._lower = problem.pairs.T.astype(np.intp)
        self._n, self._term = problem.n_items, term
        degree = self._sum(np.ones(problem.n_pairs), 1.0)
        # A pair's Hessian is c [[1, −1], [−1, 1]] ≤ diag(2c, 2c) (QB section 3).
        self.bound = 2.0 * term.steepest * degree
        self.rows = 0.5 * self.bound
        self.terms = problem.n_pairs

    def evaluate(self, h: np.ndarray) -> Evaluation:
        value, first, second = self._term.read(h[self._higher] - h[self._lower])
        return Evaluation(float(value.sum()), self._sum(first, -1.0), self._sum(second, 1.0))

    def along(self, h: np.ndarray, g: np.ndarray) -> tuple[float, float, float]:
        value, first, second = self._term.read(h[self._higher] - h[self._lower])
        step = g[self._higher] - g[self._lower]
        return float(value.sum()), float(first @ step), float(second @ (step * step))

    def errors(self, h: np.ndarray) -> Errors:
        value, first, _ = self._term.read(h[self._higher] - h[self._lower])
        pulls, size = self._sum(np.abs(first), 1.0), 2.0 * np.abs(h).max(initial=0.0) + self._term.margin
        return sum_errors(self.terms, float(value.sum()), pulls, np.full(self._n, size), self.bound)

    def pull(self, h: np.ndarray) -> np.ndarray:
        return -self._term.read(h[self._higher] - h[self._lower])[1]

    def _sum(self, by_pair: np.ndarray, sign: float) -> np.ndarray:
        """(n,) the sum by item of each pair's value for its higher item, and `sign` times it for its lower item."""
        as_higher = np.bincount(self._higher, by_pair, self._n)
        return as_higher + sign * np.bincount(self._lower, by_pair, self._n)


def squared_hinge_term(margin: float | np.ndarray) -> _PairTerm:
    """½ max(0, τ − s)² (QB section 3)."""
    return _PairTerm(partial(_squared_hinge, margin), 1.0, float(np.abs(margin).max()))


def _squared_hinge(margin: float | np.ndarray, s: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    short = np.maximum(margin - s, 0.0)
    return 0.5 * short * short, -short, (short > 0.0).astype(np.float64)


def _logistic_term() -> _PairTerm:
    """ln(1 + e^{−s})."""
    return _PairTerm(_logistic, 0.25, 1.0)


def _logistic(s: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    # e^{−|s|} never overflows; p is the logistic function of −s.
    small = np.exp(-np.abs(s))
    p = np.where(s > 0.0, small, 1.0) / (1.0 + small)
    return np.maximum(-s, 0.0) + np.log1p(small), -p, p * (1.0 - p)


def pairwise_logistic(problem: Problem) -> PairLoss:
    """Σ ln(1 + e^{−(h(x) − h(y))}) over the critical pairs."""
    return OverPairs(problem, _logistic_term())


class Mix:
    """Σ of losses with a factor ≥ 0 each, over n items: QB's R(h) = w · preferences + (1 − w) · labels."""

    def __init__(self, parts: tuple[tuple[float, ScoreLoss], ...], n: int) -> None:
        self.parts, self._none = parts, np.zeros(n)
        self.bound = sum((factor * loss.bound for factor, loss in parts), self._none)
        self.rows = sum((factor * loss.rows for factor, loss in parts), self._none)
        self.terms = sum(loss.terms for _, loss in parts) + len(parts)

    def evaluate(self, h: np.ndarray) -> Evaluation:
        parts = [(factor, loss.evaluate(h)) for factor, loss in self.parts]
        return Evaluation(
            in_order(factor * evaluated.value for factor, evaluated in parts),
            sum((factor * evaluated.gradient for factor, evaluated in parts), self._none),
            sum((factor * evaluated.curvature for factor, evaluated in parts), self._none),
            tuple(factor * evaluated.value for factor, evaluated in parts),
        )

    def along(self, h: np.ndarray, g: np.ndarray) -> tuple[float, float, float]:
        value = first = second = 0.0
        for factor, loss in self.parts:
            found = loss.along(h, g)
            value, first, second = (
                value + factor * found[0],
                first + factor * found[1],
                second + factor * found[2],
            )
        return value, first, second

    def errors(self, h: np.ndarray) -> Errors:
        value, gradient = 0.0, self._none
        for factor, loss in self.parts:
            at, (of_value, of_gradient) = loss.evaluate(h), loss.errors(h)
            value += factor * (of_value + 4.0 * UNIT * at.value)
            gradient = gradient + factor * (of_gradient + 4.0 * UNIT * np.abs(at.gradient))
        return value, gradient


def degrees(problem: Problem) -> np.ndarray:
    """(n,) the number of critical pairs of each item; counted, not listed, when grades imply them."""
    if problem.explicit_pairs is not None:
        return np.bincount(problem.explicit_pairs.ravel(), minlength=problem.n_items).astype(np.float64)
    _, group, size = np.unique(
        np.column_stack([problem.qid, problem.known_grades]), axis=0, return_inverse=True, return_counts=True
    )
    of_query = np.bincount(problem.qid, minlength=problem.n_queries)
    return (of_query[problem.qid] - size[group.ravel()]).astype(np.float64)


def single_grade(problem: Problem) -> np.ndarray:
    """(n,) bool: the items of queries without a critical pair, from which only labels can be learned."""
    return (pairs_per_query(problem) == 0)[problem.qid]
