"""The search of a run as it stood before a round, for algorithms whose equations depend on the rounds before."""

from rankviz.algorithms.boosting.algorithm import Searcher
from rankviz.algorithms.boosting.loop import Equations, Move
from rankviz.algorithms.registry import find_boosted
from rankviz.runs.trace import BoostedRun, Run, Trace


def search_before(trace: Trace, run: BoostedRun, t: int) -> Searcher | None:
    """The search that round t ≥ 1 of a run began with; None when the algorithm's equations are always the same."""
    make = find_boosted(run.algorithm).search
    if make is None:
        return None
    search = make(trace.problem, trace.pool_of(run), run.params)
    for s in range(t - 1):
        search.accept(Move(int(run.ranker[s])), float(run.alpha[s]), float(run.z[s]))
    return search


def equations_of(run: Run, search: Searcher | None, ranker: int) -> Equations:
    """The equations by which the round of `search` would weigh a ranker."""
    found = None if search is None else search.towards(ranker).equations
    return find_boosted(run.algorithm).equations if found is None else found
