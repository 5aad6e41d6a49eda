"""Smooth Margin Ranking as a scikit-learn estimator."""

from __future__ import annotations

from typing import Any

import numpy as np

from rankviz.engine.runs.estimators.base import BoostedRanker


class SmoothMargin(BoostedRanker):
    """Smooth Margin Ranking over decision stumps (SM section 4.2).

    Parameters
    ----------
    n_rounds : boosting rounds, 1 to 10,000.
    margin_step : the step once the smooth margin is above 0: "closed" (equation (6)) or "exact".
    unbounded_weight : the weight of a ranker whose step has no finite value, 0.7 to 20.
    random_state : draws the thresholds of a feature that has more than 255.
    weak : the weak rankers, as in :class:`~rankviz.estimators.RankBoost`. Weights are never negative, so a feature that
        is worse when higher needs "two-sided".

    Attributes
    ----------
    trace_, n_iter_, stopped_, rankers_, weights_, rounds_ : as in :class:`~rankviz.estimators.RankBoost`.

    Notes
    -----
    NaN in X is a missing value, which lies below all known ones. Bad input raises ``DataError``, a ValueError.
    With several queries `qid` must reach `fit` and `score`, see :class:`~rankviz.estimators.RankBoost`.

    >>> problem = rankviz.load("bundled:wine")
    >>> model = rankviz.estimators.SmoothMargin(n_rounds=5, weak="two-sided").fit(problem.X, problem.grades)
    >>> round(model.score(problem.X, problem.grades), 3)
    0.99
    """

    def __init__(
        self,
        n_rounds: int = 100,
        margin_step: str = "closed",
        unbounded_weight: float = 1.0,
        random_state: int | np.random.RandomState | None = 0,
        weak: str = "stumps",
    ) -> None:
        self.n_rounds = n_rounds
        self.margin_step = margin_step
        self.unbounded_weight = unbounded_weight
        self.random_state = random_state
        self.weak = weak

    @property
    def _algorithm(self) -> str:
        return "smooth-margin"

    def _params(self) -> dict[str, Any]:
        return {"margin_step": self.margin_step, "unbounded_weight": self.unbounded_weight, "weak": self.weak}
