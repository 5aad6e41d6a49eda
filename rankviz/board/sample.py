"""An excerpt of a large run, to be drawn: some of its queries or items, with the rounds and curves of the whole."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rankviz.engine.algorithms.boosting.algorithm import Algorithm
from rankviz.engine.algorithms.contenders import algorithm_of
from rankviz.engine.algorithms.registry import find
from rankviz.engine.data.problem import Problem, pairs_per_query
from rankviz.engine.errors import DataError
from rankviz.engine.runs.trace import BoostedRun, Trace

MOST_PAIRS, MOST_SCORES = 3_000_000, 12_000_000
"""Critical pairs, and scores (items × rounds × runs), up to which a run is drawn whole."""

ITEMS, PAIRS = 1_000, 200_000
"""Items and critical pairs of an excerpt at most."""


@dataclass(frozen=True, eq=False)
class Excerpt:
    """Part of a run's items, with the same rounds.

    Attributes
    ----------
    trace : the same runs, their metrics still those of the whole, on a problem and a pool of these items alone.
    rows : (k,) the items' rows in the whole problem, rising.
    note : a sentence for the user on what is shown and what is not.
    """

    trace: Trace
    rows: np.ndarray
    note: str


def too_large(problem: Problem, rounds: int, runs: int) -> bool:
    """Return whether so many runs of so many rounds are too many to be drawn whole."""
    return problem.n_pairs > MOST_PAIRS or problem.n_items * (rounds + 1) * runs > MOST_SCORES


def has_excerpt(trace: Trace) -> bool:
    """Return whether the rounds can be followed on some items alone: each round is one weak ranker with one weight.

    Where D is tilted a pair's weight depends on other pairs of its query, so that whole queries must be drawn.
    """
    names = [run.algorithm for run in trace.runs]
    one_by_one = all(isinstance(run, BoostedRun) and not run.combined.any() for run in trace.runs)
    return one_by_one and (not _tilted(names) or len(_fitting(trace.problem)) > 0)


def surely_has_excerpt(algorithms: Sequence[str], problem: Problem) -> bool:
    """Return whether an excerpt is possible for every run of these algorithms, known before they run."""
    names = [algorithm_of(name) for name in algorithms]
    entries = [find(name) for name in names]
    one_by_one = all(isinstance(entry, Algorithm) and not entry.combines for entry in entries)
    return one_by_one and (not _tilted(names) or len(_fitting(problem)) > 0)


def _tilted(names: Sequence[str]) -> bool:
    entries = [find(name) for name in names]
    return any(isinstance(entry, Algorithm) and entry.tilted is not None for entry in entries)


def excerpt(trace: Trace, seed: int = 0) -> Excerpt:
    """Draw whole queries with `seed`, as many as fit into `ITEMS` and `PAIRS`, or some items of one large query.

    Raises DataError when the runs cannot be followed on some items alone (see :func:`has_excerpt`).
    """
    if not has_excerpt(trace):
        raise DataError(
            "The run is too large to be drawn, and an excerpt of it cannot be followed",
            remedy="Choose fewer queries, items or rounds, or one of RB-D, RB-C and RankBoost+",
        )
    problem = trace.problem
    rng = np.random.default_rng(seed)
    queries = _queries(problem, rng)
    rows = np.flatnonzero(np.isin(problem.qid, queries)) if len(queries) else _items(problem, rng)
    part = problem.subset(rows)
    pool = replace(trace.pool, codes=np.ascontiguousarray(trace.pool.codes[:, rows]))
    return Excerpt(replace(trace, problem=part, pool=pool), rows, _note(problem, part, len(queries)))


def _queries(problem: Problem, rng: np.random.Generator) -> np.ndarray:
    """Draw queries; none when not one fits."""
    pairs = pairs_per_query(problem)
    items = np.bincount(problem.qid, minlength=problem.n_queries)
    drawn = rng.permutation(_fitting(problem))
    return drawn[(np.cumsum(items[drawn]) <= ITEMS) & (np.cumsum(pairs[drawn]) <= PAIRS)]


def _fitting(problem: Problem) -> np.ndarray:
    """Return the queries that fit whole into an excerpt."""
    pairs = pairs_per_query(problem)
    items = np.bincount(problem.qid, minlength=problem.n_queries)
    return np.flatnonzero((pairs > 0) & (pairs <= PAIRS) & (items <= ITEMS))


def _items(problem: Problem, rng: np.random.Generator) -> np.ndarray:
    """Draw items one after another, at least two of them a critical pair."""
    order = (
        _of_pairs(problem, rng) if problem.grades is None or problem.explicit else _of_grades(problem, rng)
    )
    count = min(ITEMS, len(order))
    while count > 2 and problem.subset(order[:count]).n_pairs > PAIRS:
        count = max(2, count // 2)
    return np.sort(order[:count])


def _of_pairs(problem: Problem, rng: np.random.Generator) -> np.ndarray:
    """Return items in the order of pairs drawn at random."""
    named = rng.permutation(problem.pairs)[:ITEMS].ravel()
    return named[np.sort(np.unique(named, return_index=True)[1])]


def _of_grades(problem: Problem, rng: np.random.Generator) -> np.ndarray:
    """Return items of the query with the most pairs, the first two of different grades."""
    rows = rng.permutation(np.flatnonzero(problem.qid == np.argmax(pairs_per_query(problem))))
    second = int(np.argmax(problem.known_grades[rows] != problem.known_grades[rows[0]]))
    rows[[1, second]] = rows[[second, 1]]
    return rows[:ITEMS]


def _note(whole: Problem, part: Problem, queries: int) -> str:
    of = f"{queries:,} of {whole.n_queries:,} queries, " if queries else ""
    return (
        "The run is too large to be drawn whole. Items, pairs and their weights come from a random excerpt: "
        f"{of}{part.n_items:,} of {whole.n_items:,} items, {part.n_pairs:,} of {whole.n_pairs:,} pairs. Curves, α, ε "
        "and the words describe the whole run."
    )
