"""What every text of a teacher is made of: lines that are even and printable, and errors that name the line."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from rankviz.engine.errors import DataError

MOST_BYTES = 200_000
"""The longest text, in UTF-8."""
MOST_IN_LINE = 10_000
"""The longest line, in characters: a link may have 8,000."""

Given = TypeVar("Given")
Made = TypeVar("Made")


@dataclass(frozen=True)
class Text:
    """Words on one or several lines, joined by spaces; `starts` has (offset, line) where a line's words begin."""

    words: str
    starts: tuple[tuple[int, int], ...]

    @property
    def line(self) -> int:
        """The first line, counted from 1."""
        return self.starts[0][1]

    def line_at(self, offset: int) -> int:
        """Return the line of a character."""
        return next(line for start, line in reversed(self.starts) if start <= offset or start == 0)

    def part(self, start: int, end: int | None = None) -> "Text":
        """Return a part of the words, without the spaces at its ends."""
        found = self.words[start:end]
        first = start + len(found) - len(found.lstrip())
        kept = found.strip()
        inside = [(at - first, line) for at, line in self.starts if first < at < first + len(kept)]
        return Text(kept, ((0, self.line_at(first)), *inside))


def joined(lines: list[tuple[int, str]]) -> Text:
    """Join (line, words) to one text."""
    words, starts = "", []
    for line, part in lines:
        words += " " if words else ""
        starts.append((len(words), line))
        words += part.strip()
    return Text(words, tuple(starts))


def decoded(contents: bytes, most: str = "Make two of it") -> str:
    """Return the text of a file. Raises DataError, with line, for one that is too long or no UTF-8."""
    if len(contents) > MOST_BYTES:
        raise DataError(f"The text has more than {MOST_BYTES // 1000} kB", remedy=most)
    try:
        return contents.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = contents[: error.start].count(b"\n") + 1
        raise DataError("This is not UTF-8 text", line=line, remedy="Save the file as UTF-8") from error


def normalise_whitespace(text: str) -> str:
    """Return the text with one kind of line end and one kind of space, and no spaces at the ends of lines.

    Raises DataError for a line that is too long.
    """
    spaced = re.sub(r"[^\S\n]", " ", text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = [line.rstrip(" ") for line in spaced.split("\n")]
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_IN_LINE:
            raise DataError(
                f"The line has more than {MOST_IN_LINE:,} characters", line=number, remedy="Break it"
            )
    return "\n".join(lines)


def printable(text: str) -> str:
    """Return the text. Raises DataError for characters that are no text: controls, and surrogates."""
    bad = next(
        (letter for letter in text if letter != "\n" and unicodedata.category(letter) in ("Cc", "Cs")), None
    )
    if bad is not None and not bad.isspace():
        raise DataError(
            f"There is a character that is not text (U+{ord(bad):04X})",
            remedy="Remove it, or type the line again",
        )
    return text


def with_line(line: int, make: Callable[[Given], Made], given: Given) -> Made:
    """Return `make(given)`, or raise its DataError with the line, counted from 1."""
    try:
        return make(given)
    except DataError as error:
        raise DataError(error.what, line=line, remedy=error.remedy) from error
