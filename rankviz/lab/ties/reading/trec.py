"""TREC's files, columns between spaces or tabs: a run `51 Q0 doc-7 1 12.5 bm25`, judgements `51 0 doc-7 2`."""

import math

import numpy as np
import pyarrow as pa

from rankviz.engine.data.reading import check_plain, check_text, lines_in
from rankviz.engine.errors import DataError, shown
from rankviz.engine.kernels import tied_texts
from rankviz.engine.number_format import counted
from rankviz.lab.ties.building import Rows
from rankviz.lab.ties.texts import Texts

RUN, JUDGEMENTS = 6, 4
"""Columns of each."""
WORDS = {RUN: "query Q0 document rank score name", JUDGEMENTS: "query 0 document grade"}
_WANTED = {RUN: np.array([0, 2, 4]), JUDGEMENTS: np.array([0, 2, 3])}
_QUERY, _DOCUMENT, _NUMBER = 0, 1, 2
_MOST = {RUN: 1 << 30, JUDGEMENTS: JUDGEMENTS}
"""Columns of a line at most: like trec_eval, any after a run's name are skipped."""
_TOGETHER = 1 << 19
"""Lines that are read at a time."""
_BOM = b"\xef\xbb\xbf"


def read(data: bytes, name: str, columns: int) -> Rows:
    """Read a run (6 columns or more) or judgements (4). Raises DataError with the line of what does not fit.

    Lines that begin with # are comments, as for trec_eval 10.
    """
    check_plain(data, name)
    if not data.isascii():
        check_text(data, name)
    text = np.frombuffer(data, dtype=np.uint8)
    lines = lines_in(data) + 1
    query, size = np.empty(lines, dtype=np.int32), np.empty(lines, dtype=np.int32)
    begin, number = np.empty(lines, dtype=np.int64), np.empty(lines)
    at_once = min(lines, _TOGETHER)
    begins = np.empty((3, at_once), dtype=np.int64)
    sizes = np.empty((3, at_once), dtype=np.int32)
    queries: dict[str, int] = {}
    at, n, comments, longer = len(_BOM) * data.startswith(_BOM), 0, 0, 0
    while at < len(data):
        rows, at, found, skipped, long = tied_texts.columns(
            text, at, columns, _MOST[columns], _WANTED[columns], begins, sizes
        )
        comments, longer = comments + skipped, longer + long
        here = slice(n, n + rows)
        query[here] = _numbered(Texts(text, begins[_QUERY, :rows], sizes[_QUERY, :rows]), queries)
        begin[here], size[here] = begins[_DOCUMENT, :rows], sizes[_DOCUMENT, :rows]
        number[here] = _numbers(
            Texts(text, begins[_NUMBER, :rows], sizes[_NUMBER, :rows]), data, name, columns
        )
        n += rows
        if found:
            raise DataError(
                f"{found} columns where {columns} are needed: {WORDS[columns]}",
                file=name,
                line=lines_in(data[:at]) + 1,
                remedy="Give a TREC file, or name a CSV, JSON or Parquet file with its ending",
            )
    notes = _notes(name, comments, longer)
    return Rows(name, list(queries), query[:n], Texts(text, begin[:n], size[:n]), number[:n], notes)


def is_line(line: bytes, columns: int) -> bool:
    """Whether a line has the columns of a run or of judgements, with a number where a score or a grade belongs."""
    fields = line.split()
    if not columns <= len(fields) <= _MOST[columns]:
        return False
    try:
        float(fields[_WANTED[columns][_NUMBER]])
    except ValueError:
        return False
    return True


def _notes(name: str, comments: int, longer: int) -> tuple[str, ...]:
    notes = []
    if comments:
        begin = "begins with # and is" if comments == 1 else "begin with # and are"
        notes.append(f"{name}: {counted(comments, 'line')} {begin} skipped, as by trec_eval 10.")
    if longer:
        have = "has" if longer == 1 else "have"
        notes.append(
            f"{name}: {counted(longer, 'line')} {have} more than {RUN} columns; the further ones are "
            "skipped, as by trec_eval."
        )
    return tuple(notes)


def _numbered(texts: Texts, queries: dict[str, int]) -> np.ndarray:
    """Return each row's query by its number (n,), new ones added to `queries`."""
    changes = np.empty(len(texts), dtype=np.int64)
    changes = changes[: tied_texts.changes(texts.data, texts.begin, texts.size, changes)]
    numbers = [queries.setdefault(texts[row], len(queries)) for row in changes.tolist()]
    return np.repeat(np.array(numbers, dtype=np.int32), np.diff(changes, append=len(texts)))


def _numbers(texts: Texts, data: bytes, name: str, columns: int) -> np.ndarray:
    """Return the texts as numbers (n,). Raises DataError for the first that is none."""
    held, ends = np.empty(int(texts.size.sum()), dtype=np.uint8), np.empty(len(texts) + 1, dtype=np.int64)
    tied_texts.gather(texts.data, texts.begin, texts.size, held, ends)
    cells = pa.Array.from_buffers(
        pa.large_string(), len(texts), [None, pa.py_buffer(ends), pa.py_buffer(held)]
    )
    try:
        found = cells.cast(pa.float64()).to_numpy()
    except pa.ArrowInvalid:  # a plus before a number, or what is none
        found = np.array([_number(texts[i]) for i in range(len(texts))])
    wrong = np.flatnonzero(~np.isfinite(found))
    if len(wrong):
        row = int(wrong[0])
        raise DataError(
            f"the {'score' if columns == RUN else 'grade'} {shown(texts[row])} is not a finite number",
            file=name,
            line=lines_in(data[: texts.begin[row]]) + 1,
            remedy="Write a number such as 2 or 12.5",
        )
    return found


def _number(text: str) -> float:
    try:
        return float(text) if "_" not in text else math.nan
    except ValueError:
        return math.nan
