"""The P-norm push (Rudin, JMLR 10:2233–2271, 2009): RankBoost that penalises items ranked too high most.

Its loss is R_p = Σ_k S_k^p with S_k = Σ e^{−s} over the pairs whose lower item is k. The paper writes it for two
classes, k over the negatives. Here k runs over the lower items of any critical pairs, graded or given one by one; on
two classes the two agree. The slope of R_p along a ranker is p R_p (ε⁻ − ε⁺) under D ∝ e^{−s} S_k^{p−1}; p = 1 is RB-D.
"""

import math

import numpy as np

from rankviz.engine.algorithms.boosting.distribution import ByPairs, Epsilons, changes
from rankviz.engine.algorithms.boosting.loop import Boosting, Equations, Steps, boost
from rankviz.engine.algorithms.boosting.regions import WEAK
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.entry import Params
from rankviz.engine.algorithms.rankboost.rb_d_rb_c import (
    CAP,
    NEGATIVE_ALPHA,
    RB_D,
    UNDEFINED,
    AllCandidates,
)
from rankviz.engine.choice import Choice
from rankviz.engine.data.problem import Problem
from rankviz.engine.kernels import measure as measure_kernels
from rankviz.engine.kernels import pairs
from rankviz.engine.kernels import push as kernels
from rankviz.engine.numerics import exp_or_nan

POWER = Choice(
    "p",
    "Push p",
    "float",
    4.0,
    "The P-norm push's p: the higher, the more a round concentrates on items that rank above many others wrongly. "
    "1 is RB-D.",
    low=1.0,
    high=16.0,
)
PARAMETERS = (POWER, NEGATIVE_ALPHA, UNDEFINED, CAP, WEAK)

EXTRA = ("push_loss",)
"""The series that only the push has: R_p over its value before the first round."""


class PushLine:
    """The loss along one ranker from the current ensemble: R_p(α) / R_p(0), and its minimum.

    log_share (n,) is ln of each lower item's part S_k^p / R_p; log_moved and log_tied (n,) are ln of the shares of its
    S_k that the ranker orders and ties; h (n,) the ranker's outputs.
    """

    def __init__(
        self, *, log_share: np.ndarray, log_moved: np.ndarray, log_tied: np.ndarray, h: np.ndarray, p: float
    ) -> None:
        self.log_share, self.log_moved, self.log_tied, self.h, self.p = log_share, log_moved, log_tied, h, p

    def read(self, alpha: float) -> tuple[float, float, float, float]:
        """(ln ε⁺(α), ln ε⁻(α), slope of ln ε⁻/ε⁺, ln R_p(α)/R_p(0)), the ε's over R_p(0)."""
        return kernels.along(self.log_share, self.log_moved, self.log_tied, self.h, self.p, alpha)

    def log_z(self, alpha: float) -> float:
        """ln R_p(α)/R_p(0); its limit for α = ±inf where no pair with weight goes the other way."""
        if math.isinf(alpha):
            tied = np.where(np.isneginf(self.log_share), -np.inf, self.log_share + self.p * self.log_tied)
            return float(np.logaddexp.reduce(tied))
        return self.read(alpha)[3]

    def shares(self, alpha: float) -> tuple[float, float]:
        """The shares of D after a finite step α of the pairs that the ranker orders correctly and reverses."""
        falls, rises, _, log_z = self.read(alpha)
        return math.exp(falls - log_z), math.exp(rises - log_z)

    def alpha(self) -> float:
        """Return the α with ε⁺(α) = ε⁻(α), where R_p has its minimum; ±inf where one of them is 0, 0 where both are.

        ln ε⁻/ε⁺ rises by 2 to 2p per unit of α, so its zero lies between ½ ln ε⁺/ε⁻ and that over p: with p = 1
        both ends are the same, (14). In between, Newton's method is kept inside the bracket.
        """
        falls, rises, curve, _ = self.read(0.0)
        if math.isinf(falls) or math.isinf(rises):
            return 0.0 if falls == rises else math.inf if math.isinf(rises) else -math.inf
        far = 0.5 * (falls - rises)
        low, high = sorted((far / self.p, far))
        alpha = min(max((falls - rises) / curve, low), high)
        for _ in range(60):
            falls, rises, curve, _ = self.read(alpha)
            low, high = (alpha, high) if rises < falls else (low, alpha)
            newton = alpha + (falls - rises) / curve
            step = newton if low <= newton <= high else 0.5 * (low + high)
            done = abs(step - alpha) <= 4e-16 * abs(alpha)
            alpha = step
            if done:
                break
        return alpha


