"""How the equation of α counts the pairs that the ranker ties: which share of ε⁰ for it, and which against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

Shares = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class TieRule:
    """One rule: α = ½ ln((ε⁺ + for · ε⁰)/(ε⁻ + against · ε⁰)).

    Attributes
    ----------
    words : what it does with a tie, in three words: "RB-D leaves ties out".
    shares : from α′ (T,), the weights that the chosen rankers had before, to (for, against), (T,) each.
    """

    words: str
    shares: Callable[[np.ndarray], Shares]


LEFT_OUT = TieRule("leaves ties out", lambda prior: (np.zeros_like(prior), np.zeros_like(prior)))
"""RB-D: (14)."""
SHARED = TieRule("counts a tie half", lambda prior: (np.full_like(prior, 0.5), np.full_like(prior, 0.5)))
"""RB-C: (17) and (19), as (1 + r)/2 = ε⁺ + ε⁰/2."""
WEIGHED = TieRule("charges cosh", lambda prior: (expit(-2.0 * prior), expit(2.0 * prior)))
"""RankBoost+: (34), as e^(−α′)/(2 cosh α′) = 1/(1 + e^(2α′))."""
