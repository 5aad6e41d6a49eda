"""The equations of the margin paper (SM: Rudin, Cortes, Mohri, Schapire 2005), one function each, and AdaBoost's step.

d⁺, d⁰, d⁻ are RankBoost+'s ε⁺, ε⁰, ε⁻: the weights of the pairs a ranker orders correctly, ties and
reverses. g = G̃(λ) is the smooth margin before the round, s = ‖λ‖₁ after it. A step without a finite value is ±inf.
"""

import math

from rankviz.engine.algorithms.boosting.equations import log_ratio


def alpha_2(d_correct: float, d_reversed: float) -> float:
    """Coordinate-descent RankBoost's α = ½ ln(d⁺/d⁻) (SM (2)); it is RB-D's (14)."""
    return log_ratio(d_correct, d_reversed)


def alpha_6(d_correct: float, d_tied: float, d_reversed: float, g: float) -> float:
    """Smooth Margin Ranking's α (SM (6)), 0 ≤ g < 1; for d⁻ = 0 its limit ln((1 − g)d⁺ / (g d⁰)), for g = 0 it is (2).

    (6) is the positive root x = e^α of (1 + g)d⁻x² + g d⁰x − (1 − g)d⁺ = 0, which is (5). It is written here with its
    square root in the denominator: nothing cancels, and the limit needs no special case.
    """
    if g == 0.0:
        return alpha_2(d_correct, d_reversed)
    if d_correct <= 0.0:
        return -math.inf
    tied, rest = g * d_tied, max(1.0 - g, 0.0)
    under = tied + math.sqrt(tied * tied + 4.0 * (1.0 + g) * rest * d_correct * d_reversed)
    if under <= 0.0:
        return math.inf
    over = 2.0 * rest * d_correct
    return math.log(over) - math.log(under) if over > 0.0 else -math.inf


LOOKS = 200
"""The most evaluations in the search for the exact step: halving a bracket alone takes fewer."""


def alpha_exact(d_correct: float, d_tied: float, d_reversed: float, g: float, norm: float) -> float:
    """The α at which G̃ along the ranker is highest: plain coordinate ascent on G̃, whose step (6) the paper avoids.

    G̃(λ + α e_j) = (g s − ln τ(α)) / (s + α), s = `norm` = ‖λ‖₁ before the round, is highest where −τ′/τ is G̃ itself:
    (5) with G̃ after the round, in place of g before it. (s + α)(−τ′/τ) + ln τ − g s falls in α, from s (r − g) at 0 to
    (s + α)(g − G̃) ≤ 0 at (6), so its root lies between them and the exact step is never the longer one. Where r ≤ g,
    as with a ranker chosen by hand, G̃ rises along no α > 0, and the step is (6); likewise where that is not finite.
    """
    longest = alpha_6(d_correct, d_tied, d_reversed, g)
    if d_correct - d_reversed <= g or not math.isfinite(longest):
        return longest
    low, high, alpha = 0.0, longest, longest
    for _ in range(LOOKS):
        up, down = d_correct * math.exp(-alpha), d_reversed * math.exp(alpha)
        tau = up + d_tied + down
        slope = (up - down) / tau
        over = norm * (slope - g) + alpha * slope + math.log(tau)
        low, high = (alpha, high) if over > 0.0 else (low, alpha)
        curve = (norm + alpha) * ((up + down) / tau - slope * slope)
        newton = alpha + over / curve if curve > 0.0 else low
        step = newton if low < newton < high else 0.5 * (low + high)
        if abs(step - alpha) <= 4e-16 * step or step in (low, high):
            return step
        alpha = step
    return alpha


def smooth_margin_3(log_f: float, norm: float) -> float:
    """G̃(λ) = −ln F̃(λ) / ‖λ‖₁ (SM section 4.2, (3)); −inf before any weight, as F̃ is a sum over m ≥ 1 pairs."""
    return -log_f / norm if norm > 0.0 else -math.inf


def gain_4(alpha: float, log_tau: float, g: float, s: float) -> float:
    """The gain of G̃ in a round: −(g α + ln τ) / s (SM (4)), with τ = Z and s = ‖λ‖₁ after the round."""
    return -(g * alpha + log_tau) / s


