"""Another problem in the stage against the engine on those data: votes of which a tie is worth something else, items
of other grades, items at other places. One process of Node.js each."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.in_node import answers, needs_node
from helpers.thorough import usually

import rankviz
from rankviz.board.payload import pack
from rankviz.engine.data import battles
from rankviz.engine.data.builtin.inline import Table
from rankviz.engine.data.tally import Tally
from rankviz.engine.errors import DataError
from rankviz.ui.pages.workbench.rounds import drawing

PROBLEMS = usually(50, 150)
MANY = {0: 60, 1: 60, 2: 80, 3: 80, 4: 35}
OF_VOTES = ["rb-d", "rb-c", "rb-plus", "bradley-terry", "net-wins"]
OF_GRADES = ["rb-d", "rb-c", "rb-plus", "push", "smooth-margin"]

pytestmark = [pytest.mark.slow, needs_node]


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


def _packed(folder: Path, k: int, traces: list[rankviz.Trace]) -> dict[str, str]:
    """The files of the runs before and after."""
    files = {when: folder / f"{k}-{when}.rvz" for when in ("before", "after")}
    for file, trace in zip(files.values(), traces, strict=True):
        file.write_bytes(pack(trace))
    return {when: str(file) for when, file in files.items()}


def _wrong(folder: Path, asked: list[dict[str, Any]]) -> list[tuple[int, list[str]]]:
    """What differs, by the question's number."""
    return [(k, what) for k, what in enumerate(answers("pairs.mjs", asked, folder)) if what]


def test_the_worth_of_a_tie_makes_the_engines_runs(tmp_path: Path) -> None:
    """Compare the browser's runs with the engine's on many votes, as pairs seldom appear or vanish with a tie."""
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
            traces = [rankviz.trace(each, OF_VOTES, **how) for each in problems]
        except DataError:  # no order has a vote
            continue
        others += problems[0].n_pairs != problems[1].n_pairs
        files = _packed(tmp_path, k, traces)
        asked.append({**files, "tie": ties[1]})
    assert others > PROBLEMS // 8, "in some, pairs appear or vanish"
    wrong = [(k, asked[k]["tie"], what) for k, what in _wrong(tmp_path, asked)]
    assert not wrong, json.dumps(wrong, ensure_ascii=False)


def test_other_grades_make_the_engines_runs(tmp_path: Path) -> None:
    """Compare the browser's runs with the engine's on many grades, as ties and undefined α are rare."""
    rng, asked = np.random.default_rng(45), []
    while len(asked) < PROBLEMS:
        n, k = int(rng.integers(3, 9)), len(asked)
        items = tuple("abcdefgh"[:n])
        if rng.random() < 0.5:
            bits = (tuple(rng.integers(0, 2, n).tolist()) for _ in range(3))
            columns: dict[str, Any] = {"rankers": tuple(zip(("h1", "h2", "h3"), bits, strict=True))}
        else:
            columns = {"features": (("x", tuple(rng.integers(0, 9, n).astype(float).tolist())),)}
        grades = rng.integers(0, 4, n).astype(float)
        other = grades.copy()
        other[int(rng.integers(n))] = float(rng.integers(0, 5))
        how = {"rounds": int(rng.integers(2, 12)), "undefined": str(rng.choice(["halt", "infinite", "cap"]))}
        try:
            tables = [Table(items, grades=tuple(each.tolist()), **columns) for each in (grades, other)]
            traces = [rankviz.trace(table.problem(), OF_GRADES, **how) for table in tables]
        except DataError:  # all grades are one, or no ranker tells two items apart
            continue
        asked.append({**_packed(tmp_path, k, traces), "grades": other.tolist()})
    assert _wrong(tmp_path, asked) == []


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
            chosen = rng.permutation([(a, b) for a in items for b in items if a != b]).tolist()
            order = {"pairs": tuple(map(tuple, chosen[: int(rng.integers(1, 9))]))}
        how = {"rounds": int(rng.integers(2, 12)), "undefined": str(rng.choice(["halt", "infinite", "cap"]))}
        tables = [_placed(items, each, order) for each in (values, other)]
        try:
            traces = [rankviz.trace(table.problem(), OF_GRADES, **how) for table in tables]
        except DataError:  # all grades are one, or no ranker tells two items apart
            continue
        drawn = drawing(tables[1], traces[1])
        asked.append({**_packed(tmp_path, k, traces), "places": drawn["features"], "drawing": drawn})
    assert _wrong(tmp_path, asked) == []


def _placed(items: tuple[str, ...], values: np.ndarray, order: dict[str, Any]) -> Table:
    features = tuple((name, tuple(row.tolist())) for name, row in zip("xy", values, strict=False))
    return Table(items, features=features, **order)
