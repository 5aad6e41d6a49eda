"""What holds of RB-C over weak rankers with values from 0 to 1: (18) is a true bound on Z there, by convexity."""

from rankviz.algorithms.real_rankers.boost import EXACT
from rankviz.algorithms.real_rankers.step import differences, log_weights, log_z_10
from rankviz.numerics import in_order
from rankviz.theory.preconditions import ScoredState, log
from rankviz.theory.real_rankers.rounding import details, off, off_bound, off_error, off_rounds, off_z
from rankviz.theory.theorem import Theorem

# ---------------------------------------------------------------- sides


def _loss(state: ScoredState) -> float:
    return state.metric("log_e1")


def _product(state: ScoredState) -> float:
    return in_order(details(state).log_z[: state.t])


def _others(state: ScoredState) -> float:
    """ln of the smaller Z of 0.9 α and of 1.1 α."""
    made, i = details(state), state.t - 1
    higher, lower = state.trace.problem.pairs.T
    log_D = log_weights(state.trace.scores(state.run, i), higher, lower)
    M = differences(made.pool.values[made.ranker[i]], higher, lower)
    return min(log_z_10(log_D, M, factor * made.alpha[i]) for factor in (0.9, 1.1))


def _searched(state: ScoredState) -> str:
    return "" if details(state).weigh == EXACT else "(19) minimises the right side of (18), not Z."


# ---------------------------------------------------------------- theorems


_REAL = (
    Theorem(
        "z-bound-real",
        "Z ≤ ½(1 − r)e^{α} + ½(1 + r)e^{−α}, by convexity",
        "RB+ (18)",
        lambda s: s.log_extra("z"),
        lambda s: s.log_extra("z_bound"),
        of_round=True,
        rounding=off_z,
    ),
    Theorem(
        "e1-by-r",
        "Ê1 ≤ Π √(1 − r²)",
        "RB+ (18), (19); RankViz's own",
        _loss,
        lambda s: s.metric("log_bound"),
        rounding=off_bound,
    ),
    Theorem("product-e1", "Π Z = Ê1", "RB+ (12)", _product, _loss, "=", rounding=off_rounds),
    Theorem(
        "error-loss",
        "R̂1 ≤ Ê1",
        "RB+ (3), (5)",
        lambda s: log(s.metric("r1")),
        _loss,
        rounding=off_error,
    ),
    Theorem(
        "e1-falls",
        "Ê1 does not rise in this round",
        "RB+ (12), (18), (19); RankViz's own",
        _loss,
        lambda s: s.metric("log_e1", s.t - 1),
        of_round=True,
        rounding=lambda s: off(s, s.t) + 3.0 * off(s, s.t - 1),
    ),
    Theorem(
        "best-step",
        "α beats 0.9 α and 1.1 α in Z",
        "RB+ (10)",
        lambda s: s.log_extra("z"),
        _others,
        precondition=_searched,
        of_round=True,
        rounding=lambda s: 2.0 * off_z(s),
    ),
)

THEOREMS: dict[str, tuple[Theorem[ScoredState], ...]] = {"rb-c-real": _REAL}
