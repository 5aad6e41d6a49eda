"""The drawing's data of each round: the ranker it picks, each pair's weight, each item's score."""

from itertools import islice
from typing import Any

import numpy as np

from rankviz.engine.data.builtin.inline import Table
from rankviz.engine.number_format import number
from rankviz.engine.runs.run_name import on_screen
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.ui.pages.workbench.edits import implied

MOST_ROUNDS = 200
"""Rounds that the drawing shows: ten items have up to 90 pairs, and every edit sends all their weights again."""
DIGITS = 4


def drawing(table: Table, trace: Trace | None) -> dict[str, Any]:
    """Return a table and the runs learned from it in the drawing's form (workbench/index.js); None for no run."""
    row = {name: i for i, name in enumerate(table.items)}
    return {
        "items": list(table.items),
        "rankers": [{"name": name, "bits": list(bits)} for name, bits in table.rankers],
        "features": [{"name": name, "values": list(values)} for name, values in table.features],
        "pairs": [[row[a], row[b]] for a, b in implied(table)],
        "graded": table.grades is not None,
        "grades": None if table.grades is None else list(table.grades),
        "runs": [] if trace is None else rounds(table, trace),
    }


def rounds(table: Table, trace: Trace) -> list[dict[str, Any]]:
    """Return every run of a trace on `table` in the drawing's format (workbench/round_geometry.js: RunDrawn).

    Pair weights are multiples of the equal share; a held-out pair or item has None.
    """
    return [_of_run(table, trace, run) for run in trace.boosted]


def _of_run(table: Table, trace: Trace, run: BoostedRun) -> dict[str, Any]:
    problem = trace.problem
    states = min(run.n_rounds, MOST_ROUNDS) + 1
    weights = np.array(list(islice(trace.staged_weights(run), states))) * problem.n_pairs
    scores = np.array(list(islice(trace.staged_scores(run), states)))
    lowest, highest = np.minimum.accumulate(scores.min(axis=1)), np.maximum.accumulate(scores.max(axis=1))
    names = problem.item_ids
    pairs = [(names[higher], names[lower]) for higher, lower in problem.pairs]
    return {
        "name": f"{run.contender}~" if run.fork else run.contender,
        "label": on_screen(run),
        "rounds": run.n_rounds,
        "picks": [_pick(table, trace, run, s) for s in range(states - 1)],
        "weights": _columns(weights, pairs, implied(table)),
        "scores": _columns(scores, names, table.items),
        "most": _rounded(weights.max()),
        "reach": [[_rounded(low), _rounded(high)] for low, high in zip(lowest, highest, strict=True)],
    }


def _pick(table: Table, trace: Trace, run: BoostedRun, s: int) -> dict[str, Any]:
    """Return the ranker of round s + 1: its column (None for the constant ranker), its threshold, and a text."""
    ranker = int(run.ranker[s])
    described = trace.pool.describe(ranker)
    columns = [name for name, _ in table.rankers or table.features]
    name = described.get("feature", described.get("name"))
    infinite = run.outcome[s] in ("infinite", "limit")
    alpha = f"{'−' if run.sign[s] < 0 else ''}∞" if infinite else number(float(run.alpha[s]))
    return {
        "column": columns.index(name) if name in columns else None,
        "threshold": described.get("threshold"),
        "text": f"{trace.pool.label(ranker)}, α = {alpha}",
    }


def _columns(values: np.ndarray, there: Any, wanted: Any) -> list[list[float | None]]:
    """Return rows of `values` in the order of `wanted`, None for an entry that is not in `there`."""
    place = {name: k for k, name in enumerate(there)}
    order = [place.get(name) for name in wanted]
    return [[None if k is None else _rounded(row[k]) for k in order] for row in values]


def _rounded(value: Any) -> float:
    return float(f"{float(value):.{DIGITS}g}")
