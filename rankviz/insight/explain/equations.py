"""The equations that explain the rounds of each boosted algorithm, without a default: another's would be wrong."""

from collections.abc import Callable
from dataclasses import dataclass

from rankviz.insight.explain import margins, push, rankboost
from rankviz.insight.explain.context import Context
from rankviz.insight.explain.model import Explanation, Worked
from rankviz.insight.explain.ties import LEFT_OUT, SHARED, WEIGHED, TieRule
from rankviz.insight.reference.formulas import margins as of_margins
from rankviz.insight.reference.formulas import push as of_push
from rankviz.insight.reference.formulas import rankboost as of_rankboost
from rankviz.insight.reference.formulas.formula import Equation


@dataclass(frozen=True, kw_only=True)
class RoundEquations:
    """The equations of one algorithm. How its loss counts ties stands in the registry (`Algorithm.cosh_ties`).

    Attributes
    ----------
    alpha : the equation of α in the first round.
    alpha_values : the equation of α in this round with its values, recomputed from it alone, so that the run's α can be
        checked.
    undefined : why that equation gives no finite α, as the end of a sentence.
    delta : δ, by which the algorithm compares its rankers.
    bound : the right side of its theorem.
    ties : how the equation of α counts tied pairs; None where α is not a function of ε⁺, ε⁰ and ε⁻ alone.
    r : whether r occurs in these equations, so that r can be chosen from the menu.
    """

    alpha: Equation
    alpha_values: Callable[[Context], Worked]
    delta: Callable[[Context], Explanation]
    bound: Callable[[Context], Explanation]
    ties: TieRule | None
    undefined: Callable[[Context], str] = rankboost.no_pair
    r: bool = False


_RB_PLUS = RoundEquations(
    alpha=of_rankboost.ALPHA_34,
    alpha_values=rankboost.alpha_34,
    delta=rankboost.delta_33,
    bound=rankboost.bound_35,
    ties=WEIGHED,
)

EQUATIONS: dict[str, RoundEquations] = {
    "rb-d": RoundEquations(
        alpha=of_rankboost.ALPHA_14,
        alpha_values=rankboost.alpha_14,
        delta=rankboost.delta_13,
        bound=rankboost.bound_16,
        ties=LEFT_OUT,
    ),
    "rb-c": RoundEquations(
        alpha=of_rankboost.ALPHA_19,
        alpha_values=rankboost.alpha_19,
        delta=rankboost.delta_13,
        bound=rankboost.bound_18,
        ties=SHARED,
        r=True,
    ),
    "rb-plus": _RB_PLUS,
    "rb-plus-optimal": _RB_PLUS,
    "push": RoundEquations(
        alpha=of_push.ALPHA,
        alpha_values=push.alpha,
        delta=rankboost.delta_13,
        bound=push.bound,
        ties=None,
    ),
    "smooth-margin": RoundEquations(
        alpha=of_margins.ALPHA_2,
        alpha_values=margins.alpha_of_smooth,
        delta=rankboost.delta_13,
        bound=margins.bound_of_smooth,
        ties=None,
    ),
    "adaboost": RoundEquations(
        alpha=of_margins.ALPHA_ADABOOST,
        alpha_values=margins.alpha_of_adaboost,
        delta=margins.delta_of_adaboost,
        bound=margins.bound_of_adaboost,
        ties=None,
        undefined=margins.no_item,
    ),
}
"""By algorithm; `tests/test_contracts.py` checks that every boosted algorithm of the registry is here."""


def equations_of(c: Context) -> RoundEquations:
    """Return the equations of the run's algorithm."""
    return EQUATIONS[c.run.algorithm]
