"""Shared by several tests, from those of metrics."""

import itertools
import math
from collections.abc import Callable, Iterator

import numpy as np

import rankviz


def orders(scores: np.ndarray) -> Iterator[list[int]]:
    """Every order of the items by falling score."""
    groups = [np.flatnonzero(scores == value).tolist() for value in sorted(set(scores), reverse=True)]
    for parts in itertools.product(*(itertools.permutations(group) for group in groups)):
        yield [i for part in parts for i in part]


def by_query(problem: rankviz.Problem, scores: np.ndarray, value: Callable) -> list[float]:
    """`value(gradesInOrder)` averaged over the orders of each query; None from `value` skips the query."""
    found = []
    for q in range(problem.n_queries):
        rows = np.flatnonzero(problem.qid == q)
        grades = problem.grades[rows]
        values = [value([grades[i] for i in order]) for order in orders(scores[rows])]
        if None not in values:
            found.append(float(np.mean(values)))
    return found


def plain_dcg(gains: list[float], k: int) -> float:
    return sum(gain / math.log2(place + 1) for place, gain in enumerate(gains[:k], start=1))
