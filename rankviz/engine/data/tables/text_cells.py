"""A column of a table as text."""

from typing import Any

import numpy as np
import pandas as pd


def is_text(cells: pd.Series) -> bool:
    """Return whether a column holds text, or what Python keeps as objects."""
    return cells.dtype == object or isinstance(cells.dtype, pd.ArrowDtype)


def texts(table: pd.DataFrame, column: str) -> pd.Series:
    """Return a column as text (object), "" where the cell is empty."""
    return table[column].astype(object).map(cell_text)


def as_text(cells: pd.Series) -> Any:
    """Return a column as Arrow text (n,), "" where a cell is empty."""
    import pyarrow  # here, because only tables need it

    if isinstance(cells.dtype, pd.ArrowDtype):
        found = cells.array.__arrow_array__()
        found = found.combine_chunks() if isinstance(found, pyarrow.ChunkedArray) else found
        return found.cast(pyarrow.string())
    return pyarrow.array([cell_text(cell) for cell in cells], pyarrow.string())


def coded(*columns: Any) -> tuple[np.ndarray, list[str]]:
    """Return the cells of k columns of Arrow text as numbers of their texts, (k, m) intp, and the texts, stripped."""
    import pyarrow

    encoded = pyarrow.concat_arrays([column.fill_null("") for column in columns]).dictionary_encode()
    place, texts = pd.factorize(
        np.array([word.strip() for word in encoded.dictionary.to_pylist()], dtype=object)
    )
    codes = place.astype(np.intp)[encoded.indices.to_numpy()]
    return codes.reshape(len(columns), -1), [str(text) for text in texts]


def cell_text(cell: object) -> str:
    """Return a cell as text; whole floats lose their point, so that the id 7.0 of a Parquet file is "7"."""
    if cell is None or cell is pd.NA or (isinstance(cell, float) and np.isnan(cell)):
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()
