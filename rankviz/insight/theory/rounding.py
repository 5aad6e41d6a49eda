"""Rounding error bounds: the largest distance of the two sides of a theorem's row from their exact values.

A row compares two numbers that the program computed in floats. These are the forward error bounds of those steps,
worst cases, not estimates, to first order in u (Higham, *Accuracy and Stability of Numerical Algorithms*, ch. 3, 4):

* one operation +, −, ×, ÷, √ changes its result by a factor 1 + e, |e| ≤ u = 2⁻⁵³; exp, ln, tanh by |e| ≤ 2u (1 ulp);
* a sum of k terms in any order is off by at most γ_k Σ|terms|, γ_k = k u / (1 − k u); of terms ≥ 0, relatively by γ_k;
* exp turns an absolute error d of its argument into a relative error d, ln a relative error into an absolute one.

Everything that boosting multiplies (D, Z, Ê, F) is tracked as relative errors, that is as errors of the logs:

scores    g = Σ α h is summed over t rounds, |g| ≤ A = Σ|α|, and s is a difference of two: γ_{2t+1} A.
Ê1        each e^{−s} is off by the error of s and by that of its argument, |s| + |largest s| ≤ 4A; then a sum of k
          terms, k = m for listed pairs. Where grades imply them, sums of n items are nested in sums over the groups,
          and beyond NEAR each of the G groups rescales what it adds to, by an exp of a number ≤ 4A + 4 ln m.
Ê2        also Π cosh η: a round changes one ln cosh, |ln cosh x| ≤ |x|, and the total is at most ‖η‖₁. A round
          multiplies a pair's term by e^{±α} or by the change of cosh η: argument, exp and product.
D         a round multiplies by e^{±α}/Z: argument, exp and product.
Π Z       Z_t is the divisor of D, so the errors of the sums telescope: Π Z · Σ D_{T+1} = Ê1 whatever Z was, with
only the errors of the multiplications; Σ D_{T+1} is 1 up to one sum. Every REFRESH rounds D is rescaled,
which adds one sum. Where grades imply the pairs, D is computed from scores, again every REFRESH rounds,
and each Z adds its sum.
bounds    Z_s ≤ its share of U holds for the computed ε's if they sum to 1: each round adds how far they may not.
D's slope ε's are sums of D, so δ and r are off by the error of D and one sum.

All are arrays over rounds 0 … T, computed once per run. Two scores within TIE · A count as a tie by definition: that a
tied pair with s > 0 counts as 1 in R̂1 but e^{−s} in Ê1 is `tie`, an allowance like the others.
"""

import math

import numpy as np

from rankviz.engine.algorithms.boosting.distribution import REFRESH
from rankviz.engine.algorithms.boosting.loop import TIE
from rankviz.engine.algorithms.rankboost.independence import Span
from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.data.grade_groups import grade_groups
from rankviz.engine.kernels.graded_plain import NEAR
from rankviz.engine.runs.once import once_a_run
from rankviz.engine.runs.trace import BoostedRun, Run, Trace

U = 2.0**-53
"""The unit roundoff of a float."""


def gamma(k: float) -> float:
    """γ_k = k u / (1 − k u), the error of k operations in a row."""
    return k * U / (1.0 - k * U)


