"""The orders in which programs put documents with equal scores, and the join of a run with judgements.

Query i has the rows start[i] to start[i + 1]; every order is by falling score first, and is written as row numbers.
"""

import numpy as np

from rankviz.kernels.jit import kernel


@kernel
def by_row(scores: np.ndarray, start: np.ndarray, order: np.ndarray) -> None:
    """Equal scores in the order of their rows."""
    for q in range(len(start) - 1):
        a, b = start[q], start[q + 1]
        order[a:b] = a + np.argsort(-scores[a:b], kind="mergesort")


@kernel
def by_name(scores: np.ndarray, name: np.ndarray, start: np.ndarray, order: np.ndarray) -> None:
    """Equal scores by falling place of their names, name (n,)."""
    for q in range(len(start) - 1):
        a, b = start[q], start[q + 1]
        names = a + np.argsort(-name[a:b], kind="mergesort")
        order[a:b] = names[np.argsort(-scores[names], kind="mergesort")]


@kernel
def quick(scores: np.ndarray, start: np.ndarray, times: int, order: np.ndarray) -> None:
    """Equal scores as numba's quicksort leaves them, which moves them in lists of 16 and more; sorted `times` times."""
    for q in range(len(start) - 1):
        a, b = start[q], start[q + 1]
        for i in range(a, b):
            order[i] = i
        for _ in range(times):
            found = order[a:b].copy()
            order[a:b] = found[np.argsort(-scores[found])]


@kernel
def join(
    start: np.ndarray,
    document: np.ndarray,
    judged_start: np.ndarray,
    judged: np.ndarray,
    judged_grade: np.ndarray,
    documents: int,
    grade: np.ndarray,
) -> None:
    """grade[i] = the grade of row i's document in its query; rows without one keep what they have.

    document (n,) and judged (m,) are numbers below `documents`; judged is −1 for a document that no row names.
    """
    query = np.full(documents, -1)
    found = np.zeros(documents, dtype=grade.dtype)
    for q in range(len(start) - 1):
        for j in range(judged_start[q], judged_start[q + 1]):
            if judged[j] >= 0:
                query[judged[j]], found[judged[j]] = q, judged_grade[j]
        for i in range(start[q], start[q + 1]):
            if query[document[i]] == q:
                grade[i] = found[document[i]]


@kernel
def repeated(start: np.ndarray, document: np.ndarray, documents: int, first: np.ndarray) -> int:
    """first[i] = the first row of row i's query with the same document; returns how many rows repeat one."""
    query, row, count = np.full(documents, -1), np.zeros(documents, dtype=np.int64), 0
    for q in range(len(start) - 1):
        for i in range(start[q], start[q + 1]):
            at = document[i]
            if query[at] == q:
                count += 1
            else:
                query[at], row[at] = q, i
            first[i] = row[at]
    return count
