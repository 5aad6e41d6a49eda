"""Theorem 1 of QB with the ε that a run's weak learner used, round by round.

C is taken as all multiples of the trees of the run, those that were added and those that they were pruned from. So the
least squared error in (3) is known, and ε_k with it: beside every such tree, not only beside the one it was pruned
from. The target h̄ is the run's last ensemble, of a norm of at most its a_j.

The norm divides by n (Definition 2), the sum in (3) does not. With both as they stand, a tree's slope in the direction
of norm 1 falls short of the steepest by at most √(n ε_k): the best multiple of a direction of slope σ has the error
Σ w r² − σ²/n. It stands here for the √(2 ε_k) of the paper, which is as much only for n = 2. M, of a Hessian below
the diagonal B, is n times the largest B/W, which is n where W is the bound itself.
"""

import math
from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.qbrank.losses import weights
from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.engine.runs.once import once_a_run
from rankviz.engine.runs.trace import Run, ScoredRun, details_of
from rankviz.insight.theory import rounding_scored as rounding


@dataclass(frozen=True, eq=False)
class Tolerances:
    """The terms of Theorem 1; arrays over T rounds.

    epsilon : ε_k beside all multiples of trees of the run. length : s̄_k. by_epsilon, by_length : the addends of b_j,
    s̄_k √(n ε_k) and M s̄_k²/2. slopes_off : the rounding of a slope along any of those trees.
    """

    epsilon: np.ndarray
    length: np.ndarray
    by_epsilon: np.ndarray
    by_length: np.ndarray
    slopes_off: np.ndarray

    @property
    def lost(self) -> np.ndarray:
        """(T,) a round's addend of b_j."""
        return np.asarray(self.by_epsilon + self.by_length)


def applies(run: Run) -> bool:
    """Whether the run asked for a tolerance and used the same W, and so the same norm, in every round."""
    details = details_of(run, QBRankDetails)
    return (
        details is not None
        and run.n_rounds > 0
        and details.rules.weighting != "newton"
        and float(run.params["tolerance"]) > 0.0
    )


@once_a_run
def tolerances(run: ScoredRun) -> Tolerances:
    """The numbers of a run that `applies`."""
    details = run.details_as(QBRankDetails)
    descent, loss = details.descent, details.risk.total
    n, T = len(loss.bound), len(descent.fitted)
    evaluated = loss.evaluate(descent.scores[0])
    weight = weights(loss, evaluated, details.rules.weighting)
    there = weight > 0.0
    M = n * float((loss.bound[there] / weight[there]).max())
    added = [fitted.values for fitted in descent.fitted]
    found = [fitted.tolerated.found for fitted in descent.fitted if fitted.tolerated is not None]
    size = np.array([math.sqrt(float(g @ (weight * g)) / n) for g in (*added, *found)])
    units = np.array([*added, *found]) / size[:, None]
    largest = np.abs(units).max(axis=0)
    epsilon, off = np.empty(T), np.empty(T)
    for k, h in enumerate(descent.scores[:-1]):
        evaluated = loss.evaluate(h)
        square = (units @ evaluated.gradient) ** 2 / n
        # What the tree's length adds to its error; a leaf being a mean, that is 0 but for rounding.
        square_length = float(weight @ added[k] ** 2)
        epsilon[k] = (
            float(square.max() - square[k])
            + (square_length + float(evaluated.gradient @ added[k])) ** 2 / square_length
        )
        off[k] = 2.0 * rounding.of_slope(loss, h, largest)
    length = np.array(descent.step) * size[:T]
    return Tolerances(epsilon, length, length * np.sqrt(n * epsilon), 0.5 * M * length**2, off)


def right_side(risk: np.ndarray, length: np.ndarray, lost: np.ndarray, t: int) -> float:
    """Theorem 1's right side after round t ≥ 1, with h̄ the last ensemble.

    risk : (T + 1,) R after each round. length : (T,) s̄. lost : (T,) what a round adds to b_j.
    """
    last = float(risk[-1])
    gap = max(0.0, float(risk[0]) - last)
    a = np.cumsum(length)
    norm = float(a[-1])
    # b_0 − b_{j+1} is the sum of the first j + 1 losses, b_{j+1} − b_{k+1} that of the others up to this round.
    early = np.cumsum(lost[:t])
    share = (norm + a[:t]) / (norm + a[t - 1])
    return last + norm / (norm + a[t - 1]) * gap + float((early * share + (early[-1] - early)).min())
