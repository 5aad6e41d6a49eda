"""The risk along the tree of one round, and both quadratics from which the step was chosen."""

from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.qbrank.loop import quadratic, quadratic_bound
from rankviz.engine.algorithms.qbrank.losses import weights
from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails

POINTS = 41
"""Default number of places at which the risk is read."""


@dataclass(frozen=True, eq=False)
class Along:
    """At P places `at`: R(h + a g), its upper bound R_k(a g) (6), and the quadratic with the round's W.

    `least` is where the bound has its minimum; the heights are the bound's and the risk's there, and the other
    quadratic's at a = 1, where the tree was fitted to it.
    """

    at: np.ndarray
    risk: np.ndarray
    bound: np.ndarray
    fitted: np.ndarray
    least: float
    least_bound: float
    least_fitted: float
    least_risk: float


def along(details: QBRankDetails, t: int, count: int = POINTS) -> Along:
    """Return the curves of round t ≥ 1, at `count` places that show the step, the search and the bound rise again."""
    loss, descent = details.risk.total, details.descent
    g, h = descent.fitted[t - 1].values, descent.scores[t - 1]
    evaluated = loss.evaluate(h)
    weight = weights(loss, evaluated, details.rules.weighting)
    least = -float(evaluated.gradient @ g) / float(g @ (loss.bound * g))
    search = descent.search[t - 1] if details.rules.step == "search" else 0.0
    # The quadratic is back at its height at twice its minimum; a little more shows it rise.
    # The tree's minimum is at 1.
    far = max(1.35 * search, 1.35 * descent.step[t - 1], 2.3 * least, 1.15)
    at = np.linspace(0.0, far, count)
    return Along(
        at,
        np.array([loss.evaluate(h + a * g).value for a in at]),
        np.array([quadratic_bound(loss, evaluated, g, a) for a in at]),
        np.array([quadratic(evaluated, weight, g, a) for a in at]),
        least,
        quadratic_bound(loss, evaluated, g, least),
        quadratic(evaluated, weight, g, 1.0),
        loss.evaluate(h + least * g).value,
    )
