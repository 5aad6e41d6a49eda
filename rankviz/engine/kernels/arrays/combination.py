"""NumPy version of `combination`, array by array."""

import numpy as np

from rankviz.engine.kernels.arrays.pairs import higher_of, times, total_of
from rankviz.engine.numerics import log_cosh_each as log_cosh

SLACK = 1e-12
"""The value of `combination.SLACK`."""


def along(
    start: np.ndarray,
    lower: np.ndarray,
    weight: np.ndarray,
    h: np.ndarray,
    alpha: float,
    at: np.ndarray,
    eta: np.ndarray,
    beta: np.ndarray,
) -> tuple[float, float, float]:
    """The NumPy version of `combination.along`."""
    moved = eta + alpha * beta
    height = log_cosh(moved)
    parts = height - log_cosh(eta), beta * np.tanh(moved), beta * beta * np.exp(-2.0 * height)
    higher = higher_of(start)
    a, b, c = (_tied(each, at, higher, lower) for each in parts)
    m = h[higher].astype(np.float64) - h[lower]
    w = np.maximum(weight, 0.0) * np.exp(a - alpha * m)
    slope = b - m
    return total_of(w), total_of(w * slope), total_of(w * (slope * slope + c))


def reweight(
    start: np.ndarray,
    lower: np.ndarray,
    weight: np.ndarray,
    h: np.ndarray,
    alpha: float,
    at: np.ndarray,
    eta: np.ndarray,
    beta: np.ndarray,
) -> None:
    """The NumPy version of `combination.reweight`."""
    higher = higher_of(start)
    a = _tied(log_cosh(eta + alpha * beta) - log_cosh(eta), at, higher, lower)
    a -= alpha * (h[higher].astype(np.float64) - h[lower])
    weight[:] = times(weight, np.exp(a), a)


def rivals(
    edge: np.ndarray,
    tanh: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    negative: bool,
    best: float,
    within: float,
    most: np.ndarray,
    found: np.ndarray,
) -> int:
    """The NumPy version of `combination.rivals`."""
    one, other = low * tanh - edge, high * tanh - edge
    if negative:
        least = np.where(one * other <= 0.0, 0.0, np.minimum(np.abs(one), np.abs(other)))
        most[:] = np.maximum(np.abs(one), np.abs(other))
    else:
        least = np.minimum(-one, -other)
        most[:] = np.maximum(-one, -other)
    floor = least.max(initial=best)
    close = most >= floor - within
    places = np.flatnonzero(close & (low < high))
    found[: len(places)] = places
    return 0 if floor > best + within and np.count_nonzero(close) == 1 else len(places)


def follow(low: np.ndarray, high: np.ndarray, parts: np.ndarray) -> None:
    """The NumPy version of `combination.follow`."""
    low[:] = _after(low, parts) * (1.0 - SLACK) - SLACK
    high[:] = np.minimum(_after(high, parts[::-1]) * (1.0 + SLACK) + SLACK, 1.0)


def _after(tied: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """(k,) the weights after the step, each taken from the parts in this order."""
    found = np.zeros(len(tied))
    for factor, weight in parts:
        found += factor * np.minimum(tied, weight)
        tied = np.maximum(tied - weight, 0.0)
    return found


def _tied(of_ranker: np.ndarray, at: np.ndarray, higher: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """(m,) Σ over the rankers (k,) that tie each pair: all but those that separate its items."""
    sums = np.append(0.0, of_ranker.cumsum())
    found = np.full(len(lower), sums[-1])
    for column in at.T:
        one, other = column[higher], column[lower]
        found -= sums[np.maximum(one, other)] - sums[np.minimum(one, other)]
    return found
