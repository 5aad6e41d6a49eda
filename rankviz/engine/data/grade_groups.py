"""The rows of a problem by query and grade: where grades imply the pairs, no pair need be listed."""

import numpy as np

from rankviz.engine.data.problem import Problem


def grade_groups(problem: Problem) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the rows by query and rising grade, and where each group (one grade of one query) and each query starts.

    Returns order (n,), group_start (groups + 1,) and query_start (Q + 1,), in the form of kernels/graded_log.py.
    """
    order = np.lexsort((problem.known_grades, problem.qid))
    query, grade = problem.qid[order], problem.known_grades[order]
    new = np.concatenate([[True], (query[1:] != query[:-1]) | (grade[1:] != grade[:-1])])
    group_start = np.concatenate([np.flatnonzero(new), [problem.n_items]])
    query_start = np.searchsorted(query[group_start[:-1]], np.arange(problem.n_queries + 1))
    return order, group_start, query_start


def grade_marks(problem: Problem, order: np.ndarray, group_start: np.ndarray) -> np.ndarray:
    """Return (n,) uint8, by the places of `order`: 1 where a grade begins, 2 where a query does, else 0."""
    begins = group_start[:-1]
    mark = np.zeros(problem.n_items, dtype=np.uint8)
    mark[begins] = np.where(np.diff(problem.qid[order[begins]], prepend=-1) != 0, 2, 1)
    return mark
