"""A random held-out share: whole queries where there are several, else items."""

import numpy as np

from rankviz.engine.data.problem import Problem, implied_pairs, pairs_per_query
from rankviz.engine.errors import DataError

MANY_ITEMS, MANY_PAIRS = 12, 40
"""The fewest items and pairs of data from which it is worth holding out a part."""

DRAWS = 20
"""Draws until one leaves pairs on both sides; of stratified ones, from which the one nearest to the share is taken."""


def is_small(problem: Problem) -> bool:
    """Return whether nothing is held out by default: few items or pairs, or rankers of one item each."""
    if problem.n_items < MANY_ITEMS or problem.n_pairs < MANY_PAIRS:
        return True
    # A weak ranker "is it this item" says nothing about an item that is held out.
    return problem.binary and bool((problem.X.sum(axis=0) <= 1.0).all())


def split(
    problem: Problem, share: float, seed: int = 0, *, stratified: bool = False
) -> tuple[Problem, Problem | None]:
    """(training part, held-out part) of a problem; the second is None when `share` is 0.

    With several queries that have critical pairs, about `share` of those queries are held out, else about
    `share` of the items. Drawn with `seed`; at least one query or two items on either side. `stratified` draws
    queries so that the share of pairs is near, too, see :func:`stratified_draw`; it changes nothing for items.

    Raises
    ------
    DataError
        `share` outside [0, 0.9], or no draw leaves critical pairs on both sides.
    """
    held = _draw(problem, share, seed, stratified)
    if held is None:
        return problem, None
    return problem.subset(np.flatnonzero(~held)), problem.subset(np.flatnonzero(held))


def pairs_of_split(
    problem: Problem, share: float, seed: int = 0, *, stratified: bool = False
) -> tuple[int, int]:
    """Return the number of pairs in the parts of :func:`split`: (training, held out). Raises DataError as it does."""
    held = _draw(problem, share, seed, stratified)
    if held is None:
        return problem.n_pairs, 0
    return _pairs_among(problem, ~held), _pairs_among(problem, held)


def stratified_draw(pairs: np.ndarray, count: int, share: float, rng: np.random.Generator) -> np.ndarray:
    """Return `count` (c) of Q queries with these numbers of pairs (Q,), whose share of all pairs is near `share`.

    The queries, in the order of their pairs, are cut into c groups of Q/c neighbours, and one of each is drawn. Any
    such draw has c/Q of all pairs, give or take (1 + c/Q) (most − fewest pairs of a query). Of `DRAWS` the one with the
    nearest share is taken.
    """
    edges = np.arange(count + 1) * len(pairs) // count
    shuffled = rng.permutation(len(pairs))  # queries of as many pairs have no order
    order = shuffled[np.argsort(-pairs[shuffled], kind="stable")]
    drawn = order[rng.integers(edges[:-1], edges[1:], size=(DRAWS, count))]
    return drawn[np.argmin(np.abs(pairs[drawn].sum(axis=1) - share * pairs.sum()))]


def _draw(problem: Problem, share: float, seed: int, stratified: bool) -> np.ndarray | None:
    """(n,) bool: the items that are held out; None when none is."""
    if not 0.0 <= share <= 0.9:
        raise DataError(f"The held-out share is {share:g}", remedy="Choose a share from 0 to 0.9")
    if share == 0.0:
        return None
    rng = np.random.default_rng(seed)
    pairs = pairs_per_query(problem)
    useful = np.flatnonzero(pairs > 0)
    by_query = len(useful) > 1
    queries = min(max(round(share * len(useful)), 1), len(useful) - 1)
    if by_query and stratified:
        return np.isin(problem.qid, useful[stratified_draw(pairs[useful], queries, share, rng)])
    # Among few items a draw may leave one side without a pair; a handful of further draws finds one that does not.
    for _ in range(DRAWS):
        if by_query:
            held = np.isin(problem.qid, rng.permutation(useful)[:queries])
        else:
            count = min(max(round(share * problem.n_items), 2), problem.n_items - 2)
            held = np.zeros(problem.n_items, dtype=bool)
            held[rng.permutation(problem.n_items)[: max(count, 0)]] = True
        if _pairs_among(problem, held) and _pairs_among(problem, ~held):
            return held
    raise DataError(
        f"Holding out {share:.0%} leaves the training or the held-out part without a critical pair",
        remedy="Choose another share, or none",
    )


def _pairs_among(problem: Problem, chosen: np.ndarray) -> int:
    """Return how many critical pairs join two items of `chosen` (n,) bool."""
    if problem.explicit_pairs is not None:
        return int(chosen[problem.explicit_pairs].all(axis=1).sum())
    return int(implied_pairs(problem.known_grades[chosen], problem.qid[chosen], problem.n_queries).sum())
