"""The claims about kernel gradient descent (GD is Chen, He, Pan 2012), with direct consequences of its proofs."""

from collections.abc import Callable

from rankviz.engine.algorithms.kernel_gd.learner import KernelDetails
from rankviz.engine.algorithms.kernel_gd.losses import KINK, size_of
from rankviz.engine.algorithms.kernel_gd.minimiser import MOST_ITEMS
from rankviz.engine.number_format import number
from rankviz.engine.numerics import TIE
from rankviz.insight.theory.preconditions import ScoredState
from rankviz.insight.theory.rounding import U
from rankviz.insight.theory.rounding_scored import of_kernel
from rankviz.insight.theory.theorem import Theorem


def _details(state: ScoredState) -> KernelDetails:
    return state.run.details_as(KernelDetails)


def _load(state: ScoredState, t: int) -> float:
    return _details(state).schedule.step_ratio(t)


# ---------------------------------------------------------------- preconditions


def _short_now(state: ScoredState) -> str:
    load = _load(state, state.t)
    if load <= 1.0:
        return ""
    longest = number(_details(state).schedule.longest)
    return f"This step is {number(load)} times the longest that the lemma allows, 1/(4κ²N + λ) = {longest}."


def _short_so_far(state: ScoredState) -> str:
    # Steps never grow, so the first is the longest of all.
    if state.t == 0 or _load(state, 1) <= 1.0:
        return ""
    return (
        f"Step 1 was {number(_load(state, 1))} times the longest that the lemma allows, and what it bounds "
        "is every step together."
    )


def _all_pairs(state: ScoredState) -> str:
    drawn = _details(state).pairs_per_step
    return f"The step followed {drawn:,} pairs drawn at random, not the slope of J itself." if drawn else ""


def _smooth(state: ScoredState) -> str:
    reason = "The hinge has a kink, where a step against a slope may lead uphill."
    return "" if _details(state).loss.smooth else reason


def _has_target(state: ScoredState) -> str:
    details = _details(state)
    reason = (
        f"The minimiser of this loss is solved for up to {MOST_ITEMS[details.loss.name]:,} items, where rounding "
        "leaves enough digits."
    )
    return reason if details.target is None else ""


def _first(*preconditions: Callable[[ScoredState], str]) -> Callable[[ScoredState], str]:
    """Return the first reason among the preconditions."""
    return lambda state: next(
        (reason for precondition in preconditions if (reason := precondition(state))), ""
    )


# ---------------------------------------------------------------- sides


def _descended(state: ScoredState) -> float:
    """J(f_{t−1}) − (γ_t/2) ‖∇J(f_{t−1})‖², the bound on J after a step where the slope is (1/γ_t)-Lipschitz."""
    slope = float(_details(state).slope[state.t - 1])
    return state.extra("regularised", state.t - 1) - 0.5 * state.extra("step") * slope**2


def _contracted(state: ScoredState) -> float:
    keep = 1.0 - state.extra("step") * _details(state).schedule.regularisation
    return (keep * state.extra("distance", state.t - 1)) ** 2


def _one_step(state: ScoredState) -> float:
    """(1 − γ_tλ) ‖f_{t−1} − f_λ‖² + γ_t² ‖∇J(f_{t−1})‖²: ∇J, a slope of a convex J, points away from f_λ."""
    gamma, slope = state.extra("step"), float(_details(state).slope[state.t - 1])
    keep = 1.0 - gamma * _details(state).schedule.regularisation
    return keep * state.extra("distance", state.t - 1) ** 2 + (gamma * slope) ** 2


def _surrogate(state: ScoredState) -> float:
    return state.extra("risk") / _details(state).loss.at_zero


# ---------------------------------------------------------------- rounding


def _fall(state: ScoredState) -> float:
    """Rounding of J after and before the round, and of the slope between them."""
    errors = of_kernel(state.run)
    return float(errors.objective[state.t] + errors.objective[state.t - 1] + errors.fall[state.t])


def _shrink(state: ScoredState) -> float:
    """Rounding of the squared distance after and before the round."""
    errors = of_kernel(state.run)
    return errors.distance_squared(state.t) + errors.distance_squared(state.t - 1)


