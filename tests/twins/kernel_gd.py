"""The slow twin of kernel gradient descent, typed from MATH (GD 1.1 to 1.5) with loops over items and pairs.

It imports nothing of rankviz. Items are rows; `positive` says which of them belong above the others.
"""

import math
from dataclasses import dataclass, field

import numpy as np

# ---------------------------------------------------------------- losses

SLOPE_AT_ZERO = {"hinge": 1.0, "least-squares": 2.0, "logistic": 0.5}
LIPSCHITZ = {"hinge": 1.0, "least-squares": 2.0, "logistic": 0.25}


def phi(loss: str, z: float) -> float:
    if loss == "hinge":
        return max(1.0 - z, 0.0)
    if loss == "least-squares":
        return (1.0 - z) ** 2
    return math.log1p(math.exp(-z)) if z > 0 else -z + math.log1p(math.exp(z))


def left_slope(loss: str, z: float, size: float) -> float:
    """φ'₋(z). At the hinge's kink the left derivative is −1; margins that rounding put beside it stand on it."""
    if loss == "hinge":
        return -1.0 if z <= 1.0 + 1e-12 * size else 0.0
    if loss == "least-squares":
        return -2.0 * (1.0 - z)
    return -1.0 / (1.0 + math.exp(z)) if z < 700 else 0.0


# ---------------------------------------------------------------- features and kernels


def scaled(X: np.ndarray, like: np.ndarray, standardise: bool) -> np.ndarray:
    """Missing → the mean of `like`; then mean 0 and spread 1 there, a constant feature 0."""
    Z = np.zeros(X.shape)
    for j in range(X.shape[1]):
        known = [float(v) for v in like[:, j] if not math.isnan(v)]
        mean = math.fsum(known) / len(known) if known else 0.0
        spread = math.sqrt(math.fsum((v - mean) ** 2 for v in known) / len(known)) if known else 0.0
        constant = spread <= 1e-12 * max((abs(v) for v in known), default=0.0)
        for i in range(X.shape[0]):
            value = mean if math.isnan(X[i, j]) else float(X[i, j])
            if standardise:
                Z[i, j] = 0.0 if constant else (value - mean) / spread
            else:
                Z[i, j] = value
    return Z


def median_distance(Z: np.ndarray, power: int) -> float:
    found = []
    for i in range(len(Z)):
        for j in range(i):
            d = np.abs(Z[i] - Z[j])
            far = math.sqrt(float((d**2).sum())) if power == 2 else float(d.sum())
            if far > 0:
                found.append(far)
    return float(np.median(found)) if found else 1.0


def gram(A: np.ndarray, B: np.ndarray, kernel: str, gamma: float, degree: int) -> np.ndarray:
    K = np.zeros((len(A), len(B)))
    for i, a in enumerate(A):
        for j, b in enumerate(B):
            if kernel == "gaussian":
                K[i, j] = math.exp(-gamma * float(((a - b) ** 2).sum()))
            elif kernel == "laplacian":
                K[i, j] = math.exp(-gamma * float(np.abs(a - b).sum()))
            elif kernel == "polynomial":
                K[i, j] = (gamma * float((a * b).sum()) + 1.0) ** degree
            else:
                K[i, j] = float((a * b).sum())
    return K


def gamma_of(Z: np.ndarray, kernel: str, width: float) -> float:
    if kernel == "gaussian":
        return 0.5 / (width * median_distance(Z, 2)) ** 2
    if kernel == "laplacian":
        return 1.0 / (width * median_distance(Z, 1))
    return 1.0 / Z.shape[1]


# ---------------------------------------------------------------- risk and descent


def pairs_of(positive: np.ndarray) -> list[tuple[int, int]]:
    above = [i for i in range(len(positive)) if positive[i]]
    below = [i for i in range(len(positive)) if not positive[i]]
    return [(i, j) for i in above for j in below]


def risk(loss: str, f: np.ndarray, pairs: list[tuple[int, int]]) -> float:
    """E_S(f) (GD 1.2)."""
    return math.fsum(phi(loss, f[i] - f[j]) for i, j in pairs) / len(pairs)


def gradient(loss: str, f: np.ndarray, pairs: list[tuple[int, int]]) -> np.ndarray:
    """(1/|pairs|) Σ φ'₋ (e_i − e_j), the coefficients of Σ φ'₋ (K_i − K_j)."""
    size = max(1.0, float(np.abs(f).max()))
    g = np.zeros(len(f))
    for i, j in pairs:
        slope = left_slope(loss, f[i] - f[j], size) / len(pairs)
        g[i] += slope
        g[j] -= slope
    return g


def auc(f: np.ndarray, pairs: list[tuple[int, int]]) -> float:
    zero = 1e-12 * float(np.abs(f).max())
    good = [1.0 if f[i] - f[j] > zero else 0.5 if f[i] - f[j] >= -zero else 0.0 for i, j in pairs]
    return sum(good) / len(good)


@dataclass
class Run:
    """Lists of T + 1 entries, entry 0 before any step; `step` and `load` have T."""

    c: list[np.ndarray] = field(default_factory=list)
    f: list[np.ndarray] = field(default_factory=list)
    risk: list[float] = field(default_factory=list)
    norm: list[float] = field(default_factory=list)
    auc: list[float] = field(default_factory=list)
    step: list[float] = field(default_factory=list)
    bound: float = 0.0
    K: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))


def descend(
    X: np.ndarray,
    positive: np.ndarray,
    rounds: int,
    *,
    loss: str = "logistic",
    kernel: str = "gaussian",
    width: float = 0.5,
    degree: int = 3,
    standardise: bool = True,
    regularisation: float = 0.1,
    step: float = 0.0,
    decay: float = 0.0,
    pairs_per_step: int = 0,
    seed: int = 0,
) -> Run:
    """Definition 1.1: f_{t+1} = f_t − γ_t [mean φ'₋ (K_i − K_j) + λ f_t], on coefficients."""
    Z = scaled(X, X, standardise)
    K = gram(Z, Z, kernel, gamma_of(Z, kernel, width), degree)
    pairs = pairs_of(positive)
    above = np.flatnonzero(positive)
    below = np.flatnonzero(~np.asarray(positive, dtype=bool))
    kappa = math.sqrt(max(K[i, i] for i in range(len(K))))
    gamma = step if step > 0 else 1.0 / (4 * kappa**2 * LIPSCHITZ[loss] + regularisation)
    rng = np.random.default_rng(seed)
    run = Run(bound=2 * kappa * SLOPE_AT_ZERO[loss] / regularisation, K=K)
    c = np.zeros(len(X))
    for t in range(rounds + 1):
        f = K @ c
        run.c.append(c)
        run.f.append(f)
        run.risk.append(risk(loss, f, pairs))
        run.norm.append(math.sqrt(max(float(c @ K @ c), 0.0)))
        run.auc.append(auc(f, pairs))
        if t == rounds:
            return run
        used = pairs
        if pairs_per_step:
            i = rng.integers(0, len(above), pairs_per_step)
            j = rng.integers(0, len(below), pairs_per_step)
            used = [(int(above[a]), int(below[b])) for a, b in zip(i, j, strict=True)]
        gamma_t = gamma * (t + 1) ** (-decay)
        c = (1 - gamma_t * regularisation) * c - gamma_t * gradient(loss, f, used)
        run.step.append(gamma_t)
    return run
