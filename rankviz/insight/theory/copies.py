"""The minimum of F2 over a few weak rankers, each of which is k times in the set, by Newton's method.

Copies share their ranker's weight η equally at the minimum (the loss is convex and symmetric in them), so a tied
pair counts cosh^k(η/k): cosh η for one copy (F2), 1 in the limit of many (F1).
"""

import math

import numpy as np

from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.data.problem import Problem


def least_loss(problem: Problem, pool: CandidatePool, copies: int | None) -> tuple[float, np.ndarray]:
    """Return (smallest loss, η (N,)) over all candidates, each `copies` times; None is F1. It must have a minimum.

    Only for a few dozen candidates that have no other dependencies.
    """
    higher, lower = problem.pairs.T
    h = pool.outputs(np.arange(len(pool))).astype(np.int8)
    column = (h[:, higher] - h[:, lower]).T.astype(float)
    tied = column == 0
    eta = np.zeros(len(pool))
    value = _loss(eta, column, tied, copies)
    for _ in range(200):
        share = 0.0 if copies is None else np.tanh(eta / copies)
        slope = tied * share - column
        weight = _terms(eta, column, tied, copies) / len(column)
        gradient = weight @ slope
        hessian = (slope * weight[:, None]).T @ slope
        if copies is not None:
            hessian += np.diag(weight @ tied * (1 - share**2) / copies)
        step = np.linalg.solve(hessian, -gradient)
        length = 1.0
        while _loss(eta + length * step, column, tied, copies) > value * (1 + 1e-15) and length > 1e-6:
            length /= 2
        eta = eta + length * step
        value = _loss(eta, column, tied, copies)
        if float(np.abs(step).max()) < 1e-9:  # the digits double each time: the next step is below rounding
            break
    return value, eta


def _terms(eta: np.ndarray, column: np.ndarray, tied: np.ndarray, copies: int | None) -> np.ndarray:
    """(m,) each pair's term of m times the loss."""
    cosh = np.zeros(len(eta)) if copies is None else copies * np.log(np.cosh(eta / copies))
    return np.exp(-column @ eta + tied @ cosh)


def _loss(eta: np.ndarray, column: np.ndarray, tied: np.ndarray, copies: int | None) -> float:
    value = float(_terms(eta, column, tied, copies).mean())
    return value if math.isfinite(value) else math.inf
