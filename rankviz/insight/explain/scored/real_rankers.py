"""The equations of RB-C over weak rankers with values from 0 to 1 (RB+ section 2.3)."""

import math
from collections.abc import Callable

import numpy as np

from rankviz.engine.algorithms.real_rankers import pool as pools
from rankviz.engine.algorithms.real_rankers.boost import EXACT, RealDetails
from rankviz.engine.algorithms.real_rankers.step import (
    alpha_19,
    differences,
    log_bound_18,
    log_least_18,
    log_weights,
    shares_37,
)
from rankviz.engine.kernels.libraries import logistic_each
from rankviz.engine.number_format import number
from rankviz.engine.numerics import exp_or_inf
from rankviz.insight.explain.context import ScoredContext, symbols
from rankviz.insight.explain.model import NUMBERS as COMMON
from rankviz.insight.explain.model import Contributions, Explanation, Input, Line, tex
from rankviz.insight.reference.formulas import real_rankers as eq
from rankviz.insight.reference.formulas.formula import Equation, Terms, Values

NUMBERS = {
    "alpha": COMMON["alpha"],
    "r": ("r", "edge: how much more pairs in the right order add than pairs in the wrong one take"),
    "r_correct": ("r⁺", "what pairs in the right order add to r"),
    "r_reversed": ("r⁻", "what pairs in the wrong order take from r"),
    "r_tied": ("r⁰", "weight of the pairs whose items get the same value"),
    "z": COMMON["z"],
    "z_bound": ("Z (18)", "upper bound on Z by (18)"),
    "e1": COMMON["e1"],
    "bound": ("Π √(1−r²)", "upper bound on Ê1, from (18) and (19)"),
}


class RealRankersRound:
    """The data of a round, recomputed: D (m,) before it, the ranker's values h (n,), M (m,), and r⁺, r⁰, r⁻."""

    def __init__(self, c: ScoredContext) -> None:
        self.c, self.details, self.i = c, c.run.details_as(RealDetails), c.t - 1
        higher, lower = c.trace.problem.pairs.T
        self.log_D = log_weights(c.run.scored.scores[self.i], higher, lower)
        self.D = np.exp(self.log_D)
        self.ranker = self.details.ranker[self.i]
        self.h = self.details.pool.values[self.ranker]
        self.M = differences(self.h, higher, lower)
        self.shares = shares_37(self.log_D, self.M)
        self.alpha = self.details.alpha[self.i]

    def log(self, key: str) -> float:
        """Return the natural log of a series of the run after this round."""
        return float(self.c.run.log_extra[key][self.c.t])


Explained = Callable[[RealRankersRound], Explanation]


def _of_a_round(
    equation: Equation, key: str
) -> Callable[[Explained], Callable[[ScoredContext], Explanation]]:
    """Make a function of a `RealRankersRound` one of a `ScoredContext`: before round 1 the number has no value."""

    def decorate(inner: Explained) -> Callable[[ScoredContext], Explanation]:
        def explained(c: ScoredContext) -> Explanation:
            return inner(RealRankersRound(c)) if c.t else c.nothing_yet(key, equation)

        return explained

    return decorate


@_of_a_round(eq.EDGE, "r")
def edge(r: RealRankersRound) -> Explanation:
    """Explain r (17) from r⁺ and r⁻."""
    c, plus, minus = r.c, r.shares.correct, r.shares.reversed
    inputs = (c.round_input("r_correct", plus), c.round_input("r_reversed", minus))
    line = c.line(eq.EDGE, {eq.PLUS: plus, eq.MINUS: minus})
    table = _by_pairs(r, np.arange(len(r.M)), r.D * r.M, "D M")
    return c.make("r", float(c.run.extra["edge"][c.t]), (line,), inputs, table)


def _part(key: str, where: Callable[[np.ndarray], np.ndarray]) -> Callable[[ScoredContext], Explanation]:
    """Explain r⁺, r⁻ or r⁰: a sum over the pairs of one side."""

    @_of_a_round(eq.PARTS[key], key)
    def explained(r: RealRankersRound) -> Explanation:
        c, rows = r.c, np.flatnonzero(where(r.M))
        terms = r.D[rows] * (1.0 if key == "r_tied" else np.abs(r.M[rows]))
        amount = "D" if key == "r_tied" else "D |M|"
        line = c.sum_line(eq.PARTS[key], terms)
        value = {
            "r_correct": r.details.shares[r.i].correct,
            "r_reversed": r.details.shares[r.i].reversed,
            "r_tied": r.details.shares[r.i].tied,
        }[key]
        return c.make(key, value, (line,), table=_by_pairs(r, rows, terms, amount))

    return explained


