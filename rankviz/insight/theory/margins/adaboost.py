"""The claims of the margin paper (SM: Rudin et al. 2005) about AdaBoost on items of two grades, by round."""

import math

import numpy as np

from rankviz.engine.algorithms.bipartite import positives
from rankviz.engine.algorithms.margins.adaboost import ItemWeights
from rankviz.engine.numerics import TIE
from rankviz.insight.theory.preconditions import (
    Precondition,
    State,
    at_the_end,
    finite_weights,
    log,
    rounding_at_minimum,
    rounding_of_minimum,
    solved,
    this_round,
)
from rankviz.insight.theory.rounding import U
from rankviz.insight.theory.theorem import Theorem


def _e1(state: State) -> float:
    return state.metric("log_e1")


def _bound(state: State) -> float:
    return state.metric("log_bound")


def _r1(state: State) -> float:
    return log(state.metric("r1"))


def _log_f(state: State, t: int) -> float:
    return float(np.logaddexp(state.log_extra("f_plus", t), state.log_extra("f_minus", t)))


def _finite(state: State) -> str:
    return finite_weights(state)


def _skew(state: State) -> float:
    """|F-skew| / F before the round: the edge of the constant classifier."""
    t = state.t - 1
    skew = state.extra("f_skew", t)
    if math.isnan(skew):  # F is beyond floats
        return abs(math.tanh(0.5 * (state.log_extra("f_plus", t) - state.log_extra("f_minus", t))))
    return math.exp(log(abs(skew)) - _log_f(state, t))


def _constant(precondition: Precondition) -> Precondition:
    """The precondition, and that the constant classifier is a candidate, with either sign."""

    def both(state: State) -> str:
        if not state.run.params["constant"]:
            return "The constant classifier is not among the candidates, so nothing drives F-skew to 0."
        if not state.run.params["negative_alpha"]:
            return "Without negative weights the constant classifier pushes to one side only."
        return precondition(state)

    return both


def _not_forked(state: State) -> str:
    fork = state.run.fork
    chosen = fork is not None and fork.round == state.t and fork.ranker is not None
    return "The ranker of this round was chosen by hand." if chosen else ""


def _f_after(state: State, factor: float) -> float:
    """ln of F after this round with `factor` times its α."""
    run, pool = state.run, state.trace.pool
    if state.outcome in ("infinite", "limit"):
        return math.nan
    items = ItemWeights(np.where(positives(state.trace.problem, "AdaBoost"), 1.0, -1.0))
    for s in range(state.t):
        last = s == state.t - 1
        items.add(pool.output(int(run.ranker[s])), float(run.alpha[s]) * (factor if last else 1.0))
    return float(np.logaddexp(*items.log_classes()))


def _loss_of_classes(state: State) -> float:
    """The rounding of ln F₊ + ln F₋ against ln Ê1."""
    return 2.0 * state.errors.classes(state.t) + state.error("e1")


def _two_classes(state: State) -> float:
    """The rounding of ln F after the round, twice, and of the weights that α comes from."""
    return 4.0 * state.errors.classes(state.t)


def _edges(state: State) -> float:
    """The rounding of two edges, both made of the items' weights; edges within `TIE` are tied."""
    return TIE + 8.0 * state.errors.classes(state.t - 1)


THEOREMS: tuple[Theorem[State], ...] = (
    Theorem("f-tilde", "F̃ = F₊F₋ is RankBoost's loss, m Ê1", "SM section 5", lambda s: s.log_extra("f_tilde"),
          lambda s: _e1(s) + math.log(s.trace.problem.n_pairs), "=", _finite, rounding=_loss_of_classes),
    Theorem("e1-by-f", "Ê1 ≤ F² / 4n₊n₋, equal where F-skew is 0", "SM section 5", _e1, _bound, precondition=_finite,
          rounding=_loss_of_classes),
    Theorem("r1-by-f", "R̂1 ≤ F² / 4n₊n₋", "SM section 5", _r1, _bound, precondition=_finite,
          rounding=lambda s: _loss_of_classes(s) + s.error("tie")),
    Theorem(
        "f-falls",
        "F does not rise in this round", "SM section 5", lambda s: _log_f(s, s.t),
        lambda s: _log_f(s, s.t - 1), precondition=this_round("AdaBoost's step"), of_round=True,
        rounding=_two_classes,
    ),
    Theorem(
        "best-step-f",
        "F is not lower at 0.9 α or 1.1 α", "SM section 5", lambda s: _f_after(s, 1.0),
        lambda s: min(_f_after(s, 0.9), _f_after(s, 1.1)), precondition=this_round("AdaBoost's step"), of_round=True,
        rounding=_two_classes,
    ),
    Theorem(
        "sm-corollary-1-why",
        "Corollary 1, why: |F-skew| / F before the round ≤ |δ| of its ranker", "SM Cor. 1", _skew,
        lambda s: abs(float(s.run.delta[s.t - 1])), precondition=_constant(_not_forked), logs=False, of_round=True,
        rounding=_edges,
    ),
    Theorem("auc", "AUC = 1 − R̂2", "SM section 5, with ties half", lambda s: s.extra("auc"),
          lambda s: 1.0 - s.metric("r2"), "=", logs=False, rounding=lambda s: 8.0 * U),
    Theorem(
        "f1-distance",
        "min F1 ≤ Ê1; the slack is the distance left", "SM Cor. 1", State.least, _e1,
        precondition=solved(finite_weights), of_minimum=True, rounding=rounding_of_minimum("e1"),
    ),
    Theorem(
        "sm-corollary-1-minimum",
        "Corollary 1: the run ended at the minimum of F1", "SM Cor. 1", _e1, State.least, "=",
        _constant(solved(at_the_end("AdaBoost's step"), attained=True)), of_minimum=True,
        rounding=rounding_at_minimum("e1"),
    ),
)  # fmt: skip
