"""Measuring a run: every loss, bound and margin after every round, from its rankers and weights.

An algorithm returns its rounds (Steps); their effect is measured here, the same way for all algorithms.
"""

import math
from collections.abc import Callable

import numpy as np

from rankviz.algorithms.boosting.loop import Steps
from rankviz.algorithms.boosting.stumps import CandidatePool
from rankviz.algorithms.rankboost.independence import span_of
from rankviz.algorithms.score_learner import ScoredSteps
from rankviz.data.problem import Problem
from rankviz.kernels import measure as kernels
from rankviz.metrics import log_e1
from rankviz.metrics.pair_counts import Change, RankMeter
from rankviz.numerics import TIE, log_cosh
from rankviz.runs.ensemble_scores import EnsembleScores, limit_losses

__all__ = ["METRICS", "PairLoss2", "RankMeter", "measure", "measure_scores"]


class PairLoss2:
    """Ê2 = F2(η) (22)–(24), with η tracked over an independent set of the rankers seen (RB+ section 5).

    A ranker that depends on the set, h = Σ β_s h_s, moves η by αβ: the ensemble stays the same. Unless `independent`,
    each ranker has its own η.
    """

    def __init__(self, problem: Problem, pool: CandidatePool, *, independent: bool = True) -> None:
        self._start, self._lower = problem.by_higher
        self._pool = pool
        self._span = span_of(problem, independent=independent)
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

    @property
    def norm(self) -> float:
        """‖η‖₁ of the members."""
        return float(np.abs(self._eta).sum())

    def log_total(self, scores: np.ndarray) -> float:
        """log Σ_i Π_j ω*_ij (24) for the ensemble's scores (n,): ln m more than log Ê2."""
        return kernels.pair_losses(self._start, self._lower, scores, self.tied)[1]

    def keep(self, rankers: list[int]) -> None:
        """Add independent rankers to the set before they have any weight."""
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


METRICS = (
    "r1",
    "r2",
    "log_e1",
    "log_e2",
    "log_bound",
    "margin",
    "smooth_margin",
    "norm",
    "norm2",
    "ndcg5",
    "r1_holdout",
    "r2_holdout",
    "ndcg5_holdout",
)


OnMeasured = Callable[[int], object]
"""Called after each round that was measured, 0 for the start; False ends the measuring there."""


def room(rounds: int) -> dict[str, np.ndarray]:
    """Allocate every name of METRICS over so many rounds: (rounds + 1,) each, NaN throughout."""
    return {name: np.full(rounds + 1, np.nan) for name in METRICS}


def until(metrics: dict[str, np.ndarray], t: int) -> dict[str, np.ndarray]:
    """The metrics (t + 1,) of the first `t` rounds, copied."""
    return {name: values[: t + 1].copy() for name, values in metrics.items()}


MAX_TRACKED = 2_000_000
"""Pairs up to which Ê2 is measured for algorithms that do not minimise it: it alone needs every pair listed."""


