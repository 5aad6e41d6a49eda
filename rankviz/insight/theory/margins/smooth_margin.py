"""The claims of the margin paper (SM: Rudin et al. 2005) about Smooth Margin Ranking, by round."""

import math

import numpy as np

from rankviz.engine.algorithms.margins import equations as sm
from rankviz.engine.number_format import number
from rankviz.insight.theory.preconditions import (
    State,
    log,
    needs,
    rounding,
    rounding_of_z,
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


_ANY = needs("(6)", any_alpha=True)


def _second(state: State) -> str:
    """The precondition of (4): the round began with G̃ > 0, and ‖λ‖₁ grew by its α (`sm.gain_applies`)."""
    if state.extra("phase") == 1.0:
        return "The round began with G̃ ≤ 0: Smooth Margin Ranking starts once G̃ is above 0."
    return _shrinks(state, state.t)


def _shrinks(state: State, t: int) -> str:
    """Return why (4) does not apply to round t: its ranker's weight was below 0 before or after the round."""
    run, ranker = state.run, int(state.run.ranker[t - 1])
    before = float(run.alpha_prior[t - 1])
    after = before + float(run.alpha[t - 1])
    if sm.gain_applies(before, after - before):
        return ""
    moved = f"from {number(before)} to {number(after)}"
    where = "In this round" if t == state.t else f"In round {t}"
    return f"{where} the weight of {state.trace.pool.label(ranker)} went {moved}; the paper takes λ ≥ 0."


def _second_phase(state: State) -> str:
    """The precondition of the gains of G̃: that of (4), and that the step is (6)."""
    if state.outcome == "forced":
        return this_round("(6)")(state)
    return _second(state) or _no_solution(state)


def _closed(state: State) -> str:
    """The precondition of (6): the run takes (6), or G̃ cannot rise along a ranker with r ≤ G̃."""
    return "The run takes the exact step: see the rows on it." if _climbs(state) else ""


def _exact(state: State) -> str:
    """The precondition of the claims about the exact step."""
    if state.run.params["margin_step"] != "exact":
        return "The run takes step (6), not the exact one."
    if why := _second_phase(state):
        return why
    return "" if _climbs(state) else "The ranker's r is not above G̃, so the step is (6)."


def _climbs(state: State) -> bool:
    """Return whether the run's step is the exact one, in a round of the second phase: then r > G̃."""
    correct, _, reversed_ = state.epsilons
    return state.run.params["margin_step"] == "exact" and not correct - reversed_ <= _g_before(state)


def _no_solution(state: State) -> str:
    """Return why (5) has no finite solution below 0: the set weight then has the sign of (6), but is not far enough."""
    if state.epsilons[0] > 0.0:
        return ""
    return (
        "The ranker orders no pair correctly: (5) has no finite solution, and it got the weight set for that."
    )


def _gains_bound(state: State) -> str:
    """The precondition of the bound that adds up the gains of all rounds so far."""
    if why := needs("(6)")(state):
        return why
    run = state.run
    for t in np.flatnonzero(run.extra["phase"][: state.t + 1] == 2.0).tolist():
        if run.eps_correct[t - 1] <= 0.0:
            return f"In round {t} the ranker orders no pair correctly: (5) has no finite solution."
        if why := _shrinks(state, t):
            return why
    return ""


def _g_before(state: State) -> float:
    return state.metric("smooth_margin", state.t - 1)


def _rise(state: State) -> float:
    """The gain of G̃, from the scores before and after the round."""
    return state.metric("smooth_margin") - _g_before(state) if state.extra("phase") == 2.0 else math.nan


def _tau(state: State, sign: float) -> float:
    """τ = d⁺e^{−α} + d⁰ + d⁻e^{α} with `sign` 1; −τ′ = d⁺e^{−α} − d⁻e^{α} with −1."""
    correct, tied, reversed_ = state.epsilons
    alpha = float(state.run.alpha[state.t - 1])
    return correct * math.exp(-alpha) + sign * reversed_ * math.exp(alpha) + (tied if sign > 0.0 else 0.0)


def _lemma_1(state: State) -> str:
    if why := _second_phase(state):
        return why
    correct, tied, reversed_ = state.epsilons
    r, g = correct - reversed_, _g_before(state)
    if r <= g:
        return f"Lemma 1 of the paper asks for G̃ < r; here r = {number(r)} is not above G̃ = {number(g)}."
    if sm.lemma_1(tied, correct - reversed_, _tau(state, 1.0)):
        return ""
    held = state.extra("smooth_gain") >= state.extra("smooth_gain_least")
    return (
        "Its proof rests on Lemma 1 of the paper, which is not true of every ranker that ties most of the "
        f"weight: it is proved where 3 d⁰/τ + 2 r² ≤ 2. In this round the inequality {'holds' if held else 'fails'}."
    )


def _steep(state: State) -> str:
    """The precondition of the gain by a step's length: r > G̃, which only a ranker chosen by hand may lack."""
    if why := _second_phase(state):
        return why
    correct, _, reversed_ = state.epsilons
    return "" if correct - reversed_ > _g_before(state) else "The ranker's r is not above G̃."


def _of_length(state: State) -> float:
    norm = state.metric("norm")
    if norm == 0.0:  # a step chosen by hand may undo everything: then there is no G̃
        return math.nan
    return sm.gain_of_length(float(state.run.alpha[state.t - 1]), _g_before(state), norm)


def _of_6(state: State) -> str:
    return _second_phase(state) or _closed(state)


def _solves_5(state: State) -> str:
    return _finite_root(state) or _closed(state)


def _solves_exact(state: State) -> str:
    return _exact(state) or _finite_root(state)


def _finite_root(state: State) -> str:
    if state.outcome == "forced":
        return this_round("(6)")(state)
    if state.extra("phase") == 1.0:
        return _second(state)
    correct, tied, reversed_ = state.epsilons
    if math.isinf(sm.alpha_6(correct, tied, reversed_, _g_before(state))):
        side = "every pair" if correct > 0.0 else "no pair correctly"
        return f"The ranker orders {side}: (5) has no finite solution, and it got the weight set for that."
    return ""


def _minimises(state: State) -> str:
    if why := this_round("(2)")(state):
        return why
    if state.extra("phase") == 2.0:
        return "From G̃ > 0 on the step is (6), which is shorter than the one that minimises Ê1."
    if math.isinf(sm.alpha_2(state.epsilons[0], state.epsilons[2])):
        side = "reverses no pair" if state.epsilons[0] > 0.0 else "orders no pair correctly"
        return f"The ranker {side}: (2) has no finite value, and it got the weight set for that."
    return ""


def _others(state: State) -> float:
    alpha = float(state.run.alpha[state.t - 1])
    return min(state.log_z(0.9 * alpha), state.log_z(1.1 * alpha))


def _gained(state: State) -> float:
    """The rounding of G̃'s gain, read from its values before and after, against the terms of the round."""
    before = state.error("smooth", "followed", t=state.t - 1)
    return state.error("smooth", "gain") + before * (
        1.0 + abs(float(state.run.alpha[state.t - 1])) * _per_norm(state)
    )


def _per_norm(state: State) -> float:
    norm = state.metric("norm")
    return 1.0 / norm if norm > 0.0 else 0.0


def _root(state: State) -> float:
    """The rounding of both sides of (5): that of G̃, and that of α = ln(over/under)."""
    correct, tied, reversed_ = state.epsilons
    alpha = abs(float(state.run.alpha[state.t - 1]))
    g = state.error("smooth", "followed", t=state.t - 1)
    moved = g / max(1.0 - _g_before(state), U) + g / max(_g_before(state), U) + 64.0 * U * (1.0 + alpha)
    return g * _tau(state, 1.0) + moved * 2.0 * (_tau(state, 1.0) + tied)


def _exact_root(state: State) -> float:
    """The rounding of both sides with G̃ after the round instead of g: α is exact to the rounding of its equation.

    The rounding of ln τ and g s, so s times that of G̃, over the slope (s + α)(1 − G̃²) of the equation at its root.
    """
    correct, tied, reversed_ = state.epsilons
    alpha, norm = float(state.run.alpha[state.t - 1]), state.metric("norm")
    tau, after = _tau(state, 1.0), state.error("smooth", "followed")
    up, down = correct * math.exp(-alpha), reversed_ * math.exp(alpha)
    curve = (up + down) / tau - ((up - down) / tau) ** 2
    off = norm * state.error("smooth", "followed", t=state.t - 1) + 64.0 * U * (1.0 + norm + abs(alpha))
    moved = off / max(norm * curve, U) + 64.0 * U * (1.0 + abs(alpha))
    return after * tau + moved * 2.0 * (tau + tied)


THEOREMS: tuple[Theorem[State], ...] = (
    Theorem(
        "sm-theorem-2",
        "Theorem 2: G̃ gains at least ½ α (r − G̃) / ‖λ‖₁ in this round",
        "SM Thm. 2",
        lambda s: s.extra("smooth_gain_least"),
        _rise,
        precondition=_lemma_1,
        logs=False,
        of_round=True,
        rounding=_gained,
    ),
    Theorem(
        "sure-gain",
        "G̃ gains at least ½ (r − G̃)² / ‖λ‖₁ in this round",
        "SM (4), (5)",
        lambda s: s.extra("smooth_gain_sure"),
        _rise,
        precondition=_of_6,
        logs=False,
        of_round=True,
        rounding=_gained,
    ),
    Theorem(
        "sure-gain-exact",
        "The exact step gains at least ½ (r − G̃)² / (‖λ‖₁ + r − G̃)",
        "SM (3), section 4",
        lambda s: s.extra("smooth_gain_sure"),
        _rise,
        precondition=_exact,
        logs=False,
        of_round=True,
        rounding=_gained,
    ),
    Theorem(
        "sm-lemma-2",
        "Lemma 2, why: G̃ gains at least min(¼ (1 − G̃) α, ⅛ v α²) / ‖λ‖₁",
        "SM Lemma 2",
        _of_length,
        _rise,
        precondition=_steep,
        logs=False,
        of_round=True,
        rounding=_gained,
    ),
    Theorem(
        "rises",
        "G̃ does not fall in this round",
        "SM (4), (5)",
        _g_before,
        lambda s: s.metric("smooth_margin"),
        precondition=_second_phase,
        logs=False,
        of_round=True,
        rounding=_gained,
    ),
    Theorem(
        "gain",
        "G̃'s gain is −(G̃ α + ln τ) / ‖λ‖₁",
        "SM (4)",
        _rise,
        lambda s: s.extra("smooth_gain"),
        "=",
        precondition=_second,
        logs=False,
        of_round=True,
        rounding=_gained,
    ),
    Theorem(
        "root",
        "α solves G̃ τ = −τ′",
        "SM (5), (6)",
        lambda s: _g_before(s) * _tau(s, 1.0),
        lambda s: _tau(s, -1.0),
        "=",
        precondition=_solves_5,
        logs=False,
        of_round=True,
        rounding=_root,
    ),
    Theorem(
        "exact-root",
        "The exact α solves G̃ τ = −τ′ with G̃ after the round",
        "SM (3), section 4",
        lambda s: s.metric("smooth_margin") * _tau(s, 1.0),
        lambda s: _tau(s, -1.0),
        "=",
        precondition=_solves_exact,
        logs=False,
        of_round=True,
        rounding=_exact_root,
    ),
    Theorem(
        "best-step",
        "Z is not lower at 0.9 α or 1.1 α",
        "SM (2)",
        lambda s: s.log_z(float(s.run.alpha[s.t - 1])),
        _others,
        precondition=_minimises,
        of_round=True,
        rounding=rounding_of_z,
    ),
    Theorem(
        "product-e1", "Π Z = Ê1", "SM (4)", State.product, _e1, "=", _ANY, rounding=rounding("e1", "product")
    ),
    Theorem(
        "e1-by-gains",
        "Ê1 ≤ U, by the sure gains of G̃",
        "SM (4), (5)",
        _e1,
        _bound,
        precondition=_gains_bound,
        rounding=rounding("e1", "product", "bound", "promised"),
    ),
    Theorem(
        "r1-by-gains",
        "R̂1 ≤ U, by the sure gains of G̃",
        "SM (4), (5)",
        _r1,
        _bound,
        precondition=_gains_bound,
        rounding=rounding("e1", "tie", "product", "bound", "promised"),
    ),
)
