"""RB-D's and RB-C's pair distribution when grades imply the pairs: it factorises, so no pair is ever listed.

D_i ∝ e^{−g(x')} e^{g(x)}: sums over pairs become products of sums over the grades of a query (MATH.md 2,
"Potentials").

`order` lists the rows by query and rising grade; group k (one grade of one query) is
order[group_start[k] : group_start[k + 1]]; query q has the groups query_start[q] … query_start[q + 1] − 1.
Each item carries up = e^{p (g − high)} and down = e^{low − g}, in the order of `order`, with high and low those of its
group when they were last computed from the scores; p is 1 except in graded_push.py. Between groups only logs are added,
so that thousands of rounds neither overflow nor vanish.
"""

import numpy as np

from rankviz.engine.kernels.jit import kernel


@kernel
def _more(high: float, total: float, x: float) -> tuple[float, float]:
    """Add e^x to a sum that is stored as total · e^high."""
    if x == -np.inf:
        return high, total
    if x > high:
        return x, total * np.exp(high - x) + 1.0
    return high, total + np.exp(x - high)


@kernel
def _log(a: float) -> float:
    return np.log(a) if a > 0.0 else -np.inf


@kernel
def refresh(
    scores: np.ndarray,
    p: float,
    order: np.ndarray,
    group_start: np.ndarray,
    up: np.ndarray,
    down: np.ndarray,
    high: np.ndarray,
    low: np.ndarray,
) -> None:
    """Recompute up, down (n,) and high, low (groups,) from the scores (n,)."""
    for k in range(len(group_start) - 1):
        first, last = group_start[k], group_start[k + 1]
        top, bottom = -np.inf, np.inf
        for i in range(first, last):
            g = scores[order[i]]
            top, bottom = max(top, g), min(bottom, g)
        high[k], low[k] = top, bottom
        for i in range(first, last):
            g = scores[order[i]]
            up[i] = np.exp(p * (g - top))
            down[i] = np.exp(bottom - g)


@kernel
def advance(
    scores: np.ndarray,
    p: float,
    h: np.ndarray,
    alpha: float,
    order: np.ndarray,
    up: np.ndarray,
    down: np.ndarray,
) -> None:
    """Add α h to the scores (n,), h (n,) uint8, and update up and down without an exponential for each item."""
    rise, fall = np.exp(p * alpha), np.exp(-alpha)
    for k in range(len(order)):
        i = order[k]
        one = h[i] != 0
        scores[i] += alpha if one else 0.0
        up[k] *= rise if one else 1.0
        down[k] *= fall if one else 1.0


@kernel
def potential(
    order: np.ndarray,
    group_start: np.ndarray,
    query_start: np.ndarray,
    up: np.ndarray,
    down: np.ndarray,
    high: np.ndarray,
    low: np.ndarray,
    above: np.ndarray,
    below: np.ndarray,
    pi: np.ndarray,
) -> float:
    """Write π (n,) for the ensemble's scores and return log Σ_i e^{−s_i}.

    above, below (groups,) are scratch: the log-sums of e^{−g} over higher grades and of e^{g} over lower.
    """
    top_z, sum_z = -np.inf, 0.0
    for q in range(len(query_start) - 1):
        first, last = query_start[q], query_start[q + 1]
        top, total = -np.inf, 0.0
        for k in range(first, last):
            sum_up, sum_down = 0.0, 0.0
            for p in range(group_start[k], group_start[k + 1]):
                sum_up += up[p]
                sum_down += down[p]
            here = _log(sum_down) - low[k]
            below[k], above[k] = top + _log(total), here
            top_z, sum_z = _more(top_z, sum_z, here + below[k])
            top, total = _more(top, total, high[k] + _log(sum_up))
        top, total = -np.inf, 0.0
        for k in range(last - 1, first - 1, -1):
            here = above[k]
            above[k] = top + _log(total)
            top, total = _more(top, total, here)
    log_z = top_z + _log(sum_z)
    for k in range(len(group_start) - 1):
        as_higher, as_lower = np.exp(below[k] - low[k] - log_z), np.exp(above[k] + high[k] - log_z)
        for p in range(group_start[k], group_start[k + 1]):
            pi[order[p]] = down[p] * as_higher - up[p] * as_lower
    return log_z


