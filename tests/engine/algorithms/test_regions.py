"""Depth-2 regions: the pool is the one of the definition, the runs that ask for it search it, and no other run does."""

import numpy as np
import pytest
from helpers.theorems import by_key, violated
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import rankboost
from twins import regions as twin
from twins.rankboost import Items

import rankviz
from rankviz.engine.algorithms.boosting import weak_rankers
from rankviz.engine.algorithms.boosting.regions import MOST_CUTS, MOST_REGIONS, with_regions
from rankviz.engine.algorithms.boosting.stumps import CandidatePool, build_pool
from rankviz.engine.runs import candidates
from rankviz.estimators import RankBoost
from rankviz.insight.explain import explain

CLOSE = 1e-9
FOURS = "synthetic:interaction?noise=0&features=2"


def pool_of(X: np.ndarray, **names: object) -> tuple[CandidatePool, rankviz.Problem]:
    grades = np.arange(len(X)) % 2
    problem = rankviz.Problem.from_arrays(X, grades.astype(float), **names)  # type: ignore[arg-type]
    return with_regions(build_pool(problem), problem), problem


@given(st.integers(2, 14), st.integers(2, 4), st.integers(1, 9), st.integers(0, 10_000))
@settings(max_examples=60)
def test_regions_are_the_twins_regions(n: int, d: int, levels: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(0, levels + 1, size=(n, d)).astype(float)
    X[rng.random((n, d)) < 0.15] = np.nan
    X[0], X[1] = 0.0, 1.0  # no feature is constant
    pool, problem = pool_of(X)
    first = len(pool) - len(pool.regions)
    made = [tuple(pool.output(j).tolist()) for j in range(first, len(pool))]
    assert made == list(twin.outputs(X.tolist(), MOST_CUTS))
    for j in range(first, len(pool)):
        assert (pool.apply(j, problem.X) == pool.output(j)).all()
        region = pool.region(j)
        assert (
            region is not None
            and pool.label(j) == region.label
            and pool.describe(j) == {"name": region.label}
        )
    assert pool.region(first - 1) is None if first else True


def test_labels_are_read_by_people_and_no_two_are_the_same() -> None:
    rng = np.random.default_rng(1)
    pool, _ = pool_of(1000.0 + rng.random((40, 3)), feature_names=["x1", "x2", "x3"])
    labels = [region.label for region in pool.regions]
    assert len(set(labels)) == len(labels)
    named, _ = pool_of(np.array([[0.4, 0.2], [0.6, 0.8]]), feature_names=["x1", "x2"])
    assert {region.label for region in named.regions} == {"x1 > 0.5 and x2 > 0.5", "x1 ≤ 0.5 and x2 ≤ 0.5"}


def test_regions_of_a_table_of_rankers_are_conjunctions_of_them() -> None:
    problem = rankviz.load("inline:?items=a,b,c,d&h1=1100&h2=1010&pairs=a>b,b>d,c>d")
    pool = with_regions(build_pool(problem), problem)
    assert [region.label.split(" and ") for region in pool.regions] == [
        ["h1", "h2"],
        ["h1", "not h2"],
        ["not h1", "h2"],
        ["not h1", "not h2"],
    ]


@pytest.mark.parametrize("d", [5, 30, 46, 60])
def test_the_number_of_regions_is_limited_and_told(d: int) -> None:
    rng = np.random.default_rng(2)
    pool, _ = pool_of(rng.normal(size=(30, d)))
    assert 0 < len(pool.regions) <= MOST_REGIONS
    assert f"{len(pool.regions):,} regions" in pool.notes[-1]
    assert ("pairs of features, drawn with seed 0" in pool.notes[-1]) == (2 * d * (d - 1) > MOST_REGIONS)
    cuts = {(test.feature, test.threshold) for r in pool.regions for test in r.tests}
    assert np.bincount([feature for feature, _ in cuts]).max() <= MOST_CUTS
    again, _ = pool_of(np.random.default_rng(2).normal(size=(30, d)))
    assert again.regions == pool.regions


def test_the_constant_ranker_and_the_regions_leave_each_others_places_alone() -> None:
    problem = rankviz.load(FOURS)
    stumps = build_pool(problem)
    pool = with_regions(stumps.with_constant(), problem)
    where = [j for j in range(len(pool)) if pool.is_constant(j)]
    assert where == [len(stumps)] and (pool.output(where[0]) == 1).all()
    bare, both = with_regions(stumps, problem), pool.without_constant()
    assert [both.label(j) for j in range(len(both))] == [bare.label(j) for j in range(len(bare))]
    assert all((both.output(j) == bare.output(j)).all() for j in range(len(both)))
    for j in range(len(stumps)):
        assert pool.label(j) == stumps.label(j) == pool.without_added().label(j)


@pytest.mark.parametrize("name", ["rb-d", "rb-c", "rb-plus", "rb-plus-optimal"])
def test_a_run_picks_what_the_twin_picks_among_stumps_and_regions(name: str) -> None:
    problem = rankviz.load("synthetic:interaction?n=30&features=2")
    trace = rankviz.trace(problem, f"{name}:weak=regions", 8)
    run, pool = trace.runs[0], trace.pool
    H = pool.outputs(np.arange(len(pool))).T.astype(np.float64)
    found = rankboost.boost(name, Items(H, problem.pairs, problem.grades, problem.qid), 8).rounds
    assert run.n_rounds == len(found)
    assert run.ranker.tolist() == [int(row["ranker"]) for row in found]
    assert np.allclose(run.alpha, [row["alpha"] for row in found], atol=CLOSE)


def test_only_the_run_that_asks_for_them_has_them() -> None:
    problem = rankviz.load("synthetic:interaction")
    alone = rankviz.trace(problem, "rb-plus", 12, holdout=0.25)
    beside = rankviz.trace(problem, ["rb-plus", "rb-plus:weak=regions"], 12, holdout=0.25)
    stumps, both = beside.runs
    assert stumps.ranker.tolist() == alone.runs[0].ranker.tolist()
    assert all(
        (stumps.metrics[key] == alone.runs[0].metrics[key]).all() for key in ("r2", "log_e2", "r2_holdout")
    )
    assert max(stumps.ranker) < len(alone.pool) <= max(both.ranker)
    assert len(beside.pool_of(stumps)) == len(alone.pool) and beside.pool_of(both) is beside.pool
    assert len(candidates.best(beside, stumps, 2, 10**6)) == len(
        candidates.best(alone, alone.runs[0], 2, 10**6)
    )
    with pytest.raises(rankviz.DataError, match="The candidates run from 0 to"):
        rankviz.trace(
            problem,
            ["rb-d", "rb-c:weak=regions"],
            3,
            holdout=0.25,
            forks=[rankviz.Fork("rb-d", 1, ranker=len(alone.pool) + 5)],
        )


def test_no_theorem_is_violated_over_regions() -> None:
    trace = rankviz.trace(
        rankviz.load("synthetic:interaction?n=40&features=3"),
        [f"{name}:weak=regions" for name in ("rb-d", "rb-c", "rb-plus")],
        30,
    )
    assert not violated(trace, [30])
    assert all("holds" in {row.verdict for row in by_key(trace, run).values()} for run in trace.runs)


def test_what_a_region_says_of_an_item_is_explained() -> None:
    trace = rankviz.trace(rankviz.load("synthetic:interaction"), "rb-c:weak=regions", 2)
    run = trace.runs[0]
    ranker = int(run.ranker[0])
    region = trace.pool.region(ranker)
    assert region is not None
    for x in range(4):
        found = explain(trace, run, 1, f"h:{ranker}:{x}")
        held = [test.holds(trace.problem.X[x : x + 1])[0] for test in region.tests]
        assert found.value == found.lines[0].result == trace.pool.output(ranker)[x] == float(all(held))
        assert [note.split(": ")[0] for note in found.notes] == [test.text for test in region.tests]
        assert ["does not" not in note for note in found.notes] == held


def test_the_estimator_takes_them() -> None:
    problem = rankviz.load("synthetic:interaction?n=200")
    fits = {
        weak: RankBoost("rb-c", 40, weak=weak).fit(problem.X[:120], problem.grades[:120])
        for weak in (weak_rankers.STUMPS, weak_rankers.REGIONS)
    }
    scores = {weak: model.score(problem.X[120:], problem.grades[120:]) for weak, model in fits.items()}
    assert scores[weak_rankers.REGIONS] > 0.8 > 0.65 > scores[weak_rankers.STUMPS]
    assert {"name"} in [set(ranker) for ranker in fits[weak_rankers.REGIONS].rankers_]
