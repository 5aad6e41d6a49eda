"""RB-C over weak rankers with values from 0 to 1 (RB+ section 2.3; Freund et al. 2003, their third method)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from rankviz.engine.algorithms.boosting.loop import pick
from rankviz.engine.algorithms.boosting.stop import ALL_ROUNDS, Stop, Why, by_the_user
from rankviz.engine.algorithms.rankboost.rb_d_rb_c import NEGATIVE_ALPHA
from rankviz.engine.algorithms.real_rankers import pool as pools
from rankviz.engine.algorithms.real_rankers.pool import RealPool, build_real_pool
from rankviz.engine.algorithms.real_rankers.step import (
    Shares,
    alpha_19,
    alpha_exact,
    differences,
    log_bound_18,
    log_least_18,
    log_weights,
    log_z_10,
    shares_37,
)
from rankviz.engine.algorithms.score_learner import Learning, ScoredSteps
from rankviz.engine.choice import Choice
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.numerics import TIE, exp_or_inf

BOUND, EXACT = "bound", "exact"

WEIGH = Choice(
    "weigh",
    "α by",
    "choice",
    BOUND,
    "How far a round goes: to the minimum of RB-C's bound on Z, (19), or of Z itself, by line search.",
    choices=(BOUND, EXACT),
)
PARAMETERS = (WEIGH, *pools.PARAMETERS, NEGATIVE_ALPHA)

MOST_SIZE = 1.0 / TIE
"""The sum of all |α| beyond which scores that are 1 apart count as tied."""


@dataclass(frozen=True, eq=False)
class RealDetails:
    """The rounds of a run, one entry each: rankers of the pool, α, r's, ln Z; `weigh` is one of `WEIGH`."""

    pool: RealPool
    weigh: str
    ranker: tuple[int, ...]
    alpha: tuple[float, ...]
    shares: tuple[Shares, ...]
    log_z: tuple[float, ...]

    def first(self, t: int) -> RealDetails:
        """Return the details of the first `t` rounds."""
        return replace(
            self, ranker=self.ranker[:t], alpha=self.alpha[:t], shares=self.shares[:t], log_z=self.log_z[:t]
        )


def fit_rb_c_real(task: Learning) -> ScoredSteps:
    """Run Algorithm 1 of RB+: the ranker with the largest |r| (17), α by (19) or exactly, D ∝ e^{−s}.

    D is computed from the scores in every round. The run halts where α is undefined: at |r| = 1 by (19); with the exact
    step, where no pair goes the other way; and where the sum of all |α| would exceed `MOST_SIZE`. Raises DataError as
    `build_real_pool` does, and for more scores than can be stored.
    """
    problem, rounds, params = task.problem, task.rounds, task.params
    pool = build_real_pool(
        problem, str(params["rankers"]), int(params["cuts"]), float(params["softness"]), task.seed
    )
    if (rounds + 1) * problem.n_items > pools.MOST_VALUES:
        raise DataError(
            f"{rounds:,} rounds of {problem.n_items:,} scores are more than the {pools.MOST_VALUES:,} that can be kept",
            remedy=f"Choose at most {pools.MOST_VALUES // problem.n_items - 1:,} rounds",
        )
    run = _Rounds(problem, task.held, pool=pool, weigh=str(params["weigh"]))
    negative = bool(params["negative_alpha"])
    for t in range(1, rounds + 1):
        stop = run.round(t, negative)
        if stop is not None:
            run.stopped = stop
            break
        if not task.tell(t):
            run.stopped = by_the_user(t)
            break
    return run.steps()