@kernel
def epsilons(
    h: np.ndarray,
    log_z: float,
    order: np.ndarray,
    group_start: np.ndarray,
    query_start: np.ndarray,
    up: np.ndarray,
    down: np.ndarray,
    high: np.ndarray,
    low: np.ndarray,
) -> tuple[float, float, float]:
    """(ε⁺, ε⁰, ε⁻) (8) of a ranker with outputs h (n,) uint8, exact zeros where no pair contributes."""
    correct, tied, reversed_ = 0.0, 0.0, 0.0
    for q in range(len(query_start) - 1):
        top0, total0, top1, total1 = -np.inf, 0.0, -np.inf, 0.0
        for k in range(query_start[q], query_start[q + 1]):
            up0, up1, down0, down1 = 0.0, 0.0, 0.0, 0.0
            for p in range(group_start[k], group_start[k + 1]):
                one = float(h[order[p]])
                up1 += one * up[p]
                up0 += (1.0 - one) * up[p]
                down1 += one * down[p]
                down0 += (1.0 - one) * down[p]
            lower0, lower1 = top0 + _log(total0), top1 + _log(total1)
            if lower0 > -np.inf or lower1 > -np.inf:
                own0, own1 = _log(down0) - low[k] - log_z, _log(down1) - low[k] - log_z
                correct += np.exp(own1 + lower0)
                reversed_ += np.exp(own0 + lower1)
                tied += np.exp(own1 + lower1) + np.exp(own0 + lower0)
            top0, total0 = _more(top0, total0, high[k] + _log(up0))
            top1, total1 = _more(top1, total1, high[k] + _log(up1))
    return correct, tied, reversed_


@kernel
def all_epsilons(
    codes: np.ndarray,
    offsets: np.ndarray,
    log_z: float,
    order: np.ndarray,
    group_start: np.ndarray,
    query_start: np.ndarray,
    up: np.ndarray,
    down: np.ndarray,
    high: np.ndarray,
    low: np.ndarray,
    found: np.ndarray,
) -> None:
    """Write (ε⁺, ε⁰, ε⁻) of every candidate of a pool, codes (d, n) uint8 and offsets (d + 1,), as found (N, 3)."""
    h = np.empty(codes.shape[1], dtype=np.uint8)
    for f in range(len(codes)):
        for j in range(offsets[f], offsets[f + 1]):
            threshold = j - offsets[f]
            for i in range(len(h)):
                h[i] = 1 if codes[f, i] > threshold else 0
            found[j, 0], found[j, 1], found[j, 2] = epsilons(
                h, log_z, order, group_start, query_start, up, down, high, low
            )


@kernel
def losses(
    scores: np.ndarray, order: np.ndarray, group_start: np.ndarray, query_start: np.ndarray
) -> tuple[float, float]:
    """(smallest s, log Σ e^{−s}) over the pairs that the grades imply, from the scores (n,) alone."""
    least, top_all, sum_all = np.inf, -np.inf, 0.0
    for q in range(len(query_start) - 1):
        first, last = query_start[q], query_start[q + 1]
        highest, top_lower, sum_lower = -np.inf, -np.inf, 0.0  # of the grades below: highest score, Σ e^{g}
        for k in range(first, last):
            rows = order[group_start[k] : group_start[k + 1]]
            top, bottom = -np.inf, np.inf
            for i in rows:
                top, bottom = max(top, scores[i]), min(bottom, scores[i])
            if k > first:
                least = min(least, bottom - highest)
                total = 0.0
                for i in rows:
                    total += np.exp(bottom - scores[i])
                here = _log(total) - bottom
                top_all, sum_all = _more(top_all, sum_all, here + top_lower + _log(sum_lower))
            highest = max(highest, top)
            if k < last - 1:
                total = 0.0
                for i in rows:
                    total += np.exp(scores[i] - top)
                top_lower, sum_lower = _more(top_lower, sum_lower, _log(total) + top)
    return least, top_all + _log(sum_all)
