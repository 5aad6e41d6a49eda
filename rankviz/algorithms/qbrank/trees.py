"""Weak learners, which fit a function of the features to targets with weights (QB (3))."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Protocol

import numpy as np

from rankviz.arguments import seed_of_32_bits
from rankviz.kernels import libraries
from rankviz.kernels import tree as kernels

NONE = -1
"""The child of a leaf."""


@dataclass(frozen=True, eq=False)
class Tree:
    """A regression tree; node 0 is the root. Arrays of length nodes.

    feature : int32, 0 in a leaf. threshold : an item goes left where feature ≤ threshold; +inf where every
    known value goes left, −inf where every one goes right, NaN in a leaf.
    missing_left : uint8, whether missing values go left. left, right : int32 children, NONE in a leaf.
    value : the weighted mean of the targets. items : int32, training items of positive weight that pass the node.
    gain : by how much the node's question lowers Σ w (r − value)²; 0 in a leaf.
    """

    feature: np.ndarray
    threshold: np.ndarray
    left: np.ndarray
    right: np.ndarray
    missing_left: np.ndarray
    value: np.ndarray
    items: np.ndarray
    gain: np.ndarray

    @property
    def n_leaves(self) -> int:
        """How many leaves there are."""
        return int((self.left == NONE).sum())

    def apply(self, X: np.ndarray) -> np.ndarray:
        """The leaf (n,) int32 in which each row of X (n, d) ends."""
        leaf = np.empty(len(X), dtype=np.int32)
        kernels.apply(X, self.feature, self.threshold, self.left, self.right, self.missing_left, leaf)
        return leaf


@dataclass(frozen=True, eq=False)
class Tolerated:
    """What pruning cost: the tree that was grown had the values `found` (n,) and so many `leaves`.

    explained : Σ w r² − Σ w (g − r)² of the tree that was grown. asked : ε (QB (3)). used : by how much
    Σ w (ĝ − r)² of the tree that was returned is larger, ≤ `asked` but for rounding.
    """

    found: np.ndarray
    leaves: int
    explained: float
    asked: float
    used: float


@dataclass(frozen=True, eq=False)
class FittedTree:
    """A fitted function: its values on the training items (n,) and the held-out ones (k,), in words, and as a tree.

    `tolerated` is set when a tolerance was asked for.
    """

    values: np.ndarray
    held: np.ndarray | None
    text: str
    tree: Tree | None = None
    tolerated: Tolerated | None = None


def staged(fitted: Iterable[FittedTree], steps: Iterable[float], X: np.ndarray) -> Iterator[np.ndarray]:
    """Scores (k,) of items X (k, d) after rounds 0, 1, …: each round's tree, times its step, is added."""
    rounds = zip(fitted, steps, strict=True)
    added = (step * each.tree.value[each.tree.apply(X)] for each, step in rounds if each.tree)
    return accumulate(added, initial=np.zeros(len(X)))


class WeakLearner(Protocol):
    """Fits g to targets (n,) with weights (n,) ≥ 0, on the features given to the learner before."""

    def fit(self, target: np.ndarray, weight: np.ndarray) -> FittedTree: ...


class AnyRegressor:
    """Any scikit-learn style regressor whose `fit` takes `sample_weight`; `make` gives a fresh one each round."""

    def __init__(self, make: Callable[[], Any], X: np.ndarray, held: np.ndarray | None = None) -> None:
        self._make, self._X, self._held = make, X, held

    def fit(self, target: np.ndarray, weight: np.ndarray) -> FittedTree:
        model = self._make().fit(self._X, target, sample_weight=weight)
        held = None if self._held is None else np.asarray(model.predict(self._held), dtype=np.float64)
        return FittedTree(np.asarray(model.predict(self._X), dtype=np.float64), held, type(model).__name__)


