"""The slow twin of the P-norm push, typed pair by pair from Rudin (JMLR 10, 2009); it imports nothing of rankviz."""

import math
from dataclasses import dataclass, field

import numpy as np

TIE = 1e-12


@dataclass
class Run:
    ranker: list[int] = field(default_factory=list)
    alpha: list[float] = field(default_factory=list)
    z: list[float] = field(default_factory=list)
    weights: list[np.ndarray] = field(default_factory=list)  # D before each round, and after the last
    loss: list[float] = field(default_factory=list)  # R_p after t rounds
    stopped: str = "rounds"


def objective(s: np.ndarray, lower: np.ndarray, p: float) -> float:
    """R_p = Σ_k (Σ_i e^{−s_ik})^p, one lower item after another."""
    return math.fsum(math.fsum(math.exp(-v) for v in s[lower == k]) ** p for k in np.unique(lower))


def distribution(s: np.ndarray, lower: np.ndarray, p: float) -> np.ndarray:
    """The pairs' shares of the gradient of R_p: e^{−s} S_k^{p−1}."""
    weight = np.exp(-s)
    for k in np.unique(lower):
        weight[lower == k] *= math.fsum(np.exp(-s[lower == k])) ** (p - 1.0)
    return weight / weight.sum()


def step(s: np.ndarray, m: np.ndarray, lower: np.ndarray, p: float) -> float:
    """The α where R_p(s + αm) is least, by bisection of its slope; ±inf where no pair goes the other way."""
    if not (m < 0).any() or not (m > 0).any():
        return math.inf if (m > 0).any() else -math.inf

    def slope(alpha: float) -> float:
        moved = np.exp(-(s + alpha * m))
        total = 0.0
        for k in np.unique(lower):
            here = lower == k
            total -= math.fsum(moved[here]) ** (p - 1.0) * math.fsum(m[here] * moved[here])
        return total

    low, high = -1.0, 1.0
    while slope(low) > 0.0:
        low *= 2.0
    while slope(high) < 0.0:
        high *= 2.0
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if slope(middle) < 0.0 else (low, middle)
    return 0.5 * (low + high)


def boost(
    H: np.ndarray, pairs: np.ndarray, rounds: int, p: float = 4.0, picks: list[int] | None = None
) -> Run:
    """Rounds on the outputs H (n, N) of all rankers and pairs (m, 2); `picks` are made instead of its own."""
    M = H[pairs[:, 0]].astype(float) - H[pairs[:, 1]].astype(float)
    lower, s, run = pairs[:, 1], np.zeros(len(pairs)), Run()
    run.loss.append(objective(s, lower, p))
    for t in range(rounds):
        d = distribution(s, lower, p)
        run.weights.append(d)
        edge = np.abs(d @ M)
        if edge.max(initial=0.0) <= TIE:
            run.stopped = "no edge"
            return run
        j = int(np.flatnonzero(edge >= edge.max() - TIE)[0]) if picks is None else picks[t]
        alpha = step(s, M[:, j], lower, p)
        if math.isinf(alpha):
            run.stopped = "undefined"
            return run
        s = s + alpha * M[:, j]
        run.ranker.append(j)
        run.alpha.append(alpha)
        run.loss.append(objective(s, lower, p))
        run.z.append(run.loss[-1] / run.loss[-2])
    run.weights.append(distribution(s, lower, p))
    return run
