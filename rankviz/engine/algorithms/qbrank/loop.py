"""Boosting for any loss: a greedy algorithm with quadratic approximation (QB, Algorithm 1)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from rankviz.engine.algorithms.boosting.loop import Progress
from rankviz.engine.algorithms.boosting.stop import ALL_ROUNDS, Stop, Why, by_the_user
from rankviz.engine.algorithms.qbrank.line_search import line_search
from rankviz.engine.algorithms.qbrank.losses import Evaluation, ScoreLoss, targets, weights
from rankviz.engine.algorithms.qbrank.trees import FittedTree, WeakLearner

STEPS = ("search", "one", "small", "decaying")
"""Ways to find a round's step, see :class:`QBRankRules`."""

DECAY = 0.75
"""p of the decaying steps k^{−p}: their sum is infinite for p ≤ 1, that of their squares finite for p > ½."""

FLAT = 1e-12
"""A slope along the new function this small relative to its possible size counts as 0: the run has converged."""


@dataclass(frozen=True)
class QBRankRules:
    """The choices that Algorithm 1 leaves open.

    weighting : the diagonal W, see `losses.WEIGHTS`.
    step : "search" goes η s with s by line search on R (QB, Algorithm 2); "one" goes η; "small" makes the step's norm
        ‖·‖_{W,X} η², or 0 where that would raise R (QB, Theorem 1 and below); "decaying" makes the k-th step's norm η
        k^{−p}, p = `DECAY`, whether or not R rises (Theorem 1, its second half).
    eta : η, 0 < η ≤ 1.
    """

    weighting: str = "average"
    step: str = "search"
    eta: float = 0.05


@dataclass
class TreeDescent:
    """The T rounds of Algorithm 1; lists of one entry per round, but for `scores` … `parts`: T + 1.

    scores, held : item scores h (n,) and held-out ones (k,). risk : R(h), and `parts` its addends in a mixed loss.
    fitted : g. search : s, the length found by the line search along g (1 where there is no search).
    step : the factor of g. bound : R_k(step · g), the quadratic's value there (6).
    """

    scores: list[np.ndarray]
    held: list[np.ndarray] | None
    risk: list[float]
    parts: list[tuple[float, ...]]
    fitted: list[FittedTree] = field(default_factory=list)
    search: list[float] = field(default_factory=list)
    step: list[float] = field(default_factory=list)
    bound: list[float] = field(default_factory=list)
    stopped: Stop = ALL_ROUNDS

    def first(self, t: int) -> TreeDescent:
        """The first `t` rounds alone, when there are more."""
        return TreeDescent(
            self.scores[: t + 1],
            None if self.held is None else self.held[: t + 1],
            self.risk[: t + 1],
            self.parts[: t + 1],
            self.fitted[:t],
            self.search[:t],
            self.step[:t],
            self.bound[:t],
            by_the_user(t),
        )


def quadratic_bound(loss: ScoreLoss, evaluated: Evaluation, g: np.ndarray, s: float) -> float:
    """R_k(s g) = R + s ∇R·g + ½ s² gᵀBg, with B the global upper bound on the Hessian (QB (6)); g (n,)."""
    return quadratic(evaluated, loss.bound, g, s)


def quadratic(evaluated: Evaluation, weight: np.ndarray, g: np.ndarray, s: float) -> float:
    """R + s ∇R·g + ½ s² gᵀWg: with the W with which g was fitted, a tree's minimum is at s = 1 (QB, Algorithm 1)."""
    return evaluated.value + s * float(evaluated.gradient @ g) + 0.5 * s * s * float(g @ (weight * g))


def normalised(loss: ScoreLoss, g: np.ndarray) -> float:
    """‖g‖_{W,X} = √(mean of w g²) with W the global upper bound (QB, Definition 2)."""
    return math.sqrt(float(g @ (loss.bound * g)) / len(g))


def descend(
    loss: ScoreLoss,
    learner: WeakLearner,
    start: tuple[np.ndarray, np.ndarray | None],
    rounds: int,
    rules: QBRankRules,
    progress: Progress | None = None,
) -> TreeDescent:
    """Run Algorithm 1 of QB: approximate R by a quadratic, fit the weak learner to its minimum, step, `rounds` times.

    Parameters
    ----------
    loss : R over training scores (n,).
    learner : fits g to (n,) targets with weights; it holds the features.
    start : h_0 on the training items (n,) and on the held-out items (k,) or None.
    progress : called with the number of rounds done; False stops the run and keeps them.
    """
    h, held = start
    evaluated = loss.evaluate(h)
    done = TreeDescent([h], None if held is None else [held], [evaluated.value], [evaluated.parts])
    for t in range(1, rounds + 1):
        weight = weights(loss, evaluated, rules.weighting)
        target = targets(evaluated, weight)
        if not target.any():
            done.stopped = Stop(
                Why.MINIMUM, f"before round {t} every target was 0: the risk is at its minimum"
            )
            break
        fitted = learner.fit(target, weight)
        s, step = _go(loss, h, evaluated, fitted.values, rules, t)
        if step == 0.0:
            done.stopped = _stuck(t, rules)
            break
        done.fitted.append(fitted)
        done.search.append(s)
        done.step.append(step)
        # The bound is above the risk, which is never negative; where both are 0 rounding may be.
        done.bound.append(max(quadratic_bound(loss, evaluated, fitted.values, step), 0.0))
        h = h + step * fitted.values
        done.scores.append(h)
        if done.held is not None and fitted.held is not None:
            done.held.append(done.held[-1] + step * fitted.held)
        evaluated = loss.evaluate(h)
        done.risk.append(evaluated.value)
        done.parts.append(evaluated.parts)
        if progress is not None and not progress(t):
            done.stopped = by_the_user(t)
            break
    return done


def _go(
    loss: ScoreLoss, h: np.ndarray, evaluated: Evaluation, g: np.ndarray, rules: QBRankRules, t: int
) -> tuple[float, float]:
    """Return (s, the factor of g) in round t; 0 where no step lowers the risk."""
    slope = float(evaluated.gradient @ g)
    if slope >= -FLAT * float(np.abs(evaluated.gradient) @ np.abs(g)):
        return 0.0, 0.0
    if rules.step == "search":
        s = line_search(risk_along(loss, h, g), slope)
        return s, rules.eta * s
    if rules.step == "one":
        return 1.0, rules.eta
    if rules.step == "decaying":
        return 1.0, rules.eta * t**-DECAY / normalised(loss, g)
    small = rules.eta**2 / normalised(loss, g)
    return 1.0, small if loss.evaluate(h + small * g).value <= evaluated.value else 0.0


def risk_along(
    loss: ScoreLoss, h: np.ndarray, g: np.ndarray
) -> Callable[[float], tuple[float, float, float]]:
    """s → (R, R', R'') of R(h + s g)."""
    return partial(_at, loss, h, g)


def _at(loss: ScoreLoss, h: np.ndarray, g: np.ndarray, s: float) -> tuple[float, float, float]:
    return loss.along(h + s * g, g)


def _stuck(t: int, rules: QBRankRules) -> Stop:
    why = "the risk no longer fell along what the weak learner fitted"
    if rules.step == "small":
        why = "a step of size η² would have raised the risk: the small steps end here"
    return Stop(Why.STUCK, f"before round {t} {why}")
