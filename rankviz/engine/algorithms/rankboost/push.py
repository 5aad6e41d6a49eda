"""The P-norm push (Rudin, JMLR 10:2233–2271, 2009): RankBoost that penalises items ranked too high most.

Its loss is R_p = Σ_k S_k^p with S_k = Σ e^{−s} over the pairs whose lower item is k. The paper writes it for two
classes, k over the negatives. Here k runs over the lower items of any critical pairs, graded or given one by one; on
two classes the two agree. The slope of R_p along a ranker is p R_p (ε⁻ − ε⁺) under D ∝ e^{−s} S_k^{p−1}; p = 1 is RB-D.
"""

import math

import numpy as np

from rankviz.engine.algorithms.boosting.distribution import ByPairs, Epsilons, changes
from rankviz.engine.algorithms.boosting.loop import Boosting, Equations, Steps, boost
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.boosting.weak_rankers import WEAK
from rankviz.engine.algorithms.entry import Params
from rankviz.engine.algorithms.rankboost.graded_push import GradedPush
from rankviz.engine.algorithms.rankboost.push_line import PushLine
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
        self._log_loss = kernels.tilt(self._lower, self._log_weight, self._log_sum, self._p, self._weight)
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
    """Run the P-norm push; its extra series are `EXTRA`. Raises DataError where too many pairs are to be listed."""
    p, problem = float(task.params[POWER.name]), task.problem
    listed = problem.explicit or task.goes_on
    distribution = PushDistribution(problem, p) if listed else GradedPush(problem, p)
    steps = boost(task, distribution, AllCandidates(task.pool, task.negative), PUSH)
    logs = (_log_losses if listed else _graded_log_losses)(steps, problem, task.pool, p)
    steps.extra = {"push_loss": [exp_or_nan(log) for log in logs]}
    steps.log_extra = {"push_loss": logs}
    return steps


def _graded_log_losses(steps: Steps, problem: Problem, pool: CandidatePool, p: float) -> list[float]:
    """The same as `_log_losses` where grades imply the pairs and an infinite weight can only be the last."""
    loss, scores = GradedPush(problem, p), np.zeros(problem.n_items)
    logs = [0.0]
    start = loss.log_loss
    for t, ranker in enumerate(steps.ranker):
        h = pool.output(ranker)
        if steps.outcome[t] == "infinite":
            loss.loss_at(np.zeros(problem.n_items))
            correct, _, reversed_ = loss.epsilons(h)
            wrong = (reversed_ if steps.sign[t] > 0 else correct) > 0.0
            logs.append(math.nan if wrong else loss.line(h).log_z(steps.sign[t] * math.inf))
        else:
            scores += steps.alpha[t] * h
            logs.append(loss.loss_at(scores) - start)
    return logs


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
