"""The common part of reading every file: limits, unpacking, encoding, and the last checks of a Problem."""

import codecs
import gzip
import io
import os
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from rankviz.engine.data.problem import Problem, pairs_per_query
from rankviz.engine.environment import whole_number
from rankviz.engine.errors import DataError, first_of, shortened
from rankviz.engine.number_format import counted

MAX_FILE_BYTES = whole_number("RANKVIZ_MAX_FILE_MB", 100, 1, 4_000) * 2**20
MAX_ITEMS = whole_number("RANKVIZ_MAX_ITEMS", 50_000, 10, 10_000_000)
MAX_FEATURES = whole_number("RANKVIZ_MAX_FEATURES", 5_000, 1, 1_000_000)
MAX_CELLS = whole_number("RANKVIZ_MAX_VALUES", 20_000_000, 100, 1_000_000_000)
MAX_LINES = 10_000_000
MAX_LINE = 1_000_000
"""Characters of a line, or of a row of a table: Python reads one in one go, while all other threads wait."""
LIMITS = (
    f"A file may have up to {MAX_FILE_BYTES // 2**20} MB (unpacked), {MAX_ITEMS:,} items, {MAX_FEATURES:,} features, "
    f"{MAX_CELLS / 10**6:g} million values and {MAX_LINES // 10**6} million lines. "
    "If yours is larger, keep fewer queries, rows or columns."
)
"""The limits in words, shown next to the control."""

LARGE_FILE_BYTES = 4 * 2**30
LARGE_ITEMS = 1_000_000
LARGE_CELLS = 150_000_000
"""The limits of files that are read in place, block by block, rather than sent."""

BLOCK_BYTES = 8 * 2**20

Readable = str | os.PathLike[str] | bytes | bytearray | BinaryIO
"""A path, the bytes themselves, or an open binary file."""

_NOT_TEXT = (
    (b"PK\x03\x04", "a zip archive", "Unpack it and give the text file inside"),
    (b"\xd0\xcf\x11\xe0", "an old document of Excel or Word", "Open it there and save it as CSV"),
    (b"\x89PNG", "an image", "Give the text file itself"),
    (b"\xff\xd8\xff", "an image", "Give the text file itself"),
    (b"GIF8", "an image", "Give the text file itself"),
    (b"%PDF", "a PDF document", "Give the data as text"),
    (b"PAR1", "a Parquet file", "Load it as a table"),
    (b"\xff\xfe", "UTF-16 text", "Save it again as UTF-8"),
    (b"\xfe\xff", "UTF-16 text", "Save it again as UTF-8"),
    (b"7z\xbc\xaf", "a 7z archive", "Unpack it and give the text file inside"),
    (b"BZh", "a bzip2 archive", "Unpack it, or pack it as .gz"),
    (b"\xfd7zXZ", "an xz archive", "Unpack it, or pack it as .gz"),
)

_OFFICE = b"[Content_Types].xml", b"mimetypeapplication/vnd.oasis"
"""Parts of a zip archive that is a document of Excel or LibreOffice."""

_MAX_MEMBERS = 100_000
"""Parts that may be joined into a .gz file; each takes as long as some thousand bytes."""

MAGIC = tuple(magic for magic, _, _ in _NOT_TEXT)


def content(source: Readable, name: str | None = None, *, limit: int = MAX_FILE_BYTES) -> tuple[bytes, str]:
    """Return the bytes of a source, un-gzipped, and the name to use in messages.

    Raises DataError when there is no such file, it is empty, or it is larger than `limit` bytes; a
    file's size is checked before it is read.
    """
    name = name and shortened(name, 120)
    if isinstance(source, (bytes, bytearray)):
        check_size(len(source), name or "upload", limit)
        data, name = bytes(source), name or "upload"
    elif not isinstance(source, (str, os.PathLike)):
        name = name or Path(str(getattr(source, "name", "upload"))).name
        if source.seekable():
            source.seek(0)
        data = source.read(limit + 1)
    else:
        name = shortened(name or Path(source).name or str(source), 120)
        data = _read_path(Path(source), name, limit)
    check_size(len(data), name, limit)
    if data[:2] == b"\x1f\x8b":
        if data.count(b"\x1f\x8b\x08") > _MAX_MEMBERS:
            raise DataError(
                f"the gzip file is joined from more than {_MAX_MEMBERS:,} parts",
                file=name,
                remedy="Pack it as one",
            )
        data = _unpacked(data, name, limit)
    if not data.strip():
        raise DataError("the file is empty", file=name, remedy="Choose a file with data in it")
    return data, name


