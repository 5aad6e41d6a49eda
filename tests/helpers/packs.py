"""Small packs for the tests of the front end, and what the engine says of the same runs.

``PYTHONPATH=tests python -m helpers.packs`` writes them anew into tests/frontend/packs, after the format has changed.
"""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import rankviz
from rankviz.board import pair_map
from rankviz.board.payload import pack
from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.engine.runs.trace import BoostedRun, Run, Trace

FOLDER = Path(__file__).parents[1] / "frontend" / "packs"


def _rounds() -> tuple[Trace, bytes]:
    """Six items and all their pairs; one algorithm twice, and one without weak rankers."""
    problem = rankviz.load("scenario:lemma-3")
    fork = Fork("rb-d", 2, alpha=0.5)
    trace = rankviz.trace(problem, ["rb-d", "rb-plus", "qbrank"], 6, forks=[fork])
    return trace, pack(trace, pictures=("qbrank",))


def _infinite() -> tuple[Trace, bytes]:
    """A ranker that is never wrong, with an infinite weight."""
    trace = rankviz.trace(rankviz.load("scenario:lemma-1?n=2"), ["rb-d"], 4, undefined="infinite")
    return trace, pack(trace)


def _queries() -> tuple[Trace, bytes]:
    """Graded items of two queries."""
    problem = rankviz.load("synthetic:linear?n=14&features=2&grades=3&queries=2")
    trace = rankviz.trace(problem, ["rb-plus"], 3)
    return trace, pack(trace)


def _cells() -> tuple[Trace, bytes]:
    """The same on an aggregated map."""
    with mock.patch.object(pair_map, "MAX_MARKS", 10):
        return _queries()


def _held() -> tuple[Trace, bytes]:
    """Synthetic data with a part held out, and the error of their law."""
    problem = rankviz.load("synthetic:linear?n=16&features=2&grades=3")
    trace = rankviz.trace(problem, ["rb-d", "rb-plus"], 5, holdout=0.4)
    return trace, pack(trace, pictures=("population",))


def _halts() -> tuple[Trace, bytes]:
    """A run whose last round was refused."""
    trace = rankviz.trace(rankviz.load("scenario:lemma-1?n=2"), ["rb-d", "rb-plus"], 4)
    return trace, pack(trace)


def _branches() -> tuple[Trace, bytes]:
    """Every algorithm that the browser can run, and one branch: the tests make the same branch of each."""
    problem = rankviz.load("synthetic:linear?n=14&features=2&grades=3&queries=2")
    trace = rankviz.trace(
        problem, ["rb-d", "rb-c", "rb-plus"], 6, undefined="cap", forks=[Fork("rb-plus", 2, alpha=-0.25)]
    )
    return trace, pack(trace)


def _smooth() -> tuple[Trace, bytes]:
    """Smooth Margin and the push, on an aggregated map, and a branch."""
    problem = rankviz.load("synthetic:linear?n=14&features=2&grades=3")
    with mock.patch.object(pair_map, "MAX_MARKS", 10):
        trace = rankviz.trace(problem, ["smooth-margin", "push"], 6, forks=[Fork("push", 3, alpha=0.5)])
        return trace, pack(trace)


def _votes() -> tuple[Trace, bytes]:
    """Pairs that count unlike, and a branch."""
    problem = rankviz.load("synthetic:arena?models=7&battles=300&planted=none")
    trace = rankviz.trace(problem, ["rb-d", "rb-plus"], 8, forks=[Fork("rb-plus", 2, alpha=0.25)])
    return trace, pack(trace)


PACKS: dict[str, Callable[[], tuple[Trace, bytes]]] = {
    "rounds": _rounds,
    "infinite": _infinite,
    "queries": _queries,
    "cells": _cells,
    "held": _held,
    "halts": _halts,
    "branches": _branches,
    "smooth": _smooth,
    "votes": _votes,
}


def engine(trace: Trace) -> dict[str, Any]:
    """What the engine itself says of a trace; an infinite number is written as text, NaN as null."""
    problem = trace.problem
    return {
        "n": problem.n_items,
        "labels": list(problem.item_labels),
        "pairs": problem.pairs.tolist(),
        "query": problem.qid.tolist(),
        "runs": [_run(trace, run) for run in trace.runs],
    }


def _run(trace: Trace, run: Run) -> dict[str, Any]:
    states = range(run.n_rounds + 1)
    return {
        "algorithm": run.algorithm,
        "rounds": run.n_rounds,
        "boosted": isinstance(run, BoostedRun),
        "r2": [_plain(value) for value in run.metrics["r2"]],
        "scores": [[_plain(score) for score in scores] for scores in trace.staged_scores(run)],
        "weights": [_weights(trace, run, t) for t in states] if isinstance(run, BoostedRun) else [],
        "norm": [_plain(value) for value in run.metrics["norm"]] if isinstance(run, BoostedRun) else [],
        "outcomes": [_outcomes(trace, run, t) for t in states if t] if isinstance(run, BoostedRun) else [],
    }


def _weights(trace: Trace, run: BoostedRun, t: int) -> dict[str, float | str | None]:
    """Label → weight of every ranker of the ensemble after round t."""
    return {trace.pool.label(ranker): _plain(weight) for ranker, weight in run.weights_at(t).items()}


def _outcomes(trace: Trace, run: BoostedRun, t: int) -> list[int]:
    """1 correct, 0 tied, −1 reversed: how round t's ranker treats each pair."""
    h = trace.pool.outputs(run.ranker[t - 1 : t]).reshape(-1).astype(int)
    return [int(h[higher] - h[lower]) for higher, lower in trace.problem.pairs]


def _plain(value: float) -> float | str | None:
    value = float(value)
    return None if math.isnan(value) else value if math.isfinite(value) else str(value)


def write() -> None:
    """Write all packs, and beside each what the engine says."""
    FOLDER.mkdir(exist_ok=True)
    for name, make in PACKS.items():
        trace, data = make()
        (FOLDER / f"{name}.rvz").write_bytes(data)
        (FOLDER / f"{name}.json").write_text(json.dumps(engine(trace), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    write()
