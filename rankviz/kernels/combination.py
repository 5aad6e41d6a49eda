"""Moving all of η at once along a combination of rankers: what it does to every pair (RB+ section 4).

A pair that ranker s ties has the factor cosh η_s. For each feature the rankers' contributions are kept as
running sums over its nested thresholds, so that two items' sums differ by what separates them: a pair costs
one look-up a feature instead of one a ranker.
"""

from __future__ import annotations

import numpy as np

from rankviz.kernels.jit import kernel


@kernel
def along(
    start: np.ndarray,
    lower: np.ndarray,
    weight: np.ndarray,
    h: np.ndarray,
    alpha: float,
    codes: np.ndarray,
    sums: np.ndarray,
    totals: np.ndarray,
) -> tuple[float, float, float]:
    """(φ, φ', φ'') of φ(α) = F2(η + αβ) / F2(η) under D = weight (m,), the combination's item outputs h (n,).

    codes (n, F) uint8; sums (3, n, F): running sums of ln cosh(η_s + αβ_s) − ln cosh η_s, of
    β_s tanh(η_s + αβ_s) and of β_s² / cosh²(η_s + αβ_s); totals (3,): each over all rankers.
    """
    value, first, second = 0.0, 0.0, 0.0
    for x in range(len(start) - 1):
        for i in range(start[x], start[x + 1]):
            y = lower[i]
            a, b, c = totals[0], totals[1], totals[2]
            for f in range(codes.shape[1]):
                sign = np.float64(codes[x, f] > codes[y, f]) - np.float64(codes[x, f] < codes[y, f])
                a -= sign * (sums[0, x, f] - sums[0, y, f])
                b -= sign * (sums[1, x, f] - sums[1, y, f])
                c -= sign * (sums[2, x, f] - sums[2, y, f])
            m = np.float64(h[x]) - np.float64(h[y])
            w = weight[i] * np.exp(a - alpha * m)
            slope = b - m
            value += w
            first += w * slope
            second += w * (slope * slope + c)
    return value, first, second


@kernel
def reweight(
    start: np.ndarray,
    lower: np.ndarray,
    log_weight: np.ndarray,
    h: np.ndarray,
    alpha: float,
    codes: np.ndarray,
    sums: np.ndarray,
    total: float,
) -> None:
    """Add the log of each pair's factor for the step α to log_weight (m,), in place; sums (n, F) as sums[0] above."""
    for x in range(len(start) - 1):
        for i in range(start[x], start[x + 1]):
            y = lower[i]
            a = total
            for f in range(codes.shape[1]):
                sign = np.float64(codes[x, f] > codes[y, f]) - np.float64(codes[x, f] < codes[y, f])
                a -= sign * (sums[x, f] - sums[y, f])
            log_weight[i] += a - alpha * (np.float64(h[x]) - np.float64(h[y]))
