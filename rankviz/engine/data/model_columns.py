"""The values that the questions of another library's trees compare: features in the precision of that library.

XGBoost and CatBoost read features in single precision. CatBoost's categories are the hashes of texts, and it also
compares statistics of them ("CTR"), computed as in catboost/libs/model/static_ctr_provider.cpp.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

ZERO = float(np.float32(1e-35))
"""LightGBM reads numbers from −ZERO to ZERO as 0 (kZeroThreshold)."""
_COMBINED = np.uint64(0x4906BA494954CB65)
_K2, _K3, _MULTIPLY, _BITS = 0x9AE16A3B2F90404F, 0xC949D7C7509E6557, 0x9DDFEA08EB382D69, 2**64 - 1
"""Constants of CityHash64, version 1.0, and its 64 bits."""


CATEGORY, IS_CATEGORY, ABOVE, ABOVE_OR_MISSING = range(4)
"""The parts of a statistic: a category, a test for a given one, or a test for a number above a border (or missing)."""


@dataclass(frozen=True, eq=False)
class Statistic:
    """A number that CatBoost learned for each combination of categories and of answers to questions.

    Attributes
    ----------
    parts : the combined parts: triples of a kind, a feature by number, and a category's hash or a border.
    keys, values : (m,) uint64, rising, and float32: the combinations' hashes, and their numbers.
    other : the number of every other combination.
    """

    parts: tuple[tuple[int, int, float], ...]
    keys: np.ndarray
    values: np.ndarray
    other: float

    def look_up(self, X: np.ndarray) -> np.ndarray:
        """(n,) the numbers of items with features X (n, d), their categories hashed."""
        key = np.zeros(len(X), dtype=np.uint64)
        for kind, feature, value in self.parts:
            found = X[:, feature]
            if kind == IS_CATEGORY:
                found = found == value
            elif kind != CATEGORY:
                found = (found > value) | (np.isnan(found) & (kind == ABOVE_OR_MISSING))
            key = _COMBINED * (key + _COMBINED * found.astype(np.int64).astype(np.uint64))
        if not len(self.keys):
            return np.full(len(X), self.other)
        place = np.searchsorted(self.keys, key) % len(self.keys)
        return np.where(self.keys[place] == key, self.values[place], self.other)


def columns_of(
    X: np.ndarray, library: str, categories: Iterable[int], statistics: Iterable[Statistic]
) -> np.ndarray:
    """(n, d + statistics) the values that the trees' questions compare, of items with the model's features X (n, d)."""
    if library == "LightGBM":
        return np.where(np.abs(X) <= ZERO, 0.0, X)
    with np.errstate(over="ignore"):
        found = X.astype(np.float32).astype(np.float64)
    if library != "CatBoost":
        return found
    for j in categories:
        found[:, j] = hashed(X[:, j])
    return np.column_stack([found, *(each.look_up(found) for each in statistics)])


def hashed(values: np.ndarray) -> np.ndarray:
    """(n,) CatBoost's int32 hashes of categories that are whole numbers, as floats; a missing one is the text "nan"."""
    known, place = np.unique(values, return_inverse=True)
    texts = ["nan" if np.isnan(value) else str(int(value)) for value in known]
    found = [_city_hash(text.encode()) % 2**32 for text in texts]
    return np.array(found, dtype=np.uint32).view(np.int32).astype(np.float64)[place]


def _city_hash(text: bytes) -> int:
    """CityHash64, version 1.0, of a text of 1 to 16 bytes."""
    size = len(text)
    if size > 8:
        first, last = (int.from_bytes(part, "little") for part in (text[:8], text[-8:]))
        turned = last + size & _BITS
        return _mixed(first, turned >> size | turned << 64 - size & _BITS) ^ last
    if size >= 4:
        first, last = (int.from_bytes(part, "little") for part in (text[:4], text[-4:]))
        return _mixed(size + (first << 3), last)
    y, z = text[0] + (text[size >> 1] << 8), size + (text[-1] << 2)
    return _shifted(y * _K2 & _BITS ^ z * _K3 & _BITS) * _K2 & _BITS


def _shifted(value: int) -> int:
    return value ^ value >> 47


def _mixed(first: int, second: int) -> int:
    inner = _shifted((first ^ second) * _MULTIPLY & _BITS)
    return _shifted((second ^ inner) * _MULTIPLY & _BITS) * _MULTIPLY & _BITS
