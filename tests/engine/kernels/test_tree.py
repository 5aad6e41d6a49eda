"""Regression trees: their exact twin, the same tree without a compiler to the bit, and scikit-learn's."""

import math
import types

import numpy as np
import pytest
from helpers.strategies import Case, cases
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.tree import DecisionTreeRegressor
from twins.tree import grown

from rankviz.engine.algorithms.qbrank import bins, trees
from rankviz.engine.algorithms.qbrank.trees import NONE, FittedTree, Trees
from rankviz.engine.kernels import tree, tree_items
from rankviz.engine.kernels.arrays import tree_items as tree_arrays
from rankviz.engine.threads import in_parts

PARTS = ("spread", "whole", "fill", "renumber", "bins_beside", "subtract", "tops", "first_cut", "divide")


def same(ours: FittedTree, theirs: FittedTree) -> None:
    """The same values and the same tree, to the bit."""
    assert_array_equal(ours.values, theirs.values)
    assert ours.tree is not None and theirs.tree is not None
    for name, value in vars(ours.tree).items():
        assert_array_equal(value, getattr(theirs.tree, name), err_msg=name)
        assert value.dtype == getattr(theirs.tree, name).dtype


def without_a_compiler() -> types.FunctionType:
    """`grow` as it runs in a browser: Python itself, on arrays."""
    there = {**vars(tree), **{name: getattr(tree_arrays, name) for name in PARTS}}
    python = getattr(tree.best_split, "py_func", tree.best_split)
    there["best_split"] = types.FunctionType(python.__code__, there)
    return types.FunctionType(tree.growth.__code__, there)


@settings(max_examples=150)
@given(cases(), st.integers(2, 7), st.integers(0, 10**6))
@pytest.mark.slow
def test_a_tree_is_its_exact_twin(case: Case, leaves: int, seed: int) -> None:
    """Ties, duplicates, missing values and items of weight 0: the same splits, also where several gain as much."""
    rng, X = np.random.default_rng(seed), np.array(case.X, dtype=float)
    target, weight = rng.integers(-2, 3, len(X)), rng.integers(0, 3, len(X))
    target[0], weight[0] = 1, 1
    twin = grown(X.tolist(), target.tolist(), weight.tolist(), leaves)
    found = Trees(X, None, leaves=leaves).fit(target + 0.0, weight + 0.0).tree
    assert found is not None and len(found.left) == len(twin)
    for node, theirs in enumerate(twin):
        assert found.value[node] == pytest.approx(float(theirs.value), abs=1e-12)
        assert found.items[node] == len(theirs.items)
        if theirs.children is None:
            assert found.left[node] == found.right[node] == NONE and found.gain[node] == 0.0
            assert math.isnan(found.threshold[node])
            continue
        assert (found.left[node], found.right[node]) == theirs.children
        assert (found.feature[node], bool(found.missing_left[node])) == (theirs.feature, theirs.missing_left)
        assert theirs.low <= found.threshold[node] and (
            found.threshold[node] < theirs.high or theirs.high == math.inf
        )
        assert found.gain[node] == pytest.approx(float(theirs.gain), abs=1e-12)


