"""The one exception for bad input, and the quoting of input in its message."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from pathlib import Path

MOST_NAMES = 8
"""Most names that a message lists."""


MOST_LETTERS = 600
"""The most letters shown of what is wrong, and of the remedy, whatever they quote."""


def printable(text: object, also: str = "") -> str:
    """Return text on one line: line ends, control and broken characters become "\N{REPLACEMENT CHARACTER}"."""
    return "".join(c if c.isprintable() or c in also else "\N{REPLACEMENT CHARACTER}" for c in str(text))


def shortened(text: object, length: int = 30) -> str:
    """Return a name as a message writes it: printable, and not longer than `length` and a "…"."""
    text = str(text)
    return f"{printable(text[:length])}…" if len(text) > length else printable(text)


def shown(text: object, length: int = 30) -> str:
    """Return a token as a message quotes it: in quotes, printable, not too long."""
    return f'"{shortened(text, length)}"'


def first_of(names: Iterable[object], most: int = MOST_NAMES) -> str:
    """Return the first names of a list, each shortened, separated by commas."""
    few = list(itertools.islice(names, most + 1))
    return ", ".join(shortened(name) for name in few[:most]) + (", …" if len(few) > most else "")


def _closed(sentence: str) -> str:
    text = printable(sentence.rstrip("."), also="\N{NO-BREAK SPACE}")  # occurs in numbers
    return (f"{text[:MOST_LETTERS]}…" if len(text) > MOST_LETTERS else text) + "."


class DataError(ValueError):
    """Bad input: one clear message that names the place and the remedy.

    Parameters
    ----------
    what : what is wrong, without a full stop, in the user's words.
    file : the file it was found in; only its name is shown.
    line : the line in that file, counted from 1.
    column : the column's name or number; a long name is shortened.
    remedy : what to do about it, a sentence without a full stop.
    page : the remedy by the controls of a page, where `remedy` names options.

    >>> print(rankviz.DataError("The grade is x", file="items.csv", line=3, remedy="Write a number"))
    items.csv, line 3: The grade is x. Write a number.
    """

    def __init__(
        self,
        what: str,
        *,
        file: str | Path | None = None,
        line: int | None = None,
        column: str | int | None = None,
        remedy: str | None = None,
        page: str | None = None,
    ) -> None:
        self.what, self.file, self.line, self.column, self.remedy = what, file, line, column, remedy
        self.page = page
        place = []
        if file is not None:
            place.append(shortened(Path(str(file)).name, 120))
        if line is not None:
            place.append(f"line {line}")
        if column is not None:
            place.append(f"column {column}" if isinstance(column, int) else f"column {shown(column)}")
        sentence = (", ".join(place) + ": " if place else "") + _closed(what)
        if remedy:
            sentence += " " + _closed(remedy)
        super().__init__(sentence)

    def in_file(self, file: str | Path) -> DataError:
        """Return the same error, with `file` named when it names none yet."""
        if self.file is not None:
            return self
        return self._with(file, self.remedy)

    def on_page(self) -> DataError:
        """Return the same error with the page's remedy, and without its traceback."""
        return self._with(self.file, self.remedy if self.page is None else self.page)

    def _with(self, file: str | Path | None, remedy: str | None) -> DataError:
        return DataError(
            self.what, file=file, line=self.line, column=self.column, remedy=remedy, page=self.page
        )


def as_given(value: object, length: int = 30) -> str:
    """Return a value as Python writes it, printable and not too long: text in quotes, a table by its type."""
    if isinstance(value, str):
        return shown(value, length)
    try:
        text = repr(value)
        return f"an object of type {type(value).__name__}" if "\n" in text else shown(text, length)[1:-1]
    except ValueError:  # Python cannot write whole numbers of thousands of digits
        return "a number of thousands of digits"
