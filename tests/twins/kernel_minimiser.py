"""The minimum of E_S(f) + (λ/2)‖f‖²_K (GD 1.3), from its dual or its slope, pair by pair."""

import numpy as np
from scipy.optimize import lsq_linear, minimize


def objective(loss: str, K: np.ndarray, c: np.ndarray, pairs: list[tuple[int, int]], rate: float) -> float:
    """J of f = Σ c_k K_k."""
    f = K @ c
    z = np.array([f[i] - f[j] for i, j in pairs])
    phi = {
        "hinge": np.maximum(0.0, 1.0 - z),
        "least-squares": (1.0 - z) ** 2,
        "logistic": np.log(1.0 + np.exp(-z)),
    }[loss]
    return float(phi.mean() + rate / 2.0 * (c @ K @ c))


def hinge_dual(K: np.ndarray, pairs: list[tuple[int, int]], rate: float) -> float:
    """The largest mean a − (1/2λ) vᵀKv over 0 ≤ a ≤ 1, v = mean a (e_i − e_j): J's minimum is the same."""
    B = np.zeros((len(pairs), len(K)))
    for row, (i, j) in enumerate(pairs):
        B[row, i], B[row, j] = 1.0, -1.0
    Q = B @ K @ B.T / (rate * len(pairs) ** 2)

    def negative(a: np.ndarray) -> tuple[float, np.ndarray]:
        return float(0.5 * a @ Q @ a - a.mean()), Q @ a - 1.0 / len(pairs)

    found = minimize(
        negative,
        np.full(len(pairs), 0.5),
        jac=True,
        bounds=[(0.0, 1.0)] * len(pairs),
        method="L-BFGS-B",
        options={"ftol": 1e-16, "gtol": 1e-12, "maxiter": 20_000, "maxfun": 100_000},
    )
    return -float(found.fun)


def least_slope(
    K: np.ndarray, c: np.ndarray, pairs: list[tuple[int, int]], rate: float, near: float
) -> float:
    """Of the hinge: the least |λ c − mean a (e_i − e_j)| over its slopes −a, any from 0 to 1 where |z − 1| ≤ near."""
    f, rest = K @ c, rate * c
    kinks = []
    for i, j in pairs:
        z = f[i] - f[j]
        if abs(z - 1.0) <= near:
            kinks.append((i, j))
        elif z < 1.0:
            rest[i] -= 1.0 / len(pairs)
            rest[j] += 1.0 / len(pairs)
    if not kinks:
        return float(np.linalg.norm(rest))
    A = np.zeros((len(K), len(kinks)))
    for column, (i, j) in enumerate(kinks):
        A[i, column], A[j, column] = 1.0 / len(pairs), -1.0 / len(pairs)
    return float(np.sqrt(2.0 * lsq_linear(A, rest, (0.0, 1.0), tol=1e-14).cost))
