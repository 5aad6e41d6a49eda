"""The cost of a worse weak learner: a run of QBRank or GBT beside the same one with another tolerance ε (QB (3))."""

from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.boosting.loop import Progress
from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.engine.runs.trace import ScoredRun, Trace
from rankviz.insight.theory.trees.refit import refit, risks


@dataclass(frozen=True, eq=False)
class TolerancePath:
    """A run and the cost of its tolerance.

    share : the tolerance, of what the tree found explains. training, held : (T + 1,) R(h_k) / R(h_0), `held` where
    something is. used : (T,) ε_k, as a share of the same; 0 without a tolerance. leaves : (T,) of the trees.
    """

    share: float
    training: np.ndarray
    held: np.ndarray | None
    used: np.ndarray
    leaves: np.ndarray


def path_of(trace: Trace, run: ScoredRun) -> TolerancePath:
    """The path of a run of the trace. Raises DataError where the start costs nothing."""
    return _path(trace, run, run.details_as(QBRankDetails), float(run.params["tolerance"]))


def with_tolerance(
    trace: Trace, run: ScoredRun, share: float, seed: int, progress: Progress | None = None
) -> TolerancePath:
    """The path of the same run with another tolerance. Raises DataError as `path_of`, and where `progress` stops."""
    return _path(trace, run, refit(trace, run, {"tolerance": share}, run.n_rounds, seed, progress), share)


def _path(trace: Trace, run: ScoredRun, details: QBRankDetails, share: float) -> TolerancePath:
    training, held = risks(trace, run, details)
    used, leaves = [], []
    for fitted in details.descent.fitted:
        tolerated = fitted.tolerated
        used.append(
            0.0 if tolerated is None or tolerated.explained <= 0.0 else tolerated.used / tolerated.explained
        )
        assert fitted.tree is not None
        leaves.append(fitted.tree.n_leaves)
    return TolerancePath(share, training, held, np.array(used), np.array(leaves))