def measure(
    steps: Steps,
    problem: Problem,
    pool: CandidatePool,
    holdout: Problem | None,
    loss2: bool = True,
    on_measured: OnMeasured | None = None,
    into: dict[str, np.ndarray] | None = None,
    *,
    independent: bool = True,
) -> dict[str, np.ndarray]:
    """Measure every name of METRICS as an array (T + 1,), entry 0 before any round; NaN where there is no value.

    `on_measured` is called after each round that was measured; where it returns False, the arrays end with that round.
    `into` is the `room` to write in, which another thread may read meanwhile.

    Logs are natural; log 0 is −inf; norm is ‖η‖₁, norm2 that of the independent rankers that Ê2 is tracked over.
    After an infinite weight the ensemble is (±∞ h_T)(x)
    (Lemma 1): its losses are the limits, Ê2 has none when a pair is tied. After a weight that is infinite in the limit
    (49) the losses are limits too, and margins and norms have no value. Ê2 is left out without `loss2`; unless
    `independent`, it is over the rankers as they are.
    """
    T = len(steps)
    out = room(T) if into is None else into
    meter, held = RankMeter(problem), RankMeter(holdout) if holdout is not None else None
    tracked = PairLoss2(problem, pool, independent=independent) if loss2 else None
    log_m = math.log(problem.n_pairs)
    ensemble = EnsembleScores(problem.n_items)
    held_ensemble = EnsembleScores(holdout.n_items if holdout is not None else 0)
    weights: dict[int, float] = {}
    change: Change | None = None
    held_change: Change | None = None
    norm, log_bound = 0.0, 0.0
    for t in range(T + 1):
        infinite = t > 0 and steps.outcome[t - 1] == "infinite"
        if t > 0:
            ranker, alpha = steps.ranker[t - 1], steps.alpha[t - 1]
            how = alpha, steps.outcome[t - 1], steps.sign[t - 1]
            h = pool.output(ranker)
            ensemble.add(h, *how)
            # Where an infinite weight has decided, no single step leads from the scores before to these.
            change = None if infinite or ensemble.level is not None else (h, alpha)
            if infinite:
                norm = 1.0
            elif how[1] == "limit":
                norm = math.nan
            else:
                before = weights.get(ranker, 0.0)
                weights[ranker] = before + alpha
                norm += abs(before + alpha) - abs(before)
                if tracked is not None:
                    if steps.fixed_from == t:
                        tracked.keep(steps.fixed_set)
                    tracked.add(ranker, alpha)
            log_bound += steps.log_bound[t - 1]
            if holdout is not None:
                h_held = pool.apply(ranker, holdout.X)
                held_ensemble.add(h_held, *how)
                held_change = None if change is None else (h_held, alpha)
        scores, scale = ensemble.scores, ensemble.scale
        out["r1"][t], out["r2"][t], out["ndcg5"][t] = meter.read(scores, scale, change)
        if held is not None:
            out["r1_holdout"][t], out["r2_holdout"][t], out["ndcg5_holdout"][t] = held.read(
                held_ensemble.scores, held_ensemble.scale, held_change
            )
        least, log_total = meter.losses(scores)
        if infinite:
            out["log_e1"][t], limit = meter.limits()
            out["log_e2"][t] = limit if loss2 else math.nan
        elif ensemble.level is not None:
            out["log_e1"][t], limit = limit_losses(problem, ensemble)
            out["log_e2"][t] = limit if loss2 else math.nan
        else:
            out["log_e1"][t] = log_total - log_m
            if tracked is not None:
                out["norm2"][t] = tracked.norm
                out["log_e2"][t] = tracked.log_total(scores) - log_m
            if norm > TIE * scale:
                out["smooth_margin"][t] = -(out["log_e1"][t] + log_m) / norm
        if norm > TIE * scale:
            out["margin"][t] = least / norm
        out["norm"][t], out["log_bound"][t] = norm, log_bound
        if on_measured is not None and on_measured(t) is False:
            return until(out, t)
    return out


def measure_scores(
    scored: ScoredSteps,
    bound: str,
    problem: Problem,
    holdout: Problem | None,
    on_measured: OnMeasured | None = None,
    into: dict[str, np.ndarray] | None = None,
    *,
    loss1: bool = False,
) -> dict[str, np.ndarray]:
    """Measure the metrics (T + 1,) of a learner that has only scores: errors, NDCG@5, its series `bound` as a log.

    `loss1`: Ê1 too, for a learner that lowers it. `on_measured` and `into` are those of `measure`.
    """
    out = room(len(scored)) if into is None else into
    if bound:
        with np.errstate(divide="ignore"):
            plain = np.log(np.array(scored.extra[bound], dtype=np.float64))
        out["log_bound"][:] = scored.log_extra.get(bound, plain)
    parts = [("", RankMeter(problem), scored.scores)]
    if holdout is not None and scored.held is not None:
        parts.append(("_holdout", RankMeter(holdout), scored.held))
    for t in range(len(scored) + 1):
        for ending, meter, staged in parts:
            found = meter.read(staged[t], float(np.abs(staged[t]).max(initial=0.0)))
            for name, value in zip(("r1", "r2", "ndcg5"), found, strict=True):
                out[name + ending][t] = value
        if loss1:
            out["log_e1"][t] = log_e1(problem, scored.scores[t])
        if on_measured is not None and on_measured(t) is False:
            return until(out, t)
    return out
