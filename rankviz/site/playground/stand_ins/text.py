"""A replacement for pyarrow: text in a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np


class Cell:
    """One cell."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def as_py(self) -> Any:
        """Return its value."""
        return self._value


class Array:
    """Cells of text, or values computed from them; None where there is nothing."""

    def __init__(self, cells: Iterable[Any]) -> None:
        self.cells = list(cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.cells)

    def __getitem__(self, place: int) -> Cell:
        return Cell(self.cells[place])

    def filter(self, which: np.ndarray) -> Array:
        """Return the chosen cells."""
        return Array(cell for cell, kept in zip(self.cells, which.tolist(), strict=True) if kept)

    def fill_null(self, value: Any) -> Array:
        """Return the cells, `value` where there is nothing."""
        return Array(value if cell is None else cell for cell in self.cells)

    def cast(self, kind: str) -> Array:
        """Return the cells unchanged: all are text."""
        return self

    def combine_chunks(self) -> Array:
        """Return the cells unchanged: they are in one piece."""
        return self

    def to_pylist(self) -> list[Any]:
        """Return the cells as a list."""
        return list(self.cells)

    def to_numpy(self, zero_copy_only: bool = False) -> np.ndarray:
        """Return the cells (n,): truth values, numbers (NaN for nothing) or objects."""
        kinds = {type(cell) for cell in self.cells}
        if kinds in ({bool}, {int}):
            return np.array(self.cells)
        if kinds and kinds <= {float, type(None)}:
            return np.array([np.nan if cell is None else cell for cell in self.cells], dtype=np.float64)
        found = np.empty(len(self.cells), dtype=object)
        found[:] = self.cells
        return found

    def to_pandas(self) -> Any:
        """Return the cells as a column."""
        import pandas as pd

        return pd.Series(self.cells, dtype=object)

    def value_counts(self) -> Array:
        """Count each value, in the order of first occurrence."""
        return Array({"values": value, "counts": count} for value, count in Counter(self.cells).items())

    def dictionary_encode(self) -> Encoded:
        """Return the different values, in the order of first occurrence, and the index of each cell's."""
        places: dict[Any, int] = {}
        indices = Array(places.setdefault(cell, len(places)) for cell in self.cells)
        return Encoded(indices, Array(places))


class Encoded(NamedTuple):
    """Cells as places in a list of their values."""

    indices: Array
    dictionary: Array


ChunkedArray = Array


def array(cells: Iterable[Any], kind: str = "") -> Array:
    """Return cells."""
    return Array(cells)


def chunked_array(parts: Iterable[Array], kind: str = "") -> Array:
    """Return one piece made of several."""
    return Array(cell for part in parts for cell in part)


concat_arrays = chunked_array


def string() -> str:
    """Return the type of text."""
    return "string"


def float64() -> str:
    """Return the type of numbers."""
    return "float64"
