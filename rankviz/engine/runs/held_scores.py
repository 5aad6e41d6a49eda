"""Scores of the held-out items over the rounds, for a run of any kind."""

import numpy as np

from rankviz.engine.runs.trace import Run, ScoredRun, Trace


def held_scores(trace: Trace, run: Run) -> list[np.ndarray]:
    """Return the scores (k,) of the held-out items after rounds 0 … T of a run."""
    assert trace.holdout is not None
    if isinstance(run, ScoredRun):
        assert run.scored.held is not None
        return list(run.scored.held)
    return [ensemble.scores for ensemble in trace.ensembles(run, trace.holdout.X)]
