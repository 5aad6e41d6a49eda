"""What is wrong with a LETOR / svmlight file: the line and the token, found once the parser has given up."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

import numpy as np

from rankviz.datasets.reading import shown
from rankviz.errors import DataError

_QID = re.compile(rb"\sqid:(\S*)")
_DENSE = 5  # from this many features on, a last line that stops early was cut and is not just sparse


class Row(NamedTuple):
    """One line of the file: its number, the part before `#`, the comment behind it, and whether it ends."""

    line: int
    body: bytes
    comment: bytes
    ended: bool


def query_of(row: Row) -> str:
    found = _QID.search(row.body)
    return found.group(1).decode() if found else ""


def locate(rows: list[Row], name: str) -> DataError:
    """The first line and token that break the format, as an error to raise."""
    with_query = sum(1 for row in rows if query_of(row))
    for row in rows:

        def wrong(what: str, remedy: str, line: int = row.line) -> DataError:
            return DataError(what, file=name, line=line, remedy=remedy)

        grade, *tokens = (token.decode("utf-8", "replace") for token in row.body.split())
        if not _finite(grade):
            return wrong(f"the grade {shown(grade)} is not a number", "A line begins with a grade such as 2")
        if tokens and tokens[0].startswith("qid:"):
            query = tokens.pop(0)[4:]
            if not re.fullmatch(r"-?\d{1,18}", query, re.ASCII):
                return wrong(f"the query id {shown(query)} is not a whole number", "Write it as qid:10")
        elif with_query:
            return wrong("there is no query id, though other lines have one", "Write qid:10 after the grade")
        last = -1
        for token in tokens:
            index, colon, value = token.partition(":")
            if not colon or not value:
                return wrong(
                    f"{shown(token)} is not a feature", 'Write "index:value"; the line may be cut off'
                )
            if not re.fullmatch(r"\d{1,9}", index, re.ASCII):
                return wrong(f"{shown(index)} is not a feature index", "Indices are whole numbers from 1")
            if value.upper() != "NULL" and not _finite(value):
                return wrong(
                    f"feature {index} has the value {shown(value)}, which is not a finite number",
                    "Write a number such as 0.5, or NULL where it is missing",
                )
            if int(index) <= last:
                return wrong(
                    f"feature {index} comes after feature {last}", "Give each index once, in rising order"
                )
            last = int(index)
    return DataError(
        "this is not a LETOR or svmlight file", file=name, remedy='Lines look like "2 qid:10 1:0.5"'
    )


def _finite(text: str) -> bool:
    try:
        return text.isascii() and "_" not in text and bool(np.isfinite(float(text)))
    except ValueError:
        return False


def cut_off(rows: list[Row], name: str) -> list[str]:
    """Find the one line that stops early in a file whose other lines all list the same features.

    An absent index is legal, so it is an error only where the comment went missing too, or where a last
    line without an end follows long full ones; otherwise it is told as a note.
    """
    counts = Counter(row.body.count(b":") for row in rows)
    if len(rows) < 3 or len(counts) != 2:
        return []
    (full, _), (short, once) = counts.most_common()
    if once != 1 or short > full:
        return []
    row = next(row for row in rows if row.body.count(b":") == short)
    commented = all(b"=" in other.comment for other in rows if other is not row)
    no_comment = commented and b"=" not in row.comment
    where = f"the line stops early: it lists {full - short} features fewer than all others"
    if no_comment or (not row.ended and full > _DENSE):
        raise DataError(
            where, file=name, line=row.line, remedy="It may be cut off: complete the line or remove it"
        )
    return [f"Line {row.line} lists {full - short} features fewer than all others; they count as 0."]
