"""RB-D's and RB-C's pair distribution when grades imply the pairs: it factorises, so no pair is ever listed.

D_i ∝ e^{−g(x')} e^{g(x)}: sums over pairs become products of sums over the grades of a query (MATH.md 2,
"Potentials"). Everything is a log-sum-exp, so thousands of rounds neither overflow nor vanish.

`order` lists the rows by query and rising grade; group k (one grade of one query) is
order[group_start[k] : group_start[k + 1]]; query q owns groups query_start[q] … query_start[q + 1] − 1.
"""

from __future__ import annotations

import numpy as np

from rankviz.kernels.jit import kernel


@kernel
def _log_add(a: float, b: float) -> float:
    if a == -np.inf:
        return b
    if b == -np.inf:
        return a
    high = max(a, b)
    return high + np.log1p(np.exp(min(a, b) - high))


@kernel
def _log_sum(scores: np.ndarray, sign: float, rows: np.ndarray, h: np.ndarray, side: int) -> float:
    """log Σ exp(sign · score) over the rows whose h is `side` (all rows when side is −1)."""
    high = -np.inf
    for i in rows:
        if side < 0 or h[i] == side:
            high = max(high, sign * scores[i])
    if high == -np.inf:
        return high
    total = 0.0
    for i in rows:
        if side < 0 or h[i] == side:
            total += np.exp(sign * scores[i] - high)
    return high + np.log(total)


@kernel
def potential(
    scores: np.ndarray,
    order: np.ndarray,
    group_start: np.ndarray,
    query_start: np.ndarray,
    above: np.ndarray,
    below: np.ndarray,
    pi: np.ndarray,
) -> float:
    """Write π (n,) for the ensemble's scores (n,) and return log Σ_i e^{−s_i}.

    above, below (groups,) are scratch: the log-sums of e^{−g} over higher grades and of e^{g} over lower.
    """
    log_z = -np.inf
    empty = np.zeros(0, dtype=np.uint8)
    for q in range(len(query_start) - 1):
        first, last = query_start[q], query_start[q + 1]
        running = -np.inf
        for k in range(first, last):
            below[k] = running
            rows = order[group_start[k] : group_start[k + 1]]
            running = _log_add(running, _log_sum(scores, 1.0, rows, empty, -1))
        running = -np.inf
        for k in range(last - 1, first - 1, -1):
            above[k] = running
            rows = order[group_start[k] : group_start[k + 1]]
            own = _log_sum(scores, -1.0, rows, empty, -1)
            log_z = _log_add(log_z, own + below[k])
            running = _log_add(running, own)
    for k in range(len(group_start) - 1):
        for p in range(group_start[k], group_start[k + 1]):
            i = order[p]
            pi[i] = np.exp(below[k] - scores[i] - log_z) - np.exp(above[k] + scores[i] - log_z)
    return log_z


@kernel
def epsilons(
    scores: np.ndarray,
    h: np.ndarray,
    log_z: float,
    order: np.ndarray,
    group_start: np.ndarray,
    query_start: np.ndarray,
) -> tuple[float, float, float]:
    """(ε⁺, ε⁰, ε⁻) (8) of a ranker with outputs h (n,) uint8, exact zeros where no pair contributes."""
    correct, tied, reversed_ = 0.0, 0.0, 0.0
    for q in range(len(query_start) - 1):
        lower0, lower1 = -np.inf, -np.inf
        for k in range(query_start[q], query_start[q + 1]):
            rows = order[group_start[k] : group_start[k + 1]]
            if lower0 > -np.inf or lower1 > -np.inf:
                own0 = _log_sum(scores, -1.0, rows, h, 0)
                own1 = _log_sum(scores, -1.0, rows, h, 1)
                correct += np.exp(own1 + lower0 - log_z)
                reversed_ += np.exp(own0 + lower1 - log_z)
                tied += np.exp(own1 + lower1 - log_z) + np.exp(own0 + lower0 - log_z)
            lower0 = _log_add(lower0, _log_sum(scores, 1.0, rows, h, 0))
            lower1 = _log_add(lower1, _log_sum(scores, 1.0, rows, h, 1))
    return correct, tied, reversed_
