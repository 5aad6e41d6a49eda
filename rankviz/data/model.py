"""A ranker that another library has trained: its trees, the features it wants, and the objective it says it had."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from rankviz.number_format import number

FEATURE = "{feature}"
"""Stands for the feature's name in `Shapes.asks`."""
ZERO = 1.1e-35
"""LightGBM parts negative, 0 and positive at a number that is 0 for it: ±1e-35 (kZeroThreshold)."""
NO_COLUMN = -1
"""In `Model.columns`: a feature that the data do not have and no tree asks for."""


@dataclass(frozen=True)
class Objective:
    """What the model's file says that it was trained for.

    Attributes
    ----------
    name : as the library writes it: "lambdarank", "rank:ndcg".
    delta : whether a pair weighs |ΔNDCG| (LambdaRank) or the same as every other (RankNet).
    sigma, at, norm : steepness σ; places that count, 0 for all; whether λ's are normalised.
    unknown : why the pairs' weights cannot be told, in a few words; "" where they can.
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
    feature : int32, the feature that a node asks for by its number in the model; 0 in a leaf.
    threshold : items of up to this value go left, below it where `strict`; NaN in a leaf and where `asks` has the
        node's question.
    left, right : int32 children, counted from the tree's root; −1 in a leaf.
    missing_left : uint8, whether a missing value goes left.
    value : what a leaf adds to the score; NaN in an inner node.
    gain : by how much an inner node's question lowered the objective, as the library has it; None where its file does
        not say.
    asks : the questions of nodes about categories, by node: "{feature} is one of 1, 4".
    """

    start: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray
    left: np.ndarray
    right: np.ndarray
    missing_left: np.ndarray
    value: np.ndarray
    strict: bool = False
    asks: Mapping[int, str] = field(default_factory=dict)
    gain: np.ndarray | None = None

    def __len__(self) -> int:
        return len(self.start) - 1

    def tree(self, t: int) -> slice:
        """Where the nodes of tree t, counted from 0, stand."""
        return slice(int(self.start[t]), int(self.start[t + 1]))

    def question(self, node: int, feature: str) -> str:
        """What a node, counted over all trees, asks of a feature of this name; where it is so items go left."""
        if node in self.asks:
            return self.asks[node].replace(FEATURE, feature)
        threshold = float(self.threshold[node])
        if abs(threshold) <= ZERO:
            return f"{feature} {'<' if self.strict or threshold < 0.0 else '≤'} 0"
        return f"{feature} {'<' if self.strict else '≤'} {number(threshold)}"

    def way(self, t: int, leaf: int) -> list[tuple[int, bool]]:
        """The nodes of tree t, counted over all trees, on the way to a leaf, and whether it goes left there."""
        here, found = self.tree(t), list[tuple[int, bool]]()
        left, right = self.left[here], self.right[here]
        node = leaf
        while node != 0:
            from_left = bool((left == node).any())
            node = int(np.flatnonzero((left if from_left else right) == node)[0])
            found.append((here.start + node, from_left))
        return found[::-1]

    @cached_property
    def leaves(self) -> np.ndarray:
        """(T,) how many leaves each tree has that can be reached."""
        inner = np.add.reduceat((self.left >= 0).astype(np.int64), self.start[:-1])
        return inner + 1

    @cached_property
    def used(self) -> np.ndarray:
        """The features that some tree asks for, in order."""
        return np.unique(self.feature[self.left >= 0])


Leaves = Callable[[np.ndarray], np.ndarray]
"""Features (k, model's) of any items → the node (T, k) int32, counted from its tree's root, in which each ends."""


@dataclass(frozen=True, eq=False)
class Model:
    """A trained ranker; each tree of it is a round.

    Attributes
    ----------
    library : its name on screen.
    name : of its file, for messages.
    names : of the features; empty where the model only counts them.
    n_features : how many features it was trained on.
    categories : the features, by number, whose values are categories.
    start : the score of every item before the first tree.
    best : how many trees early stopping found best; 0 where the file does not say.
    leaves : the library's own answer to where items end.
    identity : the SHA-256 of its contents.
    columns : (n_features,) the column of the data that each feature is; `matched` by rankviz.data.models.features.
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
    leaves: Leaves
    identity: str
    columns: np.ndarray | None = None

    @property
    def n_trees(self) -> int:
        """How many trees, and so rounds, it has."""
        return len(self.shapes)

    def labels(self, features: tuple[str, ...]) -> tuple[str, ...]:
        """The name of each feature of the model: its own, or the data's, which are `features`."""
        if self.names or self.columns is None:
            return self.names or features
        return tuple("nothing" if column == NO_COLUMN else features[column] for column in self.columns)

    def with_columns(self, columns: np.ndarray) -> Model:
        """Return the same model, told which column of the data each of its features is."""
        return replace(self, columns=columns)

    def asked(self, X: np.ndarray) -> np.ndarray:
        """The features (k, n_features) that the model wants, of items with the data's features X (k, d)."""
        if self.columns is None:
            return X
        found = np.zeros((len(X), self.n_features))
        there = self.columns != NO_COLUMN
        found[:, there] = X[:, self.columns[there]]
        return found

    def asked_for(self, trees: int) -> np.ndarray:
        """(n_features,) how many questions of the first trees ask for each feature: "split" importance."""
        upto = slice(0, int(self.shapes.start[trees]))
        inner = self.shapes.left[upto] >= 0
        return np.bincount(self.shapes.feature[upto][inner], minlength=self.n_features)

    def ends(self, X: np.ndarray, trees: int | None = None) -> np.ndarray:
        """(T, k) int32: the node, counted from its tree's root, in which each item with features X (k, d) ends."""
        found = self.leaves(self.asked(X))
        return found if trees is None else found[:trees]

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
