"""A run's search for rankers: the best candidates each round, the numbers compared and tested, and the set S."""

from collections.abc import Callable
from typing import Any

import numpy as np

from rankviz.engine.algorithms.registry import find_boosted
from rankviz.engine.runs.candidates import slopes
from rankviz.engine.runs.trace import BoostedRun, Run, Trace

MOST_COPIES = 50
"""Copies listed at most; the others are only counted."""

LISTED = 12
"""Candidates listed for a round."""

OUT_LISTED = 4
"""Listed candidates that are not searched any more, at most, as long as there are others."""

MAX_LOOKS = 200_000_000
"""Pairs × rounds × rankers up to which the slopes of all rounds are recomputed: below a second."""

IN_S, LEFT_OUT, PICKED = 1, 2, 4
"""The kinds of a candidate: a member of S, not searched any more, picked."""

NAMES = ("searched", "tested")


def costs(trace: Trace, run: BoostedRun) -> np.ndarray:
    """Return (2, T + 1) candidates compared and tests of independence each round, NaN before the first.

    An algorithm without an independent set compares the whole pool, and tests nothing.
    """
    found = np.full((2, run.n_rounds + 1), np.nan)
    found[0, 1:] = len(trace.pool_of(run)) if run.searched is None else run.searched
    if run.tested is not None:
        found[1, 1:] = run.tested
    return found


def meta(trace: Trace, run: Run) -> dict[str, Any]:
    """Return the round from which only S is searched, the size of S, and the copies left out with their rounds."""
    fixed, copies = None, []
    if isinstance(run, BoostedRun):
        copies = sorted(run.dropped.items(), key=lambda found: (found[1], found[0]))
        if run.fixed_from is not None:
            fixed = {"round": run.fixed_from, "size": len(run.fixed_set)}
    return {
        "fixed": fixed,
        "copies": [[trace.pool.label(ranker), t] for ranker, t in copies[:MOST_COPIES]],
        "copies_in_all": len(copies),
        "candidates": [],
    }


def candidates(
    trace: Trace, run: Run, on_progress: Callable[[], object] | None = None
) -> tuple[dict[str, np.ndarray], list[str]]:
    """Return each round's K best candidates, and their names; empty for a run that searches no set S.

    best (T, K) u2 places in the names, the best first; best_slope (T, K) f4 the values compared, |δ| (33), or
    −δ where weights may not be negative; best_kind (T, K) u1 sums of `IN_S`, `LEFT_OUT` and `PICKED`. The best of those
    that are not searched are included, to show what S costs. A round's pick may join S in that round.
    """
    if not isinstance(run, BoostedRun) or not _listable(trace, run):
        return {}, []
    negative, count = find_boosted(run.algorithm).negative(run.params), min(LISTED, len(trace.pool_of(run)))
    best = np.empty((run.n_rounds, count), dtype=np.int64)
    slope, kind = np.empty(best.shape, "<f4"), np.empty(best.shape, "u1")
    weights, priors = trace.staged_weights(run), run.staged_weights_at()
    for t in range(1, run.n_rounds + 1):
        if on_progress is not None:
            on_progress()
        delta = slopes(trace, run, t, next(weights), next(priors))
        value = np.abs(delta) if negative else -delta
        kinds = _kinds(trace, run, t)
        # The picked candidate leads its ties: rounding may order them differently.
        ranked = np.lexsort((-kinds, -np.round(value, 11)))
        order = ranked[_listed(kinds[ranked], count)]
        best[t - 1], slope[t - 1], kind[t - 1] = order, value[order], kinds[order]
    rankers, places = np.unique(best, return_inverse=True)
    arrays = {"best": places.reshape(best.shape), "best_slope": slope, "best_kind": kind}
    return arrays, [trace.pool.label(ranker) for ranker in rankers.tolist()]


def _listable(trace: Trace, run: BoostedRun) -> bool:
    if run.searched is None or find_boosted(run.algorithm).combines:
        return False
    looks = trace.problem.n_pairs * run.n_rounds * len(np.unique(run.ranker))
    return run.n_rounds > 0 and not run.combined.any() and looks <= MAX_LOOKS


def _listed(kinds: np.ndarray, count: int) -> np.ndarray:
    """Return (count,) rising places of the listed candidates, of all (N,) ranked; the picked one is among them."""
    out = (kinds & LEFT_OUT) > 0
    rest = np.flatnonzero(out)[OUT_LISTED:]
    # The picked candidate first, then the best of S and the best few outside S, then any.
    late = np.zeros(len(kinds), dtype=np.int64)
    late[rest] = 1
    late[(kinds & PICKED) > 0] = -1
    return np.sort(np.argsort(late, kind="stable")[:count])


def _kinds(trace: Trace, run: BoostedRun, t: int) -> np.ndarray:
    """Return (N,) the kind of each candidate when round t compares them."""
    kinds = np.zeros(len(trace.pool_of(run)), dtype=np.int64)
    kinds[run.ranker[: t - 1]] = IN_S
    if run.fixed_from is not None and t >= run.fixed_from:
        kinds[:] = LEFT_OUT
        kinds[list(run.fixed_set)] = IN_S
    kinds[[ranker for ranker, found in run.dropped.items() if found <= t]] = LEFT_OUT
    kinds[run.ranker[t - 1]] += PICKED
    return kinds
