"""The equations of Smooth Margin Ranking and AdaBoost in a round: their α, AdaBoost's δ, and their bounds."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rankviz.algorithms.margins import equations as sm
from rankviz.explain.context import SPELT, Context
from rankviz.explain.model import Contributions, Explanation, Input, Line, Worked, tex
from rankviz.explain.rankboost import BY_HAND, bound_16
from rankviz.explain.worked import difference, grouped, half_log_ratio, of_log, signed_sum, worked, worked_of
from rankviz.number_format import number
from rankviz.numerics import in_order

PHASES = {
    1: ("SM (2)", r"\alpha_t = \frac12 \ln \frac{d^+_t}{d^-_t}"),
    2: (
        "SM (6)",
        r"\alpha_t = \ln \frac{-g\, d^0_t + \sqrt{g^2 (d^0_t)^2 + 4 (1 + g)(1 - g)\, d^+_t d^-_t}}{2 (1 + g)\, d^-_t}",
    ),
}
LIMIT = r"\alpha_t = \ln \frac{(1 - g)\, d^+_t}{g\, d^0_t}"
EXACT = (
    "SM section 4, between (4) and (5)",
    r"\alpha_t = \arg\max_\alpha \frac{g\, s - \ln(d^+_t e^{-\alpha} + d^0_t + d^-_t e^\alpha)}{s + \alpha}",
)
ADABOOST = ("SM section 5", r"\alpha_t = \ln \frac{\sum_{x \text{ right}} d_x}{\sum_{x \text{ wrong}} d_x}")


ALL_AT_1 = "The equation is 0 / 0 here: G̃ is 1, the largest margin there is, and stays so whatever the step."


# ---------------------------------------------------------------- Smooth Margin Ranking


def phase_of(c: Context) -> int:
    """Return 1 where the round began with G̃ ≤ 0, else 2."""
    return int(c.run.extra["phase"][c.t])


def equation_of_smooth(c: Context) -> tuple[str, str]:
    """Return the number and the formula of the equation of α in this round."""
    if c.t == 0:
        return PHASES[1]
    if _exact(c):
        return EXACT
    number_, formula = PHASES[phase_of(c)]
    return (number_, LIMIT) if phase_of(c) == 2 and c.epsilons[2] <= 0.0 else (number_, formula)


def _exact(c: Context) -> bool:
    """Return whether the step is the exact one; for a ranker with r ≤ g, or without a finite exact step, it is (6)."""
    plus, tied, minus = c.epsilons
    if phase_of(c) == 1 or c.run.params["margin_step"] != "exact":
        return False
    g = c.metric("smooth_margin", c.t - 1) or 0.0
    return plus - minus > g and math.isfinite(sm.alpha_6(plus, tied, minus, g))


def alpha_of_smooth(c: Context) -> Worked:
    """Compute α by (2), (6) or the exact search."""
    (plus, tied, minus), d = c.epsilons, c.digits
    three = c.three()
    if phase_of(c) == 1:
        found = sm.alpha_2(plus, minus)
        return Worked(found, half_log_ratio(plus, minus, found, d), (three[0], three[2]))
    g = c.metric("smooth_margin", c.t - 1) or 0.0
    inputs = (*three, c.round_input("smooth_margin", g, c.t - 1))
    if _exact(c):
        s = c.metric("norm", c.t - 1) or 0.0
        found = sm.alpha_exact(plus, tied, minus, g, s)
        values = worked(
            (s, g, plus, tied, minus),
            _say_exact,
            lambda x: sm.alpha_exact(x[2], x[3], x[4], x[1], x[0]),
            found,
            d,
        )
        return Worked(found, values, (*inputs, c.round_input("norm", s, c.t - 1)))
    found = sm.alpha_6(plus, tied, minus, g)
    if minus <= 0.0:
        if not tied and g >= 1.0:
            return Worked(found, "", inputs, note=ALL_AT_1)
        values = worked((g, plus, tied), _say_limit, _limit, found, d)
    else:
        values = worked(
            (g, plus, tied, minus), _say_6, lambda x: sm.alpha_6(x[1], x[2], x[3], x[0]), found, d
        )
    return Worked(found, values, inputs)


def _say_limit(x: Sequence[str]) -> str:
    g, plus, tied = x
    return rf"\ln \frac{{(1 - {g}) \cdot {plus}}}{{{g} \cdot {tied}}}"


def _limit(x: Sequence[float]) -> float:
    """Give the limit of (6) as it is written: no number where it is 0 / 0."""
    g, plus, tied = x
    over, under = (1.0 - g) * plus, g * tied
    if not under:
        return math.inf if over else math.nan
    return math.log(over) - math.log(under) if over else -math.inf


def _say_exact(x: Sequence[str]) -> str:
    s, g, plus, tied, minus = x
    tau = rf"{plus}\, e^{{-\alpha}} + {tied} + {minus}\, e^\alpha"
    return rf"\arg\max_\alpha \frac{{{g} \cdot {s} - \ln({tau})}}{{{s} + \alpha}}"


def _say_6(x: Sequence[str]) -> str:
    g, plus, tied, minus = x
    root = (
        rf"\sqrt{{{grouped(g)}^2 \cdot {grouped(tied)}^2 + 4 (1 + {g})(1 - {g}) \cdot {plus} \cdot {minus}}}"
    )
    return rf"\ln \frac{{-{g} \cdot {tied} + {root}}}{{2 (1 + {g}) \cdot {minus}}}"


def unbounded_step(c: Context) -> str:
    """Return the sentence on a step that has no finite value."""
    return (
        "The step has no finite value: its ranker reverses no pair that has weight. It is taken with the weight "
        f"{number(float(c.run.params['unbounded_weight']))} that the parameter unbounded_weight says."
    )


def bound_of_smooth(c: Context) -> Explanation:
    """Explain the bound on Ê1: U1 until G̃ > 0, then by G̃ at that round plus the sure gains since."""
    log = c.metric("log_bound")
    second = np.flatnonzero(c.run.extra["phase"][1 : c.t + 1] == 2)
    formula = r"\frac1m\, e^{-G \lVert\lambda\rVert_1}"
    under = r"2 \lVert\lambda_s\rVert_1"
    if c.run.params["margin_step"] == "exact":
        under = r"2 (\lVert\lambda_{s-1}\rVert_1 + r_s - g_s)"
    formula += rf", \quad G = \tilde G_0 + \sum_s \frac{{(r_s - g_s)^2}}{{{under}}}"
    line = Line("SM (3), (4)", formula)
    if log is None:
        return c.make("bound", None, (line,), notes=(BY_HAND,))
    if not len(second):
        return bound_16(c)
    begin = int(second[0])
    first = c.metric("smooth_margin", begin) or 0.0
    gains = c.run.extra["smooth_gain_sure"][second + 1]
    margin, size, m, d = (
        first + float(gains.sum()),
        c.metric("norm") or 0.0,
        c.trace.problem.n_pairs,
        c.digits,
    )
    found = -math.log(m) - margin * size
    values = _bound_values(m, first, gains, size, found, d)
    inputs = (c.round_input("smooth_margin", first, begin), c.round_input("norm", size))
    note = f"G̃ was above 0 for the first time after round {begin}; each round since has gained at least its sure gain."
    return c.make(
        "bound",
        math.exp(log),
        (Line(line.equation, formula, values, math.exp(found), found),),
        inputs,
        notes=(note,),
        log=log,
    )


def _bound_values(m: int, first: float, gains: np.ndarray, size: float, found: float, digits: int) -> str:
    """Write e^{−(G̃₀ + Σ gains) ‖λ‖₁} / m with its values; gains are left out where there are many."""
    left_out = r" + \cdots" if len(gains) > SPELT else ""

    def say(x: Sequence[str]) -> str:
        power = rf"-({signed_sum(x[1:])}{left_out}) \cdot {x[0]}"
        return rf"\frac{{1}}{{{m}}}\, e^{{{power}}}"

    operands = (size, first, *gains[:SPELT].tolist())
    result = tex(math.exp(found), digits, found)
    if left_out:
        return f"{say([tex(x, digits) for x in operands])} = {result}"
    return worked(operands, say, lambda x: math.exp(-in_order(x[1:]) * x[0]) / m, math.exp(found), digits)


# ---------------------------------------------------------------- AdaBoost


def item_weights(c: Context) -> tuple[np.ndarray, np.ndarray]:
    """Return AdaBoost's item weights (n,) before the round, with sum 1, and where the classifier is right (n,)."""
    grades = c.trace.problem.grades
    assert grades is not None
    y = np.where(grades > grades.min(), 1.0, -1.0)
    f = c.trace.scores(c.run, c.t - 1) - 0.5 * float(np.nansum(c.run.alpha[: c.t - 1]))
    power = -y * f
    weight = np.exp(power - power.max())
    return weight / weight.sum(), (c.trace.pool.output(c.ranker) > 0) == (y > 0)


