"""The grades that an audit of ties accepts."""

import numpy as np

from rankviz.engine.data.problem import Problem

MOST_GRADE = 1_000_000_000
"""The largest grade that is accepted: grades are held in 32 bits."""


def has_whole_grades(problem: Problem) -> bool:
    """Return whether a problem has grades that an audit accepts."""
    grades = problem.grades
    return grades is not None and bool(
        (grades == np.round(grades)).all() and np.abs(grades).max() <= MOST_GRADE
    )
