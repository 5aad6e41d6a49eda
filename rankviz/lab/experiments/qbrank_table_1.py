"""Table 1 of the QBRank paper (section 4), precision at K %, and the K at which its order is reproduced."""

import itertools
from collections.abc import Mapping

import numpy as np

PERCENTS = np.arange(10, 101, 10)
"""K of the table."""

PRINTED = {
    "QBRank": (0.9446, 0.903, 0.8611, 0.8246, 0.7938, 0.7673, 0.7435, 0.7218, 0.7015, 0.6834),
    "GBT": (0.9328, 0.8939, 0.8557, 0.8199, 0.7899, 0.7637, 0.7399, 0.7176, 0.6977, 0.6803),
    "RankSVM": (0.8524, 0.8152, 0.7839, 0.7578, 0.7357, 0.7151, 0.6957, 0.6779, 0.6615, 0.6465),
}
"""The printed values; the method of a row is above those below it at every K."""


def came_out(found: Mapping[str, np.ndarray]) -> np.ndarray | None:
    """Return (10,) bool: whether the methods have the table's order at each K; equal values do not.

    `found` has precisions (10,) by method; None with fewer than two of the table's methods.
    """
    rows = [np.asarray(found[name]) for name in PRINTED if name in found]
    if len(rows) < 2:
        return None
    return np.array((np.diff(rows, axis=0) < 0.0).all(axis=0))


def verdict(found: Mapping[str, np.ndarray]) -> str:
    """State the K at which the table's order is reproduced, and the others; "" with fewer than two of its methods."""
    good = came_out(found)
    if good is None:
        return ""
    methods = " above ".join(name for name in PRINTED if name in found)
    if good.all():
        return f"The paper's Table 1 has {methods} at every K, and the same holds here."
    if not good.any():
        return f"The paper's Table 1 has {methods} at every K; here that holds at none."
    return (
        f"The paper's Table 1 has {methods} at every K; here that holds at {_percents(good)}, not at "
        f"{_percents(~good)}."
    )


def _percents(chosen: np.ndarray) -> str:
    """Write the chosen K: "10 to 40 and 100 %"."""
    runs = []
    where = [int(i) for i in np.flatnonzero(chosen)]
    for _, group in itertools.groupby(where, key=lambda i: i - int(chosen[:i].sum())):
        ks = [int(PERCENTS[i]) for i in group]
        runs.append(str(ks[0]) if len(ks) == 1 else f"{ks[0]} to {ks[-1]}")
    return f"{' and '.join(filter(None, (', '.join(runs[:-1]), runs[-1])))} %"
