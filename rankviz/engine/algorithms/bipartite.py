"""The two classes of a bipartite problem, for algorithms that accept no other kind."""

import numpy as np

from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError


def positives(problem: Problem, who: str) -> np.ndarray:
    """(n,) bool: the items of the higher grade, in the problem's only query. `who` names the algorithm in messages.

    Raises DataError, which names the remedy, unless the problem has two grades and one query.
    """
    if problem.grades is None or problem.explicit:
        raise DataError(
            f"{who} needs grades, and these data give pairs one by one", remedy="Choose data with two grades"
        )
    if problem.n_queries > 1:
        raise DataError(
            f"{who} compares all positive items with all others, and these data have {problem.n_queries:,} queries",
            remedy="Choose data of one query",
        )
    levels = np.unique(problem.grades)
    if len(levels) > 2:
        raise DataError(
            f"{who} parts items in two, and these data have {len(levels)} grades",
            remedy="Say which grades are positive with positive=g (--positive g on the command line), for “grade ≥ g "
            f"against the rest”: {', '.join(f'{level:g}' for level in levels[1:][:8])}",
        )
    return problem.grades == levels[-1]
