"""Filters that make the arrays of a pack compress better, like those of PNG; all are lossless.

An array is read as unsigned integers of its element's size. A filter replaces them by their differences along an axis,
several times over, modulo 2 to the power of their bits, and may then put all first bytes first, all second ones next, …
Before that an array of two axes may be transposed, which puts an item's values in all rounds next to those of an equal
item. Where an array can be predicted from others, its differences from the prediction are filtered instead. The size
stays, so that the arrays keep their places in the pack (undone in frontend/offline/unfilter.js).
"""

import zlib
from typing import NamedTuple

import numpy as np

from rankviz.board.offline.predictions import predictions
from rankviz.board.wire import locate, unpack

ORDERS = (1, 2, 3, 4)
"""Orders of differences that are tried; smooth curves suit the higher ones."""
HIGHEST_TURNED = 1
"""The highest order that is tried for a transposed array: higher ones gain little, and take time."""
SAMPLE = 2**18
"""Bytes of an array, from the first row that is not 0, by which a filter is chosen."""


class Filter(NamedTuple):
    """Differences of that order along that axis, bytes grouped by their place in an element when `bytes_apart`.

    The axes are those of the transposed array when `turned`. The array has its prediction subtracted when `predicted`.
    """

    order: int
    axis: int
    bytes_apart: int
    turned: int = 0
    predicted: int = 0


PLAIN = Filter(0, 0, 0)


def filtered(pack: bytes) -> tuple[bytes, dict[str, Filter]]:
    """Return the pack with filtered arrays, and the filter of each array that has one, by name."""
    changed = bytearray(pack)
    chosen: dict[str, Filter] = {}
    with np.errstate(all="ignore"):
        meta, arrays = unpack(pack)
        predicted = {} if "part" in meta else dict(predictions(arrays))  # an excerpt lacks what they are from
        for name, (start, array) in locate(pack).items():
            best = _best(array)
            if name in predicted and predicted[name].shape == array.shape:
                rest = residual(array, predicted[name])
                way = _best(rest)
                if _size(rest, way) < _size(array, best):
                    array, best = rest, way._replace(predicted=1)
            if best != PLAIN:
                chosen[name] = best
                changed[start : start + array.nbytes] = apply(array, best)
    return bytes(changed), chosen


def residual(array: np.ndarray, predicted: np.ndarray) -> np.ndarray:
    """Return the differences of the bits of an array from those of its prediction, which is 0 where not finite."""
    found = predicted.astype(array.dtype)
    found[~np.isfinite(found)] = 0
    kind = f"<u{array.dtype.itemsize}"
    return np.subtract(np.ascontiguousarray(array).view(kind), found.view(kind))


def apply(array: np.ndarray, how: Filter) -> bytes:
    """Return the bytes of an array under a filter."""
    size = array.dtype.itemsize
    values = np.ascontiguousarray(array.T if how.turned else array).view(f"<u{size}")
    for _ in range(how.order):
        first = np.take(values, [0], axis=how.axis)
        values = np.concatenate([first, np.diff(values, axis=how.axis)], axis=how.axis)
    if not how.bytes_apart:
        return values.tobytes()
    return np.frombuffer(values.tobytes(), dtype="u1").reshape(-1, size).T.tobytes()


def _best(array: np.ndarray) -> Filter:
    """Return the filter that makes the beginning of an array smallest; leading rows of 0 are skipped."""
    if array.nbytes < 256:
        return PLAIN
    first = int(array.reshape(len(array), -1).any(axis=1).argmax())
    some = array[first : first + max(1, SAMPLE * len(array) // array.nbytes)]
    axes = sorted({0, array.ndim - 1})
    ways = [PLAIN, *(Filter(order, axis, 0) for order in ORDERS for axis in axes)]
    if array.ndim == 2 and 1 not in array.shape:
        ways += [way._replace(turned=1) for way in ways if way.order <= HIGHEST_TURNED]
    if array.dtype.itemsize > 1:
        ways += [way._replace(bytes_apart=1) for way in ways]
    return min(ways, key=lambda way: _size(some, way))


def _size(array: np.ndarray, how: Filter) -> int:
    """Return how many bytes the beginning of an array compresses to."""
    return len(zlib.compress(apply(array, how)[:SAMPLE], 6))
