"""The equations of ListNet's loss: the target shares of a list's items, their present shares, and the slope."""

from collections.abc import Callable

import numpy as np

from rankviz.insight.explain.context import ScoredContext, symbols
from rankviz.insight.explain.model import Explanation, Input, Line, tex
from rankviz.insight.explain.scored.qbrank import QBRankRound
from rankviz.insight.reference.formulas import qbrank as eq
from rankviz.insight.reference.formulas.formula import Equation

SYMBOLS = {"list_push": "w(p − s)", "wanted": "p", "share": "s"}
"""The symbols of an item's numbers, by key."""
NO_LISTS = "This run learns from no lists."


def risk_lists(c: ScoredContext) -> Explanation:
    """Explain the lists' part of the risk: w times the sum of the lists' cross-entropies."""
    r = QBRankRound(c)
    equation = eq.RISK_LISTS
    if r.risk.lists is None:
        return c.make("risk_lists", None, (symbols(equation),), notes=(NO_LISTS,))
    problem = c.trace.problem
    each = r.risk.lists.target * r.risk.lists.costs(r.descent.scores[c.t])
    by_list = np.bincount(problem.qid, each, problem.n_queries)
    whole = float(each.sum())
    table = c.largest(
        r.risk.w * by_list,
        np.arange(problem.n_queries),
        "list",
        "w times its cost",
        lambda q, a: [],
        lambda q: problem.query_ids[q],
    )
    value = float(c.run.extra["risk_lists"][c.t])
    factor, costs = equation.right.variables
    line = c.line(equation, {factor: r.risk.w, costs: whole})
    note = "Scores equal to the grades would cost least: the entropy of the target shares, not 0."
    return c.make("risk_lists", value, (line,), table=table, notes=(note,))


def push(c: ScoredContext, x: int) -> Explanation:
    """Explain −∂R/∂h of an item by its list, w (p − s), and the bound on the curvature."""
    label = c.trace.problem.item_in_words(x)
    named = (SYMBOLS["list_push"], f"what the list of {label} asks of its score before the round")
    r = QBRankRound(c)
    if r.risk.lists is None:
        return c.make(f"list_push:{x}", None, (symbols(eq.LIST_PUSH),), notes=(NO_LISTS,), named=named)
    w, p, s = r.risk.w, float(r.risk.lists.target[x]), float(r.risk.lists.shares(r.h)[x])
    line = c.line(eq.LIST_PUSH, {eq.FACTOR: w, eq.WANTED: p, eq.SHARE: s})
    notes: tuple[str, ...] = ("It is alone in its list, where every share is 1, so nothing pulls it.",)
    lines: tuple[Line, ...] = (line,)
    if r.risk.lists.bound[x] > 0.0:
        notes = ("Below its target share an item is pushed up, above it down; a list's pushes add up to 0.",)
        sides = tex(2.0 * w * s * (1.0 - s), c.digits), tex(w * float(r.risk.lists.bound[x]), c.digits)
        bound = (
            r"\sum_z \left| \frac{\partial^2 R_{\text{lists}}}{\partial h(x)\, \partial h(z)} \right| "
            r"= 2 w\, s(x) \big(1 - s(x)\big) \le \tfrac{w}{2}"
        )
        lines = (*lines, Line("Gershgorin", bound, rf"{sides[0]} \le {sides[1]}"))
    inputs = (
        Input(SYMBOLS["wanted"], "its target share", f"wanted:{x}", p),
        Input(SYMBOLS["share"], "its present share", f"share:{x}", s),
    )
    return c.make(f"list_push:{x}", line.result, lines, inputs, notes=notes, named=named)


def wanted(c: ScoredContext, x: int) -> Explanation:
    """Explain p of an item: the softmax of the item's grade in its list."""
    named = (SYMBOLS["wanted"], f"share of its list that {c.trace.problem.item_in_words(x)} should have")
    r, equation = QBRankRound(c), eq.softmax("p", "y")
    if r.risk.lists is None:
        return c.make(f"wanted:{x}", None, (symbols(equation),), notes=(NO_LISTS,), named=named)
    return _share(c, f"wanted:{x}", x, c.trace.problem.known_grades, equation, named, lambda z: [])


def share(c: ScoredContext, x: int) -> Explanation:
    """Explain s of an item: the softmax, in its list, of the item's score before the round."""
    named = (
        SYMBOLS["share"],
        f"share of its list that {c.trace.problem.item_in_words(x)} has before the round",
    )
    r, equation = QBRankRound(c), eq.softmax("s", "h")
    if r.risk.lists is None:
        return c.make(f"share:{x}", None, (symbols(equation),), notes=(NO_LISTS,), named=named)
    before = max(c.t - 1, 0)
    return _share(
        c,
        f"share:{x}",
        x,
        r.h,
        equation,
        named,
        lambda z: [Input("h", "its score before the round", f"item:{z}@{before}", float(r.h[z]))],
    )


def _share(
    c: ScoredContext,
    key: str,
    x: int,
    values: np.ndarray,
    equation: Equation,
    named: tuple[str, str],
    link: Callable[[int], list[Input]],
) -> Explanation:
    """Explain an item's softmax among the items of its list; values (n,) are all items' grades or scores."""
    problem = c.trace.problem
    rows = np.flatnonzero(problem.qid == problem.qid[x])
    e = np.exp(values[rows] - values[rows].max())
    whole = float(e.sum())
    over, under = equation.right.variables
    line = c.line(equation, {over: float(e[rows == x][0]), under: whole})
    table = c.largest(
        e / whole,
        rows,
        "item of the list",
        "its share",
        lambda z, a: link(z),
        lambda z: problem.item_labels[z],
    )
    return c.make(key, line.result, (line,), table=table, named=named)


OF_ITEM: dict[str, Callable[[ScoredContext, int], Explanation]] = {
    "list_push": push,
    "wanted": wanted,
    "share": share,
}
