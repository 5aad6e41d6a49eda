"""The step of a round of real-valued weak rankers: the α that minimises RB-C's bound (18), or Z.

D (m,) weighs the pairs, given by its logs, and M (m,) is h(x′) − h(x), from −1 to 1. A pair is tied where |M| ≤ `TIE`:
then M is 0. Where the ranker hardly separates the items, α reaches hundreds of thousands, so Z and (18) are logs as
well.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.qbrank.line_search import line_search
from rankviz.engine.numerics import TIE, log_sum_exp

POLISH = 2
"""Newton steps from the end of the search, 1e-10 of its first slope, so that the next round sees no edge there."""


@dataclass(frozen=True)
class Shares:
    """r⁺, r⁰, r⁻ of (37): what ordered pairs add to r = r⁺ − r⁻, what reversed ones subtract, and the weight of ties.

    r⁺, r⁰ and r⁻ do not add up to 1, unlike the ε's of 0/1 rankers: a pair counts by how far apart its values are.
    `log_up` and `log_down` are ln (1 + r)/2 and ln (1 − r)/2, added up pair by pair: near |r| = 1 nothing cancels.
    """

    correct: float
    tied: float
    reversed: float
    log_up: float
    log_down: float

    @property
    def edge(self) -> float:
        """r (17)."""
        return self.correct - self.reversed


def differences(h: np.ndarray, higher: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """M (m,) of a ranker with values h (n,), ties exactly 0."""
    M = h[higher] - h[lower]
    M[np.abs(M) <= TIE] = 0.0
    return M


def log_weights(g: np.ndarray, higher: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """ln D (m,) of the pairs for scores g (n,): D ∝ e^{−s}, of sum 1."""
    logs = g[lower] - g[higher]
    return np.asarray(logs - log_sum_exp(logs))


def shares_37(log_D: np.ndarray, M: np.ndarray) -> Shares:
    """r⁺, r⁰, r⁻ (37)."""
    D, up, down = np.exp(log_D), M > 0.0, M < 0.0
    with np.errstate(divide="ignore"):
        over, under = (log_sum_exp(log_D + np.log(0.5 * (1.0 + side))) for side in (M, -M))
    return Shares(
        float(D[up] @ M[up]), float(D[~(up | down)].sum()), float(-(D[down] @ M[down])), over, under
    )


def log_z_10(log_D: np.ndarray, M: np.ndarray, alpha: float) -> float:
    """ln Z, Z = Σ D e^{−αM} (10)."""
    return log_sum_exp(log_D - alpha * M)


def log_bound_18(shares: Shares, alpha: float) -> float:
    """ln of the right side of (18), above Z by convexity for M from −1 to 1: ((1−r)/2) e^α + ((1+r)/2) e^{−α}."""
    return float(np.logaddexp(shares.log_down + alpha, shares.log_up - alpha))


def log_least_18(shares: Shares) -> float:
    """ln √(1 − r²), the value of (18) at the α of (19); −inf where all pairs have M = 1 or all −1."""
    return math.log(2.0) + 0.5 * (shares.log_up + shares.log_down)


def alpha_19(shares: Shares) -> float:
    """α = ½ ln((1 + r)/(1 − r)) (19), the minimum of (18); ±inf where all pairs have M = 1 or all −1."""
    return 0.5 * (shares.log_up - shares.log_down)


def alpha_exact(log_D: np.ndarray, M: np.ndarray, edge: float) -> float:
    """Return the α that minimises Z, by line search on ln Z; ±inf where Z keeps falling, as no pair is reversed."""
    sign = math.copysign(1.0, edge)
    if not bool((sign * M < 0.0).any()):
        return math.copysign(math.inf, edge)
    along = _along(log_D, sign * M)
    alpha = line_search(along)
    for _ in range(POLISH):
        _, slope, second = along(alpha)
        polished = alpha - slope / second if second > 0.0 else alpha
        if abs(along(polished)[1]) < abs(slope):
            alpha = polished
    return sign * alpha


def _along(log_D: np.ndarray, M: np.ndarray) -> Callable[[float], tuple[float, float, float]]:
    """α → (ln Z, its slope, its second derivative): minus the mean of M under the new D, and the variance."""

    def at(alpha: float) -> tuple[float, float, float]:
        power = log_D - alpha * M
        log_z = log_sum_exp(power)
        weight = np.exp(power - log_z)
        mean = float(weight @ M)
        return log_z, -mean, float(weight @ (M - mean) ** 2)

    return at
