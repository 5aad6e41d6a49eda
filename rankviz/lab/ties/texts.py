"""Millions of short texts in one block of bytes: documents' ids as in a file, without an object for each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa


@dataclass(frozen=True, eq=False)
class Texts:
    """Text i is data[begin[i] : begin[i] + size[i]], in UTF-8.

    data : (bytes,) uint8.  begin : (n,) int64.  size : (n,) int32.
    """

    data: np.ndarray
    begin: np.ndarray
    size: np.ndarray

    def __len__(self) -> int:
        return len(self.begin)

    def __getitem__(self, i: int) -> str:
        return bytes(self.data[self.begin[i] : self.begin[i] + self.size[i]]).decode("utf-8", "replace")

    def select(self, rows: np.ndarray | slice) -> Texts:
        """Return the texts of some rows, in their order."""
        return Texts(self.data, self.begin[rows], self.size[rows])

    @classmethod
    def from_texts(cls, texts: Iterable[str]) -> Texts:
        """Store the texts; keep lone surrogates."""
        parts = [text.encode("utf-8", "surrogatepass") for text in texts]
        size = np.fromiter(map(len, parts), dtype=np.int32, count=len(parts))
        end = np.cumsum(size, dtype=np.int64)
        return cls(np.frombuffer(b"".join(parts), dtype=np.uint8), end - size, size)

    @classmethod
    def from_arrow(cls, texts: pa.Array) -> Texts:
        """View the texts of Arrow's array without a copy."""
        texts = texts.cast(pa.large_string())
        _, ends, data = texts.buffers()
        end = np.frombuffer(ends, dtype=np.int64)[texts.offset : texts.offset + len(texts) + 1]
        held = np.frombuffer(data if data is not None else b"", dtype=np.uint8)
        return cls(held, end[:-1], np.diff(end).astype(np.int32))
