"""NumPy version of `push`, array by array."""

import numpy as np

from rankviz.engine.kernels.arrays.pairs import higher_of, total_of


def sums(lower: np.ndarray, log_weight: np.ndarray, log_sum: np.ndarray) -> None:
    """The NumPy version of `push.sums`."""
    log_sum[:] = _log_sums(lower, log_weight, len(log_sum))


def log_objective(log_sum: np.ndarray, p: float) -> float:
    """The NumPy version of `push.log_objective`."""
    return _log_total(p * log_sum[log_sum > -np.inf])


def tilt(
    lower: np.ndarray, log_weight: np.ndarray, log_sum: np.ndarray, p: float, weight: np.ndarray
) -> float:
    """The NumPy version of `push.tilt`."""
    log_r = log_objective(log_sum, p)
    if log_r == -np.inf:
        return log_r
    left = log_weight > -np.inf
    weight[:] = 0.0
    weight[left] = np.exp(log_weight[left] + (p - 1.0) * log_sum[lower[left]] - log_r)
    return log_r


def split(
    start: np.ndarray,
    lower: np.ndarray,
    log_weight: np.ndarray,
    log_sum: np.ndarray,
    h: np.ndarray,
    moved: np.ndarray,
    tied: np.ndarray,
) -> None:
    """The NumPy version of `push.split`."""
    n = len(log_sum)
    same = h[lower] == h[higher_of(start)]
    found = _log_sums(np.where(same, n, 0) + lower, log_weight, 2 * n)
    whole = np.where(log_sum > -np.inf, log_sum, 0.0)
    moved[:], tied[:] = found[:n] - whole, found[n:] - whole


def along(
    share: np.ndarray, moved: np.ndarray, tied: np.ndarray, h: np.ndarray, p: float, alpha: float
) -> tuple[float, float, float, float]:
    """The NumPy version of `push.along`."""
    there = share > -np.inf
    of, side = share[there], h[there]
    move = moved[there] + np.where(side == 1, alpha, -alpha)
    q = np.logaddexp(tied[there], move)
    log_z = _log_total(of[q > -np.inf] + p * q[q > -np.inf])
    moves = move > -np.inf
    of, side, move, q = of[moves], side[moves], move[moves], q[moves]
    log, slope = of + (p - 1.0) * q + move, 1.0 + (p - 1.0) * np.exp(move - q)
    curve, totals = 0.0, []
    for each in (0, 1):
        logs = log[side == each]
        high = logs.max(initial=-np.inf)
        part = np.exp(logs - high)
        whole = total_of(part)
        curve += total_of(part * slope[side == each]) / whole if whole > 0.0 else 0.0
        totals.append(high + _log(whole))
    return totals[0], totals[1], curve, log_z


def _log_sums(at: np.ndarray, log_weight: np.ndarray, n: int) -> np.ndarray:
    """(n,) ln Σ e^{log weight} over the pairs with each number of at (m,); −inf where nothing is left."""
    left = log_weight > -np.inf
    at, log_weight = at[left], log_weight[left]
    high = np.full(n, -np.inf)
    np.maximum.at(high, at, log_weight)
    with np.errstate(divide="ignore"):
        found: np.ndarray = high + np.log(np.bincount(at, np.exp(log_weight - high[at]), n))
    return found


def _log_total(logs: np.ndarray) -> float:
    """log Σ e^{log}; −inf of nothing."""
    high = float(logs.max(initial=-np.inf))
    return high + _log(total_of(np.exp(logs - high)))


def _log(total: float) -> float:
    return float(np.log(total)) if total > 0.0 else -np.inf
