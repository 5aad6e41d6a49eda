"""The P-norm push where grades imply the pairs: S_k and the loss along a ranker from sums over grades.

Items and groups are those of graded_log.py, with up = e^{p (g − high)}. All items k of a group have the same items
above them, so S_k = e^{g(k)} A with A = Σ e^{−g} over the higher grades of the query: D ∝ e^{−g(x)} e^{p g(k)} A^{p−1}.
"""

import numpy as np

from rankviz.engine.kernels.graded_log import _log, _more
from rankviz.engine.kernels.jit import kernel


@kernel
def sums(
    p: float,
    group_start: np.ndarray,
    query_start: np.ndarray,
    up: np.ndarray,
    down: np.ndarray,
    high: np.ndarray,
    low: np.ndarray,
    above: np.ndarray,
    log_up: np.ndarray,
) -> float:
    """Write ln A and ln A^{p−1} e^{p high} of each group as above and log_up (groups,); return ln Σ_k S_k^p.

    log_up takes the place of `high` where up stands for the lower items' part of D; above is −inf in the highest grade.
    """
    top_r, sum_r = -np.inf, 0.0
    for q in range(len(query_start) - 1):
        top, total = -np.inf, 0.0
        for k in range(query_start[q + 1] - 1, query_start[q] - 1, -1):
            sum_up, sum_down = 0.0, 0.0
            for i in range(group_start[k], group_start[k + 1]):
                sum_up += up[i]
                sum_down += down[i]
            above[k], log_up[k] = top + _log(total), p * high[k]
            if above[k] > -np.inf:
                log_up[k] += (p - 1.0) * above[k]
                top_r, sum_r = _more(top_r, sum_r, log_up[k] + above[k] + _log(sum_up))
            top, total = _more(top, total, _log(sum_down) - low[k])
    return top_r + _log(sum_r)


@kernel
def split(
    h: np.ndarray,
    log_r: float,
    order: np.ndarray,
    group_start: np.ndarray,
    query_start: np.ndarray,
    up: np.ndarray,
    down: np.ndarray,
    low: np.ndarray,
    above: np.ndarray,
    log_up: np.ndarray,
    share: np.ndarray,
    moved: np.ndarray,
    tied: np.ndarray,
) -> None:
    """Write the logs of three shares for a ranker h (n,) uint8, (2 · groups,): place 2k + b is group k where h is b.

    share: of Σ S^p = e^log_r; moved, tied: of each S there, of the pairs that the ranker orders, and that it ties.
    """
    for q in range(len(query_start) - 1):
        top0, total0, top1, total1 = -np.inf, 0.0, -np.inf, 0.0
        for k in range(query_start[q + 1] - 1, query_start[q] - 1, -1):
            up0, up1, down0, down1 = 0.0, 0.0, 0.0, 0.0
            for i in range(group_start[k], group_start[k + 1]):
                one = float(h[order[i]])
                up1 += one * up[i]
                up0 += (1.0 - one) * up[i]
                down1 += one * down[i]
                down0 += (1.0 - one) * down[i]
            whole = above[k] if above[k] > -np.inf else 0.0
            above0, above1 = top0 + _log(total0) - whole, top1 + _log(total1) - whole
            moved[2 * k], tied[2 * k], moved[2 * k + 1], tied[2 * k + 1] = above1, above0, above0, above1
            share[2 * k] = _log(up0) + log_up[k] + above[k] - log_r
            share[2 * k + 1] = _log(up1) + log_up[k] + above[k] - log_r
            top0, total0 = _more(top0, total0, _log(down0) - low[k])
            top1, total1 = _more(top1, total1, _log(down1) - low[k])
