"""The equations of QBRank and GBT in a round of Algorithm 1 (QB): risk, tree, step and bound, and the tolerance (3)."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from rankviz.engine.algorithms.qbrank.line_search import FLAT
from rankviz.engine.algorithms.qbrank.loop import DECAY
from rankviz.engine.algorithms.qbrank.losses import targets, weights
from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.engine.number_format import spelt
from rankviz.insight.explain.context import ScoredContext, symbols
from rankviz.insight.explain.model import Explanation, Input, Line, tex
from rankviz.insight.reference.formulas import qbrank as eq
from rankviz.insight.reference.formulas.formula import Equation, Terms, Values, sum_equation

NUMBERS = {
    "step": ("a", "step: the tree's weight"),
    "search": ("s", "where the risk is lowest along the tree"),
    "risk": ("R", "risk after the round"),
    "risk_pairs": ("R pairs", "what the pairs cost, with their factor w"),
    "risk_lists": ("R lists", "what whole lists cost by ListNet's loss, with their factor w"),
    "risk_ties": ("R ties", "what items of one grade cost for differing in score, with the factor w μ"),
    "risk_ridge": ("R ridge", "what scores away from 0 cost, with the factor w ρ"),
    "risk_labels": ("R labels", "what the labels cost, with their factor 1 − w"),
    "slope": ("∇R·g", "slope of the risk along the tree, before the step"),
    "risk_bound": ("Rₖ", "quadratic upper bound at the step"),
    "epsilon": ("ε", "by how much the tree's squared error is above that of the tree found"),
}


class QBRankRound:
    """The data of a round of Algorithm 1: h before it, R and its derivatives there, W, r and the fitted g."""

    def __init__(self, c: ScoredContext) -> None:
        self.details, self.c = c.run.details_as(QBRankDetails), c
        self.descent, self.risk, self.rules = self.details.descent, self.details.risk, self.details.rules
        self.h = self.descent.scores[max(c.t - 1, 0)]
        self.look = self.risk.total.evaluate(self.h)
        self.weight = weights(self.risk.total, self.look, self.rules.weighting)
        self.target = targets(self.look, self.weight)
        self.g = self.descent.fitted[c.t - 1].values if c.t else np.zeros(len(self.h))
        self.step = self.descent.step[c.t - 1] if c.t else 0.0


TERMS = {
    "pairs": r"w \cdot R_{\text{pairs}}(h)",
    "lists": r"w \cdot R_{\text{lists}}(h)",
    "ties": r"w \mu \cdot R_{\text{ties}}(h)",
    "ridge": r"w \rho \cdot R_{\text{ridge}}(h)",
    "labels": r"(1 - w) \cdot R_{\text{labels}}(h)",
}
"""The parts of the risk as the equation of R writes them."""


def _product(c: ScoredContext, equation: Equation, factor: float, whole: float) -> Line:
    first, second = equation.right.variables
    return c.line(equation, {first: factor, second: whole})


def _nothing_yet(c: ScoredContext, key: str, line: Line) -> Explanation:
    note = "Before round 1 no tree has been fitted, so this has no value yet."
    return c.make(key, None, (line,), notes=(note,))


def risk(c: ScoredContext) -> Explanation:
    """Explain R(h) = w · preferences + (1 − w) · labels (QB section 3)."""
    parts = {name: float(c.run.extra[f"risk_{name}"][c.t]) for name in TERMS if f"risk_{name}" in c.run.extra}
    if "lists" in parts:  # in place of pairs
        del parts["pairs"]
    equation = sum_equation("QB section 3", "R(h)", " + ".join(TERMS[name] for name in parts))
    (terms,) = equation.right.variables
    known = [(f"risk_{name}", v) for name, v in parts.items() if v == v]
    line = c.line(equation, {terms: Terms(tuple(v for _, v in known), len(known))})
    inputs = tuple(c.round_input(k, v) for k, v in known)
    return c.make("risk", float(c.run.extra["risk"][c.t]), (line,), inputs)


def risk_pairs(c: ScoredContext) -> Explanation:
    """Explain the pairs' part of the risk: w times the sum of the pairs' costs."""
    r, problem = QBRankRound(c), c.trace.problem
    logistic = c.run.params.get("pair_loss") == "logistic"
    equation = eq.RISK_PAIRS["logistic" if logistic else "hinge"]
    if r.risk.pairs is None:
        note = f"{c.run.label} learns from no pairs here."
        return c.make("risk_pairs", None, (symbols(equation),), notes=(note,))
    h, pairs = r.descent.scores[c.t], problem.pairs
    gap = h[pairs[:, 0]] - h[pairs[:, 1]]
    each = np.logaddexp(0.0, -gap) if logistic else 0.5 * r.risk.pairs.pull(h) ** 2
    whole = float(each.sum())
    table = c.largest(
        r.risk.w * each,
        np.arange(len(each)),
        "pair",
        "w times its cost",
        lambda i, a: [Input("h", "score of an item", f"item:{row}", float(h[row])) for row in pairs[i]],
    )
    value = float(c.run.extra["risk_pairs"][c.t])
    return c.make("risk_pairs", value, (_product(c, equation, r.risk.w, whole),), table=table)


def risk_ties(c: ScoredContext) -> Explanation:
    """Explain the tied pairs' part of the risk: w μ times half the sum of the squared score differences."""
    return _with_factor(c, "ties", eq.RISK_TIES)


