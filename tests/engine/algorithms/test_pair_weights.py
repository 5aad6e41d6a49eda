"""Pairs with weights: D₁, losses and errors follow them, and a weight of k is as k pairs."""

import numpy as np
import pytest
from helpers.agreement import EVERY, problem_of
from helpers.explained import check
from helpers.strategies import Case, weighted
from helpers.theorems import violated
from hypothesis import given, settings
from hypothesis import strategies as st

import rankviz
from rankviz.board import arrays, pair_map
from rankviz.board.arrays import MARGIN_EDGES
from rankviz.engine import metrics
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.errors import DataError
from rankviz.engine.metrics import by_feature
from rankviz.insight.explain import explain, menu
from rankviz.insight.theory import margin_bound, minimum


@settings(max_examples=80)
@given(weighted(whole=True))
def test_a_weight_of_k_is_k_pairs(case: Case) -> None:
    assert case.weights is not None and case.pairs is not None
    times = case.weights.astype(int)
    one = problem_of(case)
    many = problem_of(Case(case.X, pairs=np.repeat(case.pairs, times, axis=0), binary=case.binary))
    ours, theirs = (rankviz.trace(each, EVERY, rounds=8, undefined="cap") for each in (one, many))
    for run, other in zip(ours.runs, theirs.runs, strict=True):
        if run.ranker.tolist() != other.ranker.tolist():  # rounding decides a tie of two rankers
            first = int(np.argmax(run.ranker[: len(other.ranker)] != other.ranker[: len(run.ranker)]))
            assert abs(abs(run.delta[first]) - abs(other.delta[first])) < 1e-9
            continue
        np.testing.assert_allclose(run.alpha, other.alpha, rtol=1e-8, atol=1e-10)
        for name in ("r1", "r2", "log_e1", "log_e2", "log_bound", "margin", "norm"):
            np.testing.assert_allclose(
                run.metrics[name], other.metrics[name], rtol=1e-8, atol=1e-10, err_msg=name
            )
        shared = np.zeros(one.n_pairs)
        order = np.lexsort((case.pairs[:, 1], case.pairs[:, 0]))
        np.add.at(shared, np.repeat(np.arange(len(times)), times[order]), theirs.weights(other, run.n_rounds))
        np.testing.assert_allclose(ours.weights(run, run.n_rounds), shared, rtol=1e-8, atol=1e-12)
    scores = np.arange(one.n_items) % 3.0
    for measured in (metrics.r1, metrics.r2, metrics.log_e1):
        assert measured(one, scores) == pytest.approx(measured(many, scores), abs=1e-12)
    np.testing.assert_allclose(by_feature.shares(one), by_feature.shares(many), atol=1e-12)


@settings(max_examples=60)
@given(weighted(), st.sampled_from([1.0, 8.0, 0.125]))
def test_weights_that_are_all_alike_change_nothing(case: Case, amount: float) -> None:
    plain = problem_of(Case(case.X, pairs=case.pairs, binary=case.binary))
    alike = problem_of(
        Case(case.X, pairs=case.pairs, weights=np.full(len(case.pairs), amount), binary=case.binary)
    )
    for run, other in zip(
        *(rankviz.trace(each, EVERY, rounds=6).runs for each in (plain, alike)), strict=True
    ):
        assert run.ranker.tolist() == other.ranker.tolist()
        np.testing.assert_allclose(run.alpha, other.alpha, rtol=1e-12, atol=1e-12)


@pytest.fixture(scope="module")
def mixed() -> rankviz.Trace:
    """Preferences with cycles, whose weights are not all whole."""
    rng = np.random.default_rng(3)
    pairs = [(a, b) for a in range(8) for b in range(8) if a != b and rng.random() < (0.6 if a < b else 0.2)]
    X, weights = rng.integers(0, 3, (8, 4)).astype(float), rng.integers(1, 36, len(pairs)) / 4
    problem = rankviz.Problem.from_arrays(X, pairs=pairs, pair_weights=weights)
    return rankviz.trace(problem, EVERY, rounds=20)


