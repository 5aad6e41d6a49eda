"""The rates that GD, Theorem 2.1 and Corollary 2.2 promise, with the λ, steps and number of steps T they need.

The paper's formulas and every cell of its Table 1 are lost; the formulas here follow from its proofs as
`rankviz.insight.theory.concentration` restores the lemmas. Samples have m = n items per class, λ ~ m^{−s} and
γ_t = t^{−θ} / (4κ²N + λ).
"""

import math

GROWTH = {"hinge": 0.0, "least-squares": 1.0, "logistic": 0.0}
"""q of (2.1), by loss: |φ'₋(z)| ≤ C (1 + |z|)^q for all z."""

RATIO = 1.0
"""r of Corollary 2.2: ‖f_λ − f*‖ ≤ C λ^r, 0 < r ≤ 1, where 1 is the best possible."""


def distance_power(loss: str, s: float) -> float:
    """The guaranteed power of m with which ‖f_T − f_λ‖_K falls; 0 or more guarantees nothing (Theorem 2.1).

    J is λ-strongly convex, so the distance is at most 1/λ times the distance between the slopes of E_S and of E; that
    is B/√m up to a constant (Lemma 3.6), B the largest |φ'₋|. By (2.1) and Lemma 3.4, which keeps the norm under
    a constant over λ, B ~ λ^{−q}. So it is λ^{−1−q}/√m: the power (1 + q) s − ½.
    """
    return (1.0 + GROWTH[loss]) * s - 0.5


def largest_power(loss: str) -> float:
    """The s below which λ ~ m^{−s} promises anything (Theorem 2.1)."""
    return 0.5 / (1.0 + GROWTH[loss])


def target_power(loss: str, s: float, r: float = RATIO) -> float:
    """The guaranteed power of m with which ‖f_T − f*‖_K falls: that of the slower of both parts (Corollary 2.2)."""
    return max(distance_power(loss, s), -r * s)


def best_power(loss: str, r: float = RATIO) -> float:
    """The s at which both parts of Corollary 2.2 fall equally fast: (1 + q) s − ½ = −r s."""
    return 0.5 / (1.0 + GROWTH[loss] + r)


def share_left(loss: str, s: float, m: float) -> float:
    """The share of ‖f_λ‖ that the steps may leave, so that this part falls as fast as the sample's.

    ‖f_λ‖ ≤ √(2φ(0)/λ) ~ m^{s/2}, as J(f_λ) ≤ J(0).
    """
    return float(m ** (min(distance_power(loss, s), 0.0) - s / 2.0))


def steps_needed(gamma: float, decay: float, regularisation: float, share: float) -> int:
    """The smallest T at which Lemma 3.7 leaves that share: ~ (ln(1/share) / λγ)^{1/(1−θ)}, so that T grows with m."""
    summed = math.log(1.0 / share) / (regularisation * gamma)
    return max(1, math.ceil((1.0 + (1.0 - decay) * summed) ** (1.0 / (1.0 - decay)) - 1.0 - 1e-9))
