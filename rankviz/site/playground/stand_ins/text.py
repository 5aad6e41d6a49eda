"""In place of pyarrow: text in a list."""

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
        """Its value."""
        return self._value


class Array:
    """Cells of text, or what was made of them; None where there is nothing."""

    def __init__(self, cells: Iterable[Any]) -> None:
        self.cells = list(cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.cells)

    def __getitem__(self, place: int) -> Cell:
        return Cell(self.cells[place])

    def filter(self, which: np.ndarray) -> Array:
        """The cells that are chosen."""
        return Array(cell for cell, kept in zip(self.cells, which.tolist(), strict=True) if kept)

    def fill_null(self, value: Any) -> Array:
        """The cells, `value` where there is nothing."""
        return Array(value if cell is None else cell for cell in self.cells)

    def cast(self, kind: str) -> Array:
        """The cells as they are: all are text."""
        return self

    def combine_chunks(self) -> Array:
        """The cells as they are: they stand in one piece."""
        return self

    def to_pylist(self) -> list[Any]:
        """The cells as a list."""
        return list(self.cells)

    def to_numpy(self, zero_copy_only: bool = False) -> np.ndarray:
        """The cells (n,): truth values, numbers (NaN for nothing) or objects."""
        kinds = {type(cell) for cell in self.cells}
        if kinds in ({bool}, {int}):
            return np.array(self.cells)
        if kinds and kinds <= {float, type(None)}:
            return np.array([np.nan if cell is None else cell for cell in self.cells], dtype=np.float64)
        found = np.empty(len(self.cells), dtype=object)
        found[:] = self.cells
        return found

    def to_pandas(self) -> Any:
        """The cells as a column."""
        import pandas as pd

        return pd.Series(self.cells, dtype=object)

    def value_counts(self) -> Array:
        """How often each value is there, in the order in which they come."""
        return Array({"values": value, "counts": count} for value, count in Counter(self.cells).items())

    def dictionary_encode(self) -> Encoded:
        """The different values, in the order in which they come, and which of them each cell is."""
        places: dict[Any, int] = {}
        indices = Array(places.setdefault(cell, len(places)) for cell in self.cells)
        return Encoded(indices, Array(places))


class Encoded(NamedTuple):
    """Cells as places in a list of their values."""

    indices: Array
    dictionary: Array


ChunkedArray = Array


def array(cells: Iterable[Any], kind: str = "") -> Array:
    """Make cells."""
    return Array(cells)


def chunked_array(parts: Iterable[Array], kind: str = "") -> Array:
    """Make one piece of several."""
    return Array(cell for part in parts for cell in part)


concat_arrays = chunked_array


def string() -> str:
    """The type of text."""
    return "string"


def float64() -> str:
    """The type of numbers."""
    return "float64"
