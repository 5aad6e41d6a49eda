"""The test of a challenge: items that neither trained the ensembles nor chose among them."""

import numpy as np

from rankviz.engine.data.problem import Problem
from rankviz.engine.data.sources import load
from rankviz.engine.metrics.ranking import r2
from rankviz.engine.runs.trace import BoostedRun, Trace


def unseen(trace: Trace, source: str) -> Problem:
    """Return the items of `source` that are neither in the trace's training part nor in its held-out part."""
    whole = load(source)
    held = trace.holdout.item_ids if trace.holdout else ()
    used = {*trace.problem.item_ids, *held}
    left = np.array([item not in used for item in whole.item_ids])
    grades = None if whole.grades is None else whole.grades[left]
    return Problem.from_arrays(whole.X[left], grades)


def errors(trace: Trace, problem: Problem) -> dict[str, float]:
    """Return, by run label, R̂2 (RB+ (5)) of each last ensemble on a problem with the same features."""
    return {run.label: _error(trace, run, problem) for run in trace.boosted if run.fork is None}


def _error(trace: Trace, run: BoostedRun, problem: Problem) -> float:
    scores = np.zeros(problem.n_items)
    for ranker, weight in run.weights_at(run.n_rounds).items():
        # An infinite weight decides alone: its sign gives the same order.
        scores += (weight if np.isfinite(weight) else np.sign(weight)) * trace.pool.apply(ranker, problem.X)
    return r2(problem, scores)
