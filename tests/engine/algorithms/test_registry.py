"""Contracts that every algorithm in the registry must keep, so that none can be added untested."""

import dataclasses
import math
import re

import numpy as np
import pytest
from helpers.agreement import graded_problem, problem_of
from helpers.own_model import suited
from helpers.strategies import Case, bipartite, cases
from helpers.theorems import violated
from helpers.views import check_rounds, finite_json
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from twins import registry as twins

import rankviz
from rankviz.engine.algorithms.boosting.algorithm import Algorithm
from rankviz.engine.algorithms.registry import ALGORITHMS, AnyAlgorithm, choose, find, settle
from rankviz.engine.choice import Choice
from rankviz.engine.runs import export
from rankviz.engine.runs.measure import METRICS
from rankviz.engine.runs.quantities import SERIES
from rankviz.insight.theory import monitor

BOOSTED = {name: entry for name, entry in ALGORITHMS.items() if isinstance(entry, Algorithm)}
every_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=list(ALGORITHMS))
every_boosted = pytest.mark.parametrize("algorithm", BOOSTED.values(), ids=list(BOOSTED))
PUBLISHED = {
    "rb-d", "rb-c", "rb-plus", "rb-plus-optimal", "push", "smooth-margin", "adaboost", "qbrank", "gbt",
    "ranksvm", "kernel-gd", "rb-c-real", "ranknet", "lambdamart", "bradley-terry", "davidson", "elo", "net-wins",
}  # fmt: skip
"""Names that links and files may hold already."""


def sample_problem(seed: int = 0, n: int = 60) -> rankviz.Problem:
    """A problem that every algorithm can learn: one query, two grades, and noise."""
    return graded_problem(n, seed).two_grades(1.0)


def values_of(parameter: Choice) -> list[object]:
    if parameter.kind == "bool":
        return [True, False]
    return list(parameter.choices) or [parameter.low, parameter.default, parameter.high]


def legal(algorithm: AnyAlgorithm) -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries({p.name: st.sampled_from(values_of(p)) for p in algorithm.parameters})


def test_every_published_name_of_an_algorithm_is_still_known() -> None:
    assert set(ALGORITHMS) >= PUBLISHED


@every_algorithm
def test_every_entry_is_complete(algorithm: AnyAlgorithm) -> None:
    assert ALGORITHMS[algorithm.name] is algorithm and find(algorithm.name) is algorithm
    assert algorithm.label
    if isinstance(algorithm, Algorithm):
        assert algorithm.bound_label and algorithm.loss in ("e1", "e2", *SERIES)
    else:
        assert algorithm.loss in ("", "e1", *SERIES) and algorithm.bound in ("", *SERIES)
    assert "\n" not in algorithm.help and algorithm.help.endswith(".") and len(algorithm.help) < 120
    names = [parameter.name for parameter in algorithm.parameters]
    assert len(set(names)) == len(names)


@every_algorithm
def test_every_parameter_is_complete(algorithm: AnyAlgorithm) -> None:
    assert settle(algorithm, {}) == {p.name: p.default for p in algorithm.parameters}
    for p in algorithm.parameters:
        assert re.fullmatch(r"[a-z][a-z0-9_]*", p.name)
        assert p.kind in ("bool", "choice", "float", "int")
        assert p.help.endswith(".") and "\n" not in p.help
        if p.kind == "choice":
            assert len(p.choices) > 1
        if p.kind in ("float", "int"):
            assert p.low is not None and p.high is not None and p.low <= p.default <= p.high
        for value in values_of(p):
            assert settle(algorithm, {p.name: value})[p.name] == value


@every_algorithm
def test_values_out_of_range_are_refused(algorithm: AnyAlgorithm) -> None:
    for p in algorithm.parameters:
        wrong: list[object] = ["nonsense", None, math.nan, [1]]
        if p.kind in ("float", "int"):
            wrong += [p.low - 1, p.high + 1, math.inf, True]
        if p.kind == "bool":
            wrong += [0, 1, "true"]
        for value in wrong:
            with pytest.raises(rankviz.DataError, match=p.name):
                settle(algorithm, {p.name: value})
    with pytest.raises(rankviz.DataError, match='has a parameter "frobnicate"'):
        choose([algorithm.name], {"frobnicate": 1})


@every_algorithm
def test_every_algorithm_has_theorems_to_check(algorithm: AnyAlgorithm) -> None:
    assert len(monitor.THEOREMS[algorithm.name]) >= 2


@every_boosted
def test_every_algorithm_equals_its_slow_twin(algorithm: Algorithm) -> None:
    problem = sample_problem() if algorithm.family == "margins" else graded_problem()
    items = Case(problem.X, problem.grades, problem.qid).items()
    run = rankviz.trace(problem, algorithm.name, rounds=9).runs[0]
    picks, alphas = twins.BOOSTED[algorithm.name](items, 9)
    assert picks == run.ranker.tolist()
    assert_allclose(run.alpha, alphas, rtol=1e-7, atol=1e-9)
    assert algorithm.combines or not run.combined.any()


