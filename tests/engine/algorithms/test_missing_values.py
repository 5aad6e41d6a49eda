"""Missing values of items that nothing was learned from: only NaN is missing, however low or high a known value is."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

import rankviz
from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.algorithms.qbrank.trees import Trees
from rankviz.estimators import VARIANTS, RankBoost

VALUES = [-1e300, -1e9, -3.0, -1.0, 0.0, 0.2, 1.0, 2.5, 4.0, 1e300]
"""Below, among and above the training values 0, 1, 2 and 4."""


def problem(missing: float) -> rankviz.Problem:
    """Items with known values above those that lack them, or the other way round."""
    X = [[0.0], [1.0], [2.0], [4.0], [math.nan], [math.nan]]
    return rankviz.Problem.from_arrays(X, [1 - missing] * 4 + [missing] * 2)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("missing", [0.0, 1.0])
def test_a_known_value_is_never_taken_for_a_missing_one(variant: str, missing: float) -> None:
    made = problem(missing)
    model = RankBoost(variant, n_rounds=5, undefined="cap").fit(made.X, made.grades)
    known, lacking = model.predict(np.array(VALUES)[:, None]), model.predict([[math.nan]])[0]
    assert len(set(known)) == 1 and (known[0] < lacking) == bool(missing) and known[0] != lacking
    assert_array_equal(known, [model.predict(made.X)[0]] * len(VALUES))


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from([-2.0, 0.0, 0.5, 3.0, 1e300, -1e300, math.nan]), min_size=3, max_size=12),
    st.lists(
        st.one_of(st.sampled_from([*VALUES, math.nan]), st.floats(-1e300, 1e300)), min_size=1, max_size=8
    ),
)
def test_a_stump_answers_as_the_nearest_training_value(train: list[float], new: list[float]) -> None:
    """Below the training values a stump says what it says of the lowest, above them what it says of the highest."""
    X = np.array(train)[:, None]
    grades = np.arange(len(train)) % 2
    pool = build_pool(rankviz.Problem.from_arrays(X, grades))
    known = sorted(v for v in train if not math.isnan(v))
    for ranker in range(len(pool)):
        assert_array_equal(pool.apply(ranker, X), pool.output(ranker))
        found = pool.apply(ranker, np.array(new)[:, None])
        for value, said in zip(new, found, strict=True):
            if math.isnan(value):
                assert said == 0
            else:
                nearest = min(max(value, known[0]), known[-1])
                if nearest in known:  # between two of them the threshold decides
                    assert said == pool.output(ranker)[train.index(nearest)]


@pytest.mark.parametrize("thresholds", [255, 40])
def test_sampled_thresholds_and_several_features(thresholds: int) -> None:
    """With more places than thresholds the one below all may be drawn or not; a constant ranker comes after them."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(700, 3))
    X[:40, 1:] = math.nan
    made = rankviz.Problem.from_arrays(X, np.arange(700) % 2, thresholds=thresholds)
    drawn = 0
    for seed in range(12):
        pool = build_pool(made, seed).with_constant()
        assert np.diff(pool.offsets[:-1]).tolist() == [thresholds] * 3
        of_others = np.flatnonzero(pool.feature[:-1] > 0).tolist()
        parting = {ranker for ranker in of_others if pool.output(ranker).sum() == 660}
        assert pool.splits_missing == parting
        drawn += len(parting)
        for ranker in range(len(pool) - 1):
            assert pool.apply(ranker, np.full((1, 3), -1e300))[0] == (ranker in parting)
    assert 0 < drawn < 24


def test_forks_and_constants_keep_it() -> None:
    pool = build_pool(problem(0.0))
    assert pool.splits_missing == {0}
    assert (
        pool.with_constant().splits_missing
        == replace(pool, notes=()).splits_missing
        == pool.with_notes("x").splits_missing
        == {0}
    )


def test_trees_that_part_known_from_missing() -> None:
    """Known values above all training values go where the known ones go."""
    X = np.array([[0.0], [1.0], [2.0], [math.nan], [math.nan]])
    held = np.array([*VALUES, math.nan])[:, None]
    fitted = Trees(X, held, leaves=2).fit(np.array([0.0, 0.0, 0.0, 1.0, 1.0]), np.ones(5))
    assert_array_equal(fitted.held, [0.0] * len(VALUES) + [1.0])
    assert fitted.tree is not None and fitted.tree.threshold[0] == math.inf
    other = Trees(X, held, leaves=2).fit(np.array([1.0, 1.0, 1.0, 0.0, 0.0]), np.ones(5))
    assert_array_equal(other.held, [1.0] * len(VALUES) + [0.0])


def test_held_out_items_are_measured_by_the_same_rule() -> None:
    """The Trace's own held-out numbers, with a held-out value far below the training ones."""
    for seed in range(40):
        X = np.array([[5.0], [6.0], [7.0], [-90.0], [math.nan], [math.nan], [math.nan], [math.nan]])
        made = rankviz.Problem.from_arrays(X, [1.0] * 4 + [0.0] * 4)
        trace = rankviz.trace(made, "rb-d", rounds=1, holdout=0.4, seed=seed, undefined="cap")
        if trace.holdout is not None and -90.0 in trace.holdout.X and np.isnan(trace.holdout.X).any():
            assert trace.runs[0].metrics["r2_holdout"][-1] == 0.0
            return
    raise AssertionError("no draw holds the low value out")
