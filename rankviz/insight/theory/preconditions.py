"""The material of claims: a run after a round with its values, and the conditions under which a theorem applies.

A `Precondition` returns the sentence why a theorem does not apply to a state, or an empty text.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rankviz.engine.algorithms.boosting import equations
from rankviz.engine.algorithms.boosting.distribution import LossAlong
from rankviz.engine.algorithms.boosting.stop import Why
from rankviz.engine.algorithms.rankboost.independence import Span
from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.kernels import pairs
from rankviz.engine.kernels.scan import scan
from rankviz.engine.number_format import number
from rankviz.engine.numerics import LEAST, TIE, in_order
from rankviz.engine.runs.trace import UNDEFINED_OUTCOMES, BoostedRun, Run, ScoredRun, Trace
from rankviz.insight.theory.minimum import CURVED, FAR, Minimum, rankers_of
from rankviz.insight.theory.rounding import Errors, U, errors

MAX_LISTED = 3_000_000
"""Most critical pairs for a claim that is checked pair by pair."""


@dataclass(frozen=True)
class AnyState:
    """A run after round t, with its measures; losses and bounds as natural logs."""

    trace: Trace
    run: Run
    t: int
    minimum: Minimum | None = None

    def metric(self, name: str, t: int | None = None) -> float:
        """Return a metric after this round, or after round t."""
        return float(self.run.metrics[name][self.t if t is None else t])

    def extra(self, name: str, t: int | None = None) -> float:
        """Return one of the algorithm's extra series after this round, or after round t; NaN where it has no value."""
        return float(self.run.extra[name][self.t if t is None else t])

    def log_extra(self, name: str, t: int | None = None) -> float:
        """ln of an extra series, also where the series itself is beyond floats, or has lost digits there."""
        value = self.extra(name, t)
        if LEAST <= value < math.inf:
            return math.log(value)
        return float(self.run.log_extra[name][self.t if t is None else t])


@dataclass(frozen=True)
class ScoredState(AnyState):
    """A run of a learner without weak rankers after round t."""

    run: ScoredRun


