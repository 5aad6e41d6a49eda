"""How far the weights of pairs are from a product of weights of items, on two classes: RankBoost+, (15)."""

import numpy as np

from rankviz.data.problem import Problem
from rankviz.runs.trace import Run, Trace


def sides(problem: Problem) -> tuple[np.ndarray, np.ndarray] | None:
    """Rows of the positive items and of the others, rising; None unless two grades of one query imply the pairs."""
    if problem.grades is None or problem.explicit or problem.n_queries > 1:
        return None
    levels = np.unique(problem.grades)
    if len(levels) != 2:
        return None
    return np.flatnonzero(problem.grades == levels[1]), np.flatnonzero(problem.grades == levels[0])


def matrix(trace: Trace, run: Run, t: int) -> np.ndarray:
    """D (positives, others) after round t, or after the last round of the run; rows and columns as in `sides`.

    Raises ValueError for data that have no two sides.
    """
    found = sides(trace.problem)
    if found is None:
        raise ValueError("D is a matrix only for two grades in one query")
    # The pairs are sorted by higher and then by lower item, and every positive is paired with every other item.
    return trace.weights(run, min(t, run.n_rounds)).reshape(len(found[0]), len(found[1]))


def product(D: np.ndarray) -> np.ndarray:
    """v ⊗ u (positives, others), v and u the sums of D's rows and columns: D itself, if D is a product."""
    return np.outer(D.sum(axis=1), D.sum(axis=0))


def share_off(D: np.ndarray) -> float:
    """½ Σ |D − v ⊗ u|: the share of the weight, 0 to 1, that would have to move."""
    return 0.5 * float(np.abs(D - product(D)).sum())
