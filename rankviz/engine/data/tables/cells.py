"""The columns of a table as numbers, by their readings; each cell that is not a number is named by its line."""

import numpy as np
import pandas as pd

from rankviz.engine.data.entries import DROP
from rankviz.engine.data.tables.amounts import is_missing
from rankviz.engine.data.tables.readings import (
    ABOVE,
    MOST,
    ORDER,
    POINT,
    RATING,
    READINGS,
    TRUTH,
    Reading,
    kinds,
    values,
)
from rankviz.engine.data.tables.text_cells import as_text, cell_text, is_text
from rankviz.engine.errors import DataError, shown

_PLAIN = Reading()


def numbers(table: pd.DataFrame, column: str, name: str, *, empty: bool = True) -> np.ndarray:
    """Return a column of plain numbers as float64 (n,), NaN where a cell is empty. Raises DataError with the place.

    `empty` allows empty cells.
    """
    if not is_text(table[column]):
        return _plain(table, column, name, empty)
    found, blank = _as_pandas_reads(table[column])
    wrong = ~(np.isfinite(found) | (blank & empty))
    if not wrong.any():
        return found
    row = int(np.argmax(wrong))
    raise DataError(
        "the cell is empty"
        if blank[row]
        else f"{shown(cell_text(table[column].iloc[row]))} is not a finite number",
        file=name,
        line=int(table.index[row]),
        column=column,
        remedy="Write a number such as 3.5",
    )


def as_read(
    table: pd.DataFrame, column: str, name: str, reading: Reading = _PLAIN, *, empty: bool = True
) -> tuple[np.ndarray, bool]:
    """(a column as float64 (n,), NaN where a value is missing; whether it is of plain numbers and empty cells).

    `empty` allows missing values. Raises DataError with line and column.
    """
    cells = table[column]
    if not is_text(cells):
        return _plain(table, column, name, empty), True
    if reading.kind == POINT:  # plain numbers stay as pandas reads them
        found, blank = _as_pandas_reads(cells)
        if (np.isfinite(found) | (blank & empty)).all():
            return found, True
    found, wrong, what = values(cells, reading)
    missing = np.isnan(found) & ~wrong
    if not empty and missing.any() and not wrong.any():
        row = int(np.argmax(missing))
        cell = cell_text(cells.iloc[row])
        raise DataError(
            (f"{shown(cell)} is not a grade" if cell else "the cell is empty") + _how_many(missing),
            file=name,
            line=int(table.index[row]),
            column=column,
            remedy="Write a number such as 3.5, or leave out such rows with drop=1",
            page=f"Write a number such as 3.5, or switch “{DROP}” on",
        )
    if wrong.any():
        raise _refused(table, column, name, reading, wrong, what or _what(reading), empty)
    return found, False


def is_plain(cells: pd.Series) -> bool:
    """Return whether a column consists of numbers as pandas reads them, and of empty cells."""
    if not is_text(cells):
        return True
    found, blank = _as_pandas_reads(cells)
    return bool((np.isfinite(found) | blank).all())


def _as_pandas_reads(cells: pd.Series) -> tuple[np.ndarray, np.ndarray]:
    """Return (cells as numbers (n,), NaN where there is none, True where a cell is empty (n,))."""
    text = cells.map(cell_text) if cells.dtype == object else cells.astype(object)
    return pd.to_numeric(text, errors="coerce").to_numpy(dtype=np.float64), (text == "").to_numpy()


def categories(table: pd.DataFrame, column: str, name: str) -> tuple[list[str], np.ndarray]:
    """(its k different texts, (n, k) of 0 and 1, NaN where a cell is missing). Raises DataError beyond `MOST`."""
    found = kinds(table[column])
    if len(found) > MOST:
        raise DataError(
            f"there are {len(found):,} different texts, more than the {MOST} that can be categories",
            file=name,
            column=column,
            remedy="Ignore the column: ignore=COLUMN",
            page="Ignore the column",
        )
    text = as_text(table[column])
    cells = text.to_numpy(zero_copy_only=False)
    found_in = (cells[:, None] == np.array(found, dtype=object)[None, :]).astype(np.float64)
    found_in[is_missing(text)] = np.nan
    return found, found_in


def _plain(table: pd.DataFrame, column: str, name: str, empty: bool) -> np.ndarray:
    """Return a column of numbers, truth values or times of a Parquet file."""
    cells = table[column]
    try:
        found = cells.to_numpy(dtype=np.float64, na_value=np.nan)
    except (TypeError, ValueError) as error:
        raise DataError(
            "the column does not hold numbers",
            file=name,
            column=column,
            remedy="Leave it out or make it numbers",
        ) from error
    missing = np.isnan(found)
    wrong = ~np.isfinite(found) & ~(missing & empty)
    if not wrong.any():
        return found
    row = int(np.argmax(wrong))
    if missing[row] and not empty:
        raise DataError(
            f"the cell is empty{_how_many(missing)}",
            file=name,
            line=int(table.index[row]),
            column=column,
            remedy="Write a number such as 3.5, or leave out such rows with drop=1",
            page=f"Write a number such as 3.5, or switch “{DROP}” on",
        )
    raise DataError(
        f"{shown(cell_text(cells.iloc[row]))} is not a finite number",
        file=name,
        line=int(table.index[row]),
        column=column,
        remedy="Write a number such as 3.5"
        + (", or leave the cell empty when it is missing" if empty else ""),
    )


def _how_many(missing: np.ndarray) -> str:
    """Return the number of rows that lack a value as text, where it is more than one."""
    count = int(missing.sum())
    return f"; {count:,} of {len(missing):,} rows have no value" if count > 1 else ""


def _refused(
    table: pd.DataFrame, column: str, name: str, reading: Reading, wrong: np.ndarray, what: str, empty: bool
) -> DataError:
    """Return the error for the first cell of a column that is not a number by its reading."""
    row = int(np.argmax(wrong))
    cell = cell_text(table[column].iloc[row])
    line = int(table.index[row])
    if reading.kind == POINT and np.isnan(values(table[column], reading)[0]).all():
        return DataError(
            f"the column holds text such as {shown(cell)}",
            file=name,
            line=line,
            column=column,
            remedy="Make it the item, the query, or ignore it: item=COLUMN, query=COLUMN, ignore=COLUMN"
            if empty
            else "Grades are numbers: choose another column with grade=COLUMN",
            page="Give the column another role: item, query or ignore"
            if empty
            else "Grades are numbers, or a few words in order: mark another column as the grade",
        )
    return DataError(
        f"{shown(cell)} {what}",
        file=name,
        line=line,
        column=column,
        remedy="Write a number such as 3.5"
        + (", or leave the cell empty when it is missing" if empty else "")
        + f"; or say how the column is read: cells={column}:READING",
        page="Correct the cell, choose another format for the column, or set it to Ignore",
    )


def _what(reading: Reading) -> str:
    if reading.kind == ORDER:
        return f"is not among the words {f' {ABOVE} '.join(reversed(reading.order))}"
    if reading.kind == TRUTH:
        return "is neither yes nor no"
    if reading.kind == RATING:
        return "is not a rating such as ★★★ or 4/5"
    return "is not a date" if "Dates" in READINGS[reading.kind] else "is not a finite number"
