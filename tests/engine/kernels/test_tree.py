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

from rankviz.engine.algorithms.qbrank.trees import NONE, Trees
from rankviz.engine.kernels import tree, tree_items
from rankviz.engine.kernels.arrays import tree_items as tree_arrays

PARTS = ("spread", "best_split", "divide")


def without_a_compiler() -> types.FunctionType:
    """`grow` as it runs in a browser: Python itself, on arrays."""
    python = getattr(tree.grow, "py_func", tree.grow)
    return types.FunctionType(
        python.__code__, {**python.__globals__, **{name: getattr(tree_arrays, name) for name in PARTS}}
    )


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
    learner = Trees(X, None, leaves=2 + seed % 19)
    ours = learner.fit(target, weight)
    monkeypatch.setattr(tree, "grow", without_a_compiler())
    monkeypatch.setattr(tree_items, "apply", tree_arrays.apply)
    theirs = learner.fit(target, weight)
    assert_array_equal(ours.values, theirs.values)
    assert ours.tree is not None and theirs.tree is not None
    for name, value in vars(ours.tree).items():
        assert_array_equal(value, getattr(theirs.tree, name), err_msg=name)
        assert value.dtype == getattr(theirs.tree, name).dtype


def test_the_arrays_have_every_function_of_the_items() -> None:
    assert set(PARTS) | {"apply"} <= set(vars(tree_items)) & set(vars(tree_arrays))
    assert tree_items.LEAST == tree_arrays.LEAST


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