class Trees:
    """scikit-learn's regression tree with at most `leaves` leaves, grown best split first.

    The tree is grown on the ranks of the features' values: its splits are the same, and neither the size of a value
    nor scikit-learn's rounding to 32 bits matters. Thresholds then lie midway between the values beside them.
    scikit-learn splits no node of a variance below 2.2e-16: targets are scaled by the power of 2 that makes the first
    fit's about 1, so that their unit does not matter, and a run ends where so little is left of them.
    Missing values stay missing; scikit-learn's tree learns which side they take. Among equal splits
    seeded draws decide, the same as in scikit-learn's boosting.
    """

    def __init__(self, X: np.ndarray, held: np.ndarray | None, *, leaves: int, seed: int) -> None:
        self._X, self._held = X, held
        self._ranks = _ranks(X)
        self._missing = bool(np.isnan(self._ranks).any())
        self._leaves = leaves
        self._random = libraries.learning("sklearn.utils").check_random_state(seed_of_32_bits(seed))
        self._exponent: int | None = None

    def fit(self, target: np.ndarray, weight: np.ndarray) -> FittedTree:
        model = libraries.learning("sklearn.tree").DecisionTreeRegressor(
            max_leaf_nodes=self._leaves, random_state=self._random
        )
        if self._exponent is None:
            self._exponent = int(np.frexp(np.abs(target).max())[1])
        scaled = np.ldexp(target, -self._exponent)
        # Unchecked, scikit-learn would not look for missing values.
        with libraries.learning("sklearn").config_context(skip_parameter_validation=True):
            model.fit(self._ranks, scaled, sample_weight=weight, check_input=self._missing)
        return self.fitted(self._in_values(model.tree_, weight, self._exponent))

    def fitted(self, tree: Tree) -> FittedTree:
        """Evaluate a tree on the training and the held-out items."""
        count = tree.n_leaves
        return FittedTree(
            tree.value[tree.apply(self._X)],
            None if self._held is None else tree.value[tree.apply(self._held)],
            f"tree, {count} {'leaf' if count == 1 else 'leaves'}",
            tree,
        )

    def leaf_weights(self, tree: Tree, weight: np.ndarray) -> np.ndarray:
        """(nodes,) the total weight of the training items that pass each node, from weight (n,)."""
        found = np.bincount(tree.apply(self._X), weight, len(tree.left))
        for node in np.flatnonzero(tree.left != NONE)[::-1]:  # a child stands behind its parent
            found[node] += found[tree.left[node]] + found[tree.right[node]]
        return found

    def _in_values(self, grown: Any, weight: np.ndarray, exponent: int) -> Tree:
        """scikit-learn's tree over ranks and targets / 2^exponent as one over the features' and targets' own values."""
        feature = np.maximum(grown.feature, 0).astype(np.int32)
        left, right = grown.children_left.astype(np.int32), grown.children_right.astype(np.int32)
        missing_left = grown.missing_go_to_left.astype(np.uint8)
        low, high = np.empty(len(feature)), np.empty(len(feature))
        kernels.neighbours(
            self._X, self._ranks, weight, feature, grown.threshold, left, right, missing_left, low, high
        )
        inner = left != NONE
        value = np.ldexp(grown.value[:, 0, 0], exponent)
        threshold = np.full(len(feature), np.nan)
        threshold[inner] = midway(low[inner], high[inner])
        return Tree(
            feature,
            threshold,
            left,
            right,
            missing_left,
            value,
            grown.n_node_samples.astype(np.int32),
            gains(left, right, value, grown.weighted_n_node_samples),
        )


def gains(left: np.ndarray, right: np.ndarray, value: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """(nodes,) w₁w₂/(w₁ + w₂) · (value₁ − value₂)² of each question: what it takes off the squared error; 0 in a leaf.

    value, weight : (nodes,) the weighted mean of the targets that come to each node, and their weight.
    """
    found = np.zeros(len(left))
    inner = np.flatnonzero(left != NONE)
    a, b = left[inner], right[inner]
    whole = weight[a] + weight[b]
    share = np.divide(weight[a] * weight[b], whole, out=np.zeros(len(inner)), where=whole > 0.0)
    found[inner] = share * (value[a] - value[b]) ** 2
    return found


def midway(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Cuts with low ≤ cut < high, ±inf where no value bounds them; halves are added, so that no sum overflows."""
    middle = 0.5 * low + 0.5 * high
    # Between neighbouring floats the middle may round up to the higher one.
    return np.where((middle < high) | (np.isfinite(low) & np.isinf(high)), middle, low)


def _ranks(X: np.ndarray) -> np.ndarray:
    """(n, d) float32: k where the value is the k-th smallest of its feature, NaN where missing."""
    ranks = np.full(X.shape, np.nan, dtype=np.float32)
    for j in range(X.shape[1]):
        known = ~np.isnan(X[:, j])
        ranks[known, j] = np.unique(X[known, j], return_inverse=True)[1]
        if not known.any():
            ranks[:, j] = 0.0  # nothing to learn from, and scikit-learn wants one value at least
    return ranks
