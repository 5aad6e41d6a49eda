"""Rows pasted from a spreadsheet as a table. An error is one sentence that names the line."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass

from rankviz.engine.data.builtin.inline import FEATURES, MAX_ITEMS, MAX_VALUE, RANKERS, Table
from rankviz.engine.errors import DataError, shown
from rankviz.engine.number_format import exact

GRADE = ("grade", "grades", "relevance", "label")
"""Names that the column of the grades may have."""
REMEDY = "Correct that line and press the button again; the table has not changed"


@dataclass(frozen=True)
class PastedLine:
    """A line that is not empty: its number in the text, from 1, and its cells."""

    number: int
    cells: tuple[str, ...]


def from_text(text: str, before: Table) -> Table:
    """Read a table from lines of a name, a grade, then 0/1 columns or features. Raises DataError.

    Cells are separated by tabs, semicolons or commas. With a header the grade may be in any column, or be left out:
    then the pairs of the table `before` stay, of items that still exist. Without value columns h1 is 0 for all items.
    """
    lines = _lines(text)
    head, rows = _parted(lines)
    if len(rows) < 2:
        raise DataError(
            "There are fewer than two items", remedy="Paste one line per item: name, grade, values"
        )
    if len(rows) > MAX_ITEMS:
        raise _wrong(rows[MAX_ITEMS], f"is one item too many; the most is {MAX_ITEMS}")
    grade = _grade_column(head)
    for row in rows:
        if len(row.cells) != len(lines[0].cells):
            raise _wrong(
                row, f"has {len(row.cells)} cells, and line {lines[0].number} has {len(lines[0].cells)}"
            )
    names = _names(rows)
    values = [i for i in range(1, len(rows[0].cells)) if i != grade]
    columns = [_numbers(rows, i) for i in values]
    named = tuple(head.cells[i].lower() for i in values) if head else ()
    rankers, features = _described(rows, columns, named)
    grades = None if grade is None or grade >= len(rows[0].cells) else _numbers(rows, grade)
    return Table(
        items=names,
        rankers=rankers,
        features=features,
        grades=grades,
        pairs=() if grades is not None else tuple(pair for pair in before.pairs if set(pair) <= set(names)),
    )


def as_text(table: Table) -> str:
    """Return a table's rows as :func:`from_text` reads them; without grades the pairs are not among them."""
    columns: list[tuple[str, Sequence[float]]] = [*table.rankers, *table.features]
    if table.grades is not None:
        columns = [("grade", table.grades), *columns]
    head = ", ".join(["name", *(name for name, _ in columns)])
    rows = (
        ", ".join([name, *(exact(column[i]) for _, column in columns)]) for i, name in enumerate(table.items)
    )
    return "\n".join([head, *rows])


def _lines(text: str) -> list[PastedLine]:
    apart = next((mark for mark in "\t;," if mark in text), "\t")
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        cells = tuple(cell.strip() for cell in next(csv.reader([line], delimiter=apart), ()))
        # A comma is a decimal comma only where commas do not separate the cells.
        if any(cells):
            found.append(PastedLine(number, cells if apart == "," else tuple(map(_with_point, cells))))
    return found


def _with_point(cell: str) -> str:
    return cell.replace(",", ".") if _is_number(cell.replace(",", ".")) else cell


def _parted(lines: list[PastedLine]) -> tuple[PastedLine | None, list[PastedLine]]:
    """Return (header or None, rows). A header has no number after its first cell, and the line below has one."""
    numbers = [any(map(_is_number, line.cells[1:])) for line in lines[:2]]
    if numbers == [False, True] and len(lines[0].cells) > 1:
        return lines[0], lines[1:]
    return None, lines


def _grade_column(head: PastedLine | None) -> int | None:
    if head is None:
        return 1
    return next((i for i, name in enumerate(head.cells) if i and name.lower() in GRADE), None)


def _names(rows: list[PastedLine]) -> tuple[str, ...]:
    names: list[str] = []
    for row in rows:
        name = row.cells[0]
        try:
            # The table itself checks the name, beyond a name that surely differs.
            Table((name, "b" if name == "a" else "a"), ((RANKERS[0], (0, 0)),), grades=(0.0, 1.0)).check()
        except DataError as error:
            raise _wrong(row, f"has a name that cannot be used: {shown(name)}") from error
        if name in names:
            raise _wrong(row, f"names {shown(name)} again")
        names.append(name)
    return tuple(names)


def _numbers(rows: list[PastedLine], column: int) -> tuple[float, ...]:
    for row in rows:
        if not _is_number(row.cells[column]) or not abs(float(row.cells[column])) <= MAX_VALUE:
            raise _wrong(
                row,
                f"has {shown(row.cells[column])} in column {column + 1}, which is not a number from −{MAX_VALUE:g} to "
                f"{MAX_VALUE:g}",
            )
    return tuple(float(row.cells[column]) for row in rows)


Bits = tuple[tuple[str, tuple[int, ...]], ...]
Values = tuple[tuple[str, tuple[float, ...]], ...]


def _described(
    rows: list[PastedLine], columns: Sequence[tuple[float, ...]], named: tuple[str, ...]
) -> tuple[Bits, Values]:
    """Return (rankers, features): columns of only 0 and 1 are rankers unless named x and y, all others features."""
    are_features = bool(named) and named == FEATURES[: len(named)]
    if not are_features and all(value in (0.0, 1.0) for column in columns for value in column):
        if len(columns) > len(RANKERS):
            raise _wrong(rows[0], f"has {len(columns)} columns of 0 and 1; the most is {len(RANKERS)}")
        columns_or_zeros = columns or [(0.0,) * len(rows)]
        bits = (tuple(int(value) for value in column) for column in columns_or_zeros)
        return tuple(zip(RANKERS, bits, strict=False)), ()
    if len(columns) > len(FEATURES):
        raise _wrong(rows[0], f"has {len(columns)} features; the most is {len(FEATURES)}")
    return (), tuple(zip(FEATURES, columns, strict=False))


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return len(cell) <= 40


def _wrong(line: PastedLine, what: str) -> DataError:
    return DataError(f"Line {line.number} {what}", remedy=REMEDY)