def test_theorems_hold_and_every_number_explains_itself(mixed: rankviz.Trace) -> None:
    assert not violated(mixed)
    pairs = [f"{higher}:{lower}" for higher, lower in mixed.problem.pairs[[0, 3]]]
    for run in mixed.runs:
        assert run.n_rounds > 3
        keys = [*menu(run), *(f"{what}:{each}" for what in ("pair", "score", "term") for each in pairs)]
        for t in range(run.n_rounds + 1):
            for key in keys:
                check(explain(mixed, run, t, key))
    at_first = explain(mixed, mixed.runs[0], 0, f"pair:{pairs[0]}")
    assert r"\frac{w_i}{\sum_k w_k}" in at_first.lines[0].formula
    assert r"\sum_i D_1(i)" in explain(mixed, mixed.runs[0], 2, "r1").lines[0].formula


def test_the_minimum_and_the_smooth_margin_say_that_they_are_of_pairs_alike(mixed: rankviz.Trace) -> None:
    assert "count equally" in minimum.of_f1(mixed.problem, mixed.pool).why
    assert "count equally" in minimum.of_f2(mixed.problem, mixed.pool.outputs(np.arange(2))).why
    assert np.isnan(mixed.runs[0].metrics["smooth_margin"]).all()
    assert "count alike" in explain(mixed, mixed.runs[0], 2, "smooth_margin").notes[0]
    with pytest.raises(DataError, match="count equally"):
        margin_bound.margins(mixed, mixed.runs[0], 2)


def test_the_picture_weighs_its_pairs(mixed: rankviz.Trace) -> None:
    """Below any bin's edge the distribution of margins has the pairs' share of all weights."""
    run, problem = mixed.runs[0], mixed.problem
    found = arrays.of_run(mixed, run, pair_map.pair_map(problem))["margin_hist"]
    np.testing.assert_allclose(found[1:].sum(axis=1), 1.0, atol=1e-12)
    s = mixed.scores(run, 3)[problem.pairs] @ [1.0, -1.0] / run.metrics["norm"][3]
    clear = [k for k, edge in enumerate(MARGIN_EDGES) if np.abs(s - edge).min() > 1e-9]
    assert len(clear) > 10
    for k in clear:
        below = problem.first_weights()[s < MARGIN_EDGES[k]].sum()
        assert found[3][:k].sum() == pytest.approx(below, abs=1e-12)


def small(**given: object) -> rankviz.Problem:
    X = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    return rankviz.Problem.from_arrays(X, pairs=[(2, 1), (0, 1), (0, 2)], binary=True, **given)


def test_weights_follow_their_pairs() -> None:
    problem = small(pair_weights=[5.0, 1.0, 2.0])
    assert problem.pairs.tolist() == [[0, 1], [0, 2], [2, 1]]
    assert problem.pair_weights.tolist() == [1.0, 2.0, 5.0]
    assert problem.first_weights().tolist() == [0.125, 0.25, 0.625]
    part = problem.subset([2, 0])
    assert part.pairs.tolist() == [[1, 0]] and part.pair_weights.tolist() == [2.0]
    assert small().identity != problem.identity != small(pair_weights=[5.0, 1.0, 3.0]).identity


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ([1.0, 2.0], "2 pair weights for 3 pairs"),
        ([1.0, 0.0, 2.0], "The weight of pair 2 is 0"),
        ([1.0, 2.0, -1.0], "The weight of pair 3 is -1"),
        ([np.nan, 2.0, 1.0], "The weight of pair 1 is nan"),
        (["a", 1, 2], "not all numbers"),
    ],
)
def test_bad_weights_are_refused(weights: list[object], said: str) -> None:
    with pytest.raises(DataError, match=said):
        small(pair_weights=weights)
    with pytest.raises(DataError, match="no pairs"):
        rankviz.Problem.from_arrays([[1.0], [0.0]], [1, 0], pair_weights=[1.0])


@pytest.mark.parametrize("name", [name for name, each in ALGORITHMS.items() if not each.pair_weights])
def test_who_counts_all_pairs_alike_says_so(name: str) -> None:
    with pytest.raises(DataError, match="counts all pairs alike") as refused:
        rankviz.trace(small(pair_weights=[1.0, 2.0, 3.0]), [name], rounds=2)
    assert "RB-D" in refused.value.remedy
