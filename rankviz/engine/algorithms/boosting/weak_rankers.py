"""The kinds of weak rankers that a run may search: stumps alone, or others besides them."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from rankviz.engine.algorithms.boosting import regions
from rankviz.engine.algorithms.boosting.distribution import GradedDistribution, PairDistribution
from rankviz.engine.algorithms.boosting.loop import TIE
from rankviz.engine.algorithms.boosting.scan import scan
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.entry import Params
from rankviz.engine.choice import Choice
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError, first_of

STUMPS, TWO_SIDED, REGIONS = "stumps", "two-sided", "regions"

WEAK = Choice(
    "weak",
    "Weak rankers",
    "choice",
    STUMPS,
    "A stump tests one feature: f1 > a. “two-sided” adds f1 ≤ a, for features that are worse when higher; weights of "
    f"either sign need no such rankers. “regions” adds tests of two features, f1 > a and f2 ≤ b: {regions.LIMIT}.",
    choices=(STUMPS, TWO_SIDED, REGIONS),
)


TIMES = 10
"""From so many times the edge in reverse on, a feature is said to be of use in reverse."""


def searched_pool(pool: CandidatePool, params: Params) -> CandidatePool:
    """Return the part of a pool that a run with these parameters searches; its rankers have the pool's indices."""
    return pool.without_added() if params.get(WEAK.name, STUMPS) == STUMPS else pool


def with_weak_rankers(
    pool: CandidatePool, problem: Problem, asked: Sequence[Params], seed: int = 0
) -> CandidatePool:
    """Return the stumps of `problem` and what runs with the `asked` parameters search besides them.

    Raises DataError where one run asks for two-sided stumps and another for regions: a pool adds one of them.
    """
    kinds = {params.get(WEAK.name, STUMPS) for params in asked} - {STUMPS}
    if len(kinds) > 1:
        raise DataError(
            "One run searches two-sided stumps and another regions, and runs together share one list of weak rankers",
            remedy="Choose “two-sided” or “regions” for these runs, or run them apart",
        )
    if REGIONS in kinds:
        return regions.with_regions(pool, problem, seed)
    return pool.with_mirrored() if kinds else pool


def with_note_on_reversed(pool: CandidatePool, problem: Problem, labels: Sequence[str]) -> CandidatePool:
    """Return the same rankers with a note on the features that only a negative weight could use well, if any.

    They are those whose best ranker would have more than `TIMES` its edge of round 1 in reverse. `labels` are the
    algorithms that search stumps alone and whose weights are not negative.
    """
    if not labels:
        return pool
    distribution = PairDistribution(problem) if problem.explicit else GradedDistribution(problem)
    edge = np.empty(len(pool))
    scan(pool.codes, pool.offsets, distribution.potential(), edge)
    parts = [edge[first:end] for first, end in pairwise(pool.without_added().offsets.tolist())]
    names = [
        name
        for name, part in zip(pool.names, parts, strict=False)
        if len(part) and -part.min() > max(TIE, TIMES * part.max())
    ]
    if not names:
        return pool
    rank = "ranks" if len(names) == 1 else "rank"
    return pool.with_notes(
        f"{first_of(names)} {rank} better in reverse: the best edge of round 1 is over {TIMES} times as large there. "
        f"Without negative weights {' and '.join(labels)} can use that only with “{TWO_SIDED}” weak rankers."
    )