def _right_and_wrong(c: Context) -> tuple[float, float, Contributions | None]:
    weight, right = item_weights(c)
    wrong = np.flatnonzero(~right)
    table = c.largest(
        weight[wrong],
        wrong,
        "item that the classifier gets wrong",
        "d, its weight",
        lambda x, a: [
            Input("g(x)", "its score before this round", f"item:{x}@{c.t - 1}", None),
            Input("h", "what the ranker says of it", f"h:{c.ranker}:{x}", None),
        ],
        lambda x: c.trace.problem.item_labels[x],
    )
    # Exactly 0 where there is no such item: an empty sum.
    return float(weight[right].sum()), float(weight[~right].sum()), table


def alpha_of_adaboost(c: Context) -> Worked:
    """Compute α from the weights of the items that are classified right and wrong."""
    right, wrong, table = _right_and_wrong(c)
    d = c.digits
    note = (
        "d weighs the items, d ∝ e^{−y f}; the pairs' weights D are made of them. As a classifier the ranker says "
        "2h − 1 and gets half of this α."
    )
    found = sm.alpha_adaboost(right, wrong)

    def say(x: Sequence[str]) -> str:
        return rf"\ln \frac{{{x[0]}}}{{{x[1]}}}"

    values = worked((right, wrong), say, lambda x: sm.alpha_adaboost(*x), found, d)
    return Worked(found, values, table=table, note=note)


