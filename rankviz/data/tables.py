"""Your own tables, CSV or Parquet: items with grades, items with pairs, or weak rankers with pairs."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rankviz.data.cells import ITEM, cell_text, column_names, numbers, read_table, texts
from rankviz.data.problem import Problem
from rankviz.data.reading import MAX_LINES, Source, build, check_shape
from rankviz.errors import DataError, first_of, shown

GRADE = "grade"


def read(
    source: Source,
    *,
    name: str | None = None,
    pairs: Source | None = None,
    pairs_name: str | None = None,
    grade: str = GRADE,
    query: str = "",
    spec: str = "",
    binary: bool = False,
) -> Problem:
    """Items with numeric features, and either a column of grades or a table of pairs.

    Parameters
    ----------
    source : the items: an optional column `item` with their ids, numeric features, empty where missing.
    pairs : a table with the columns `higher` and `lower`, naming items. With it grades are left out.
    grade, query : names of the columns that hold the grades and, if any, the queries.
    binary : the columns are 0/1 weak rankers.

    Raises DataError, naming line and column.
    """
    table, name = read_table(source, name)
    if pairs is None and grade not in table:
        raise DataError(
            f"there is no column {shown(grade)} to take the grades from",
            file=name,
            remedy=f"Name one with grade=COLUMN, or give a table with pairs=FILE (columns: {first_of(table)})",
        )
    if query and query not in table:
        raise DataError(
            f"there is no column {shown(query)}", file=name, remedy=f"The columns are {first_of(table)}"
        )
    features = [column for column in table.columns if column not in (ITEM, grade, query)]
    if not features:
        raise DataError("there is no feature column", file=name, remedy="Add at least one column of numbers")
    check_shape(len(table), len(features), name)
    ids = _ids(table, name)
    X = np.empty((len(table), len(features)))
    for j, column in enumerate(features):
        X[:, j] = numbers(table, column, name)
    if binary:
        _check_binary(X, table, features, name)
    known = {item: row for row, item in enumerate(ids)}
    qid, names = (None, None) if not query else pd.factorize(texts(table, query))
    notes = []
    grades = listed = None
    if pairs is None:
        grades = numbers(table, grade, name, empty=False)
    else:
        listed = _pairs(pairs, pairs_name, known, qid)
        if grade in table:
            notes.append(f"Column {shown(grade)} is left out: the pairs say the order.")
    return build(
        name,
        X,
        grades,
        pairs=listed,
        qid=qid,
        query_ids=None if names is None else list(names),
        feature_names=features,
        item_ids=ids,
        binary=binary,
        source=spec,
        title=name,
        notes=notes,
    )


def read_weak(
    source: Source,
    *,
    pairs: Source,
    name: str | None = None,
    pairs_name: str | None = None,
    spec: str = "",
) -> Problem:
    """Weak rankers used as they are: a column `item`, columns of 0 and 1, and a table of pairs."""
    return read(source, name=name, pairs=pairs, pairs_name=pairs_name, spec=spec, binary=True)


def columns(source: Source, *, name: str | None = None) -> list[str]:
    """The column names of a table, for a menu; its rows are not read. Raises DataError."""
    return column_names(source, name)


def _check_binary(X: np.ndarray, table: pd.DataFrame, features: list[str], name: str) -> None:
    wrong = ~np.isin(X, (0.0, 1.0))
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        cell = cell_text(table[features[column]].iloc[row])
        raise DataError(
            f"{shown(cell)} is neither 0 nor 1",
            file=name,
            line=int(table.index[row]),
            column=features[column],
            remedy="A weak ranker gives 0 or 1 to every item",
        )


def _ids(table: pd.DataFrame, name: str) -> list[str]:
    if ITEM not in table:
        return [str(number) for number in range(1, len(table) + 1)]
    ids = texts(table, ITEM)
    for wrong, what in ((ids == "", "the item has no id"), (ids.duplicated(), "item {} was named before")):
        if wrong.any():
            at = int(np.argmax(wrong))
            raise DataError(
                what.format(shown(ids.iloc[at])),
                file=name,
                line=int(table.index[at]),
                column=ITEM,
                remedy="Give every item an id of its own",
            )
    return list(ids)


def _pairs(source: Source, name: str | None, known: dict[str, int], qid: np.ndarray | None) -> np.ndarray:
    """(m, 2) row indices (higher, lower) of a table of pairs."""
    table, name = read_table(source, name, most=MAX_LINES)
    table.columns = pd.Index([str(column).lower() for column in table])
    for column in ("higher", "lower"):
        if list(table).count(column) != 1:
            raise DataError(
                f"a table of pairs needs one column {shown(column)}",
                file=name,
                line=1,
                remedy="Its header is higher,lower",
            )
    listed = np.column_stack([_rows(table, column, known, name) for column in ("higher", "lower")])
    same = listed[:, 0] == listed[:, 1]
    if same.any():
        at = int(np.argmax(same))
        raise DataError(
            f"item {shown(cell_text(table['higher'].iloc[at]))} stands above itself",
            file=name,
            line=int(table.index[at]),
            remedy="Remove that pair",
        )
    if qid is not None and (qid[listed[:, 0]] != qid[listed[:, 1]]).any():
        at = int(np.argmax(qid[listed[:, 0]] != qid[listed[:, 1]]))
        raise DataError(
            "the pair joins items of two queries",
            file=name,
            line=int(table.index[at]),
            remedy="Remove that pair",
        )
    return listed


def _rows(table: pd.DataFrame, column: str, known: dict[str, int], name: str) -> np.ndarray:
    """(m,) int64: the row of the item that each cell of a column names."""
    codes, cells = pd.factorize(table[column])  # each id is looked up once, however often it stands there
    rows = np.empty(len(cells), dtype=np.int64)
    unknown = int(np.argmax(codes < 0)) if (codes < 0).any() else -1
    for code, cell in enumerate(cells):
        rows[code] = known.get(cell_text(cell), -1)
        if rows[code] < 0:
            first = int(np.argmax(codes == code))
            unknown = first if unknown < 0 else min(unknown, first)
            break
    if unknown >= 0:
        raise DataError(
            f"there is no item {shown(cell_text(table[column].iloc[unknown]))}",
            file=name,
            line=int(table.index[unknown]),
            column=column,
            remedy="Name items that stand in the table of items",
        )
    return rows[codes]
