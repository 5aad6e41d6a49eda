"""The kernel method's risk on held-out pairs, and the step after which it should have stopped."""

import numpy as np

from rankviz.engine.algorithms.kernel_gd.learner import KernelDetails
from rankviz.engine.runs.trace import ScoredRun, Trace

TURNED = 0.02
"""The held-out risk has risen again when it ends at least this share above its minimum."""


def risk(trace: Trace, run: ScoredRun, details: KernelDetails) -> np.ndarray | None:
    """Return E_S (T + 1,) over the held-out pairs, by the run's loss; None when no pair is held out."""
    held = trace.holdout
    if held is None or held.grades is None or run.scored.held is None:
        return None
    above = held.grades == held.grades.max()
    if above.all():
        return None
    return np.array([details.loss.sums(scores[above], scores[~above]).risk for scores in run.scored.held])


def stop(costs: np.ndarray) -> int | None:
    """Return the round with the lowest held-out risk of `costs` (T + 1,) when the risk rises after it, else None."""
    best = int(np.argmin(costs))
    return best if costs[-1] > (1.0 + TURNED) * costs[best] and best > 0 else None
