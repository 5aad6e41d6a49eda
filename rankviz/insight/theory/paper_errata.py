"""Errors in the papers, each with the smallest example: the printed form, and the correct one.

RB+ is Connamacher et al. 2019, SM Rudin et al. 2005, QB Zheng et al. 2007, GD Chen et al. 2012.
"""

import math

import numpy as np

from rankviz.engine.algorithms.entry import Params
from rankviz.engine.algorithms.margins.equations import alpha_6, gain_4
from rankviz.engine.algorithms.qbrank.risk import risk_of
from rankviz.engine.data.problem import Problem
from rankviz.engine.runs.trace import BoostedRun, Trace


def loss_6_as_printed(scores: np.ndarray) -> float:
    """RB+ (6) without the minus: the mean of e^{s} of pair scores s (m,), which grows as the order improves."""
    return float(np.mean(np.exp(scores)))


def rate_36_as_printed(delta: float, rounds: int) -> float | None:
    """exp(−2γ²T) of RB+ (36) with the largest γ that 0 < γ ≤ ½ δ allows; None where δ < 0 allows none."""
    return math.exp(-0.5 * delta * delta * rounds) if delta > 0.0 else None


def right_side_28(trace: Trace, run: BoostedRun, t: int) -> np.ndarray:
    """(m,) D₁(i) Π ω⁺(i) over the first t rounds, which is D_{t+1}(i) Π Z; as RB+ (28) is printed it would be Π Z."""
    return np.asarray(trace.weights(run, t) * math.prod(run.z[:t].tolist()))


def steepest_against_best_step() -> tuple[float, float]:
    """RB-D's Z of a ranker with the smaller δ, ε = (.6, 0, .4), and of one with the smaller Z, ε = (.15, .85, 0)."""
    steep, low = (
        tied + 2.0 * math.sqrt(right * wrong) for right, tied, wrong in ((0.6, 0.0, 0.4), (0.15, 0.85, 0.0))
    )
    return steep, low


def tied_weight(trace: Trace, run: BoostedRun) -> float:
    """D_2 of a pair that the first ranker ties: on the data of RB+, Lemma 1, 1/(n+1)² over Z_1."""
    higher, lower = trace.problem.pairs.T
    h = trace.pool.output(int(run.ranker[0]))
    return float(trace.weights(run, 1)[h[higher] == h[lower]][0])


def second_weight_as_printed() -> float:
    """RB+, Lemma 3: α_2 without its ln, ½ (2 + 2√3)/√3."""
    return 0.5 * (2.0 + 2.0 * math.sqrt(3.0)) / math.sqrt(3.0)


def risk_after(problem: Problem, params: Params, sign: float) -> tuple[float, float]:
    """R (QB) at scores of 0, and after the small step towards the targets r = sign · ∇R/W; QB prints sign 1."""
    total = risk_of(problem, params).total
    start = np.zeros(problem.n_items)
    found = total.evaluate(start)
    bound = total.bound
    targets = np.divide(sign * found.gradient, bound, out=np.zeros_like(start), where=bound > 0.0)
    return found.value, total.evaluate(0.1 * targets).value


def gain_of_theorem_2(d_correct: float, d_tied: float, d_reversed: float, g: float) -> tuple[float, float]:
    """The gain of G̃ in a round with step (6) of SM, and the gain that Theorem 2 requires; both times ‖λ‖₁ after it."""
    alpha = alpha_6(d_correct, d_tied, d_reversed, g)
    tau = d_correct * math.exp(-alpha) + d_tied + d_reversed * math.exp(alpha)
    return gain_4(alpha, math.log(tau), g, 1.0), 0.5 * alpha * (d_correct - d_reversed - g)


def regression_beside_ranking(share: float) -> tuple[float, float]:
    """GD: f(a) − f(b) of two points with positives (share, 1 − share) and negatives (1 − share, share).

    First for the minimum of the pairs' mean of (1 − (f(x⁺) − f(x⁻)))², then for the regression function, E[y | x].
    """
    right, wrong = share * share, (1.0 - share) ** 2
    return (right - wrong) / (right + wrong), 2.0 * (2.0 * share - 1.0)
