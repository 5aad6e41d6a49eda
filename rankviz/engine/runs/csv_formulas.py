"""Escaping of texts in CSV files, so that no spreadsheet reads one as a formula (OWASP, "CSV injection")."""

import csv
import re
from collections.abc import Iterable, Sequence
from typing import IO

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_MARKED = re.compile(r"'+[=+\-@\t\r]")


def harmless(text: str) -> str:
    """Return a text as a cell: with an apostrophe in front when it begins like a formula (=, +, -, @, tab, CR).

    A text with apostrophes before such a beginning gets one more, so that :func:`original` gives every text back.
    """
    return f"'{text}" if _FORMULA.match(text) else text


def original(cell: str) -> str:
    """Return the text from which :func:`harmless` made this cell."""
    return cell[1:] if _MARKED.match(cell) else cell


def write(rows: Iterable[Sequence[object]], file: IO[str]) -> None:
    """Write rows as CSV, LF at line ends: texts escaped by :func:`harmless`, numbers to be read back exactly."""
    writer = csv.writer(_Lines(file))
    for row in rows:
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in row])


class _Lines:
    """A file for `csv.writer`, which quotes a CR inside a cell only when CR LF ends its lines."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, line: str) -> None:
        self._file.write(line.removesuffix("\r\n") + "\n")
