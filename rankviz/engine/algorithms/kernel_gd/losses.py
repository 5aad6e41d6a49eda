"""The convex losses φ of bipartite ranking, and their sums over all (positive, negative) pairs.

GD is Chen, He, Pan 2012. A pair's margin is z = f(x⁺) − f(x⁻); E_S(f) (GD 1.2) is the mean of φ over all pairs.
Each loss has a structure that makes its sums cheap, so that no pair is ever stored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rankviz.engine.kernels import bipartite as kernels
from rankviz.engine.numerics import TIE

KINK = 1e-12
"""Margins this close to 1, relative to the largest score above 1, are at the hinge's kink: φ'₋ is −1 there."""


class PairSums(NamedTuple):
    """E_S(f), and its gradient by score: g⁺ (p,) = (1/pq) Σ_j φ'₋ and g⁻ (q,) = −(1/pq) Σ_i φ'₋ (GD 1.5)."""

    risk: float
    positive: np.ndarray
    negative: np.ndarray


@dataclass(frozen=True)
class Loss:
    """A convex loss φ of the margin z.

    Attributes
    ----------
    value, slope : φ and its left derivative φ'₋, of arrays of margins; `slope` also takes the scores' size.
    at_zero, slope_at_zero : φ(0) and |φ'₋(0)|.
    lipschitz : N, the smallest number with |φ'₋(z) − φ'₋(0)| ≤ N |z| for all z (GD, Definition 3.3).
    smooth : φ' is Lipschitz everywhere, with the same N.
    sums : the PairSums of the positives' scores (p,) and the negatives' (q,).
    """

    name: str
    label: str
    formula: str
    value: Callable[[np.ndarray], np.ndarray]
    slope: Callable[[np.ndarray, float], np.ndarray]
    at_zero: float
    slope_at_zero: float
    lipschitz: float
    smooth: bool
    sums: Callable[[np.ndarray, np.ndarray], PairSums]

    def __reduce__(self) -> tuple[Callable[[str], Loss], tuple[str]]:
        """Pickle the loss by its name alone, because its functions cannot be pickled."""
        return find, (self.name,)


def find(name: str) -> Loss:
    """Return the loss of that name."""
    return LOSSES[name]


def size_of(*scores: np.ndarray) -> float:
    """The largest |score|, at least 1: rounding is measured against it."""
    return max(1.0, *(float(np.abs(each).max(initial=0.0)) for each in scores))


def _least_squares(positive: np.ndarray, negative: np.ndarray) -> PairSums:
    """Means and variances suffice: the mean of (1 − z)² is (1 − mean z)² + var f⁺ + var f⁻. O(p + q)."""
    positive, negative = positive - negative[0], negative - negative[0]  # a common offset would cost digits
    above, below = float(positive.mean()), float(negative.mean())
    risk = (1.0 - above + below) ** 2 + float(positive.var()) + float(negative.var())
    return PairSums(
        risk,
        2.0 / len(positive) * (positive - below - 1.0),
        -2.0 / len(negative) * (above - negative - 1.0),
    )


def _hinge(positive: np.ndarray, negative: np.ndarray) -> PairSums:
    """Sort both sides, then make one pass: O(p log p + q log q)."""
    by_positive, by_negative = np.argsort(positive), np.argsort(negative)
    within, below = np.empty(len(positive)), np.empty(len(negative))
    kink = 1.0 + KINK * size_of(positive, negative)
    total = kernels.hinge_sums(positive[by_positive], negative[by_negative], kink, within, below)
    pairs = float(len(positive) * len(negative))
    g_positive, g_negative = np.empty(len(positive)), np.empty(len(negative))
    g_positive[by_positive] = -within / pairs
    g_negative[by_negative] = below / pairs
    return PairSums(total / pairs, g_positive, g_negative)


def _logistic(positive: np.ndarray, negative: np.ndarray) -> PairSums:
    """Visit every pair once and store none: O(pq) time, O(p + q) memory."""
    for_positive, for_negative = np.empty(len(positive)), np.empty(len(negative))
    total = kernels.logistic_sums(positive, negative, for_positive, for_negative)
    pairs = float(len(positive) * len(negative))
    return PairSums(total / pairs, -for_positive / pairs, for_negative / pairs)


def _logistic_slope(z: np.ndarray, size: float) -> np.ndarray:
    e = np.exp(-np.abs(z))
    return -np.where(z >= 0.0, e, 1.0) / (1.0 + e)


LOSSES: dict[str, Loss] = {
    loss.name: loss
    for loss in (
        Loss(
            "hinge",
            "hinge",
            "max(0, 1 − z)",
            lambda z: np.maximum(1.0 - z, 0.0),
            lambda z, size: -(z <= 1.0 + KINK * size).astype(np.float64),
            1.0,
            1.0,
            1.0,
            False,
            _hinge,
        ),
        Loss(
            "least-squares",
            "least squares",
            "(1 − z)²",
            lambda z: (1.0 - z) ** 2,
            lambda z, size: 2.0 * (z - 1.0),
            1.0,
            2.0,
            2.0,
            True,
            _least_squares,
        ),
        Loss(
            "logistic",
            "logistic",
            "ln(1 + e⁻ᶻ)",
            lambda z: np.maximum(-z, 0.0) + np.log1p(np.exp(-np.abs(z))),
            _logistic_slope,
            float(np.log(2.0)),
            0.5,
            0.25,
            True,
            _logistic,
        ),
    )
}
"""The three losses of the paper, by name."""


def auc(positive: np.ndarray, negative: np.ndarray) -> float:
    """Return the share of (positive, negative) pairs in order, equal scores counting half. Scores (p,) and (q,)."""
    tolerance = TIE * max(float(np.abs(positive).max()), float(np.abs(negative).max()))
    return float(kernels.ordered_pairs(np.sort(positive), np.sort(negative), tolerance)) / (
        len(positive) * len(negative)
    )