def risk_ridge(c: ScoredContext) -> Explanation:
    """Explain the ridge on the preferences: w ρ times half the sum of squared scores."""
    return _with_factor(c, "ridge", eq.RISK_RIDGE)


def _with_factor(c: ScoredContext, part: str, equation: Equation) -> Explanation:
    r, key = QBRankRound(c), f"risk_{part}"
    if part not in r.risk.parts:
        return c.make(key, None, (symbols(equation),), notes=("This run's risk has no such part.",))
    factor, loss = r.risk.parts[part]
    whole = loss.evaluate(r.descent.scores[c.t]).value
    value = float(c.run.extra[key][c.t])
    return c.make(key, value, (_product(c, equation, factor, whole),))


def risk_labels(c: ScoredContext) -> Explanation:
    """Explain the labels' part of the risk: 1 − w times half the sum of squared residuals."""
    r, problem = QBRankRound(c), c.trace.problem
    if r.risk.labels is None or problem.grades is None:
        note = f"{c.run.label} learns from no labels here."
        return c.make("risk_labels", None, (symbols(eq.RISK_LABELS),), notes=(note,))
    h, rows = r.descent.scores[c.t], np.flatnonzero(r.risk.labelled)
    each = 0.5 * (problem.grades[rows] - h[rows]) ** 2
    whole, factor = float(each.sum()), 1.0 - r.risk.w
    table = c.largest(
        factor * each,
        rows,
        "labelled item",
        "1 − w times half its residual squared",
        lambda x, a: [Input("h", "its score", f"item:{x}", float(h[x]))],
        lambda x: problem.item_labels[x],
    )
    value = float(c.run.extra["risk_labels"][c.t])
    line = _product(c, eq.RISK_LABELS, factor, whole)
    return c.make("risk_labels", value, (line,), table=table)


def slope(c: ScoredContext) -> Explanation:
    """Explain the slope ∇R·g, which is −gᵀWg where the leaves are weighted means."""
    if c.t == 0:
        return _nothing_yet(c, "slope", symbols(eq.SLOPE_SUM))
    r = QBRankRound(c)
    each = r.look.gradient * r.g
    found = float(r.look.gradient @ r.g)
    table = c.largest(
        each,
        np.arange(len(each)),
        "item",
        "its slope times what the tree gives it",
        lambda x, a: [Input("g", "what the tree gives it", f"fitted:{x}", float(r.g[x]))],
        lambda x: c.trace.problem.item_labels[x],
    )
    note = (
        "A tree's leaves are weighted means of the targets, so this is −Σ W g²: it falls wherever g is not 0."
    )
    return c.make("slope", found, (c.sum_line(eq.SLOPE_SUM, each, found),), table=table, notes=(note,))


def search(c: ScoredContext) -> Explanation:
    """Explain s of the line search, with the risk's slope at s."""
    line = Line("QB Algorithm 2", r"s_k = \arg\min_{s \ge 0} R(h_{k-1} + s\, g_k)")
    if c.t == 0:
        return _nothing_yet(c, "search", line)
    r = QBRankRound(c)
    s = r.descent.search[c.t - 1]
    if r.rules.step != "search":
        return c.make("search", s, (line,), notes=("This run searches no step, so s is 1.",))
    value, left, _ = r.risk.total.along(r.h + s * r.g, r.g)
    before = float(r.look.gradient @ r.g)
    if abs(left) <= FLAT * abs(before):  # where the search ends; what is left is mostly rounding
        left = 0.0
    check = Line("at s", r"\frac{d}{ds} R(h_{k-1} + s\, g_k)", tex(left, c.digits))
    note = f"The risk is {spelt(value, 4)} there; beside its slope at 0 the slope at s is 0."
    return c.make("search", s, (line, check), (c.round_input("slope", before),), notes=(note,))


