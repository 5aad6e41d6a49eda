"""The pairs that grades imply, listed by their higher item."""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def count_lower(rows: np.ndarray, query_start: np.ndarray, grades: np.ndarray, count: np.ndarray) -> None:
    """Set count[x] to the number of items of row x's query with a lower grade; query q has rows[query_start[q] : …]."""
    for q in range(len(query_start) - 1):
        of_query = rows[query_start[q] : query_start[q + 1]]
        for x in of_query:
            found = 0
            for y in of_query:
                found += grades[y] < grades[x]
            count[x] = found


@kernel
def list_lower(
    rows: np.ndarray, query_start: np.ndarray, grades: np.ndarray, start: np.ndarray, lower: np.ndarray
) -> None:
    """Write the rows of lower grade in row x's query, in the order of `rows`, to lower[start[x] : start[x + 1]]."""
    for q in range(len(query_start) - 1):
        of_query = rows[query_start[q] : query_start[q + 1]]
        for x in of_query:
            place = start[x]
            for y in of_query:
                if grades[y] < grades[x]:
                    lower[place] = y
                    place += 1
