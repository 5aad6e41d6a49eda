"""Kernel matrices of items: features brought to one scale, a kernel with its width set, and their limits."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.entry import Params
from rankviz.engine.errors import DataError
from rankviz.engine.kernels.libraries import distances, distances_within

KERNELS = ("gaussian", "laplacian", "polynomial", "linear")

MAX_ITEMS = 4_000
"""Most items, held-out ones included, for a kernel matrix: 4,000² numbers are 128 MB."""

MAX_VALUE = 1e12
"""Kernel values beyond this leave no room for a step that changes anything."""


def check_size(items: int) -> None:
    """Raise DataError when there are too many items for a kernel matrix."""
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
    def fit(cls, X: np.ndarray, standardise: bool) -> Scaling:
        """Return means and spreads of the training features (n, d); only the fill-in when not `standardise`."""
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


METRICS = {"gaussian": "sqeuclidean", "laplacian": "cityblock"}
"""The distance with which the exponent of a translation-invariant kernel grows."""


@dataclass(frozen=True)
class Kernel:
    """A Mercer kernel of scaled features; its numbers have the names of scikit-learn's pairwise kernels.

    gaussian e^{−gamma ‖a − b‖²}, laplacian e^{−gamma ‖a − b‖₁}, polynomial (gamma a·b + 1)^degree, linear a·b.
    """

    name: str
    gamma: float
    degree: int

    @classmethod
    def from_params(cls, params: Params, Z: np.ndarray) -> Kernel:
        """Return the requested kernel; its width is a multiple of the median distance between the items Z (n, d).

        Raises DataError when the exponent's factor of a width is outside the range of floats.
        """
        name, width, degree = str(params["kernel"]), float(params["width"]), int(params["degree"])
        if name not in METRICS:
            return cls(name, 1.0 / Z.shape[1], degree)
        with np.errstate(all="ignore"):
            sigma = np.float64(
                width * _median_distance(Z, "euclidean" if name == "gaussian" else "cityblock")
            )
            gamma = float(0.5 / sigma**2 if name == "gaussian" else 1.0 / sigma)
        if not 0.0 < gamma < math.inf:
            where = "near to one another" if gamma else "far from one another"
            raise DataError(
                f"The items are too {where} for the {name.capitalize()} kernel of width σ: "
                f"1/{'(2σ²)' if name == 'gaussian' else 'σ'} is outside the range of numbers",
                remedy="Standardise the features, or give them in another unit",
            )
        return cls(name, gamma, degree)

    def matrix(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        """K (a, b) of items A (a, d) and B (b, d), float64.

        Distances are sums over differences: a·a − 2 a·b + b·b cancels where features are far from 0.

        Raises DataError when a value is beyond `MAX_VALUE`.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            if self.name in METRICS:
                return np.exp(-self.gamma * distances(A, B, METRICS[self.name]))
            K = A @ B.T
            if self.name == "polynomial":
                K = (self.gamma * K + 1.0) ** self.degree
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
    """The median distance between items (n, d) that differ; 1 when none do."""
    distance = distances_within(Z, metric)
    apart = distance > 0.0
    if not apart.all():
        apart = distances_within(Z, "chebyshev") > 0.0  # the square of a small distance may be 0
    if not apart.any():
        return 1.0
    return float(np.median(distance[apart]))
