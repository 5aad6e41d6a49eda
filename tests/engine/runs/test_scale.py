"""Large data: pairs that are implied and never listed, threads that change nothing, memory that stays in bounds."""

import json
import threading
import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, graded
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from twins.rankboost import log_f2

import rankviz
from rankviz.board import payload
from rankviz.cli.listing import summary
from rankviz.engine.algorithms.boosting import scan, stumps
from rankviz.engine.algorithms.boosting.loop import Steps, pick
from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.algorithms.registry import ALGORITHMS, settle
from rankviz.engine.errors import DataError
from rankviz.engine.kernels.scan import scan as scan_alone
from rankviz.engine.metrics.pair_counts import ImpliedPairs, ListedPairs, RankMeter
from rankviz.engine.runs import runner
from rankviz.engine.runs.export import to_json
from rankviz.engine.runs.loss2 import PairLoss2
from rankviz.engine.runs.measure import measure
from rankviz.engine.threads import in_order, threads


def large(n: int = 20_000, d: int = 12, queries: int = 1, seed: int = 0) -> rankviz.Problem:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)).round(2)
    grades = (X[:, 0] + X[:, -1] + rng.normal(size=n) > 0.5) + (X[:, d // 2] > 1.0)
    return rankviz.Problem.from_arrays(X, grades, np.sort(rng.integers(0, queries, n)))


# ---------------------------------------------------------------- measuring


@pytest.mark.parametrize("weights", [None, [1e-200, 2.0, 1.0, 3e200]])
def test_terms_of_e2_that_rounds_multiply_stay_those_of_the_definition(weights: list[float] | None) -> None:
    """Also where Σ|α| is large, and one step larger than any float's exponent."""
    rng = np.random.default_rng(0)
    given = (
        {"grades": rng.integers(0, 3, 20)} if weights is None else {"pairs": [(0, 1), (2, 3), (4, 0), (5, 7)]}
    )
    problem = rankviz.Problem.from_arrays(rng.normal(size=(20, 4)), **given, pair_weights=weights)
    pool = build_pool(problem)
    higher, lower = problem.pairs.T
    H = pool.outputs(np.arange(len(pool))).astype(int)
    M = (H[:, higher] - H[:, lower]).T
    loss, eta, scores = (
        PairLoss2(problem, pool, independent=False),
        dict.fromkeys(range(len(pool)), 0.0),
        np.zeros(20),
    )
    for t in range(900):
        ranker, alpha = int(rng.integers(len(pool))), 800.0 if t == 400 else float(rng.normal())
        loss.add(ranker, alpha)
        eta[ranker] += alpha
        scores += alpha * H[ranker]
        if t % 7 == 0:
            mean = loss.log_total(scores) - np.log(problem.n_pairs)
            assert mean == pytest.approx(log_f2(M, eta, problem.pair_weights), rel=1e-12, abs=1e-11)


@settings(max_examples=80)
@given(graded(max_items=20), st.integers(0, 10**6), st.sampled_from([0.0, 1e-12, 0.3, 5.0]))
def test_implied_pairs_are_counted_as_listed_ones(case: Case, seed: int, tolerance: float) -> None:
    """Also where "tied" is not transitive: the tolerance may lie between the scores' own steps."""
    problem = problem_of(case)
    rng = np.random.default_rng(seed)
    scores = np.zeros(problem.n_items)
    implied, listed = ImpliedPairs(problem), ListedPairs(problem)
    for _ in range(4):
        order = np.lexsort((-scores, problem.qid))
        assert implied.count(scores, order, tolerance) == listed.count(scores, order, tolerance)
        least, log_total = implied.losses(scores)
        expected = listed.losses(scores)
        assert least == expected[0] and log_total == pytest.approx(expected[1], abs=1e-12)
        scores = scores + rng.choice([0.1, 0.25, -0.3, 7.0]) * rng.integers(0, 2, problem.n_items)


@settings(max_examples=60)
@given(graded(max_items=20), st.integers(0, 10**6))
def test_an_order_that_is_merged_measures_what_a_sorted_one_does(case: Case, seed: int) -> None:
    problem = problem_of(case)
    rng = np.random.default_rng(seed)
    merged = RankMeter(problem)
    scores, scale = np.zeros(problem.n_items), 0.0
    merged.read(scores, scale)
    for _ in range(6):
        h, alpha = rng.integers(0, 2, problem.n_items).astype(np.uint8), round(float(rng.normal()), 1)
        scores, scale = scores + alpha * h, scale + abs(alpha)
        assert_allclose(
            merged.read(scores, scale, (h, alpha)), RankMeter(problem).read(scores, scale), rtol=1e-14
        )


def test_more_pairs_than_can_be_listed_are_measured_and_only_e2_is_left_out() -> None:
    problem = large()
    assert problem.n_pairs > 80_000_000
    with pytest.raises(DataError, match="more than the 30,000,000"):
        _ = problem.pairs
    trace = rankviz.trace(problem, ["rb-d", "rb-c"], rounds=5, holdout=0.2)
    assert any("Ê2 is left out for RB-D, RB-C" in note for note in trace.pool.notes)
    for run in trace.runs:
        assert np.isnan(run.metrics["log_e2"]).all()
        for name in ("r1", "r2", "log_e1", "margin", "smooth_margin", "r1_holdout", "log_bound"):
            assert np.isfinite(run.metrics[name][1:]).all(), name
        assert_allclose(np.exp(run.metrics["log_e1"][1:]), np.cumprod(run.z), rtol=1e-9)
    assert trace.run("rb-c").metrics["r2"][-1] < 0.4
    assert json.loads(to_json(trace))["runs"][0]["rounds"][0]["e2"] is None
    assert not any("nan" in line for line in summary(trace))
    meta, _ = payload.unpack(payload.pack(trace))
    assert meta["n"] <= 1_000 and meta["m"] <= 200_000


def test_rankboost_plus_keeps_e2_and_words_leave_the_rest_out(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = large(60, 3)
    full = rankviz.trace(problem, ["rb-c", "rb-plus"], rounds=4)
    monkeypatch.setattr(runner, "MAX_TRACKED", 10)
    short = rankviz.trace(problem, ["rb-c", "rb-plus"], rounds=4)
    assert_array_equal(short.run("rb-plus").metrics["log_e2"], full.run("rb-plus").metrics["log_e2"])
    for name in ("r1", "r2", "log_e1", "margin"):
        assert_array_equal(short.run("rb-c").metrics[name], full.run("rb-c").metrics[name])
    rows = rankviz.bounds.rows(short, short.run("rb-c"), 2)
    assert any("Ê2 was not measured" in row.because for row in rows)
    told = rankviz.words.round_in_words(short, short.run("rb-c"), 2)
    assert any("Ê1" in sentence for sentence in told) and not any("Ê2" in sentence for sentence in told)
    payload.pack(short)


# ---------------------------------------------------------------- threads


@pytest.fixture
def small_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "LARGE", 1)
    monkeypatch.setattr(scan, "SMALL", 0)


@pytest.mark.parametrize("count", [1, 2, 3, 7])
@pytest.mark.parametrize("d", [1, 8, 9, 50])
def test_any_number_of_threads_gives_the_same_bits(
    count: int, d: int, small_is_large: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RANKVIZ_THREADS", str(count))
    problem = large(400, d)
    pool = build_pool(problem)
    potential = np.random.default_rng(0).normal(size=400)
    alone, together = np.empty(len(pool)), np.full(len(pool), np.nan)
    scan_alone(pool.codes, pool.offsets, potential, alone)
    scan.scan(pool.codes, pool.offsets, potential, together)
    assert_array_equal(alone, together)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_any_number_of_threads_makes_the_same_pool(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = large(700, 21)
    alone = build_pool(problem, seed=3)
    monkeypatch.setattr(stumps, "LARGE", 1)
    monkeypatch.setenv("RANKVIZ_THREADS", str(count))
    together = build_pool(problem, seed=3)
    for name in ("codes", "thresholds", "offsets"):
        assert_array_equal(getattr(together, name), getattr(alone, name))
    assert together.notes == alone.notes and len(alone.notes) > 0


# ---------------------------------------------------------------- features left out


@settings(max_examples=80)
@given(st.integers(0, 10**6), st.integers(1, 40), st.booleans(), st.sampled_from([1, 3]))
def test_the_choice_is_the_one_among_all_candidates(seed: int, d: int, signed: bool, count: int) -> None:
    """Whatever the potential does from round to round, also where candidates tie, for any number of threads."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, rng.integers(2, 9), (60, d)).astype(float)
    X[:, d // 2] = X[:, 0]  # a copy ties
    pool = build_pool(rankviz.Problem.from_arrays(X, rng.permutation(np.arange(60) % 3)))
    potential, every = rng.normal(size=60), np.empty(len(pool))
    potential /= np.abs(potential).sum()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "LARGE", 1)
        patch.setattr(scan, "SMALL", 0)
        patch.setenv("RANKVIZ_THREADS", str(count))
        search = scan.BestEdgeSearch(pool, signed)
        for _ in range(12):
            potential = potential + rng.choice([0.0, 1e-3, 1e-2, 0.5]) * rng.normal(size=60) / 60
            potential -= potential.mean()
            potential /= np.abs(potential).sum()
            scan_alone(pool.codes, pool.offsets, potential, every)
            assert search.find(potential) == pick(np.abs(every) if signed else every)
        assert search.find(np.zeros(60)) is None


def test_features_that_cannot_win_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "SMALL", 0)
    scanned: list[int] = []
    real = scan.kernels.scan_some
    monkeypatch.setattr(
        scan.kernels, "scan_some", lambda *given: (scanned.append(len(given[2])), real(*given))[1]
    )
    problem = large(4_000, 60)
    rankviz.trace(problem, "rb-c", rounds=10)
    assert 60 + 9 * scan.FIRST <= sum(scanned) < 10 * 60 / 2


def test_many_sessions_share_the_threads(small_is_large: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """More sessions than threads: a part that no thread has begun is done by the session itself."""
    monkeypatch.setenv("RANKVIZ_THREADS", "2")
    problem = large(500, 30)
    expected = rankviz.trace(problem, "rb-c", rounds=20).run("rb-c").alpha
    found: list[np.ndarray] = []
    sessions = [
        threading.Thread(
            target=lambda: found.append(rankviz.trace(problem, "rb-c", rounds=20).run("rb-c").alpha)
        )
        for _ in range(8)
    ]
    for session in sessions:
        session.start()
    for session in sessions:
        session.join(60)
    assert len(found) == 8
    for alpha in found:
        assert_array_equal(alpha, expected)


@pytest.mark.parametrize("text", ["0", "-1", "two", "65", "1.5"])
def test_a_wrong_number_of_threads_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKVIZ_THREADS", text)
    with pytest.raises(DataError, match="RANKVIZ_THREADS"):
        threads()


def test_work_in_order_keeps_order_and_tells_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKVIZ_THREADS", "3")
    assert list(in_order(lambda x: x * x, range(20))) == [x * x for x in range(20)]
    with pytest.raises(ZeroDivisionError):
        list(in_order(lambda x: 1 // (5 - x), range(20)))


# ---------------------------------------------------------------- memory


def peak(work: Callable[[], object]) -> int:
    """The most bytes that calling `work` held at once, beside what was there."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def fitted(name: str, problem: rankviz.Problem, rounds: int = 3) -> Callable[[], Steps]:
    algorithm = ALGORITHMS[name]
    pool = build_pool(problem)
    return lambda: algorithm.fit(problem, pool, rounds, settle(algorithm, {}), None)


@pytest.mark.parametrize("name", ["rb-d", "rb-c", "smooth-margin"])
def test_a_round_without_listed_pairs_needs_little_more_than_the_items(name: str) -> None:
    problem = large(30_000, 40, queries=300)
    assert peak(fitted(name, problem)) < 150 * problem.n_items


def test_rankboost_plus_needs_a_few_numbers_a_pair() -> None:
    problem = large(1_500, 8)
    assert problem.n_pairs > 400_000
    # A float for the weight, four bytes for the list of pairs; S's outputs and basis belong to the items.
    assert peak(fitted("rb-plus", problem)) < 12.5 * problem.n_pairs + 400 * problem.n_items
    # Measuring lists the pairs, too, and keeps one float for Ê2.
    steps, pool = fitted("rb-plus", problem)(), build_pool(problem)
    fresh = large(1_500, 8)
    assert peak(lambda: measure(steps, fresh, pool, None)) < 12.5 * problem.n_pairs + 400 * problem.n_items


def test_a_problem_takes_its_features_without_a_copy() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 50))
    grades = rng.integers(0, 3, 20_000)
    ids = [str(i) for i in range(20_000)]
    need = peak(lambda: rankviz.Problem.from_arrays(X, grades, item_ids=ids, copy=False))
    assert need < 0.5 * X.nbytes
    problem = rankviz.Problem.from_arrays(X, grades, item_ids=ids, copy=False)
    assert np.shares_memory(problem.X, X) and not X.flags.writeable
    assert peak(lambda: build_pool(problem)) < problem.n_items * (50 + 8 * 8 * 4)
