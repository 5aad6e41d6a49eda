"""SciPy functions, with NumPy fallbacks for browsers, where SciPy would be most of the download.

SciPy is imported where it is called: the import takes up to a second, and no page need wait for it.
"""

import math
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from rankviz.engine.environment import IN_BROWSER
from rankviz.engine.errors import DataError

HAS_SOLVERS = not IN_BROWSER or find_spec("scipy") is not None
"""True when SciPy is available to minimise, and to solve any linear program."""

NO_SOLVERS = "This page has no solver"
"""Why something is not computed in a browser."""

DIFFERENCES = {
    "sqeuclidean": lambda total, step: total + step * step,
    "cityblock": lambda total, step: total + np.abs(step),
    "chebyshev": lambda total, step: np.maximum(total, np.abs(step)),
}
"""How a distance grows with the difference in one more feature."""


def logistic_each(x: np.ndarray) -> np.ndarray:
    """1 / (1 + e^{−x}) of every entry without overflow; NaN stays NaN."""
    if IN_BROWSER:
        small = np.exp(-np.abs(x))
        return np.where(x >= 0.0, 1.0, small) / (1.0 + small)
    from scipy.special import expit

    return np.asarray(expit(x))


def normal_below(x: float) -> float:
    """Φ(x), the share of a standard normal variable that lies below x."""
    if IN_BROWSER:
        return 0.5 * math.erfc(-x / math.sqrt(2.0))
    from scipy.special import ndtr

    return float(ndtr(x))


def beta_below_half(a: int, b: int) -> float:
    """I_½(a, b), the share of a Beta variable that is below ½: of a + b − 1 coins at least a show heads."""
    if IN_BROWSER:
        coins = a + b - 1
        return math.fsum(math.comb(coins, heads) for heads in range(a, coins + 1)) / 2.0**coins
    from scipy.special import betainc

    return float(betainc(a, b, 0.5))


def range_quantile(share: float, count: int) -> float:
    """The `share` quantile of the range, largest minus smallest, of `count` standard normal variables."""
    if IN_BROWSER:
        z, step = np.linspace(-8.0, 8.0, 4001, retstep=True)
        density, at = np.exp(-0.5 * z * z) / math.sqrt(2.0 * math.pi), _normal_below_each(z)
        low, high = 0.0, 16.0
        while high - low > 1e-10:
            middle = 0.5 * (low + high)
            within = count * step * float(density @ (at - _normal_below_each(z - middle)) ** (count - 1))
            low, high = (middle, high) if within < share else (low, middle)
        return low
    from scipy.stats import studentized_range

    return float(studentized_range.ppf(share, count, np.inf))


def _normal_below_each(x: np.ndarray) -> np.ndarray:
    return np.array([normal_below(each) for each in x.tolist()])


def solve_upper(triangle: np.ndarray, right: np.ndarray, *, transposed: bool = False) -> np.ndarray:
    """The x (k,) or (k, j) of R x = b, or Rᵀ x = b, for an upper triangle R (k, k) without a zero on its diagonal."""
    if IN_BROWSER:
        return np.linalg.solve(triangle.T if transposed else triangle, right)
    from scipy.linalg import solve_triangular

    return np.asarray(solve_triangular(triangle, right, trans=int(transposed), check_finite=False))


def solve(system: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The x (k,) of A x = b for A (k, k)."""
    if IN_BROWSER:
        return np.linalg.solve(system, right)
    from scipy.linalg import solve as solved

    return np.asarray(solved(system, right))


def distances(A: np.ndarray, B: np.ndarray, metric: str) -> np.ndarray:
    """(a, b) the distances between the rows of A (a, d) and of B (b, d), "euclidean" or one of `DIFFERENCES`."""
    if not IN_BROWSER:
        from scipy.spatial.distance import cdist

        return np.asarray(cdist(A, B, metric))
    if metric == "euclidean":
        return np.sqrt(distances(A, B, "sqeuclidean"))
    total = np.zeros((len(A), len(B)))
    for of_a, of_b in zip(A.T, B.T, strict=True):
        total = DIFFERENCES[metric](total, of_a[:, None] - of_b)
    return total


def distances_within(Z: np.ndarray, metric: str) -> np.ndarray:
    """(n(n − 1)/2,) the distance of each row of Z (n, d) from each later one, as in :func:`distances`."""
    if IN_BROWSER:
        return distances(Z, Z, metric)[np.triu_indices(len(Z), 1)]
    from scipy.spatial.distance import pdist

    return np.asarray(pdist(Z, metric))


def mixtures(game: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(λ, d) of a matrix game M (m, k): max ρ with Mλ ≥ ρ, and d (m,), the dual values of Mλ ≥ ρ.

    λ (k,) and d are ≥ 0, and both sum to 1 up to rounding. Raises DataError when the solver gives up.
    """
    m, k = game.shape
    if not HAS_SOLVERS:
        from rankviz.engine.kernels import matrix_game

        solved = matrix_game.solve(game)
        if solved is None:
            raise DataError("The linear program for ρ was not solved: rounding grew too large")
        return solved
    cost = np.append(np.zeros(k), -1.0)
    within = np.hstack([-game, np.ones((m, 1))])
    sums = np.append(np.ones(k), 0.0)[None, :]
    bounds = [(0.0, None)] * k + [(None, None)]
    found = load_scipy().optimize.linprog(
        cost, A_ub=within, b_ub=np.zeros(m), A_eq=sums, b_eq=[1.0], bounds=bounds, method="highs-ds"
    )
    if found.status != 0:
        raise DataError(f"The linear program for ρ was not solved: {found.message}")
    d = np.maximum(-found.ineqlin.marginals, 0.0)
    return np.maximum(found.x[:k], 0.0), d / d.sum()


def load_scipy() -> Any:
    """Return SciPy, for its solvers; its parts load when they are first used. Raises DataError where it is missing."""
    if not HAS_SOLVERS:
        raise DataError(NO_SOLVERS, remedy="Run it with RankViz on a computer")
    return import_module("scipy")
