"""Kernel gradient descent as a scikit-learn estimator."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.runs.estimators.base import ScoredRanker, Staged
from rankviz.engine.runs.estimators.qbrank import RUN
from rankviz.engine.runs.trace import Trace


class KernelGradientDescent(ScoredRanker):
    """Kernel gradient descent for bipartite ranking (GD, Definition 1.1): items of one class above those of the other.

    Parameters
    ----------
    n_rounds : steps, 1 to 10,000.
    loss : cost of a pair: "hinge", "least-squares" or "logistic".
    kernel, width, degree : the kernel, the width of a Gaussian or Laplacian one as a multiple of the median distance,
        and the degree of a polynomial one.
    standardise : scale each feature to mean 0 and spread 1.
    regularisation : λ, the cost of a large norm.
    step, decay : the first step (0: the longest that the norm bound allows), and θ: step t has length γ / t^θ.
    pairs_per_step : pairs drawn for each step; 0 uses all of them.
    positive : items of this grade or more are positive; when left out, those above the lowest grade of `fit`.
    random_state : draws the pairs of a step.

    Attributes
    ----------
    trace_, n_iter_, stopped_, rounds_ : as in :class:`~rankviz.estimators.RankBoost`. A pickle has the scaled items of
        `fit`, since the learned function is a sum over them.
    positive_ : the lowest positive grade.

    Notes
    -----
    One query, and no `pairs`. Bad input raises ``DataError``, a ValueError.

    >>> problem = rankviz.load("synthetic:rings?n=40")
    >>> model = rankviz.estimators.KernelGradientDescent(n_rounds=20).fit(problem.X, problem.grades)
    >>> model.score(problem.X, problem.grades)
    1.0
    """

    def __init__(
        self,
        n_rounds: int = 100,
        loss: str = "logistic",
        kernel: str = "gaussian",
        width: float = 0.5,
        degree: int = 3,
        standardise: bool = True,
        regularisation: float = 0.01,
        step: float = 0.0,
        decay: float = 0.0,
        pairs_per_step: int = 0,
        positive: float | None = None,
        random_state: int | np.random.RandomState | None = 0,
    ) -> None:
        self.n_rounds = n_rounds
        self.loss = loss
        self.kernel = kernel
        self.width = width
        self.degree = degree
        self.standardise = standardise
        self.regularisation = regularisation
        self.step = step
        self.decay = decay
        self.pairs_per_step = pairs_per_step
        self.positive = positive
        self.random_state = random_state

    @property
    def _algorithm(self) -> str:
        return "kernel-gd"

    def _params(self) -> dict[str, Any]:
        left_out = (*RUN, "positive")
        return {name: value for name, value in self.get_params(deep=False).items() if name not in left_out}

    def _without_data(self, trace: Trace) -> Staged:
        return trace.scored[0].scored.staged  # a sum over the training items, which have to stay

    def _problem(
        self,
        X: ArrayLike,
        y: ArrayLike | None,
        qid: ArrayLike | None,
        pairs: ArrayLike | None,
        pair_weights: ArrayLike | None,
        reset: bool,
    ) -> Problem:
        problem = super()._problem(X, y, qid, pairs, pair_weights, reset)
        if problem.grades is None:
            raise DataError("Kernel gradient descent learns two classes, no pairs", remedy="Give y")
        if reset:
            levels = np.unique(problem.grades)
            self.positive_ = float(levels[1]) if self.positive is None else float(self.positive)
        return problem.two_grades(self.positive_)
