"""A step of all of η along a combination of rankers: its effect on every pair (RB+ section 4).

A pair that ranker s ties has the factor cosh η_s. The rankers' contributions are kept as running sums over the
nested thresholds of each feature, so that the difference of two items' sums is that of the rankers between them: a
pair costs one look-up per feature instead of one per ranker.
"""

import numpy as np

from rankviz.engine.kernels.jit import kernel
from rankviz.engine.kernels.weights import times

SLACK = 1e-12
"""Room for the rounding of one round in the bounds on ε⁰."""


@kernel
def log_cosh(x: float) -> float:
    """ln cosh x, without overflow."""
    return float(abs(x) + np.log1p(np.exp(-2.0 * abs(x))) - np.log(2.0))


@kernel
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
    """(φ, φ', φ'') of φ(α) = F2(η + αβ) / F2(η) under D = weight (m,), the combination's item outputs h (n,).

    eta, beta (k,): the rankers' weights and shares, by feature and threshold. at (n, F): the place in that order of
    the first ranker of each feature that is 0 on the item.
    """
    # Running sums of ln cosh(η + αβ) − ln cosh η, of β tanh(η + αβ) and of β² / cosh²(η + αβ).
    sums = np.zeros((len(eta) + 1, 3))
    for s in range(len(eta)):
        moved = eta[s] + alpha * beta[s]
        height = log_cosh(moved)
        sums[s + 1, 0] = sums[s, 0] + height - log_cosh(eta[s])
        sums[s + 1, 1] = sums[s, 1] + beta[s] * np.tanh(moved)
        sums[s + 1, 2] = sums[s, 2] + beta[s] * beta[s] * np.exp(-2.0 * height)
    value, first, second = 0.0, 0.0, 0.0
    for x in range(len(start) - 1):
        for i in range(start[x], start[x + 1]):
            y = lower[i]
            a, b, c = sums[-1, 0], sums[-1, 1], sums[-1, 2]
            for f in range(at.shape[1]):
                if at[x, f] != at[y, f]:  # the rankers between separate the two
                    low, high = min(at[x, f], at[y, f]), max(at[x, f], at[y, f])
                    a -= sums[high, 0] - sums[low, 0]
                    b -= sums[high, 1] - sums[low, 1]
                    c -= sums[high, 2] - sums[low, 2]
            m = np.float64(h[x]) - np.float64(h[y])
            w = max(weight[i], 0.0) * np.exp(a - alpha * m)
            slope = b - m
            value += w
            first += w * slope
            second += w * (slope * slope + c)
    return value, first, second


@kernel
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
    """Multiply weight (m,) by each pair's factor for the step α, in place; at, eta, beta as above."""
    sums = np.zeros(len(eta) + 1)
    for s in range(len(eta)):
        sums[s + 1] = sums[s] + log_cosh(eta[s] + alpha * beta[s]) - log_cosh(eta[s])
    for x in range(len(start) - 1):
        for i in range(start[x], start[x + 1]):
            y = lower[i]
            a = sums[-1]
            for f in range(at.shape[1]):
                low, high = min(at[x, f], at[y, f]), max(at[x, f], at[y, f])
                a -= sums[high] - sums[low]
            a -= alpha * (np.float64(h[x]) - np.float64(h[y]))
            weight[i] = times(weight[i], np.exp(a), a)


@kernel
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
    """Return of how many members ε⁰ decides which has the largest slope; write their places (k,) first in `found`.

    Slopes are |δ| (33), or −δ unless `negative`: ε⁰ tanh η − edge, with ε⁰ between low and high (k,). most (k,) is
    written: the largest slope that each may have. Slopes that may be within `within` of each other, or of `best`, are
    decided by ε⁰; none need be where one member has the largest in any case.
    """
    floor = best
    for s in range(len(edge)):
        one, other = low[s] * tanh[s] - edge[s], high[s] * tanh[s] - edge[s]
        if negative:
            least = 0.0 if one * other <= 0.0 else min(abs(one), abs(other))
            most[s] = max(abs(one), abs(other))
        else:
            least, most[s] = min(-one, -other), max(-one, -other)
        floor = max(floor, least)
    count, close = 0, 0
    for s in range(len(edge)):
        if most[s] >= floor - within:
            close += 1
            if low[s] < high[s]:
                found[count] = s
                count += 1
    return 0 if close == 1 and floor > best + within else count


@kernel
def follow(low: np.ndarray, high: np.ndarray, parts: np.ndarray) -> None:
    """Update low ≤ ε⁰ ≤ high (k,) of rankers for a step that multiplied three parts of D, each by one factor.

    parts (3, 2): factor and weight, by rising factor. At worst a ranker ties the part that grew the most, or the least.
    """
    for s in range(len(low)):
        least, most, under, over = 0.0, 0.0, low[s], high[s]
        for first in range(3):
            last = 2 - first
            least += parts[first, 0] * min(under, parts[first, 1])
            under = max(under - parts[first, 1], 0.0)
            most += parts[last, 0] * min(over, parts[last, 1])
            over = max(over - parts[last, 1], 0.0)
        low[s] = least * (1.0 - SLACK) - SLACK
        high[s] = min(most * (1.0 + SLACK) + SLACK, 1.0)