def step(c: ScoredContext) -> Explanation:
    """Explain the step by the run's rule."""
    r = QBRankRound(c)
    equation = eq.STEPS[r.rules.step]
    if c.t == 0:
        return _nothing_yet(c, "step", symbols(equation))
    eta, s = r.rules.eta, r.descent.search[c.t - 1]
    norm = float(np.sqrt(r.g @ (r.risk.total.bound * r.g) / len(r.g)))
    every: Values = {eq.ETA: eta, eq.SEARCHED: s, eq.TREE_NORM: norm, eq.ROUND_DECAY: c.t**-DECAY}
    line = c.line(equation, {variable: every[variable] for variable in equation.right.variables})
    inputs = (c.round_input("search", s),) if r.rules.step == "search" else ()
    return c.make("step", r.step, (line,), inputs)


def risk_bound(c: ScoredContext) -> Explanation:
    """Explain R_k(a g) (6), never below the risk."""
    if c.t == 0:
        return _nothing_yet(c, "risk_bound", symbols(eq.BOUND_6))
    r = QBRankRound(c)
    slope, curve = float(r.look.gradient @ r.g), float(r.g @ (r.risk.total.bound * r.g))
    line = c.line(eq.BOUND_6, {eq.RISK: r.look.value, eq.STEP: r.step, eq.SLOPE: slope, eq.CURVE: curve})
    inputs = (
        c.round_input("risk", r.look.value, c.t - 1),
        c.round_input("step", r.step),
        c.round_input("slope", slope),
    )
    least = float(f"{-slope / curve:.9g}")  # 1, not 0.9999…, where W is the bound itself
    note = f"The bound is lowest at a = {spelt(least, 4)}; the tree itself was fitted for a = 1."
    value = float(c.run.extra["risk_bound"][c.t])
    return c.make("risk_bound", value, (line,), inputs, notes=(note,))


def epsilon(c: ScoredContext) -> Explanation:
    """Explain ε_k (3): Σ w (g − ĝ)², where g is the tree as grown and ĝ the tree as pruned."""
    if "epsilon" not in c.run.extra:
        note = "This run has no tolerance, so every tree is added as it was found."
        return c.make("epsilon", None, (symbols(eq.TOLERANCE),), notes=(note,))
    if c.t == 0:
        return _nothing_yet(c, "epsilon", symbols(eq.TOLERANCE))
    r = QBRankRound(c)
    fitted = r.descent.fitted[c.t - 1]
    assert fitted.tolerated is not None and fitted.tree is not None
    tolerated = fitted.tolerated
    each = r.weight * (tolerated.found - r.g) ** 2
    table = c.largest(
        each,
        np.arange(len(each)),
        "item",
        "its weight times what pruning changed, squared",
        lambda x, a: [Input("ĝ", "what the tree gives it", f"fitted:{x}", float(r.g[x]))],
        lambda x: c.trace.problem.item_labels[x],
    )
    share = float(c.run.params["tolerance"])
    most = c.line(
        eq.TOLERATED,
        dict(zip(eq.TOLERATED.right.variables, (share, tolerated.explained), strict=True)),
        tolerated.asked,
    )
    return c.make(
        "epsilon",
        tolerated.used,
        (c.sum_line(eq.TOLERANCE, each), replace(most, result=None)),
        table=table,
        notes=(
            f"The tree found had {tolerated.leaves} leaves, {fitted.tree.n_leaves} are left. A leaf is the weighted "
            "mean of its targets, so both forms are equal.",
            "The tree's slope −Σ w ĝ² is less steep by the same amount.",
        ),
    )


OF_ROUND: dict[str, Callable[[ScoredContext], Explanation]] = {
    "step": step,
    "search": search,
    "risk": risk,
    "risk_pairs": risk_pairs,
    "risk_ties": risk_ties,
    "risk_ridge": risk_ridge,
    "risk_labels": risk_labels,
    "slope": slope,
    "risk_bound": risk_bound,
}
