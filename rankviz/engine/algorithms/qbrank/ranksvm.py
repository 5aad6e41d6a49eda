"""RankSVM (QB section 4; after Joachims 2002): a linear score learned from the differences of the pairs' features.

Joachims' cost of a pair is the hinge; here it is the squared hinge, which has no kink.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from rankviz.engine.algorithms.boosting.stop import Stop, Why
from rankviz.engine.algorithms.kernel_gd.gram import Scaling
from rankviz.engine.algorithms.qbrank import linear
from rankviz.engine.algorithms.qbrank.qbrank import dcg_after, unmeasured_dcg
from rankviz.engine.algorithms.score_learner import Learning, ScoredSteps
from rankviz.engine.choice import Choice
from rankviz.engine.data.problem import Problem

MOST_PAIRS = 200_000
"""Most pairs to learn from; beyond, a seeded sample is drawn."""

MOST_VALUES = 20_000_000
"""Most feature differences that are held: pairs times features."""

LEFT = 1e-4
"""The largest |∂J/∂v| that may be left at the solution, over that at 0."""

COST = Choice(
    "cost",
    "Cost",
    "float",
    1.0,
    "C: what errors cost relative to the size of the weights, as ½‖v‖² + C · mean squared hinge of the pairs.",
    low=0.001,
    high=10000.0,
)
PARAMETERS = (COST,)


@dataclass(frozen=True, eq=False)
class RankSVMDetails:
    """The solution of RankSVM, and the pairs it was learned from.

    weights : v (d,), of the scaled features.
    pairs, sampled : how many pairs were learned from, and whether they are a sample.
    slope, slope_at_start : the largest |∂J/∂v| at v and at 0.
    slope_terms : the largest sum of the sizes of the terms of ∂J/∂v at v, against which its rounding is measured.
    """

    weights: np.ndarray
    pairs: int
    sampled: bool
    slope: float
    slope_at_start: float
    slope_terms: float

    def first(self, t: int) -> RankSVMDetails:
        """Return everything: RankSVM has a single round."""
        return self


def fit_ranksvm(task: Learning) -> ScoredSteps:
    """Minimise ½‖v‖² + C · mean over pairs of max(0, 1 − v·(x − y))², x above y, in one round, whatever `rounds` is.

    The only random part is the sample of pairs where there are more than `MOST_PAIRS`.
    """
    problem, held = task.problem, task.held
    scaling = Scaling.fit(problem.X, standardise=True)
    X = scaling.apply(problem.X)
    pairs, sampled = _pairs(problem, task.seed)
    differences, cost = X[pairs[:, 0]] - X[pairs[:, 1]], float(task.params["cost"])
    v = linear.least(differences, cost)
    scores = [np.zeros(problem.n_items), X @ v]
    held_scores = None if held is None else [np.zeros(held.n_items), scaling.apply(held.X) @ v]
    objective = [_objective(problem, h, w, cost) for h, w in zip(scores, (0 * v, v), strict=True)]
    task.tell(1)
    return ScoredSteps(
        scores=np.array(scores),
        held=None if held_scores is None else np.array(held_scores),
        staged=lambda X: iter((np.zeros(len(X)), scaling.apply(X) @ v)),
        added=["linear model"],
        step=[1.0],
        extra={"objective": objective, **unmeasured_dcg(1)},
        stopped=Stop(Why.NO_ROUNDS, "it has no rounds, but finds its one score in a single step"),
        later=partial(dcg_after, problem, scores, held, held_scores),
        pair_weight=lambda h: 2.0 * _short(problem, h),
        details=RankSVMDetails(
            weights=v,
            pairs=len(pairs),
            sampled=sampled,
            slope=linear.slope(differences, v, cost),
            slope_at_start=linear.slope(differences, 0 * v, cost),
            slope_terms=linear.terms(differences, v, cost),
        ),
    )


def _pairs(problem: Problem, seed: int) -> tuple[np.ndarray, bool]:
    """Critical pairs (k, 2) to learn from, and whether they are a sample."""
    most = min(MOST_PAIRS, max(MOST_VALUES // problem.n_features, 1))
    pairs = problem.pairs
    if len(pairs) <= most:
        return pairs, False
    rng = np.random.default_rng(seed)
    return pairs[np.sort(rng.choice(len(pairs), most, replace=False))], True


def _short(problem: Problem, h: np.ndarray) -> np.ndarray:
    """max(0, 1 − s) of every critical pair (m,)."""
    higher, lower = problem.pairs.T
    return np.maximum(1.0 - (h[higher] - h[lower]), 0.0)


def _objective(problem: Problem, h: np.ndarray, v: np.ndarray, cost: float) -> float:
    return 0.5 * float(v @ v) + cost * float(np.mean(_short(problem, h) ** 2))
