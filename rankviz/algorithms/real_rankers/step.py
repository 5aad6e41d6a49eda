"""The step of a round of real-valued weak rankers: the α with the least of RB-C's bound (18), or of Z.

D (m,) weighs the pairs and M (m,) is h(x′) − h(x), from −1 to 1. A pair is tied where |M| ≤ `TIE`: then M is 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.algorithms.boosting.equations import log_ratio
from rankviz.algorithms.qbrank.line_search import line_search
from rankviz.numerics import TIE

POLISH = 2
"""Newton steps from where the search ends, 1e-10 of its first slope, so that the next round sees no edge there."""


@dataclass(frozen=True)
class Shares:
    """r⁺, r⁰, r⁻ of (37): what ordered pairs add to r = r⁺ − r⁻, what reversed ones take, and the weight of ties.

    r⁺, r⁰ and r⁻ do not add up to 1, unlike the ε's of 0/1 rankers: a pair counts by how far apart its values are.
    """

    correct: float
    tied: float
    reversed: float

    @property
    def edge(self) -> float:
        """r (17)."""
        return self.correct - self.reversed


def differences(h: np.ndarray, higher: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """M (m,) of a ranker with values h (n,), ties exactly 0."""
    M = h[higher] - h[lower]
    M[np.abs(M) <= TIE] = 0.0
    return M


def shares_37(D: np.ndarray, M: np.ndarray) -> Shares:
    """r⁺, r⁰, r⁻ (37)."""
    up, down = M > 0.0, M < 0.0
    return Shares(float(D[up] @ M[up]), float(D[~(up | down)].sum()), float(-(D[down] @ M[down])))


def z_10(D: np.ndarray, M: np.ndarray, alpha: float) -> float:
    """Z = Σ D e^{−αM} (10)."""
    return float(D @ np.exp(-alpha * M))


def bound_18(edge: float, alpha: float) -> float:
    """The right side of (18), which convexity puts above Z for M from −1 to 1: ((1−r)/2) e^α + ((1+r)/2) e^{−α}."""
    return 0.5 * (1.0 - edge) * math.exp(alpha) + 0.5 * (1.0 + edge) * math.exp(-alpha)


def alpha_19(M: np.ndarray, edge: float) -> float:
    """α = ½ ln((1 + r)/(1 − r)) (19), the least of (18); ±inf where all pairs have M = 1 or all −1."""
    if bool((np.abs(M) == 1.0).all()) and bool((M[0] == M).all()):
        return math.copysign(math.inf, M[0])
    return log_ratio(1.0 + edge, 1.0 - edge)


def alpha_exact(D: np.ndarray, M: np.ndarray, edge: float) -> float:
    """The α where Z is least, by line search; ±inf where Z falls for ever, as no pair goes the other way."""
    sign, weighs = math.copysign(1.0, edge), D > 0.0
    D, M = D[weighs], M[weighs]
    if not bool((sign * M < 0.0).any()):
        return math.copysign(math.inf, edge)
    along = _along(D, sign * M)
    alpha = line_search(along)
    for _ in range(POLISH):
        _, slope, second = along(alpha)
        alpha -= slope / second if second > 0.0 else 0.0
    return sign * alpha


def _along(D: np.ndarray, M: np.ndarray) -> Callable[[float], tuple[float, float, float]]:
    def at(alpha: float) -> tuple[float, float, float]:
        with np.errstate(over="ignore"):  # far beyond the least point; the search comes back
            weight = D * np.exp(-alpha * M)
            return float(weight.sum()), -float(weight @ M), float(weight @ (M * M))

    return at
