"""Cells of a table that remembers each row's line: a column as text, or as numbers."""

import numpy as np
import pandas as pd

from rankviz.errors import DataError, shown


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
