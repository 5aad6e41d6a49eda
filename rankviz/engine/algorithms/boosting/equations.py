"""One function per equation, each defined only here in the engine. Numbers are those of RankBoost+ (RB+).

ε⁺, ε⁰, ε⁻ are the weight of the pairs a ranker orders correctly, ties and reverses (8); α' is the weight the
ranker already has in the ensemble. An α that is not defined is ±inf here, for a policy to resolve.
"""

import math

from rankviz.engine.numerics import log_cosh, logistic


def log_ratio(over: float, under: float) -> float:
    """½ ln(over / under); ±inf when one of them is 0, and 0 when both are."""
    if over <= 0.0 and under <= 0.0:
        return 0.0
    if under <= 0.0:
        return math.inf
    if over <= 0.0:
        return -math.inf
    return 0.5 * (math.log(over) - math.log(under))


def delta_13(eps_correct: float, eps_reversed: float) -> float:
    """δ = ε⁻ − ε⁺ (13): negative for a ranker better than a coin."""
    return eps_reversed - eps_correct


def delta_33(eps_correct: float, eps_tied: float, eps_reversed: float, alpha_prior: float) -> float:
    """δ = ε⁻ − ε⁺ + ε⁰ tanh α' (33), the slope of Ê2 along the ranker, over Ê2."""
    return eps_reversed - eps_correct + eps_tied * math.tanh(alpha_prior)


def alpha_14(eps_correct: float, eps_reversed: float) -> float:
    """RB-D's α = ½ ln(ε⁺/ε⁻) (14)."""
    return log_ratio(eps_correct, eps_reversed)


def alpha_19(eps_correct: float, eps_tied: float, eps_reversed: float) -> float:
    """RB-C's α = ½ ln((1 + r)/(1 − r)) (19), r = ε⁺ − ε⁻ (17), in the form (39) that keeps exact zeros."""
    return log_ratio(eps_correct + 0.5 * eps_tied, eps_reversed + 0.5 * eps_tied)


def alpha_34(eps_correct: float, eps_tied: float, eps_reversed: float, alpha_prior: float) -> float:
    """RankBoost+'s α (34); e^{∓α'} / (2 cosh α') is the logistic function of ∓2α'."""
    return log_ratio(
        eps_correct + eps_tied * logistic(-2.0 * alpha_prior),
        eps_reversed + eps_tied * logistic(2.0 * alpha_prior),
    )


def log_tie_factor_25(alpha: float, alpha_prior: float) -> float:
    """ln of cosh(α + α') / cosh α', the factor RankBoost+ gives to tied pairs (25)."""
    return log_cosh(alpha + alpha_prior) - log_cosh(alpha_prior)


def z_27(
    eps_correct: float, eps_tied: float, eps_reversed: float, alpha: float, log_tie_factor: float
) -> float:
    """Z = ε⁺ e^{−α} + ε⁻ e^{α} + ε⁰ · tie factor (27); with a tie factor of 1 it is (11)."""
    terms = ((eps_correct, -alpha), (eps_reversed, alpha), (eps_tied, log_tie_factor))
    total = 0.0  # not `sum`, which from Python 3.12 on compensates: the same numbers in every Python
    for weight, power in terms:
        if weight > 0.0:
            total += weight * math.exp(power)
    return total


def log_bound_16(delta: float) -> float:
    """One round's share −½ δ² of the log of U1 (16) and of U2 (35)."""
    return -0.5 * delta * delta


def log_bound_rbc(eps_correct: float, eps_tied: float, eps_reversed: float) -> float:
    """One round's share ½ ln(1 − r²) of the log of RB-C's Π √(1 − r²); −inf for a perfect ranker."""
    inside = (2.0 * eps_correct + eps_tied) * (2.0 * eps_reversed + eps_tied)  # (1 + r)(1 − r)
    return 0.5 * math.log(inside) if inside > 0.0 else -math.inf