class PushDistribution(ByPairs):
    """D ∝ e^{−s} S_k^{p−1}, pair by pair. It begins with all s = 0, or with the logs `log_weight` (m,) of e^{−s}."""

    def __init__(self, problem: Problem, p: float, log_weight: np.ndarray | None = None) -> None:
        super().__init__(problem, np.zeros(problem.n_pairs))
        self._p = p
        self._log_weight = np.zeros(problem.n_pairs) if log_weight is None else log_weight.copy()
        self._log_sum = np.empty(problem.n_items)
        self._log_loss = 0.0
        self._refresh()

    @property
    def log_loss(self) -> float:
        """ln R_p."""
        return self._log_loss

    @property
    def log_sums(self) -> np.ndarray:
        """ln S_k (n,); −inf for an item that is never the lower one."""
        return self._log_sum

    def line(self, h: np.ndarray) -> PushLine:
        """The loss along a ranker with outputs h (n,) uint8."""
        moved, tied = np.empty(len(h)), np.empty(len(h))
        kernels.split(self._start, self._lower, self._log_weight, self._log_sum, h, moved, tied)
        return PushLine(
            log_share=self._p * self._log_sum - self._log_loss, log_moved=moved, log_tied=tied, h=h, p=self._p
        )

    def update(self, h: np.ndarray, alpha: float, log_tie_factor: float, z: float) -> None:
        correct, reversed_ = changes(alpha)
        pairs.reweight(self._start, self._lower, self._log_weight, h, correct, log_tie_factor, reversed_)
        self._refresh()

    def _refresh(self) -> None:
        kernels.sums(self._lower, self._log_weight, self._log_sum)
        self._log_loss = kernels.tilt(self._lower, self._log_weight, self._log_sum, self._p, self.weight)
        self.empty = math.isinf(self._log_loss)
        self.sum_items()


def tilted(problem: Problem, params: Params, log_weight: np.ndarray) -> PushDistribution:
    """Build D of a push with these parameters from the logs (m,) of the pairs' e^{−s}."""
    return PushDistribution(problem, float(params[POWER.name]), log_weight)


def _by_line(eps: Epsilons, prior: float) -> float:
    raise AssertionError("α of the push comes from a line search, not from the ε's")


PUSH = Equations(RB_D.delta, _by_line, RB_D.log_tie_factor, RB_D.log_bound)
"""δ is (13). A round multiplies R_p by e^{−δ²/2} at most: along α, ln R_p has the slope pδ at 0 and curves by no more
than p² Var(c) ≤ p², c = h(x′) − h(x) under D, by the law of total variance over k; take α = −δ/p."""


def fit_push(task: Boosting) -> Steps:
    """Run the P-norm push; its extra series are `EXTRA`. Raises DataError where there are too many pairs to list."""
    p = float(task.params[POWER.name])
    steps = boost(task, PushDistribution(task.problem, p), AllCandidates(task.pool, task.negative), PUSH)
    logs = _log_losses(steps, task.problem, task.pool, p)
    steps.extra = {"push_loss": [exp_or_nan(log) for log in logs]}
    steps.log_extra = {"push_loss": logs}
    return steps


def _log_losses(steps: Steps, problem: Problem, pool: CandidatePool, p: float) -> list[float]:
    """ln R_p over its value at the start (T + 1,), from the scores alone; NaN where it has no finite value.

    After an infinite weight only that ranker counts, and of several in the limit each pair is decided by the first that
    orders it: the losses are limits.
    """
    start, lower = problem.by_higher
    s, log_sum = np.zeros(problem.n_pairs), np.empty(problem.n_items)
    scores, column = np.zeros(problem.n_items), np.empty(problem.n_pairs)
    decided = np.zeros(problem.n_pairs)
    logs: list[float] = []
    for t in range(len(steps) + 1):
        if t > 0:
            h, outcome = pool.output(steps.ranker[t - 1]).astype(np.float64), steps.outcome[t - 1]
            if outcome in ("infinite", "limit"):
                measure_kernels.pair_scores(start, lower, steps.sign[t - 1] * h, column)
                keep = decided == 0.0 if outcome == "limit" else np.ones(len(s), dtype=bool)
                decided[keep] = column[keep]
                scores = scores if outcome == "limit" else np.zeros(problem.n_items)
            else:
                scores = scores + steps.alpha[t - 1] * h
            measure_kernels.pair_scores(start, lower, scores, s)
        kernels.sums(lower, np.where(decided > 0.0, -np.inf, -s), log_sum)
        logs.append(math.nan if (decided < 0.0).any() else kernels.log_objective(log_sum, p))
    return [log - logs[0] for log in logs]
