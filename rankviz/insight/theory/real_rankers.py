"""The theorems that hold for RB-C over weak rankers with values from 0 to 1: (18) bounds Z there, by convexity."""

import math

from rankviz.engine.algorithms.real_rankers.boost import EXACT, RealDetails
from rankviz.engine.algorithms.real_rankers.step import differences, log_weights, log_z_10
from rankviz.engine.numerics import TIE, in_order
from rankviz.insight.theory.preconditions import ScoredState, log
from rankviz.insight.theory.rounding import U, gamma
from rankviz.insight.theory.theorem import Theorem


def _details(state: ScoredState) -> RealDetails:
    """Return the details of the run's rounds."""
    return state.run.details_as(RealDetails)


# ---------------------------------------------------------------- sides


def _loss(state: ScoredState) -> float:
    return state.metric("log_e1")


def _product(state: ScoredState) -> float:
    return in_order(_details(state).log_z[: state.t])


def _others(state: ScoredState) -> float:
    """ln of the smaller Z of 0.9 α and of 1.1 α."""
    made, i = _details(state), state.t - 1
    higher, lower = state.trace.problem.pairs.T
    log_D = log_weights(state.trace.scores(state.run, i), higher, lower)
    M = differences(made.pool.values[made.ranker[i]], higher, lower)
    return min(log_z_10(log_D, M, factor * made.alpha[i]) for factor in (0.9, 1.1))


def _searched(state: ScoredState) -> str:
    return "" if _details(state).weigh == EXACT else "(19) minimises the right side of (18), not Z."


# ---------------------------------------------------------------- rounding, to first order as in theory.rounding
# With A = Σ|α| a score is off by γ_{2t+1} A, e^{−s} by that and by the rounding of its argument, a sum by γ_m. A pair
# that counts as tied may differ by TIE, which moves s by TIE A.


def _size(state: ScoredState, t: int) -> float:
    """A = Σ|α| after round t."""
    return math.fsum(abs(alpha) for alpha in _details(state).alpha[:t])


def _off(state: ScoredState, t: int) -> float:
    """Error of ln e^{−s} and of a sum of such, after round t."""
    size = _size(state, t)
    return (
        (gamma(2 * t + 1) + TIE) * size + U * (16.0 * size + 32.0) + gamma(state.trace.problem.n_pairs + 16)
    )


def _off_z(state: ScoredState) -> float:
    """Error of ln Z of this round: D, its factor, and a sum; and of (18), of two sums of D without a difference."""
    alpha = abs(_details(state).alpha[state.t - 1])
    return 3.0 * _off(state, state.t) + U * 16.0 * alpha + _off(state, state.t - 1)


def _off_rounds(state: ScoredState) -> float:
    """Error of a product over the rounds against Ê1."""
    return (4.0 * state.t + 1.0) * _off(state, state.t)


def _off_bound(state: ScoredState) -> float:
    """Error of Π √(1 − r²): 1 + r and 1 − r of a round are sums of D, with D's relative error and that of a sum."""
    return _off_rounds(state) + state.t * _off(state, state.t)


def _off_error(state: ScoredState) -> float:
    """Error of R̂1 against Ê1: scores within TIE of the largest count as tied."""
    return 4.0 * _off(state, state.t) + 2.0 * TIE * _size(state, state.t)


# ---------------------------------------------------------------- theorems

_REAL = (
    Theorem(
        "z-bound-real",
        "Z ≤ ½(1 − r)e^{α} + ½(1 + r)e^{−α}, by convexity",
        "RB+ (18)",
        lambda s: s.log_extra("z"),
        lambda s: s.log_extra("z_bound"),
        of_round=True,
        rounding=_off_z,
    ),
    Theorem(
        "e1-by-r",
        "Ê1 ≤ Π √(1 − r²)",
        "RB+ (18), (19); RankViz's own",
        _loss,
        lambda s: s.metric("log_bound"),
        rounding=_off_bound,
    ),
    Theorem("product-e1", "Π Z = Ê1", "RB+ (12)", _product, _loss, "=", rounding=_off_rounds),
    Theorem(
        "error-loss",
        "R̂1 ≤ Ê1",
        "RB+ (3), (5)",
        lambda s: log(s.metric("r1")),
        _loss,
        rounding=_off_error,
    ),
    Theorem(
        "e1-falls",
        "Ê1 does not rise in this round",
        "RB+ (12), (18), (19); RankViz's own",
        _loss,
        lambda s: s.metric("log_e1", s.t - 1),
        of_round=True,
        rounding=lambda s: _off(s, s.t) + 3.0 * _off(s, s.t - 1),
    ),
    Theorem(
        "best-step",
        "Z is not lower at 0.9 α or 1.1 α",
        "RB+ (10)",
        lambda s: s.log_extra("z"),
        _others,
        precondition=_searched,
        of_round=True,
        rounding=lambda s: 2.0 * _off_z(s),
    ),
)


THEOREMS: dict[str, tuple[Theorem[ScoredState], ...]] = {"rb-c-real": _REAL}
