"""The papers' claims about each algorithm: two sides of a run after a round, and when a claim does not apply.

RB+ is Connamacher et al. 2019, SM is Rudin et al. 2005; equation numbers are theirs. `theory.monitor` judges.
"""

from collections.abc import Callable
from typing import Any

from rankviz.engine.numerics import in_order
from rankviz.insight.theory import kernel_gd, lambdarank, margins, preference, push, qbrank, real_rankers
from rankviz.insight.theory.preconditions import (
    AnyState,
    Precondition,
    State,
    at_the_end,
    falls_where,
    finite_weights,
    imperfect,
    listed,
    log,
    needs,
    rounding,
    rounding_at_minimum,
    rounding_of_fall,
    rounding_of_minimum,
    rounding_of_slope,
    rounding_of_z,
    rounding_of_z_of_slope,
    single,
    solved,
    this_round,
)
from rankviz.insight.theory.rounding import U
from rankviz.insight.theory.theorem import Theorem

# ---------------------------------------------------------------- preconditions


def _some_rounds(state: State) -> str:
    return _DEFINED_34(state) if state.t else "It speaks of the rounds done, and there are none yet."


# A perfect ranker under RankBoost+ gets infinite weight inside the proof of Theorem 2.
_DEFINED_14, _DEFINED_19 = needs("(14)", limit_is_fine=True), needs("(19)", limit_is_fine=True)
_DEFINED_34 = single(needs("(34)", infinite_is_fine=True, limit_is_fine=True))
_ANY_14 = needs("(14)", limit_is_fine=True, any_alpha=True)
_ANY_19 = needs("(19)", limit_is_fine=True, any_alpha=True)
_ANY_34 = needs("(34)", infinite_is_fine=True, limit_is_fine=True, any_alpha=True)


OWN = "; RankViz's own"
"""The reason for the equations about RB-C that the papers lack: Z ≤ √(1 − r²) ≤ e^{−r²/2} ≤ 1 by (18), (19)."""


# ---------------------------------------------------------------- theorems


def _metric(name: str) -> Callable[[AnyState], float]:
    return lambda state: state.metric(name)


def _rank(name: str) -> Callable[[AnyState], float]:
    return lambda state: log(state.metric(name))


_r1, _r2 = _rank("r1"), _rank("r2")
_e1, _e2, _bound = _metric("log_e1"), _metric("log_e2"), _metric("log_bound")


def _falls(loss: str, equation: str, precondition: Precondition) -> Theorem[State]:
    name, series = f"Ê{loss[1]} does not rise in this round", f"log_{loss}"
    return Theorem(
        f"{loss}-falls",
        name,
        equation,
        lambda s: s.metric(series),
        lambda s: s.metric(series, s.t - 1),
        precondition=precondition,
        of_round=True,
        needs_e2=loss == "e2",
        rounding=rounding_of_fall(loss),
    )


def _beats(
    key: str, z: Callable[[State, float], float], what: str, equation: str, alpha: str
) -> Theorem[State]:
    def taken(state: State) -> float:
        return z(state, float(state.run.alpha[state.t - 1]))

    def others(state: State) -> float:
        given = float(state.run.alpha[state.t - 1])
        return min(z(state, 0.9 * given), z(state, 1.1 * given))

    return Theorem(
        key,
        f"{what} is not lower at 0.9 α or 1.1 α",
        equation,
        taken,
        others,
        precondition=this_round(alpha),
        of_round=True,
        rounding=rounding_of_z,
    )


def _no_slope(key: str, name: str, equation: str, alpha: str) -> Theorem[State]:
    precondition = listed(single(at_the_end(alpha)))
    return Theorem(
        key,
        name,
        equation,
        lambda s: s.steepest,
        lambda s: 0.0,
        precondition=precondition,
        logs=False,
        rounding=rounding_of_slope,
    )


def _above(loss: str, equation: str) -> Theorem[State]:
    return Theorem(
        f"f{loss[1]}-distance",
        f"min F{loss[1]} ≤ Ê{loss[1]}; the slack is the distance left",
        equation,
        State.least,
        _metric(f"log_{loss}"),
        precondition=solved(finite_weights),
        of_minimum=True,
        needs_e2=loss == "e2",
        rounding=rounding_of_minimum(loss),
    )


