"""CSV text to a table that remembers each row's line, in little more memory than the text takes."""

import csv
import io
import itertools
import re
from array import array
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from rankviz.engine.data.reading import MAX_CELLS, MAX_LINE, check_shape, check_text
from rankviz.engine.errors import DataError

HEAD = 5_000
"""Rows that are examined before a table is read in full; fewer when there are many columns."""
HEAD_CELLS = 1_000_000

MOST_TITLES = 20
"""Lines that are searched for one with several cells."""
_QUOTED = re.compile(rb'"[^"]*"')
_SEPARATOR = re.compile(rb'(?:\xef\xbb\xbf)?"?sep=([,;|\t])"?$', re.IGNORECASE)
_CHUNK = 1_000_000  # cells held as Python strings at a time, in as many rows at most:
_ROWS = 50_000


class _Lines:
    """The lines of a file, and the number of characters read since the last complete row."""

    def __init__(self, data: bytes, name: str) -> None:
        self._stream = io.TextIOWrapper(io.BytesIO(data), "utf-8-sig", newline="")
        self._name, self._number, self.taken = name, 0, 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = next(self._stream)
        self._number += 1
        self.taken += len(line)
        if self.taken > MAX_LINE:
            raise DataError(
                f"a row has more than {MAX_LINE:,} characters",
                file=self._name,
                line=self._number,
                remedy="Close every quote, and keep fewer columns",
            )
        return line


def rows(data: bytes, name: str, skipped: frozenset[int] = frozenset()) -> Iterator[tuple[list[str], int]]:
    """Yield (cells, line) of each row that is neither blank nor skipped. Raises DataError for what is not CSV text."""
    check_text(data, name)
    # Excel may put the separator in an extra first line.
    said = _SEPARATOR.match(data[:MAX_LINE].lstrip().split(b"\n", 1)[0].strip())
    mark = said[1].decode() if said else _mark(data[:MAX_LINE], skipped)
    lines = _Lines(data, name)
    # Python's csv rather than pandas: it distinguishes a row that was cut short from one with empty cells.
    reader = csv.reader(lines, delimiter=mark, strict=True)
    held: list[tuple[list[str], int]] = []
    try:
        for row in reader:
            lines.taken = 0
            if (said and reader.line_num == 1) or reader.line_num in skipped:
                continue
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield from held
                held.clear()
                yield cells, reader.line_num
            elif len(cells) > 1:
                held.append((cells, reader.line_num))  # a spreadsheet's empty rows at the end do not count
    except csv.Error as error:
        raise DataError(
            f"the quotes or cells are broken ({error})",
            file=name,
            line=max(reader.line_num, 1),
            remedy="A quote that is opened must be closed; the file may be cut off",
        ) from error


def _mark(head: bytes, skipped: frozenset[int]) -> str:
    """Return the separator of the cells in the first line that has more than one."""
    for number, line in enumerate(head.split(b"\n", MOST_TITLES)[:MOST_TITLES], start=1):
        outside = _QUOTED.sub(b"", line)
        mark = max(b",;\t", key=outside.count)
        if number not in skipped and mark in outside:
            return chr(mark)
    return ","


class CsvColumns:
    """The rows under a header as columns of text: read only as far as requested, and each row once.

    `rows` is their number, as far as it is known before they are read: messages use it.

    Both methods raise DataError for a row of another length.
    """

    def __init__(
        self, header: list[str], body: Iterator[tuple[list[str], int]], name: str, rows: int = 0
    ) -> None:
        self._header, self._name, self._rows = header, name, rows
        self._body = _checked(body, len(header), name)
        self._parts: list[list[Any]] = [[] for _ in header]
        self._lines = array("q")

    def first(self) -> pd.DataFrame:
        """Return the first rows, `HEAD` or fewer."""
        few = min(HEAD, max(HEAD_CELLS // len(self._header), 1))
        while self._more(few - len(self._lines)):
            pass
        return self._frame().iloc[:few]

    def all(self, most: int) -> pd.DataFrame:
        """Return all rows. Raises DataError beyond `most` rows, or twice `MAX_CELLS` cells, and reads no further."""
        while self._more(most + 1 - len(self._lines)):
            if len(self._lines) > most or len(self._lines) * len(self._header) > 2 * MAX_CELLS:
                check_shape(max(len(self._lines), self._rows), len(self._header), self._name)
        return self._frame()

    def _more(self, most: int) -> bool:
        """Read a chunk of at most so many rows; return whether there was a row."""
        import pyarrow  # here, because only tables need it

        width = len(self._header)
        chunk = list(itertools.islice(self._body, max(0, min(max(1, _CHUNK // width), _ROWS, most))))
        self._lines.extend(line for _, line in chunk)
        cells = list(itertools.chain.from_iterable(row for row, _ in chunk))
        for column, part in enumerate(self._parts):
            part.append(pyarrow.array(cells[column::width], pyarrow.string()))
        return bool(chunk)

    def _frame(self) -> pd.DataFrame:
        """Return what was read, in Arrow's memory, with the rows' lines as its index."""
        import pyarrow

        columns = {
            column: pd.arrays.ArrowExtensionArray(pyarrow.chunked_array(part, pyarrow.string()))
            for column, part in zip(self._header, self._parts, strict=True)
        }
        return pd.DataFrame(columns, index=np.array(self._lines, dtype=np.int64))


def _checked(body: Iterator[tuple[list[str], int]], width: int, name: str) -> Iterator[tuple[list[str], int]]:
    for cells, line in body:
        if len(cells) != width:
            raise DataError(
                f"there are {len(cells)} cells, but the header has {width}",
                file=name,
                line=line,
                remedy="Complete the line or remove it; the file may be cut off",
            )
        yield cells, line