@dataclass(frozen=True)
class State(AnyState):
    """A run of weak rankers after round t, with the values that claims use."""

    run: BoostedRun

    @property
    def errors(self) -> Errors:
        """The rounding error bounds of the run."""
        return errors(self.trace, self.run)

    def error(self, *names: str, t: int | None = None) -> float:
        """The sum of the named error bounds after this round, or after round t."""
        return math.fsum(float(getattr(self.errors, name)[self.t if t is None else t]) for name in names)

    @property
    def outcome(self) -> str:
        """The kind of this round's α: finite, infinite, capped or forced."""
        return self.run.outcome[self.t - 1]

    @property
    def combined(self) -> int | None:
        """The first round so far that moved along a combination of rankers."""
        rounds = np.flatnonzero(self.run.combined[: self.t])
        return int(rounds[0]) + 1 if len(rounds) else None

    def log_z(self, alpha: float) -> float:
        """ln Z of this round for another α, by (11), (27) or its line."""
        if self.line is not None:
            return self.line.log_z(alpha)
        tie = find_boosted(self.run.algorithm).equations.log_tie_factor(
            alpha, float(self.run.alpha_prior[self.t - 1])
        )
        return log(equations.z_27(*self.epsilons, alpha, tie))

    @cached_property
    def line(self) -> LossAlong | None:
        """The loss along this round's ranker, where the algorithm's D is tilted; else None."""
        tilted = self.trace.tilted(self.run, self.t - 1)
        return (
            None if tilted is None else tilted.line(self.trace.pool.output(int(self.run.ranker[self.t - 1])))
        )

    def log_z_18(self, alpha: float) -> float:
        """ln of the right side of (18), RB-C's bound on Z, for another α."""
        eps = self.epsilons
        return log(equations.z_27(eps[0] + eps[1] / 2, 0.0, eps[2] + eps[1] / 2, alpha, 0.0))

    @property
    def log_z_27(self) -> float:
        """ln Z of this round by (11), (27), from its ε's, α and tie factor; NaN where α is undefined."""
        run, i = self.run, self.t - 1
        if self.outcome in UNDEFINED_OUTCOMES or run.combined[i]:
            return math.nan
        return log(equations.z_27(*self.epsilons, float(run.alpha[i]), math.log(run.tie_factor[i])))

    @property
    def log_z_of_slope(self) -> float:
        """ln √(1 − δ²) of this round."""
        delta = float(self.run.delta[self.t - 1])
        return 0.5 * log((1.0 - delta) * (1.0 + delta))

    @property
    def epsilons(self) -> tuple[float, float, float]:
        """ε⁺, ε⁰, ε⁻ of this round."""
        run, i = self.run, self.t - 1
        return float(run.eps_correct[i]), float(run.eps_tied[i]), float(run.eps_reversed[i])

    def product(self) -> float:
        """ln Π Z of the rounds so far."""
        return in_order(log(float(z)) for z in self.run.z[: self.t])

    def log_u1(self) -> float:
        """ln U1 (16) of the rounds so far, −½ Σ δ²: for RB-C, whose own bound Π √(1 − r²) is below it."""
        return in_order(equations.log_bound_16(float(delta)) for delta in self.run.delta[: self.t])

    def rate(self) -> float:
        """−2γ²T (36), γ half the smallest |δ| so far: a negative weight turns a ranker, and δ's sign."""
        gamma = 0.5 * float(np.abs(self.run.delta[: self.t]).min(initial=math.inf))
        return -2.0 * gamma * gamma * self.t if self.t else 0.0

    def least(self) -> float:
        """ln of the solver's minimum (or infimum) of the loss; NaN when there is none."""
        value = None if self.minimum is None else self.minimum.value
        return math.nan if value is None else log(value)

    @property
    def steepest(self) -> float:
        """The largest |δ| among the rankers still searched, under D where the run ended by itself; else NaN."""
        trace, run, t = self.trace, self.run, self.t
        if t < run.n_rounds or not converged(run) or run.combined.any():
            return math.nan
        start, lower = trace.problem.by_higher
        weight = trace.weights(run, t)
        as_higher, as_lower = np.empty(trace.problem.n_items), np.empty(trace.problem.n_items)
        pairs.potential(start, lower, weight, as_higher, as_lower)
        pool = trace.pool_of(run)
        edge = np.empty(len(pool))
        scan(pool.codes, pool.offsets, as_higher - as_lower, edge)
        slope, rules = np.abs(edge), find_boosted(run.algorithm).equations
        for ranker, eta in run.weights_at(t).items():
            eps = pairs.epsilons(start, lower, weight, pool.output(ranker))
            slope[ranker] = abs(rules.delta(eps, eta))
        searched = np.full(len(slope), run.fixed_from is None)
        searched[list(run.fixed_set)] = True
        searched[list(run.dropped)] = False
        if find_boosted(run.algorithm).combines:
            searched &= self._independent()
        return float(slope[searched].max(initial=0.0))

    def _independent(self) -> np.ndarray:
        """(N,) bool: S's rankers and those independent of them; the slope of any other is a sum of S's."""
        trace, span = self.trace, Span(self.trace.problem)
        members = rankers_of(self.run)
        for ranker in members:
            span.add(trace.pool.output(ranker))
        pool = trace.pool_of(self.run)
        apart = [span.coefficients(pool.output(ranker)) is None for ranker in range(len(pool))]
        found = np.array(apart)
        found[members] = True
        return found


def state_of(trace: Trace, run: Run, t: int, minimum: Minimum | None = None) -> AnyState:
    """Return the state of a run after round t, of the run's kind."""
    if isinstance(run, BoostedRun):
        return State(trace, run, t, minimum)
    return ScoredState(trace, run, t, minimum)


Side = Callable[[State], float]
Precondition = Callable[[State], str]
"""Returns why a claim does not apply to a state; an empty text when it does."""


