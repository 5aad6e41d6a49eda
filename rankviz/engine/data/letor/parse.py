"""The parser of LETOR / svmlight files: from bytes to arrays, a block of lines at a time."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

import numpy as np

from rankviz.engine.data import other_formats
from rankviz.engine.data.letor.blocks import Blocks, Fingerprint, blocks
from rankviz.engine.data.letor.lines import LetorRow, locate, no_query
from rankviz.engine.data.reading import Readable, check_shape, lines_in, most_rows
from rankviz.engine.errors import DataError
from rankviz.engine.threads import in_order

TEXT = 2**62
"""Query ids from here on stand for texts, as in the kernel."""
_END = re.compile(rb"[\r\n]")

_NOTHING = np.empty((0, 0))

HARD = 4_096
"""Numbers a block may hand back to Python before it is read again with more room for them."""


@dataclass(frozen=True, eq=False)
class Parsed:
    """The lines of a file that hold an item, in file order.

    Attributes
    ----------
    X : (n, d) float64, feature `first` + j in column j; NaN for NULL, 0 where a line has none.
    grades : (n,) float64.  query : (n,) int64, all 1 where the file has no query ids.
    line : (n,) int64 from 1.  colons : (n,) int64 tokens with a colon.  equals : (n,) bool, a "=" in the comment.
    docids : (n,) object, str or "" where the comment names none.
    first : index of the first column, 1 or 0.  ended : the last line has an end.
    has_queries : the lines have query ids.
    names : the query ids that are texts, by the numbers that stand for them.
    """

    X: np.ndarray
    grades: np.ndarray
    query: np.ndarray
    line: np.ndarray
    colons: np.ndarray
    equals: np.ndarray
    docids: np.ndarray
    first: int
    ended: bool
    has_queries: bool
    names: Mapping[int, str] = field(default_factory=dict)

    def name_of(self, query: int) -> str:
        """Return a query's id as the file has it."""
        return self.names.get(query, str(query))

    def rows(self, chosen: np.ndarray) -> Parsed:
        """Return only the chosen rows, (n,) bool or indices in rising order."""
        taken = {f.name: getattr(self, f.name)[chosen] for f in fields(self)[:7]}
        last = len(self.line) > 0 and len(taken["line"]) > 0 and taken["line"][-1] == self.line[-1]
        return replace(self, **taken, ended=self.ended or not last)


@dataclass
class _Part:
    """The items of one block, as in `Parsed`, with marks (n, 4) as the kernel writes them."""

    X: np.ndarray
    grades: np.ndarray
    query: np.ndarray
    marks: np.ndarray
    docids: np.ndarray
    ended: bool
    size: int
    names: dict[int, str]


@dataclass
class _Table:
    """X while it grows: allocated at once for the whole file, with memory used only where it is written."""

    text: Blocks
    X: np.ndarray = field(default_factory=lambda: np.empty((0, 0)))
    rows: int = 0

    def add(self, part: _Part) -> None:
        """Append a block's rows. Raises DataError when the file holds more than the limit."""
        (more, width), end = part.X.shape, self.rows + len(part.X)
        capacity, known = self.X.shape
        check_shape(end, max(width, known, 1), self.text.name, self.text.large)
        if end > capacity:
            whole = int(1.05 * more * self.text.size / part.size) + 1_000 if self.text.size > part.size else 0
            capacity = max(end, whole, capacity * 3 // 2)
        if self.rows == 0 and capacity == more:
            self.X, self.rows = part.X, more
            return
        if capacity > len(self.X) or width > known:
            grown = np.empty((capacity, max(width, known)))
            grown[: self.rows, :known] = self.X[: self.rows]
            grown[: self.rows, known:] = 0.0
            self.X = grown
        self.X[self.rows : end, :width] = part.X
        self.X[self.rows : end, width:] = 0.0
        self.rows = end


def parse(
    source: Readable,
    name: str | None = None,
    wanted: tuple[int, ...] = (),
    *,
    store: bool = True,
    fingerprint: Fingerprint | None = None,
) -> tuple[Parsed, str]:
    """(the items of a file, its name for messages): those of the queries `wanted`, or all.

    Without `store` only grades and query ids are read; `fingerprint` hashes the bytes of a file on disk.
    Raises DataError, naming the line, for what does not fit.
    """
    text = blocks(source, name, fingerprint)
    for first in (1, 0):
        found = _parse(text, wanted, store, first)
        if found is not None:
            return found, text.name
    raise AssertionError("no index is below 0")


def _parse(text: Blocks, wanted: tuple[int, ...], store: bool, first: int) -> Parsed | None:
    """Return the items of a file; None when an index is below `first`."""
    table, parts = _Table(text), []
    for part in in_order(lambda each: _block(*each, text, wanted, store, first, table), text.read()):
        if part is None:
            return None
        table.add(part)
        parts.append(replace(part, X=_NOTHING))
    grades, query, marks, docids = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("grades", "query", "marks", "docids")
    )
    with_query = marks[:, 1] == 1
    if with_query.any() and not with_query.all():
        raise no_query(text.name, int(marks[np.argmin(with_query), 0]) + 1)
    return Parsed(
        X=table.X[: table.rows],
        grades=grades,
        query=query if with_query.any() else np.ones_like(query),
        line=marks[:, 0] + 1,
        colons=marks[:, 2],
        equals=marks[:, 3] == 1,
        docids=docids,
        first=first,
        ended=parts[-1].ended,
        has_queries=bool(with_query.any()),
        names={number: name for part in parts for number, name in part.names.items()},
    )