def no_item(c: Context) -> str:
    """Return why α is undefined: the classifier is right on every item with weight, or on none."""
    never = "wrong" if c.run.sign[c.i] > 0 else "right"
    return f"no item is one that {c.trace.pool.label(c.ranker)} gets {never}."


def delta_of_adaboost(c: Context) -> Explanation:
    """Explain δ: the weight of the items classified wrong, minus the weight of those classified right."""
    formula = r"\delta(h_t) = \sum_{x \text{ wrong}} d_x - \sum_{x \text{ right}} d_x"
    if c.t == 0:
        return c.nothing_yet("delta", (Line("SM section 5", formula),))
    right, wrong, table = _right_and_wrong(c)
    found, d = wrong - right, c.digits
    values = difference(wrong, right, found, d)
    note = "d weighs the items, d ∝ e^{−y f}, and AdaBoost compares its classifiers by them."
    line = Line("SM section 5", formula, values, found)
    return c.make("delta", float(c.run.delta[c.i]), (line,), table=table, notes=(note,))


def bound_of_adaboost(c: Context) -> Explanation:
    """Explain the bound F² / 4n₊n₋ on Ê1 = F₊F₋ / n₊n₋."""
    log, logs, d = c.metric("log_bound"), c.run.log_extra, c.digits
    formula = r"\hat E_1 = \frac{F_+ F_-}{n_+ n_-} \le \frac{(F_+ + F_-)^2}{4\, n_+ n_-}"
    if log is None:
        return c.make(
            "bound", None, (Line("SM section 5", formula),), notes=("It has no finite value here.",)
        )
    if c.t == 0:
        note = "Before round 1 it is Ê1 itself, which is 1."
        return c.make("bound", math.exp(log), (Line("SM section 5", formula),), notes=(note,))
    plus, minus, m = float(logs["f_plus"][c.t]), float(logs["f_minus"][c.t]), c.trace.problem.n_pairs

    def say(x: Sequence[str]) -> str:
        return rf"\frac{{({x[0]} + {x[1]})^2}}{{4 \cdot {m}}}"

    def give(x: Sequence[float]) -> float:
        return 2.0 * float(np.logaddexp(x[0], x[1])) - math.log(4.0 * m)

    found = give((plus, minus))
    values = worked_of((of_log(plus), of_log(minus)), say, give, found, d, in_logs=True)
    note = "It is Ê1 itself where F₊ = F₋, that is where the F-skew is 0."
    line = Line("SM section 5", formula, values, math.exp(found), found)
    return c.make("bound", math.exp(log), (line,), notes=(note,), log=log)
