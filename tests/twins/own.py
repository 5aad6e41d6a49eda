"""A boosted ranker scored tree by tree, one item and one question at a time; imports nothing of the package."""

import math
from collections.abc import Mapping, Sequence

Node = Mapping[str, object]
"""A leaf {"value"}, or a question {"feature", "threshold", "strict", "missing_left", "left", "right"}."""


def leaf(tree: Node, x: Sequence[float]) -> float:
    """The value of the leaf in which an item ends."""
    while "value" not in tree:
        known = x[tree["feature"]]
        if math.isnan(known):
            left = tree["missing_left"]
        else:
            left = known < tree["threshold"] if tree["strict"] else known <= tree["threshold"]
        tree = tree["left" if left else "right"]
    return float(tree["value"])


def scores(trees: Sequence[Node], X: Sequence[Sequence[float]], start: float = 0.0) -> list[list[float]]:
    """The scores of items before the first tree and after each."""
    found = [[start] * len(X)]
    for tree in trees:
        found.append([before + leaf(tree, x) for before, x in zip(found[-1], X, strict=True)])
    return found
