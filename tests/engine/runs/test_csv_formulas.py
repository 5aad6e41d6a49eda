"""No text of a CSV export is a formula to a spreadsheet; numbers stay numbers, and what was written is read back."""

import csv
import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankviz
from rankviz.engine.runs import csv_formulas, export
from rankviz.lab.experiments import definition, task_sets
from rankviz.lab.experiments.evaluation import results, summary
from rankviz.lab.experiments.running import run
from rankviz.lab.experiments.store import Store

EVIL = ['=HYPERLINK("http://e")', "+1", "-1", "@SUM(A1)", "\tx", "\rx", "'=1", "''-2"]
PLAIN = ["", "a", "a=b", "'quoted'", "'", "f3 > -0.5", " =1", "NA", "nan", "5"]
FORMULA = re.compile(r"[=+\-@\t\r]")


@pytest.mark.parametrize("text", EVIL)
def test_formulas_get_an_apostrophe(text: str) -> None:
    assert csv_formulas.harmless(text) == "'" + text and csv_formulas.original("'" + text) == text


@pytest.mark.parametrize("text", PLAIN)
def test_texts_that_are_not_formulas_are_written_unchanged(text: str) -> None:
    assert csv_formulas.harmless(text) == text == csv_formulas.original(text)


@given(st.text(alphabet="'=+-@\t\ra1", max_size=6))
def test_every_text_comes_back(text: str) -> None:
    cell = csv_formulas.harmless(text)
    assert csv_formulas.original(cell) == text and not FORMULA.match(cell)


def test_negative_numbers_are_written_as_numbers() -> None:
    file = io.StringIO()
    csv_formulas.write([["-0.5", -0.5, -1e-9, -3, None, "x"]], file)
    assert file.getvalue() == "'-0.5,-0.5,-1e-09,-3,,x\n"


def test_plain_traces_are_written_as_before() -> None:
    """The same bytes as pandas', where no text begins as a formula."""
    trace = rankviz.trace(rankviz.load("bundled:wine"), ["rb-c", "rb-plus", "gbt"], rounds=9, holdout=0.3)
    assert export.to_bytes(trace, ".csv") == export.to_frame(trace).to_csv(index=False).encode()


def stumps() -> rankviz.Problem:
    X = np.random.default_rng(0).normal(size=(30, len(EVIL)))
    return rankviz.Problem.from_arrays(X, (X.sum(axis=1) > 0) + 0.0, feature_names=EVIL)


def weak_rankers() -> rankviz.Problem:
    X = np.random.default_rng(1).integers(0, 2, (40, len(EVIL)))
    return rankviz.Problem.from_arrays(X, (X.sum(axis=1) > 4) + 0.0, feature_names=EVIL, binary=True)


@pytest.mark.parametrize("make", [stumps, weak_rankers])
def test_a_trace_as_csv_holds_no_formula(make: Callable[[], rankviz.Problem], tmp_path: Path) -> None:
    trace = rankviz.trace(make(), ["rb-d", "rb-plus"], rounds=20, undefined="cap")
    frame = export.to_frame(trace)
    assert frame["ranker"].str.match(FORMULA.pattern).any() and (frame["smooth_margin"] < 0).any()
    rows = list(csv.DictReader(io.StringIO(export.to_bytes(trace, ".csv").decode(), newline="")))
    for row, ranker, alpha in zip(rows, frame["ranker"], frame["alpha"], strict=True):
        assert not FORMULA.match(row["ranker"]) and csv_formulas.original(row["ranker"]) == ranker
        assert float(row["alpha"]) == alpha
    for ending in export.ENDINGS:
        export.write(trace, tmp_path / f"run{ending}")
        back = export.read_frame(tmp_path / f"run{ending}")
        assert back["ranker"].tolist() == frame["ranker"].tolist(), ending
    assert "'=HYPER" not in export.to_json(trace)


def test_a_ranker_named_na_is_a_name(tmp_path: Path) -> None:
    X, grades = [[1, 0], [0, 1], [1, 1]], [1, 0, 0]
    problem = rankviz.Problem.from_arrays(X, grades, feature_names=["NA", "null"], binary=True)
    trace = rankviz.trace(problem, "rb-d", rounds=2, undefined="cap")
    export.write(trace, tmp_path / "run.csv")
    found = export.read_frame(tmp_path / "run.csv")["ranker"].tolist()
    assert found == export.to_frame(trace)["ranker"].tolist() and set(found) <= {"NA", "null"}


@pytest.mark.slow
def test_an_experiments_tables_hold_no_formula(tmp_path: Path) -> None:
    experiment = definition.define("synthetic:linear?n=40&seeds=2", ["rb-c", "rb-plus"], rounds=3)
    store = Store(tmp_path)
    assert run(experiment, task_sets.task_set(experiment.source), store, jobs=1)
    found = results.load(store)
    first, *others = found.outcomes
    evil = replace(first, task="=1+1", source="@SUM(A1)")
    summary.write(replace(found, outcomes=(evil, *others)), store)
    texts = set()
    for name in ("folds.csv", "tasks.csv", "curves.csv", "times.csv"):
        for row in csv.reader(io.StringIO((tmp_path / name).read_text(encoding="utf-8"))):
            for cell in row:
                if FORMULA.match(cell):
                    float(cell)  # it is a number
            texts |= set(row)
    assert {"'=1+1", "'@SUM(A1)"} <= texts and any(text.startswith("-") for text in texts)
