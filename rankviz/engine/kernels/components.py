"""The components of a graph whose nodes are items, numbered by their first items."""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def weak(start: np.ndarray, end: np.ndarray, label: np.ndarray) -> int:
    """Write each node's component to label (n,), ignoring the direction of edges (m,); return their number."""
    for node in range(len(label)):
        label[node] = node
    for edge in range(len(start)):
        a, b = start[edge], end[edge]
        while label[a] != a:
            label[a] = label[label[a]]
            a = label[a]
        while label[b] != b:
            label[b] = label[label[b]]
            b = label[b]
        if a < b:
            label[b] = a
        else:
            label[a] = b
    count = 0
    for node in range(len(label)):
        # A root is the first item of its component, so all nodes before a node are numbered.
        if label[node] == node:
            label[node] = count
            count += 1
        else:
            label[node] = label[label[node]]
    return count


@kernel
def strong(start: np.ndarray, end: np.ndarray, label: np.ndarray) -> int:
    """Write the strong component of each node to label (n,), for edges (m,); return their number.

    Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972), without recursion.
    """
    n, count, met, top, depth = len(label), 0, 0, 0, 0
    # The edges that leave node i lead to leads[first[i]:first[i + 1]].
    first = np.zeros(n + 1, dtype=np.int64)
    for node in start:
        first[node + 1] += 1
    for node in range(n):
        first[node + 1] += first[node]
    leads = np.empty(len(end), dtype=np.int64)
    put = first[:-1].copy()
    for edge in range(len(end)):
        leads[put[start[edge]]] = end[edge]
        put[start[edge]] += 1
    order = np.zeros(n, dtype=np.int64)  # from 1 on, when a node was reached; 0 before
    low = np.zeros(n, dtype=np.int64)
    at = first[:-1].copy()  # the edge to be followed next
    waiting = np.empty(n, dtype=np.int64)
    path = np.empty(n, dtype=np.int64)
    label[:] = -1
    for root in range(n):
        if order[root]:
            continue
        path[0], depth = root, 1
        while depth:
            node = path[depth - 1]
            if not order[node]:
                met += 1
                order[node] = low[node] = met
                waiting[top] = node
                top += 1
            if at[node] < first[node + 1]:
                other = leads[at[node]]
                at[node] += 1
                if not order[other]:
                    path[depth] = other
                    depth += 1
                elif label[other] < 0:
                    low[node] = min(low[node], order[other])
                continue
            depth -= 1
            if depth:
                low[path[depth - 1]] = min(low[path[depth - 1]], low[node])
            if low[node] == order[node]:
                while True:
                    top -= 1
                    label[waiting[top]] = count
                    if waiting[top] == node:
                        break
                count += 1
    # Tarjan's algorithm numbers a component when it leaves it.
    number = np.full(count, -1, dtype=np.int64)
    found = 0
    for node in range(n):
        if number[label[node]] < 0:
            number[label[node]] = found
            found += 1
        label[node] = number[label[node]]
    return count
