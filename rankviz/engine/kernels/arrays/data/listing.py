"""NumPy version of `data.listing`, array by array."""

from collections.abc import Iterator

import numpy as np


def count_lower(rows: np.ndarray, query_start: np.ndarray, grades: np.ndarray, count: np.ndarray) -> None:
    """The NumPy version of `listing.count_lower`."""
    for of_query, grade in _queries(rows, query_start, grades):
        count[of_query] = np.searchsorted(np.sort(grade), grade)


def list_lower(
    rows: np.ndarray, query_start: np.ndarray, grades: np.ndarray, start: np.ndarray, lower: np.ndarray
) -> None:
    """The NumPy version of `listing.list_lower`."""
    for of_query, grade in _queries(rows, query_start, grades):
        for x in of_query:
            below = of_query[grade < grades[x]]
            lower[start[x] : start[x] + len(below)] = below


def _queries(
    rows: np.ndarray, query_start: np.ndarray, grades: np.ndarray
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    for of_query in np.split(rows, query_start[1:-1]):
        yield of_query, grades[of_query]
