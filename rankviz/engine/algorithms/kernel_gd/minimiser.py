"""f_λ: the exact minimiser of E_S(f) + (λ/2)‖f‖²_K (GD 1.3), for each loss, with a bound on its error.

Least squares is one linear system. Logistic is Newton's method. The hinge has a kink, so it is a quadratic program, by
an interior-point method. Its dual a, with 0 < a < 1, proves how near the minimum f is: J(f) − D(a) ≥ J(f) − J(f_λ) ≥
(λ/2)‖f − f_λ‖².
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rankviz.engine.algorithms.kernel_gd.descent import closed_form
from rankviz.engine.algorithms.kernel_gd.losses import Loss

MOST_ITEMS = {"least-squares": 2_000, "logistic": 500, "hinge": 500}
"""Items up to which the minimiser of a loss is solved for; the cost grows with their cube."""

STEPS = 200
"""Newton steps at most."""

NEAR = 1e-3
"""The largest error of a solution, relative to its norm where that is above 1; with a larger one it is refused."""

SHRINK, NEARLY, SMALL = 0.3, 0.995, 1e-8
"""For the hinge: ν's factor per step, the closest approach to the border, and the ν below which rounding may end it."""


@dataclass(frozen=True, eq=False)
class Minimiser:
    """f_λ as coefficients c (n,), and a bound on its distance from the exact f_λ in the kernel's norm."""

    c: np.ndarray
    error: float


class Smooth(NamedTuple):
    """Values at margins: the sum of the logistic φ, |φ'| (p, q) and φ'' (p, q)."""

    value: float
    slope: np.ndarray
    curve: np.ndarray


def solve(
    K: np.ndarray, positive: np.ndarray, negative: np.ndarray, loss: Loss, regularisation: float
) -> Minimiser | None:
    """Return the minimiser for the Gram matrix K (n, n) and the rows of both classes, n at most `MOST_ITEMS`.

    None where rounding leaves a larger error than `NEAR`.
    """
    found = _solved(K, positive, negative, loss, regularisation)
    norm = math.sqrt(max(float(found.c @ K @ found.c), 0.0))
    return found if found.error <= NEAR * max(1.0, norm) else None


def _solved(
    K: np.ndarray, positive: np.ndarray, negative: np.ndarray, loss: Loss, regularisation: float
) -> Minimiser:
    if loss.name == "least-squares":
        c = closed_form(K, positive, negative, regularisation)
    else:
        problem = _Problem(K, positive=positive, negative=negative, regularisation=regularisation)
        if not loss.smooth:
            return problem.hinge()
        c = problem.logistic()
    f = K @ c
    sums, g = loss.sums(f[positive], f[negative]), regularisation * c
    g[positive] += sums.positive
    g[negative] += sums.negative
    # J is λ-strongly convex, so its slope at f is at least λ‖f − f_λ‖.
    return Minimiser(c, math.sqrt(max(float(g @ K @ g), 0.0)) / regularisation)


