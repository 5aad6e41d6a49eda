"""What one engine answers, as plain values: run by CPython and by the Python in a worker, it has to say the same.

It is sent into the worker as it stands, so it imports nothing of the tests.
"""

import base64
import json
import math
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import rankviz
from rankviz.board.payload import pack, unpack
from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.engine.data.problem import Problem
from rankviz.engine.runs import candidates
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.insight.explain import explain, explains, menu
from rankviz.insight.narration import round_in_words
from rankviz.insight.theory import monitor

Task = dict[str, Any]
Answer = dict[str, Any]
DATA_DIR = "RANKVIZ_DATA_DIR"


@cache
def _folder() -> Path:
    """The folder in which the files of all tasks stand."""
    return Path(tempfile.mkdtemp())


def answers(tasks: str) -> str:
    """Answer tasks in JSON with a list of answers in JSON; an answer to what is refused is the sentence."""
    return json.dumps([answer(task) for task in json.loads(tasks)])


def answer(task: Task) -> Answer:
    """Answer one task: `data`, a SOURCE or arrays, and what `rankviz.trace` takes as `asked`.

    `files`, by name in base64, stand in the folder of data; what is read of them is answered, too.
    """
    asked = dict(task["asked"])
    before = os.environ.get(DATA_DIR)
    if "files" in task:
        os.environ[DATA_DIR] = str(_folder())
    for name, content in task.get("files", {}).items():
        (_folder() / name).write_bytes(base64.b64decode(content))
    try:
        data = task["data"]
        problem = rankviz.load(data) if isinstance(data, str) else _problem(data)
        forks = [Fork(**each) for each in asked.pop("forks", [])]
        trace = rankviz.trace(problem, forks=forks, **asked)
    except rankviz.DataError as error:
        return {"refused": str(error), "on a page": str(error.on_page())}
    finally:
        os.environ.pop(DATA_DIR, None)
        if before is not None:
            os.environ[DATA_DIR] = before
    found: Answer = {"runs": [_run(trace, run, task["words"]) for run in trace.runs]}
    if "files" in task:
        found["read"] = _read(problem)
    if "pictures" in task:
        found["pack"] = _pack(trace, task["pictures"])
    return found


def _problem(given: dict[str, Any]) -> Problem:
    X = np.array(
        [[math.nan if each is None else each for each in row] for row in given.pop("X")], dtype=float
    )
    return Problem.from_arrays(X, **given)


def _read(problem: Problem) -> Answer:
    return {
        "title": problem.title,
        "notes": list(problem.notes),
        "features": list(problem.feature_names),
        "items": list(problem.item_ids),
        "X": [_plain(row) for row in problem.X],
        "pairs": problem.n_pairs,
    }


def _run(trace: Trace, run: Run, words: str) -> Answer:
    found: Answer = {
        "run": run.label,
        "metrics": {name: _plain(run.metrics[name]) for name in ("r1", "r2")},
        "stopped": str(run.stopped),
    }
    if isinstance(run, BoostedRun):
        found |= {"ranker": run.ranker.tolist(), "alpha": _plain(run.alpha), "outcome": list(run.outcome)}
    else:
        found |= {"scores": [_plain(h) for h in run.scored.scores], "trees": _trees(run)}
    rounds = range(run.n_rounds + 1) if words == "all" else [run.n_rounds]
    found["told"] = [round_in_words(trace, run, t) for t in rounds]
    if words in ("all", "last"):
        found["theorems"] = [_theorem(row) for row in monitor.rows(trace, run, run.n_rounds)]
        if explains(run) and run.n_rounds:
            found["explained"] = {key: _explained(trace, run, key) for key in menu(run)}
        if isinstance(run, BoostedRun) and run.n_rounds:
            best = candidates.best(trace, run, run.n_rounds, 5)
            found["candidates"] = [each.ranker for each in best]
    return found


def _trees(run: Run) -> list[Answer]:
    """The trees of a run that grows them, question by question."""
    details = run.scored.details
    fitted = getattr(details, "fitted", getattr(getattr(details, "descent", None), "fitted", ()))
    trees = [each.tree for each in fitted if getattr(each, "tree", None) is not None]
    return [{name: _plain(values) for name, values in vars(tree).items()} for tree in trees]


def _theorem(row: monitor.Row) -> list[Any]:
    return [
        row.name,
        row.equation,
        row.verdict,
        row.because,
        _side(row, "left"),
        _side(row, "right"),
    ]


def _side(row: monitor.Row, side: str) -> Answer:
    return {"text": row.text(side), "value": _number(getattr(row, side))}


def _explained(trace: Trace, run: Run, key: str) -> list[Any]:
    found = explain(trace, run, run.n_rounds, key)
    lines = [[line.equation, line.formula, line.values] for line in found.lines]
    return [
        found.symbol,
        found.name,
        found.text,
        lines,
        list(found.notes),
        [each.key for each in found.inputs],
    ]


def _pack(trace: Trace, pictures: list[str]) -> Answer:
    meta, arrays = unpack(pack(trace, pictures=pictures))
    return {
        "meta": meta,
        "arrays": {name: [list(each.shape), str(each.dtype)] for name, each in arrays.items()},
    }


def _plain(values: np.ndarray) -> list[float | str | None]:
    return [_number(each) for each in values.tolist()]


def _number(value: float | None) -> float | str | None:
    return value if value is None or math.isfinite(value) else str(value)
