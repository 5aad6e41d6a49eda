"""Every algorithm, in the order menus show them. Menus, command line, links and contract tests are made from it."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from rankviz import arguments
from rankviz.algorithms.boosting.algorithm import Algorithm, Parameter
from rankviz.algorithms.kernel_gd import learner, parameters
from rankviz.algorithms.margins import adaboost, smooth_margin
from rankviz.algorithms.qbrank import qbrank, ranksvm
from rankviz.algorithms.rankboost.active_set import RB_PLUS
from rankviz.algorithms.rankboost.rb_d_rb_c import PARAMETERS, RB_C, RB_D, fit_rb_c, fit_rb_d
from rankviz.algorithms.rankboost.rb_plus import fit_rb_plus
from rankviz.algorithms.rankboost.rb_plus_optimal import fit_rb_plus_optimal
from rankviz.algorithms.score_learner import ScoredAlgorithm
from rankviz.errors import DataError, as_given, shown

Value = bool | float | int | str

AnyAlgorithm = Algorithm | ScoredAlgorithm

ALGORITHMS: dict[str, AnyAlgorithm] = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm(
            "rb-d",
            "RB-D",
            "RankBoost, discrete: the weight that minimises Ê1, where a tied pair counts 1.",
            PARAMETERS,
            "e1",
            "U1 = exp(−½ Σ (ε⁺−ε⁻)²)",
            RB_D,
            fit_rb_d,
        ),
        Algorithm(
            "rb-c",
            "RB-C",
            "RankBoost, continuous: the weight that minimises a bound, as if ties were half right, half wrong.",
            PARAMETERS,
            "e1",
            "Π √(1 − r²)",
            RB_C,
            fit_rb_c,
        ),
        Algorithm(
            "rb-plus",
            "RankBoost+",
            "RankBoost+: minimises Ê2, where a tied pair counts cosh η, over independent rankers.",
            PARAMETERS,
            "e2",
            "U2 = exp(−½ Σ δ²)",
            RB_PLUS,
            fit_rb_plus,
        ),
        Algorithm(
            "rb-plus-optimal",
            "RankBoost+ optimal",
            "RankBoost+ that also moves along rankers depending on those in use, by a line search.",
            PARAMETERS,
            "e2",
            "U2 = exp(−½ Σ δ²), while rounds move single rankers",
            RB_PLUS,
            fit_rb_plus_optimal,
        ),
        Algorithm(
            "smooth-margin",
            "Smooth Margin",
            "RankBoost with weights ≥ 0 until the smooth margin is above 0, then steps that never let it fall.",
            (smooth_margin.UNBOUNDED,),
            "e1",
            "U1, then exp(−‖λ‖₁ G) / m",
            smooth_margin.FIRST_PHASE,
            smooth_margin.fit_smooth_margin,
            smooth_margin.SmoothSearch,
            signed=False,
        ),
        Algorithm(
            "adaboost",
            "AdaBoost",
            "AdaBoost on two classes: it weighs items, not pairs, and its scores rank them all the same.",
            adaboost.PARAMETERS,
            "e1",
            "F² / 4n₊n₋",
            RB_D,
            adaboost.fit_adaboost,
            adaboost.AdaBoostSearch,
        ),
        ScoredAlgorithm(
            "qbrank",
            "QBRank",
            "Boosted regression trees that learn from preferences and labels together.",
            qbrank.PARAMETERS,
            "risk",
            "risk_bound",
            "Rₖ(g), the quadratic above the risk",
            qbrank.fit_qbrank,
        ),
        ScoredAlgorithm(
            "gbt",
            "GBT",
            "Gradient boosted trees: regression trees fitted to the grades alone, as QBRank with w = 0.",
            qbrank.GBT_PARAMETERS,
            "risk",
            "risk_bound",
            "Rₖ(g), the quadratic above the risk",
            qbrank.fit_gbt,
        ),
        ScoredAlgorithm(
            "ranksvm",
            "RankSVM",
            "One linear score, solved for at once from the differences of the pairs; it has no rounds.",
            ranksvm.PARAMETERS,
            "objective",
            "",
            "none",
            ranksvm.fit_ranksvm,
        ),
        ScoredAlgorithm(
            "kernel-gd",
            "Kernel GD",
            "Kernel gradient descent on the mean cost of all pairs, in the functions that a kernel makes.",
            parameters.PARAMETERS,
            "regularised",
            "norm_bound",
            "2κ|φ'₋(0)|/λ, above the norm of f",
            learner.fit_kernel_gd,
        ),
    )
}


def find(name: str) -> AnyAlgorithm:
    """The algorithm of that name. Raises DataError that lists the names when there is none."""
    if name not in ALGORITHMS:
        near = difflib.get_close_matches(name, ALGORITHMS, 1)
        guess = f'Did you mean "{near[0]}"? ' if near else ""
        raise DataError(
            f"There is no algorithm {shown(name)}", remedy=f"{guess}The names are {', '.join(ALGORITHMS)}"
        )
    return ALGORITHMS[name]


def find_boosted(name: str) -> Algorithm:
    """The algorithm of that name, which must boost weak rankers of the pool. Raises DataError."""
    algorithm = find(name)
    if not isinstance(algorithm, Algorithm):
        raise DataError(f"{algorithm.label} does not boost weak rankers of a pool")
    return algorithm


def choose(names: Sequence[str], given: dict[str, Value]) -> list[tuple[AnyAlgorithm, dict[str, Value]]]:
    """Each named algorithm once, with its parameters: as given, or by default.

    Raises DataError for an unknown algorithm, a name that is a parameter of none of them, or a bad value.
    """
    chosen = [find(name) for name in dict.fromkeys(names)]
    known = dict.fromkeys(parameter.name for algorithm in chosen for parameter in algorithm.parameters)
    for name in given:
        if name not in known:
            raise DataError(
                f"None of the chosen algorithms has a parameter {shown(name)}",
                remedy=f"The parameters are {', '.join(known) or 'none'}",
            )
    return [(algorithm, settle(algorithm, given)) for algorithm in chosen]


def settle(algorithm: AnyAlgorithm, given: dict[str, Value]) -> dict[str, Value]:
    """The parameters of `algorithm`, as given or by default; other names are left to other algorithms.

    Raises DataError for a value out of range or of another kind.
    """
    return {p.name: _check(p, given.get(p.name, p.default)) for p in algorithm.parameters}


def _check(parameter: Parameter, value: Value) -> Value:
    if parameter.kind == "bool" and arguments.is_flag(value):
        return bool(value)
    if parameter.kind == "choice" and arguments.is_choice(value, parameter.choices):
        return str(value)
    if parameter.kind in ("float", "int") and arguments.is_real(value):
        low, high = parameter.low, parameter.high
        inside = (low is None or value >= low) and (high is None or value <= high)  # type: ignore[operator]
        if inside and (parameter.kind == "float" or value == int(value)):
            return float(value) if parameter.kind == "float" else int(value)
    if parameter.kind == "bool":
        allowed = "true or false"
    else:
        number = "a whole number" if parameter.kind == "int" else "a number"
        allowed = ", ".join(parameter.choices) or f"{number} from {parameter.low:g} to {parameter.high:g}"
    raise DataError(f"{parameter.name} is {as_given(value)}", remedy=f"Choose {allowed}")
