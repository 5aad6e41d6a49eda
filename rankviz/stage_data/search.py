"""What a run's search did: how many candidates it compared each round, how many it tested, and when it narrowed."""

from __future__ import annotations

from typing import Any

import numpy as np

from rankviz.runs.trace import Run, Trace

MOST_COPIES = 50
"""Copies that are listed; more are counted."""

NAMES = ("searched", "tested")


def costs(trace: Trace, run: Run) -> np.ndarray:
    """(2, T + 1) candidates compared and tests of independence each round, NaN before the first.

    An algorithm that keeps no independent set compares the whole pool, and tests nothing.
    """
    found = np.full((2, run.n_rounds + 1), np.nan)
    found[0, 1:] = len(trace.pool) if run.searched is None else run.searched
    if run.tested is not None:
        found[1, 1:] = run.tested
    return found


def meta(trace: Trace, run: Run) -> dict[str, Any]:
    """From which round only S is searched, how large it is, and the copies left out with the round that found each."""
    copies = sorted(run.dropped.items(), key=lambda found: (found[1], found[0]))
    return {
        "fixed": None if run.fixed_from is None else {"round": run.fixed_from, "size": len(run.fixed_set)},
        "copies": [[trace.pool.label(ranker), t] for ranker, t in copies[:MOST_COPIES]],
        "copies_in_all": len(copies),
    }
