"""A round's loss for every α, typed from the equations: Z (11), (27), RB-C's bound (18), weights (10), (26), and Rₚ.

It imports nothing from rankviz.
"""

import math
from collections.abc import Sequence


def weights(
    algorithm: str, plus: float, zero: float, minus: float, prior: float, alpha: float
) -> tuple[float, float, float]:
    """The three sums of D before they are divided by Z: pairs correct, tied, reversed."""
    on_ties = math.cosh(alpha + prior) / math.cosh(prior) if algorithm.startswith("rb-plus") else 1.0  # (25)
    return plus * math.exp(-alpha), zero * on_ties, minus * math.exp(alpha)


def z(algorithm: str, plus: float, zero: float, minus: float, prior: float, alpha: float) -> float:
    """Z_t (11), (27)."""
    return math.fsum(weights(algorithm, plus, zero, minus, prior, alpha))


def bound_18(plus: float, minus: float, alpha: float) -> float:
    """(18): Z ≤ (1 − r)/2 e^α + (1 + r)/2 e^(−α), r = ε⁺ − ε⁻ (17)."""
    r = plus - minus
    return (1 - r) / 2 * math.exp(alpha) + (1 + r) / 2 * math.exp(-alpha)


def push(
    s: Sequence[float], m: Sequence[float], lower: Sequence[int], p: float, alpha: float
) -> tuple[float, float, float]:
    """(R_p after a step over R_p before it, the shares of D after it of the pairs ordered correctly and reversed).

    R_p = Σ_k S_k^p, S_k = Σ e^{−s} over the pairs whose lower item is k, D ∝ e^{−s} S_k^{p−1} (Rudin, JMLR 10, 2009);
    s, m: each pair's score difference and what the ranker adds to it.
    """

    def sums(step: float) -> dict[int, float]:
        terms: dict[int, list[float]] = {}
        for score, move, k in zip(s, m, lower, strict=True):
            terms.setdefault(int(k), []).append(math.exp(-(score + step * move)))
        return {k: math.fsum(each) for k, each in terms.items()}

    after = sums(alpha)
    whole = math.fsum(each**p for each in after.values())
    parts = [
        math.exp(-(score + alpha * move)) * after[int(k)] ** (p - 1.0) / whole
        for score, move, k in zip(s, m, lower, strict=True)
    ]
    correct = math.fsum(part for part, move in zip(parts, m, strict=True) if move > 0)
    reversed_ = math.fsum(part for part, move in zip(parts, m, strict=True) if move < 0)
    return whole / math.fsum(each**p for each in sums(0.0).values()), correct, reversed_