def gain_applies(before: float, alpha: float) -> bool:
    """Return whether (4) applies to a round: its ranker's weight λ_j is ≥ 0 before and after, so that ‖λ‖₁ grows by α.

    SM assumes λ ≥ 0 throughout; (4) needs no more than this. `before` is λ_j before the round.
    """
    return before >= 0.0 and before + alpha >= 0.0


def least_gain(alpha: float, r: float, g: float, s: float) -> float:
    """Theorem 2's lower bound on the gain of G̃ (SM): ½ α (r − g) / s, with r = d⁺ − d⁻ and s = ‖λ‖₁ after the round.

    Its proof rests on the paper's Lemma 1, which :func:`lemma_1` shows to need a condition.
    """
    return 0.5 * alpha * (r - g) / s


def lemma_1(d_tied: float, r: float, tau: float) -> bool:
    """Return whether Lemma 1 of SM, and with it Theorem 2, is proved for a round: 3 d⁰/τ + 2 r² ≤ 2.

    The paper states it for all 0 ≤ g < r, 0 ≤ d⁰ ≤ 1 − r and omits the proof, but with d⁻ = 0, r = d⁰ = ½, g = .01 the
    gain is .637/s and ½α(r − g)/s is 1.126/s. What (6) maximises is s · gain = −gα − ln τ(α), with the slope r(α) − g
    that falls from r − g to 0. Where the slope is concave, the gain is at least the triangle ½α(r − g) below it; and
    the slope's second derivative is r(α)(3 d⁰/τ(α) + 2 r(α)² − 2), in which d⁰/τ(α) only grows and r(α) only falls.
    """
    return 3.0 * d_tied / tau + 2.0 * r * r <= 2.0


def sure_gain(r: float, g: float, s: float) -> float:
    """A lower bound on the gain of G̃ in every round: ½ (r − g)² / s.

    (6) maximises −gα − ln τ(α), and ln τ(a) ≤ −r a + a²/2 (Hoeffding's lemma, M being within ±1); take a = r − g.
    """
    return 0.5 * (r - g) ** 2 / s


def sure_gain_exact(r: float, g: float, norm: float) -> float:
    """A lower bound on the gain of G̃ by the exact step: ½ (r − g)² / (s + r − g), s = `norm` = ‖λ‖₁ before the round.

    The step maximises G̃, so it gains at least as much as α = r − g does; then as in :func:`sure_gain`.
    """
    return sure_gain(r, g, norm + r - g)


def gain_of_length(alpha: float, g: float, s: float) -> float:
    """A lower bound on the gain of G̃ by a step α > 0 that ends at (6) or before: min(¼ (1−g) α, ⅛ v α²) / s.

    v = min(g (1−g), ¼ (1−g²)). s · gain is the area under r(a) − g from 0 to α, and r falls by −r′ = (d⁺e^{−a} +
    d⁻e^a)/τ − r² ≥ r (1−r), so by v at least while r is from g to ½ (1+g). Before that, to a*, r − g ≥ ½ (1−g). So the
    area is at least ½ (1−g) a* + ½ v (α − a*)²; take a* above or below ½ α. From it follows Lemma 2, without Lemma 1:
    G̃ ≤ ρ < 1 makes the gains vanish, hence min(α, α²)/s, hence α/s.
    """
    falls = min(g * (1.0 - g), 0.25 * (1.0 - g * g))
    return min(0.25 * (1.0 - g) * alpha, 0.125 * falls * alpha * alpha) / s


def alpha_adaboost(right: float, wrong: float) -> float:
    """AdaBoost's step ln(right/wrong), for the weights of the items its classifier gets right and wrong.

    In AdaBoost's units, h ∈ {−1, 1}, λ is half of this. Weak rankers here are 0/1 and 2h − 1 ∈ {−1, 1} moves twice
    as far, so in their units the weight is 2λ: then g(x') − g(x) = f(x') − f(x), and F₊F₋ is exactly RankBoost's F̃.
    """
    return 2.0 * log_ratio(right, wrong)
