"""A table of pairs of items, of which one belongs above the other: in two columns, or in three with a verdict."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd

from rankviz.engine.data import vote_columns
from rankviz.engine.data.entries import DROP
from rankviz.engine.data.reading import MAX_LINES
from rankviz.engine.data.tables import verdicts
from rankviz.engine.data.tables.cells import numbers
from rankviz.engine.data.tables.lists import as_list, listed
from rankviz.engine.data.tables.table import Table
from rankviz.engine.data.tables.text_cells import as_text, cell_text
from rankviz.engine.errors import DataError, first_of, shown
from rankviz.engine.number_format import exact

_AT_ONCE = 500_000
"""Rows that are looked up together."""


class Listed(NamedTuple):
    """The pairs of a table.

    rows : (m, 2) row indices (higher, lower).
    weights : (m,) the weight of each; None where all count the same.
    notes : what was left out, and the column of the weights.
    """

    rows: np.ndarray
    weights: np.ndarray | None
    notes: list[str]


def read_pairs(
    pairs: Table, known: Mapping[str, int], qid: np.ndarray | None, said: str = "", drop: bool = False
) -> Listed:
    """Read a table of pairs.

    `known` has the row of each item and `qid` its query; `said` names the columns where they are not guessed. Ties put
    no item above another and are left out. Pairs that name an unknown item, one item twice or items of two queries are
    left out with `drop`, and otherwise raise DataError with their number.
    """
    table = pairs.all(MAX_LINES)
    columns = columns_of(table, said, pairs.name)
    pairs.check(columns)
    rows = np.column_stack([_rows(table, column, known) for column in columns[:2]])
    use = np.ones(len(table), dtype=bool)
    verdict = np.ones(len(table), dtype=np.int64)
    notes = list(pairs.notes)
    if len(columns) == 3:
        verdict = _verdicts(table, columns, pairs.name)
        use = verdict != 0
        if not use.all():
            what = "is a tie, which puts" if (~use).sum() == 1 else "are ties, which put"
            notes.append(f"{_of(~use)} {what} no item above another: left out.")
        if not use.any():
            raise DataError(
                "all pairs are ties", file=pairs.name, remedy="Add pairs of which one item is preferred"
            )
    for wrong, what, many, remedy in _faults(rows, qid):
        wrong &= use
        if not wrong.any():
            continue
        if not drop:
            raise _refused(table, columns, rows, wrong, what, f"{_of(wrong)} {many}", remedy, pairs.name)
        notes.append(f"{_of(wrong)} {many}: left out.")
        use &= ~wrong
    rows[verdict < 0] = rows[verdict < 0, ::-1]
    weights = _weights(table, columns, use, pairs.name, notes)
    return Listed(rows[use], weights, notes)


def _weights(
    table: pd.DataFrame, columns: tuple[str, ...], use: np.ndarray, name: str, notes: list[str]
) -> np.ndarray | None:
    """(m,) the weights of the pairs in use, which a note names; None without weights, or where all are the same."""
    column = vote_columns.weight([str(each) for each in table], columns)
    if not column:
        return None
    found = weights_of(table, column, use, name)[use]
    if len(found) == 0 or found.min() == found.max():
        return None
    notes.append(f"Column {shown(column)} weighs the pairs, {exact(float(found.sum()))} in all.")
    return found


def weights_of(table: pd.DataFrame, column: str, use: np.ndarray, name: str) -> np.ndarray:
    """(m,) float64, the weight of each row, above 0 in those in `use` (m,). Raises DataError with line."""
    found = numbers(table, column, name, empty=False)
    bad = use & ~(found > 0.0)
    if bad.any():
        row = int(np.argmax(bad))
        raise DataError(
            f"the weight of a pair is {found[row]:g}",
            file=name,
            line=int(table.index[row]),
            column=column,
            remedy="Give a number above 0; leave the pair out if it should not count",
        )
    return found


def columns_of(table: pd.DataFrame, said: str, name: str) -> tuple[str, ...]:
    """Return the columns of the higher and the lower item, or of two items and the verdict. Raises DataError."""
    names = [str(column) for column in table]
    if said:
        given = tuple(listed(said, "pair_columns"))
        for column in given:
            if column not in names:
                raise DataError(
                    f"there is no column {shown(column)}",
                    file=name,
                    remedy=f"The columns are {first_of(names)}",
                )
        if len(set(given)) != len(given) or len(given) not in (2, 3):
            raise DataError(
                f"pair_columns={shown(said)} are not two or three columns",
                file=name,
                remedy="Name HIGHER,LOWER or LEFT,RIGHT,VERDICT",
            )
        return given
    found = guess(names)
    if not found:
        raise DataError(
            f"no column says which item is the higher one; the columns are {first_of(names)}",
            file=name,
            line=1,
            remedy="Name them higher and lower, or left, right and preferred, or say pair_columns=HIGHER,LOWER, and "
            "pair_header=none where no line has names",
            page="Choose the columns of the pairs under the files",
        )
    return found


def guess(names: list[str]) -> tuple[str, ...]:
    """Return the columns of pairs by their names, like :func:`columns_of`; () when they have others."""
    return vote_columns.of_pairs(names)


def as_option(columns: tuple[str, ...]) -> str:
    """Return the columns as the option `pair_columns` writes them."""
    return as_list(columns)


def _rows(table: pd.DataFrame, column: str, known: Mapping[str, int]) -> np.ndarray:
    """(m,) int64: the row of the item that each cell of a column names, −1 where there is none."""
    found = np.empty(len(table), dtype=np.int64)
    for start in range(0, len(table), _AT_ONCE):
        part = table[column].iloc[start : start + _AT_ONCE]
        codes, cells = pd.factorize(part)  # each id is looked up once, however often it occurs
        rows = np.fromiter((known.get(cell_text(cell), -1) for cell in cells), np.int64, len(cells))
        found[start : start + len(part)] = np.append(rows, -1)[codes]  # code −1 is an empty cell
    return found


def _verdicts(table: pd.DataFrame, columns: tuple[str, ...], name: str) -> np.ndarray:
    """(m,) int64: 1 where the left item is the higher one, −1 where the right one is, 0 for a tie."""
    left, right, column = columns
    verdict, one, two = (as_text(table[each]) for each in (column, left, right))
    found, _ = verdicts.read(verdict, one, two, (left, right))
    unknown = found == verdicts.UNKNOWN
    if unknown.any():
        row = int(np.argmax(unknown))
        raise DataError(
            f"{shown(table[column].iloc[row])} says neither left nor right nor tie",
            file=name,
            line=int(table.index[row]),
            column=column,
            remedy=f"Write {shown(left)}, {shown(right)}, the name of the preferred item, or tie",
        )
    return np.where(found == verdicts.BAD, verdicts.TIE, found).astype(np.int64)


def _faults(rows: np.ndarray, qid: np.ndarray | None) -> list[tuple[np.ndarray, str, str, str]]:
    """Yield the possible faults of pairs: (which, of one in words, of many in words, the remedy)."""
    unknown = (rows < 0).any(axis=1)
    faults = [
        (
            unknown,
            "there is no item {}",
            "name items that are not in the table",
            "Name items of the table of items",
        ),
        (
            ~unknown & (rows[:, 0] == rows[:, 1]),
            "item {} is above itself",
            "put an item above itself",
            "Remove such pairs",
        ),
    ]
    if qid is not None:
        apart = ~unknown & (qid[rows[:, 0]] != qid[rows[:, 1]])
        faults.append(
            (apart, "the pair joins items of two queries", "join items of two queries", "Remove such pairs")
        )
    return faults


def _refused(
    table: pd.DataFrame,
    columns: tuple[str, ...],
    rows: np.ndarray,
    wrong: np.ndarray,
    what: str,
    count: str,
    remedy: str,
    name: str,
) -> DataError:
    """Return the error for the first of the wrong pairs."""
    row = int(np.argmax(wrong))
    side = int(np.argmax(rows[row] < 0))
    unknown = bool((rows[row] < 0).any())
    cells = [cell_text(table[column].iloc[row]) for column in columns[:2]]
    column = columns[side]
    return DataError(
        f"{what.format(shown(cells[side]))}; {count}",
        file=name,
        line=int(table.index[row]),
        column=column if unknown else None,
        remedy=f"{remedy}, or leave them out with drop=1",
        page=f"{remedy}, or switch “{DROP}” on",
    )


def _of(which: np.ndarray) -> str:
    return f"{int(which.sum()):,} of {len(which):,} pairs"
