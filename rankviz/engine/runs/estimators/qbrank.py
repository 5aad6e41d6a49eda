"""QBRank as a scikit-learn estimator."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.engine.algorithms.qbrank.trees import FittedTree, staged
from rankviz.engine.runs.estimators.base import ScoredRanker, Staged
from rankviz.engine.runs.trace import Trace


class QBRank(ScoredRanker):
    """QBRank (QB, Algorithm 2): regression trees that learn from preferences and labels together.

    Parameters
    ----------
    n_rounds : trees, 1 to 10,000.
    w : weight of the preferences from 0 to 1; the labels get 1 − w.
    tau, tau_by : margin of a pair, times its grade difference ("grade") or for each ("one").
    labels : whose grades are learned as labels: "all", "single" (of queries with one grade) or "none".
    pair_loss : "hinge", "logistic", or "listwise" for ListNet's loss of whole lists.
    ties : weight of the pairs of one grade.
    ridge : ridge on the items of preferences.
    weighting : weights of a tree's items: "average", "newton" or "bound".
    step_rule : "search", "one" or "small".
    eta : shrinkage of a step.
    leaves : leaves of a tree, at most.
    tolerance : of a tree's squared error, 0 to 1.
    random_state : breaks ties between splits.

    Attributes
    ----------
    trace_, n_iter_, stopped_, rounds_ : as in :class:`~rankviz.estimators.RankBoost`.

    Notes
    -----
    NaN in X is a missing value: a tree learns which side it takes. Bad input raises ``DataError``, a ValueError.
    With several queries `qid` must reach `fit` and `score`, see :class:`~rankviz.estimators.RankBoost`.

    >>> problem = rankviz.load("bundled:wine")
    >>> model = rankviz.estimators.QBRank(n_rounds=5, leaves=4).fit(problem.X, problem.grades)
    >>> round(model.score(problem.X, problem.grades), 3)
    0.993
    """

    def __init__(
        self,
        n_rounds: int = 100,
        w: float = 0.5,
        tau: float = 1.0,
        tau_by: str = "grade",
        labels: str = "all",
        pair_loss: str = "hinge",
        ties: float = 0.0,
        ridge: float = 0.0,
        weighting: str = "average",
        step_rule: str = "search",
        eta: float = 0.05,
        leaves: int = 20,
        tolerance: float = 0.0,
        random_state: int | np.random.RandomState | None = 0,
    ) -> None:
        self.n_rounds = n_rounds
        self.w = w
        self.tau = tau
        self.tau_by = tau_by
        self.labels = labels
        self.pair_loss = pair_loss
        self.ties = ties
        self.ridge = ridge
        self.weighting = weighting
        self.step_rule = step_rule
        self.eta = eta
        self.leaves = leaves
        self.tolerance = tolerance
        self.random_state = random_state

    @property
    def _algorithm(self) -> str:
        return "qbrank"

    def _params(self) -> dict[str, Any]:
        return {name: value for name, value in self.get_params(deep=False).items() if name not in RUN}

    def _without_data(self, trace: Trace) -> Staged:
        descent = trace.scored[0].details_as(QBRankDetails).descent
        bare = [FittedTree(np.empty(0), None, each.text, each.tree) for each in descent.fitted]
        return partial(staged, bare, descent.step)


RUN = ("n_rounds", "random_state")
"""The parameters of the run, not of the algorithm."""
