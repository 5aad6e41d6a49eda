"""Numerical helpers for all rooms: equality up to rounding, sums alike in every Python, logs without overflow."""

import math
import sys
from collections.abc import Iterable

import numpy as np

TIE = 1e-12
"""Numbers closer than this, relative to their scale, are equal: rounding never breaks a tie."""

LEAST = sys.float_info.min
"""Floats below this lose digits."""

LOG_LEAST, LOG_MOST = math.log(LEAST), math.log(sys.float_info.max)

MOST_EXPONENT = 709.0
"""The exponential of a larger number exceeds every float."""


def log_cosh(x: float) -> float:
    """ln cosh x without overflow."""
    x = abs(x)
    return x + math.log1p(math.exp(-2.0 * x)) - math.log(2.0)


def log_cosh_each(x: np.ndarray) -> np.ndarray:
    """ln cosh of every entry, as :func:`log_cosh`; NaN stays NaN."""
    size = np.abs(x)
    return size + np.log1p(np.exp(-2.0 * size)) - math.log(2.0)


def logistic(x: float) -> float:
    """1 / (1 + e^{−x}) without overflow."""
    if x >= 0.0:
        return 1.0 / (1.0 + math.exp(-x))
    return math.exp(x) / (1.0 + math.exp(x))


def exp_or_inf(log: float) -> float:
    """e^log, infinite where a float cannot hold it; NaN stays NaN."""
    return math.inf if log >= MOST_EXPONENT else math.exp(log)


def exp_or_nan(log: float) -> float:
    """e^log where a float holds it to all its digits, else NaN; 0 for −inf."""
    if log == -math.inf:
        return 0.0
    return math.exp(log) if LOG_LEAST <= log <= LOG_MOST else math.nan


def log_sum_exp(logs: np.ndarray) -> float:
    """ln Σ eˣ over the entries (k,) without overflow or underflow; −inf where all are −inf."""
    top = float(logs.max())
    return top + math.log(float(np.exp(logs - top).sum())) if top > -math.inf else top


def in_order(values: Iterable[float]) -> float:
    """Add up floats from left to right, one rounding each, as `sum` does up to Python 3.11 but not from 3.12 on."""
    total = 0.0
    for value in values:
        total += value
    return total
