"""The pair graph: items are its nodes, and each critical pair is an edge from the higher item to the lower one."""

import numpy as np
import scipy  # its parts load when they are first used: they would make the app start later


def components(pairs: np.ndarray, n_items: int, *, strong: bool) -> tuple[int, np.ndarray]:
    """Count the components of the graph and number them, each item's (n,) int32.

    Parameters
    ----------
    pairs : (m, 2) rows, the higher item first.
    strong : whether paths must lead both ways, as on a cycle; else the direction of edges is ignored.
    """
    higher, lower = pairs.T
    graph = scipy.sparse.coo_array((np.ones(len(higher)), (higher, lower)), shape=(n_items, n_items))
    count, labels = scipy.sparse.csgraph.connected_components(
        graph, directed=strong, connection="strong" if strong else "weak"
    )
    return int(count), labels.astype(np.int32)