def rounding(*names: str) -> Side:
    """The rounding of a claim as the sum of these bounds of `theory.rounding.Errors` after the round."""
    return lambda state: state.error(*names)


def rounding_of_z(state: State) -> float:
    """The rounding of ln Z of this round, from its ε's, for two values of α."""
    run, i = state.run, state.t - 1
    return 2.0 * state.errors.z(float(run.alpha[i]), float(run.alpha_prior[i]))


def rounding_of_z_of_slope(state: State) -> float:
    """The rounding of ln Z and ln √(1 − δ²): Z² is (ε⁺ + ε⁰ + ε⁻)² − δ², and the sum's rounding a share of that."""
    delta = float(state.run.delta[state.t - 1])
    return rounding_of_z(state) + (state.error("total") + 32.0 * U) / ((1.0 - delta) * (1.0 + delta))


def rounding_of_fall(loss: str) -> Side:
    """The rounding of a loss after and before the round, α being the best under the rounded D."""
    before = (loss, "weights", "weights")
    return lambda state: state.error(loss) + (state.error(*before, t=state.t - 1) if state.t else 0.0)


def rounding_of_slope(state: State) -> float:
    """The largest slope of the loss along a ranker where a run has converged, which `pick` treats as no edge."""
    return TIE + state.error("slope", "scores", "scores")


def rounding_of_minimum(loss: str) -> Side:
    """The rounding of a loss against the solver's minimum: convexity bounds the fall that the remaining slope allows.

    ‖∇‖² / (2 μ), with μ above the solver's `CURVED`; where the solver found less curvature, ‖∇‖₁ times twice its
    `FAR`.
    """

    def side(state: State) -> float:
        found = state.minimum
        assert found is not None
        slope = found.slope + state.errors.sum + 16 * U
        missed = slope**2 / (2.0 * CURVED) if found.attained else 2.0 * FAR * slope
        return 2.0 * state.error(loss) + found.dimension * missed

    return side


def rounding_at_minimum(loss: str) -> Side:
    """`rounding_of_minimum` where the run itself left some slope: plus that times twice ‖η‖₁, by convexity."""
    solver = rounding_of_minimum(loss)
    return lambda state: solver(state) + rounding_of_slope(state) * 2.0 * state.error("size")


def log(value: float) -> float:
    """ln value; −inf for 0, NaN below 0."""
    return math.log(value) if value > 0.0 else -math.inf if value == 0.0 else math.nan


def converged(run: BoostedRun) -> bool:
    """Return whether the run ended because no ranker had an edge left."""
    return run.stopped.why is Why.NO_EDGE


# ---------------------------------------------------------------- preconditions


def needs(
    equation: str, *, infinite_is_fine: bool = False, limit_is_fine: bool = False, any_alpha: bool = False
) -> Precondition:
    """Precondition of a theorem that needs α from `equation` in every round; `any_alpha`: from anywhere.

    `limit_is_fine`: also from the equation's limit, which keeps the product (12) and what follows from it (RB+ (49)).
    """

    def precondition(state: State) -> str:
        run = state.run
        allowed = {"finite": True, "infinite": infinite_is_fine, "limit": limit_is_fine, "forced": any_alpha}
        fine = {outcome for outcome, is_fine in allowed.items() if is_fine}
        for s, outcome in enumerate(run.outcome[: state.t], 1):
            if outcome in fine:
                continue
            label = state.trace.pool.label(int(run.ranker[s - 1]))
            if outcome == "forced":
                given = number(float(run.alpha[s - 1]))
                return f"In round {s} {label} got an α set by hand, {given}, not that of {_named(equation)}."
            given = {
                "infinite": "infinite weight (RB+, Lemma 1)",
                "limit": "infinite weight in the limit (RB+ (49))",
            }.get(outcome, "a capped weight (RB+, Lemma 2)")
            return f"In round {s} {_named(equation)} was undefined and {label} got {given}."
        return ""

    return precondition


