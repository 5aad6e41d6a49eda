"""Ê2 (22)–(24) as a function of a round's α, of a run that lowers another loss."""

import numpy as np

from rankviz.engine.kernels import measure as kernels
from rankviz.engine.numerics import log_cosh, log_cosh_each
from rankviz.engine.runs.loss2 import PairLoss2
from rankviz.engine.runs.trace import BoostedRun, Trace

MOST_PAIRS = 2_000
"""Beyond so many pairs the curve is left out: its cost is that of measuring Ê2 once more."""


def factors(trace: Trace, run: BoostedRun, alphas: np.ndarray) -> np.ndarray:
    """Return Ê2 after a step α over Ê2 before the round (rounds, P), for the α (rounds, P) of each round.

    NaN from the first round on that follows an α without a finite value. `alphas` may have one round more than the
    run, the refused one.
    """
    problem, pool = trace.problem, trace.pool
    start, lower = problem.by_higher
    higher = np.repeat(np.arange(problem.n_items), np.diff(start))
    amounts = problem.log_amounts if len(problem.log_amounts) else np.zeros(problem.n_pairs)
    tracked, score_differences = PairLoss2(problem, pool), np.empty(problem.n_pairs)
    found = np.full(alphas.shape, np.nan)
    rankers = [*run.ranker.tolist(), *([] if run.refused is None else [run.refused.ranker])]
    for t, (ranker, scores) in enumerate(zip(rankers, trace.staged_scores(run), strict=False)):
        if t and run.outcome[t - 1] not in ("finite", "forced", "capped"):
            break
        kernels.pair_scores(start, lower, scores, score_differences)
        logs = amounts + tracked.tied - score_differences
        members, eta = tracked.members, tracked.eta
        tracked.add(ranker, float(run.alpha[t]) if t < run.n_rounds and np.isfinite(run.alpha[t]) else 0.0)
        h = pool.output(ranker)
        ordered = h[higher].astype(np.int8) - h[lower]
        after = logs - alphas[t][:, None] * ordered
        if ranker in tracked.members:
            prior = eta[members.index(ranker)] if ranker in members else 0.0
            after += (log_cosh_each(prior + alphas[t]) - log_cosh(prior))[:, None] * (ordered == 0)
        else:
            outputs = pool.outputs(np.array(members))
            ties = (outputs[:, higher] == outputs[:, lower]).astype(np.float64)
            moved = eta + alphas[t][:, None] * tracked.coefficients(ranker)
            after += (log_cosh_each(moved) - log_cosh_each(eta)) @ ties
        with np.errstate(over="ignore"):
            found[t] = np.exp(after - logs.max()).sum(axis=1) / np.exp(logs - logs.max()).sum()
    return found
