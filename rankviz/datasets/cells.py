"""CSV and Parquet files as tables of cells whose line is known, and their columns as numbers."""

from __future__ import annotations

import csv
import io

import numpy as np
import pandas as pd

from rankviz.datasets.reading import MAX_CELLS, Source, check_shape, content, text_of
from rankviz.errors import DataError, shown

ITEM = "item"
"""The column of item ids."""


def read_table(source: Source, name: str | None) -> tuple[pd.DataFrame, str]:
    """The table with line numbers (rows counted from 1 in Parquet) as its index; CSV cells are still text."""
    data, name = content(source, name)
    table = _parquet(data, name) if data.startswith(b"PAR1") else _csv(text_of(data, name), name)
    if len(table) == 0:
        raise DataError("there is a header but no row", file=name, remedy="Add at least two rows")
    return table, name


def _csv(text: str, name: str) -> pd.DataFrame:
    # Python's csv rather than pandas: it tells a row that was cut short from one with empty cells.
    head = text.lstrip().split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count), strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if not any(cells) and len(cells) <= 1:
                continue
            if rows and len(cells) != len(rows[0]):
                raise DataError(
                    f"there are {len(cells)} cells, but the header has {len(rows[0])}",
                    file=name,
                    line=reader.line_num,
                    remedy="Complete the line or remove it; the file may be cut off",
                )
            rows.append(cells)
            lines.append(reader.line_num)
            if len(rows) * len(rows[0]) > 2 * MAX_CELLS:
                check_shape(len(rows), len(rows[0]), name)
    except csv.Error as error:
        raise DataError(
            f"the quotes or cells are broken ({error})",
            file=name,
            line=max(reader.line_num, 1),
            remedy="A quote that is opened must be closed; the file may be cut off",
        ) from error
    if not rows:
        raise DataError("the file is empty", file=name, remedy="Choose a file with data in it")
    header, *body = rows
    return pd.DataFrame(body, columns=_header(header, name), index=lines[1:], dtype=object)


def _header(cells: list[str], name: str) -> list[str]:
    # pandas writes its row index as a first column without a name: those are ids, not a feature.
    if cells[0] == "" and ITEM not in cells:
        cells = [ITEM, *cells[1:]]
    for number, cell in enumerate(cells, start=1):
        if cell == "":
            raise DataError(
                "a column has no name", file=name, line=1, column=number, remedy="Name every column"
            )
        if cells.index(cell) < number - 1:
            raise DataError(
                f"two columns are named {shown(cell)}", file=name, line=1, remedy="Rename one of them"
            )
    return cells


def _parquet(data: bytes, name: str) -> pd.DataFrame:
    import pyarrow.parquet  # here, because only Parquet files need it

    try:
        file = pyarrow.parquet.ParquetFile(io.BytesIO(data))
        shape = file.metadata.num_rows, file.metadata.num_columns
        check_shape(*shape, name)
        table = file.read().to_pandas(ignore_metadata=True)
    except DataError:
        raise
    except Exception as error:  # pyarrow raises a dozen types on damaged files
        raise DataError("the Parquet file is damaged", file=name, remedy="Write it again") from error
    table.columns = _header([str(column) for column in table.columns], name)
    table.index = pd.RangeIndex(1, len(table) + 1)
    return table


def numbers(table: pd.DataFrame, column: str, name: str, *, empty: bool = True) -> np.ndarray:
    """A column as float64, NaN where the cell is empty. Raises DataError with line and column."""
    cells = table[column]
    if cells.dtype == object:
        text = cells.map(cell_text)
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
