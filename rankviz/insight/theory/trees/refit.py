"""A run of QBRank or GBT on the stage once more, with some of its parameters changed."""

from collections.abc import Mapping

import numpy as np

from rankviz.engine.algorithms.boosting.loop import Progress
from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.engine.algorithms.qbrank.risk import risk_of
from rankviz.engine.algorithms.registry import find
from rankviz.engine.algorithms.score_learner import ScoredAlgorithm
from rankviz.engine.choice import Value
from rankviz.engine.errors import DataError
from rankviz.engine.runs.trace import Run, ScoredRun, Trace, details_of


def descents(trace: Trace) -> list[ScoredRun]:
    """Return the runs that lower a risk by one tree per round."""
    return [run for run in trace.scored if run.n_rounds and details_of(run, QBRankDetails) is not None]


def refit(
    trace: Trace,
    run: Run,
    changed: Mapping[str, Value],
    rounds: int,
    seed: int,
    progress: Progress | None = None,
) -> QBRankDetails:
    """Run again with these parameters. Raises DataError where `progress` asks to stop."""
    learner = find(run.algorithm)
    assert isinstance(learner, ScoredAlgorithm)
    steps = learner.fit(trace.problem, trace.holdout, rounds, {**run.params, **changed}, seed, progress)
    assert isinstance(steps.details, QBRankDetails)
    return steps.details


def risks(trace: Trace, run: Run, details: QBRankDetails) -> tuple[np.ndarray, np.ndarray | None]:
    """(T + 1,) R(h_k) / R(h_0) on the training items, and on the held-out ones where there are any.

    Raises DataError where R(h_0) is 0, on either.
    """
    training, held = np.array(details.descent.risk), None
    if trace.holdout is not None and details.descent.held is not None:
        # GBT has no w to choose: it is QBRank's 0, on all labels.
        loss = risk_of(trace.holdout, {"w": details.risk.w, "labels": "all", **run.params}).total
        held = np.array([loss.evaluate(h).value for h in details.descent.held])
    if training[0] <= 0.0 or (held is not None and held[0] <= 0.0):
        raise DataError("The score 0 costs nothing here", remedy="Choose data with pairs or grades above 0")
    return training / training[0], None if held is None else held / held[0]
