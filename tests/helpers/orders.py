"""Shared by several tests, from those of metrics."""

import math
from collections.abc import Callable

import numpy as np
from twins.experiments import orders_of_ties

import rankviz


def by_query(problem: rankviz.Problem, scores: np.ndarray, value: Callable) -> list[float]:
    """`value(gradesInOrder)` averaged over the orders of each query; None from `value` skips the query."""
    found = []
    for q in range(problem.n_queries):
        rows = np.flatnonzero(problem.qid == q)
        grades = problem.grades[rows]
        values = [value([grades[i] for i in order]) for order in orders_of_ties(scores[rows].tolist())]
        if None not in values:
            found.append(float(np.mean(values)))
    return found


def plain_dcg(gains: list[float], k: int) -> float:
    return sum(gain / math.log2(place + 1) for place, gain in enumerate(gains[:k], start=1))
