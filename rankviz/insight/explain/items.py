"""The numbers of one item or ranker: a score g, a potential π, a weight η, and what a ranker says and why."""

import math
from collections.abc import Callable

import numpy as np

from rankviz.engine.algorithms.boosting.region import Region
from rankviz.engine.number_format import number
from rankviz.insight.explain.context import IN_THE_LIMIT, Context
from rankviz.insight.explain.model import Explanation, Input, Line, tex
from rankviz.insight.explain.rounds import earlier
from rankviz.insight.reference.formulas import rankboost as eq


def item(c: Context, x: int) -> Explanation:
    """Explain g of an item: the sum of the weights of the rankers that give the item 1."""
    weights = c.run.weights_at(c.t)
    label, d = c.trace.problem.item_in_words(x), c.digits
    named, key = ("g", f"score of {label}"), f"item:{x}"
    if c.infinite:
        ranker, value = c.ranker, float(c.scores[x])
        note = f"{c.trace.pool.label(ranker)} has infinite weight, so scores are what it alone says, ±1 or 0."
        line = Line("RB+ Lemma 1", r"g(x) = \pm h_t(x)", tex(value, d), value)
        says = Input("h", "what the ranker says", f"h:{ranker}:{x}", abs(value))
        return c.make(key, value, (line,), (says,), notes=(note,), named=named)
    if c.limit:
        value = float(c.scores[x])
        line = Line("RB+ (49)", eq.ITEM_SCORE.tex, rf"\to {tex(value, d)}", value)
        return c.make(key, value, (line,), notes=(IN_THE_LIMIT,), named=named)
    rankers = np.array([j for j in weights if c.trace.pool.output(j)[x]], dtype=np.int64)
    etas = np.array([weights[int(j)] for j in rankers])
    table = c.largest(
        etas,
        rankers,
        "ranker that gives it 1",
        "η, its weight",
        lambda j, a: [
            Input("η", "the ranker's weight", f"eta:{j}", a),
            Input("h", "why it gives 1", f"h:{j}:{x}", 1.0),
        ],
        lambda j: c.trace.pool.label(j),
    )
    silent = len(weights) - len(rankers)
    notes = (f"{silent} of the {len(weights)} rankers in the ensemble give it 0.",) if weights else ()
    line = c.sum_line(eq.ITEM_SCORE, etas)
    return c.make(key, float(c.scores[x]), (line,), table=table, notes=notes, named=named)


def potential(c: Context, x: int) -> Explanation:
    """Explain π of an item after the round: the signed sum of its pairs' weights."""
    label = c.trace.problem.item_in_words(x)
    pairs = c.trace.problem.pairs
    named = (
        "π",
        f"potential of {label}: weight of its pairs as the higher item minus as the lower",
    )
    where = np.flatnonzero((pairs[:, 0] == x) | (pairs[:, 1] == x))
    amounts = np.where(pairs[where, 0] == x, c.after[where], -c.after[where])
    table = c.largest(
        amounts,
        where,
        "pair with this item",
        "±D, its weight",
        lambda i, a: [c.pair_link("pair", i, abs(a), c.t, "D", "its weight")],
    )
    line = c.sum_line(eq.POTENTIAL, amounts)
    return c.make(f"potential:{x}", _potential(c, x), (line,), table=table, named=named)


def _potential(c: Context, x: int) -> float:
    start, lower = c.trace.problem.by_higher
    return float(c.after[start[x] : start[x + 1]].sum() - c.after[lower == x].sum())


def eta(c: Context, ranker: int) -> Explanation:
    """Explain η of a ranker: the sum of the α of the rounds that picked the ranker."""
    label = c.trace.pool.label(ranker)
    named, key = ("η", f"total weight of {label}"), f"eta:{ranker}"
    weights = c.run.weights_at(c.t)
    if c.infinite:
        value = weights.get(ranker, 0.0)
        note = "The last weight is infinite, so no other ranker matters any more."
        text = "∞" if value > 0 else "−∞" if value < 0 else "0"
        line = Line("RB+ Lemma 1", eq.ETA.tex)
        return c.make(key, None if math.isinf(value) else 0.0, (line,), notes=(note,), named=named, text=text)
    if math.isinf(weights.get(ranker, 0.0)):
        text = "∞" if weights[ranker] > 0 else "−∞"
        line = Line("RB+ (49)", eq.ETA.tex)
        return c.make(key, None, (line,), notes=(IN_THE_LIMIT,), named=named, text=text)
    line, table = earlier(c, eq.ETA, ranker, c.t)
    notes = () if table else (f"{label} has not been picked so far.",)
    return c.make(key, weights.get(ranker, 0.0), (line,), table=table, notes=notes, named=named)


def h(c: Context, ranker: int, x: int) -> Explanation:
    """Explain h of an item by a ranker, from the item's feature."""
    pool, problem = c.trace.pool, c.trace.problem
    value, feature = float(pool.output(ranker)[x]), int(pool.feature[ranker])
    named = ("h", f"what {pool.label(ranker)} says of {problem.item_in_words(x)}")
    if pool.is_constant(ranker):
        line = Line("SM Corollary 1", r"h(x) = 1", "1", 1.0)
        note = "The constant classifier says 1 of every item, so it orders no pair."
        return c.make(f"h:{ranker}:{x}", value, (line,), notes=(note,), named=named)
    region = pool.region(ranker)
    if region is not None:
        return _region(c, region, f"h:{ranker}:{x}", x, named)
    raw, name, key = float(problem.X[x, feature]), problem.feature_names[feature], f"h:{ranker}:{x}"
    if pool.named:
        line = Line("given", r"h(x)", tex(raw, c.digits), raw)
        return c.make(
            key, value, (line,), notes=(f"The table of weak rankers says {raw:g} of it.",), named=named
        )
    cut = float(pool.thresholds[ranker])
    formula = r"h(x) = [\, \text{feature} > \text{threshold} \,]"
    if math.isnan(raw):
        note = f"{name} is missing for this item, and a missing value lies below every threshold."
        return c.make(key, value, (Line("weak ranker", formula, "0", 0.0),), notes=(note,), named=named)
    found = float(raw > cut)
    values = f"[\\, {tex(raw, 17)} > {tex(cut, 17)} \\,] = {found:g}"
    note = f"{name} of this item is {number(raw, 6)}."
    return c.make(key, value, (Line("weak ranker", formula, values, found),), notes=(note,), named=named)


def _region(c: Context, region: Region, key: str, x: int, named: tuple[str, str]) -> Explanation:
    """Explain h of an item by a region: 1 where all of the region's tests hold."""
    problem, held, notes = c.trace.problem, [], []
    for test in region.tests:
        raw, name = float(problem.X[x, test.feature]), problem.feature_names[test.feature]
        held.append(float(test.holds(problem.X[x : x + 1])[0]))
        known = "is missing, below every threshold" if math.isnan(raw) else f"is {number(raw, 6)}"
        notes.append(f"{test.text}: {name} {known}, so it {'holds' if held[-1] else 'does not hold'}.")
    found = math.prod(held)
    formula, values = r"h(x) = [\, \text{test} \,]", f"{found:g}"
    if len(held) == 2:
        formula = r"h(x) = [\, \text{first test} \,] \cdot [\, \text{second test} \,]"
        values = f"{held[0]:g} \\cdot {held[1]:g} = {found:g}"
    line = Line("weak ranker", formula, values, found)
    return c.make(key, found, (line,), notes=tuple(notes), named=named)


ITEM_KEYS: dict[str, Callable[..., Explanation]] = {"item": item, "potential": potential, "eta": eta, "h": h}
