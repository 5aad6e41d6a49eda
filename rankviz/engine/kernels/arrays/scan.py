"""NumPy version of `scan`, array by array."""

import numpy as np

BLOCK = 4
"""The value of `scan.BLOCK`."""


def scan_some(
    codes: np.ndarray, offsets: np.ndarray, features: np.ndarray, potential: np.ndarray, edge: np.ndarray
) -> None:
    """The NumPy version of `scan.scan_some`."""
    for f in features:
        first, end = offsets[f], offsets[f + 1]
        bins = np.bincount(codes[f], potential, end - first + 1)
        edge[first:end] = bins[:0:-1].cumsum()[::-1]


def scan(codes: np.ndarray, offsets: np.ndarray, potential: np.ndarray, edge: np.ndarray) -> None:
    """The NumPy version of `scan.scan`."""
    scan_some(codes, offsets, np.arange(len(codes)), potential, edge)


def drift(potential: np.ndarray, before: np.ndarray) -> float:
    """The NumPy version of `scan.drift`."""
    moved = potential - before
    before[:] = potential
    rise, fall = np.maximum(moved, 0.0).cumsum()[-1], np.maximum(-moved, 0.0).cumsum()[-1]
    return max(float(rise), float(fall))


def tops(edge: np.ndarray, offsets: np.ndarray, features: np.ndarray, signed: bool, top: np.ndarray) -> float:
    """The NumPy version of `scan.tops`."""
    for f in features:
        of_it = edge[offsets[f] : offsets[f + 1]]
        high = of_it.max(initial=0.0)
        top[f] = max(high, -of_it.min(initial=0.0)) if signed else high
    return float(top[features].max(initial=0.0))


def first_with(edge: np.ndarray, offsets: np.ndarray, top: np.ndarray, signed: bool, least: float) -> int:
    """The NumPy version of `scan.first_with`."""
    for f in np.flatnonzero(top >= least):
        of_it = edge[offsets[f] : offsets[f + 1]]
        reached = np.flatnonzero((np.abs(of_it) if signed else of_it) >= least)
        if len(reached):
            return int(offsets[f] + reached[0])
    return -1
