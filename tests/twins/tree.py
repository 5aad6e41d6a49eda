"""The slow twin of a regression tree, best split first, in exact fractions: equal splits are equal here.

It imports nothing from rankviz. A split of a node's items takes Σ w (r − mean)² of the items less that of both sides
off the squared error. The best split of all leaves is made, as long as fewer leaves than asked for are there. Of equal
ones: that of the leaf that was made first; by the first feature; one that sends missing values right; by the lowest
threshold.
"""

import itertools
import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass
class Node:
    """A node's items and, where it was split, how: the values on both sides of the threshold, and its children."""

    items: list[int]
    value: Fraction
    feature: int = 0
    low: float = math.nan
    high: float = math.nan
    missing_left: bool = False
    gain: Fraction = Fraction(0)
    children: tuple[int, int] | None = None


def grown(X: list[list[float]], target: list[int], weight: list[int], leaves: int) -> list[Node]:
    """The nodes in the order in which they were made; X by item, only items of positive weight count."""

    def mean(items: list[int]) -> Fraction:
        return Fraction(sum(weight[i] * target[i] for i in items), sum(weight[i] for i in items))

    def error(items: list[int]) -> Fraction:
        return sum((weight[i] * (target[i] - mean(items)) ** 2 for i in items), Fraction(0))

    def best(items: list[int]) -> tuple[Fraction, Node, list[int], list[int]] | None:
        if error(items) == 0:
            return None
        offers = []
        for j in range(len(X[0])):
            known = sorted({X[i][j] for i in items if not math.isnan(X[i][j])})
            missing = [i for i in items if math.isnan(X[i][j])]
            for with_missing in (False, True) if missing else (False,):
                for low, high in itertools.pairwise([*known, math.inf]):
                    under = [i for i in items if X[i][j] <= low] + (missing if with_missing else [])
                    rest = [i for i in items if i not in under]
                    if rest:
                        stays = with_missing if missing else len(under) > len(rest)
                        how = Node(items, mean(items), j, low, high, stays)
                        offers.append((error(items) - error(under) - error(rest), how, under, rest))
        return max(offers, key=lambda offer: offer[0], default=None)  # the first of the largest

    everyone = [i for i in range(len(X)) if weight[i] > 0]
    nodes = [Node(everyone, mean(everyone))]
    while (len(nodes) + 1) // 2 < leaves:
        offers = [(k, best(node.items)) for k, node in enumerate(nodes) if node.children is None]
        there = [(k, offer) for k, offer in offers if offer is not None]
        if not there:
            break
        k, (gain, how, under, rest) = max(there, key=lambda pair: pair[1][0])
        how.gain, how.children = gain, (len(nodes), len(nodes) + 1)
        nodes[k] = how
        nodes += [Node(under, mean(under)), Node(rest, mean(rest))]
    return nodes
