"""What the vocabulary reads of a run that no field of its Trace holds by itself."""

import numpy as np

from rankviz import metrics
from rankviz.algorithms.kernel_gd.learner import KernelDetails
from rankviz.algorithms.qbrank.losses import targets as targets_of
from rankviz.algorithms.qbrank.losses import weights
from rankviz.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.metrics.ranking import precision_at
from rankviz.runs.held_scores import held_scores
from rankviz.runs.trace import BoostedRun, Run, ScoredRun, Trace, details_of


def boosted(run: Run) -> BoostedRun:
    """Return a run whose rounds pick weak rankers. Raises KeyError for any other."""
    if isinstance(run, ScoredRun):
        raise KeyError(f"{run.label} picks no weak rankers")
    return run


def further(run: Run) -> dict[str, np.ndarray]:
    """Return the extra series of a run after every round: arrays (T + 1,) by name."""
    auc = {f"auc{of}": 1.0 - run.metrics[f"r2{of}"] for of in ("", "_holdout")}
    return {"smooth_margin": run.metrics["smooth_margin"], **auc, **run.extra}


def top(trace: Trace, run: Run, t: int) -> float:
    """Return the share of the items of the highest grade above all others. Raises KeyError without grades."""
    problem = trace.problem
    if problem.grades is None:
        raise KeyError("nothing here has a grade")
    two = problem.two_grades(float(problem.grades.max()))
    return metrics.positives_at_top(two, trace.scores(run, t), scale=float(trace.scales(boosted(run))[t]))


def positives(trace: Trace) -> int:
    """Return how many items have the highest grade. Raises KeyError without grades."""
    if trace.problem.grades is None:
        raise KeyError("nothing here has a grade")
    return int((trace.problem.grades == trace.problem.grades.max()).sum())


def targets(run: Run, t: int) -> np.ndarray:
    """Return (n,) the targets r of round t. Raises KeyError where none are fitted."""
    details = details_of(run, QBRankDetails)
    if details is None:
        raise KeyError(f"{run.label} fits no targets")
    loss = details.risk.total
    look = loss.evaluate(details.descent.scores[t - 1])
    return targets_of(look, weights(loss, look, details.rules.weighting))


def coefficients(run: Run, t: int) -> np.ndarray:
    """Return (n,) the coefficients of a kernel score after round t. Raises KeyError for other scores."""
    return kernel(run).coefficients[t]


def kernel(run: Run) -> KernelDetails:
    details = details_of(run, KernelDetails)
    if details is None:
        raise KeyError(f"{run.label} has no kernel")
    return details


def ordered(trace: Trace, run: Run, t: int, what: str) -> float:
    """Return the share of the pairs that the scores after round t do not contradict."""
    if what == "ordered":
        return float(precision_at(trace.problem, trace.scores(run, t), 100))
    if trace.holdout is None:
        raise KeyError("nothing is held out here")
    return float(precision_at(trace.holdout, held_scores(trace, run)[t], 100))
