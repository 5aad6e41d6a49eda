"""NumPy version of `tree_items`, array by array, with the same answers to the bit."""

import math

import numpy as np

BITS = 52


def spread(rows: np.ndarray, target: np.ndarray, weight: np.ndarray) -> tuple[float, float, float]:
    """The NumPy version of `tree_items.spread`."""
    w, r = weight[rows], target[rows]
    total = w.cumsum()[-1]
    mean = (w * r).cumsum()[-1] / total
    apart = r - mean
    return total, mean, (w * apart * apart).cumsum()[-1]


def whole(
    rows: np.ndarray,
    target: np.ndarray,
    weight: np.ndarray,
    total: float,
    mean: float,
    error: float,
    number: np.ndarray,
) -> float:
    """The NumPy version of `tree_items.whole`."""
    up = min(BITS - math.frexp(total)[1], 1000)
    along = min(BITS - math.frexp(math.sqrt(total) * math.sqrt(error))[1], 1000)
    number.real[rows] = np.maximum(np.rint(weight[rows] * math.ldexp(1.0, up)), 1.0)
    number.imag[rows] = np.rint(weight[rows] * (target[rows] - mean) * math.ldexp(1.0, along))
    return math.ldexp(1.0, up - 2 * along)


def fill(
    codes: np.ndarray, count: np.ndarray, rows: np.ndarray, number: np.ndarray, histogram: np.ndarray
) -> None:
    """The NumPy version of `tree_items.fill`, all features at once."""
    histogram = histogram[:, : count.max() + 1]
    d, bins = histogram.shape
    place, each = (codes[rows] + bins * np.arange(d)).ravel(), np.repeat(number[rows], d)
    histogram.real = np.bincount(place, each.real, d * bins).reshape(d, bins)
    histogram.imag = np.bincount(place, each.imag, d * bins).reshape(d, bins)


def subtract(histogram: np.ndarray, other: np.ndarray, count: np.ndarray) -> None:
    """The NumPy version of `tree_items.subtract`."""
    histogram -= other


def renumber(codes: np.ndarray, count: np.ndarray, rows: np.ndarray) -> None:
    """The NumPy version of `tree_items.renumber`, all features at once."""
    sparse = np.flatnonzero(count > 2 * len(rows))
    if not len(sparse):
        return
    cells, feature = np.ix_(rows, sparse), np.arange(len(sparse))
    some = np.zeros((len(sparse), count.max() + 1), dtype=bool)
    some[feature, codes[cells]] = True
    some[:, 0] = False
    number = some.cumsum(axis=1)
    codes[cells], count[sparse] = number[feature, codes[cells]], number[:, -1]


def bins_beside(column: np.ndarray, codes: np.ndarray, rows: np.ndarray, low: int) -> tuple[int, int]:
    """The NumPy version of `tree_items.bins_beside`."""
    old, new = column[rows], codes[rows]
    after = old[new > low]
    return int(old[(new > 0) & (new <= low)].max()), int(after.min()) if len(after) else 0


def tops(histogram: np.ndarray, count: np.ndarray, top: np.ndarray) -> tuple[float, float]:
    """The NumPy version of `tree_items.tops`, all features at once."""
    node = histogram[0, : count[0] + 1].sum()
    total, mean = node.real, node.imag / node.real
    top[:] = _gains(histogram[:, : count.max() + 1], total, mean).max(axis=1)
    return total, mean


def first_cut(
    bins: np.ndarray, count: int, total: float, mean: float, enough: float
) -> tuple[int, int, bool]:
    """The NumPy version of `tree_items.first_cut`."""
    bins = bins[: count + 1]
    first = int(np.argmax(_gains(bins[None], total, mean)[0] >= enough))
    missing_left, low = divmod(first, len(bins))
    after = np.flatnonzero(bins.real[low + 1 :])
    return low, low + 1 + int(after[0]) if len(after) else 0, bool(missing_left)


def _gains(histogram: np.ndarray, total: float, mean: float) -> np.ndarray:
    """(d, 2 bins) the gains of all splits: missing values go right, then they go left; −1 where there is no split."""
    known = histogram.copy()
    known[:, 0] = 0.0
    sums, some = known.cumsum(axis=1), known.real > 0.0
    missing = histogram[:, :1]
    if missing.any():
        sums, some = np.hstack([sums, sums + missing]), np.hstack([some, some & (missing.real > 0.0)])
    above, sums = sums.real, sums.imag
    some &= above < total
    apart = sums - above * mean
    return np.divide(apart * apart, above * (total - above), out=np.full(above.shape, -1.0), where=some)


def divide(column: np.ndarray, rows: np.ndarray, low: int, missing_left: bool) -> tuple[int, int]:
    """The NumPy version of `tree_items.divide`."""
    code = column[rows]
    side = np.where(code == 0, bool(missing_left), code <= low)
    before = int(side.sum())
    rows[:] = np.concatenate([rows[side], rows[~side]])
    return before, int((code == 0).sum())


def apply(
    X: np.ndarray,
    feature: np.ndarray,
    threshold: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
    missing_left: np.ndarray,
    leaf: np.ndarray,
) -> None:
    """The NumPy version of `tree_items.apply`, node by node."""
    reached = {0: np.arange(len(leaf))}
    for node in range(len(left)):  # a child comes after its parent
        rows = reached.pop(node)
        if left[node] < 0:
            leaf[rows] = node
            continue
        values = X[rows, feature[node]]
        side = ~(values > threshold[node]) if missing_left[node] else values <= threshold[node]
        reached[int(left[node])], reached[int(right[node])] = rows[side], rows[~side]