def _by_pairs(r: RealRankersRound, rows: np.ndarray, terms: np.ndarray, amount: str) -> Contributions | None:
    return r.c.largest(terms, rows, "pair", amount, lambda i, a: [])


ALIKE = 1e-9
"""Sides of an equation that differ by more of themselves are not said to be the same."""


def alpha(c: ScoredContext) -> Explanation:
    """Explain α by (19), the minimum of (18), or by the minimum of Z itself."""
    exact = c.run.params["weigh"] == EXACT
    equation = eq.ALPHA_EXACT if exact else eq.ALPHA_19
    if c.t == 0:
        return c.nothing_yet("alpha", equation)
    r, value = RealRankersRound(c), float(c.run.scored.step[c.t - 1])
    by_19 = alpha_19(r.shares)
    over, under = (2.0 * math.exp(log) for log in (r.shares.log_up, r.shares.log_down))
    line = c.line(eq.ALPHA_19, {eq.UP: over, eq.DOWN: under}, by_19)
    inputs = (c.round_input("r", r.shares.edge),)
    if not exact:
        return c.make("alpha", value, (line,), inputs)
    terms = r.M * np.exp(r.log_D - value * r.M)
    left, right = float(terms[r.M > 0.0].sum()), float(-terms[r.M < 0.0].sum())
    sides = rf"{tex(left, c.digits)} \approx {tex(right, c.digits)}"
    note = "A line search finds where both sides are the same: there Z falls no further."
    if abs(left - right) > ALIKE * max(left, right):
        sides, here = "", f"here {number(left)} and {number(right)}"
        note = (
            f"The line search ends where both sides, {here}, differ by next to nothing beside r; there Z falls no "
            "further."
        )
    lines = (
        Line(equation.number, equation.tex, sides),
        Line("RB+ (19), which would give", line.formula, line.values),
    )
    return c.make("alpha", value, lines, inputs, notes=(note,))


@_of_a_round(eq.Z_10, "z")
def z(r: RealRankersRound) -> Explanation:
    """Explain Z (10), as a sum of pairs in the right order, tied pairs, and pairs in the wrong order."""
    c, terms = r.c, np.exp(r.log_D - r.alpha * r.M)
    parts = [float(terms[there].sum()) for there in (r.M > 0.0, r.M == 0.0, r.M < 0.0)]
    (sides,) = eq.Z_10.right.variables
    line = c.line(eq.Z_10, {sides: Terms(tuple(parts), 3)})
    inputs = (c.round_input("alpha", r.alpha), c.round_input("z_bound", exp_or_inf(r.log("z_bound"))))
    table = _by_pairs(r, np.arange(len(terms)), terms, "D e^{−αM}")
    note = "Z⁺ is of the pairs the ranker has in the right order, Z⁰ of those it ties, Z⁻ of the others."
    value, log = float(c.run.extra["z"][c.t]), r.log("z")
    return c.make("z", value, (line,), inputs, table, (note,), log=log)


@_of_a_round(eq.Z_18, "z_bound")
def z_bound(r: RealRankersRound) -> Explanation:
    """Explain the right side of (18)."""
    c, e, half = r.c, r.shares, math.log(0.5)
    values = {eq.LOG_DOWN: e.log_down - half, eq.ALPHA: r.alpha, eq.LOG_UP: e.log_up - half}
    line = c.line_of_log(eq.Z_18, values, log_bound_18(e, r.alpha))
    made = float(c.run.extra["z"][c.t])
    note = (
        f"M lies between −1 and 1, where e^(−αM) lies below the straight line between its ends, so Z, here "
        f"{number(made, c.digits)}, is never above."
    )
    inputs = (c.round_input("r", e.edge), c.round_input("alpha", r.alpha), c.round_input("z", made))
    log = r.log("z_bound")
    return c.make("z_bound", exp_or_inf(log), (line,), inputs, notes=(note,), log=log)


