"""A table in a file, CSV or Parquet, that is parsed once for all its readers."""

import itertools
import threading
from collections.abc import Callable, Iterable

import pandas as pd

from rankviz.engine.data import other_formats
from rankviz.engine.data.encodings import ENCODINGS, as_utf_8
from rankviz.engine.data.entries import FIRST, ITEM, NONE
from rankviz.engine.data.reading import MAX_FEATURES, MAX_FILE_BYTES, MAX_ITEMS, Readable, content, lines_in
from rankviz.engine.data.tables import csv_cells, headers, parquet_cells
from rankviz.engine.data.tables.lists import as_list
from rankviz.engine.errors import DataError, first_of, shown

_BESIDE = 3
"""The most columns that are not features: item, grade and query."""

Columns = csv_cells.CsvColumns | parquet_cells.ParquetColumns


class Table:
    """The rows of a file under its header: the first when they are shown, the rest when all are read.

    The index holds each row's line (in Parquet its number from 1); cells of CSV are text. A file is opened when its
    rows are first needed; one that cannot be parsed raises the same DataError each time. The frames returned are shared
    and must not be changed.
    """

    def __init__(
        self, source: Readable, name: str | None = None, encoding: str = "", header: str = "", skip: str = ""
    ) -> None:
        self._source, self._given = source, name
        self._read_as = encoding, header, skip
        self._others: dict[tuple[str, str, str], Table] = {}
        self.name = name or ""
        """The file's name for messages, once its rows were read."""
        self.notes: tuple[str, ...] = ()
        """The guesses about the file as a whole, once its rows were read."""
        self._columns: Columns | None = None
        self._lock = threading.Lock()

    def first(self) -> pd.DataFrame:
        """Return the first rows, at most `csv_cells.HEAD`. Raises DataError for what is wrong with these."""
        return self._ask(lambda columns: columns.first())

    def all(self, most: int = MAX_ITEMS) -> pd.DataFrame:
        """Return all rows. Raises DataError, also beyond `most` rows."""
        table = self._ask(lambda columns: columns.all(most))
        if len(table) == 0:
            raise DataError("there is a header but no row", file=self.name, remedy="Add at least two rows")
        return table

    def read_as(self, encoding: str = "", header: str = "", skip: str = "") -> "Table":
        """Return the same file in another encoding, with another header or without lines; itself where nothing changes.

        `header` is "", `FIRST` or `NONE`; `skip` lists lines. Raises DataError for unknown values.
        """
        if (asked := (encoding, header, skip)) == self._read_as:
            return self
        if encoding not in ENCODINGS:
            known = ", ".join(filter(None, ENCODINGS))
            raise DataError(f"encoding={shown(encoding)} is not known", remedy=f"Choose one of {known}")
        with self._lock:
            return self._others.setdefault(asked, Table(self._source, self._given, *asked))

    def check(self, columns: Iterable[str]) -> None:
        """Raise DataError where a column, once its rows were read, holds what cannot be used."""
        unusable = self._columns.unusable if isinstance(self._columns, parquet_cells.ParquetColumns) else {}
        found = [column for column in columns if column in unusable]
        if found:
            raise DataError(
                f"the column holds {unusable[found[0]]}",
                file=self.name,
                column=found[0],
                remedy=f"Leave it out, ignore={as_list(found)}; columns of numbers and short texts are read",
                page="Ignore the column",
            )

    def rounded(self, columns: Iterable[str]) -> list[str]:
        """Return those columns whose whole numbers a double cannot represent, once all rows were read."""
        known = self._columns.rounded if isinstance(self._columns, parquet_cells.ParquetColumns) else ()
        return [column for column in columns if column in known]

    def settled(self) -> dict[str, str]:
        """Return the options that read the file where its header is in doubt; {} where it is not.

        Raises DataError for what else is wrong with the first rows.
        """
        try:
            self.first()
        except headers.HeaderInDoubt as error:
            return error.options
        return {}

    def _ask(self, what: Callable[[Columns], pd.DataFrame]) -> pd.DataFrame:
        with self._lock:
            try:
                if self._columns is None:
                    self._columns = self._opened()
                return what(self._columns)
            except BaseException:  # the next reader starts from the beginning
                self._columns = None
                raise

    def _opened(self) -> Columns:
        data, self.name = content(self._source, self._given)
        encoding, said, skip = self._read_as
        if parquet_cells.is_parquet(data):
            if said == NONE or skip:
                raise DataError(
                    "Parquet has the names of its columns",
                    file=self.name,
                    remedy=f"Leave out header={NONE} and skip=",
                )
            file = parquet_cells.opened(data, self.name)
            header = _header(parquet_cells.names(file), self.name)
            _check_names(header, self.name)  # Parquet finds a column by its name
            parquet = parquet_cells.ParquetColumns(file, header, self.name)
            self.notes = parquet.notes
            return parquet
        data, note = as_utf_8(data, self.name, encoding, MAX_FILE_BYTES)
        if said != FIRST:
            other_formats.check(data, self.name)
        skipped = headers.skipped_lines(skip)
        # A row in quotes may have several lines.
        lines = lines_in(data) + (not data.endswith((b"\n", b"\r"))) - len(skipped) if b'"' not in data else 0
        rows = csv_cells.rows(data, self.name, skipped)
        few = list(itertools.islice(rows, headers.PEEK))
        if not few:  # only control characters, or all is skipped
            raise DataError("the file is empty", file=self.name, remedy="Choose a file with data in it")
        names, index = few[0][0], ""
        header = _header(names, self.name)
        if said == NONE:
            header = [str(number) for number in range(1, len(names) + 1)]
            self.notes = tuple(filter(None, (note, "Columns without names are 1, 2, 3, …")))
            return csv_cells.CsvColumns(header, itertools.chain(few, rows), self.name, lines)
        if said != FIRST:
            headers.check(few, self.name, skipped)
        del few[0]
        if names[0] == "" and header[0] == ITEM:
            few += itertools.islice(rows, max(csv_cells.HEAD_CELLS // len(header) // 100 - len(few), 0))
            if _are_ids([cells[0] for cells, _ in few]):
                index = "The first column has no name; it is taken for the items' ids."
            else:
                header[0] = ""
        header, more = _unlike(header)
        in_doubt = "" if said else headers.note(names)
        self.notes = tuple(filter(None, (note, more, index, in_doubt)))
        return csv_cells.CsvColumns(header, itertools.chain(few, rows), self.name, lines - 1)


def _are_ids(cells: list[str]) -> bool:
    """Return whether a nameless first column holds ids: names, or a run of numbers such as pandas writes."""
    try:
        numbers = [float(cell) for cell in cells]
    except ValueError:
        return True
    return any(numbers == list(range(start, start + len(numbers))) for start in (0, 1))


def _unlike(cells: list[str]) -> tuple[list[str], str]:
    """Make the names of a header distinct and number nameless columns; return them with a note on those changed."""
    taken, names, changed = set(cells), set[str](), []
    for number, cell in enumerate(cells, start=1):
        name, count = cell or f"column {number}", 1
        while name in names or (name != cell and name in taken):
            count += 1
            name = f"{cell or f'column {number}'} ({count})"
        names.add(name)
        if name != cell:
            changed.append(f"column {number} is now {shown(name)}")
        cells[number - 1] = name
    note = f"Columns with the name of another, or without one: {first_of(changed)}." if changed else ""
    return cells, note


def _header(cells: list[str], name: str) -> list[str]:
    if len(cells) > MAX_FEATURES + _BESIDE:
        raise DataError(
            f"{len(cells):,} columns are more than the {MAX_FEATURES + _BESIDE:,} that can be read",
            file=name,
            remedy="Keep fewer columns",
        )
    # pandas writes its row index as a first column without a name: those are ids, not a feature.
    return [ITEM, *cells[1:]] if cells[0] == "" and ITEM not in cells else list(cells)


def _check_names(header: list[str], name: str) -> None:
    """Raise DataError for a column without a name, or with the name of another."""
    seen: set[str] = set()
    for number, cell in enumerate(header, start=1):
        if cell == "":
            raise DataError("a column has no name", file=name, column=number, remedy="Name every column")
        if cell in seen:
            raise DataError(f"two columns are named {shown(cell)}", file=name, remedy="Rename one of them")
        seen.add(cell)
