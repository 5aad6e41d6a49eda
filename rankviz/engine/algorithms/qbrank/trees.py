"""Weak learners, which fit a function of the features to targets with weights (QB (3))."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from types import FunctionType
from typing import Protocol

import numpy as np

from rankviz.engine.algorithms.qbrank.bins import bin_features
from rankviz.engine.kernels import tree, tree_items
from rankviz.engine.threads import in_parts, threads

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


LARGE = 2_000_000
"""Values from which on trees are grown by several threads."""

SHARED = 500_000
"""Values of a node that several threads share: handing them work takes about 50 µs."""


def _fill_by_threads(
    codes: np.ndarray, count: np.ndarray, rows: np.ndarray, number: np.ndarray, histogram: np.ndarray
) -> None:
    """Run `tree_items.fill`; where there is much to add, several threads add some of the items each."""
    others: list[np.ndarray] = []

    def part(first: int, last: int) -> None:
        into = np.zeros_like(histogram) if first else histogram
        tree_items.fill(codes, count, rows[first:last], number, into)
        if first:
            others.append(into)

    if len(rows) * len(count) >= SHARED:
        in_parts(part, len(rows))
    else:
        part(0, len(rows))
    for other in others:
        histogram += other


_grow_by_threads = FunctionType(tree.growth.__code__, {**vars(tree), "fill": _fill_by_threads})
"""`tree.growth` in Python, which costs nothing where nodes are large; its sums are exact, so the trees are the same."""


class WeakLearner(Protocol):
    """Fits g to targets (n,) with weights (n,) ≥ 0, on the features given to the learner before."""

    def fit(self, target: np.ndarray, weight: np.ndarray) -> FittedTree: ...


class Trees:
    """Regression trees with at most `leaves` leaves, grown best split first, as scikit-learn grows them.

    On up to 10,000 items, and for features of at most 255 values on any, each value has its own bin: all splits are
    candidates, and a threshold lies midway between the node's values beside it. Other features are cut into at most 255
    bins with about as many items each; the cuts between bins are the candidates, and a threshold lies midway between
    the training values beside the cut (:func:`bins.bin_features`).

    No node is split whose targets' variance is below 2.2e-16: targets are scaled by the power of 2 that makes the first
    fit's about 1, so that their unit does not matter, and a run ends where so little is left of them. Missing values
    stay missing; each split learns which side they take. Among equal splits scikit-learn draws; here the first is taken
    (:func:`kernels.tree.best_split`).
    """

    def __init__(self, X: np.ndarray, held: np.ndarray | None, *, leaves: int) -> None:
        self._X, self._held, self._leaves = X, held, leaves
        self._bins = bin_features(X)
        width = self._bins.lowest.shape[1]
        self._histograms = np.zeros(
            (min(leaves, len(X) // width) + 1, X.shape[1], width), dtype=np.complex128
        )
        self._grow = _grow_by_threads if threads() > 1 and X.size >= LARGE else tree.grow
        self._exponent: int | None = None

    def fit(self, target: np.ndarray, weight: np.ndarray) -> FittedTree:
        if self._exponent is None:
            self._exponent = int(np.frexp(np.abs(target).max())[1])
        return self._fitted(*self._grown(np.ldexp(target, -self._exponent), weight, self._exponent))

    def fitted(self, tree: Tree) -> FittedTree:
        """Evaluate a tree on the training and the held-out items."""
        return self._fitted(tree, tree.apply(self._X))

    def leaf_weights(self, tree: Tree, weight: np.ndarray) -> np.ndarray:
        """(nodes,) the total weight of the training items that pass each node, from weight (n,)."""
        found = np.bincount(tree.apply(self._X), weight, len(tree.left))
        for node in np.flatnonzero(tree.left != NONE)[::-1]:  # a child comes after its parent
            found[node] += found[tree.left[node]] + found[tree.right[node]]
        return found

    def _fitted(self, tree: Tree, leaf: np.ndarray) -> FittedTree:
        """Return the function of a tree whose training items end in `leaf` (n,)."""
        count = tree.n_leaves
        return FittedTree(
            tree.value[leaf],
            None if self._held is None else tree.value[tree.apply(self._held)],
            f"tree, {count} {'leaf' if count == 1 else 'leaves'}",
            tree,
        )

    def _grown(self, target: np.ndarray, weight: np.ndarray, exponent: int) -> tuple[Tree, np.ndarray]:
        """Grow a tree on targets / 2^exponent (n,); return it for the targets themselves, and each item's leaf (n,)."""
        bins, rows = self._bins, np.flatnonzero(weight > 0.0).astype(np.int32)
        most = 2 * min(self._leaves, len(rows)) - 1
        left, right, feature, low, high, items = np.zeros((6, most), dtype=np.int32)
        gain, value = np.zeros((2, most))
        missing_left, leaf = np.zeros(most, dtype=np.uint8), np.zeros(len(weight), dtype=np.int32)
        codes = bins.codes.copy() if bins.many else bins.codes
        nodes = self._grow(
            codes, bins.columns, bins.count, bins.many, rows, target, weight, self._histograms,
            left, right, feature, low, high, missing_left, gain, value, items, leaf,
        )  # fmt: skip
        inner = left[:nodes] != NONE
        feature, low, high = (np.where(inner, each[:nodes], 0) for each in (feature, low, high))
        above = np.where(high > 0, bins.lowest[feature, high], np.inf)
        made = Tree(
            feature=feature.astype(np.int32),
            threshold=np.where(inner, _midway(bins.highest[feature, low], above), np.nan),
            left=left[:nodes],
            right=right[:nodes],
            missing_left=np.where(inner, missing_left[:nodes], 0).astype(np.uint8),
            value=np.ldexp(value[:nodes], exponent),
            items=items[:nodes],
            gain=np.where(inner, np.ldexp(gain[:nodes], 2 * exponent), 0.0),
        )
        without = np.flatnonzero(weight <= 0.0)
        leaf[without] = made.apply(self._X[without])
        return made, leaf


def _midway(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Cuts with low ≤ cut < high, ±inf where no value bounds them; halves are added, so that no sum overflows."""
    middle = 0.5 * low + 0.5 * high
    # Between neighbouring floats the middle may round up to the higher one.
    return np.where((middle < high) | (np.isfinite(low) & np.isinf(high)), middle, low)
