"""Sums of floats that are the same in every Python."""

from __future__ import annotations

from collections.abc import Iterable


def in_order(values: Iterable[float]) -> float:
    """Add up floats from left to right, one rounding each: what `sum` does up to Python 3.11, but not from 3.12 on."""
    total = 0.0
    for value in values:
        total += value
    return total