def _reached(key: str, name: str, loss: str, equation: str, alpha: str) -> Theorem[State]:
    precondition = solved(at_the_end(alpha), attained=True)
    rounded = rounding_at_minimum(loss)
    return Theorem(
        key,
        name,
        equation,
        _metric(f"log_{loss}"),
        State.least,
        "=",
        precondition,
        of_minimum=True,
        needs_e2=loss == "e2",
        rounding=rounded,
    )


_RB_PLUS = (
    Theorem(
        "theorem-2",
        "Theorem 2: R̂2 ≤ U2",
        "RB+ (35)",
        _r2,
        _bound,
        precondition=_DEFINED_34,
        rounding=rounding("e2", "product", "bound"),
    ),
    Theorem(
        "theorem-2-proof",
        "Theorem 2, its proof: Ê2 ≤ U2",
        "RB+ (29), (35)",
        _e2,
        _bound,
        precondition=_DEFINED_34,
        needs_e2=True,
        rounding=rounding("e2", "product", "bound"),
    ),
    Theorem(
        "theorem-2-rate",
        "Theorem 2, its rate: R̂2 ≤ exp(−2γ²T)",
        "RB+ (36)",
        _r2,
        State.rate,
        precondition=_some_rounds,
        rounding=rounding("e2", "product", "bound", "bound"),
    ),
    Theorem(
        "product-e2",
        "Π Z = Ê2",
        "RB+ (29)",
        State.product,
        _e2,
        "=",
        _ANY_34,
        needs_e2=True,
        rounding=rounding("e2", "product"),
    ),
    _falls("e2", "RB+ (29), (34)", falls_where("(34)", infinite_is_fine=True, limit_is_fine=True)),
    _beats("best-step", State.log_z, "Z", "RB+ (27), (34)", "(34)"),
    Theorem(
        "z-slope",
        "Z = √(1 − δ²) in this round: the steepest ranker takes the best step",
        "RB+ (27), (34)",
        lambda s: log(float(s.run.z[s.t - 1])),
        lambda s: s.log_z_of_slope,
        "=",
        imperfect(this_round("(34)")),
        of_round=True,
        rounding=rounding_of_z_of_slope,
    ),
    _no_slope("theorem-3-no-slope", "Theorem 3: at the minimum of Ê2 every δ is 0", "RB+ Thm. 3", "(34)"),
    _above("e2", "RB+ Thm. 3, (22)"),
    _reached(
        "theorem-3-minimum", "Theorem 3: the run ended at the minimum of F2", "e2", "RB+ Thm. 3", "(34)"
    ),
)

