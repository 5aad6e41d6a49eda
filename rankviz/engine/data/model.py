"""A ranker that another library has trained: its trees, the features it needs, and the objective it states."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from rankviz.engine.data.model_columns import CATEGORY, IS_CATEGORY, ZERO, Statistic, columns_of
from rankviz.engine.number_format import counted, number

FEATURE = "{feature}"
"""The placeholder of the feature's name in a question about categories."""
NO_COLUMN = -1
"""In `Model.columns`: a feature that the data lack and no tree uses."""
DROPPED = "each tree was fitted to scores without some of the trees before it ({})"
"""Why λ's of DART are not known; for its setting."""
MOST_NAMED = 12
"""Categories that a question lists."""
LARGEST = 1e30
"""Scores and gains up to this are shown: a stage holds them in single precision."""
MOST_VALUES = 1_000_000
"""The most values of features and statistics that a walk through the trees holds at a time."""


@dataclass(frozen=True)
class Objective:
    """The training objective that a model's file states.

    Attributes
    ----------
    name : as the library writes it: "lambdarank", "rank:ndcg".
    delta : a pair has weight |ΔNDCG| (LambdaRank), not the same as every other (RankNet).
    sigma, at, norm : steepness σ; the number of places that count, 0 for all; True where λ's are normalised.
    unknown : why the pairs' weights cannot be determined, in a few words; "" where they can.
    """

    name: str
    delta: bool = False
    sigma: float = 1.0
    at: int = 0
    norm: bool = False
    unknown: str = ""


@dataclass(frozen=True, eq=False)
class Shapes:
    """The trees one after another: tree t has the nodes start[t] … start[t + 1] − 1, its root first. Arrays (nodes,).

    Attributes
    ----------
    start : (T + 1,) int64.
    feature : int32, the number of the feature that a node tests; 0 in a leaf.
    threshold : items of up to this value go left, below it where `strict`; NaN in a leaf and for a question about
        categories.
    left, right : int32 children, counted from the tree's root and after their parent; −1 in a leaf.
    missing_left : uint8, 1 where a missing value goes left.
    value : the score that a leaf adds; NaN in an inner node.
    gain : the reduction of the objective by an inner node's question, as the library reports it; None where its file
        does not.
    zero_missing : uint8, 1 where a value of 0 counts as missing; None where none does.
    list_start, listed : (nodes + 1,) int64 and int32, the categories that node v lists, rising:
        listed[list_start[v] : list_start[v + 1]]; None without categories. They go left if `listed_left`, and are
        CatBoost's hashes of categories if `hashed`.
    statistic : int32, the one of `statistics` that a node compares with its threshold instead of a feature, −1 for
        none; None without statistics.
    """

    start: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray
    left: np.ndarray
    right: np.ndarray
    missing_left: np.ndarray
    value: np.ndarray
    strict: bool = False
    gain: np.ndarray | None = None
    zero_missing: np.ndarray | None = None
    list_start: np.ndarray | None = None
    listed: np.ndarray | None = None
    listed_left: bool = False
    hashed: bool = False
    statistic: np.ndarray | None = None
    statistics: tuple[Statistic, ...] = ()

    def __len__(self) -> int:
        return len(self.start) - 1

    def tree(self, t: int) -> slice:
        """Return the slice of the nodes of tree t, counted from 0."""
        return slice(int(self.start[t]), int(self.start[t + 1]))

    def asks(self, end: int) -> dict[int, str]:
        """Return the questions about categories of the first `end` nodes, by node."""
        found = (
            (int(node), self._about_categories(int(node))) for node in np.flatnonzero(self.left[:end] >= 0)
        )
        return {node: text for node, text in found if text}

    def _about_categories(self, node: int) -> str:
        """Return a node's question about categories: "{feature} is one of 1, 4"; "" where it is about a threshold."""
        if self.statistic is not None and self.statistic[node] >= 0:
            parts = self.statistics[self.statistic[node]].parts
            others = sum(kind in (CATEGORY, IS_CATEGORY) for kind, _, _ in parts) - 1
            also = f" and {counted(others, 'other feature')}" if others > 0 else ""
            return f"{FEATURE}{also}: low grades in training"
        lists = self.list_start is not None and self.left[node] >= 0 and np.isnan(self.threshold[node])
        if not lists or self.list_start is None or self.listed is None:
            return ""
        first, end = int(self.list_start[node]), int(self.list_start[node + 1])
        if self.hashed:
            return f"{FEATURE} is not one category"
        some = ", ".join(map(str, self.listed[first : min(end, first + MOST_NAMED)]))
        more = ", …" if end - first > MOST_NAMED else ""
        many, one = ("one of ", "") if self.listed_left else ("none of ", "not ")
        return f"{FEATURE} is {many if end - first != 1 else one}{some}{more}"

    def question(self, node: int, feature: str) -> str:
        """Return the question of a node, counted over all trees, about a feature of this name; a yes goes left."""
        if about := self._about_categories(node):
            return about.replace(FEATURE, feature)
        threshold = float(self.threshold[node])
        if abs(threshold) <= 1.1 * ZERO:  # as LightGBM separates negative, 0 and positive
            return f"{feature} {'<' if self.strict or threshold < 0.0 else '≤'} 0"
        return f"{feature} {'<' if self.strict else '≤'} {number(threshold)}"

    def way(self, t: int, leaf: int) -> list[tuple[int, bool]]:
        """Return the nodes of tree t, counted over all trees, on the path to a leaf, with True where it goes left."""
        here, found = self.tree(t), list[tuple[int, bool]]()
        left, right = self.left[here], self.right[here]
        inner = np.flatnonzero(left >= 0)
        parent = np.zeros(len(left), dtype=np.int64)
        parent[left[inner]] = parent[right[inner]] = inner
        while leaf != 0:
            node = int(parent[leaf])
            found.append((here.start + node, bool(left[node] == leaf)))
            leaf = node
        return found[::-1]

    @cached_property
    def leaves(self) -> np.ndarray:
        """(T,) the number of leaves of each tree that can be reached."""
        inner = np.add.reduceat((self.left >= 0).astype(np.int64), self.start[:-1])
        return inner + 1

    @cached_property
    def used(self) -> np.ndarray:
        """The features that some tree uses, in order."""
        return np.unique(self.feature[self.left >= 0])


