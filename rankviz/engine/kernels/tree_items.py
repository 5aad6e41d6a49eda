"""The loops of a regression tree over items and bins: a node's spread, its histogram, its best split, its children.

Where nothing compiles, `arrays.tree_items` has the same functions array by array, with the same results to the bit:
weights and pulls are rounded once, to whole numbers whose sums a float holds exactly. So the order of a sum does not
matter, a histogram minus that of one child is that of the other, and a bin without weight is a bin without items. A
whole weight and pull are the two parts of one complex number, which are added together.

codes (n, d) are the items' bins: 0 for a missing value, else from 1 by rising value. A histogram (d, bins) has the sum
of each. rows (m,) are a node's items.
"""

import math

import numpy as np

from rankviz.engine.kernels.jit import kernel

BITS = 52
"""Sums of whole weights and pulls stay within this many bits, and one more for what rounding adds."""


STRIP = 64
"""Items whose codes are copied next to one another before they are used: memory sends those of many at once."""


@kernel
def spread(rows: np.ndarray, target: np.ndarray, weight: np.ndarray) -> tuple[float, float, float]:
    """(Σ w, mean, Σ w (r − mean)²) of items `rows` (m,) with target r, weight w (n,)."""
    total, at = 0.0, 0.0
    for i in rows:
        total += weight[i]
        at += weight[i] * target[i]
    mean, error = at / total, 0.0
    for i in rows:
        apart = target[i] - mean
        error += weight[i] * apart * apart
    return total, mean, error


@kernel
def whole(
    rows: np.ndarray,
    target: np.ndarray,
    weight: np.ndarray,
    total: float,
    mean: float,
    error: float,
    number: np.ndarray,
) -> float:
    """Write w + i w (r − mean) in whole numbers to number (n,), complex; return the unit of a gain made of them.

    total, mean, error : see :func:`spread`. Σ w |r − mean| is at most √(total · error). Positive weights stay positive.
    """
    up = min(BITS - math.frexp(total)[1], 1000)
    along = min(BITS - math.frexp(math.sqrt(total) * math.sqrt(error))[1], 1000)
    of_weight, of_pull = math.ldexp(1.0, up), math.ldexp(1.0, along)
    for i in rows:
        w, pull = weight[i] * of_weight, weight[i] * (target[i] - mean) * of_pull
        number[i] = complex(max(np.rint(w), 1.0), np.rint(pull))
    return math.ldexp(1.0, up - 2 * along)


@kernel
def fill(
    codes: np.ndarray, count: np.ndarray, rows: np.ndarray, number: np.ndarray, histogram: np.ndarray
) -> None:
    """Write the histogram of items `rows`; count (d,) is the number of bins of known values. number (n,)."""
    for f in range(len(count)):
        for code in range(count[f] + 1):
            histogram[f, code] = 0.0
    strip = np.empty((STRIP, len(count)), dtype=codes.dtype)
    for first in range(0, len(rows), STRIP):
        some = rows[first : first + STRIP]
        for k in range(len(some)):
            of_item = codes[some[k]]
            for f in range(len(count)):
                strip[k, f] = of_item[f]
        for k in range(len(some)):
            each = number[some[k]]
            for f in range(len(count)):
                histogram[f, strip[k, f]] += each


@kernel
def subtract(histogram: np.ndarray, other: np.ndarray, count: np.ndarray) -> None:
    """Take another histogram's sums off; count (d,) is the number of bins of known values."""
    for f in range(len(count)):
        for code in range(count[f] + 1):
            histogram[f, code] -= other[f, code]


@kernel
def renumber(codes: np.ndarray, count: np.ndarray, rows: np.ndarray) -> None:
    """Number the bins from 1 again, without those in which no item of `rows` is, where most are; count (d,) follows."""
    for f in range(len(count)):
        if count[f] <= 2 * len(rows):
            continue
        number = np.zeros(count[f] + 1, dtype=codes.dtype)
        for i in rows:
            number[codes[i, f]] = 1
        found = 0
        for code in range(1, count[f] + 1):
            found += number[code]
            number[code] = found
        number[0], count[f] = 0, found
        for i in rows:
            codes[i, f] = number[codes[i, f]]


