"""Runs too large to be drawn whole: an excerpt shows some of their items, and what it shows is what the run did."""

from collections.abc import Iterator

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.pages import app, stage_data
from helpers.strategies import Case, graded
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

import rankviz
from rankviz.board import payload, sample
from rankviz.engine.algorithms.boosting.algorithm import Algorithm
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.errors import DataError
from rankviz.ui.cache import byte_cache
from rankviz.ui.runs import runs
from rankviz.ui.runs.run_queue import LongRuns

BOOSTED = [
    name for name, one in ALGORITHMS.items() if isinstance(one, Algorithm) and name != "rb-plus-optimal"
]


def queries(n: int = 300, count: int = 30, seed: int = 0, levels: int = 2) -> rankviz.Problem:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 5)).round(1)
    grades = np.digitize(X[:, 0] + X[:, 1] + rng.normal(size=n), np.linspace(-0.5, 1, levels - 1))
    return rankviz.Problem.from_arrays(X, grades, rng.integers(0, count, n))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Limits that a small problem goes beyond."""
    monkeypatch.setattr(sample, "MOST_SCORES", 500)
    monkeypatch.setattr(sample, "ITEMS", 40)
    monkeypatch.setattr(sample, "PAIRS", 150)
    yield


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", BOOSTED)
def test_scores_and_weights_are_those_of_the_whole_run(name: str) -> None:
    trace = rankviz.trace(queries(count=1 if name == "adaboost" else 30), name, rounds=8)
    found = sample.excerpt(trace)
    part, run = found.trace, trace.runs[0]
    assert part.problem.n_items == len(found.rows) <= 40 and part.problem.n_pairs <= 150
    assert part.runs == trace.runs
    higher, lower = trace.problem.pairs.T
    shown = np.isin(higher, found.rows) & np.isin(lower, found.rows)
    assert_array_equal(found.rows[part.problem.pairs], trace.problem.pairs[shown])
    for t in (0, 1, 8):
        assert_array_equal(part.scores(run, t), trace.scores(run, t)[found.rows])
        among = trace.weights(run, t)[shown]
        assert_allclose(part.weights(run, t), among / among.sum(), rtol=1e-9)


@pytest.mark.usefixtures("small")
def test_whole_queries_are_drawn_and_the_draw_is_the_same_each_time() -> None:
    trace = rankviz.trace(queries(), "rb-c", rounds=3)
    found = sample.excerpt(trace)
    for query in np.unique(trace.problem.qid[found.rows]):
        assert set(np.flatnonzero(trace.problem.qid == query)) <= set(found.rows.tolist())
    assert_array_equal(sample.excerpt(trace).rows, found.rows)
    drawn = len(np.unique(trace.problem.qid[found.rows]))
    assert f"{drawn} of 30 queries, {len(found.rows)} of 300 items" in found.note


@settings(max_examples=60)
@given(graded(max_items=20), st.integers(2, 12), st.integers(1, 30), st.booleans())
def test_any_problem_has_an_excerpt_with_a_pair(case: Case, items: int, pairs: int, listed: bool) -> None:
    problem = problem_of(case)
    if listed:
        problem = rankviz.Problem.from_arrays(problem.X, pairs=np.vstack([problem.pairs, problem.pairs[:1]]))
    try:
        trace = rankviz.trace(problem, "rb-c", rounds=2)
    except DataError:
        return  # every feature is constant
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sample, "ITEMS", items)
        patch.setattr(sample, "PAIRS", pairs)
        found = sample.excerpt(trace)
    assert 2 <= len(found.rows) <= items and found.trace.problem.n_pairs >= 1
    assert found.trace.problem.n_pairs <= pairs or len(found.rows) == 2
    assert (np.diff(found.rows) > 0).all()


@pytest.mark.usefixtures("small")
def test_a_push_has_no_excerpt_of_part_of_a_query() -> None:
    """A pair's weight is made of all pairs with its lower item: some of them would give another."""
    for count, there in ((1, False), (30, True)):
        problem = queries(count=count)
        trace = rankviz.trace(problem, ["rb-d", "push"], rounds=4)
        assert sample.has_excerpt(trace) is sample.surely_has_excerpt(["rb-d", "push:p=2"], problem) is there
        assert sample.surely_has_excerpt(["rb-d"], problem)
    with pytest.raises(DataError, match="excerpt"):
        sample.excerpt(rankviz.trace(queries(count=1), "push", rounds=4))


