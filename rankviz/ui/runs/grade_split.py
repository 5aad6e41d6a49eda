"""Two classes for bipartite algorithms: the grade that splits graded data in two when nobody chose one."""

import numpy as np

from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data.problem import Problem
from rankviz.engine.number_format import exact
from rankviz.ui.state.state import State


def needed(state: State, problem: Problem) -> bool:
    """Return whether an algorithm of the state needs two classes, and the data are one list of three or more grades."""
    if not any(ALGORITHMS[name].two_classes for name in state.algorithms()):
        return False
    grades = problem.grades
    if grades is None or problem.explicit or problem.n_queries > 1:
        return False
    return len(np.unique(grades)) > 2


def grade(state: State, problem: Problem) -> float | None:
    """Return the grade from which items are positive: the visitor's, else the median where one is needed, else None."""
    if state["positive"] is not None:
        return float(state["positive"])
    if not needed(state, problem):
        return None
    return median_grade(problem.known_grades)


def sentence(state: State, problem: Problem) -> str:
    """State which algorithms divide the items in two, at which grade, by whose choice, and how many are positive."""
    at = grade(state, problem)
    assert at is not None and problem.grades is not None
    parted = [ALGORITHMS[name].label for name in state.algorithms() if ALGORITHMS[name].two_classes]
    median = "" if state["positive"] is not None else ", the median,"
    knows = "works with" if len(parted) == 1 else "work with"
    count = int(np.count_nonzero(problem.grades >= at))
    return (
        f"{' and '.join(parted)} {knows} two classes: grade ≥ {exact(at)}{median} counts as positive, "
        f"{count:,} of {problem.n_items:,} items."
    )


def parts(problem: Problem, at: float) -> bool:
    """Return whether "grade ≥ `at` against the rest" leaves items on both sides."""
    grades = problem.grades
    return grades is not None and bool(grades.min() < at <= grades.max())


def median_grade(grades: np.ndarray) -> float:
    """Return the upper median of the grades (n,), at least the second lowest, so that neither class is empty.

    There are at least two different grades.
    """
    levels = np.unique(grades)
    return float(max(np.sort(grades)[len(grades) // 2], levels[1]))
