"""NDCG as libraries count it: scikit-learn itself, the others' twins typed from their sources, every order of ties."""

import math
from pathlib import Path

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.orders import plain_dcg
from helpers.strategies import Case, graded
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import ndcg_score
from twins import ndcg as twins
from twins.experiments import orders_of_ties

import rankviz
from rankviz.engine import metrics
from rankviz.engine.metrics.ndcg_counting import HERE, LIBRARIES, TIES, Counting, ndcg_as, spread


@st.composite
def scored(draw: st.DrawFn) -> tuple[Case, np.ndarray, int]:
    """Graded items with scores of few values, so that many are tied, and k."""
    case = draw(graded(max_items=9))
    scores = np.array([float(draw(st.integers(-2, 2))) / 4.0 for _ in range(len(case.X))])
    return case, scores, draw(st.integers(1, 12))


@given(scored())
def test_each_counting_of_ndcg_is_its_librarys(drawn: tuple[Case, np.ndarray, int]) -> None:
    case, scores, k = drawn
    problem = problem_of(case)
    queries = [(problem.grades[rows].tolist(), scores[rows].tolist()) for rows in problem.query_rows()]
    for name, twin in twins.LIBRARIES.items():
        found = ndcg_as(problem, scores, k, LIBRARIES[name], scale=0.0)
        assert found == pytest.approx(twin(queries, k), abs=1e-12), name
    each = [
        ndcg_score([problem.grades[rows]], [scores[rows]], k=k)
        if len(rows) > 1
        else float(problem.grades[rows][0] > 0)
        for rows in problem.query_rows()
    ]
    found = ndcg_as(problem, scores, k, LIBRARIES["scikit-learn"], scale=0.0)
    assert found == pytest.approx(np.mean(each), abs=1e-12)
    assert ndcg_as(problem, scores, k, HERE) == pytest.approx(
        metrics.ndcg(problem, scores, k), abs=1e-12, nan_ok=True
    )


@settings(max_examples=40)
@given(scored())
def test_best_worst_and_mean_are_those_of_all_orders(drawn: tuple[Case, np.ndarray, int]) -> None:
    case, scores, k = drawn
    case = Case(case.X[:6], case.grades[:6])
    if len(set(case.grades.tolist())) < 2:
        return
    problem, scores = problem_of(case), scores[:6]
    gains = (2.0**case.grades - 1.0).tolist()
    best = plain_dcg(sorted(gains, reverse=True), k)
    every = [plain_dcg([gains[i] for i in order], k) / best for order in orders_of_ties(scores)]
    found = spread(problem, scores, k)
    assert found["best"] == pytest.approx(max(every), abs=1e-12)
    assert found["worst"] == pytest.approx(min(every), abs=1e-12)
    assert found["mean"] == pytest.approx(np.mean(every), abs=1e-12)
    assert any(found["input"] == pytest.approx(value, abs=1e-12) for value in every)


def test_a_constant_model_by_hand() -> None:
    """elixir-nx/scholar issue 360 and dmlc/xgboost issue 3050: what ties alone are worth."""
    problem = rankviz.Problem.from_arrays(np.zeros((5, 1)), [10, 0, 0, 1, 5])
    linear = {ties: ndcg_as(problem, np.ones(5), 5, Counting("", "linear", ties, "zero")) for ties in TIES}
    assert linear["best"] == 1.0 and linear["mean"] == pytest.approx(0.690979, abs=1e-6)
    two = rankviz.Problem.from_arrays(np.zeros((2, 1)), [1, 2])
    assert ndcg_as(two, [0.5, 0.5], 1, LIBRARIES["xgboost"]) == pytest.approx(1 / 3)
    assert (
        ndcg_as(rankviz.Problem.from_arrays(np.zeros((2, 1)), [2, 1]), [0.5, 0.5], 1, LIBRARIES["xgboost"])
        == 1.0
    )


def test_the_documented_table_is_what_is_counted() -> None:
    text = (Path(__file__).parents[3] / "docs/mathematics.md").read_text(encoding="utf-8")
    for counting in (HERE, *LIBRARIES.values()):
        assert "| " + " | ".join((counting.label, *counting.parts)) + " |" in text


def test_ndcg_that_no_library_defines_is_refused() -> None:
    below = rankviz.Problem.from_arrays(np.zeros((2, 1)), [-1, 2])
    pairs = rankviz.Problem.from_arrays(np.zeros((2, 1)), pairs=[[0, 1]])
    for problem, k in ((below, 5), (pairs, 5), (rankviz.Problem.from_arrays(np.zeros((2, 1)), [0, 1]), 0)):
        with pytest.raises(rankviz.DataError):
            ndcg_as(problem, [0.0, 1.0], k, HERE)
    empty = rankviz.Problem.from_arrays(np.zeros((4, 1)), [0, 1, 0, 0], [0, 0, 1, 1])
    assert math.isclose(ndcg_as(empty, [0.0, 1.0, 0.0, 0.0], 2, LIBRARIES["lightgbm"]), 1.0)
    assert ndcg_as(empty, [0.0, 1.0, 0.0, 0.0], 2, LIBRARIES["ranx"]) == 0.5
