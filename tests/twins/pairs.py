"""Wilcoxon's signed-rank test typed from Demšar (JMLR 2006, section 3.1.3): all signs tried, or by the normal law."""

import itertools
import math


def ranks(values: list[float]) -> list[float]:
    """Ranks from 1; equal values share the mean of theirs."""
    return [sum(v < x for v in values) + (sum(v == x for v in values) + 1) / 2 for x in values]


def by_all_signs(differences: list[float]) -> float:
    """p: in which share of all ways to sign the |d| the smaller sum of ranks is as small as it is, or smaller."""
    size = ranks([abs(d) for d in differences])

    def smaller(signs: tuple[int, ...]) -> float:
        zero = sum(r for r, d in zip(size, differences, strict=True) if d == 0) / 2
        plus = zero + sum(r for r, d, s in zip(size, differences, signs, strict=True) if d != 0 and s > 0)
        return min(plus, sum(size) - plus)

    told = smaller(tuple(1 if d > 0 else -1 for d in differences))
    ways = list(itertools.product((-1, 1), repeat=len(differences)))
    return sum(smaller(way) <= told + 1e-9 for way in ways) / len(ways)


def by_normal_law(differences: list[float]) -> float:
    """p of z = (T − N(N + 1)/4) / √(N(N + 1)(2N + 1)/24), the square less Σ(t³ − t)/48 of t equal sizes |d|."""
    n, size = len(differences), ranks([abs(d) for d in differences])
    zero = sum(r for r, d in zip(size, differences, strict=True) if d == 0) / 2
    plus = zero + sum(r for r, d in zip(size, differences, strict=True) if d > 0)
    sizes = [sum(abs(d) == x for d in differences) for x in {abs(d) for d in differences}]
    variance = n * (n + 1) * (2 * n + 1) / 24 - sum(t**3 - t for t in sizes) / 48
    z = (min(plus, n * (n + 1) / 2 - plus) - n * (n + 1) / 4) / math.sqrt(variance)
    return math.erfc(-z / math.sqrt(2))
