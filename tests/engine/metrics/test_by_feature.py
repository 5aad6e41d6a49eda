"""How each feature ranks alone, against a twin that looks at every pair."""

import numpy as np
from helpers.agreement import problem_of
from helpers.strategies import cases
from hypothesis import given
from sklearn.metrics import roc_auc_score

from rankviz import Problem
from rankviz.engine.metrics.by_feature import concordance, shares


def twin(problem: Problem) -> list[list[float]]:
    """The shares, typed from their definition."""
    found = []
    for column in problem.X.T:
        counts = [0, 0, 0]
        for higher, lower in problem.pairs:
            a, b = (-np.inf if np.isnan(column[row]) else column[row] for row in (higher, lower))
            counts[0 if a > b else 1 if a == b else 2] += 1
        found.append([count / problem.n_pairs for count in counts])
    return found


@given(cases())
def test_the_shares_are_those_of_the_twin(case) -> None:
    problem = problem_of(case)
    found = shares(problem)
    np.testing.assert_allclose(found, twin(problem), atol=1e-12)
    np.testing.assert_allclose(found.sum(axis=1), 1.0)


def test_values_that_are_almost_equal_are_not_tied() -> None:
    problem = Problem.from_arrays([[1e15], [1e15 + 1]], [0, 1])
    assert shares(problem).tolist() == [[1.0, 0.0, 0.0]]


def test_concordance_with_two_grades_is_the_auc() -> None:
    rng = np.random.default_rng(4)
    X, grades = rng.integers(0, 5, (40, 3)).astype(float), rng.integers(0, 2, 40)
    expected = [roc_auc_score(grades, column) for column in X.T]
    np.testing.assert_allclose(concordance(shares(Problem.from_arrays(X, grades))), expected)
