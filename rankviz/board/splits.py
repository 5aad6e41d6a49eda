"""The split of each round: the pick's feature and threshold, its effect on the pairs, its rivals."""

from collections.abc import Callable
from typing import Any

import numpy as np

from rankviz.engine.algorithms.boosting.distribution import ByPairs, GradedDistribution
from rankviz.engine.algorithms.boosting.stumps import CandidatePool
from rankviz.engine.data.problem import Problem
from rankviz.engine.runs.candidates import edges
from rankviz.engine.runs.trace import Run, ScoredRun, Trace

FEW_ITEMS, FEW_RANKERS = 12, 16
"""Items and named rankers up to which every ranker's answers travel, so that the whole pool is visible at once."""

MOST_VALUES = 400_000
"""Feature values that travel at most; beyond, items are placed only by the ranker's answers."""

MOST_ROUNDS = 120
"""Rounds of a run whose candidates are compared again; each replays those before it."""


def shared(drawn: Trace) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return what all runs share: the values of the features that some pick uses, and a small pool's answers.

    ask_values (F, n) f8, NaN where missing, of the features that `columns` names: single precision would move values
    over a threshold. ask_pool (N, n) u1 of the rankers that `pool` names. Either is left out where it is empty or too
    large.
    """
    columns, pool = _columns(drawn), drawn.pool
    arrays = {}
    if columns and len(columns) * drawn.problem.n_items <= MOST_VALUES:
        arrays["ask_values"] = drawn.problem.X[:, columns].T
    else:
        columns = []
    if _is_small(drawn):
        arrays["ask_pool"] = pool.outputs(np.arange(len(pool)))
    return arrays, {
        "columns": [pool.names[f] for f in columns],
        "pool": [pool.label(k) for k in range(len(pool))] if _is_small(drawn) else [],
    }


def of_run(
    trace: Trace, run: Run, columns: list[str], on_progress: Callable[[], object] | None = None
) -> tuple[dict[str, np.ndarray], list[list[float | None]]]:
    """Return the arrays of one run that picks rankers, and for each ranker its place in `columns` and its threshold.

    crossed (R, 3) u4: the critical pairs that each picked ranker orders correctly, ties and reverses. edge (T, N) f4:
    each candidate's edge −δ in each round of a small pool, NaN where it was not searched.
    """
    if isinstance(run, ScoredRun):
        return {}, []
    pool = trace.pool
    rankers = np.array(list(dict.fromkeys(run.ranker.tolist())), dtype=np.int64)
    arrays = {"crossed": _crossed(trace.problem, pool.outputs(rankers))}
    if _is_small(trace) and 0 < run.n_rounds <= MOST_ROUNDS:
        found = np.empty((run.n_rounds, len(pool)), dtype="<f4")
        for t in range(1, run.n_rounds + 1):
            if on_progress is not None:
                on_progress()
            found[t - 1] = edges(trace, run, t)
        arrays["edge"] = found
    return arrays, [_asks(pool, ranker, columns) for ranker in rankers.tolist()]


def _crossed(problem: Problem, outputs: np.ndarray) -> np.ndarray:
    """Return (R, 3) the pairs that rankers of outputs (R, n) u1 order correctly, tie and reverse.

    They are the ε's where all pairs have equal weights; pairs that grades imply need not be listed.
    """
    if problem.explicit:
        return ByPairs(problem, np.ones(problem.n_pairs)).epsilons_of(outputs)
    even = GradedDistribution(problem)
    even.potential()  # computes Σ e^{−s}, by which ε's are divided
    return np.round(problem.n_pairs * np.array([even.epsilons(h) for h in outputs]).reshape(-1, 3))


def _is_small(trace: Trace) -> bool:
    """Return whether all answers of the pool can be seen at once: few items, and few rankers that have names."""
    few = trace.problem.n_items <= FEW_ITEMS and len(trace.pool) <= FEW_RANKERS
    return trace.pool.named and few


def _columns(trace: Trace) -> list[int]:
    """Return the features that the picked stumps of all runs look at, rising."""
    if trace.pool.named:
        return []
    picked = {ranker for run in trace.boosted for ranker in run.ranker.tolist()}
    return sorted({int(trace.pool.feature[ranker]) for ranker in picked if _is_stump(trace.pool, ranker)})


def _is_stump(pool: CandidatePool, ranker: int) -> bool:
    return "feature" in pool.describe(ranker)


def _asks(pool: CandidatePool, ranker: int, columns: list[str]) -> list[float | None]:
    name = pool.names[pool.feature[ranker]]
    if not _is_stump(pool, ranker) or name not in columns:
        return [None, None]
    return [columns.index(name), float(pool.thresholds[ranker])]