def _unpacked(data: bytes, name: str, limit: int) -> bytes:
    """Return the contents of a gzip file: the size is measured first, so that gigabytes are never unpacked."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            size = 0
            while more := len(packed.read(BLOCK_BYTES)):
                size += more
                check_size(size, name, limit)
            packed.seek(0)
            return packed.read(size)
    except (OSError, EOFError, zlib.error) as error:
        raise damaged(name) from error


def lines_in(block: bytes) -> int:
    """Return the number of line ends of a block: "\
    ", "\\r" or both together."""
    ends = block.count(b"\n")
    return ends + block.count(b"\r") - block.count(b"\r\n") if b"\r" in block else ends


def check_plain(data: bytes, name: str) -> None:
    """Raise DataError for archives, images, UTF-16, zero bytes, and more than `MAX_LINES` lines."""
    for magic, what, remedy in _NOT_TEXT:
        if data.startswith(magic):
            if any(part in data for part in _OFFICE):
                what, remedy = "an Excel or office document", "Open it in Excel and save it as CSV UTF-8"
            raise DataError(f"this is {what}, not plain text", file=name, remedy=remedy)
    zero = data.find(b"\0")
    if zero >= 0:
        line = data.count(b"\n", 0, zero) + 1
        raise DataError(
            "this is not plain text (it holds zero bytes)",
            file=name,
            line=line,
            remedy="Save the data as UTF-8 text",
        )
    if (lines := lines_in(data)) > MAX_LINES:
        raise DataError(
            f"{lines:,} lines are more than the {MAX_LINES:,} that can be read",
            file=name,
            remedy="Remove empty lines, or keep fewer rows",
        )


def text_of(data: bytes, name: str) -> str:
    """Return the bytes as UTF-8 text. Raises DataError as :func:`check_plain` does, and for other encodings."""
    check_plain(data, name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"byte 0x{data[error.start]:02x} is not UTF-8 text",
            file=name,
            line=line,
            remedy="Save the file again as UTF-8",
        ) from error


def check_text(data: bytes, name: str) -> None:
    """Raise DataError as :func:`text_of` does, without the memory of the text: a part at a time is decoded."""
    check_plain(data, name)
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(data), BLOCK_BYTES):
            decoder.decode(data[start : start + BLOCK_BYTES], start + BLOCK_BYTES >= len(data))
    except UnicodeDecodeError:
        text_of(data, name)


def check_lines(data: bytes, name: str, before: int = 0) -> None:
    """Raise DataError for a line of more than `MAX_LINE` bytes; `before` lines come before the data."""
    start = 0
    while len(data) - start > MAX_LINE:
        end = max(data.rfind(mark, start, start + MAX_LINE + 1) for mark in (b"\n", b"\r"))
        if end < 0:
            raise DataError(
                f"the line has more than {MAX_LINE:,} characters",
                file=name,
                line=before + lines_in(data[:start]) + 1,
                remedy="Begin a new line for each item, and keep fewer columns",
            )
        start = end + 1


def lines_of(data: bytes, name: str) -> Iterator[tuple[int, str]]:
    """Yield the number (from 1) and the text of each line, one at a time. Raises DataError as the checks above do."""
    check_text(data, name)
    check_lines(data, name)
    with io.TextIOWrapper(io.BytesIO(data), "utf-8-sig") as text:
        for number, line in enumerate(text, start=1):
            yield number, line.rstrip("\n")


def most_rows(d: int, large: bool = False) -> int:
    """Return the largest number of items with d features."""
    items, cells = (LARGE_ITEMS, LARGE_CELLS) if large else (MAX_ITEMS, MAX_CELLS)
    return min(items, cells // max(d, 1))


def check_shape(n: int, d: int, name: str, large: bool = False) -> None:
    """Raise DataError when n items with d features exceed the limits (or the large ones)."""
    for count, most, what, fewer, variable in (
        (
            n,
            LARGE_ITEMS if large else MAX_ITEMS,
            "items",
            "queries or rows",
            "" if large else "RANKVIZ_MAX_ITEMS",
        ),
        (d, MAX_FEATURES, "features", "columns", "RANKVIZ_MAX_FEATURES"),
        (
            n * d,
            LARGE_CELLS if large else MAX_CELLS,
            "values",
            "queries, rows or columns",
            "" if large else "RANKVIZ_MAX_VALUES",
        ),
    ):
        if count > most:
            raise DataError(
                f"{count:,} {what} are more than the {most:,} that can be {'held' if large else 'read'}",
                file=name,
                remedy=f"Keep fewer {fewer}{_or_raise(variable)}",
                page=f"Keep fewer {fewer}",
            )


def _or_raise(variable: str) -> str:
    return f", or set {variable} to more where RankViz runs" if variable else ""


def build(name: str | None, X: np.ndarray, grades: np.ndarray | None = None, **about: Any) -> Problem:
    """Build a Problem with the notes that every source adds; errors name the file.

    Raises DataError as :meth:`Problem.from_arrays` does, and when every feature is constant.
    """
    try:
        problem = Problem.from_arrays(X, grades, **about)
    except DataError as error:
        raise error.in_file(name) if name else error from None
    return problem.with_notes(*_notes(problem, name))


def _notes(problem: Problem, name: str | None) -> list[str]:
    # Compiled code, not needed to start the program.
    from rankviz.engine.kernels.data.columns import column_ranges

    n, d = problem.X.shape
    low, high, missing = np.empty(d), np.empty(d), np.empty(d, dtype=np.int64)
    column_ranges(problem.X, low, high, missing)
    # A feature with one known value still separates the items where it is missing from the others.
    constant = (missing == n) | ((low == high) & (missing == 0))
    notes = []
    if constant.all():
        raise DataError(
            "every feature has the same value for all items, so no stump can split them",
            file=name,
            remedy="Give at least one feature that differs between items",
        )
    if constant.any():
        names = [problem.feature_names[j] for j in np.flatnonzero(constant)]
        tell, some = "has" if len(names) == 1 else "have", first_of(names, 6)
        notes.append(
            f"{len(names)} of {problem.n_features} features {tell} only one value and split nothing: {some}."
        )
    if missing.any():
        share = missing.sum() / (n * d)
        number = int(missing.sum())
        are, count = ("is", "counts") if number == 1 else ("are", "count")
        notes.append(
            f"{counted(number, 'feature value')} ({share:.1%}) {are} missing and {count} as below all known ones."
        )
    if problem.n_queries > 1:
        idle = int((pairs_per_query(problem) == 0).sum())
        if idle:
            notes.append(f"{idle} of {problem.n_queries} queries hold no critical pair and teach nothing.")
    return notes


def _read_path(path: Path, name: str, limit: int) -> bytes:
    with opened(path, name, limit) as file:
        return file.read(limit + 1)


def opened(path: Path, name: str, limit: int) -> BinaryIO:
    """Open a file after a check of its size."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise DataError("this is not a file", file=name, remedy="Give the path of a file")
        check_size(found.st_size, name, limit)
        return open(path, "rb")
    except FileNotFoundError as error:
        raise DataError(
            "there is no such file",
            file=name,
            remedy="Check the path; it may be relative to this folder or to RANKVIZ_DATA_DIR",
        ) from error
    except (OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        raise unreadable(name, error) from error


def unreadable(name: str, error: Exception) -> DataError:
    """Return the error for a file that the system will not open."""
    reason = getattr(error, "strerror", None) or "the path is not legal"
    return DataError(f"the file cannot be read ({reason})", file=name, remedy="Check the path")


def damaged(name: str) -> DataError:
    """Return the error for a gzip file that cannot be unpacked."""
    return DataError("the gzip data is damaged or cut off", file=name, remedy="Pack or download it again")


def check_size(size: int, name: str, limit: int) -> None:
    """Raise DataError for a file of more than `limit` bytes."""
    if size > limit:
        # A stream is read at most one byte beyond the limit, and what is packed may be any size.
        has = f"the file has {size / 2**20:,.1f} MB and" if size > limit + BLOCK_BYTES else "the file"
        variable = "RANKVIZ_MAX_FILE_MB" if limit == MAX_FILE_BYTES else ""
        raise DataError(
            f"{has} is larger than {limit // 2**20} MB",
            file=name,
            remedy=f"Keep fewer queries, users or rows{_or_raise(variable)}",
            page="Keep fewer queries, users or rows",
        )
