"""Measuring a run: every loss, bound and margin after every round, from the rankers and weights it chose.

The algorithms say what they did (Steps); what it led to is measured here, the same way for all of them.
"""

from __future__ import annotations

import math

import numpy as np

from rankviz.algorithms.boosting import Steps
from rankviz.algorithms.distribution import grade_groups
from rankviz.algorithms.equations import log_cosh
from rankviz.independence import Span
from rankviz.kernels import measure as kernels
from rankviz.problem import Problem
from rankviz.weak_rankers import CandidatePool

TIE = 1e-12
"""Scores closer than this, relative to Σ|α|, are equal: rounding never breaks a tie."""

NDCG_AT = 5


class PairLoss2:
    """Ê2 = F2(η) (22)–(24), with η tracked over an independent set of the rankers seen (RB+ section 5).

    A ranker that depends on the set, h = Σ β_s h_s, moves η by αβ: the ensemble stays the same.
    """

    def __init__(self, problem: Problem, pool: CandidatePool) -> None:
        self._start, self._lower = problem.by_higher
        self._pool = pool
        self._span = Span(problem)
        self._members: list[int] = []
        self._eta = np.zeros(0)
        self.tied = np.zeros(problem.n_pairs)
        """ln Π cosh η_s over the members that tie each pair (m,)."""

    def add(self, ranker: int, alpha: float) -> None:
        """Follow one step of the ensemble."""
        h = self._pool.output(ranker)
        if ranker not in self._members:
            if self._span.add(h):
                self._members.append(ranker)
                self._eta = np.append(self._eta, 0.0)
            else:
                beta = self._span.coefficients(h)
                assert beta is not None
                self._eta = self._eta + alpha * beta
                self._rebuild()
                return
        place = self._members.index(ranker)
        before = log_cosh(self._eta[place])
        self._eta[place] += alpha
        kernels.add_tied(self._start, self._lower, h, log_cosh(self._eta[place]) - before, self.tied)

    def keep(self, rankers: list[int]) -> None:
        """Take independent rankers into the set before they have any weight."""
        for ranker in rankers:
            if ranker not in self._members and self._span.add(self._pool.output(ranker)):
                self._members.append(ranker)
                self._eta = np.append(self._eta, 0.0)

    @property
    def members(self) -> tuple[int, ...]:
        """The independent rankers, in the order they came."""
        return tuple(self._members)

    @property
    def eta(self) -> np.ndarray:
        """η (members,), the weight of each."""
        return self._eta.copy()

    def coefficients(self, ranker: int) -> np.ndarray | None:
        """β (members,) of a ranker that depends on the members; None when it does not."""
        return self._span.coefficients(self._pool.output(ranker))

    def _rebuild(self) -> None:
        members = np.array(self._members, dtype=np.intp)
        features, column = np.unique(self._pool.feature[members], return_inverse=True)
        cosh = np.array([log_cosh(eta) for eta in self._eta])
        steps = np.zeros((len(self._pool.codes[0]), len(features)))
        for h, c, f in zip(self._pool.outputs(members), cosh, column, strict=True):
            steps[:, f] += c * h
        kernels.tied_total(self._start, self._lower, steps, float(cosh.sum()), self.tied)


