"""The measurement of a run: every loss, bound and margin after every round, from its rankers and weights.

An algorithm returns its rounds (Steps); their effect is measured here, the same way for all algorithms.
"""

import math
from collections.abc import Callable

import numpy as np

from rankviz.engine.algorithms.boosting.loop import Steps
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.score_learner import ScoredSteps
from rankviz.engine.data.problem import Problem
from rankviz.engine.metrics import log_e1
from rankviz.engine.metrics.pair_counts import Change, RankMeter
from rankviz.engine.numerics import TIE
from rankviz.engine.runs.ensemble_scores import EnsembleScores, limit_losses
from rankviz.engine.runs.loss2 import loss2_of

__all__ = ["METRICS", "RankMeter", "measure", "measure_scores"]


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
"""Called after each measured round, 0 for the start; False ends the measuring there."""


def room(rounds: int) -> dict[str, np.ndarray]:
    """Allocate every name of METRICS over so many rounds: (rounds + 1,) each, NaN throughout."""
    return {name: np.full(rounds + 1, np.nan) for name in METRICS}


def until(metrics: dict[str, np.ndarray], t: int) -> dict[str, np.ndarray]:
    """Return the metrics (t + 1,) of the first `t` rounds, copied."""
    return {name: values[: t + 1].copy() for name, values in metrics.items()}


MAX_TRACKED = 2_000_000
"""Pairs up to which Ê2 is measured for algorithms that do not minimise it: only it needs every pair listed."""


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

    `on_measured` is called after each measured round; where it returns False, the arrays end with that round.
    `into` is the `room` to write in, which another thread may read meanwhile.

    Logs are natural; log 0 is −inf; norm is ‖η‖₁, norm2 that of the independent rankers that Ê2 is tracked over.
    After an infinite weight the ensemble is (±∞ h_T)(x) (Lemma 1): its losses are the limits, Ê2 has none when a pair
    is tied. After a weight that is infinite in the limit (49) the losses are limits too, and margins and norms have no
    value. The smooth margin is defined for pairs that count the same, and has no value where they have weights. Ê2 is
    left out without `loss2`; unless `independent`, it is over all rankers unchanged.
    """
    T = len(steps)
    out = room(T) if into is None else into
    meter, held = RankMeter(problem), RankMeter(holdout) if holdout is not None else None
    tracked = loss2_of(problem, pool, independent=independent) if loss2 else None
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
            if norm > TIE * scale and problem.pair_weights is None:
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
        if scored.later is not None:
            for name, value in scored.later(t).items():
                scored.extra[name][t] = value
        if on_measured is not None and on_measured(t) is False:
            return until(out, t)
    return out
