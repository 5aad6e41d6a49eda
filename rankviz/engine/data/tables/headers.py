"""The header of a table: its first line, unless that holds data, a title, or half of a header."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from rankviz.engine.data.entries import FIRST, NONE
from rankviz.engine.data.tables import readings
from rankviz.engine.data.tables.amounts import MISSING
from rankviz.engine.data.tables.readings import KINDS
from rankviz.engine.errors import DataError, first_of, shown

PEEK = 12
"""Rows by which a header is judged."""
MOST_SKIPPED = 1_000
_FURTHER = 3
"""Most header lines below the first."""
_COLUMNS = 50
"""Columns whose cells are compared with the line above them."""
_LINES = re.compile(r"[0-9]{1,4}(-[0-9]{1,4})?")

Row = tuple[list[str], int]
"""The cells of a row and its line."""


class HeaderInDoubt(DataError):
    """A first line that may not be the header. `options` are those of a SOURCE that reads the table anyway."""

    def __init__(self, what: str, name: str, line: int, options: Mapping[str, str], remedy: str) -> None:
        super().__init__(what, file=name, line=line, remedy=remedy)
        self.options = dict(options)

    def of_second(self, option: str = "") -> DataError:
        """Return the error for a second table whose header `option` sets; "" where no option does."""
        by_option = f"Say {option}={NONE} where line 1 is data, {option}={FIRST} where it has the names"
        remedy = (
            by_option if option else "Give the table one line with the names of its columns, and no other"
        )
        return DataError(self.what, file=self.file, line=self.line, remedy=remedy)


def check(rows: Sequence[Row], name: str, skipped: frozenset[int] = frozenset()) -> None:
    """Raise HeaderInDoubt unless the first of these rows looks like the only header; `skipped` lines are left out."""

    def doubt(what: str, line: int, lines: range) -> HeaderInDoubt:
        skip = as_lines({*skipped, *lines})
        remedy = f"skip={skip} leaves out what is not a row; header={FIRST} reads the file as it is"
        return HeaderInDoubt(what, name, line, {"skip": skip}, remedy)

    (cells, line), *below = rows
    if below and all(map(_is_number, cells)):
        raise HeaderInDoubt(
            f"this line should name the columns, but it holds numbers only: {first_of(cells, 3)}",
            name,
            line,
            {"header": NONE},
            f"Say header={NONE} where it is data (the columns are then named 1, 2, 3, …), header={FIRST} where these "
            "are names",
        )
    if (at := _header_below(rows)) > 0:
        raise doubt(
            f"this line looks like a title, and line {rows[at][1]} like the header", line, _lines(rows[:at])
        )
    for count in range(min(_FURTHER, len(below)), 0, -1):
        last = below[count - 1][0]
        if (
            last[0].startswith('{"ImportId"')
            or all(  # the third line of Qualtrics
                _is_header(row, rows[1 + count :], len(cells)) for row, _ in below[:count]
            )
        ):
            what = "this line looks like a second header"
            if count > 1:
                what = f"lines {below[0][1]} to {below[count - 1][1]} look like further headers"
            names_below = all(last) and not all(cells)  # as under merged cells
            raise doubt(what, below[0][1], _lines(rows[:count] if names_below else below[:count]))


def note(cells: Sequence[str]) -> str:
    """Return a note for a header that has decimals among its names, "" for another."""
    odd = [cell for cell in cells if _is_number(cell) and not cell.lstrip("+-").isdigit()]
    if not odd:
        return ""
    return f"Line 1 is taken for the names of the columns, {shown(odd[0])} among them; header={NONE} takes it for data."


def skipped_lines(text: str) -> frozenset[int]:
    """Return the lines that the option `skip` leaves out: "1-2" or "2,5". Raises DataError."""
    found: set[int] = set()
    for part in filter(None, (each.strip() for each in text.split(","))):
        first, _, last = part.partition("-")
        if not _LINES.fullmatch(part) or not 1 <= int(first) <= int(last or first) <= MOST_SKIPPED:
            raise DataError(
                f"skip={shown(text)} names no lines",
                remedy=f"Write the numbers of lines, up to {MOST_SKIPPED:,}: skip=1 or skip=2-3",
            )
        found.update(range(int(first), int(last or first) + 1))
    return frozenset(found)


def as_lines(lines: Iterable[int]) -> str:
    """Return line numbers as the option `skip` writes them."""
    parts: list[list[int]] = []
    for line in sorted(lines):
        if parts and line == parts[-1][1] + 1:
            parts[-1][1] = line
        else:
            parts.append([line, line])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


def _lines(rows: Sequence[Row]) -> range:
    return range(rows[0][1], rows[-1][1] + 1)


def _is_number(cell: str) -> bool:
    try:
        return float(cell) == float(cell)  # not "nan"
    except ValueError:
        return False


def _header_below(rows: Sequence[Row]) -> int:
    """Return the row of the header where the first one leaves most columns without a name, else 0."""
    first, width = rows[0][0], max(len(cells) for cells, _ in rows)
    named = sum(map(bool, first))
    titled = named <= max(width // 2, 1) if len(first) < width else width > 2 and 2 * named <= width
    if not titled:
        return 0
    full = (
        at
        for at, (cells, _) in enumerate(rows)
        if at and len(cells) == width and all(cells) and not any(map(_is_number, cells))
    )
    return next(full, 0) if len(rows) > 2 else 0


def _is_header(cells: Sequence[str], below: Sequence[Row], width: int) -> bool:
    """Return whether a row has no number, and a text in a column whose cells below it are all of one other kind."""
    if len(cells) != width or any(map(_is_number, cells)):
        return False
    if len(below) < 2:
        return False
    for column, cell in enumerate(cells[:_COLUMNS]):
        others = [row[column] for row, _ in below if len(row) == width]
        if cell and cell.lower() not in MISSING and _differs(cell, others):
            return True
    return False


def _differs(cell: str, others: Sequence[str]) -> bool:
    """Return whether the others, two or more, are numbers, dates, truths or words of one scale, and the cell is not."""
    known = pd.Series([each for each in others if each.lower() not in MISSING and each], dtype="object")
    reading = readings.guess(known) if len(known) > 1 else None
    if reading is None or reading.kind == KINDS:
        return False
    found, wrong, _ = readings.values(pd.Series([*known, cell], dtype="object"), reading)
    return bool(wrong[-1]) and not wrong[:-1].any()
