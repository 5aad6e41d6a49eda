"""The claims about the P-norm push (Rudin, JMLR 10, 2009), and the theorems of the four papers that apply to it.

The theorem of Rudin's paper bounds the error on unseen data by covering numbers, which no run can check.
"""

import math

import numpy as np

from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.kernels import measure as measure_kernels
from rankviz.engine.numerics import TIE
from rankviz.insight.theory.preconditions import (
    Precondition,
    Side,
    State,
    at_the_end,
    falls_where,
    finite_weights,
    listed,
    log,
    needs,
    rounding_of_slope,
    rounding_of_z,
    this_round,
)
from rankviz.insight.theory.rounding import U, gamma
from rankviz.insight.theory.theorem import Theorem

_STEP = "the line search"
_DEFINED = needs(_STEP, limit_is_fine=True)
_ANY = needs(_STEP, limit_is_fine=True, any_alpha=True)


def _p(state: State) -> float:
    return float(state.run.params["p"])


def _loss(state: State) -> float:
    return state.log_extra("push_loss")


def _bound(state: State) -> float:
    return state.metric("log_bound")


def _counted(state: State) -> float:
    """ln of pairs^p by lower item, Σ_k n_k^p: the value of R_p before the first round."""
    _, lower = state.trace.problem.by_higher
    count = np.bincount(lower)
    return float(np.logaddexp.reduce(_p(state) * np.log(count[count > 0])))


def _heights(state: State) -> np.ndarray:
    """(n,) the number of items that belong above item k but are no higher than k: Rudin's Height(k)."""
    problem, run = state.trace.problem, state.run
    start, lower = problem.by_higher
    s = np.empty(problem.n_pairs)
    measure_kernels.pair_scores(start, lower, state.trace.scores(run, state.t), s)
    scale = float(state.trace.scales(run)[state.t])
    return np.bincount(lower, s <= TIE * scale, problem.n_items)


def _log_heights(state: State) -> float:
    """ln Σ_k Height(k)^p over the start's R_p."""
    heights = _heights(state)
    some = heights[heights > 0.0]
    return float(np.logaddexp.reduce(_p(state) * np.log(some))) - _counted(state) if len(some) else -math.inf


def _highest(state: State) -> float:
    return log(float(_heights(state).max()))


def _root(state: State) -> float:
    """ln R_p^{1/p}."""
    return (_loss(state) + _counted(state)) / _p(state)


def _of_loss(state: State, t: int | None = None) -> float:
    """The rounding of ln R_p from the scores: p times that of ln S_k, sums of up to m terms e^{−s}."""
    size = state.error("size", t=t)
    one = state.error("scores", t=t) + gamma(state.errors.m + 16) + 4.0 * U * (size + 8.0)
    return 2.0 * _p(state) * one + gamma(state.errors.n + 16) + 8.0 * U * abs(_counted(state))


def _of_product(state: State) -> float:
    """The rounding of ln Π Z: each Z comes from logs in which the errors of earlier rounds add up."""
    return (state.t + 1.0) * _of_loss(state) + state.error("logs")


def _rounding(*parts: Side) -> Side:
    return lambda state: math.fsum(part(state) for part in parts)


def _tie(state: State) -> float:
    return _p(state) * state.error("tie")


def _seen(precondition: Precondition) -> Precondition:
    """The precondition, plus that every round's Z is a number that floats hold."""

    def both(state: State) -> str:
        if why := precondition(state):
            return why
        for s in range(state.t):
            if state.run.z[s] == 0.0 and state.run.eps_tied[s] > 0.0:
                return f"Z of round {s + 1} is below what floats hold."
        return ""

    return both


def _of_rb_d(state: State) -> str:
    """Theorem 1 is about D ∝ e^{−s}, which only p = 1 has."""
    if _p(state) != 1.0:
        return "It speaks of D ∝ e^{−s}, which is p = 1; here a pair's weight also grows with its lower item's sum S."
    return _DEFINED(state)


def _height_of(equation: str, left: Side, right: Side, name: str, key: str, per: Side) -> Theorem[State]:
    return Theorem(
        key,
        name,
        equation,
        left,
        right,
        precondition=finite_weights,
        rounding=lambda s: (_of_loss(s) + _tie(s)) / per(s),
    )


THEOREMS: dict[str, tuple[Theorem[State], ...]] = {
    "push": (
        _height_of(
            "Push loss",
            _log_heights,
            _loss,
            "Σ Height(k)ᵖ ≤ Rₚ, over the start's Rₚ",
            "heights",
            lambda s: 1.0,
        ),
        _height_of("Push loss", _highest, _root, "The greatest Height ≤ Rₚ^(1/p)", "highest", _p),
        Theorem(
            "push-bound",
            "Rₚ ≤ exp(−½ Σ δ²)",
            "Push bound",
            _loss,
            _bound,
            precondition=_DEFINED,
            rounding=_rounding(_of_product, lambda s: s.error("bound")),
        ),
        Theorem(
            "product-push",
            "Π Z = Rₚ",
            "Push step",
            State.product,
            _loss,
            "=",
            _seen(_ANY),
            rounding=_of_product,
        ),
        Theorem(
            "push-falls",
            "Rₚ does not rise in this round",
            "Push step",
            _loss,
            lambda s: s.log_extra("push_loss", s.t - 1),
            precondition=falls_where(_STEP, limit_is_fine=True),
            of_round=True,
            rounding=lambda s: _of_loss(s) + _of_loss(s, s.t - 1),
        ),
        Theorem(
            "best-step-push",
            "Rₚ is not lower at 0.9 α or 1.1 α",
            "Push step",
            lambda s: s.log_z(float(s.run.alpha[s.t - 1])),
            lambda s: min(s.log_z(factor * float(s.run.alpha[s.t - 1])) for factor in (0.9, 1.1)),
            precondition=this_round(_STEP),
            of_round=True,
            rounding=lambda s: rounding_of_z(s) + 2.0 * _of_loss(s),
        ),
        Theorem(
            "push-no-slope",
            "At the minimum of Rₚ every δ is 0",
            "Push step",
            lambda s: s.steepest,
            lambda s: 0.0,
            precondition=listed(at_the_end(_STEP)),
            logs=False,
            rounding=lambda s: rounding_of_slope(s) + 4.0 * _of_loss(s),
        ),
        Theorem(
            "theorem-1",
            "Theorem 1: R̂1 ≤ U1",
            "RB+ (16)",
            lambda s: log(s.metric("r1")),
            _bound,
            precondition=_of_rb_d,
            rounding=_rounding(_of_product, _tie, lambda s: s.error("bound", "e1")),
        ),
    )
}
"""The theorems about the push."""


def unlike_11(state: State) -> str:
    """Return why (11) and (27) do not give Z under the push: Z is the factor of another loss."""
    if find_boosted(state.run.algorithm).tilted is None or _p(state) == 1.0:
        return ""
    return "Z here is what Rₚ is multiplied by; (11) gives it for p = 1 alone."
