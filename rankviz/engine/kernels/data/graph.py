"""Levels of a preference graph."""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def chain_lengths(above: np.ndarray, below: np.ndarray, count: int) -> np.ndarray:
    """(count,) the longest chain of edges hanging below each node; edges (above[i], below[i]) without a cycle."""
    start = np.zeros(count + 1, dtype=np.int64)
    waiting = np.zeros(count, dtype=np.int64)
    for i in range(len(above)):
        start[below[i] + 1] += 1
        waiting[above[i]] += 1
    for k in range(count):
        start[k + 1] += start[k]
    by_below = np.empty(len(above), dtype=np.int64)
    filled = start[:-1].copy()
    for i in range(len(above)):
        by_below[filled[below[i]]] = above[i]
        filled[below[i]] += 1
    level = np.zeros(count, dtype=np.int64)
    queue = np.empty(count, dtype=np.int64)
    last = 0
    for k in range(count):
        if waiting[k] == 0:
            queue[last] = k
            last += 1
    first = 0
    while first < last:
        node = queue[first]
        first += 1
        for i in range(start[node], start[node + 1]):
            upper = by_below[i]
            level[upper] = max(level[upper], level[node] + 1)
            waiting[upper] -= 1
            if waiting[upper] == 0:
                queue[last] = upper
                last += 1
    return level
