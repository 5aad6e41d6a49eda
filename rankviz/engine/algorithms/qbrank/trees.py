"""Weak learners, which fit a function of the features to targets with weights (QB (3))."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

import numpy as np

from rankviz.engine.kernels import tree, tree_items

NONE = -1
"""The child of a leaf."""


@dataclass(frozen=True, eq=False)
class Tree:
    """A regression tree; node 0 is the root. Arrays of length nodes.

    feature : int32, 0 in a leaf. threshold : an item goes left where feature ≤ threshold; +inf where every
        known value goes left, −inf where every one goes right, NaN in a leaf.
    missing_left : uint8, 1 where missing values go left. left, right : int32 children, NONE in a leaf.
    value : the weighted mean of the targets. items : int32, training items of positive weight that pass the node.
    gain : the reduction of Σ w (r − value)² by the node's question; 0 in a leaf.
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
        """The number of leaves."""
        return int((self.left == NONE).sum())

    def apply(self, X: np.ndarray) -> np.ndarray:
        """The leaf (n,) int32 in which each row of X (n, d) ends."""
        leaf = np.empty(len(X), dtype=np.int32)
        tree_items.apply(X, self.feature, self.threshold, self.left, self.right, self.missing_left, leaf)
        return leaf


@dataclass(frozen=True, eq=False)
class Tolerated:
    """The cost of pruning: the grown tree had the values `found` (n,) and that many `leaves`.

    explained : Σ w r² − Σ w (g − r)² of the grown tree. asked : ε (QB (3)). used : the growth of Σ w (ĝ − r)² in the
        tree returned, ≤ `asked` up to rounding.
    """

    found: np.ndarray
    leaves: int
    explained: float
    asked: float
    used: float


@dataclass(frozen=True, eq=False)
class FittedTree:
    """A fitted function: its values on the training items (n,) and the held-out ones (k,), its text, and its tree.

    `tolerated` is set when a tolerance was requested.
    """

    values: np.ndarray
    held: np.ndarray | None
    text: str
    tree: Tree | None = None
    tolerated: Tolerated | None = None


def staged(fitted: Iterable[FittedTree], steps: Iterable[float], X: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the scores (k,) of items X (k, d) after rounds 0, 1, …: each round's tree, times its step, is added."""
    rounds = zip(fitted, steps, strict=True)
    added = (step * each.tree.value[each.tree.apply(X)] for each, step in rounds if each.tree)
    return accumulate(added, initial=np.zeros(len(X)))


class WeakLearner(Protocol):
    """Fits g to targets (n,) with weights (n,) ≥ 0, on the features given to the learner before."""

    def fit(self, target: np.ndarray, weight: np.ndarray) -> FittedTree: ...


class Trees:
    """Regression trees with at most `leaves` leaves, grown best split first, as scikit-learn grows them.

    Thresholds lie midway between the values beside them. No node is split whose targets' variance is below 2.2e-16:
    targets are scaled by the power of 2 that makes the first fit's about 1, so that their unit does not matter, and a
    run ends where so little is left of them. Missing values stay missing; each split learns which side they take.
    Among equal splits scikit-learn draws; here the first is taken (:func:`kernels.tree_items.best_split`).
    """

    def __init__(self, X: np.ndarray, held: np.ndarray | None, *, leaves: int) -> None:
        self._X, self._held = X, held
        self._columns = np.ascontiguousarray(X.T, dtype=np.float64)
        self._order = np.argsort(self._columns, axis=1, kind="stable").astype(np.int32)  # missing values last
        self._leaves = leaves
        self._exponent: int | None = None

    def fit(self, target: np.ndarray, weight: np.ndarray) -> FittedTree:
        if self._exponent is None:
            self._exponent = int(np.frexp(np.abs(target).max())[1])
        return self.fitted(self._grown(np.ldexp(target, -self._exponent), weight, self._exponent))

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
        for node in np.flatnonzero(tree.left != NONE)[::-1]:  # a child comes after its parent
            found[node] += found[tree.left[node]] + found[tree.right[node]]
        return found

    def _grown(self, target: np.ndarray, weight: np.ndarray, exponent: int) -> Tree:
        """Grow a tree on targets / 2^exponent (n,), and return it for the targets themselves."""
        counts = weight > 0.0
        order = self._order[counts[self._order]].reshape(len(self._order), -1)
        most = 2 * min(self._leaves, order.shape[1]) - 1
        left, right, feature, items = np.zeros((4, most), dtype=np.int32)
        low, high, gain, value = np.zeros((4, most))
        missing_left = np.zeros(most, dtype=np.uint8)
        nodes = tree.grow(
            self._columns, order, target, weight,
            left, right, feature, low, high, missing_left, gain, value, items,
        )  # fmt: skip
        inner = left[:nodes] != NONE
        return Tree(
            feature=np.where(inner, feature[:nodes], 0).astype(np.int32),
            threshold=np.where(inner, _midway(low[:nodes], high[:nodes]), np.nan),
            left=left[:nodes],
            right=right[:nodes],
            missing_left=np.where(inner, missing_left[:nodes], 0).astype(np.uint8),
            value=np.ldexp(value[:nodes], exponent),
            items=items[:nodes],
            gain=np.where(inner, np.ldexp(gain[:nodes], 2 * exponent), 0.0),
        )


def _midway(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Cuts with low ≤ cut < high, ±inf where no value bounds them; halves are added, so that no sum overflows."""
    middle = 0.5 * low + 0.5 * high
    # Between neighbouring floats the middle may round up to the higher one.
    return np.where((middle < high) | (np.isfinite(low) & np.isinf(high)), middle, low)
