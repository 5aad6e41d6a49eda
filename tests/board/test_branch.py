"""What the browser computes a branch from: the pool's answers on the items, and on those held out."""

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from hypothesis import given

import rankviz
from rankviz.board import branch
from rankviz.board.pair_map import pair_map
from rankviz.board.payload import pack
from rankviz.board.wire import unpack


@given(cases())
def test_the_codes_say_what_each_ranker_answers(case: Case) -> None:
    problem = problem_of(case)
    try:
        trace = rankviz.trace(problem, "rb-d", 2)
    except rankviz.DataError:
        return
    pool = trace.pool
    codes = branch._held(pool, problem)["branch.held_codes"]
    for row in range(len(pool.offsets) - 1):
        for ranker in range(pool.offsets[row], pool.offsets[row + 1]):
            expected = pool.apply(ranker, problem.X)
            np.testing.assert_array_equal(codes[row] > ranker - pool.offsets[row], expected)


def test_only_small_runs_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), ["rb-d", "qbrank"], 3)
    meta = unpack(pack(trace))[0]["branch"]
    assert meta["rounds"] == 3 and meta["runs"][1] is None
    assert meta["runs"][0]["params"]["undefined"] == "halt"
    for name, most in (("MOST_PAIRS", 14), ("MOST_CODES", 11)):
        with monkeypatch.context() as patch:
            patch.setattr(branch, name, most)
            assert branch.shared(trace, pair_map(trace.problem)) == ({}, None)
    assert branch.shared(rankviz.trace(trace.problem, "qbrank", 2), pair_map(trace.problem)) == ({}, None)


def test_a_parameter_that_the_browser_does_not_follow_refuses_a_branch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = rankviz.load("scenario:lemma-3")
    runs = {cap: rankviz.trace(problem, "rb-d", 3, cap=cap) for cap in (4.0, 10.0)}

    def offered(cap: float) -> bool:
        return branch.shared(runs[cap], pair_map(problem))[1] is not None

    assert offered(4.0) and offered(10.0)
    monkeypatch.setattr(branch, "FOLLOWED", branch.FOLLOWED - {"cap"})
    assert not offered(4.0) and offered(10.0), "10 is the default"


def test_how_much_pairs_count_travels_where_they_count_unlike() -> None:
    X, pairs = np.array([[0.0], [1.0], [2.0]]), np.array([[1, 0], [2, 0]])
    for weights in (None, np.array([1.0, 3.0])):
        problem = rankviz.Problem.from_arrays(X, pairs=pairs, pair_weights=weights)
        trace = rankviz.trace(problem, "rb-c", 2, undefined="cap")
        arrays, meta = branch.shared(trace, pair_map(problem))
        assert meta is not None
        assert ("branch.counts" in arrays) is (weights is not None)
        assert ("branch.held_counts" in branch._held(trace.pool, problem)) is (weights is not None)
        if weights is not None:
            np.testing.assert_array_equal(arrays["branch.counts"], weights)
