"""A table in a file, CSV or Parquet, that is parsed once for all who look at it."""

import threading
from collections.abc import Callable, Iterator

import pandas as pd

from rankviz.data.entries import ITEM
from rankviz.data.reading import MAX_FEATURES, MAX_ITEMS, Readable, content
from rankviz.data.tables import csv_cells, parquet_cells
from rankviz.errors import DataError, shown

_BESIDE = 3
"""Most columns that are no features: item, grade and query."""

Columns = csv_cells.CsvColumns | parquet_cells.ParquetColumns


class Table:
    """The rows of a file under its header: the first when they are shown, the rest when all are read.

    The index holds each row's line (in Parquet its number from 1); cells of CSV are text. A file is opened when its
    rows are first asked for; one that cannot be parsed raises the same DataError each time. What is returned is shared:
    nobody changes it.
    """

    def __init__(self, source: Readable, name: str | None = None) -> None:
        self._source, self._given = source, name
        self.name = name or ""
        """The file's name for messages, once its rows were asked for."""
        self._columns: Columns | None = None
        self._lock = threading.Lock()

    def first(self) -> pd.DataFrame:
        """The first rows, at most `csv_cells.HEAD`. Raises DataError for what is wrong with these."""
        return self._ask(lambda columns: columns.first())

    def all(self, most: int = MAX_ITEMS) -> pd.DataFrame:
        """All rows. Raises DataError, beyond `most` rows too."""
        table = self._ask(lambda columns: columns.all(most))
        if len(table) == 0:
            raise DataError("there is a header but no row", file=self.name, remedy="Add at least two rows")
        return table

    def _ask(self, what: Callable[[Columns], pd.DataFrame]) -> pd.DataFrame:
        with self._lock:
            try:
                if self._columns is None:
                    self._columns = self._opened()
                return what(self._columns)
            except BaseException:  # who asks next begins at the beginning
                self._columns = None
                raise

    def _opened(self) -> Columns:
        data, self.name = content(self._source, self._given)
        if parquet_cells.is_parquet(data):
            file = parquet_cells.opened(data, self.name)
            return parquet_cells.ParquetColumns(
                file, _header(parquet_cells.names(file), self.name), self.name
            )
        rows = csv_cells.rows(data, self.name)
        return csv_cells.CsvColumns(_header(_first(rows, self.name), self.name), rows, self.name)


def _first(rows: Iterator[tuple[list[str], int]], name: str) -> list[str]:
    cells, _ = next(rows, (None, 0))
    if cells is None:  # control characters and nothing else
        raise DataError("the file is empty", file=name, remedy="Choose a file with data in it")
    return cells


def _header(cells: list[str], name: str) -> list[str]:
    if len(cells) > MAX_FEATURES + _BESIDE:
        raise DataError(
            f"{len(cells):,} columns are more than the {MAX_FEATURES + _BESIDE:,} that can be read",
            file=name,
            remedy="Keep fewer columns",
        )
    # pandas writes its row index as a first column without a name: those are ids, not a feature.
    if cells[0] == "" and ITEM not in cells:
        cells = [ITEM, *cells[1:]]
    seen: set[str] = set()
    for number, cell in enumerate(cells, start=1):
        if cell == "":
            raise DataError(
                "a column has no name", file=name, line=1, column=number, remedy="Name every column"
            )
        if cell in seen:
            raise DataError(
                f"two columns are named {shown(cell)}", file=name, line=1, remedy="Rename one of them"
            )
        seen.add(cell)
    return cells
