"""NumPy version of `measure`, array by array."""

import numpy as np

from rankviz.engine.kernels.arrays.pairs import higher_of, total_of


def pair_scores(start: np.ndarray, lower: np.ndarray, scores: np.ndarray, out: np.ndarray) -> None:
    """The NumPy version of `measure.pair_scores`."""
    out[:] = _differences(start, lower, scores)


def count_pairs(
    start: np.ndarray, lower: np.ndarray, scores: np.ndarray, tolerance: float
) -> tuple[int, int]:
    """The NumPy version of `measure.count_pairs`."""
    s = _differences(start, lower, scores)
    return int((s < -tolerance).sum()), int((np.abs(s) <= tolerance).sum())


def weigh_pairs(
    start: np.ndarray, lower: np.ndarray, scores: np.ndarray, tolerance: float, amounts: np.ndarray
) -> tuple[float, float]:
    """The NumPy version of `measure.weigh_pairs`."""
    s = _differences(start, lower, scores)
    return total_of(amounts[s < -tolerance]), total_of(amounts[np.abs(s) <= tolerance])


def pair_losses(
    start: np.ndarray, lower: np.ndarray, scores: np.ndarray, extra: np.ndarray
) -> tuple[float, float]:
    """The NumPy version of `measure.pair_losses`."""
    s = _differences(start, lower, scores)
    return float(s.min(initial=np.inf)), log_sum_exp(s, extra if len(extra) else np.zeros(len(s)))


def near_losses(
    start: np.ndarray,
    lower: np.ndarray,
    scores: np.ndarray,
    up: np.ndarray,
    down: np.ndarray,
    amounts: np.ndarray,
) -> tuple[float, float]:
    """The NumPy version of `measure.near_losses`."""
    terms = up[lower] * amounts if len(amounts) else up[lower]
    own = np.bincount(higher_of(start), terms, len(down))
    return float(_differences(start, lower, scores).min(initial=np.inf)), total_of(down * own)


def log_sum_exp(s: np.ndarray, extra: np.ndarray) -> float:
    """The NumPy version of `measure.log_sum_exp`."""
    logs = extra - s
    high = logs.max(initial=-np.inf)
    return float(high + np.log(total_of(np.exp(logs - high))))


def add_tied(start: np.ndarray, lower: np.ndarray, h: np.ndarray, amount: float, extra: np.ndarray) -> None:
    """The NumPy version of `measure.add_tied`."""
    extra[h[higher_of(start)] == h[lower]] += amount


def step(
    start: np.ndarray, lower: np.ndarray, h: np.ndarray, factors: np.ndarray, weight: np.ndarray
) -> float:
    """The NumPy version of `measure.step`."""
    higher = higher_of(start)
    weight *= factors[1 - (h[higher].astype(np.intp) - h[lower])]
    return total_of(np.bincount(higher, weight, len(h)))


def tied_total(
    start: np.ndarray, lower: np.ndarray, steps: np.ndarray, total: float, scores: np.ndarray, out: np.ndarray
) -> None:
    """The NumPy version of `measure.tied_total`."""
    higher, apart = higher_of(start), np.zeros(len(lower))
    for step in steps.T:
        apart += np.abs(step[higher] - step[lower])
    out[:] = total - apart - (_differences(start, lower, scores) if len(scores) else 0.0)


def _differences(start: np.ndarray, lower: np.ndarray, scores: np.ndarray) -> np.ndarray:
    found: np.ndarray = scores[higher_of(start)] - scores[lower]
    return found
