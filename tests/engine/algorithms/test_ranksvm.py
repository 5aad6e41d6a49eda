"""RankSVM: its slow twin, and features of which the solver sees too little."""

import math

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from helpers.theorems import violated
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.svm import LinearSVC
from twins.qbrank import ranksvm

import rankviz
from rankviz.engine.algorithms.kernel_gd.gram import Scaling
from rankviz.engine.algorithms.qbrank import linear
from rankviz.engine.algorithms.qbrank.ranksvm import LEFT, RankSVMDetails


def details_of(run: rankviz.ScoredRun) -> RankSVMDetails:
    return run.details_as(RankSVMDetails)


@settings(max_examples=25)
@given(cases(), st.sampled_from([0.01, 1.0, 30.0]))
def test_ranksvm_is_its_slow_twin(case: Case, cost: float) -> None:
    problem = problem_of(case)
    trace = rankviz.trace(problem, "ranksvm", rounds=9, cost=cost)
    (run,) = trace.runs
    assert run.n_rounds == 1 and "no rounds" in run.stopped
    assert_allclose(run.scored.scores[1], ranksvm(problem.X, problem.pairs, cost), atol=1e-3)
    assert not violated(trace)


@settings(max_examples=40)
@given(cases(), st.sampled_from([0.01, 1.0, 30.0, 10_000.0]))
def test_the_solution_solves_the_equations_of_the_pairs_that_cost_something(case: Case, cost: float) -> None:
    """On its piece J is quadratic: (k/2C I + Σ ddᵀ) v = Σ d over them, solved here by least squares, to rounding."""
    problem = problem_of(case)
    weights = details_of(rankviz.trace(problem, "ranksvm", cost=cost).runs[0]).weights
    X = Scaling.fit(problem.X, standardise=True).apply(problem.X)
    d = X[problem.pairs[:, 0]] - X[problem.pairs[:, 1]]
    short = d[1.0 - d @ weights > 1e-9]
    rows = np.vstack([short, math.sqrt(0.5 * len(d) / cost) * np.eye(len(weights))])
    solved = np.linalg.lstsq(rows, np.append(np.ones(len(short)), np.zeros(len(weights))), rcond=None)[0]
    assert_allclose(weights, solved, atol=1e-12 * max(1.0, cost))


@pytest.mark.parametrize("cost", [0.1, 1.0, 100.0])
def test_it_is_what_scikit_learn_solves_for(cost: float) -> None:
    d = np.random.default_rng(3).normal(0.2, 1.0, (400, 6))
    label = np.where(
        np.arange(400) % 2, 1.0, -1.0
    )  # a pair turned around with the other label costs the same
    theirs = LinearSVC(C=cost / 400, dual=False, fit_intercept=False, tol=1e-12, max_iter=10_000)
    theirs.fit(d * label[:, None], label)
    assert_allclose(linear.least(d, cost), theirs.coef_[0], atol=1e-7)


@pytest.mark.parametrize("size", [1e-6, 1e-9, 1e-12, 1e-15])
@pytest.mark.parametrize("cost", [1.0, 100.0, 10_000.0])
def test_small_differences_beside_large_ones_are_learned_from(size: float, cost: float) -> None:
    """Two queries 1 apart, whose own items are 10⁻¹² apart: J falls by less than its rounding, but has a slope."""
    rng = np.random.default_rng(0)
    qid = np.arange(12) % 2
    X = size * rng.normal(size=(12, 2)) + qid[:, None]
    problem = rankviz.Problem.from_arrays(X, rng.integers(0, 3, 12), qid)
    trace = rankviz.trace(problem, "ranksvm", cost=cost)
    details = details_of(trace.runs[0])
    assert details.slope_at_start > 0.0 and details.slope <= LEFT * details.slope_at_start
    assert not violated(trace)
    # Where differences are small, all pairs are short and J is a parabola: v (I + 2C mean ddᵀ) = 2C mean d.
    if cost * size**2 < 1e-9 and size > 1e-14:
        Z = (X - X.mean(axis=0)) / X.std(axis=0)
        d = Z[problem.pairs[:, 0]] - Z[problem.pairs[:, 1]]
        assert_allclose(details.weights, 2.0 * cost * d.mean(axis=0), rtol=1e-4)


@pytest.mark.parametrize("size", [1e-300, 1e-200, 1e-130, 1e-90])
def test_a_slope_whose_square_is_0_ends_the_search(size: float) -> None:
    """Two items each above the other leave the slope of the third pair alone; the solver never came back."""
    problem = rankviz.Problem.from_arrays([[1.0], [-1.0], [size], [0.0]], pairs=[(0, 1), (1, 0), (2, 3)])
    trace = rankviz.trace(problem, "ranksvm")
    # Of ½ v² + (1/3) ((1 − a v)² + (1 + a v)² + (1 − b v)²), a much larger than b.
    higher, _, third, zero = problem.X[:, 0] / np.sqrt(np.mean(problem.X[:, 0] ** 2))
    (v,) = details_of(trace.runs[0]).weights
    a, b = 2.0 * higher, third - zero
    assert v == pytest.approx(2.0 / 3.0 * b / (1.0 + 4.0 / 3.0 * a * a), rel=1e-6) and not violated(trace)


def test_slopes_that_cancel_are_not_violated() -> None:
    """Both items of every pair have a pair the other way round, so that the slope at 0 is nothing but rounding."""
    rng = np.random.default_rng(7)
    for _ in range(60):
        X = rng.integers(0, 2, (14, 1)) + rng.integers(0, 9, (14, 1)) * 2.0**-40
        problem = rankviz.Problem.from_arrays(
            np.vstack([X, X]), np.tile(np.arange(14) % 2, 2) ^ (np.arange(28) > 13)
        )
        assert not violated(rankviz.trace(problem, "ranksvm", cost=10_000.0))


def test_a_slope_that_is_left_is_violated() -> None:
    """The rounding that is allowed is far below a slope that a solver left behind."""
    rng = np.random.default_rng(0)
    trace = rankviz.trace(rankviz.Problem.from_arrays(rng.normal(size=(30, 3)), np.arange(30) % 3), "ranksvm")
    details = details_of(trace.runs[0])
    object.__setattr__(details, "slope", 1.1 * LEFT * details.slope_at_start)
    assert {row.key for *_, row in violated(trace)} == {"svm-no-slope"}
