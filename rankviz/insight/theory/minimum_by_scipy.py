"""The SciPy routines behind the minimum of a loss: the rank of columns, trust regions, and linear programs."""

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy

MAX_PROGRAM = 300_000
"""Most entries of a linear program."""


def span(H: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (Q, r): orthonormal columns (n, k), the first of which span those of H (n, j), and sizes (k,)."""
    Q, R, _ = scipy.linalg.qr(H, mode="economic", pivoting=True)
    return Q, np.abs(np.diag(R))


def descend(
    f: Callable[[np.ndarray], float],
    gradient: Callable[[np.ndarray], np.ndarray],
    hessian: Callable[[np.ndarray], np.ndarray],
    k: int,
    steep: float,
) -> np.ndarray:
    """Return the minimiser of a convex function of k variables, from 0; or a point far out, where it keeps falling."""
    found = scipy.optimize.minimize(
        f,
        np.zeros(k),
        jac=gradient,
        hess=hessian,
        method="trust-exact",
        options={"gtol": steep, "maxiter": 200},
    )
    return np.asarray(found.x)


def not_separable(columns: np.ndarray) -> np.ndarray | None:
    """(m,) bool: the pairs that no direction d with columns @ d ≥ 0 separates; None when the program gave up.

    max Σ z over 0 ≤ z ≤ 1, z ≤ columns @ d: by scaling d, z_i is 1 for every pair that some d separates.
    """
    m, k = columns.shape
    cost = np.concatenate([np.zeros(k), -np.ones(m)])
    within = np.hstack([-columns, np.eye(m)]) if m < 400 else _beside(columns)
    bounds = [(None, None)] * k + [(0.0, 1.0)] * m
    found = scipy.optimize.linprog(
        cost, A_ub=within, b_ub=np.zeros(m), bounds=bounds, method="highs", options={"time_limit": 20.0}
    )
    return None if found.status != 0 else np.asarray(found.x[k:] < 0.5)


def _beside(columns: np.ndarray) -> Any:
    m, k = columns.shape
    row, column = np.nonzero(columns)
    data = np.concatenate([-columns[row, column], np.ones(m)])
    where = (np.concatenate([row, np.arange(m)]), np.concatenate([column, k + np.arange(m)]))
    return scipy.sparse.coo_array((data, where), shape=(m, k + m)).tocsr()


def falls_for_ever(M: np.ndarray) -> bool | None:
    """Return whether some d ≠ 0 lets no pair's term of F2 rise along it: M d ≥ Σ |d| over the rankers that tie it.

    The columns are independent, so such a d has Σ M d > 0 and a linear program finds it; None when it gave up.
    """
    m, k = M.shape
    tied = (M == 0.0).astype(np.float64)
    eye = np.eye(k)
    within = np.vstack([np.hstack([-M, tied]), np.hstack([eye, -eye]), np.hstack([-eye, -eye])])
    cost = np.concatenate([-M.sum(axis=0), np.zeros(k)])
    bounds = [(-1.0, 1.0)] * k + [(0.0, 1.0)] * k
    found = scipy.optimize.linprog(
        cost,
        A_ub=within,
        b_ub=np.zeros(m + 2 * k),
        bounds=bounds,
        method="highs",
        options={"time_limit": 20.0},
    )
    return None if found.status != 0 else bool(-found.fun > 1e-7)
