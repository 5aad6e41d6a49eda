"""Rounding error bounds of the learners that have scores: QBRank and GBT, RankSVM, kernel gradient descent.

As in `rankviz.insight.theory.rounding`: worst cases to first order in u, from the sums that the program computed.

QB        R, ∇R and R_k: a loss's bounds on its sums (`losses.Loss.errors`, where the last rounding of h is
          included), and inner products of n terms. R rises where rounding turned the slope along g around.
RankSVM   sums of m squares; a score 1 − s is off by u (1 + 2 max|h|). ∂J/∂v is a sum of m products of sums of d terms.
GD        f = K c has its own recursion next to that of c, and drifts from K c by `drift`: with |K_ij| ≤ κ², a step
adds γ_n κ² ‖γ g‖₁ for its product with K and 4u κ² ‖c‖₁ for the rest. ‖f‖² = cᵀf is a sum of n terms, each at
most κ² ‖c‖₁². The solved f_λ is off by at most ‖∇J‖/λ, J being λ-strongly convex, and ‖Σ a_k K_k‖ ≤ κ ‖a‖₁.
"""

import math

import numpy as np

from rankviz.engine.algorithms.kernel_gd.learner import KernelDetails
from rankviz.engine.algorithms.kernel_gd.losses import size_of
from rankviz.engine.algorithms.qbrank.losses import ScoreLoss
from rankviz.engine.runs.once import once_a_run
from rankviz.engine.runs.trace import ScoredRun
from rankviz.insight.theory.rounding import U, gamma

# ---------------------------------------------------------------- QB


def of_risk(loss: ScoreLoss, h: np.ndarray) -> float:
    """Error of R(h) at scores h (n,), absolutely."""
    return loss.errors(h)[0]


def of_slope(loss: ScoreLoss, h: np.ndarray, g: np.ndarray) -> float:
    """Error of ∇R(h) · g for scores and a direction (n,), absolutely."""
    wrong, gradient = loss.errors(h)[1], np.abs(loss.evaluate(h).gradient)
    return float(wrong @ np.abs(g)) + gamma(len(g) + 8) * float(gradient @ np.abs(g))


def of_step(loss: ScoreLoss, h: np.ndarray, g: np.ndarray, step: float) -> float:
    """Error of R(h + step · g) against R_k(step · g), and against R(h)."""
    quadratic = gamma(len(g) + 8) * step * step * float(g @ (loss.bound * g))
    return of_risk(loss, h) + of_risk(loss, h + step * g) + abs(step) * of_slope(loss, h, g) + quadratic


def of_curvature(loss: ScoreLoss, n: int) -> float:
    """Error of vᵀHv / vᵀBv, a quotient of sums over the pairs and over n items."""
    return 4.0 * gamma(loss.terms + n + 32)


# ---------------------------------------------------------------- RankSVM


def of_squared_hinge(m: int, scores: np.ndarray) -> float:
    """Error of ln mean max(0, 1 − s)² over m pairs, one of whose terms is 1 or more."""
    return gamma(m + 16) + 8.0 * U * size_of(scores) * math.sqrt(m)


# ---------------------------------------------------------------- kernel gradient descent


class KernelErrors:
    """The bounds of a kernel run; arrays are (T + 1,), absolute errors."""

    def __init__(self, run: ScoredRun, details: KernelDetails) -> None:
        self._run, self._details = run, details
        c = np.abs(details.coefficients).sum(axis=1)
        n = details.coefficients.shape[1]
        step = np.nan_to_num(run.extra["step"])
        rate = details.schedule.regularisation
        square = details.schedule.kappa**2
        moved = np.abs(np.diff(details.coefficients, axis=0, prepend=0.0)).sum(axis=1) + step * rate * c
        drift = np.cumsum(square * (gamma(n + 8) * moved + 4.0 * U * c))
        self.norm_squared = (gamma(n + 8) + 16.0 * U) * square * c * c + 2.0 * c * drift
        """‖f‖²."""
        self._reach = 1.0 + 2.0 * np.abs(run.scored.scores).max(axis=1)
        pairs = len(details.positive) * len(details.negative) if details.loss.name == "logistic" else n
        self.risk = gamma(pairs + 16) * self._reach**2 + 4.0 * self._reach * drift
        """E_S(f)."""
        self.objective = self.risk + rate * self.norm_squared
        """J(f)."""
        pull = np.divide(moved, step, out=np.zeros_like(moved), where=step > 0.0) + rate * c
        self.fall = step * gamma(2 * n + 16) * square * pull**2
        """(γ_t / 2) ‖∇J‖² of the step to f_t."""
        self._c, self._drift, self._sum, self._pairs = c, drift, gamma(n + 8), pairs

    def norm(self, t: int) -> float:
        """Error of ‖f_t‖: each step keeps the norm under its bound up to the step's rounding."""
        norm = float(self._run.extra["norm"][t])
        wrong = float(self.norm_squared[: t + 1].max())
        return 2.0 * min(wrong / norm if norm > 0.0 else math.inf, math.sqrt(wrong))

    @property
    def target(self) -> float:
        """Bound on ‖f_λ − its solution‖: the gradient left there over λ; for the hinge, the dual's bound."""
        details, solved = self._details, self._solved
        if not details.loss.smooth:
            return 2.0 * details.target_error
        loss, rate, kappa = details.loss, details.schedule.regularisation, details.schedule.kappa
        f = self._target_scores
        sums, g = loss.sums(f[details.positive], f[details.negative]), np.zeros(len(f))
        g[details.positive], g[details.negative] = sums.positive, sums.negative
        size = float(np.abs(g).sum()) + rate * float(np.abs(solved).sum())
        left = float(np.abs(g + rate * solved).sum()) + gamma(2 * len(f) + 16) * size * size_of(f)
        return kappa * left / rate

    @property
    def target_objective(self) -> float:
        """Error of J(f_λ), whose scores are one product with K."""
        details = self._details
        c, square = float(np.abs(self._solved).sum()), details.schedule.kappa**2
        off, reach = self._sum * square * c, 1.0 + 2.0 * float(np.abs(self._target_scores).max())
        of_risk = gamma(self._pairs + 16) * reach**2 + 4.0 * (reach + off) * off
        return of_risk + details.schedule.regularisation * 2.0 * c * off

    @property
    def _solved(self) -> np.ndarray:
        """The coefficients (n,) of f_λ, of a run that has it."""
        assert self._details.target is not None
        return self._details.target

    @property
    def _target_scores(self) -> np.ndarray:
        details = self._details
        return np.asarray(details.kernel.matrix(details.Z, details.Z) @ self._solved)

    def distance_squared(self, t: int) -> float:
        """Error of ‖f_t − f_λ‖²: of the inner product, and of the solution."""
        details, run = self._details, self._run
        apart = float(np.abs(details.coefficients[t] - self._solved).sum())
        of_target = float(np.abs(self._solved).sum())
        square, off = details.schedule.kappa**2, self.target
        product = self._sum * square * (float(self._c[t]) + of_target) * 2.0 + float(self._drift[t])
        return apart * product + 2.0 * float(run.extra["distance"][t]) * off + off * off


@once_a_run
def of_kernel(run: ScoredRun) -> KernelErrors:
    """Return the bounds of a run of kernel gradient descent."""
    return KernelErrors(run, run.details_as(KernelDetails))