class _Problem:
    def __init__(
        self, K: np.ndarray, *, positive: np.ndarray, negative: np.ndarray, regularisation: float
    ) -> None:
        self.K, self.positive, self.negative, self.rate = K, positive, negative, regularisation
        self.pairs = len(positive) * len(negative)

    def logistic(self) -> np.ndarray:
        """Take damped steps of Newton's method from 0, until none lowers J."""
        c = np.zeros(len(self.K))
        seen, value = self._seen(c)
        for _ in range(STEPS):
            left = self.rate * c - self._spread(seen.slope)
            step = np.linalg.solve(self._curved(seen.curve), -left)
            promised = float(left @ self.K @ step)
            size = 1.0
            while size > 1e-10:
                further, there = self._seen(c + size * step)
                if there <= value + 1e-4 * size * promised:
                    break
                size *= 0.5
            else:
                return c
            fell = value - there
            c, seen, value = c + size * step, further, there
            if fell <= 1e-15 * max(1.0, abs(value)):
                return c
        return c

    def hinge(self) -> Minimiser:
        """Follow the central path, primal and dual at once: min mean ξ + (λ/2)‖f‖² with ξ ≥ 0 and ξ ≥ 1 − z.

        With multipliers a and b = 1 − a of ξ ≥ 1 − z and ξ ≥ 0, the path is a (ξ − 1 + z) = b ξ = ν.
        """
        shape = (len(self.positive), len(self.negative))
        c, a, b = np.zeros(len(self.K)), np.full(shape, 0.5), np.full(shape, 0.5)
        over, xi = np.full(shape, 1.0), np.full(shape, 2.0)
        best = self._proved(a)
        for _ in range(STEPS):
            nu = SHRINK * float((a * over + b * xi).mean()) / 2.0
            under = over + a * xi / b
            fixed = (nu - a * over - a * nu / b + a * xi) / under
            weight = a / under
            left = self.rate * c - self._spread(a)
            try:
                dc = np.linalg.solve(self._curved(weight), self._spread(fixed) - left)
            except np.linalg.LinAlgError:
                break
            dz = self._margins(self.K @ dc)
            da = fixed - weight * dz
            dxi = (nu - b * xi + xi * da) / b
            size = min(_room(over, dxi + dz), _room(xi, dxi), _room(a, da), _room(b, -da))
            c, a, b = c + size * dc, a + size * da, b - size * da
            over, xi = over + size * (dxi + dz), xi + size * dxi
            found = self._proved(a)
            if not np.isfinite(found.error) or (found.error >= best.error and nu < SMALL):
                break
            best = found if found.error < best.error else best
        return best

    def _proved(self, a: np.ndarray) -> Minimiser:
        """Return the point c of a dual a (p, q): the mean of a (e⁺ − e⁻), over λ. D(a) = mean a − (λ/2) cᵀKc."""
        c = self._spread(a) / self.rate
        f, dual = self.K @ c, float(a.mean())
        penalty = 0.5 * self.rate * float(c @ f)
        objective = float(np.maximum(1.0 - self._margins(f), 0.0).mean()) + penalty
        gap = max(objective - (dual - penalty), 4.0 * np.finfo(float).eps * max(1.0, objective))
        return Minimiser(c, math.sqrt(2.0 * gap / self.rate))

    def _seen(self, c: np.ndarray) -> tuple[Smooth, float]:
        f = self.K @ c
        seen = _logistic(self._margins(f))
        return seen, seen.value / self.pairs + 0.5 * self.rate * float(c @ f)

    def _margins(self, f: np.ndarray) -> np.ndarray:
        return np.asarray(f[self.positive][:, None] - f[self.negative][None, :])

    def _spread(self, pull: np.ndarray) -> np.ndarray:
        """(n,) the mean over the pairs of pull (p, q) times e⁺ − e⁻."""
        found = np.zeros(len(self.K))
        found[self.positive] = pull.sum(axis=1) / self.pairs
        found[self.negative] = -pull.sum(axis=0) / self.pairs
        return found

    def _curved(self, weight: np.ndarray) -> np.ndarray:
        """A K + λ I, A the mean Laplacian over the pairs with these weights (p, q)."""
        K, w = self.K, weight / self.pairs
        found = np.empty_like(K)
        found[self.positive] = w.sum(axis=1)[:, None] * K[self.positive] - w @ K[self.negative]
        found[self.negative] = w.sum(axis=0)[:, None] * K[self.negative] - w.T @ K[self.positive]
        found[np.diag_indices(len(K))] += self.rate
        return found


def _logistic(z: np.ndarray) -> Smooth:
    e = np.exp(-np.abs(z))
    slope = np.where(z >= 0.0, e, 1.0) / (1.0 + e)
    return Smooth(float((np.maximum(-z, 0.0) + np.log1p(e)).sum()), slope, e / (1.0 + e) ** 2)


def _room(values: np.ndarray, step: np.ndarray) -> float:
    """The longest step, at most 1, that keeps positive values positive."""
    falls = step < 0.0
    return min(1.0, NEARLY * float((-values[falls] / step[falls]).min())) if falls.any() else 1.0