def _named(equation: str) -> str:
    """Return "equation (14)" for a bare number."""
    return f"equation {equation}" if equation.startswith("(") else equation


def single(precondition: Precondition) -> Precondition:
    """The precondition, plus that no round so far moved along a combination of rankers."""

    def both(state: State) -> str:
        s = state.combined
        reason = (
            f"Round {s} moved along a combination of rankers; this speaks of rounds that move a single one."
        )
        return reason if s is not None else precondition(state)

    return both


def this_round(equation: str) -> Precondition:
    """Precondition of a claim about this round's α alone."""

    def precondition(state: State) -> str:
        label = state.trace.pool.label(int(state.run.ranker[state.t - 1]))
        if state.run.combined[state.t - 1]:
            return (
                f"This round moved along a combination of rankers by line search, not by {_named(equation)}."
            )
        return {
            "forced": f"In this round {label} got an α set by hand.",
            "capped": f"In this round {_named(equation)} was undefined and {label} got a capped weight.",
            "infinite": f"In this round {_named(equation)} was undefined and {label} got infinite weight.",
            "limit": f"In this round {_named(equation)} was undefined and {label} got infinite weight, in the limit.",
        }.get(state.outcome, "")

    return precondition


def imperfect(precondition: Precondition) -> Precondition:
    """The precondition, plus that |δ| is below 1 by more than rounding: 1 − δ² must have digits."""

    def both(state: State) -> str:
        if abs(float(state.run.delta[state.t - 1])) >= 1.0 - TIE:
            return "The ranker of this round is perfect but for rounding: |δ| is 1, and no digit of 1 − δ² is left."
        return precondition(state)

    return both


def falls_where(
    equation: str, *, infinite_is_fine: bool = False, limit_is_fine: bool = False
) -> Precondition:
    """Precondition of "the loss does not rise": every round used the loss's own Z, this one the α that minimises it."""
    identity = needs(equation, infinite_is_fine=infinite_is_fine, limit_is_fine=limit_is_fine, any_alpha=True)

    def precondition(state: State) -> str:
        return identity(state) or (this_round(equation)(state) if state.outcome == "forced" else "")

    return precondition


def at_the_end(equation: str) -> Precondition:
    """Precondition of Observation 1 and Theorem 3, which are about a run that ended by itself."""

    def precondition(state: State) -> str:
        run = state.run
        if not run.params.get("negative_alpha", True):
            return "Negative weights are not allowed; without them the minimum may be missed (RB+, Lemma 3)."
        if why := needs(equation, any_alpha=True)(state):
            return why
        if state.t < run.n_rounds:
            return "This is about the end of the run, and more rounds follow."
        if run.stopped.why is Why.UNDEFINED:
            return f"The run halted because {_named(equation)} was undefined, short of the minimum (RB+, Figure 4)."
        return "" if converged(run) else "The minimum is the limit of many rounds; this run ended before it."

    return precondition


def listed(precondition: Precondition) -> Precondition:
    """The precondition, plus that the pairs are few enough to check each of them."""

    def both(state: State) -> str:
        m = state.trace.problem.n_pairs
        if m > MAX_LISTED:
            return (
                f"It is checked pair by pair; {m:,} pairs are more than the {MAX_LISTED:,} it is checked on."
            )
        return precondition(state)

    return both


def solved(precondition: Precondition, *, attained: bool = False) -> Precondition:
    """The precondition, plus that the solver found a minimum (that is `attained`)."""

    def both(state: State) -> str:
        found = state.minimum
        if found is not None and (found.value is None or (attained and not found.attained)):
            return found.why
        return precondition(state)

    return both


def finite_weights(state: State) -> str:
    if state.run.limit_by(state.t):
        return "Some weight is infinite in the limit: no combination of finite weights."
    return (
        "The last weight is infinite: no combination of finite weights."
        if "infinite" in state.run.outcome[: state.t]
        else ""
    )