@dataclass(frozen=True, eq=False)
class Model:
    """A trained ranker; each of its trees is a round.

    Attributes
    ----------
    library : its name on screen.
    name : of its file, for messages.
    names : of the features; empty where the model only counts them.
    n_features : the number of features it was trained on.
    categories : the features, by number, whose values are categories.
    start : the score of every item before the first tree.
    best : the number of trees that early stopping chose; 0 where the file does not state it.
    identity : the SHA-256 of its contents.
    columns : (n_features,) the column of the data for each feature, set by data.models.reader.
    """

    library: str
    name: str
    objective: Objective
    names: tuple[str, ...]
    n_features: int
    categories: tuple[int, ...]
    shapes: Shapes
    start: float
    best: int
    identity: str
    columns: np.ndarray | None = None

    @property
    def n_trees(self) -> int:
        """The number of trees, and so of rounds."""
        return len(self.shapes)

    def labels(self, features: tuple[str, ...]) -> tuple[str, ...]:
        """Return the name of each feature of the model: its own, or the data's, which are `features`."""
        if self.names or self.columns is None:
            return self.names or features
        return tuple("nothing" if column == NO_COLUMN else features[column] for column in self.columns)

    def with_columns(self, columns: np.ndarray) -> Model:
        """Return the same model with the columns of the data for its features."""
        return replace(self, columns=columns)

    def used_features(self, X: np.ndarray) -> np.ndarray:
        """Return the features (k, n_features) that the model needs, of items with the data's features X (k, d)."""
        if self.columns is None:
            return X
        found = np.zeros((len(X), self.n_features))
        there = self.columns != NO_COLUMN
        found[:, there] = X[:, self.columns[there]]
        return found

    @cached_property
    def _walk(self) -> tuple[Any, ...]:
        """The trees in the form of the kernel."""
        shapes, nodes = self.shapes, len(self.shapes.left)
        column, zero = shapes.feature, np.full(nodes, -1.0)
        if shapes.statistic is not None:
            column = np.where(shapes.statistic < 0, column, self.n_features + shapes.statistic).astype(
                np.int32
            )
        if shapes.zero_missing is not None:
            zero[shapes.zero_missing > 0] = ZERO
        # Below a threshold means up to the float before it.
        threshold = np.nextafter(shapes.threshold, -np.inf) if shapes.strict else shapes.threshold
        lists = shapes.list_start, shapes.listed
        if shapes.list_start is None:
            lists = np.zeros(nodes + 1, dtype=np.int64), np.zeros(0, dtype=np.int32)
        sides = shapes.left, shapes.right, shapes.missing_left
        return shapes.start, column, threshold, *sides, zero, *lists, shapes.listed_left

    def ends(self, X: np.ndarray, trees: int | None = None) -> np.ndarray:
        """(T, k) int32: the node, counted from its tree's root, in which each item with features X (k, d) ends.

        Rows are processed a part at a time: a model may have many more statistics than features.
        """
        from rankviz.engine.kernels import model_trees  # compiled code: reading a model needs none

        shapes, count = self.shapes, self.n_trees if trees is None else min(trees, self.n_trees)
        found = np.empty((count, len(X)), dtype=np.int32)
        rows = max(MOST_VALUES // (self.n_features + len(shapes.statistics)), 1)
        for first in range(0, len(X), rows):
            part = slice(first, first + rows)
            ends = found[:, part].copy()
            columns = columns_of(
                self.used_features(X[part]), self.library, self.categories, shapes.statistics
            )
            model_trees.leaves(columns, ends, *self._walk)
            found[:, part] = ends
        return found

    def added(self, ends: np.ndarray, first: int = 0) -> np.ndarray:
        """(T, k) float64: what each tree from `first` on adds to the scores of items that end in `ends` (T, k)."""
        found = np.empty(ends.shape)
        for t, nodes in enumerate(ends):
            np.take(self.shapes.value[self.shapes.tree(first + t)], nodes, out=found[t])
        return found

    def scores(self, ends: np.ndarray) -> np.ndarray:
        """(T + 1, k) float64: the scores before the first tree and after each, of items that end in `ends` (T, k)."""
        found = np.empty((len(ends) + 1, ends.shape[1]))
        found[0] = self.start
        found[1:] = self.added(ends)
        return np.cumsum(found, axis=0, out=found)