def _product(
    key: str, equation: Equation, curve: str, factor: Callable[[RealRankersRound], float]
) -> Callable[[ScoredContext], Explanation]:
    """Explain a number that every round multiplies: Ê1 by Z, the bound by √(1 − r²). `curve`, `factor` are logs."""

    def explained(c: ScoredContext) -> Explanation:
        log = float(c.run.metrics[curve][c.t])
        if c.t == 0:
            note = "Every score is 0, so that every pair costs 1."
            return c.make(key, math.exp(log), (symbols(equation),), notes=(note,))
        r, before = RealRankersRound(c), float(c.run.metrics[curve][c.t - 1])
        by = factor(r)
        inputs = (
            Input(c.numbers[key][0], "the same before the round", f"{key}@{c.t - 1}", exp_or_inf(before)),
            c.round_input("z", exp_or_inf(by)) if key == "e1" else c.round_input("r", r.shares.edge),
        )
        values: Values = (
            {eq.FACTORS: Terms((before, by), 2)} if key == "bound" else {eq.BEFORE: before, eq.FACTOR: by}
        )
        line = c.line_of_log(equation, values)
        return c.make(key, exp_or_inf(log), (line,), inputs, log=log)

    return explained


def item(c: ScoredContext, x: int) -> Explanation:
    """Explain g of an item: the score before, plus α h."""
    named = ("g", f"score of {c.trace.problem.item_in_words(x)}")
    value = float(c.scores[x])
    if c.t == 0:
        return c.at_start(x, eq.ITEM_SCORE, named)
    r = RealRankersRound(c)
    before, h = float(c.run.scored.scores[c.t - 1][x]), float(r.h[x])
    line = c.line(eq.ITEM_SCORE, {eq.SCORE: before, eq.STEP: r.alpha, eq.H: h})
    inputs = (
        Input("g", "its score before", f"item:{x}@{c.t - 1}", before),
        c.round_input("alpha", r.alpha),
        Input("h", "what the ranker gives it", f"h:{x}", h),
    )
    return c.make(f"item:{x}", value, (line,), inputs, named=named)


def h(c: ScoredContext, x: int) -> Explanation:
    """Explain h of an item: the value from 0 to 1 of the round's ranker, from the item's feature."""
    problem, key = c.trace.problem, f"h:{x}"
    named = ("h", f"what the round's ranker gives {problem.item_in_words(x)}, from 0 to 1")
    if c.t == 0:
        note = "Before round 1 no ranker has been chosen, so this has no value yet."
        return c.make(key, None, (), notes=(note,), named=named)
    r = RealRankersRound(c)
    ranker, value = r.details.pool.rankers[r.ranker], float(r.h[x])
    raw, name = float(problem.X[x, ranker.feature]), problem.feature_names[ranker.feature]
    at, width = ranker.at, ranker.width
    note = f"The ranker is {r.details.pool.label(r.ranker)}; {name} of this item is {number(raw, 6)}."
    if math.isnan(raw):
        note = f"{name} is missing for this item, and a missing value gets 0."
        line = Line("weak ranker", r"h(x) = 0", "0", 0.0)
    elif ranker.kind == pools.SOFT and width:
        line = c.line(
            eq.SOFT,
            {eq.THETA: at, eq.X: raw, eq.WIDTH: width},
            value,
            give=lambda v: float(
                logistic_each(np.array((eq.X.give(v) - eq.THETA.give(v)) / eq.WIDTH.give(v)))
            ),
        )
    elif ranker.kind == pools.SCALED:
        line = c.line(eq.SCALED, {eq.X: raw, eq.LEAST: at, eq.RANGE: width}, value)
    else:
        formula = {pools.SOFT: r"h(x) = [\, x > \theta \,]", pools.GIVEN: r"h(x) = x"}.get(
            ranker.kind, r"h(x) = [\, x \text{ is known} \,]"
        )
        line = Line("weak ranker", formula, tex(value, c.digits), value)
    return c.make(key, value, (line,), notes=(note,), named=named)


OF_ROUND: dict[str, Callable[[ScoredContext], Explanation]] = {
    "alpha": alpha,
    "r": edge,
    "r_correct": _part("r_correct", lambda M: M > 0.0),
    "r_reversed": _part("r_reversed", lambda M: M < 0.0),
    "r_tied": _part("r_tied", lambda M: M == 0.0),
    "z": z,
    "z_bound": z_bound,
    "e1": _product("e1", eq.E1, "log_e1", lambda r: r.log("z")),
    "bound": _product("bound", eq.BOUND, "log_bound", lambda r: log_least_18(r.shares)),
}
OF_ITEM: dict[str, Callable[[ScoredContext, int], Explanation]] = {"item": item, "h": h}
