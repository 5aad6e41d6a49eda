"""A round's loss for every α, typed from the equations: Z (11), (27), RB-C's bound (18), the weights (10), (26).

It imports nothing from rankviz.
"""

from __future__ import annotations

import math


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
