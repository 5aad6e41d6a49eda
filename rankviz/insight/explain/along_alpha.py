"""The loss as a function of a round's step α: Z (11), (27), RB-C's bound (18), and the α at which Z is least.

Arrays of ε, α' and α broadcast: a round a row, a step a column.
"""

import math

import numpy as np

from rankviz.engine.algorithms.boosting import equations
from rankviz.engine.algorithms.boosting.distribution import LossAlong
from rankviz.engine.numerics import log_cosh_each

Epsilons = tuple[np.ndarray, np.ndarray, np.ndarray]


def parts(eps: Epsilons, prior: np.ndarray, alpha: np.ndarray, cosh_ties: bool) -> Epsilons:
    """Return the weights of the pairs ordered correctly, tied and reversed after a step α, whose sum is Z (11) or (27).

    With `cosh_ties` tied pairs get cosh(α + α')/cosh α' (25), else 1.
    """
    correct, tied, reversed_ = eps
    factor = np.exp(log_cosh_each(alpha + prior) - log_cosh_each(prior)) if cosh_ties else np.ones_like(alpha)
    return correct * np.exp(-alpha), tied * factor, reversed_ * np.exp(alpha)


def bound_18(eps: Epsilons, alpha: np.ndarray) -> np.ndarray:
    """Return the right side of (18), (1 + r)/2 e^(−α) + (1 − r)/2 e^α with r = ε⁺ − ε⁻ (17): never below Z (11)."""
    correct, tied, reversed_ = eps
    return (correct + 0.5 * tied) * np.exp(-alpha) + (reversed_ + 0.5 * tied) * np.exp(alpha)


def least(correct: float, tied: float, reversed_: float, prior: float, cosh_ties: bool) -> float:
    """Return the α at which Z is least, by (14) or (34); ±inf where Z has no minimum."""
    if cosh_ties:
        return equations.alpha_34(correct, tied, reversed_, prior)
    return equations.alpha_14(correct, reversed_)


def of_line(line: LossAlong, alpha: float) -> tuple[float, tuple[float, float]]:
    """Return (Z(α), the shares of D after α of the pairs ordered correctly and reversed) for a loss along a ranker.

    α is finite.
    """
    return math.exp(line.log_z(alpha)), line.shares(alpha)
