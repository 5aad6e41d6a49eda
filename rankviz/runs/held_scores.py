"""Scores of the held-out items over the rounds, for a run of any kind."""

from __future__ import annotations

import numpy as np

from rankviz.runs.ensemble_scores import EnsembleScores
from rankviz.runs.trace import Run, Trace


def held_scores(trace: Trace, run: Run) -> list[np.ndarray]:
    """Scores (k,) of the held-out items after rounds 0 … T of a run."""
    assert trace.holdout is not None
    if run.scored is not None:
        assert run.scored.held is not None
        return list(run.scored.held)
    ensemble = EnsembleScores(trace.holdout.n_items)
    found = [ensemble.scores]
    for s in range(run.n_rounds):
        h = trace.pool.apply(int(run.ranker[s]), trace.holdout.X)
        ensemble.add(h, run.alpha[s], run.outcome[s], int(run.sign[s]))
        found.append(ensemble.scores)
    return found