@every_algorithm
def test_the_same_call_gives_the_same_numbers(algorithm: AnyAlgorithm) -> None:
    problem = suited(sample_problem(), algorithm.name)
    first, second = (rankviz.trace(problem, algorithm.name, rounds=12, seed=3) for _ in range(2))
    assert export.to_json(first) == export.to_json(second)


@every_algorithm
def test_a_run_does_not_change_its_problem(algorithm: AnyAlgorithm) -> None:
    problem = suited(sample_problem(), algorithm.name)
    before = problem.X.copy(), problem.grades.copy(), problem.pairs.copy()
    rankviz.trace(problem, algorithm.name, rounds=12)
    for array, copy in zip((problem.X, problem.grades, problem.pairs), before, strict=True):
        assert_array_equal(array, copy)


@every_algorithm
def test_progress_is_told_and_may_stop_the_run(algorithm: AnyAlgorithm) -> None:
    told: list[tuple[str, int]] = []

    def progress(name: str, t: int) -> bool:
        told.append((name, t))
        return t < 4

    whole = rankviz.trace(suited(sample_problem(), algorithm.name), algorithm.name, rounds=9).runs[0]
    if algorithm.name in ("ranksvm", "net-wins"):
        return  # it has no rounds that could be stopped
    run = rankviz.trace(
        suited(sample_problem(), algorithm.name), algorithm.name, rounds=9, progress=progress
    ).runs[0]
    assert whole.n_rounds > 4 == run.n_rounds
    assert told == [(algorithm.name, t) for t in (1, 2, 3, 4)]
    assert "user" in run.stopped
    if isinstance(run, rankviz.BoostedRun):
        assert_array_equal(run.ranker, whole.ranker[:4])
    for name, values in run.metrics.items():
        assert_array_equal(values, whole.metrics[name][:5])


@pytest.mark.parametrize("name", BOOSTED)
@settings(max_examples=40)
@given(st.data())
@pytest.mark.slow
def test_any_problem_with_any_parameters_makes_a_whole_trace(name: str, data: st.DataObject) -> None:
    """Any problem, any parameters: shapes agree, views can be made, no NaN comes out, no theorem is violated."""
    case: Case = data.draw(cases())
    problem = problem_of(case)
    if name == "adaboost":  # it ranks two classes only
        problem = problem_of(data.draw(bipartite().filter(lambda case: case.items().H.shape[1] > 0)))
    trace = rankviz.trace(problem, name, rounds=6, **data.draw(legal(BOOSTED[name])))
    (run,) = trace.runs
    T = run.n_rounds
    assert (run.stopped == "rounds") == (T == 6) or T == 6
    for field in dataclasses.fields(run):
        value = getattr(run, field.name)
        if isinstance(value, np.ndarray):
            assert value.shape == (T,), field.name
            if field.name not in ("alpha", "tie_factor"):
                assert np.isfinite(value).all(), field.name
    assert set(run.metrics) == set(METRICS)
    assert all(values.shape == (T + 1,) for values in run.metrics.values())
    assert set(run.outcome) <= {"finite", "infinite", "capped", "limit"}
    assert_array_equal(np.isnan(run.alpha), [outcome in ("infinite", "limit") for outcome in run.outcome])
    assert_array_equal(np.isnan(run.tie_factor), run.combined)  # each tied pair has a factor of its own
    assert name == "rb-plus-optimal" or not run.combined.any()
    told = finite_json(trace)
    assert told["schema"] == 1
    assert all(name in entry for entry in told["runs"][0]["rounds"] for name in run.extra)
    assert not violated(trace)
    check_rounds(trace, run)


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if name not in BOOSTED])
@settings(max_examples=12)
@given(st.data())
@pytest.mark.slow
def test_a_learner_of_scores_keeps_the_same_promises(name: str, data: st.DataObject) -> None:
    """Any parameters: scores, series, weights, words and exports are there for every round, and no NaN comes out."""
    # Enough items for both grades to be on either side of a held-out draw.
    problem = sample_problem(data.draw(st.integers(0, 99)), data.draw(st.integers(30, 40)))
    trace = rankviz.trace(
        suited(problem, name),
        name,
        rounds=4,
        holdout=data.draw(st.sampled_from([0.0, 0.3])),
        **data.draw(legal(ALGORITHMS[name])),
    )
    (run,) = trace.runs
    assert isinstance(run, rankviz.ScoredRun)
    T, n = run.n_rounds, trace.problem.n_items
    assert run.scored.scores.shape == (T + 1, n) and np.isfinite(run.scored.scores).all()
    assert (run.scored.held is None) == (trace.holdout is None)
    assert len(run.scored.step) == len(run.scored.added) == T
    assert all(values.shape == (T + 1,) for values in (*run.metrics.values(), *run.extra.values()))
    assert not violated(trace)
    check_rounds(trace, run)
    assert len(export.to_frame(trace)) == T
    assert all({"r2", *run.extra} <= set(entry) for entry in finite_json(trace)["runs"][0]["rounds"])


def test_unknown_algorithms_are_named_with_the_nearest() -> None:
    with pytest.raises(rankviz.DataError, match='Did you mean "rb-plus"') as caught:
        find("rb-pls")
    assert all(name in str(caught.value) for name in ALGORITHMS)
