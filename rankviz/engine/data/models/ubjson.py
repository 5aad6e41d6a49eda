"""Universal Binary JSON as XGBoost writes it: numbers big-endian, arrays of numbers with their type and count first.

Format: ubjson.org, and include/xgboost/json_io.h of XGBoost 3.
"""

from typing import Any

import numpy as np

_NUMBERS = {b"i": ">i1", b"U": ">u1", b"I": ">i2", b"l": ">i4", b"L": ">i8", b"d": ">f4", b"D": ">f8"}
_CONSTANTS = {b"T": True, b"F": False, b"Z": None}


def loads(data: bytes) -> Any:
    """Return the value that the bytes encode; arrays of numbers are NumPy's. Raises ValueError for other bytes."""
    return _Bytes(data).value()


class _Bytes:
    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def _take(self, size: int) -> bytes:
        part = self._data[self._at : self._at + size]
        if size < 0 or len(part) < size:
            raise ValueError("the data end too early")
        self._at += size
        return part

    def _next_is(self, mark: bytes) -> bool:
        found = self._data.startswith(mark, self._at)
        self._at += found
        return found

    def _numbers(self, mark: bytes, count: int) -> np.ndarray:
        if mark not in _NUMBERS:
            raise ValueError(f"{mark!r} is not a type of numbers")
        kind = np.dtype(_NUMBERS[mark])
        return np.frombuffer(self._take(kind.itemsize * count), kind)

    def _number(self) -> int:
        return int(self._numbers(self._take(1), 1)[0])

    def _text(self) -> str:
        return self._take(self._number()).decode("utf-8", "replace")

    def value(self) -> Any:
        mark = self._take(1)
        if mark == b"{":
            found: dict[str, Any] = {}
            while not self._next_is(b"}"):
                key = self._text()
                found[key] = self.value()
            return found
        if mark == b"[":
            return self._array()
        if mark == b"S":
            return self._text()
        return _CONSTANTS[mark] if mark in _CONSTANTS else self._numbers(mark, 1)[0].item()

    def _array(self) -> Any:
        if self._next_is(b"$"):
            kind = self._take(1)
            if not self._next_is(b"#"):
                raise ValueError("an array has a type and no count")
            return self._numbers(kind, self._number())
        found = []
        if self._next_is(b"#"):
            return [self.value() for _ in range(self._number())]
        while not self._next_is(b"]"):
            found.append(self.value())
        return found
