"""Random folds of a task: k − 2 parts to train on, one to choose the round, one to test (RB+ section 5)."""

from dataclasses import dataclass

import numpy as np

from rankviz.engine.data.problem import Problem, pairs_per_query
from rankviz.engine.errors import DataError

DRAWS = 50
MAX_FOLDS = 20

BY_QUERY, BY_ITEM, SPECIFIED = "query", "item", "specified"
"""How a task's folds are made: of whole queries, of single items, or as its files say."""


@dataclass(frozen=True)
class Fold:
    """The three parts of one fold, each a Problem. The test parts of a task's folds are disjoint and cover the task."""

    training: Problem
    validation: Problem
    test: Problem


def by_query(problem: Problem, k: int) -> bool:
    """Return whether the k parts of a task are whole queries, of which at least k must hold critical pairs."""
    return int((pairs_per_query(problem) > 0).sum()) >= k


def assign(problem: Problem, k: int, rng: np.random.Generator) -> np.ndarray:
    """(n,) the part 0 … k − 1 of each item: whole queries where :func:`by_query` is True, else single items."""
    if by_query(problem, k):
        useful = np.flatnonzero(pairs_per_query(problem) > 0)
        part = np.zeros(problem.n_queries, dtype=np.int64)
        part[rng.permutation(useful)] = np.arange(len(useful)) % k
        idle = np.setdiff1d(np.arange(problem.n_queries), useful)
        part[rng.permutation(idle)] = np.arange(len(idle)) % k
        return part[problem.qid]
    part = np.empty(problem.n_items, dtype=np.int64)
    part[rng.permutation(problem.n_items)] = np.arange(problem.n_items) % k
    return part


def draw(problem: Problem, k: int, seed: int, salt: int) -> list[Fold]:
    """Draw k folds of a task. `salt` separates tasks, so that a task's folds do not depend on the others.

    In fold f part f tests, part f + 1 validates, the rest trains. A draw that leaves a part without a critical
    pair is repeated.

    Raises DataError when `DRAWS` draws fail: the task is too small.
    """
    rng = np.random.default_rng([seed, salt])
    for _ in range(DRAWS):
        part = assign(problem, k, rng)
        try:
            parts = [problem.subset(np.flatnonzero(part == f)) for f in range(k)]
            return [
                Fold(
                    problem.subset(np.flatnonzero((part != f) & (part != (f + 1) % k))),
                    parts[(f + 1) % k],
                    parts[f],
                )
                for f in range(k)
            ]
        except DataError:
            continue
    raise DataError(
        f"{DRAWS} draws of {k} folds each left a part without a critical pair",
        remedy="Choose fewer folds, or larger tasks",
    )
