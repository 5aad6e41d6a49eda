"""Tables, CSV or Parquet, that remember each row's line: cells as text and as numbers."""

import itertools
from collections.abc import Iterator

import numpy as np
import pandas as pd

from rankviz.data.entries import ITEM
from rankviz.data.reading import MAX_FEATURES, MAX_ITEMS, Source, content
from rankviz.data.tables import csv_cells, parquet_cells
from rankviz.errors import DataError, shown

"""The column of item ids."""

HEAD = 5_000
"""Rows that are looked at before a table is read whole; fewer when there are many columns."""
HEAD_CELLS = 1_000_000

_BESIDE = 3
"""Most columns that are no features: item, grade and query."""


def read_table(source: Source, name: str | None, *, most: int = MAX_ITEMS) -> tuple[pd.DataFrame, str]:
    """The table with line numbers (rows counted from 1 in Parquet) as its index, and the name for messages.

    Cells of CSV are text, in Arrow's memory. Raises DataError, beyond `most` rows too.
    """
    data, name = content(source, name)
    if parquet_cells.is_parquet(data):
        file = parquet_cells.opened(data, name)
        table = parquet_cells.table(file, _header(parquet_cells.names(file), name), name, most)
    else:
        rows = csv_cells.rows(data, name)
        table = csv_cells.table(_header(_first(rows, name), name), rows, name, most)
    if len(table) == 0:
        raise DataError("there is a header but no row", file=name, remedy="Add at least two rows")
    return table, name


def first_rows(source: Source, name: str | None) -> pd.DataFrame:
    """The first rows of a table, at most `HEAD`, as :func:`read_table` reads them. Raises DataError."""
    data, name = content(source, name)
    if parquet_cells.is_parquet(data):
        return read_table(data, name)[0].head(HEAD)
    rows = csv_cells.rows(data, name)
    header = _header(_first(rows, name), name)
    most = min(HEAD, max(HEAD_CELLS // len(header), 1))
    return csv_cells.table(header, itertools.islice(rows, most), name, most)


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


def texts(table: pd.DataFrame, column: str) -> pd.Series:
    """A column as text (object), "" where the cell is empty."""
    return table[column].astype(object).map(cell_text)


def numbers(table: pd.DataFrame, column: str, name: str, *, empty: bool = True) -> np.ndarray:
    """A column as float64, NaN where the cell is empty. Raises DataError with line and column."""
    cells = table[column]
    if cells.dtype == object or isinstance(cells.dtype, pd.ArrowDtype):
        text = texts(table, column) if cells.dtype == object else cells.astype(object)
        values = pd.to_numeric(text, errors="coerce").to_numpy(dtype=np.float64)
        blank = (text == "").to_numpy()
    else:
        try:
            values = cells.to_numpy(dtype=np.float64, na_value=np.nan)
        except (TypeError, ValueError) as error:
            raise DataError(
                "the column does not hold numbers",
                file=name,
                column=column,
                remedy="Leave it out or make it numbers",
            ) from error
        blank = np.isnan(values)
    wrong = ~np.isfinite(values) & ~(blank & empty)
    if wrong.any():
        row = int(np.argmax(wrong))
        cell = cell_text(cells.iloc[row])
        if np.isnan(values).all() and not blank[row]:
            raise DataError(
                f"the column holds text such as {shown(cell)}",
                file=name,
                line=int(table.index[row]),
                column=column,
                remedy="Make it the item, the query, or ignore it: item=COLUMN, query=COLUMN, ignore=COLUMN"
                if empty
                else "Grades are numbers: choose another column with grade=COLUMN",
            )
        raise DataError(
            "the cell is empty" if blank[row] else f"{shown(cell)} is not a finite number",
            file=name,
            line=int(table.index[row]),
            column=column,
            remedy="Write a number such as 3.5"
            + (", or leave the cell empty when it is missing" if empty else ""),
        )
    return values


def cell_text(cell: object) -> str:
    """A cell as text; whole floats lose their point, so that the id 7.0 of a Parquet file is "7"."""
    if cell is None or cell is pd.NA or (isinstance(cell, float) and np.isnan(cell)):
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()
