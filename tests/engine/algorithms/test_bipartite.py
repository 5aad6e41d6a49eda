"""Grades made bipartite: "grade ≥ g against the rest", for every algorithm at once."""

import numpy as np
import pytest

import rankviz
from rankviz.engine.runs import export


def graded() -> rankviz.Problem:
    rng = np.random.default_rng(4)
    X = rng.normal(size=(40, 3))
    return rankviz.Problem.from_arrays(
        X, np.clip(np.round(X[:, 0] + 1.5), 0, 3), rng.integers(0, 3, 40), feature_names=["a", "b", "c"]
    )


@pytest.mark.parametrize("at", [0.5, 1.0, 2.0, 2.5, 3.0])
def test_the_pairs_are_those_across_the_line(at: float) -> None:
    problem = graded()
    made = problem.two_grades(at)
    above = problem.grades >= at
    expected = {
        (i, j)
        for i in range(40)
        for j in range(40)
        if above[i] and not above[j] and problem.qid[i] == problem.qid[j]
    }
    assert set(map(tuple, made.pairs.tolist())) == expected
    assert set(made.grades) == {0.0, 1.0}
    assert made.X is not None and (made.X == problem.X).all() and made.item_ids == problem.item_ids
    assert made.feature_names == problem.feature_names and made.query_ids == problem.query_ids
    assert "grade ≥" in made.notes[-1]


@pytest.mark.parametrize("at", [-1.0, 0.0, 3.5, float("nan"), float("inf")])
def test_a_positive_grade_that_leaves_one_side_empty_is_refused_and_the_grades_are_named(at: float) -> None:
    with pytest.raises(rankviz.DataError, match="one side.*1, 2, 3"):
        graded().two_grades(at)


def test_pairs_without_grades_have_no_line() -> None:
    problem = rankviz.Problem.from_arrays([[1.0], [2.0]], pairs=[[1, 0]])
    with pytest.raises(rankviz.DataError, match="no grade"):
        problem.two_grades(1.0)


def test_a_trace_is_of_the_bipartite_problem() -> None:
    made = rankviz.trace(graded().two_grades(2.0), "rb-c", rounds=5)
    asked = rankviz.trace(graded(), "rb-c", rounds=5, positive=2.0)
    assert export.to_dict(made)["runs"] == export.to_dict(asked)["runs"]
    assert export.to_dict(asked)["source"]["positive"] == 2.0
    assert "positive" not in export.to_dict(made)["source"]
