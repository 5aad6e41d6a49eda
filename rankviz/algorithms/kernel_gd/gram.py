"""Kernel matrices of items: features brought to one scale, a kernel with its width set, and their limits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rankviz.algorithms.boosting.algorithm import Params
from rankviz.errors import DataError

KERNELS = ("gaussian", "laplacian", "polynomial", "linear")

MAX_ITEMS = 4_000
"""Most items, held-out ones included, for a kernel matrix: 4,000² numbers are 128 MB."""

MAX_VALUE = 1e12
"""Kernel values beyond this leave no room for a step that changes anything."""


def check_size(items: int) -> None:
    """Raise DataError when that many items are too many for a kernel matrix."""
    if items > MAX_ITEMS:
        raise DataError(
            f"The kernel matrix of {items:,} items would hold {items * items:,} numbers, "
            f"{items * items * 8 / 1e9:.1f} GB",
            remedy=f"Choose at most {MAX_ITEMS:,} items, held-out ones included; most sources take items= or n=",
        )


@dataclass(frozen=True, eq=False)
class Scaling:
    """The filling and scaling of features: missing → `fill`, then (x − centre) / spread; all (d,).

    A constant feature has spread 0 and becomes 0 everywhere.
    """

    fill: np.ndarray
    centre: np.ndarray
    spread: np.ndarray

    @classmethod
    def of(cls, X: np.ndarray, standardise: bool) -> Scaling:
        """Means and spreads of the training features (n, d); only the fill-in when not `standardise`."""
        known = ~np.isnan(X)
        size = np.maximum(np.where(known, np.abs(X), 0.0).max(axis=0), np.finfo(float).tiny)
        parts = np.where(known, X, 0.0) / size  # features near the limit of floats have sums beyond it
        count = np.maximum(known.sum(axis=0), 1)
        mean = parts.sum(axis=0) / count
        deviation = np.sqrt((np.where(known, parts - mean, 0.0) ** 2).sum(axis=0) / count)
        constant = deviation <= 1e-12
        if not standardise:
            return cls(mean * size, np.zeros(X.shape[1]), np.ones(X.shape[1]))
        return cls(mean * size, mean * size, np.where(constant, 0.0, deviation * size))

    def apply(self, X: np.ndarray) -> np.ndarray:
        """The features (k, d) of any items, filled and scaled."""
        filled = np.where(np.isnan(X), self.fill, X)
        useful = self.spread > 0.0
        return np.where(useful, (filled - self.centre) / np.where(useful, self.spread, 1.0), 0.0)


@dataclass(frozen=True)
class Kernel:
    """A Mercer kernel of scaled features, as scikit-learn's pairwise kernels name its numbers.

    gaussian e^{−gamma ‖a − b‖²}, laplacian e^{−gamma ‖a − b‖₁}, polynomial (gamma a·b + 1)^degree, linear a·b.
    """

    name: str
    gamma: float
    degree: int

    @classmethod
    def of(cls, params: Params, Z: np.ndarray) -> Kernel:
        """Make the kernel asked for; its width is a multiple of the median distance between the items Z (n, d)."""
        name, width, degree = str(params["kernel"]), float(params["width"]), int(params["degree"])
        if name == "gaussian":
            return cls(name, 0.5 / (width * _median_distance(Z, "euclidean")) ** 2, degree)
        if name == "laplacian":
            return cls(name, 1.0 / (width * _median_distance(Z, "cityblock")), degree)
        return cls(name, 1.0 / Z.shape[1], degree)

    def matrix(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        """K (a, b) of items A (a, d) and B (b, d), float64.

        Raises DataError when a value is beyond `MAX_VALUE`.
        """
        # Not needed to start the program, and slow to import.
        from sklearn.metrics import pairwise

        with np.errstate(over="ignore", invalid="ignore"):
            if self.name == "gaussian":
                K = pairwise.rbf_kernel(A, B, gamma=self.gamma)
            elif self.name == "laplacian":
                K = pairwise.laplacian_kernel(A, B, gamma=self.gamma)
            elif self.name == "polynomial":
                K = pairwise.polynomial_kernel(A, B, degree=self.degree, gamma=self.gamma, coef0=1.0)
            else:
                K = pairwise.linear_kernel(A, B)
            fits = bool((np.abs(K) <= MAX_VALUE).all())
        if not fits:
            raise DataError(
                f"A value of the {self.name} kernel is beyond {MAX_VALUE:g}",
                remedy="Standardise the features, lower the degree, or choose the Gaussian kernel",
            )
        return np.ascontiguousarray(K, dtype=np.float64)

    def text(self) -> str:
        """The kernel with its numbers, as a formula."""
        if self.name == "gaussian":
            return f"exp(−{self.gamma:.4g} ‖a − b‖²)"
        if self.name == "laplacian":
            return f"exp(−{self.gamma:.4g} ‖a − b‖₁)"
        if self.name == "polynomial":
            return f"({self.gamma:.4g} a·b + 1)^{self.degree}"
        return "a·b"


def _median_distance(Z: np.ndarray, metric: str) -> float:
    """The median distance between items that differ; 1 when none do."""
    from scipy.spatial.distance import pdist

    distance = pdist(Z, metric)
    apart = distance[distance > 0.0]
    return float(np.median(apart)) if len(apart) else 1.0