@pytest.mark.usefixtures("small")
def test_one_large_query_gives_some_of_its_items() -> None:
    trace = rankviz.trace(queries(400, 1, levels=4), ["rb-d", "rb-plus"], rounds=4)
    found = sample.excerpt(trace)
    assert len(found.rows) <= 40 and 1 <= found.trace.problem.n_pairs <= 150
    assert "queries" not in found.note


# ---------------------------------------------------------------- the stage's bytes


@pytest.mark.usefixtures("small")
def test_the_stage_gets_the_curves_of_the_whole_and_the_items_of_the_excerpt() -> None:
    trace = rankviz.trace(queries(), ["rb-d", "rb-c", "rb-plus"], rounds=6, holdout=0.2)
    meta, arrays = payload.unpack(payload.pack(trace))
    part = sample.excerpt(trace)
    assert meta["n"] == len(part.rows) and meta["m"] == part.trace.problem.n_pairs
    assert "of the excerpt" in meta["map"]["note"]
    ids = [trace.problem.item_ids[i] for i in part.rows]
    assert meta["items"]["ids"] == ids
    for k, run in enumerate(trace.runs):
        assert_array_equal(arrays[f"{k}.curves"][0], run.metrics["r1"])
        assert_array_equal(arrays[f"{k}.eps_tied"], run.eps_tied)
        assert_allclose(arrays[f"{k}.scores"][-1], trace.scores(run)[part.rows], rtol=1e-6)
        assert f"{trace.problem.n_pairs:,} critical pairs" in meta["runs"][k]["words"][0][0]


@pytest.mark.usefixtures("small")
def test_what_no_excerpt_can_show_is_refused_before_it_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payload, "MAX_SCORES", 500)
    problem = queries()
    payload.check_before(problem, ["rb-d", "rb-plus"], 100, 0.0)
    for names, pictures in ((["rb-c", "qbrank"], ()), (["rb-plus-optimal"], ()), (["rb-c"], ("margins",))):
        with pytest.raises(DataError, match="30,300 scores|60,600 scores"):
            payload.check_before(problem, names, 100, 0.0, pictures)
    trace = rankviz.trace(problem, "gbt", rounds=4)
    with pytest.raises(DataError, match="this stage can draw"):
        payload.pack(trace)
    with pytest.raises(DataError, match="cannot be followed"):
        sample.excerpt(trace)


# ---------------------------------------------------------------- the page


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Runs that are computed under the small limits are not kept for other tests."""
    monkeypatch.setattr(runs, "LONG", LongRuns())
    byte_cache.CACHE.clear()
    yield
    byte_cache.CACHE.clear()


@pytest.mark.usefixtures("small", "forgetful")
def test_the_page_says_what_part_it_shows_and_leaves_out_what_needs_every_pair() -> None:
    test = app(data="bundled:wine?items=60", rounds="27", holdout="0", t="3")
    assert not test.exception
    told = [box.value for box in test.info]
    assert any(" of 60 items" in text for text in told)
    assert stage_data(test)["explains"] is False
    offered = [words for _, words in stage_data(test)["tabs"]]
    assert offered == ["Theorems", "Data", "Figures", "Export and share", "Class"]


def test_an_excerpt_of_three_items_is_cut_to_two_not_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "ITEMS", 3)
    monkeypatch.setattr(sample, "PAIRS", 1)
    problem = rankviz.Problem.from_arrays(np.array([[0.0], [0.0], [1.0]]), [1.0, 0.0, 0.0])
    found = sample.excerpt(rankviz.trace(problem, "rb-c", rounds=2))
    assert len(found.rows) == 2 and found.trace.problem.n_pairs == 1
