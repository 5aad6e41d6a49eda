"""The weak learner's tolerance ε (QB (3)): a tree that is worse than the one found by at most the allowed ε.

The variant: the grown tree is pruned from its leaves up, each time where its squared error grows least, while
that growth stays within ε_k and two leaves are left: a tree with one leaf would not be a direction for pairs. A leaf is
the weighted mean of its targets, so Σ w (ĝ − r)² − Σ w (g − r)² = Σ w (g − ĝ)²: the ε that was used is exact.
"""

import heapq
from dataclasses import replace

import numpy as np

from rankviz.engine.algorithms.qbrank.trees import NONE, FittedTree, Tolerated, Tree, Trees


class Tolerant:
    """A weak learner whose trees are pruned within ε_k = `share` of what the tree found explains, 0 < share ≤ 1."""

    def __init__(self, trees: Trees, share: float) -> None:
        self._trees, self._share = trees, share

    def fit(self, target: np.ndarray, weight: np.ndarray) -> FittedTree:
        found = self._trees.fit(target, weight)
        assert found.tree is not None
        explained = float(weight @ found.values**2)
        asked = self._share * explained
        cut = self._trees.fitted(pruned(found.tree, self._trees.leaf_weights(found.tree, weight), asked))
        used = float(weight @ (found.values - cut.values) ** 2)
        return replace(cut, tolerated=Tolerated(found.values, found.tree.n_leaves, explained, asked, used))


def pruned(tree: Tree, weight: np.ndarray, most: float) -> Tree:
    """Return the tree without its weakest splits, which add at most `most` to the squared error; two leaves stay.

    weight : (nodes,) the weight of the training items that pass each node.
    """
    left, right, parent = tree.left.copy(), tree.right.copy(), np.full(len(tree.left), NONE)
    for inner in np.flatnonzero(left != NONE):
        parent[[left[inner], right[inner]]] = inner

    def growth(node: int) -> float:
        """Return the growth of the squared error when a node's two leaves become one, with their weighted mean."""
        a, b = int(left[node]), int(right[node])
        apart = float(tree.value[a] - tree.value[b])
        whole = float(weight[a] + weight[b])
        return float(weight[a] * weight[b]) / whole * apart * apart if whole > 0.0 else 0.0

    def before_leaves(node: int) -> bool:
        return left[node] != NONE and left[left[node]] == NONE and left[right[node]] == NONE

    # Of equal ones the last grown goes first.
    offers = [(growth(node), -node) for node in range(len(left)) if before_leaves(node)]
    heapq.heapify(offers)
    leaves, grown = tree.n_leaves, 0.0
    while leaves > 2 and grown + offers[0][0] <= most:
        more, node = heapq.heappop(offers)
        grown, leaves = grown + more, leaves - 1
        left[-node] = right[-node] = NONE
        above = int(parent[-node])
        if above != NONE and before_leaves(above):
            heapq.heappush(offers, (growth(above), -above))
    return _without_the_rest(tree, left, right)


def _without_the_rest(tree: Tree, left: np.ndarray, right: np.ndarray) -> Tree:
    """Return the tree of the nodes that these children still reach, in their order."""
    there = np.zeros(len(left), dtype=bool)
    there[0] = True
    for node in np.flatnonzero(left != NONE):  # a child comes after its parent
        there[[left[node], right[node]]] = there[node]
    nodes = np.flatnonzero(there)
    number = np.full(len(left) + 1, NONE, dtype=np.int32)  # the last entry is for NONE itself
    number[nodes] = np.arange(len(nodes))
    leaf = left[nodes] == NONE
    return Tree(
        feature=np.where(leaf, 0, tree.feature[nodes]).astype(np.int32),
        threshold=np.where(leaf, np.nan, tree.threshold[nodes]),
        left=number[left[nodes]],
        right=number[right[nodes]],
        missing_left=np.where(leaf, 0, tree.missing_left[nodes]).astype(np.uint8),
        value=tree.value[nodes],
        items=tree.items[nodes],
        gain=np.where(leaf, 0.0, tree.gain[nodes]),
    )
