"""The equations of a ranker of another library: λ's under its objective, and a score as the sum of its leaves."""

from collections.abc import Callable

import numpy as np

from rankviz.engine.algorithms.own.external_model import OwnDetails
from rankviz.engine.number_format import number, share
from rankviz.insight.explain.context import ScoredContext, symbols
from rankviz.insight.explain.model import Explanation, Input
from rankviz.insight.explain.scored import lambdarank
from rankviz.insight.reference.formulas.formula import Equation, Variable

BEFORE, ADDED = Variable("h_{t-1}(x)"), Variable("g_t(x)")
ITEM_SCORE = Equation("a boosted ranker", "h_t(x)", BEFORE + ADDED)
NUMBERS = {
    "leaf": ("g", "the largest step that the tree gave an item"),
    **lambdarank.NUMBERS,
}


def _known(explain: Callable[..., Explanation], key: str) -> Callable[..., Explanation]:
    """Explain a number of the λ's, or say why they are not known."""

    def explained(c: ScoredContext, *rows: int) -> Explanation:
        unknown = c.run.details_as(OwnDetails).unknown
        if not unknown:
            return explain(c, *rows)
        written = ":".join([key, *map(str, rows)])
        named = lambdarank.NUMBERS.get(key, ("λ", "how hard a pair pulls"))
        return c.make(written, None, (), notes=(f"It is not known: {unknown}.",), named=named)

    return explained


def leaf(c: ScoredContext) -> Explanation:
    """Explain the largest |g| of the round, and what each leaf of the tree gave to how many items."""
    details = c.run.details_as(OwnDetails)
    if c.t == 0:
        note = f"{details.model.library}'s first tree comes in round 1."
        return c.make("leaf", None, (symbols(ITEM_SCORE),), notes=(note,))
    ends, given = details.ends[c.t - 1], details.value(c.t)
    most = int(np.argmax(np.abs(given)))
    label = c.trace.problem.item_in_words(most)
    same = int((ends == ends[most]).sum())
    inputs = (Input("g", f"what the tree gives {label}", f"fitted:{most}", float(given[most])),)
    note = f"{same} of {len(ends)} items end in that leaf, {share(same / len(ends))} of them."
    return c.make("leaf", float(given[most]), (symbols(ITEM_SCORE),), inputs, notes=(note,))


def fitted(c: ScoredContext, x: int) -> Explanation:
    """Explain g of an item: the value of the leaf in which it ends, and the questions on the way there."""
    details, problem = c.run.details_as(OwnDetails), c.trace.problem
    key, named = f"fitted:{x}", ("g", f"what the tree gives {problem.item_in_words(x)}")
    if c.t == 0:
        note = f"{details.model.library}'s first tree comes in round 1."
        return c.make(key, None, (symbols(ITEM_SCORE),), notes=(note,), named=named)
    value = float(details.value(c.t)[x])
    same = int((details.ends[c.t - 1] == details.ends[c.t - 1, x]).sum())
    notes = (
        f"On its way to the leaf: {'; '.join(details.way(problem, c.t, x)) or 'the tree has one leaf'}.",
        f"{same} {'item ends' if same == 1 else 'items end'} in its leaf. "
        f"The leaf's value is {details.model.library}'s, its learning rate included.",
    )
    return c.make(key, value, (symbols(ITEM_SCORE),), notes=notes, named=named)


def item(c: ScoredContext, x: int) -> Explanation:
    """Explain h of an item: the score before, plus g."""
    details, problem = c.run.details_as(OwnDetails), c.trace.problem
    named, value = ("h", f"score of {problem.item_in_words(x)}"), float(c.scores[x])
    if c.t == 0:
        note = f"Every score begins at {number(details.model.start)}."
        return c.at_start(x, ITEM_SCORE, named, note)
    before, added = float(c.run.scored.scores[c.t - 1][x]), float(details.value(c.t)[x])
    line = c.line(ITEM_SCORE, {BEFORE: before, ADDED: added})
    inputs = (
        Input("h", "its score before", f"item:{x}@{c.t - 1}", before),
        Input("g", "what the tree gives it", f"fitted:{x}", added),
    )
    return c.make(f"item:{x}", value, (line,), inputs, named=named)


OF_ROUND: dict[str, Callable[[ScoredContext], Explanation]] = {
    "leaf": leaf,
    **{key: _known(explain, key) for key, explain in lambdarank.OF_ROUND.items()},
}
OF_ITEM: dict[str, Callable[[ScoredContext, int], Explanation]] = {
    "item": item,
    "fitted": fitted,
    "lambda": _known(lambdarank.gradient, "lambda"),
}
OF_PAIR: dict[str, Callable[[ScoredContext, int, int], Explanation]] = {
    "pair": _known(lambdarank.pair, "pair")
}
