"""The equations of RankNet and LambdaMART in a round: the λ of a pair, C, an item's λ's, target, leaf and score."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from rankviz.engine.algorithms.lambdarank.lambdamart import LambdaDetails
from rankviz.engine.algorithms.lambdarank.lambdas import NEAR, LambdaRules, LambdaValues
from rankviz.engine.algorithms.own.external_model import OwnDetails
from rankviz.engine.errors import DataError
from rankviz.engine.number_format import number, share
from rankviz.engine.runs.trace import details_of
from rankviz.insight.explain.context import ScoredContext, by_size, symbols
from rankviz.insight.explain.model import Explanation, Input, Line
from rankviz.insight.reference.formulas import lambdas as eq
from rankviz.insight.reference.formulas.formula import Values

NUMBERS = {
    "pull": ("λ", "how hard the pair with the largest λ pulls its two items apart, before the round"),
    "pair_cost": ("C", "what all pairs cost after the round, with the weights they have then"),
    "pairs_kept": ("kept", "share of the pairs with an item in the first k places"),
}


class LambdaRankRound:
    """The data of a round: the λ's at the scores before it (for round 0: at the start).

    Raises DataError for a ranker of another library whose λ's are not known.
    """

    def __init__(self, c: ScoredContext) -> None:
        own = details_of(c.run, OwnDetails)
        self.c, self.lambdas = c, c.run.details_as(LambdaDetails).lambdas if own is None else own.lambdas
        self.rules = self.lambdas.rules
        self.h = c.run.scored.scores[max(c.t - 1, 0)]
        self.look = self.lambdas.evaluate(self.h)


class LambdaMartRound(LambdaRankRound):
    """The same with the fitted g (n,)."""

    def __init__(self, c: ScoredContext) -> None:
        super().__init__(c)
        self.details = c.run.details_as(LambdaDetails)
        self.g = self.details.fitted[c.t - 1].values if c.t else np.zeros(len(self.h))


def _lambda(
    c: ScoredContext, look: LambdaValues, rules: LambdaRules, i: int
) -> tuple[tuple[Line, ...], tuple[str, ...]]:
    """Return the lines of λ of pair i, σ w / (1 + e^{σ s}), and the notes on its weight w."""
    values: Values = {eq.SIGMA: rules.sigma, eq.WEIGHT: float(look.weight[i]), eq.SCORE: float(look.s[i])}

    def give(x: Values) -> float:
        sigma, weight, score = (each.give(x) for each in (eq.SIGMA, eq.WEIGHT, eq.SCORE))
        return sigma * weight / (1.0 + math.exp(min(sigma * score, 700.0)))

    line = c.line(eq.LAMBDA, values, give=give)
    weight = r"|\Delta \mathrm{NDCG}|" if rules.delta else "1"
    weight = (
        rf"\frac{{{weight}}}{{{NEAR} + |s|}} \cdot \frac{{\log_2 (1 + S)}}{{S}}" if rules.norm else weight
    )
    notes = []
    if not look.counted[i]:
        notes.append(f"Neither item is in the first {rules.at} places: the pair is dropped and weighs 0.")
    elif rules.delta:
        notes.append(
            f"|ΔNDCG| = {number(float(look.delta[i]), c.digits)}: how much NDCG would change if they swapped places."
        )
    if rules.norm:
        notes.append("S is twice the sum of the λ's of its query; where all scores are equal only S divides.")
    return (line, Line("weight", rf"w = {weight}")), tuple(notes)


def pull(c: ScoredContext) -> Explanation:
    """Explain λ of the heaviest pair, before the round."""
    r = LambdaRankRound(c)
    i = int(by_size(r.look.pull)[0])
    lines, weight_notes = _lambda(c, r.look, r.rules, i)
    table = c.largest(r.look.pull, np.arange(len(r.look.pull)), "pair", "its λ", lambda i, a: [])
    notes = (f"It is {c.pair_label(i)}.", *weight_notes)
    return c.make("pull", float(r.look.pull[i]), lines, table=table, notes=notes)


def pair(c: ScoredContext, higher: int, lower: int) -> Explanation:
    """Explain the weight of a pair on the map after the round: the pair's λ over the sum of all λ's."""
    found = c.pair_index(higher, lower)
    if len(found) == 0:
        raise DataError(f"({higher}, {lower}) is not a critical pair", remedy="Choose one of the map's")
    r, i = LambdaRankRound(c), int(found[0])
    look = r.lambdas.evaluate(c.scores)
    (first, weight), weight_notes = _lambda(c, look, r.rules, i)
    pull, every = float(look.pull[i]), float(look.pull.sum())
    value = float(c.trace.weights(c.run, c.t)[i])
    share_of = replace(symbols(eq.SHARE), result=value)
    if every > 0.0:
        share_of = c.line(eq.SHARE, {eq.PULL: pull, eq.ALL: every})
    lines = (share_of, Line(first.equation, first.formula, first.values), weight)
    named = ("D", f"weight of {c.pair_label(i)}")
    return c.make(f"pair:{higher}:{lower}", value, lines, notes=weight_notes, named=named)


def pair_cost(c: ScoredContext) -> Explanation:
    """Explain C = Σ w ln(1 + e^{−σ s}) after the round."""
    r = LambdaRankRound(c)
    look = r.lambdas.evaluate(c.scores)
    each = look.weight * np.logaddexp(0.0, -r.rules.sigma * look.s)
    line = c.sum_line(eq.COST, each)
    table = c.largest(each, np.arange(len(each)), "pair", "its cost", lambda i, a: [])
    notes = ("The λ's are its slopes only while the weights w stay the same; they change with the ranks.",)
    fixed = not (r.rules.delta or r.rules.norm or r.rules.at)
    value = float(c.run.extra["pair_cost"][c.t])
    return c.make("pair_cost", value, (line,), table=table, notes=() if fixed else notes)


def pairs_kept(c: ScoredContext) -> Explanation:
    """Explain the share of the pairs that truncation leaves."""
    r = LambdaRankRound(c)
    within = r.lambdas.evaluate(c.scores).counted
    line = c.line(eq.KEPT, {eq.COUNTED: float(within.sum()), eq.PAIRS: float(len(within))})
    assert line.result is not None
    truncation = f"k = {r.rules.at}" if r.rules.at else "There is no truncation: all pairs count"
    return c.make(
        "pairs_kept",
        float(c.run.extra["pairs_kept"][c.t]),
        (line,),
        notes=(f"{truncation}. {share(line.result)} of the pairs are kept.",),
    )


def gradient(c: ScoredContext, x: int) -> Explanation:
    """Explain the sum of an item's λ's: those that pull the item up minus those that pull it down."""
    problem, key = c.trace.problem, f"lambda:{x}"
    named = ("λₓ", f"what the λ's of {problem.item_in_words(x)} add up to: how hard it is pulled up")
    if c.t == 0:
        return c.no_tree_yet(key, symbols(eq.ITEM_LAMBDA), named)
    r = LambdaRankRound(c)
    where = np.flatnonzero((problem.pairs == x).any(axis=1))
    each = np.where(problem.pairs[where, 0] == x, 1.0, -1.0) * r.look.pull[where]
    table = c.largest(
        each, where, "pair with this item", "its λ, − where it is the lower item", lambda i, a: []
    )
    value = -float(r.look.gradient[x])
    return c.make(key, value, (c.sum_line(eq.ITEM_LAMBDA, each),), table=table, named=named)


def target(c: ScoredContext, x: int) -> Explanation:
    """Explain r of an item: the item's λ over its second derivatives."""
    named = ("r", f"target of {c.trace.problem.item_in_words(x)}: Newton's step of its score")
    key, twice = f"target:{x}", c.run.params["hessian"] == "twice"
    formula = r"W(x) = " + ("2 " if twice else "") + r"\sigma^2 \sum_{\text{pairs of } x} w\, p\, (1 - p)"
    lines = (
        symbols(eq.TARGET),
        Line("W", formula + r",\quad p = \frac{1}{1 + e^{\sigma s}}"),
    )
    if c.t == 0:
        return c.no_tree_yet(key, lines[0], named)
    r = LambdaMartRound(c)
    if r.look.fit_weight[x] == 0.0:
        note = "No pair of this item counts, so it has no weight."
        return c.make(key, 0.0, lines, notes=(note,), named=named)
    pull = -float(r.look.gradient[x])
    first = c.line(eq.TARGET, {eq.ITEM_PULL: pull, eq.CURVE: float(r.look.fit_weight[x])})
    inputs = (Input("λₓ", "what its λ's add up to", f"lambda:{x}", pull),)
    return c.make(key, float(r.look.target[x]), (first, lines[1]), inputs, named=named)


