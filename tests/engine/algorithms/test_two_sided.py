"""Two-sided stumps: each ranker 1 − h beside h, what weights ≥ 0 gain by it, and who gains nothing."""

from typing import Any

import numpy as np
import pytest
from helpers.theorems import violated
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import margins as naive
from twins import rankboost
from twins.rankboost import Items

import rankviz
from rankviz.board.payload import pack, unpack
from rankviz.engine.algorithms.boosting.stumps import CandidatePool, build_pool
from rankviz.engine.runs.export import to_dict
from rankviz.estimators import SmoothMargin
from rankviz.insight.explain import explain
from rankviz.insight.theory import margin_game

CLOSE = 1e-9
TWO_SIDED = "smooth-margin:weak=two-sided"


def _problem(n: int, seed: int, *, binary: bool = False, missing: float = 0.15) -> rankviz.Problem:
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2 if binary else 4, size=(n, 3)).astype(float)
    X[0], X[1] = 0.0, 1.0  # no feature is constant
    if not binary:
        X[2:][rng.random((n - 2, 3)) < missing] = np.nan
    return rankviz.Problem.from_arrays(X, (np.arange(n) % 3).astype(float), binary=binary)


def _downwards(n: int = 60) -> rankviz.Problem:
    """Items whose first feature falls with the grade; the second says nothing."""
    rng = np.random.default_rng(0)
    grades = np.repeat([0.0, 1.0, 2.0], n // 3)
    return rankviz.Problem.from_arrays(
        np.column_stack([-grades + rng.normal(0, 0.1, n), rng.normal(size=n)]), grades
    )


@given(st.integers(4, 14), st.integers(0, 10_000), st.booleans(), st.booleans())
@settings(max_examples=40)
def test_each_added_ranker_is_1_minus_h_on_any_items(n: int, seed: int, binary: bool, constant: bool) -> None:
    problem = _problem(n, seed, binary=binary)
    stumps = build_pool(problem)
    pool = (stumps.with_constant() if constant else stumps).with_mirrored()
    fresh = np.random.default_rng(seed).normal(1.0, 2.0, (9, 3)) > 0 if binary else _problem(9, seed + 1).X
    first = len(stumps) + constant
    assert len(pool) == first + len(stumps)
    assert [pool.is_constant(j) for j in range(len(pool))] == [
        constant and j == len(stumps) for j in range(len(pool))
    ]
    mirrored = [pool.mirror(j) for j in range(first, len(pool))]
    assert sorted(mirrored) == list(range(len(stumps)))
    for j, h in enumerate(mirrored, first):
        assert (pool.output(j) == 1 - stumps.output(h)).all()
        assert (pool.apply(j, problem.X) == pool.output(j)).all()
        assert (pool.apply(j, fresh) == 1 - stumps.apply(h, fresh)).all()
        names = {f"not {stumps.label(h)}", stumps.label(h).replace(" > ", " ≤ ")}
        assert pool.label(j) in names and set(pool.describe(j)) == {"name"}
    assert all((pool.without_added().output(j) == pool.output(j)).all() for j in range(first))


def _outputs(pool: CandidatePool) -> np.ndarray:
    return pool.outputs(np.arange(len(pool))).T.astype(np.float64)


@given(st.integers(5, 12), st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_smooth_margin_picks_what_the_twin_picks(n: int, seed: int) -> None:
    problem = _problem(n, seed)
    run = (trace := rankviz.trace(problem, TWO_SIDED, 12)).boosted[0]
    twin = naive.smooth_margin_ranking(_outputs(trace.pool), problem.pairs, 12, picks=run.ranker.tolist())
    assert np.allclose(run.alpha, twin.alpha, atol=CLOSE)
    for t, score in enumerate(twin.score):
        assert score[run.ranker[t]] >= score.max() - CLOSE


@pytest.mark.parametrize("name", ["rb-d", "rb-c", "rb-plus"])
def test_a_run_without_negative_weights_picks_what_the_twin_picks(name: str) -> None:
    problem = _downwards(30)
    options: dict[str, Any] = {"negative_alpha": False, "undefined": "cap"}
    trace = rankviz.trace(problem, f"{name}:weak=two-sided", 8, **options)
    items = Items(_outputs(trace.pool), problem.pairs, problem.grades, problem.qid)
    found = rankboost.boost(name, items, 8, **options).rounds
    assert trace.boosted[0].ranker.tolist() == [int(row["ranker"]) for row in found]
    assert np.allclose(trace.boosted[0].alpha, [row["alpha"] for row in found], atol=CLOSE)


@given(st.integers(4, 14), st.integers(0, 10_000), st.sampled_from(["rb-d", "rb-c"]))
@settings(max_examples=25, deadline=None)
def test_weights_of_either_sign_gain_nothing(n: int, seed: int, name: str) -> None:
    """With negative weights h stands for 1 − h, and comes first in the list."""
    one, two = rankviz.trace(_problem(n, seed), [name, f"{name}:weak=two-sided"], 10).boosted
    assert one.ranker.tolist() == two.ranker.tolist() and one.stopped == two.stopped


@given(st.integers(0, 10_000), st.sampled_from(["rb-d", "rb-c"]))
@settings(max_examples=15, deadline=None)
def test_without_negative_weights_they_give_what_signed_weights_give(seed: int, name: str) -> None:
    """Pairs count unlike, so no edges are tied, and both pick the same sides (RB+ section 5's labels by majority)."""
    rng = np.random.default_rng(seed)
    pairs = np.array([(i, j) if rng.random() < 0.5 else (j, i) for i in range(9) for j in range(i)])
    problem = rankviz.Problem.from_arrays(
        rng.normal(size=(9, 3)), pairs=pairs, pair_weights=rng.uniform(0.5, 2.0, len(pairs))
    )
    signed, positive = rankviz.trace(
        problem, [name, f"{name}:weak=two-sided:negative_alpha=false"], 12, undefined="cap"
    ).boosted
    assert (positive.alpha >= 0).all() and np.allclose(np.abs(signed.alpha), positive.alpha, atol=CLOSE)
    for key in ("r2", "log_e1", "log_e2"):
        assert np.allclose(signed.metrics[key], positive.metrics[key], atol=CLOSE), key


@given(st.integers(4, 10), st.integers(0, 10_000), st.booleans())
@settings(max_examples=40, deadline=None)
def test_rho_is_that_of_signed_weights_or_0(n: int, seed: int, binary: bool) -> None:
    problem = _problem(n, seed, binary=binary)
    pool = build_pool(problem)
    found = margin_game.solve(problem, pool.with_mirrored()).rho
    assert found == pytest.approx(max(margin_game.solve(problem, pool, signed=True).rho, 0.0), abs=1e-8)
    assert found >= margin_game.solve(problem, pool).rho - 1e-8


def test_a_feature_that_is_worse_when_higher_is_used_and_told() -> None:
    trace = rankviz.trace(_downwards(), ["smooth-margin", TWO_SIDED, "rb-c"], 40)
    given_, both, signed = trace.boosted
    assert given_.metrics["r2"][-1] > 0.4
    assert both.metrics["r2"][-1] == signed.metrics["r2"][-1] == 0.0
    assert trace.pool.label(int(both.ranker[0])).startswith("f1 ≤ ")
    [note] = trace.pool.notes
    assert note.startswith("f1 ranks better in reverse") and "Smooth Margin can use that only with" in note
    assert not rankviz.trace(_downwards(), [TWO_SIDED, "rb-c"], 2).pool.notes
    picked = to_dict(trace)["runs"][1]["rounds"][0]["ranker"]["name"]
    assert float(picked.removeprefix("f1 ≤ ")) in build_pool(trace.problem).thresholds
    for x in (0, 59):
        told = explain(trace, both, 1, f"h:{both.ranker[0]}:{x}")
        assert told.value == trace.pool.output(int(both.ranker[0]))[x] and len(told.notes) == 1


def test_a_run_beside_it_is_not_changed() -> None:
    alone = rankviz.trace(_downwards(), "smooth-margin", 10, holdout=0.3)
    given_, both = rankviz.trace(_downwards(), ["smooth-margin", TWO_SIDED], 10, holdout=0.3).boosted
    assert given_.ranker.tolist() == alone.boosted[0].ranker.tolist()
    assert both.metrics["r2_holdout"][-1] < given_.metrics["r2_holdout"][-1]
    with pytest.raises(rankviz.DataError, match="run them apart"):
        rankviz.trace(_downwards(), [TWO_SIDED, "rb-c:weak=regions"], 3)


def test_the_browser_gets_the_held_out_items_bins() -> None:
    trace = rankviz.trace(_problem(40, 3), TWO_SIDED, 5, holdout=0.3)
    _, arrays = unpack(pack(trace))
    held, codes = trace.holdout, arrays["branch.held_codes"]
    assert held is not None
    pool = trace.pool
    for j in range(len(pool)):
        row = int(pool.feature[j])
        assert ((codes[row] > j - pool.offsets[row]) == pool.apply(j, held.X)).all()


def test_no_theorem_is_violated() -> None:
    trace = rankviz.trace(
        rankviz.load("synthetic:linear?n=40"),
        [TWO_SIDED, *(f"{name}:weak=two-sided:negative_alpha=false" for name in ("rb-d", "rb-c", "rb-plus"))],
        30,
        undefined="cap",
    )
    assert not violated(trace, [1, 8, 30])


def test_the_estimator_takes_them() -> None:
    problem = _downwards()
    scores = [
        SmoothMargin(20, weak=weak).fit(problem.X, problem.grades).score(problem.X, problem.grades)
        for weak in ("stumps", "two-sided")
    ]
    assert scores[0] < 0.6 and scores[1] == 1.0
