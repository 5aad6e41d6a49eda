"""Depth-2 regions by their definition, item by item: every pair of features, thresholds and directions."""

import math
from collections.abc import Sequence


def thresholds(values: Sequence[float], most: int) -> list[float]:
    """Midpoints between the distinct known values, and of more than `most` those in the middle of equal parts."""
    known = sorted({value for value in values if not math.isnan(value)})
    middles = [(low + high) / 2 for low, high in zip(known, known[1:], strict=False)]
    if len(middles) <= most:
        return middles
    return [middles[math.floor((2 * k + 1) * len(middles) / (2 * most))] for k in range(most)]


def outputs(X: Sequence[Sequence[float]], most: int) -> dict[tuple[int, ...], str]:
    """The outputs of all regions that hold for some item, each with how the first of them tests its features.

    A test is the feature, ">" or "≤", and the place of its threshold.
    """
    d = len(X[0])
    cuts = [thresholds([row[f] for row in X], most) for f in range(d)]
    found: dict[tuple[int, ...], str] = {}
    for f in range(d):
        for g in range(f + 1, d):
            for a, one in enumerate(cuts[f]):
                for b, other in enumerate(cuts[g]):
                    for above_f in (True, False):
                        for above_g in (True, False):
                            row = tuple(int((x[f] > one) == above_f and (x[g] > other) == above_g) for x in X)
                            if any(row):
                                signs = [">" if above else "≤" for above in (above_f, above_g)]
                                found.setdefault(row, f"{f}{signs[0]}{a} {g}{signs[1]}{b}")
    return found