def _block(
    block: bytes, line: int, text: Blocks, wanted: tuple[int, ...], store: bool, first: int, table: _Table
) -> _Part | None:
    """Return the items of one block, after `line` lines; None when an index is below `first`."""
    from rankviz.engine.kernels.data import letor as kernels  # compiled code, not needed at start

    data, queries = np.frombuffer(block, dtype=np.uint8), np.array(wanted, dtype=np.int64)
    lines_here, width, crowd = lines_in(block) + 1, table.X.shape[1], HARD
    while True:
        most = min(lines_here, most_rows(width, text.large))  # room for what may be held, and no more
        X = np.empty((most if store else 0, width))
        grades, query = np.empty(most), np.empty(most, dtype=np.int64)
        marks, docid = np.empty((most, 4), dtype=np.int64), np.empty((most, 2), dtype=np.int64)
        hard = np.empty((crowd, 4), dtype=np.int64)
        outcome, rows, lines, found, where = kernels.parse(
            data, first, queries, store, kernels.POWERS, X, grades, query, marks, docid, hard
        )
        if outcome == kernels.GOOD:
            break
        if outcome == kernels.ZERO and first > 0:
            return None
        if outcome == kernels.WIDER:
            width = int(where) - first + 1
            _check_width(width, rows, line + lines + 1, text)
        elif outcome == kernels.CROWDED:
            crowd *= 8
        elif outcome == kernels.FULL:
            check_shape(rows + 1, max(width, 1), text.name, text.large)
        else:
            if line == 0:
                other_formats.check(block, text.name)
            raise locate(_row(block, int(where), line + lines + 1), text.name)
    for row, column, begin, end in hard[:found].tolist():
        value = float(block[begin:end])
        if not math.isfinite(value):
            raise locate(_row(block, begin, line + int(marks[row, 0]) + 1), text.name)
        if column < 0:
            grades[row] = value
        else:
            X[row, column] = value
    docids = np.full(rows, "", dtype=object)
    for row in np.flatnonzero(docid[:rows, 0] >= 0).tolist():
        docids[row] = block[docid[row, 0] : docid[row, 1]].decode("utf-8", "replace")
    names = _names(block, marks[:rows, 0], query[:rows])
    ended = block.endswith((b"\n", b"\r")) or rows == 0 or int(marks[rows - 1, 0]) < lines - 1
    marks[:, 0] += line
    X = X[:rows] if store else np.empty((rows, 0))
    return _Part(
        X, grades[:rows].copy(), query[:rows].copy(), marks[:rows].copy(), docids, ended, len(block), names
    )


def number_of(query: str) -> int:
    """Return the number that stands for a query id."""
    from rankviz.engine.kernels.data import letor as kernels

    text = np.frombuffer(b"qid:" + query.encode(), dtype=np.uint8)
    return int(kernels.query_id(text, 0, len(text))[1])


def _names(block: bytes, lines: np.ndarray, query: np.ndarray) -> dict[int, str]:
    """Return the query ids of a block that are texts, by their numbers; items are on lines (n,) of it."""
    texts = np.flatnonzero(query >= TEXT)
    if len(texts) == 0:
        return {}
    numbers, at = np.unique(query[texts], return_index=True)
    rows = block.splitlines()
    tokens = (rows[lines[texts[i]]].partition(b"#")[0].split(None, 2)[1][4:] for i in at.tolist())
    return dict(zip(numbers.tolist(), (token.decode("utf-8", "replace") for token in tokens), strict=True))


def _check_width(width: int, rows: int, line: int, text: Blocks) -> None:
    """Raise DataError when the largest index of a line means too many features."""
    try:
        check_shape(rows + 1, width, text.name, text.large)
    except DataError as error:
        raise DataError(error.what, file=error.file, line=line, remedy=error.remedy) from None


def _row(block: bytes, at: int, line: int) -> LetorRow:
    """Return the line of a block that holds the byte `at`."""
    begin = max(block.rfind(b"\n", 0, at), block.rfind(b"\r", 0, at)) + 1
    end = _END.search(block, begin)
    body, _, comment = block[begin : end.start() if end else len(block)].partition(b"#")
    return LetorRow(line, body.strip(), comment)
