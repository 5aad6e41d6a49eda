"""RankSVM (QB section 4; after Joachims 2002): a linear score learned from the differences of the pairs' features.

Joachims' cost of a pair is the hinge; here it is the squared hinge, which has no kink.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np

from rankviz.algorithms.boosting.stop import Stop, Why
from rankviz.algorithms.kernel_gd.gram import Scaling
from rankviz.algorithms.qbrank.qbrank import dcg_series
from rankviz.algorithms.score_learner import Learning, ScoredSteps
from rankviz.choice import Choice
from rankviz.data.problem import Problem
from rankviz.kernels import libraries

MOST_PAIRS = 200_000
"""Most pairs to learn from; beyond, a seeded sample is drawn."""

MOST_VALUES = 20_000_000
"""Most feature differences that are held: pairs times features."""

LEFT, STEPS = 1e-4, 20
"""The largest |∂J/∂v| that may be left at the solution, over that at 0; and the most Newton steps to get there."""

LEAST_SLOPE = 1e-100
"""The largest |∂J/∂v| at 0 below which LinearSVC is not asked: it would search for ever once squares underflow to 0."""

COST = Choice(
    "cost",
    "Cost",
    "float",
    1.0,
    "C: what errors cost beside the weights' size, as ½‖v‖² + C · mean squared hinge of the pairs.",
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
    slope_terms : the largest sum of the sizes of what ∂J/∂v at v adds up, against which its rounding is measured.
    warning : what the solver warned of, "" when nothing.
    """

    weights: np.ndarray
    pairs: int
    sampled: bool
    slope: float
    slope_at_start: float
    slope_terms: float
    warning: str

    def first(self, t: int) -> RankSVMDetails:
        """Return everything: RankSVM has a single round."""
        return self


def fit_ranksvm(task: Learning) -> ScoredSteps:
    """Minimise ½‖v‖² + C · mean over pairs of max(0, 1 − v·(x − y))², x above y, in one round, whatever `rounds` is.

    scikit-learn's LinearSVC solves it in the primal, without intercept, on differences of scaled features; where it
    stops too early, Newton's steps go on. There is nothing to draw but the sample of pairs where there are more than
    `MOST_PAIRS`.
    """
    problem, held = task.problem, task.held
    scaling = Scaling.of(problem.X, standardise=True)
    X = scaling.apply(problem.X)
    pairs, sampled = _pairs(problem, task.seed)
    differences, cost = X[pairs[:, 0]] - X[pairs[:, 1]], float(task.params["cost"])
    solved = _slope(differences, np.zeros(problem.n_features), cost) > LEAST_SLOPE
    v, warning = _solve(differences, cost) if solved else (np.zeros(problem.n_features), "")
    v = _finished(differences, v, cost)
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
        extra={"objective": objective, **dcg_series(problem, scores, held, held_scores)},
        stopped=Stop(Why.NO_ROUNDS, "it has no rounds: its one score is solved for at once"),
        pair_weight=lambda h: 2.0 * _short(problem, h),
        details=RankSVMDetails(
            weights=v,
            pairs=len(pairs),
            sampled=sampled,
            slope=_slope(differences, v, cost),
            slope_at_start=_slope(differences, 0 * v, cost),
            slope_terms=_terms(differences, v, cost),
            warning=warning,
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


def _solve(differences: np.ndarray, cost: float) -> tuple[np.ndarray, str]:
    """v (d,) for differences (k, d), and what the solver warned of, "" when nothing."""
    # A pair turned around with the other label costs the same; the solver wants both labels to occur.
    label = np.where(np.arange(len(differences)) % 2 == 0, 1.0, -1.0)
    if len(differences) == 1:
        differences, label = np.repeat(differences, 2, axis=0), np.array([1.0, -1.0])
    svm = libraries.learning("sklearn.svm").LinearSVC(
        C=cost / len(differences), dual=False, fit_intercept=False, tol=1e-8, max_iter=10_000
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", libraries.learning("sklearn.exceptions").ConvergenceWarning)
        svm.fit(differences * label[:, None], label)
    return svm.coef_[0].astype(np.float64), "; ".join(str(each.message) for each in caught)


def _finished(differences: np.ndarray, v: np.ndarray, cost: float) -> np.ndarray:
    """v (d,) after Newton's steps for as long as more than `LEFT` of the slope is there and a step lowers it.

    LinearSVC ends where J falls by less than 10⁻¹² of itself. J is about C, and falls by about the slope squared: small
    differences have a minimum that it does not set out for, though the slope, which does not cancel, shows the way.
    """
    from scipy.sparse.linalg import LinearOperator, cg  # here, because importing it takes half a second

    k, d = differences.shape
    enough, left = LEFT * _slope(differences, 0.0 * v, cost), _slope(differences, v, cost)
    for _ in range(STEPS):
        if left <= enough:
            break
        short = differences[differences @ v < 1.0]
        curve = LinearOperator(
            (d, d), lambda x, short=short: x + 2.0 * cost / k * ((short @ x) @ short), dtype=np.float64
        )
        # Of a slope whose largest part is 1: the square of its own may be beyond floats.
        further = v - left * cg(curve, _gradient(differences, v, cost) / left, rtol=1e-12)[0]
        now = _slope(differences, further, cost)
        if now >= left:
            break
        v, left = further, now
    return v


def _slope(differences: np.ndarray, v: np.ndarray, cost: float) -> float:
    """The largest |∂J/∂v| at v (d,)."""
    return float(np.abs(_gradient(differences, v, cost)).max())


def _terms(differences: np.ndarray, v: np.ndarray, cost: float) -> float:
    """The largest |v| + 2C · mean (1 + |v|·|d|) |d|, part by part."""
    size = np.abs(differences)
    return float((np.abs(v) + 2.0 * cost * ((1.0 + size @ np.abs(v)) @ size) / len(size)).max())


def _gradient(differences: np.ndarray, v: np.ndarray, cost: float) -> np.ndarray:
    """∂J/∂v (d,) of ½‖v‖² + C · mean max(0, 1 − v·d)² over differences d (k, d)."""
    short = np.maximum(1.0 - differences @ v, 0.0)
    return np.asarray(v - 2.0 * cost * (short @ differences) / len(differences))


def _short(problem: Problem, h: np.ndarray) -> np.ndarray:
    """max(0, 1 − s) of every critical pair (m,)."""
    higher, lower = problem.pairs.T
    return np.maximum(1.0 - (h[higher] - h[lower]), 0.0)


def _objective(problem: Problem, h: np.ndarray, v: np.ndarray, cost: float) -> float:
    return 0.5 * float(v @ v) + cost * float(np.mean(_short(problem, h) ** 2))
