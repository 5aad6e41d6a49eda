"""The pair graph: items are its nodes, and each critical pair is an edge from the higher item to the lower one."""

import numpy as np

from rankviz.engine.kernels.components import strong as strong_components
from rankviz.engine.kernels.components import weak as weak_components


def components(pairs: np.ndarray, n_items: int, *, strong: bool) -> tuple[int, np.ndarray]:
    """Count the components of the graph and number them by their first items, each item's (n,) int32.

    Parameters
    ----------
    pairs : (m, 2) rows, the higher item first.
    strong : whether paths must lead both ways, as on a cycle; else the direction of edges is ignored.
    """
    label = np.empty(n_items, dtype=np.int64)
    higher, lower = pairs.T
    count = (strong_components if strong else weak_components)(higher, lower, label)
    return count, label.astype(np.int32)