@kernel
def bins_beside(column: np.ndarray, codes: np.ndarray, rows: np.ndarray, low: int) -> tuple[int, int]:
    """Return the last bin of `rows` whose new number is up to `low`, and the first after it or 0, by their old numbers.

    column, codes (n,) are the items' old and new numbers, see :func:`renumber`.
    """
    last, following = 0, 0
    for i in rows:
        if codes[i] > low:
            following = column[i] if following == 0 else min(following, column[i])
        elif codes[i] > 0:
            last = max(last, column[i])
    return last, following


@kernel
def tops(histogram: np.ndarray, count: np.ndarray, top: np.ndarray) -> tuple[float, float]:
    """Write top (d,), the gain of each feature's best split, −1 where it has none; return the node's weight and mean.

    See :func:`best_cut`.
    """
    node = histogram[0, 0]
    for code in range(1, count[0] + 1):
        node += histogram[0, code]
    total, mean = node.real, node.imag / node.real
    for f in range(len(top)):
        bins = histogram[f]
        top[f] = best_cut(bins, count[f], False, total, mean, np.inf)[0]
        if bins[0].real > 0.0:
            top[f] = max(top[f], best_cut(bins, count[f], True, total, mean, np.inf)[0])
    return total, mean


@kernel
def first_cut(
    bins: np.ndarray, count: int, total: float, mean: float, enough: float
) -> tuple[int, int, bool]:
    """(the last bin that goes left, the first that goes right, missing_left) of a feature's first split with `enough`.

    First come splits that send missing values right, then lower thresholds. The second bin is 0 where none goes right.
    """
    gain, low = best_cut(bins, count, False, total, mean, enough)
    missing_left = gain < enough
    if missing_left:
        low = best_cut(bins, count, True, total, mean, enough)[1]
    for high in range(low + 1, count + 1):
        if bins[high].real > 0.0:
            return low, high, missing_left
    return low, 0, missing_left


@kernel
def best_cut(
    bins: np.ndarray, count: int, missing_left: bool, total: float, mean: float, enough: float
) -> tuple[float, int]:
    """(gain, last bin that goes left) of the best split, or of the first whose gain is `enough`; gain −1 for none.

    Of the node, `total` is the weight and `mean` the pull by weight. A gain is in units of total, see :func:`whole`:
    with Σ w = a and Σ w (r − mean) = s on the left, the squared error falls by s² total / (a (total − a)).
    """
    above, sums = (bins[0].real, bins[0].imag) if missing_left else (0.0, 0.0)
    best, at = -1.0, 0
    for k in range(1, count + 1):
        if bins[k].real == 0.0:
            continue
        above += bins[k].real
        sums += bins[k].imag
        if above == total:
            break
        apart = sums - above * mean
        gain = apart * apart / (above * (total - above))
        if gain > best:
            best, at = gain, k
            if gain >= enough:
                break
    return best, at


@kernel
def divide(column: np.ndarray, rows: np.ndarray, low: int, missing_left: bool) -> tuple[int, int]:
    """Put items whose code in column (n,) is up to `low` before the others in rows (m,), and both in their order.

    Return how many they are, and how many values are missing.
    """
    behind = np.empty_like(rows)
    before, after, missing = 0, 0, 0
    for i in rows:
        missing += column[i] == 0
        if missing_left if column[i] == 0 else column[i] <= low:
            rows[before] = i
            before += 1
        else:
            behind[after] = i
            after += 1
    for p in range(after):
        rows[before + p] = behind[p]
    return before, missing


@kernel
def apply(
    X: np.ndarray,
    feature: np.ndarray,
    threshold: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
    missing_left: np.ndarray,
    leaf: np.ndarray,
) -> None:
    """Write the leaf in which each row of X (n, d) ends to leaf (n,).

    An item goes left where its feature ≤ the node's threshold; a missing value goes where missing_left says.
    """
    for i in range(len(leaf)):
        node = 0
        while left[node] >= 0:
            value = X[i, feature[node]]
            if np.isnan(value):
                node = left[node] if missing_left[node] else right[node]
            elif value <= threshold[node]:
                node = left[node]
            else:
                node = right[node]
        leaf[i] = node
