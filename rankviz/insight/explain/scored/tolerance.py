"""The equations of the weak learner's tolerance (QB (3)): the cost of pruning a tree, and the cost allowed."""

from dataclasses import replace

import numpy as np

from rankviz.insight.explain.context import ScoredContext, symbols
from rankviz.insight.explain.model import Explanation, Input
from rankviz.insight.explain.scored.qbrank import NUMBERS, QBRankRound
from rankviz.insight.reference.formulas.qbrank import TOLERANCE, TOLERATED


def epsilon(c: ScoredContext) -> Explanation:
    """Explain ε_k (3): Σ w (g − ĝ)², where g is the tree as grown and ĝ the tree as pruned."""
    if "epsilon" not in c.run.extra:
        return _none(c, "This run has no tolerance, so every tree is added as it was found.")
    if c.t == 0:
        return _none(c, "Before round 1 no tree has been fitted, so this has no value yet.")
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
        TOLERATED,
        dict(zip(TOLERATED.right.variables, (share, tolerated.explained), strict=True)),
        tolerated.asked,
    )
    return c.make(
        "epsilon",
        tolerated.used,
        (c.sum_line(TOLERANCE, each), replace(most, result=None)),
        table=table,
        notes=(
            f"The tree found had {tolerated.leaves} leaves, {fitted.tree.n_leaves} are left. A leaf is the weighted "
            "mean of its targets, so both forms are equal.",
            "The tree's slope −Σ w ĝ² is less steep by the same amount.",
        ),
        named=NUMBERS["epsilon"],
    )


def _none(c: ScoredContext, why: str) -> Explanation:
    return c.make("epsilon", None, (symbols(TOLERANCE),), notes=(why,), named=NUMBERS["epsilon"])
