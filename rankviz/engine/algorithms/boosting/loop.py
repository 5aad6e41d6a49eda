"""The one boosting loop that RB-D, RB-C and RankBoost+ share (RB+, Algorithm 1)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from rankviz.engine.algorithms.boosting.distribution import Distribution, Epsilons, LossAlong
from rankviz.engine.algorithms.boosting.equations import z_27
from rankviz.engine.algorithms.boosting.stop import ALL_ROUNDS, Stop, Why, by_the_user
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.entry import Params
from rankviz.engine.data.problem import Problem

TIE = 1e-12
"""Candidates whose |δ| is this close to the best are tied; a best |δ| this small means no edge is left."""

Progress = Callable[[int], bool]
"""Called with the number of rounds done; False asks the run to stop and keep them."""


@dataclass(frozen=True)
class Equations:
    """The rules in which the RankBoost variants differ, as functions of (ε⁺, ε⁰, ε⁻) and α'.

    delta : the slope δ by which rankers are compared.
    alpha : the weight of the chosen one; ±inf where its equation is not defined.
    log_tie_factor : of (α, α'): ln of the factor that tied pairs get.
    log_bound : one round's share of the log of the theorem's right side.
    """

    delta: Callable[[Epsilons, float], float]
    alpha: Callable[[Epsilons, float], float]
    log_tie_factor: Callable[[float, float], float]
    log_bound: Callable[[Epsilons, float], float]


@dataclass(frozen=True)
class Move:
    """The choice of a search: a ranker and, when it is a combination of S's rankers, its β (|S|,).

    `equations` are those of the round, where they depend on earlier rounds; None leaves them to the algorithm.
    """

    ranker: int
    beta: np.ndarray | None = None
    equations: Equations | None = None


@dataclass(frozen=True)
class RoundStep:
    """The step of a round: α (±inf when undefined), δ, Z and the log of the tie factor, and its share of the bound."""

    alpha: float
    delta: float
    z: float
    log_tie: float
    log_bound: float


@dataclass(frozen=True)
class Fork:
    """A different choice in one round of one algorithm: its ranker, its α, or the policy from then on.

    >>> fork = rankviz.Fork("rb-c", round=2, alpha=0.1)
    >>> rankviz.trace(rankviz.load("bundled:wine"), "rb-c", rounds=3, forks=[fork])
    <Trace of bundled:wine: rb-c 3 rounds, rb-c:2:alpha=0.1 3 rounds>
    """

    algorithm: str
    round: int
    ranker: int | None = None
    alpha: float | None = None
    undefined: str | None = None


class Chooser(Protocol):
    """The way an algorithm searches its candidates."""

    def choose(self, distribution: Distribution) -> Move | None:
        """Return the move of this round, or None when no candidate has an edge left."""
        ...

    def towards(self, ranker: int) -> Move:
        """Return the move along a given ranker."""
        ...

    def prior(self, move: Move) -> float:
        """α', the weight the ranker already has; 0 for a combination, which has no weight."""
        ...

    def descend(self, move: Move, distribution: Distribution, alpha: float | None) -> RoundStep:
        """Make a combined move on the distribution: by line search, or as far as `alpha` says."""
        ...

    def accept(self, move: Move, alpha: float, z: float, eps: Epsilons | None = None) -> None:
        """Record that the ranker's weight grew by α and that D, under which it had these ε's, was divided by Z."""
        ...


@dataclass(frozen=True)
class Refused:
    """A round that the policy "halt" refused: its ranker, (ε⁺, ε⁰, ε⁻) and the weight α' the ranker had."""

    ranker: int
    eps: Epsilons
    prior: float


@dataclass
class Steps:
    """The rounds of a boosting run; lists of one entry per round.

    `alpha` is NaN where `outcome` is "infinite" or "limit": then `sign` is the sign of the infinite weight. A
    `combined` round moved all of S along β, and ties have no common factor: `tie_factor` is NaN.
    """

    ranker: list[int] = field(default_factory=list)
    alpha: list[float] = field(default_factory=list)
    alpha_prior: list[float] = field(default_factory=list)
    eps: list[Epsilons] = field(default_factory=list)
    z: list[float] = field(default_factory=list)
    delta: list[float] = field(default_factory=list)
    tie_factor: list[float] = field(default_factory=list)
    log_bound: list[float] = field(default_factory=list)
    outcome: list[str] = field(default_factory=list)
    sign: list[int] = field(default_factory=list)
    combined: list[bool] = field(default_factory=list)
    stopped: Stop = ALL_ROUNDS
    refused: Refused | None = None
    """The next round, where the policy refused it; None also for a combination."""
    dropped: dict[int, int] = field(default_factory=dict)
    """RankBoost+: candidates found to duplicate a chosen ranker, with the round that found it."""
    fixed_from: int | None = None
    """RankBoost+: the round from which only `fixed_set` is searched, None when that never came."""
    fixed_set: list[int] = field(default_factory=list)
    searched: list[int] = field(default_factory=list)
    """RankBoost+: the number of candidates each round compared; empty where every round compares all."""
    tested: list[int] = field(default_factory=list)
    """RankBoost+: the number of them that each round tested for independence of the others."""
    extra: dict[str, list[float]] = field(default_factory=dict)
    """Series that only this algorithm has (see `runs.quantities`), T + 1 values each, NaN for no value."""
    log_extra: dict[str, list[float]] = field(default_factory=dict)
    """Natural logs of the extra series that may leave the range of floats, where they are NaN in `extra`; −inf of 0."""

    def __len__(self) -> int:
        return len(self.ranker)

    def add(
        self, move: Move, eps: Epsilons, prior: float, step: RoundStep, alpha: float, outcome: str, sign: int
    ) -> None:
        """Append a round; `alpha` is the weight given, which a policy may make different from that of `step`."""
        self.ranker.append(move.ranker)
        self.alpha.append(alpha)
        self.alpha_prior.append(prior)
        self.eps.append(eps)
        self.z.append(step.z)
        self.delta.append(step.delta)
        self.tie_factor.append(math.nan if move.beta is not None else math.exp(step.log_tie))
        self.log_bound.append(step.log_bound)
        self.outcome.append(outcome)
        self.sign.append(sign)
        self.combined.append(move.beta is not None)

    def first(self, t: int) -> Steps:
        """Return the first `t` rounds alone, as if the run had been stopped after them."""
        if t >= len(self):
            return self
        fixed = self.fixed_from is not None and self.fixed_from <= t
        return replace(
            self,
            **{name: getattr(self, name)[:t] for name in PER_ROUND},
            stopped=by_the_user(t),
            refused=None,
            dropped={ranker: found for ranker, found in self.dropped.items() if found <= t},
            fixed_from=self.fixed_from if fixed else None,
            fixed_set=self.fixed_set if fixed else [],
            extra={name: values[: t + 1] for name, values in self.extra.items()},
            log_extra={name: values[: t + 1] for name, values in self.log_extra.items()},
        )


PER_ROUND = (
    "ranker",
    "alpha",
    "alpha_prior",
    "eps",
    "z",
    "delta",
    "tie_factor",
    "log_bound",
    "outcome",
    "sign",
    "combined",
    "searched",
    "tested",
)
"""The lists of `Steps` with one entry per round, or none at all."""


@dataclass(frozen=True)
class Policy:
    """The rule for an undefined α, and the finite weight that `cap` uses."""

    undefined: str
    cap: float


@dataclass(frozen=True)
class Boosting:
    """The task of an algorithm: what it boosts, and for how many rounds.

    Attributes
    ----------
    negative : whether weights may be negative.
    fork : a different choice in one round.
    """

    problem: Problem
    pool: CandidatePool
    rounds: int
    params: Params
    negative: bool
    progress: Progress | None = None
    fork: Fork | None = None

    @property
    def policy(self) -> Policy:
        """The rule where α is undefined; without such a parameter the run halts."""
        return Policy(str(self.params.get("undefined", "halt")), float(self.params.get("cap", 1.0)))

    @property
    def goes_on(self) -> bool:
        """True when a run continues after an undefined α: pairs get weight 0, which no item weights express."""
        found = self.policy.undefined, self.fork and self.fork.undefined
        return any(name in ("cap", "limit") for name in found)


def boost(task: Boosting, distribution: Distribution, chooser: Chooser, equations: Equations) -> Steps:
    """Algorithm 1 of RB+: choose, weigh, reweight, until all rounds are done or nothing is left to gain."""
    steps, policy, pool, fork = Steps(), task.policy, task.pool, task.fork
    for t in range(1, task.rounds + 1):
        here = fork if fork is not None and fork.round == t else None
        given = None if here is None else here.alpha
        if here is not None and here.undefined:
            policy = replace(policy, undefined=here.undefined)
        move = _choice(chooser, distribution, None if here is None else here.ranker)
        if move is None:
            steps.stopped = _no_edge(t, steps, task.negative)
            break
        h = pool.output(move.ranker)
        eps = distribution.epsilons(h)
        prior = chooser.prior(move)
        if move.beta is None:
            step = weigh(move.equations or equations, eps, prior, given, distribution.line(h))
        else:
            step = chooser.descend(move, distribution, given)
        undefined = math.isinf(step.alpha)
        if undefined and policy.undefined == "halt":
            steps.stopped = _undefined(
                t, pool.label(move.ranker), move, step.alpha, "the run is set to halt there"
            )
            steps.refused = Refused(move.ranker, eps, prior) if move.beta is None else None
            break
        sign = 1 if step.alpha >= 0 else -1
        outcome = _outcome(policy.undefined if undefined else "", given)
        infinite = outcome in ("infinite", "limit")
        alpha = sign * policy.cap if undefined else step.alpha
        if undefined and not infinite and move.beta is not None:
            # A combination's limit has no weights, so the step goes as far as the cap, and D follows.
            step = chooser.descend(move, distribution, alpha)
        if infinite and move.beta is not None:
            step = replace(step, z=eps[1])
        steps.add(move, eps, prior, step, math.nan if infinite else alpha, outcome, sign)
        if outcome == "infinite" or (infinite and move.beta is not None):
            why = "its weight is infinite and every earlier ranker stops mattering"
            if outcome == "limit":
                why = "in the limit it decides first, and a combination leaves no weights to continue with"
            steps.stopped = _undefined(t, pool.label(move.ranker), move, step.alpha, why)
            break
        if move.beta is None:
            distribution.update(h, step.alpha, step.log_tie, step.z)
        if not (infinite and distribution.empty):
            chooser.accept(move, step.alpha if infinite else alpha, step.z, eps)
        if distribution.empty:
            steps.stopped = Stop(
                Why.NO_WEIGHT,
                f"after round {t} no pair has any weight left: every one that had weight is ordered",
            )
            break
        if task.progress is not None and not task.progress(t):
            steps.stopped = by_the_user(t)
            break
    return steps


def _choice(chooser: Chooser, distribution: Distribution, forced: int | None) -> Move | None:
    """Return the search's move, or the move along the ranker that a fork forces."""
    move = chooser.choose(distribution)
    if forced is not None and (move is None or move.ranker != forced):
        return chooser.towards(forced)
    return move


def weigh(
    equations: Equations,
    eps: Epsilons,
    prior: float,
    given: float | None = None,
    line: LossAlong | None = None,
) -> RoundStep:
    """Return the step along a single ranker by the algorithm's equations, by its line, or with the α that was given."""
    alpha = given
    if alpha is None:
        alpha = equations.alpha(eps, prior) if line is None else line.alpha()
    undefined = math.isinf(alpha)
    log_tie = 0.0 if undefined else equations.log_tie_factor(alpha, prior)
    if line is not None:
        z = math.exp(line.log_z(alpha))
    else:
        z = eps[1] if undefined else z_27(*eps, alpha, log_tie)
    # The theorems bound the effect of the equations' α; once α is chosen by hand, no bound holds.
    log_bound = equations.log_bound(eps, prior) if given is None else math.nan
    return RoundStep(alpha, equations.delta(eps, prior), z, log_tie, log_bound)


def _outcome(policy: str, given: float | None) -> str:
    """Return how α was obtained; `policy` is empty where α is defined."""
    if given is not None:
        return "forced"
    return {"": "finite", "cap": "capped"}.get(policy, policy)


def pick_step(z: np.ndarray, edge: np.ndarray) -> int | None:
    """The index of the smallest z where the edge is above `TIE`, the lowest of those within `TIE` of it; or None."""
    values = np.where(edge > TIE, z, np.inf)
    best = values.min(initial=np.inf)
    return None if best == np.inf else int(np.argmax(values <= best + TIE))


def pick(score: np.ndarray, allowed: np.ndarray | None = None) -> int | None:
    """The index of the largest score above `TIE`; the lowest index among those within `TIE` of it."""
    values = score if allowed is None else np.where(allowed, score, -np.inf)
    best = values.max(initial=-np.inf)
    if best <= TIE:
        return None
    return int(np.argmax(values >= best - TIE))


def _no_edge(t: int, steps: Steps, negative_alpha: bool) -> Stop:
    why = "every δ is 0, so the loss is at its minimum"
    if any(o == "capped" and not c for o, c in zip(steps.outcome, steps.combined, strict=True)):
        # The distribution counts such a weight as infinite, the loss as the cap.
        why = "every δ is 0 if a capped weight counts as infinite"
    if "limit" in steps.outcome:
        why = "every δ is 0, so the loss is at its infimum"
    if not negative_alpha:
        why = "no ranker was better than a coin, and negative weights are not allowed"
    return Stop(Why.NO_EDGE, f"before round {t} {why}")


def _undefined(t: int, label: str, move: Move, exact: float, then: str) -> Stop:
    empty = "reverses no pair (ε⁻ = 0)" if exact > 0 else "orders no pair correctly (ε⁺ = 0)"
    because = f"{label} {empty}"
    if move.beta is not None:
        because = f"along {label}, a combination of those in use, Ê2 keeps falling"
    return Stop(Why.UNDEFINED, f"α is undefined in round {t}, because {because}; {then}")
