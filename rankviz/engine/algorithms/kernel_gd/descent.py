"""Gradient descent in a reproducing kernel Hilbert space: the iteration of GD (1.5), on coefficients.

f = Σ_k c_k K_{x_k} over the training items; f_1 = 0 and c ← (1 − γ_t λ) c − γ_t g, where g is the gradient of
E_S(f) by the items' scores. Items' scores follow by the same recursion, one product with the kernel matrix per step.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.kernel_gd.gram import Kernel
from rankviz.engine.algorithms.kernel_gd.losses import Loss, PairSums, size_of
from rankviz.engine.kernels.libraries import solve


@dataclass(frozen=True)
class Schedule:
    """The step sizes γ_t = γ t^{−θ}, t = 1, 2, …, and what the norm bound requires of them (GD, Lemma 3.4)."""

    gamma: float
    theta: float
    kappa: float
    lipschitz: float
    regularisation: float

    @property
    def longest(self) -> float:
        """The longest step with γ (4κ²N + λ) ≤ 1."""
        return longest_step(self.kappa, self.lipschitz, self.regularisation)

    def step(self, t: int) -> float:
        """γ_t."""
        return self.gamma * t**-self.theta

    def step_ratio(self, t: int) -> float:
        """γ_t (4κ²N + λ): the lemma requires at most 1. A product that rounding puts just above 1 counts as 1."""
        ratio = self.step(t) / self.longest
        return 1.0 if abs(ratio - 1.0) < 1e-12 else ratio


def longest_step(kappa: float, lipschitz: float, regularisation: float) -> float:
    """1 / (4κ²N + λ) (GD, Lemma 3.4)."""
    return 1.0 / (4.0 * kappa**2 * lipschitz + regularisation)


def norm_bound(kappa: float, loss: Loss, regularisation: float) -> float:
    """2κ|φ'₋(0)|/λ, an upper bound on ‖f_t‖_K (GD, Lemma 3.4)."""
    return 2.0 * kappa * loss.slope_at_zero / regularisation


@dataclass(frozen=True, eq=False)
class Gram:
    """A kernel matrix between items, with one row for all identical items.

    `K` (u, v) is the matrix of the u different items by the v different training items; `place` (n,) and `like`
    (m,) say which of them each item is. Identical items share one row, so rounding cannot give them different scores.
    """

    K: np.ndarray
    place: np.ndarray
    like: np.ndarray

    @classmethod
    def from_items(cls, kernel: Kernel, Z: np.ndarray, training: np.ndarray) -> Gram:
        """Return the matrix of items Z (n, d) by the training items (m, d), features scaled."""
        different, place = np.unique(Z, axis=0, return_inverse=True)
        columns, like = np.unique(training, axis=0, return_inverse=True)
        return cls(kernel.matrix(different, columns), place.reshape(-1), like.reshape(-1))

    def times(self, c: np.ndarray) -> np.ndarray:
        """Σ_k c_k K(x, x_k) (n,) of coefficients c (m,)."""
        return np.asarray((self.K @ np.bincount(self.like, c, self.K.shape[1]))[self.place])

    @property
    def kappa(self) -> float:
        """κ = max √K(x, x), of a matrix of items by themselves."""
        return math.sqrt(max(float(self.K.diagonal().max()), 0.0))

    def full_matrix(self) -> np.ndarray:
        """The matrix (n, m) of all items."""
        return self.K[np.ix_(self.place, self.like)]


class Descent:
    """The running function f_t: coefficients c (n,), training scores f (n,), held-out scores (k,) or None.

    `positive` and `negative` are the rows of the two classes among the n training items.
    """

    def __init__(
        self,
        gram: Gram,
        gram_held: Gram | None,
        *,
        positive: np.ndarray,
        negative: np.ndarray,
        loss: Loss,
        regularisation: float,
    ) -> None:
        self.gram, self.gram_held = gram, gram_held
        self.positive, self.negative = positive, negative
        self.loss, self.regularisation = loss, regularisation
        self.c = np.zeros(len(gram.place))
        self.f = np.zeros(len(gram.place))
        self.held = None if gram_held is None else np.zeros(len(gram_held.place))
        self.sums = self._sums()

    def _sums(self) -> PairSums:
        return self.loss.sums(self.f[self.positive], self.f[self.negative])

    def gradient(self) -> np.ndarray:
        """g (n,): the gradient of E_S by the items' scores, at the current f."""
        g = np.zeros(len(self.c))
        g[self.positive], g[self.negative] = self.sums.positive, self.sums.negative
        return g

    def sampled_gradient(self, pairs: int, rng: np.random.Generator) -> np.ndarray:
        """g (n,) as the mean over that many (positive, negative) pairs, drawn with replacement."""
        i = self.positive[rng.integers(0, len(self.positive), pairs)]
        j = self.negative[rng.integers(0, len(self.negative), pairs)]
        slope = self.loss.slope(self.f[i] - self.f[j], size_of(self.f)) / pairs
        return np.bincount(i, slope, len(self.c)) - np.bincount(j, slope, len(self.c))

    def move(self, gamma: float, g: np.ndarray, push: np.ndarray) -> None:
        """Set c ← (1 − γλ) c − γ g, and update the scores; `push` is K g (n,)."""
        keep = 1.0 - gamma * self.regularisation
        self.c = keep * self.c - gamma * g
        self.f = keep * self.f - gamma * push
        if self.held is not None and self.gram_held is not None:
            self.held = keep * self.held - gamma * self.gram_held.times(g)
        self.sums = self._sums()

    @property
    def norm(self) -> float:
        """‖f‖_K = √(cᵀ K c), as f = K c on the training items."""
        return math.sqrt(max(float(self.c @ self.f), 0.0))

    @property
    def regularised(self) -> float:
        """J(f) = E_S(f) + (λ/2) ‖f‖²_K (GD 1.3)."""
        return self.sums.risk + 0.5 * self.regularisation * self.norm**2

    def slope(self, g: np.ndarray, push: np.ndarray) -> float:
        """‖∇J(f)‖_K, the gradient being Σ_k (g_k + λ c_k) K_{x_k}."""
        along = g + self.regularisation * self.c
        return math.sqrt(max(float(along @ (push + self.regularisation * self.f)), 0.0))


def closed_form(
    K: np.ndarray, positive: np.ndarray, negative: np.ndarray, regularisation: float
) -> np.ndarray:
    """Coefficients (n,) of f_λ, the minimiser of E_S + (λ/2)‖f‖²_K under the least-squares loss.

    With g = 2 (A f − b), A the Laplacian of the complete bipartite graph over pq and b = e⁺/p − e⁻/q, a zero
    gradient g + λ c = 0 reads (2 A K + λ I) c = 2 b. A K is just a row scaling and two row means.
    """
    p, q = len(positive), len(negative)
    b = np.zeros(len(K))
    b[positive], b[negative] = 1.0 / p, -1.0 / q
    system = np.zeros_like(K)
    system[positive] = (2.0 / p) * (K[positive] - K[negative].mean(axis=0))
    system[negative] = (2.0 / q) * (K[negative] - K[positive].mean(axis=0))
    system[np.diag_indices(len(K))] += regularisation
    return solve(system, 2.0 * b)