class RankMeter:
    """R̂1, R̂2 and NDCG@5 of item scores on one problem (training or held out)."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._start, self._lower = problem.by_higher
        self.pair_scores = np.empty(problem.n_pairs)
        self.least = 0
        self._gain: np.ndarray | None = None
        if problem.grades is not None:
            # Grades below 0 would make a negative gain; only their order above the lowest matters then.
            base = min(float(problem.grades.min()), 0.0)
            self._gain = np.exp2(np.minimum(problem.grades - base, 1000.0)) - 1.0
            self._ideal = np.lexsort((-problem.grades, problem.qid))
            order, _, _ = grade_groups(problem)
            self._query_start = np.searchsorted(problem.qid[order], np.arange(problem.n_queries + 1))

    def read(self, scores: np.ndarray, scale: float) -> tuple[float, float, float]:
        """(R̂1 (3), R̂2 (4), NDCG@5) of the scores (n,); `scale` is Σ|α|. NDCG is NaN without grades."""
        problem = self._problem
        tolerance = TIE * scale
        kernels.pair_scores(self._start, self._lower, scores, self.pair_scores)
        reversed_, tied, self.least = kernels.count_pairs(self.pair_scores, tolerance)
        ndcg = math.nan
        if self._gain is not None:
            order = np.lexsort((-scores, problem.qid))
            ndcg = kernels.mean_ndcg(
                order, self._ideal, self._query_start, scores, self._gain, tolerance, NDCG_AT
            )
        return (reversed_ + tied) / problem.n_pairs, (reversed_ + 0.5 * tied) / problem.n_pairs, ndcg


METRICS = (
    "r1",
    "r2",
    "log_e1",
    "log_e2",
    "log_bound",
    "margin",
    "smooth_margin",
    "norm",
    "ndcg5",
    "r1_holdout",
    "r2_holdout",
    "ndcg5_holdout",
)


def measure(
    steps: Steps, problem: Problem, pool: CandidatePool, holdout: Problem | None
) -> dict[str, np.ndarray]:
    """Every name of METRICS as an array (T + 1,), entry 0 before any round; NaN where it has no value.

    Logs are natural; log 0 is −inf; norm is ‖η‖₁. After an infinite weight the ensemble is (±∞ h_T)(x)
    (Lemma 1): its losses are the limits, Ê2 has none when a pair is tied.
    """
    T = len(steps)
    out = {name: np.full(T + 1, np.nan) for name in METRICS}
    meter, held = RankMeter(problem), RankMeter(holdout) if holdout is not None else None
    loss2 = PairLoss2(problem, pool)
    nothing = np.zeros(problem.n_pairs)
    log_m = math.log(problem.n_pairs)
    scores = np.zeros(problem.n_items)
    held_scores = np.zeros(holdout.n_items) if holdout is not None else np.zeros(0)
    weights: dict[int, float] = {}
    scale, norm, log_bound = 0.0, 0.0, 0.0
    for t in range(T + 1):
        infinite = t > 0 and steps.outcome[t - 1] == "infinite"
        if t > 0:
            ranker, alpha = steps.ranker[t - 1], steps.alpha[t - 1]
            h = pool.output(ranker)
            if infinite:
                sign = steps.sign[t - 1]
                scores, scale, norm = sign * h.astype(float), 1.0, 1.0
            else:
                if steps.fixed_from == t:
                    loss2.keep(steps.fixed_set)
                before = weights.get(ranker, 0.0)
                weights[ranker] = before + alpha
                scores = scores + alpha * h
                scale += abs(alpha)
                norm += abs(before + alpha) - abs(before)
                loss2.add(ranker, alpha)
            log_bound += steps.log_bound[t - 1]
            if holdout is not None:
                h_held = pool.apply(ranker, holdout.X)
                held_scores = sign * h_held.astype(float) if infinite else held_scores + alpha * h_held
        out["r1"][t], out["r2"][t], out["ndcg5"][t] = meter.read(scores, scale)
        if held is not None:
            out["r1_holdout"][t], out["r2_holdout"][t], out["ndcg5_holdout"][t] = held.read(
                held_scores, scale
            )
        s = meter.pair_scores
        if infinite:
            out["log_e1"][t], out["log_e2"][t] = _limits(s)
        else:
            out["log_e1"][t] = kernels.log_sum_exp(s, nothing) - log_m
            out["log_e2"][t] = kernels.log_sum_exp(s, loss2.tied) - log_m
            if norm > TIE * scale:
                out["smooth_margin"][t] = -(out["log_e1"][t] + log_m) / norm
        if norm > TIE * scale:
            out["margin"][t] = s[meter.least] / norm
        out["norm"][t], out["log_bound"][t] = norm, log_bound
    return out


def _limits(s: np.ndarray) -> tuple[float, float]:
    """log Ê1 and log Ê2 of ∞ · h from the pair scores of ±h: NaN where the loss is infinite."""
    if (s < 0).any():
        return math.nan, math.nan
    tied = float((s == 0).mean())
    return (math.log(tied), math.nan) if tied > 0 else (-math.inf, -math.inf)
