"""The risk of a run of QBRank or GBT against its length a_k, in training and held out (QB, Theorem 1).

Below Theorem 1 the paper says that small steps regularise: the functions they reach have a small 1-norm. So runs of
different η are compared at the same norm, not at the same round. a_k adds up the lengths of all steps, in functions of
norm ‖g‖_{W,X} = 1. A risk is a share of that of h_0 = 0, so that training and held-out risk have one scale.
"""

import math
from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.boosting.loop import Progress
from rankviz.engine.algorithms.qbrank.loop import DECAY, TreeDescent, normalised
from rankviz.engine.algorithms.qbrank.losses import ScoreLoss
from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.engine.errors import DataError
from rankviz.engine.runs.trace import ScoredRun, Trace
from rankviz.insight.theory.trees.refit import refit, risks

MOST_ROUNDS = 1_000
PLACES = 400
"""Norms at which two paths are compared."""


@dataclass(frozen=True, eq=False)
class NormPath:
    """A run's path; arrays of length T + 1.

    eta : η. norm : a_k, rising from 0. training, held : R(h_k) / R(h_0) on the training and on the held-out items.
    """

    eta: float
    norm: np.ndarray
    training: np.ndarray
    held: np.ndarray

    @property
    def best(self) -> int:
        """The round of the least held-out risk."""
        return int(np.argmin(self.held))


@dataclass(frozen=True)
class AtTheSameNorm:
    """Two paths up to the norm that both reach.

    reach : that norm. least : the least held-out risk of each up to there. lower : the share of the norms, 0 to 1, at
    which the second's held-out risk is the lower one. gap : by how much it is lower, in the mean over the norms.
    """

    reach: float
    least: tuple[float, float]
    lower: float
    gap: float


def complexity(descent: TreeDescent, loss: ScoreLoss) -> np.ndarray:
    """(T + 1,) a_k = Σ steps times ‖g‖_{W,X}: at least the 1-norm of h_k over functions of norm 1 (QB, Theorem 1)."""
    moved = [
        step * normalised(loss, fitted.values)
        for step, fitted in zip(descent.step, descent.fitted, strict=True)
    ]
    return np.concatenate([[0.0], np.cumsum(moved)])


def path_of(trace: Trace, run: ScoredRun) -> NormPath:
    """The path of a run of the trace. Raises DataError where nothing is held out that the risk can be taken on."""
    return _path(trace, run, run.details_as(QBRankDetails))


def with_step(
    trace: Trace, run: ScoredRun, eta: float, seed: int, progress: Progress | None = None
) -> NormPath:
    """The path of the same run with another η, long enough to reach the same norm where `MOST_ROUNDS` allows.

    Raises DataError as `path_of`, and where `progress` asks to stop.
    """
    return _path(trace, run, refit(trace, run, {"eta": eta}, rounds_for(run, eta), seed, progress))


def rounds_for(run: ScoredRun, eta: float) -> int:
    """Rounds that a run with this η needs to reach about the same norm: small steps go with η², the others with η.

    The sum of T decaying steps grows as η T^(1 − p).
    """
    ratio = float(run.params["eta"]) / eta
    power = {"small": 2.0, "decaying": 1.0 / (1.0 - DECAY)}.get(str(run.params["step_rule"]), 1.0)
    return min(max(math.ceil(run.n_rounds * ratio**power), 1), MOST_ROUNDS)


def compared(first: NormPath, second: NormPath) -> AtTheSameNorm:
    """Both paths at the norms that both reach, risks between rounds on a straight line."""
    reach = float(min(first.norm[-1], second.norm[-1]))
    at = reach * np.arange(1, PLACES + 1) / PLACES
    one, other = (np.interp(at, path.norm, path.held) for path in (first, second))
    return AtTheSameNorm(
        reach,
        (float(one.min()), float(other.min())),
        float((other < one).mean()),
        float((one - other).mean()),
    )


def _path(trace: Trace, run: ScoredRun, details: QBRankDetails) -> NormPath:
    training, held = risks(trace, run, details)
    if held is None:
        raise DataError("Nothing is held out", remedy="Hold something out first")
    return NormPath(details.rules.eta, complexity(details.descent, details.risk.total), training, held)
