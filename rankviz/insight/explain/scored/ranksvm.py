"""The equations of RankSVM's objective and scores (QB section 4; Joachims 2002)."""

from collections.abc import Callable

import numpy as np

from rankviz.engine.algorithms.kernel_gd.gram import Scaling
from rankviz.engine.algorithms.qbrank.ranksvm import RankSVMDetails
from rankviz.insight.explain.context import ScoredContext
from rankviz.insight.explain.model import Explanation
from rankviz.insight.reference.formulas import qbrank as eq

NUMBERS = {
    "objective": (
        "J",
        "what RankSVM minimises: half its weights squared, and C times the mean cost of a pair",
    )
}


def _details(c: ScoredContext) -> RankSVMDetails:
    return c.run.details_as(RankSVMDetails)


def objective(c: ScoredContext) -> Explanation:
    """Explain J = ½‖v‖² + C · mean squared hinge."""
    pairs, cost = c.trace.problem.pairs, float(c.run.params["cost"])
    v = _details(c).weights if c.t else np.zeros_like(_details(c).weights)
    h = c.scores
    short = np.maximum(1.0 - (h[pairs[:, 0]] - h[pairs[:, 1]]), 0.0) ** 2
    line = c.line(eq.OBJECTIVE, {eq.SIZE: float(v @ v), eq.COST: cost, eq.MEAN: float(short.mean())})
    table = c.largest(
        cost * short / len(short), np.arange(len(short)), "pair", "C / m times its cost", lambda i, a: []
    )
    value = float(c.run.extra["objective"][c.t])
    return c.make("objective", value, (line,), table=table)


def item(c: ScoredContext, x: int) -> Explanation:
    """Explain h(x) = v · x over scaled features."""
    problem, value = c.trace.problem, float(c.scores[x])
    named = ("h", f"score of {problem.item_in_words(x)}")
    if c.t == 0:
        return c.at_start(x, eq.LINEAR, named, "Before it is solved every score is 0.")
    each = _details(c).weights * Scaling.fit(problem.X, standardise=True).apply(problem.X)[x]
    table = c.largest(
        each,
        np.arange(len(each)),
        "feature",
        "its weight times its scaled value",
        lambda j, a: [],
        lambda j: problem.feature_names[j],
    )
    return c.make(f"item:{x}", value, (c.sum_line(eq.LINEAR, each),), table=table, named=named)


OF_ROUND: dict[str, Callable[[ScoredContext], Explanation]] = {"objective": objective}
OF_ITEM: dict[str, Callable[[ScoredContext, int], Explanation]] = {"item": item}