class _Rounds:
    """The state of a run, and the records of its rounds."""

    def __init__(self, problem: Problem, held: Problem | None, *, pool: RealPool, weigh: str) -> None:
        self.pool, self.weigh = pool, weigh
        self.higher, self.lower = problem.pairs.T
        self.scores = [np.zeros(problem.n_items)]
        self.X_held = None if held is None else held.X
        self.held = [] if held is None else [np.zeros(held.n_items)]
        self.ranker: list[int] = []
        self.alpha: list[float] = []
        self.shares: list[Shares] = []
        self.extra: dict[str, list[float]] = {"edge": [math.nan], "tied": [math.nan]}
        self.log_extra = {"exp_bound": [0.0], "z": [math.nan], "z_bound": [math.nan]}
        self.stopped = ALL_ROUNDS

    def round(self, t: int, negative: bool) -> Stop | None:
        """Run round t; return the reason why there is none, or None."""
        g, n = self.scores[-1], len(self.scores[-1])
        log_D = log_weights(g, self.higher, self.lower)
        D = np.exp(log_D)
        potential = np.bincount(self.higher, D, n) - np.bincount(self.lower, D, n)
        edges = self.pool.values @ potential
        best = pick(np.abs(edges) if negative else edges)
        if best is None:
            why = "every r is 0, so the loss is at its minimum"
            if not negative:
                why = "no ranker was better than a coin, and negative weights are not allowed"
            return Stop(Why.NO_EDGE, f"before round {t} {why}")
        M = differences(self.pool.values[best], self.higher, self.lower)
        shares = shares_37(log_D, M)
        alpha = alpha_exact(log_D, M, shares.edge) if self.weigh == EXACT else alpha_19(shares)
        if math.isinf(alpha):
            what = (
                "no pair goes against it"
                if self.weigh == EXACT
                else "all pairs are a full 1 apart, in one direction"
            )
            return Stop(Why.UNDEFINED, f"α is undefined in round {t}: {what} on {self.pool.label(best)}")
        if sum(map(abs, self.alpha)) + abs(alpha) > MOST_SIZE:
            far = f"α of round {t}, of {self.pool.label(best)}, is so large that scores go beyond {MOST_SIZE:,.0f}"
            return Stop(Why.UNDEFINED, f"{far}, where rounding leaves no digit of e^(−s)")
        self._add(best, alpha, shares, log_z_10(log_D, M, alpha))
        return None

    def _add(self, ranker: int, alpha: float, shares: Shares, log_z: float) -> None:
        self.ranker.append(ranker)
        self.alpha.append(alpha)
        self.shares.append(shares)
        self.scores.append(self.scores[-1] + alpha * self.pool.values[ranker])
        if self.X_held is not None:
            self.held.append(self.held[-1] + alpha * self.pool.apply(ranker, self.X_held))
        self.extra["edge"].append(shares.edge)
        self.extra["tied"].append(shares.tied)
        logs = self.log_extra
        logs["exp_bound"].append(logs["exp_bound"][-1] + log_least_18(shares))
        logs["z"].append(log_z)
        logs["z_bound"].append(log_bound_18(shares, alpha))

    def _staged(self, X: np.ndarray) -> Iterator[np.ndarray]:
        rounds = zip(self.ranker, self.alpha, strict=True)
        added = (alpha * self.pool.apply(ranker, X) for ranker, alpha in rounds)
        return accumulate(added, initial=np.zeros(len(X)))

    def steps(self) -> ScoredSteps:
        """Return the rounds that were run."""
        higher, lower = self.higher, self.lower
        plain = {name: [exp_or_inf(log) for log in logs] for name, logs in self.log_extra.items()}
        return ScoredSteps(
            scores=np.array(self.scores),
            held=np.array(self.held) if self.held else None,
            staged=self._staged,
            added=[self.pool.label(ranker) for ranker in self.ranker],
            step=self.alpha,
            extra=plain | self.extra,
            log_extra=self.log_extra,
            pair_weight=lambda g: pair_weight(g, higher, lower),
            stopped=self.stopped,
            details=RealDetails(
                pool=self.pool,
                weigh=self.weigh,
                ranker=tuple(self.ranker),
                alpha=tuple(self.alpha),
                shares=tuple(self.shares),
                log_z=tuple(self.log_extra["z"][1:]),
            ),
        )


def pair_weight(g: np.ndarray, higher: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """e^{−s} of every pair (m,) for scores g (n,), divided by the largest."""
    s = g[higher] - g[lower]
    return np.asarray(np.exp(s.min() - s))
