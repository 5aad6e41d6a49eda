"""The P-norm push's D over pairs and its loss along one ranker, all in logs: a p-th power soon overflows.

Pairs are stored by their higher item, as in kernels/pairs.py, and grouped by their lower item. log_weight (m,) is
−s of each pair; log_sum (n,) is ln S_k, S_k = Σ e^{−s} over the pairs whose lower item is k, −inf where it has none.
"""

import numpy as np

from rankviz.engine.kernels.graded_log import _log, _more
from rankviz.engine.kernels.jit import kernel


@kernel
def sums(lower: np.ndarray, log_weight: np.ndarray, log_sum: np.ndarray) -> None:
    """Write ln S_k of every item as log_sum (n,)."""
    high, total = np.full(len(log_sum), -np.inf), np.zeros(len(log_sum))
    for i in range(len(lower)):
        high[lower[i]] = max(high[lower[i]], log_weight[i])
    for i in range(len(lower)):
        if log_weight[i] > -np.inf:
            total[lower[i]] += np.exp(log_weight[i] - high[lower[i]])
    for k in range(len(log_sum)):
        log_sum[k] = high[k] + _log(total[k])


@kernel
def log_objective(log_sum: np.ndarray, p: float) -> float:
    """ln Σ_k S_k^p; −inf when nothing is left."""
    top, total = -np.inf, 0.0
    for k in range(len(log_sum)):
        if log_sum[k] > -np.inf:
            top, total = _more(top, total, p * log_sum[k])
    return top + _log(total)


@kernel
def tilt(
    lower: np.ndarray, log_weight: np.ndarray, log_sum: np.ndarray, p: float, weight: np.ndarray
) -> float:
    """Write D (m,) ∝ e^{−s} S_k^{p−1} and return ln Σ_k S_k^p; −inf, with D unchanged, when nothing is left."""
    log_r = log_objective(log_sum, p)
    if log_r == -np.inf:
        return log_r
    for i in range(len(lower)):
        log = log_weight[i]
        weight[i] = np.exp(log + (p - 1.0) * log_sum[lower[i]] - log_r) if log > -np.inf else 0.0
    return log_r


@kernel
def split(
    start: np.ndarray,
    lower: np.ndarray,
    log_weight: np.ndarray,
    log_sum: np.ndarray,
    h: np.ndarray,
    moved: np.ndarray,
    tied: np.ndarray,
) -> None:
    """Write the logs of two shares of each S_k, (n,): the pairs that the ranker h (n,) uint8 orders, and those it ties.

    The ranker orders pairs correctly where h is 0 on k, and reverses them where h is 1.
    """
    n = len(log_sum)
    high, total = np.full((2, n), -np.inf), np.zeros((2, n))
    for x in range(n):
        for i in range(start[x], start[x + 1]):
            same = 1 if h[lower[i]] == h[x] else 0
            high[same, lower[i]] = max(high[same, lower[i]], log_weight[i])
    for x in range(n):
        for i in range(start[x], start[x + 1]):
            if log_weight[i] > -np.inf:
                same = 1 if h[lower[i]] == h[x] else 0
                total[same, lower[i]] += np.exp(log_weight[i] - high[same, lower[i]])
    for k in range(n):
        whole = log_sum[k] if log_sum[k] > -np.inf else 0.0
        moved[k] = high[0, k] + _log(total[0, k]) - whole
        tied[k] = high[1, k] + _log(total[1, k]) - whole


@kernel
def along(
    share: np.ndarray, moved: np.ndarray, tied: np.ndarray, h: np.ndarray, p: float, alpha: float
) -> tuple[float, float, float, float]:
    """(ln of what falls, ln of what rises, slope of their log ratio, ln of the loss over its value at 0) at α.

    share (n,) is ln S_k^p / Σ_k S_k^p; moved, tied as `split` writes them. The loss Σ_k share (tied + moved e^{±α})^p
    has the slope p (rises − falls): where the two are equal it has its minimum.
    """
    n = len(share)
    log, slope, q = np.full(n, -np.inf), np.zeros(n), np.full(n, -np.inf)
    top_z, sum_z = -np.inf, 0.0
    for k in range(n):
        if share[k] == -np.inf:
            continue
        sign = 1.0 if h[k] == 1 else -1.0
        move = moved[k] + sign * alpha
        top, total = _more(-np.inf, 0.0, tied[k])
        top, total = _more(top, total, move)
        q[k] = top + _log(total)
        if q[k] > -np.inf:
            top_z, sum_z = _more(top_z, sum_z, share[k] + p * q[k])
        if move > -np.inf:
            log[k] = share[k] + (p - 1.0) * q[k] + move
            slope[k] = 1.0 + (p - 1.0) * np.exp(move - q[k])
    highest, whole, rate = np.full(2, -np.inf), np.zeros(2), np.zeros(2)
    for k in range(n):
        highest[h[k]] = max(highest[h[k]], log[k])
    for k in range(n):
        if log[k] > -np.inf:
            part = np.exp(log[k] - highest[h[k]])
            whole[h[k]] += part
            rate[h[k]] += part * slope[k]
    curve = 0.0
    for side in range(2):
        if whole[side] > 0.0:
            curve += rate[side] / whole[side]
    return highest[0] + _log(whole[0]), highest[1] + _log(whole[1]), curve, top_z + _log(sum_z)
