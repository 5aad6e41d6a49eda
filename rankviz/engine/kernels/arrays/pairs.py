"""NumPy version of `pairs`, array by array."""

import numpy as np

from rankviz.engine.kernels.weights import LEAST, LOG_LEAST


def higher_of(start: np.ndarray) -> np.ndarray:
    """(m,) intp: the higher item of each pair."""
    return np.repeat(np.arange(len(start) - 1), np.diff(start))


def total_of(values: np.ndarray) -> float:
    """Σ of values (k,), one after another."""
    return float(values.cumsum()[-1]) if len(values) else 0.0


def write_tied(bins: np.ndarray, tied: np.ndarray) -> None:
    """Write ε⁰ of rankers, tied (k,), from the weights bins (⌈k / 8⌉, 256) by the bits in which pairs differ."""
    without = (np.arange(256)[:, None] >> np.arange(8)) & 1 == 0
    for k in range(len(tied)):
        tied[k] = total_of(bins[k // 8, without[:, k % 8]])


def rescale(weight: np.ndarray) -> None:
    """The NumPy version of `pairs.rescale`."""
    total = total_of(np.maximum(weight, 0.0))
    if total > 0.0:
        weight[:] = times(weight, 1.0 / total, -np.log(total))


def normalise(log_weight: np.ndarray, weight: np.ndarray) -> float:
    """The NumPy version of `pairs.normalise`."""
    high = float(log_weight.max(initial=-np.inf))
    if high == -np.inf:
        return high
    np.exp(log_weight - high, out=weight)
    total = total_of(weight)
    weight /= total
    return high + float(np.log(total))


def potential(
    start: np.ndarray, lower: np.ndarray, weight: np.ndarray, as_higher: np.ndarray, as_lower: np.ndarray
) -> None:
    """The NumPy version of `pairs.potential`."""
    w, n = np.maximum(weight, 0.0), len(as_higher)
    as_higher[:] = np.bincount(higher_of(start), w, n)
    as_lower[:] = np.bincount(lower, w, n)


def epsilons(
    start: np.ndarray, lower: np.ndarray, weight: np.ndarray, h: np.ndarray
) -> tuple[float, float, float]:
    """The NumPy version of `pairs.epsilons`."""
    return _epsilons(higher_of(start), lower, np.maximum(weight, 0.0), h)


def epsilons_of(
    start: np.ndarray, lower: np.ndarray, weight: np.ndarray, outputs: np.ndarray, found: np.ndarray
) -> None:
    """The NumPy version of `pairs.epsilons_of`."""
    higher, w = higher_of(start), np.maximum(weight, 0.0)
    for k, h in enumerate(outputs):
        found[k] = _epsilons(higher, lower, w, h)


def all_epsilons(
    codes: np.ndarray,
    offsets: np.ndarray,
    start: np.ndarray,
    lower: np.ndarray,
    weight: np.ndarray,
    found: np.ndarray,
) -> None:
    """The NumPy version of `pairs.all_epsilons`."""
    higher, w = higher_of(start), np.maximum(weight, 0.0)
    for code, first, end in zip(codes, offsets[:-1], offsets[1:], strict=True):
        for j in range(first, end):
            found[j] = _epsilons(higher, lower, w, (code > j - first).view(np.uint8))


def _epsilons(
    higher: np.ndarray, lower: np.ndarray, w: np.ndarray, h: np.ndarray
) -> tuple[float, float, float]:
    same = h[higher] == h[lower]
    level = np.bincount(higher, np.where(same, w, 0.0), len(h))
    other = np.bincount(higher, np.where(same, 0.0, w), len(h))
    on_one = h == 1
    return total_of(other[on_one]), total_of(level), total_of(other[~on_one])


def split(
    start: np.ndarray,
    lower: np.ndarray,
    weight: np.ndarray,
    before: np.ndarray,
    correct: float,
    tied: float,
    reversed_: float,
    h: np.ndarray,
    as_higher: np.ndarray,
    as_lower: np.ndarray,
) -> tuple[float, float, float]:
    """The NumPy version of `pairs.split`."""
    _step(start, lower, weight, before, correct, tied, reversed_)
    higher, w, n = higher_of(start), np.maximum(weight, 0.0), len(h)
    for b in (0, 1):
        as_higher[b] = np.bincount(higher, np.where(h[lower] == b, w, 0.0), n)
        as_lower[b] = np.bincount(lower, np.where(h[higher] == b, w, 0.0), n)
    on_one = h == 1
    level = np.where(on_one, as_higher[1], as_higher[0])
    return total_of(as_higher[0, on_one]), total_of(level), total_of(as_higher[1, ~on_one])


def carry(
    factors: np.ndarray, h: np.ndarray, as_higher: np.ndarray, as_lower: np.ndarray, pi: np.ndarray
) -> float:
    """The NumPy version of `pairs.carry`."""
    correct, tied, reversed_ = factors
    above = np.array([[tied, correct], [reversed_, tied]])[:, h] * as_higher
    below = np.array([[tied, reversed_], [correct, tied]])[:, h] * as_lower
    pi[:] = above[0] + above[1] - (below[0] + below[1])
    return total_of(above[0] + above[1])


def reweight(
    start: np.ndarray,
    lower: np.ndarray,
    log_weight: np.ndarray,
    h: np.ndarray,
    correct: float,
    tied: float,
    reversed_: float,
) -> None:
    """The NumPy version of `pairs.reweight`."""
    log_weight += np.array([reversed_, tied, correct])[_outcomes(start, lower, h)]


def staged(
    start: np.ndarray,
    lower: np.ndarray,
    h: np.ndarray,
    steps: np.ndarray,
    moves: np.ndarray,
    log_weight: np.ndarray,
    out: np.ndarray,
) -> None:
    """The NumPy version of `pairs.staged`."""
    for t in range(len(h)):
        if moves[t]:
            reweight(start, lower, log_weight, h[t], steps[t, 2], steps[t, 1], steps[t, 0])
        normalise(log_weight, out[t])


def pack(outputs: np.ndarray, masks: np.ndarray) -> None:
    """The NumPy version of `pairs.pack`."""
    masks[:] = np.packbits(outputs, axis=0, bitorder="little").T


def tied_many(
    start: np.ndarray,
    lower: np.ndarray,
    weight: np.ndarray,
    before: np.ndarray,
    correct: float,
    tied: float,
    reversed_: float,
    masks: np.ndarray,
    found: np.ndarray,
) -> None:
    """The NumPy version of `pairs.tied_many`."""
    _step(start, lower, weight, before, correct, tied, reversed_)
    higher, w = higher_of(start), np.maximum(weight, 0.0)
    write_tied(np.array([np.bincount(mask[higher] ^ mask[lower], w, 256) for mask in masks.T]), found)


def _step(
    start: np.ndarray,
    lower: np.ndarray,
    weight: np.ndarray,
    before: np.ndarray,
    correct: float,
    tied: float,
    reversed_: float,
) -> None:
    logs, at = np.array([reversed_, tied, correct]), _outcomes(start, lower, before)
    weight[:] = times(weight, np.exp(logs)[at], logs[at])


def _outcomes(start: np.ndarray, lower: np.ndarray, h: np.ndarray) -> np.ndarray:
    """(m,) 0 where h reverses a pair, 1 where it ties it, 2 where it orders it correctly."""
    signed = h.astype(np.int8)
    return 1 + signed[higher_of(start)] - signed[lower]


def times(weight: np.ndarray, factor: np.ndarray | float, log_factor: np.ndarray | float) -> np.ndarray:
    """Multiply the weights of all pairs as `weights.times` does."""
    moved = weight * factor
    small = moved < LEAST
    if small.any():
        with np.errstate(divide="ignore", invalid="ignore"):
            log = np.where(weight > 0.0, np.log(weight), weight) + log_factor
        stored = np.where(log >= LOG_LEAST, np.exp(log), np.where(log > -np.inf, log, 0.0))
        moved = np.where(small, np.where(weight == 0.0, 0.0, stored), moved)
    return moved
