"""The equations of Smooth Margin Ranking and AdaBoost in a round: their α, AdaBoost's δ, and their bounds."""

import math

import numpy as np

from rankviz.engine.algorithms.margins import equations as sm
from rankviz.engine.number_format import number
from rankviz.insight.explain.context import SPELT, Context, symbols
from rankviz.insight.explain.model import Contributions, Explanation, Input, Worked
from rankviz.insight.explain.rankboost import BY_HAND, bound_16
from rankviz.insight.reference.formulas import margins as eq
from rankviz.insight.reference.formulas.formula import Terms, Variable

ALL_AT_1 = "The equation is 0 / 0 here: G̃ is 1, the largest possible margin, and stays 1 whatever the step."


# ---------------------------------------------------------------- Smooth Margin Ranking


def _exact(c: Context, g: float) -> bool:
    """Return whether the step is the exact one; for a ranker with r ≤ g, or without a finite exact step, it is (6)."""
    plus, tied, minus = c.epsilons
    return (
        c.run.params["margin_step"] == "exact"
        and plus - minus > g
        and math.isfinite(sm.alpha_6(plus, tied, minus, g))
    )


def alpha_of_smooth(c: Context) -> Worked:
    """Compute α by (2) where the round began with G̃ ≤ 0, else by (6) or the exact search."""
    plus, tied, minus = c.epsilons
    three = c.three()
    if c.run.extra["phase"][c.t] == 1:
        line = c.line(eq.ALPHA_2, {eq.PLUS: plus, eq.MINUS: minus}, sm.alpha_2(plus, minus))
        return Worked(line, (three[0], three[2]))
    g = c.metric("smooth_margin", c.t - 1) or 0.0
    inputs = (*three, c.round_input("smooth_margin", g, c.t - 1))
    values = {eq.G: g, eq.PLUS: plus, eq.TIED: tied}
    if _exact(c, g):
        s = c.metric("norm", c.t - 1) or 0.0
        line = c.line(
            eq.ALPHA_EXACT,
            {**values, eq.MINUS: minus, eq.NORM_BEFORE: s},
            give=lambda v: sm.alpha_exact(
                *(x.give(v) for x in (eq.PLUS, eq.TIED, eq.MINUS, eq.G, eq.NORM_BEFORE))
            ),
        )
        return Worked(line, (*inputs, c.round_input("norm", s, c.t - 1)))
    found = sm.alpha_6(plus, tied, minus, g)
    if minus <= 0.0:
        line = c.line(eq.ALPHA_6_LIMIT, values, found)
        return Worked(line, inputs, note="" if line.values else ALL_AT_1)
    line = c.line(
        eq.ALPHA_6,
        {**values, eq.MINUS: minus},
        found,
        give=lambda v: sm.alpha_6(*(x.give(v) for x in (eq.PLUS, eq.TIED, eq.MINUS, eq.G))),
    )
    return Worked(line, inputs)


def unbounded_step(c: Context) -> str:
    """Return the sentence on a step that has no finite value."""
    return (
        "The step has no finite value: its ranker reverses no pair that has weight. It is taken with the weight "
        f"{number(float(c.run.params['unbounded_weight']))} that the parameter unbounded_weight sets."
    )


def bound_of_smooth(c: Context) -> Explanation:
    """Explain the bound on Ê1: U1 until G̃ > 0, then by G̃ at that round plus the sure gains since."""
    log, exact = c.metric("log_bound"), c.run.params["margin_step"] == "exact"
    second = np.flatnonzero(c.run.extra["phase"][1 : c.t + 1] == 2)
    equation = eq.bound_of_gains(exact)
    if log is None:
        return c.make("bound", None, (symbols(equation),), notes=(BY_HAND,))
    if not len(second):
        return bound_16(c)
    begin = int(second[0])
    first = c.metric("smooth_margin", begin) or 0.0
    gains = c.run.extra["smooth_gain_sure"][second + 1]
    size, m = c.metric("norm") or 0.0, c.trace.problem.n_pairs
    values: dict[Variable, float | Terms] = {
        eq.FIRST: first,
        eq.GAINS: Terms.first_of(gains, SPELT),
        eq.NORM: size,
        eq.M: m,
    }
    line = c.line_of_log(equation, values, -math.log(m) - (first + float(gains.sum())) * size)
    inputs = (c.round_input("smooth_margin", first, begin), c.round_input("norm", size))
    note = f"G̃ was above 0 for the first time after round {begin}; each round since has gained at least its sure gain."
    return c.make("bound", math.exp(log), (line,), inputs, notes=(note,), log=log)


# ---------------------------------------------------------------- AdaBoost


def item_weights(c: Context) -> tuple[np.ndarray, np.ndarray]:
    """Return AdaBoost's item weights (n,) before the round, with sum 1, and where the classifier is right (n,)."""
    grades = c.trace.problem.known_grades
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
    note = (
        "d weighs the items, d ∝ e^{−y f}; the pairs' weights D follow from them. As a classifier the ranker says "
        "2h − 1 and gets half of this α."
    )
    line = c.line(eq.ALPHA_ADABOOST, {eq.RIGHT: right, eq.WRONG: wrong}, sm.alpha_adaboost(right, wrong))
    return Worked(line, table=table, note=note)


def no_item(c: Context) -> str:
    """Return why α is undefined: the classifier is right on every item with weight, or on none."""
    never = "wrong" if c.run.sign[c.i] > 0 else "right"
    return f"no item is one that {c.trace.pool.label(c.ranker)} gets {never}."


def delta_of_adaboost(c: Context) -> Explanation:
    """Explain δ: the weight of the items classified wrong, minus the weight of those classified right."""
    if c.t == 0:
        return c.nothing_yet("delta", eq.DELTA_ADABOOST)
    right, wrong, table = _right_and_wrong(c)
    line = c.line(eq.DELTA_ADABOOST, {eq.WRONG: wrong, eq.RIGHT: right})
    note = "d weighs the items, d ∝ e^{−y f}, and AdaBoost compares its classifiers by them."
    return c.make("delta", float(c.run.delta[c.i]), (line,), table=table, notes=(note,))


def bound_of_adaboost(c: Context) -> Explanation:
    """Explain the bound F² / 4n₊n₋ on Ê1 = F₊F₋ / n₊n₋."""
    log, logs, equation = c.metric("log_bound"), c.run.log_extra, eq.BOUND_ADABOOST
    if log is None:
        return c.make("bound", None, (symbols(equation),), notes=("It has no finite value here.",))
    if c.t == 0:
        note = "Before round 1 it is Ê1 itself, which is 1."
        return c.make("bound", math.exp(log), (symbols(equation),), notes=(note,))
    plus, minus = float(logs["f_plus"][c.t]), float(logs["f_minus"][c.t])
    line = c.line_of_log(equation, {eq.F_PLUS: plus, eq.F_MINUS: minus, eq.N_PAIRS: c.trace.problem.n_pairs})
    note = "It is Ê1 itself where F₊ = F₋, that is where the F-skew is 0."
    return c.make("bound", math.exp(log), (line,), notes=(note,), log=log)
