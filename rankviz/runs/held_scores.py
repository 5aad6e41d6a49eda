"""Scores of the held-out items over the rounds, of a run of any kind."""

from __future__ import annotations

import numpy as np

from rankviz.runs.trace import Run, Trace


def held_scores(trace: Trace, run: Run) -> list[np.ndarray]:
    """Scores (k,) of the held-out items after rounds 0 … T, of a run of any kind."""
    assert trace.holdout is not None
    if run.scored is not None:
        assert run.scored.held is not None
        return list(run.scored.held)
    found = [np.zeros(trace.holdout.n_items)]
    for s in range(run.n_rounds):
        h = trace.pool.apply(int(run.ranker[s]), trace.holdout.X)
        infinite = run.outcome[s] == "infinite"
        found.append(run.sign[s] * h.astype(np.float64) if infinite else found[-1] + run.alpha[s] * h)
    return found
