"""How the equation of α counts the pairs that the ranker ties: which share of ε⁰ for it, and which against."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.engine.kernels.libraries import logistic_each

Shares = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class TieRule:
    """One rule: α = ½ ln((ε⁺ + for · ε⁰)/(ε⁻ + against · ε⁰)).

    Attributes
    ----------
    words : what it does with a tie, in three words: "RB-D leaves ties out".
    alpha, factor : the formula of α, and what the weight of a tied pair is multiplied by, in a line of plain text.
    shares : from α′ (T,), the weights that the chosen rankers had before, to (for, against), (T,) each.
    """

    words: str
    alpha: str
    factor: str
    shares: Callable[[np.ndarray], Shares]


LEFT_OUT = TieRule(
    "leaves ties out",
    "½ ln(ε⁺ / ε⁻)",
    "× 1",
    lambda prior: (np.zeros_like(prior), np.zeros_like(prior)),
)
"""RB-D: (14)."""
SHARED = TieRule(
    "counts a tie half",
    "½ ln((ε⁺ + ½ ε⁰) / (ε⁻ + ½ ε⁰))",
    "× 1",
    lambda prior: (np.full_like(prior, 0.5), np.full_like(prior, 0.5)),
)
"""RB-C: (17) and (19), as (1 + r)/2 = ε⁺ + ε⁰/2."""
WEIGHED = TieRule(
    "charges cosh α",
    "½ ln((ε⁺ + p ε⁰) / (ε⁻ + q ε⁰))",
    "× cosh(α′ + α) / cosh α′",
    lambda prior: (logistic_each(-2.0 * prior), logistic_each(2.0 * prior)),
)
"""RankBoost+: (34), p = e^(−α′)/(2 cosh α′) = 1/(1 + e^(2α′)) and q = 1 − p; (25)."""