class Errors:
    """The bounds of one run of weak rankers; arrays (T + 1,), absolute errors of logs unless stated otherwise."""

    def __init__(self, trace: Trace, run: BoostedRun, condition: float = 1.0) -> None:
        problem, self._condition = trace.problem, condition
        self.m, self.n = problem.n_pairs, problem.n_items
        asked = run.params.get("undefined"), run.fork and run.fork.undefined
        capped = "cap" in asked or "limit" in asked
        groups = 1 if problem.explicit else len(grade_groups(problem)[1]) - 1
        implied = 2 * self.n + 4 * groups + 8
        entry = find_boosted(run.algorithm)
        self._power = float(run.params["p"]) if entry.tilted is not None else 0.0
        listed = entry.cosh_ties or problem.explicit or capped or entry.tilted is not None
        self._terms = self.m if problem.explicit else implied
        self.sum = gamma(self.m if listed else implied)
        """One sum of D over pairs, relatively."""
        self._moves(run)
        reach = 4.0 * self.size + 4.0 * math.log(self.m) + 8.0
        if problem.pair_weights is not None:
            reach = reach + 4.0 * float(np.abs(problem.log_amounts).max())
        if self._power and not (
            problem.explicit or capped
        ):  # D is the exp of p times logs of sums over grades
            self.sum += self._power * U * float(reach[-1]) * (groups + 2)
        t = np.arange(run.n_rounds + 1)
        self.scores = _gammas(2 * t + 1) * self.size
        """A pair's score, absolutely."""
        self.e1 = self.scores + gamma(self._terms) + U * reach * (2 if problem.explicit else groups + 2)
        of_ties = U * (
            np.cumsum(16.0 + 8.0 * self._step + 4.0 * self.norm2)
            + (len(trace.pool.codes) + t + 8) * self.norm2
        )
        self.e2 = self.scores + gamma(self.m) + U * (reach + 2.0 * self.norm2) * 4.0 + of_ties
        self._follow(run, listed, U * reach * (groups + 2), reach)
        self.tie = TIE * (trace.scales(run) if "limit" in run.outcome else self.size)
        """The largest score of a tied pair."""
        self._margin(run, reach)

    def _moves(self, run: BoostedRun) -> None:
        """Compute Σ|α| (T + 1,) and the amounts by which a round moves logs: |α|, |ln Z| and the weights in cosh."""
        alpha = np.abs(np.nan_to_num(run.alpha))
        self.size = _after(alpha)
        """A = Σ|α|."""
        with np.errstate(divide="ignore"):
            self._log_z = np.abs(np.where(run.z > 0.0, np.log(run.z), 0.0))
        self.norm2 = np.nan_to_num(np.maximum.accumulate(np.nan_to_num(run.metrics["norm2"])))
        # A ranker with an infinite α' has only pairs of weight 0, and moves nothing.
        had = np.where(np.isfinite(run.alpha_prior), np.abs(run.alpha_prior), 0.0)
        prior = np.where(run.combined, self.norm2[1:], had)
        self._step = np.concatenate([[0.0], alpha + prior])
        self._factor = U * (16.0 + 8.0 * alpha + 8.0 * prior + 4.0 * self._log_z)
        """(T,) one pair's factor over Z in D."""

    def _follow(self, run: BoostedRun, listed: bool, far: np.ndarray, reach: np.ndarray) -> None:
        t = np.arange(run.n_rounds + 1)
        self.logs = logs = _gammas(t + 1) * _after(self._log_z)
        """The sum of ln Z."""
        afresh = 1 + t // REFRESH
        if listed:
            self.weights = _after(self._factor) + afresh * self.sum
            """D, relatively."""
            self.product = _after(self._factor) + afresh * (self.sum + 8 * U) + logs
            """ln Π Z against ln of the loss."""
        else:
            sums = self.sum + (far if self.size[-1] > NEAR else 0.0)
            moved, last = _after(self._factor), t // REFRESH * REFRESH
            self.weights = self.scores + moved - moved[last] + U * reach + sums
            self.product = 2.0 * (self.scores + moved) + U * reach * afresh + t * sums + logs
        if run.combined.any():
            off = self._combined(run)
            self.weights, self.product, self.e2 = self.weights + off, self.product + off, self.e2 + off
        self.total = np.concatenate([[0.0], self._factor]) + 2.0 * self.sum + 8 * U
        if not listed:
            self.total = self.total + 2.0 * far * (self.size[-1] > NEAR)
        if self._power:  # D is the exp of p times a log
            self.total = self.total + 8.0 * U * self._power * reach
        """ε⁺ + ε⁰ + ε⁻, of round t."""
        self.steps = _after(self.total[1:] + self._factor)
        self.bound = self.steps + _gammas(t + 1) * np.abs(_known(run.metrics["log_bound"]))
        """ln U against ln Π Z, beside the errors of Π Z."""

    def _combined(self, run: BoostedRun) -> np.ndarray:
        """Bound the difference of the search's β from the loss's, through η: γ_n κ, κ of the members' vectors."""
        moved = np.where(run.combined, self.norm2[1:] + np.abs(np.nan_to_num(run.alpha)), 0.0)
        return 4.0 * gamma(8 * self.n) * self._condition * _after(moved)

    def _margin(self, run: Run, reach: np.ndarray) -> None:
        """G̃ = −ln F̃ / ‖λ‖₁: from the scores, and as the algorithm tracked it by Z; both absolutely."""
        norm = run.metrics["norm"]
        with np.errstate(divide="ignore", invalid="ignore"):
            shift = self.scores * np.abs(_known(run.metrics["smooth_margin"])) + 2.0 * U * reach
            self.smooth = np.where(norm > 0.0, (self.e1 + shift) / norm, 0.0)
            self.followed = np.where(norm > 0.0, (self.product + self.e1 + shift) / norm, 0.0)
            self._inverse = np.where(norm > 0.0, 1.0 / norm, 0.0)
        self.gain = (self.total + U * reach) * self._inverse
        """A round's gain of G̃, given G̃ before the round."""
        self.promised = norm * _after(self.gain[1:])
        """The gains of all rounds so far, times ‖λ‖₁."""

    @property
    def slope(self) -> np.ndarray:
        """δ and r of round t + 1, absolutely."""
        return 2.0 * self.weights + 2.0 * self.sum + 16 * U * (1.0 + self.size)

    def z(self, alpha: float, prior: float) -> float:
        """ln Z by its equation, from given ε's: three terms."""
        return gamma(24) + 8.0 * U * (abs(alpha) + 2.0 * abs(prior))

    def classes(self, t: int) -> float:
        """ln F₊ and ln F₋ after round t: sums of n terms e^{∓f}, f being half of Σ α (2h − 1)."""
        return float(self.scores[t]) + gamma(self.n + 16) + 4.0 * U * float(self.size[t])


def _gammas(k: np.ndarray) -> np.ndarray:
    return k * U / (1.0 - k * U)


def _after(by_round: np.ndarray) -> np.ndarray:
    """(T + 1,) the running sums of what each round (T,) adds."""
    return np.concatenate([[0.0], np.cumsum(by_round)])


def _known(values: np.ndarray) -> np.ndarray:
    return np.where(np.isfinite(values), values, 0.0)


@once_a_run
def errors(trace: Trace, run: BoostedRun) -> Errors:
    """Return the bounds of a run of weak rankers."""
    return Errors(trace, run, _condition(trace, run) if run.combined.any() else 1.0)


def _condition(trace: Trace, run: BoostedRun) -> float:
    """κ₂ of the centred item vectors of the rankers that were moved singly: they span all combinations."""
    span, columns = Span(trace.problem), []
    for ranker in dict.fromkeys(run.ranker[~run.combined].tolist()):
        h = trace.pool.output(ranker)
        if span.add(h):
            columns.append(span.centred(h))
    return float(np.linalg.cond(np.array(columns).T)) if columns else 1.0
