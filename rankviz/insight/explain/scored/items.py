"""An item in a round of Algorithm 1 (QB): its target, the tree's value for the item, and its score."""

from collections.abc import Callable

import numpy as np

from rankviz.engine.algorithms.qbrank.risk import target_parts
from rankviz.insight.explain.context import ScoredContext, symbols
from rankviz.insight.explain.model import Contributions, Explanation, Input, Line, tex
from rankviz.insight.explain.scored import lists
from rankviz.insight.explain.scored.qbrank import QBRankRound
from rankviz.insight.explain.worked import put_in
from rankviz.insight.reference.formulas import qbrank as eq
from rankviz.insight.reference.formulas.formula import Terms, Variable

SUM = Variable("r")
PARTS = {"pairs": "pairs", "lists": "list", "ties": "ties", "ridge": "ridge", "labels": "label"}
"""The name of each part of the risk that adds to an item's target."""


def target(c: ScoredContext, x: int) -> Explanation:
    """Explain r of an item: the push of its pairs or list and the pull of its label (Algorithms 1 and 2)."""
    label = c.trace.problem.item_in_words(x)
    named = ("r", f"target of {label}: how far its score should move")
    line = Line("QB Algorithm 1", r"r(x) = -\frac{1}{W(x)} \frac{\partial R}{\partial h(x)}")
    if c.t == 0:
        return c.no_tree_yet(f"target:{x}", line, named)
    r = QBRankRound(c)
    parts = {PARTS[name]: float(part[x]) for name, part in target_parts(r.risk, r.h, r.weight).items()}
    there = [part for part in parts.values() if part == part]
    found = float(sum(there))
    learned = "pairs" if r.risk.lists is None else "list"
    names = [rf"\text{{{word}}} {tex(part, c.digits)}" for word, part in parts.items() if part == part]
    split = Line(
        "its parts",
        "r = " + " + ".join(rf"r_{{\text{{{word}}}}}" for word in dict.fromkeys((learned, *parts, "label"))),
        put_in(SUM, {SUM: Terms(tuple(there), len(there))}, found, c.digits),
        found,
    )
    lines = (Line(line.equation, line.formula, r",\ ".join(names)), split) if there else (line,)
    notes = (
        ()
        if there
        else (f"This item is in no {learned.rstrip('s')} and has no label that counts: it has no weight.",)
    )
    inputs: tuple[Input, ...] = ()
    if r.risk.lists is not None:
        value = lists.push(c, x).value
        inputs = (
            Input(
                lists.SYMBOLS["list_push"], "what its list asks, before W divides it", f"list_push:{x}", value
            ),
        )
    return c.make(
        f"target:{x}", float(r.target[x]), lines, inputs, table=_pushes(c, r, x), notes=notes, named=named
    )


def _pushes(c: ScoredContext, r: QBRankRound, x: int) -> Contributions | None:
    """Return the table of an item's pairs by what each adds to the item's target."""
    if r.risk.pairs is None or r.weight[x] == 0.0:
        return None
    pairs = c.trace.problem.pairs
    where = np.flatnonzero((pairs[:, 0] == x) | (pairs[:, 1] == x))
    sign = np.where(pairs[where, 0] == x, 1.0, -1.0)
    push = sign * r.risk.w * r.risk.pairs.pull(r.h)[where] / r.weight[x]
    return c.largest(push, where, "pair with this item", "its push, w · shortfall / W", lambda i, a: [])


def fitted(c: ScoredContext, x: int) -> Explanation:
    """Explain g of an item: the weighted mean of the targets in the item's leaf."""
    label, problem = c.trace.problem.item_in_words(x), c.trace.problem
    named = ("g", f"what the tree gives {label}")
    if c.t == 0:
        return c.no_tree_yet(f"fitted:{x}", symbols(eq.LEAF), named)
    r = QBRankRound(c)
    tree = r.descent.fitted[c.t - 1].tree
    assert tree is not None
    leaf = tree.apply(problem.X)
    rows = np.flatnonzero((leaf == leaf[x]) & (r.weight > 0.0))
    moved, weight = float(r.weight[rows] @ r.target[rows]), float(r.weight[rows].sum())
    line = c.line(eq.LEAF, {eq.MOVED: moved, eq.WEIGHT: weight})
    table = c.largest(
        r.weight[rows] * r.target[rows] / weight,
        rows,
        "item in the leaf",
        "W r over the leaf's weight",
        lambda z, a: [Input("r", "its target", f"target:{z}", float(r.target[z]))],
        lambda z: problem.item_labels[z],
    )
    inputs = (Input("r", "its own target", f"target:{x}", float(r.target[x])),)
    note = f"{len(rows)} {'item is' if len(rows) == 1 else 'items are'} in its leaf."
    return c.make(f"fitted:{x}", float(r.g[x]), (line,), inputs, table, (note,), named=named)


def item(c: ScoredContext, x: int) -> Explanation:
    """Explain h of an item: the score before, plus the step times g."""
    named = ("h", f"score of {c.trace.problem.item_in_words(x)}")
    r = QBRankRound(c)
    value = float(r.descent.scores[c.t][x])
    if c.t == 0:
        return c.at_start(x, eq.ITEM_SCORE, named)
    before, added = float(r.h[x]), float(r.g[x])
    line = c.line(eq.ITEM_SCORE, {eq.BEFORE: before, eq.LENGTH: r.step, eq.ADDED: added})
    inputs = (
        Input("h", "its score before", f"item:{x}@{c.t - 1}", before),
        c.round_input("step", r.step),
        Input("g", "what the tree gives it", f"fitted:{x}", added),
    )
    return c.make(f"item:{x}", value, (line,), inputs, named=named)


OF_ITEM: dict[str, Callable[[ScoredContext, int], Explanation]] = {
    "item": item,
    "target": target,
    "fitted": fitted,
    **lists.OF_ITEM,
}
