"""A held-out share: whole queries where there are several, else items."""

from __future__ import annotations

import numpy as np

from rankviz.data.problem import Problem, pairs_per_query
from rankviz.errors import DataError


def split(problem: Problem, share: float, seed: int = 0) -> tuple[Problem, Problem | None]:
    """(training part, held-out part) of a problem; the second is None when `share` is 0.

    With several queries that have critical pairs, about `share` of those queries are held out, else about
    `share` of the items. Drawn with `seed`; at least one query or two items on either side.

    Raises
    ------
    DataError
        `share` outside [0, 0.9], or no draw leaves critical pairs on both sides.
    """
    if not 0.0 <= share <= 0.9:
        raise DataError(f"The held-out share is {share:g}", remedy="Choose a share from 0 to 0.9")
    if share == 0.0:
        return problem, None
    rng = np.random.default_rng(seed)
    useful = np.flatnonzero(pairs_per_query(problem) > 0)
    by_query = len(useful) > 1
    # Among few items a draw may leave one side without a pair; a handful of further draws finds one that does not.
    for _ in range(20):
        if by_query:
            count = min(max(round(share * len(useful)), 1), len(useful) - 1)
            held = np.isin(problem.qid, rng.permutation(useful)[:count])
        else:
            count = min(max(round(share * problem.n_items), 2), problem.n_items - 2)
            held = np.zeros(problem.n_items, dtype=bool)
            held[rng.permutation(problem.n_items)[: max(count, 0)]] = True
        try:
            return problem.subset(np.flatnonzero(~held)), problem.subset(np.flatnonzero(held))
        except DataError:
            continue
    raise DataError(
        f"Holding out {share:.0%} leaves the training or the held-out part without a critical pair",
        remedy="Choose another share, or none",
    )
