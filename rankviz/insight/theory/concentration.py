"""The distance of a sample's gradient from the law's, and the forgetting of steps (GD, Lemmas 3.1, 3.5 to Prop. 3.8).

The paper's formulas are lost; these are the statements that its proofs need, with constants derived here.
The sample has m positives and n negatives, κ² bounds the kernel, and f is any fixed function.
"""

from __future__ import annotations

import math

import numpy as np

from rankviz.engine.algorithms.kernel_gd.gram import Kernel
from rankviz.engine.algorithms.kernel_gd.losses import Loss


def excess_by_distance(regularisation: float, distance: float) -> float:
    """½ λ d²: a lower bound on J's excess over its minimum, at a distance d from the minimiser (Lemma 3.1)."""
    return 0.5 * regularisation * distance**2


def largest_slope(loss: Loss, kappa: float, norm: float) -> float:
    """B ≥ |φ'₋(z)| at every margin z of an f with ‖f‖_K = `norm`, as |z| ≤ 2κ‖f‖ and by Definition 3.3."""
    return loss.slope_at_zero + loss.lipschitz * 2.0 * kappa * norm


def mean_deviation(kappa: float, slope: float, m: int, n: int) -> float:
    """2κB (1/√m + 1/√n): an upper bound on the mean of ‖∇E_S(f) − ∇E(f)‖_K (Lemma 3.5, second part).

    A pair's term has norm at most 2κB. The mean over negatives is at most 2κB/√n from its expectation, root
    mean square, and the mean over positives at most 2κB/√m.
    """
    return 2.0 * kappa * slope * (1.0 / math.sqrt(m) + 1.0 / math.sqrt(n))


def deviation(kappa: float, slope: float, m: int, n: int, delta: float) -> float:
    """A bound on ‖∇E_S(f) − ∇E(f)‖_K that holds with probability 1 − δ (Lemma 3.6).

    Replacing a positive moves the gradient by at most 4κB/m, replacing a negative by at most 4κB/n. So by McDiarmid's
    inequality it exceeds its mean by ε with probability at most e^{−ε² / (8κ²B² (1/m + 1/n))}.
    """
    above = kappa * slope * math.sqrt(8.0 * (1.0 / m + 1.0 / n) * math.log(1.0 / delta))
    return mean_deviation(kappa, slope, m, n) + above


class Gradient:
    """∇E_S(f) = Σ g_i K_{x_i} in the space of the kernel, of items Z (k, d) with f's scores at them (k,)."""

    def __init__(
        self, kernel: Kernel, loss: Loss, *, Z: np.ndarray, f: np.ndarray, positive: np.ndarray
    ) -> None:
        self._kernel, self._Z, self._g = kernel, Z, np.zeros(len(Z))
        sums = loss.sums(f[positive], f[~positive])
        self._g[positive], self._g[~positive] = sums.positive, sums.negative
        self._square = self.product(self)

    def product(self, other: Gradient) -> float:
        """⟨self, other⟩_K."""
        return float(self._g @ (self._kernel.matrix(self._Z, other._Z) @ other._g))

    def distance(self, other: Gradient) -> float:
        """‖self − other‖_K."""
        return math.sqrt(max(self._square - 2.0 * self.product(other) + other._square, 0.0))


def forgotten(steps: np.ndarray, regularisation: float) -> float:
    """Π (1 − γ_t λ): the share of the first distance that steps (T,) leave, each a contraction (Proposition 3.8)."""
    return float(np.prod(1.0 - steps * regularisation))


def forgotten_at_most(gamma: float, decay: float, rounds: int, regularisation: float) -> float:
    """Bound `forgotten` for γ_t = γ t^{−θ}: 1 − x ≤ e^{−x}, and Σ t^{−θ} ≥ ((T+1)^{1−θ} − 1)/(1 − θ) (Lemma 3.7)."""
    total = ((rounds + 1) ** (1.0 - decay) - 1.0) / (1.0 - decay)
    return math.exp(-regularisation * gamma * total)