def fitted(c: ScoredContext, x: int) -> Explanation:
    """Explain g of an item: the leaf's λ's over the leaf's second derivatives, Newton's step of the leaf."""
    problem, key = c.trace.problem, f"fitted:{x}"
    named = ("g", f"what the tree gives {problem.item_in_words(x)}")
    if c.t == 0:
        return c.no_tree_yet(key, symbols(eq.LEAF), named)
    r = LambdaMartRound(c)
    tree, weight = r.details.fitted[c.t - 1].tree, r.look.fit_weight
    assert tree is not None
    leaf = tree.apply(problem.X)
    rows = np.flatnonzero((leaf == leaf[x]) & (weight > 0.0))
    values = {eq.LEAF_PULL: -float(r.look.gradient[rows].sum()), eq.LEAF_CURVE: float(weight[rows].sum())}
    line = c.line(eq.LEAF, values)
    table = c.largest(
        -r.look.gradient[rows],
        rows,
        "item in the leaf",
        "what its λ's add up to",
        lambda z, a: [Input("λ", "what its λ's add up to", f"lambda:{z}", a)],
        lambda z: problem.item_labels[z],
    )
    inputs = (Input("r", "its own target", f"target:{x}", float(r.look.target[x])),)
    note = f"{len(rows)} {'item that counts is' if len(rows) == 1 else 'items that count are'} in its leaf."
    return c.make(key, float(r.g[x]), (line,), inputs, table, (note,), named=named)


def item(c: ScoredContext, x: int) -> Explanation:
    """Explain h of an item: the score before, plus η g."""
    named = ("h", f"score of {c.trace.problem.item_in_words(x)}")
    value = float(c.scores[x])
    if c.t == 0:
        return c.at_start(x, eq.ITEM_SCORE, named)
    r = LambdaMartRound(c)
    before, added = float(r.h[x]), float(r.g[x])
    line = c.line(eq.ITEM_SCORE, {eq.BEFORE: before, eq.ETA: r.details.eta, eq.ADDED: added})
    inputs = (
        Input("h", "its score before", f"item:{x}@{c.t - 1}", before),
        Input("g", "what the tree gives it", f"fitted:{x}", added),
    )
    return c.make(f"item:{x}", value, (line,), inputs, named=named)


OF_ROUND: dict[str, Callable[[ScoredContext], Explanation]] = {
    "pull": pull,
    "pair_cost": pair_cost,
    "pairs_kept": pairs_kept,
}
OF_ITEM: dict[str, Callable[[ScoredContext, int], Explanation]] = {
    "item": item,
    "lambda": gradient,
    "target": target,
    "fitted": fitted,
}
OF_PAIR: dict[str, Callable[[ScoredContext, int, int], Explanation]] = {"pair": pair}
