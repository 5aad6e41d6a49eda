"""The one exception that bad input ends in, and how its sentence quotes what was given."""

from __future__ import annotations

from pathlib import Path


class DataError(ValueError):
    """Bad input, told in one clear sentence that names the place and the remedy.

    Parameters
    ----------
    what : what is wrong, without a full stop, in the user's words.
    file : the file it was found in; only its name is shown.
    line : the line in that file, counted from 1.
    column : the column's name or number.
    remedy : what to do about it, a sentence without a full stop.
    """

    def __init__(
        self,
        what: str,
        *,
        file: str | Path | None = None,
        line: int | None = None,
        column: str | int | None = None,
        remedy: str | None = None,
    ) -> None:
        self.what, self.file, self.line, self.column, self.remedy = what, file, line, column, remedy
        place = []
        if file is not None:
            place.append(Path(str(file)).name)
        if line is not None:
            place.append(f"line {line}")
        if column is not None:
            place.append(f"column {column}" if isinstance(column, int) else f'column "{column}"')
        sentence = (", ".join(place) + ": " if place else "") + what.rstrip(".") + "."
        if remedy:
            sentence += " " + remedy.rstrip(".") + "."
        super().__init__(sentence)

    def at(self, file: str | Path) -> DataError:
        """The same error, naming `file` when it names none yet."""
        if self.file is not None:
            return self
        return DataError(self.what, file=file, line=self.line, column=self.column, remedy=self.remedy)


def shown(text: object, length: int = 30) -> str:
    """A token as it is quoted in a message: in quotes, printable, not too long."""
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(text))
    return f'"{text[:length]}…"' if len(text) > length else f'"{text}"'


def as_given(value: object, length: int = 30) -> str:
    """A value as Python writes it, printable and not too long: text in quotes, a number without."""
    if isinstance(value, str):
        return shown(value, length)
    try:
        return shown(repr(value), length)[1:-1]
    except ValueError:  # Python writes no whole number of thousands of digits
        return "a number of thousands of digits"
