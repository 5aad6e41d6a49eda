"""The error in a LETOR / svmlight file, by line and token, located once the parser has failed."""

import re
from typing import NamedTuple

import numpy as np

from rankviz.engine.errors import DataError, shown

_DENSE = 5  # from this many features on, a last line that stops early was cut and is not just sparse


class LetorRow(NamedTuple):
    """One line of the file: its number, the part before `#`, and the comment after it."""

    line: int
    body: bytes
    comment: bytes


def no_query(name: str, line: int) -> DataError:
    """Return the error for a line without a query id in a file whose other lines have one."""
    return DataError(
        "there is no query id, though other lines have one",
        file=name,
        line=line,
        remedy="Write qid:10 after the grade",
    )


def locate(row: LetorRow, name: str) -> DataError:
    """Return the error for the first token of a line that breaks the format."""

    def wrong(what: str, remedy: str) -> DataError:
        return DataError(what, file=name, line=row.line, remedy=remedy)

    grade, *tokens = (token.decode("utf-8", "replace") for token in row.body.split())
    if not _finite(grade):
        return wrong(f"the grade {shown(grade)} is not a number", "A line begins with a grade such as 2")
    if tokens and tokens[0].startswith("qid:"):
        query = tokens.pop(0)[4:]
        if not query:
            return wrong("the query id is empty", "Write it as qid:10 or qid:name")
    seen: set[int] = set()
    for token in tokens:
        index, colon, value = token.partition(":")
        if not colon or not value:
            return wrong(f"{shown(token)} is not a feature", 'Write "index:value"; the line may be cut off')
        if not re.fullmatch(r"\d{1,9}", index, re.ASCII):
            return wrong(f"{shown(index)} is not a feature index", "Indices are whole numbers from 1")
        if value.upper() not in ("NULL", "NAN") and not _finite(value):
            return wrong(
                f"feature {index} has the value {shown(value)}, which is not a finite number",
                "Write a number such as 0.5, or NULL or nan where it is missing",
            )
        if int(index) in seen:
            return wrong(f"feature {index} appears twice", "Give each index once in a line")
        seen.add(int(index))
    return wrong("this is not a LETOR or svmlight file", 'Lines look like "2 qid:10 1:0.5"')


def _finite(text: str) -> bool:
    try:
        return text.isascii() and "_" not in text and bool(np.isfinite(float(text)))
    except ValueError:
        return False


def cut_off(line: np.ndarray, colons: np.ndarray, equals: np.ndarray, ended: bool, name: str) -> list[str]:
    """Find the one line that stops early in a file whose other lines all list the same features.

    line, colons (n,) int, equals (n,) bool as in `letor_parse.Parsed`; `ended`: the last line has an end. An
    absent index is legal, so it is an error only where the comment is missing too, or where a last line without
    an end follows long full ones; otherwise the line is named in a note.
    """
    counts, index, times = np.unique(colons, return_index=True, return_counts=True)
    if len(line) < 3 or len(counts) != 2 or times[0] != 1:
        return []
    (short, full), row = counts.tolist(), int(index[0])
    where = f"the line stops early: it lists {full - short} features fewer than all others"
    no_comment = equals.sum() == len(equals) - 1 and not equals[row]
    cut = row == len(line) - 1 and not ended
    if no_comment or (cut and full > _DENSE):
        raise DataError(
            where, file=name, line=int(line[row]), remedy="It may be cut off: complete the line or remove it"
        )
    return [f"Line {int(line[row])} lists {full - short} features fewer than all others; they count as 0."]
