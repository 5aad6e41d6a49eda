"""Cycles of preferences: pairs that contradict each other, so that no ranking satisfies them all."""

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from rankviz.engine.data.problem import Problem

MAX_CYCLES, SEARCHED = 20, 500
"""Most cycles that are listed, and most pairs that are followed to find them."""


def pairs_in_cycles(problem: Problem) -> np.ndarray:
    """(m,) bool, in the order of `problem.pairs`: the pair is on some cycle. Pairs that grades imply are on none."""
    if problem.explicit_pairs is None:
        return np.zeros(problem.n_pairs, dtype=bool)
    _, part = connected_components(_graph(problem), directed=True, connection="strong")
    return part[problem.pairs[:, 0]] == part[problem.pairs[:, 1]]


def cycles(problem: Problem, most: int = MAX_CYCLES) -> list[tuple[int, ...]]:
    """Return cycles as rows, each above the next and the last above the first; the shortest first, at most `most`.

    Through each contradictory pair, up to `SEARCHED` of them, a shortest cycle is found; all of them are on one that
    is listed unless `most` are found before.
    """
    if not problem.has_cycle():
        return []
    graph = _graph(problem)
    found: set[tuple[int, ...]] = set()
    for higher, lower in problem.pairs[pairs_in_cycles(problem)][:SEARCHED].tolist():
        found.add(_turned(_path(graph, lower, higher)))
        if len(found) >= most:
            break
    return sorted(found, key=lambda cycle: (len(cycle), cycle))


def _graph(problem: Problem) -> csr_array:
    higher, lower = problem.pairs.T
    return csr_array((np.ones(len(higher)), (higher, lower)), shape=(problem.n_items, problem.n_items))


def _path(graph: csr_array, start: int, end: int) -> list[int]:
    """Return the rows of a shortest path."""
    _, before = breadth_first_order(graph, start, directed=True, return_predecessors=True)
    path = [end]
    while path[-1] != start:
        path.append(int(before[path[-1]]))
    return path[::-1]


def _turned(cycle: list[int]) -> tuple[int, ...]:
    """Return the same cycle, starting at its lowest row."""
    at = cycle.index(min(cycle))
    return tuple(cycle[at:] + cycle[:at])
