"""The data from which the browser computes a branch: all candidates' outputs, and the pairs that the map omits.

`stage/branch` in the front end runs the rounds after a changed one while the reader drags; it starts from this.
"""

from itertools import pairwise
from typing import Any

import numpy as np

from rankviz.board.pair_map import PairMap
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.algorithms.boosting.weak_rankers import searched_pool
from rankviz.engine.algorithms.contenders import contender, marks_of
from rankviz.engine.algorithms.registry import find
from rankviz.engine.data.battles import unless_alike, weighted_pairs
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.tally import Votes
from rankviz.engine.marks import Mark
from rankviz.engine.runs.trace import BoostedRun, Run, Trace

RUNS = frozenset({"rb-d", "rb-c", "rb-plus", "push", "smooth-margin"})
"""The algorithms whose rounds the browser can run."""
FOLLOWED = frozenset({
    "negative_alpha", "undefined", "cap", "choose", "weak", "independent", "p", "margin_step", "unbounded_weight",
})  # fmt: skip
"""The parameters that the browser supports, `weak` as `rows`."""

MOST_PAIRS, MOST_CODES = 20_000, 200_000
"""Pairs, and the pool's bins (a byte for each feature and item), up to which they travel; beyond, Python runs a branch.

They add 0.3 to 22 kB to the packs of all presets but one, and 80 kB, an eighth, to that of 8,500 rankers."""


def shared(trace: Trace, where: PairMap) -> tuple[dict[str, np.ndarray], dict[str, Any] | None]:
    """Return the arrays of the branch runner, and its texts; nothing where the run is too large, or has no such run.

    branch.codes (R, n) u1 and branch.offsets (R + 1,) i4, the pool's bins as in :class:`CandidatePool`;
    branch.thresholds (N,) f8, NaN for a ranker without one; branch.higher, branch.lower (m,) u4, the critical pairs
    where the map does not list them; branch.counts (m,) f8, the weight of each, where they differ;
    branch.vote_a, branch.vote_b (k,) u4 and branch.votes (3, k) f8, won, lost and tied, where the pairs come from
    votes and nothing is held out. For the held-out part: branch.held_codes (R, h) u1, held_grades (h,) f8,
    held_query (h,) u4, the pairs held_higher, held_lower u4, and their held_counts.
    """
    pool, problem = trace.pool, trace.problem
    names = [run.algorithm for run in trace.runs]
    runs = [_asked(trace, run, marks_of([*names, run.algorithm])[-1]) for run in trace.runs]
    if not any(runs) or problem.n_pairs > MOST_PAIRS or pool.codes.size > MOST_CODES:
        return {}, None
    bare = np.array(["threshold" not in pool.describe(ranker) for ranker in range(len(pool))], dtype=bool)
    arrays = {
        "branch.codes": pool.codes,
        "branch.offsets": pool.offsets,
        "branch.thresholds": np.where(bare, np.nan, pool.thresholds),
    }
    if where.kind != "pairs":
        arrays["branch.higher"], arrays["branch.lower"] = problem.pairs.T
    if problem.pair_weights is not None:
        arrays["branch.counts"] = problem.pair_weights
    meta: dict[str, Any] = {"names": list(pool.names), "runs": runs}
    if pool.mirrored:
        meta["mirrored"] = pool.mirrored
    if problem.votes is not None and trace.holdout is None and _made_from(problem, problem.votes):
        tally = problem.votes.tally
        arrays |= {"branch.vote_a": tally.a, "branch.vote_b": tally.b}
        arrays["branch.votes"] = np.array([tally.won, tally.lost, tally.tied])
        meta["tie"] = problem.votes.tie
    held = trace.holdout
    if held is not None and held.n_pairs <= MOST_PAIRS:
        arrays |= _held(pool, held)
    meta["rounds"] = trace.settings.get("rounds", max(run.n_rounds for run in trace.runs))
    return arrays, meta


def _made_from(problem: Problem, votes: Votes) -> bool:
    """Return whether the pairs are exactly those of the votes, with their weights."""
    pairs, weights = weighted_pairs(votes.tally, votes.tie)
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    if not np.array_equal(problem.pairs, pairs[order]):
        return False
    alike = unless_alike(weights[order])
    return problem.pair_weights is alike or np.array_equal(problem.pair_weights, alike)  # type: ignore[arg-type]


def _held(pool: CandidatePool, held: Problem) -> dict[str, np.ndarray]:
    """Return the items and pairs held out; a code counts the rankers of its feature that are 1 on the item."""
    codes = np.zeros((len(pool.codes), held.n_items), dtype=np.uint8)
    stumps = len(codes) - pool.mirrored
    for row, (first, end) in enumerate(pairwise(pool.offsets.tolist())):
        if pool.mirrored and row >= stumps:
            codes[row] = end - first - codes[row - stumps]
        elif end - first == 1:  # also for rankers that are not stumps
            codes[row] = pool.apply(first, held.X)
        elif end > first:
            column = held.X[:, row]
            above = np.searchsorted(pool.thresholds[first:end], column)
            codes[row] = np.where(
                np.isnan(column), 0, np.maximum(above, 1) if first in pool.splits_missing else above
            )
    counts = {} if held.pair_weights is None else {"branch.held_counts": held.pair_weights}
    return counts | {
        "branch.held_codes": codes,
        "branch.held_grades": np.full(held.n_items, np.nan) if held.grades is None else held.grades,
        "branch.held_query": held.qid,
        "branch.held_higher": held.pairs[:, 0],
        "branch.held_lower": held.pairs[:, 1],
    }


def _asked(trace: Trace, run: Run, mark: Mark) -> dict[str, Any] | None:
    """Return the parameters that the browser follows, the number of pool rows searched, and the branch's name and look.

    None where no branch can leave it, or the browser does not support a parameter that is not at its default.
    """
    if not isinstance(run, BoostedRun) or run.algorithm not in RUNS or run.fork is not None:
        return None
    changed = {each.name for each in find(run.algorithm).parameters if run.params[each.name] != each.default}
    if run.combined.any() or changed - FOLLOWED:
        return None
    return {
        "params": {name: value for name, value in run.params.items() if name in FOLLOWED},
        "rows": len(searched_pool(trace.pool, run.params).codes),
        "short": contender(run.contender, {}).short + "′",
        "slot": mark.slot,
        "marker": mark.path,
    }