def _one_step_rounding(state: ScoredState) -> float:
    """Rounding of both squared distances, of γ_t² ‖∇J‖², and of the scores at which the slope was taken."""
    errors, t = of_kernel(state.run), state.t
    apart = errors.risk[t - 1] + KINK * size_of(state.trace.scores(state.run, t - 1))
    return _shrink(state) + 2.0 * state.extra("step") * float(errors.fall[t] + apart)


def _above_target(state: ScoredState) -> float:
    """Rounding of J(f_t) and of J(f_λ), which J's curvature and the error of f_λ put above the minimum."""
    errors, off = of_kernel(state.run), of_kernel(state.run).target
    rounded = float(errors.objective.max()) + errors.target_objective
    return rounded + 0.5 * _details(state).schedule.regularisation * off * off


def _misranked(state: ScoredState) -> float:
    """Rounding of E_S / φ(0), and of pairs whose tied scores count as misranked."""
    details, errors = _details(state), of_kernel(state.run)
    tie = 2.0 * TIE * size_of(state.trace.scores(state.run, state.t)) * details.loss.slope_at_zero
    return (float(errors.risk[state.t]) + tie) / details.loss.at_zero


THEOREMS: dict[str, tuple[Theorem[ScoredState], ...]] = {
    "kernel-gd": (
        Theorem(
            "short-step",
            "The step is short enough: γ_t (4κ²N + λ) ≤ 1",
            "GD Lemma 3.4",
            lambda s: _load(s, s.t),
            lambda s: 1.0,
            precondition=_short_now,
            logs=False,
            of_round=True,
            rounding=lambda s: 16.0 * U,
        ),
        Theorem(
            "gd-lemma-3-4",
            "Lemma 3.4: ‖f_t‖ ≤ 2κ|φ'₋(0)|/λ",
            "GD Lemma 3.4",
            lambda s: s.extra("norm"),
            lambda s: s.extra("norm_bound"),
            precondition=_short_so_far,
            logs=False,
            rounding=lambda s: of_kernel(s.run).norm(s.t),
        ),
        Theorem(
            "j-falls",
            "J falls by at least (γ_t/2) ‖∇J‖² in this round",
            "GD (1.3), (1.5)",
            lambda s: s.extra("regularised"),
            _descended,
            precondition=_first(_smooth, _all_pairs, _short_now),
            logs=False,
            of_round=True,
            rounding=_fall,
        ),
        Theorem(
            "contraction",
            "‖f_t − f_λ‖² shrinks to (1 − γ_tλ)² of itself or less",
            "GD (1.5)",
            lambda s: s.extra("distance") ** 2,
            _contracted,
            precondition=_first(_smooth, _has_target, _all_pairs, _short_now),
            logs=False,
            of_round=True,
            rounding=_shrink,
        ),
        Theorem(
            "gd-lemma-3-2",
            "Lemma 3.2: ‖f_t − f_λ‖² ≤ (1 − γ_tλ) of it before + γ_t² ‖∇J‖²",
            "GD Lemma 3.2",
            lambda s: s.extra("distance") ** 2,
            _one_step,
            precondition=_first(_has_target, _all_pairs),
            logs=False,
            of_round=True,
            rounding=_one_step_rounding,
        ),
        Theorem(
            "j-distance",
            "min J ≤ J(f_t); the slack is the distance left",
            "GD (1.3)",
            lambda s: _details(s).target_risk,
            lambda s: s.extra("regularised"),
            precondition=_has_target,
            logs=False,
            rounding=_above_target,
        ),
        Theorem(
            "surrogate",
            "R̂1 ≤ E_S / φ(0), as a misranked pair costs at least φ(0)",
            "GD (1.2)",
            lambda s: s.metric("r1"),
            _surrogate,
            logs=False,
            rounding=_misranked,
        ),
        Theorem(
            "auc-error",
            "1 − AUC = R̂2",
            "RB+ (4)",
            lambda s: 1.0 - s.extra("auc"),
            lambda s: s.metric("r2"),
            "=",
            logs=False,
            rounding=lambda s: 8.0 * U,
        ),
    ),
}
"""The theorems about kernel gradient descent."""