def drawn(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features with ties and missing values, targets, and weights of very different sizes, some of them 0."""
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, 90), rng.integers(1, 7)
    X = rng.normal(size=(n, d)).round(int(rng.integers(0, 4)))
    X[rng.random((n, d)) < rng.choice([0.0, 0.2, 0.9])] = np.nan
    weight = np.exp(rng.normal(0.0, rng.choice([0.0, 1.0, 20.0]), n)) * (rng.random(n) > 0.2)
    weight[0] = 1.0
    return X, rng.normal(size=n).round(int(rng.integers(0, 4))), weight


@pytest.mark.parametrize("seed", range(120))
def test_without_a_compiler_the_same_tree_grows_to_the_bit(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    X, target, weight = drawn(seed)
    target[0] = 1.0
    ours = Trees(X, None, leaves=2 + seed % 19).fit(target, weight)
    monkeypatch.setattr(tree, "grow", without_a_compiler())
    monkeypatch.setattr(tree_items, "apply", tree_arrays.apply)
    same(ours, Trees(X, None, leaves=2 + seed % 19).fit(target, weight))


@settings(max_examples=60)
@given(cases(), st.integers(2, 5), st.integers(0, 10**6))
@pytest.mark.slow
def test_in_bins_it_is_the_twin_of_the_bins(case: Case, leaves: int, seed: int) -> None:
    """Features of more values than bins, on more items than have a bin for each value."""
    rng, X = np.random.default_rng(seed), np.array(case.X, dtype=float)
    target, weight = rng.integers(-2, 3, len(X)), rng.integers(0, 3, len(X))
    target[0], weight[0] = 1, 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bins, "ALL_VALUES", 0)
        patch.setattr(bins, "MOST", 3)
        binned, learner = bins.bin_features(X), Trees(X, None, leaves=leaves)
    assert binned.codes.dtype == np.uint8 and binned.count.max() <= 3
    codes = np.where(np.isnan(X), np.nan, binned.codes)
    for column, code in zip(X.T, codes.T, strict=True):
        known = np.argsort(column)[: np.count_nonzero(~np.isnan(column))]
        assert (np.diff(code[known]) >= 0).all() and not (np.diff(code[known]) > 0)[
            np.diff(column[known]) == 0
        ].any()
        if len(np.unique(column[known])) <= 3:
            assert len(np.unique(code[known])) == len(np.unique(column[known]))
    found = learner.fit(target + 0.0, weight + 0.0).tree
    twin = grown(codes.tolist(), target.tolist(), weight.tolist(), leaves)
    assert found is not None and len(found.left) == len(twin)
    for node, theirs in enumerate(twin):
        assert found.gain[node] == pytest.approx(float(theirs.gain), abs=1e-12)
        if theirs.children is not None:
            assert (found.feature[node], bool(found.missing_left[node])) == (
                theirs.feature,
                theirs.missing_left,
            )
            column, code = X[:, theirs.feature], codes[:, theirs.feature]
            assert (column[code <= theirs.low] <= found.threshold[node]).all()
            assert (column[code >= theirs.high] > found.threshold[node]).all()


def test_bins_are_of_about_equal_size_and_a_frequent_value_leaves_the_others_theirs() -> None:
    rng = np.random.default_rng(0)
    X = np.column_stack(
        [rng.normal(size=20_000), np.maximum(rng.normal(size=20_000), 0.0), rng.integers(0, 255, 20_000)]
    )
    found = bins.bin_features(X)
    sizes = [np.bincount(column, minlength=256)[1:] for column in found.columns]
    assert sizes[0].min() > 0 and sizes[0].max() <= 2 * 20_000 / 255
    assert sizes[1].max() == np.count_nonzero(X[:, 1] == 0.0) and np.count_nonzero(sizes[1]) > 200
    assert_array_equal(found.columns[2], X[:, 2] + 1)


def many(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Few values and many items, so that most nodes have more items than bins; weights of different sizes."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 8, (3000, 5)) + 0.0
    X[rng.random(X.shape) < 0.1] = np.nan
    weight = np.exp(rng.normal(0.0, 2.0, 3000)) * (rng.random(3000) > 0.1)
    return X, np.nan_to_num(X[:, 0] * X[:, 1]) + np.exp(rng.normal(0.0, 3.0, 3000)), weight


@pytest.mark.parametrize("seed", range(5))
def test_a_histogram_minus_a_childs_makes_the_tree_that_sums_of_the_items_make(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    X, target, weight = many(seed)
    ours = Trees(X, None, leaves=40).fit(target, weight).tree
    afresh = types.FunctionType(tree.growth.__code__, {**vars(tree), "AFRESH": math.inf})
    monkeypatch.setattr(tree, "grow", afresh)
    theirs = Trees(X, None, leaves=40).fit(target, weight).tree
    assert ours is not None and theirs is not None and ours.n_leaves == 40
    for name in ("feature", "threshold", "left", "right", "missing_left", "value", "items"):
        assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=name)
    assert_allclose(ours.gain, theirs.gain, rtol=1e-9)


def test_several_threads_grow_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    X, target, weight = many(0)
    ours = Trees(X, None, leaves=40).fit(target, weight)
    monkeypatch.setenv("RANKVIZ_THREADS", "3")
    monkeypatch.setattr(trees, "LARGE", 0)
    monkeypatch.setattr(trees, "SHARED", 0)
    calls = []
    monkeypatch.setattr(trees, "in_parts", lambda work, count: (calls.append(count), in_parts(work, count)))
    same(ours, Trees(X, None, leaves=40).fit(target, weight))
    assert calls


def test_the_arrays_have_every_function_of_the_items() -> None:
    assert set(PARTS) | {"apply"} <= set(vars(tree_items)) & set(vars(tree_arrays))
    assert tree_items.BITS == tree_arrays.BITS


def scikit_learns(
    X: np.ndarray, target: np.ndarray, weight: np.ndarray, leaves: int
) -> DecisionTreeRegressor:
    return DecisionTreeRegressor(max_leaf_nodes=leaves, random_state=0).fit(X, target, sample_weight=weight)


@pytest.mark.parametrize("missing", [0.0, 0.15])
@pytest.mark.parametrize("seed", range(20))
def test_it_is_scikit_learns_tree(seed: int, missing: float) -> None:
    """Where no two splits are equal. Few leaves: two features may part a node of a few items alike."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(300, 4)).astype(np.float32).astype(float)  # scikit-learn rounds to 32 bits
    X[rng.random(X.shape) < missing] = np.nan
    levels = 4.0 * (X[:, 0] > 0) + 2.0 * (X[:, 1] > 0.2) + (X[:, 2] > -0.3)
    target, weight = levels + rng.normal(0, 0.3, 300), rng.random(300) + 0.1
    ours, theirs = Trees(X, None, leaves=6).fit(target, weight), scikit_learns(X, target, weight, 6).tree_
    assert ours.tree is not None and theirs.n_node_samples.min() > 4
    inner = ours.tree.left != NONE
    assert_array_equal(ours.tree.left, theirs.children_left)
    assert_array_equal(ours.tree.right, theirs.children_right)
    assert_array_equal(ours.tree.feature[inner], theirs.feature[inner])
    assert_array_equal(ours.tree.missing_left[inner], theirs.missing_go_to_left[inner])
    assert_array_equal(ours.tree.items, theirs.n_node_samples)
    assert_allclose(ours.tree.threshold[inner], theirs.threshold[inner], rtol=1e-12, atol=1e-12)
    assert_allclose(ours.tree.value, theirs.value[:, 0, 0], atol=1e-12)
    w, left, right = theirs.weighted_n_node_samples, theirs.children_left[inner], theirs.children_right[inner]
    error = w * theirs.impurity
    assert_allclose(ours.tree.gain[inner], error[inner] - error[left] - error[right], rtol=1e-9)


@given(cases(), st.integers(0, 10**6))
def test_its_first_split_takes_off_as_much_as_scikit_learns(case: Case, seed: int) -> None:
    """Whichever of several equal splits either makes."""
    rng, X = np.random.default_rng(seed), np.array(case.X, dtype=float)
    target, weight = rng.integers(-2, 3, len(X)) + 0.0, rng.integers(1, 3, len(X)) + 0.0
    target[0] = 3.0
    ranks = X.copy()  # scikit-learn takes values that are nearer than 1e-7 for equal
    for column in ranks.T:
        column[~np.isnan(column)] = np.unique(column[~np.isnan(column)], return_inverse=True)[1]
    ours, theirs = Trees(X, None, leaves=2).fit(target, weight).tree, scikit_learns(ranks, target, weight, 2)
    assert ours is not None
    error = float(weight @ (target - np.average(target, weights=weight)) ** 2)
    left = float(weight @ (target - theirs.predict(ranks)) ** 2)
    assert float(ours.gain.sum()) == pytest.approx(error - left, abs=1e-9)


def test_weights_that_leave_a_right_side_nothing_do_no_harm() -> None:
    """1 and 1e-20 add up to 1, so the weight of the right side is 0 but for what is written for it."""
    X, target, weight = (
        np.array([[0.0], [1.0], [2.0]]),
        np.array([0.0, 1.0, -1.0]),
        np.array([1.0, 1e-20, 1e-20]),
    )
    fitted = Trees(X, None, leaves=3).fit(target, weight)
    assert np.isfinite(fitted.values).all() and fitted.values[0] == pytest.approx(0.0, abs=1e-15)
