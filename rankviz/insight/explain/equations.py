"""The equations that explain the rounds of each boosted algorithm, without a default: another's would be wrong."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.engine.kernels.libraries import logistic_each
from rankviz.insight.explain import margins, push, rankboost
from rankviz.insight.explain.context import Context
from rankviz.insight.explain.model import Explanation, Worked
from rankviz.insight.reference.formulas import margins as of_margins
from rankviz.insight.reference.formulas import push as of_push
from rankviz.insight.reference.formulas import rankboost as of_rankboost
from rankviz.insight.reference.formulas.formula import Equation

Shares = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class TieRule:
    """One rule: α = ½ ln((ε⁺ + for · ε⁰)/(ε⁻ + against · ε⁰)).

    Attributes
    ----------
    words : what it does with a tie, in three to five words: "RB-D leaves ties out".
    alpha, factor : the formula of α, and what the weight of a tied pair is multiplied by, in a line of plain text.
    shares : from α′ (T,), the weights that the chosen rankers had before, to (for, against), (T,) each.
    """

    words: str
    alpha: str
    factor: str
    shares: Callable[[np.ndarray], Shares]


LEFT_OUT = TieRule(
    "leaves ties out",
    "½ ln(ε⁺ / ε⁻)",
    "× 1",
    lambda prior: (np.zeros_like(prior), np.zeros_like(prior)),
)
"""RB-D: (14)."""
SHARED = TieRule(
    "counts a tie as half",
    "½ ln((ε⁺ + ½ ε⁰) / (ε⁻ + ½ ε⁰))",
    "× 1",
    lambda prior: (np.full_like(prior, 0.5), np.full_like(prior, 0.5)),
)
"""RB-C: (17) and (19), as (1 + r)/2 = ε⁺ + ε⁰/2."""
WEIGHED = TieRule(
    "charges for ties",
    "½ ln((ε⁺ + p ε⁰) / (ε⁻ + q ε⁰))",
    "× cosh(α′ + α) / cosh α′",
    lambda prior: (logistic_each(-2.0 * prior), logistic_each(2.0 * prior)),
)
"""RankBoost+: (34), p = e^(−α′)/(2 cosh α′) = 1/(1 + e^(2α′)) and q = 1 − p; (25)."""


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