THEOREMS: dict[str, tuple[Theorem[Any], ...]] = {
    "rb-d": (
        Theorem(
            "theorem-1",
            "Theorem 1: R̂1 ≤ U1",
            "RB+ (16)",
            _r1,
            _bound,
            precondition=_DEFINED_14,
            rounding=rounding("e1", "tie", "product", "bound"),
        ),
        Theorem(
            "theorem-1-proof",
            "Theorem 1, its proof: Ê1 ≤ U1",
            "RB+ (12), (16)",
            _e1,
            _bound,
            precondition=_DEFINED_14,
            rounding=rounding("e1", "product", "bound"),
        ),
        Theorem(
            "product-e1",
            "Π Z = Ê1",
            "RB+ (12)",
            State.product,
            _e1,
            "=",
            _ANY_14,
            rounding=rounding("e1", "product"),
        ),
        _falls("e1", "RB+ (12), (14)", falls_where("(14)", limit_is_fine=True)),
        _beats("best-step", State.log_z, "Z", "RB+ (11), (14)", "(14)"),
        _no_slope(
            "observation-1-no-slope",
            "Observation 1: at the minimum of Ê1 every δ is 0",
            "RB+ Obs. 1",
            "(14)",
        ),
        _above("e1", "RB+ Obs. 1, (6)"),
        _reached(
            "observation-1-minimum",
            "Observation 1: the run ended at the minimum of F1",
            "e1",
            "RB+ Obs. 1",
            "(14)",
        ),
    ),
    "rb-c": (
        Theorem(
            "theorem-1-for-rb-c",
            "The bound of Theorem 1 holds for RB-C: R̂1 ≤ U1",
            f"RB+ (12), (16), (18), (19){OWN}",
            _r1,
            State.log_u1,
            precondition=_DEFINED_19,
            rounding=rounding("e1", "tie", "product", "bound"),
        ),
        Theorem(
            "error-product",
            "R̂1 ≤ Π Z",
            "RB+ (12)",
            _r1,
            State.product,
            precondition=_ANY_19,
            rounding=rounding("e1", "tie", "product"),
        ),
        Theorem(
            "product-bound",
            "Π Z ≤ Π √(1 − r²)",
            f"RB+ (18), (19){OWN}",
            State.product,
            _bound,
            precondition=_DEFINED_19,
            rounding=rounding("bound", "logs"),
        ),
        Theorem(
            "product-e1",
            "Π Z = Ê1",
            "RB+ (12)",
            State.product,
            _e1,
            "=",
            _ANY_19,
            rounding=rounding("e1", "product"),
        ),
        Theorem(
            "z-bound",
            "Z ≤ ½(1 − r)e^{α} + ½(1 + r)e^{−α} in this round",
            "RB+ (18)",
            lambda s: log(float(s.run.z[s.t - 1])),
            lambda s: s.log_z_18(float(s.run.alpha[s.t - 1])),
            precondition=lambda s: "" if s.outcome == "forced" else this_round("(19)")(s),
            of_round=True,
            rounding=rounding_of_z,
        ),
        _falls("e1", f"RB+ (12), (18), (19){OWN}", falls_where("(19)", limit_is_fine=True)),
        _beats("best-step-bound", State.log_z_18, "the right side of (18)", "RB+ (18), (19)", "(19)"),
        _no_slope("rb-c-no-slope", "Where RB-C ends, every δ is 0", f"RB+ (13), (19){OWN}", "(19)"),
        _above("e1", "RB+ (6)"),
        _reached(
            "rb-c-minimum", "RB-C ended at the minimum of F1", "e1", f"RB+ (6), (18), (19){OWN}", "(19)"
        ),
    ),
    "rb-plus": _RB_PLUS,
    "rb-plus-optimal": _RB_PLUS,
    **push.THEOREMS,
    **margins.THEOREMS,
    **qbrank.THEOREMS,
    **kernel_gd.THEOREMS,
    **real_rankers.THEOREMS,
    **lambdarank.THEOREMS,
    **preference.THEOREMS,
}
"""The theorems about each algorithm."""


def _by_27(state: State) -> str:
    reason = "This round moved along a combination of rankers; (27) speaks of a single one."
    return reason if state.run.combined[state.t - 1] else push.unlike_11(state)


_Z = "Z of this round = ε⁺e^{−α} + ε⁻e^{α} + ε⁰ · tie factor"

OF_SCORES: tuple[Theorem[AnyState], ...] = (
    Theorem("errors", "R̂2 ≤ R̂1", "RB+ (3), (4)", _r2, _r1, rounding=lambda s: 4.0 * U),
)
"""The theorems about every ranking."""

ALWAYS: tuple[Theorem[State], ...] = (
    Theorem(
        "proposition-2",
        "Proposition 2: R̂2 ≤ Ê2",
        "RB+ Prop. 2",
        _r2,
        _e2,
        needs_e2=True,
        rounding=rounding("e2"),
    ),
    Theorem("error-loss", "R̂1 ≤ Ê1", "RB+ (3), (5)", _r1, _e1, rounding=rounding("e1", "tie")),
    *OF_SCORES,
    Theorem(
        "losses",
        "Ê1 ≤ Ê2, as cosh η ≥ 1",
        "RB+ (5), (24)",
        _e1,
        _e2,
        needs_e2=True,
        rounding=rounding("e1", "e2"),
    ),
    Theorem(
        "margins",
        "Smooth margin ≤ smallest margin",
        "SM (3)",
        _metric("smooth_margin"),
        _metric("margin"),
        logs=False,
        rounding=rounding("smooth"),
    ),
    Theorem(
        "z",
        _Z,
        "RB+ (11), (27)",
        lambda s: log(float(s.run.z[s.t - 1])),
        lambda s: s.log_z_27,
        "=",
        _by_27,
        of_round=True,
        rounding=rounding_of_z,
    ),
    Theorem(
        "epsilons",
        "ε⁺ + ε⁰ + ε⁻ = 1",
        "RB+ (8)",
        lambda s: in_order(s.epsilons),
        lambda s: 1.0,
        "=",
        logs=False,
        of_round=True,
        rounding=rounding("total"),
    ),
)
"""The theorems about every ensemble of weak rankers."""

NAMES = {theorem.key: theorem.name for group in (*THEOREMS.values(), ALWAYS) for theorem in group}
"""The statement of each theorem, by its key."""
