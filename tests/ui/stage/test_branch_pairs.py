"""Another problem in the stage against the engine on those data: votes of which a tie is worth something else, items
of other grades, items at other places. One process of Node.js each."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rankviz
from rankviz.data import battles
from rankviz.data.builtin.inline import Table
from rankviz.data.problem import Problem
from rankviz.data.tally import Tally
from rankviz.errors import DataError
from rankviz.stage_data.payload import pack
from rankviz.ui.pages.workbench.rounds import drawing

ROOT = Path(__file__).parents[3]
STAGE = ROOT / "rankviz" / "ui" / "frontend" / "stage"
SCRIPT = ROOT / "tests" / "helpers" / "pairs.mjs"
PROBLEMS = 150
MANY = {0: 60, 1: 60, 2: 80, 3: 80, 4: 35}
OF_VOTES = ["rb-d", "rb-c", "rb-plus", "bradley-terry", "net-wins"]
OF_GRADES = ["rb-d", "rb-c", "rb-plus", "push", "smooth-margin"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js"),
]


def _votes(rng: np.random.Generator, k: int) -> Tally:
    """Battles of few items, some only tied, some never met; some tallies are symmetric, or all wins.

    The first are of many, of which the map shows cells: with every worth, or where ties count alone.
    """
    if k in MANY:
        a, b = np.triu_indices(MANY[k], 1)
        won, lost, tied = np.ones(len(a)), np.zeros(len(a)), rng.integers(0, 2, len(a)).astype(float)
        return Tally(tuple(f"m{i}" for i in range(MANY[k])), a, b, won, lost, tied)
    n = int(rng.integers(3, 12))
    a, b = np.triu_indices(n, 1)
    met = rng.random(len(a)) < rng.choice([0.5, 1.0])
    met[0] = True
    a, b = a[met], b[met]
    swap = rng.random(len(a)) < 0.5
    a, b = np.where(swap, b, a), np.where(swap, a, b)
    won, lost, tied = rng.integers(0, int(rng.choice([2, 4, 30])), (3, len(a))).astype(float)
    if rng.random() < 0.15:
        lost = won.copy()
    if rng.random() < 0.15:
        lost[:] = 0
    won[0] += 1
    return Tally(tuple(f"m{i}" for i in range(n)), a, b, won, lost, tied)


def _written(folder: Path, name: str, problem: Problem, algorithms: list[str], how: dict[str, Any]) -> str:
    return _packed(folder, name, rankviz.trace(problem, algorithms, **how))


def _packed(folder: Path, name: str, trace: rankviz.Trace) -> str:
    file = folder / f"{name}.rvz"
    file.write_bytes(pack(trace))
    return str(file)


def _told(folder: Path, asked: list[dict[str, Any]]) -> list[list[str]]:
    questions, told = folder / "asked.json", folder / "told.json"
    questions.write_text(json.dumps(asked), encoding="utf-8")
    subprocess.run(["node", SCRIPT, STAGE, questions, told], check=True, timeout=300)
    found: list[list[str]] = json.loads(told.read_text(encoding="utf-8"))
    assert len(found) == len(asked)
    return found


def test_the_worth_of_a_tie_makes_the_engines_runs(tmp_path: Path) -> None:
    rng, asked = np.random.default_rng(45), []
    others = 0
    while len(asked) < PROBLEMS:
        tallied, k = _votes(rng, len(asked)), len(asked)
        ties = [float(rng.choice([0.0, 0.01, 0.33, 0.5, 1.0])) for _ in range(2)]
        if k in MANY:
            ties = [0.0, 0.5] if k % 2 else [0.5, 0.0]
        undefined = str(rng.choice(["halt", "infinite", "cap", "limit"]))
        how = {"rounds": int(rng.integers(2, 16)), "undefined": undefined}
        try:
            problems = [battles.problem(tallied, tie) for tie in ties]
            files = [_written(tmp_path, f"{k}-{i}", each, OF_VOTES, how) for i, each in enumerate(problems)]
        except DataError:  # no order has a vote
            continue
        others += problems[0].n_pairs != problems[1].n_pairs
        asked.append({"before": files[0], "after": files[1], "tie": ties[1]})
    found = _told(tmp_path, asked)
    assert others > 20, "in some, pairs appear or vanish"
    wrong = [(k, asked[k]["tie"], what) for k, what in enumerate(found) if what]
    assert not wrong, json.dumps(wrong, ensure_ascii=False)


def test_other_grades_make_the_engines_runs(tmp_path: Path) -> None:
    rng, asked = np.random.default_rng(45), []
    while len(asked) < PROBLEMS:
        n, k = int(rng.integers(3, 9)), len(asked)
        items = tuple("abcdefgh"[:n])
        if rng.random() < 0.5:
            columns: dict[str, Any] = {
                "rankers": tuple((f"h{j + 1}", tuple(rng.integers(0, 2, n).tolist())) for j in range(3))
            }
        else:
            columns = {"features": (("x", tuple(rng.integers(0, 9, n).astype(float).tolist())),)}
        grades = rng.integers(0, 4, n).astype(float)
        other = grades.copy()
        other[int(rng.integers(n))] = float(rng.integers(0, 5))
        how = {"rounds": int(rng.integers(2, 12)), "undefined": str(rng.choice(["halt", "infinite", "cap"]))}
        try:
            files = [
                _written(
                    tmp_path,
                    f"{k}-{when}",
                    Table(items, grades=tuple(each.tolist()), **columns).problem(),
                    OF_GRADES,
                    how,
                )
                for when, each in (("before", grades), ("after", other))
            ]
        except DataError:  # all grades are one, or no ranker tells two items apart
            continue
        asked.append({"before": files[0], "after": files[1], "grades": other.tolist()})
    assert [(k, what) for k, what in enumerate(_told(tmp_path, asked)) if what] == []


def test_other_places_make_the_engines_runs(tmp_path: Path) -> None:
    """An item is moved, onto others, away from them, and to where a neighbouring number is."""
    rng, asked = np.random.default_rng(45), []
    while len(asked) < PROBLEMS:
        n, k = int(rng.integers(3, 10)), len(asked)
        items = tuple("abcdefghij"[:n])
        values = rng.integers(0, int(rng.choice([3, 9, 100])), (int(rng.integers(1, 3)), n)) / 10
        other = values.copy()
        item = int(rng.integers(n))
        other[:, item] = rng.choice([values[0, 0], np.nextafter(values[0, 0], 9), -1000.0, 0.1 + 0.2, 7.3])
        if rng.random() < 0.5:
            order: dict[str, Any] = {"grades": tuple(rng.integers(0, 3, n).astype(float).tolist())}
        else:
            chosen = rng.permutation([(a, b) for a in items for b in items if a != b])[
                : int(rng.integers(1, 9))
            ]
            order = {"pairs": tuple(map(tuple, chosen.tolist()))}
        how = {"rounds": int(rng.integers(2, 12)), "undefined": str(rng.choice(["halt", "infinite", "cap"]))}
        tables = [_placed(items, each, order) for each in (values, other)]
        try:
            traces = [rankviz.trace(table.problem(), OF_GRADES, **how) for table in tables]
        except DataError:  # all grades are one, or no ranker tells two items apart
            continue
        files = [_packed(tmp_path, f"{k}-{i}", trace) for i, trace in enumerate(traces)]
        drawn = drawing(tables[1], traces[1])
        asked.append({"before": files[0], "after": files[1], "places": drawn["features"], "drawing": drawn})
    assert [(k, what) for k, what in enumerate(_told(tmp_path, asked)) if what] == []


def _placed(items: tuple[str, ...], values: np.ndarray, order: dict[str, Any]) -> Table:
    return Table(
        items,
        features=tuple((name, tuple(row.tolist())) for name, row in zip("xy", values, strict=False)),
        **order,
    )
