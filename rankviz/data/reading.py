"""Reading of every file: limits, unpacking, encoding, and the last checks of a Problem."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from rankviz.data.problem import Problem, pairs_per_query
from rankviz.environment import whole_number
from rankviz.errors import DataError, first_of, shortened

MAX_FILE_BYTES = whole_number("RANKVIZ_MAX_FILE_MB", 100, 1, 4_000) * 2**20
MAX_ITEMS = whole_number("RANKVIZ_MAX_ITEMS", 50_000, 10, 10_000_000)
MAX_FEATURES = whole_number("RANKVIZ_MAX_FEATURES", 5_000, 1, 1_000_000)
MAX_CELLS = whole_number("RANKVIZ_MAX_VALUES", 20_000_000, 100, 1_000_000_000)
MAX_LINES = 10_000_000
LIMITS = (
    f"Files up to {MAX_FILE_BYTES // 2**20} MB (unpacked), {MAX_ITEMS:,} items, {MAX_FEATURES:,} features, "
    f"{MAX_CELLS / 10**6:g} million values and {MAX_LINES // 10**6} million lines. "
    "If yours is larger, keep fewer queries, rows or columns."
)
"""The limits in words, to stand beside the control."""

LARGE_FILE_BYTES = 4 * 2**30
LARGE_ITEMS = 1_000_000
LARGE_CELLS = 150_000_000
"""The limits of files that are read where they lie, block by block, rather than sent."""

BLOCK_BYTES = 8 * 2**20

Source = str | os.PathLike[str] | bytes | bytearray | BinaryIO
"""A path, the bytes themselves, or an open binary file."""

_NOT_TEXT = (
    (b"PK\x03\x04", "a zip archive or an office document", "Unpack it and give the text file inside"),
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

_MAX_MEMBERS = 100_000
"""Parts a .gz file may be joined from; each takes as long as some thousand bytes."""

_MAGIC = tuple(magic for magic, _, _ in _NOT_TEXT)


def content(source: Source, name: str | None = None, *, limit: int = MAX_FILE_BYTES) -> tuple[bytes, str]:
    """Return the bytes of a source, un-gzipped, and the name to use in messages.

    Raises DataError when there is no such file, it is empty, or it is larger than `limit` bytes; a
    file's size is looked at before it is read.
    """
    name = name and shortened(name, 120)
    if isinstance(source, (bytes, bytearray)):
        data, name = bytes(source[: limit + 1]), name or "upload"
    elif not isinstance(source, (str, os.PathLike)):
        name = name or Path(str(getattr(source, "name", "upload"))).name
        if source.seekable():
            source.seek(0)
        data = source.read(limit + 1)
    else:
        name = shortened(name or Path(source).name or str(source), 120)
        data = _read_path(Path(source), name, limit)
    _check_size(len(data), name, limit)
    if data[:2] == b"\x1f\x8b":
        if data.count(b"\x1f\x8b\x08") > _MAX_MEMBERS:
            raise DataError(
                f"the gzip file is joined from more than {_MAX_MEMBERS:,} parts",
                file=name,
                remedy="Pack it as one",
            )
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
                data = packed.read(limit + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise _damaged(name) from error
        _check_size(len(data), name, limit)
    if not data.strip():
        raise DataError("the file is empty", file=name, remedy="Choose a file with data in it")
    return data, name


@dataclass(frozen=True)
class Blocks:
    """A text file in blocks of whole lines.

    Attributes
    ----------
    name : to use in messages.  size : bytes in all, 0 when that is not known.
    large : whether the limits of files read where they lie hold for it.
    read : yields (block, lines before it) from the start, as often as it is called; a block is plain UTF-8 text.
    """

    name: str
    size: int
    large: bool
    read: Callable[[], Iterator[tuple[bytes, int]]]


class Fingerprint:
    """SHA-256 of a file's bytes, taken while they are read: the hash of what was read, even if the file changes."""

    def __init__(self) -> None:
        self._file: BinaryIO | None = None
        self._digest = hashlib.sha256()

    def over(self, file: BinaryIO) -> Fingerprint:
        """Start a new hash over a file that is about to be read from its start."""
        self._file, self._digest = file, hashlib.sha256()
        return self

    def read(self, size: int = -1) -> bytes:
        """Read from the file."""
        assert self._file is not None
        data = self._file.read(size)
        self._digest.update(data)
        return data

    def hexdigest(self) -> str:
        """The hash of all that was read since :meth:`over`."""
        return self._digest.hexdigest()


def blocks(source: Source, name: str | None = None, fingerprint: Fingerprint | None = None) -> Blocks:
    """A source in blocks of whole lines: a file that lies on disk, plain or gzipped, is never held as a whole.

    `fingerprint` is taken of a file that lies on disk, as it is read. Raises DataError, also while reading, as
    :func:`content` and :func:`text_of` do.
    """
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        label = shortened(name or path.name or str(path), 120)
        with _opened(path, label, LARGE_FILE_BYTES) as file:
            packed, size = file.read(2) == b"\x1f\x8b", os.fstat(file.fileno()).st_size
        return Blocks(
            label, 0 if packed else size, True, lambda: _file_blocks(path, label, packed, fingerprint)
        )
    data, label = content(source, name)
    check_plain(data, label)
    return Blocks(label, len(data), False, lambda: _blocks_of(data, label))


def _blocks_of(data: bytes, name: str) -> Iterator[tuple[bytes, int]]:
    start, lines = 0, 0
    while start < len(data):
        end = data.rfind(b"\n", start, start + BLOCK_BYTES) + 1 or data.find(b"\n", start) + 1 or len(data)
        block = _plain(data[start:end], name, lines)
        yield block, lines
        start, lines = end, lines + lines_in(block)


def _file_blocks(
    path: Path, name: str, packed: bool, fingerprint: Fingerprint | None
) -> Iterator[tuple[bytes, int]]:
    rest, lines, total = b"", 0, 0
    with _opened(path, name, LARGE_FILE_BYTES) as file:
        raw: Any = fingerprint.over(file) if fingerprint else file
        stream = gzip.GzipFile(fileobj=raw, mode="rb") if packed else raw
        while more := _more(stream, name):
            total += len(more)
            _check_size(total, name, LARGE_FILE_BYTES)
            cut = more.rfind(b"\n") + 1  # a block ends with a line
            if not cut:
                rest += more
                _check_size(len(rest), name, MAX_FILE_BYTES)
                continue
            block, rest = _plain(rest + more[:cut], name, lines), more[cut:]
            yield block, lines
            lines += lines_in(block)
    if total == 0:
        raise DataError("the file is empty", file=name, remedy="Choose a file with data in it")
    if rest:
        yield _plain(rest, name, lines), lines


def lines_in(block: bytes) -> int:
    """How many line ends a block has: "\\n", "\\r" or both together."""
    ends = block.count(b"\n")
    return ends + block.count(b"\r") - block.count(b"\r\n") if b"\r" in block else ends


def _more(stream: BinaryIO | gzip.GzipFile, name: str) -> bytes:
    try:
        return stream.read(BLOCK_BYTES)
    except (OSError, EOFError, zlib.error) as error:
        raise _damaged(name) if isinstance(stream, gzip.GzipFile) else unreadable(name, error) from error


def _plain(block: bytes, name: str, lines: int) -> bytes:
    """Return the block when it is plain text; `lines` stand before the block."""
    try:
        if block.isascii() and b"\0" not in block and not block.startswith(_MAGIC):
            return block
        return text_of(block, name).encode()
    except DataError as error:
        if error.line is None or not lines:
            raise
        raise DataError(error.what, file=name, line=lines + error.line, remedy=error.remedy) from error


def check_plain(data: bytes, name: str) -> None:
    """Raise DataError for archives, images, UTF-16, zero bytes, and more than `MAX_LINES` lines."""
    for magic, what, remedy in _NOT_TEXT:
        if data.startswith(magic):
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
    """The bytes as UTF-8 text. Raises DataError as :func:`check_plain` does, and for other encodings."""
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


def check_shape(n: int, d: int, name: str, large: bool = False) -> None:
    """Raise DataError when n items with d features are more than the limits (or the large ones) allow."""
    for count, most, what in (
        (n, LARGE_ITEMS if large else MAX_ITEMS, "items"),
        (d, MAX_FEATURES, "features"),
        (n * d, LARGE_CELLS if large else MAX_CELLS, "values"),
    ):
        if count > most:
            raise DataError(
                f"{count:,} {what} are more than the {most:,} that can be {'held' if large else 'shown'}",
                file=name,
                remedy="Keep fewer queries, rows or columns",
            )


def build(name: str | None, X: np.ndarray, grades: np.ndarray | None = None, **about: Any) -> Problem:
    """Build a Problem with the notes that every source adds; errors name the file.

    Raises DataError as :meth:`Problem.from_arrays` does, and when every feature is constant.
    """
    try:
        problem = Problem.from_arrays(X, grades, **about)
    except DataError as error:
        raise error.at(name) if name else error from None
    return problem.with_notes(*_notes(problem, name))


def _notes(problem: Problem, name: str | None) -> list[str]:
    from rankviz.kernels.data.columns import column_ranges  # compiled code: not needed to start the program

    n, d = problem.X.shape
    low, high, missing = np.empty(d), np.empty(d), np.empty(d, dtype=np.int64)
    column_ranges(problem.X, low, high, missing)
    # A feature with one known value still splits the items where it is missing from the others.
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
            f"{len(names)} of {problem.n_features} features {tell} one value only and split nothing: {some}."
        )
    if missing.any():
        share = missing.sum() / (n * d)
        notes.append(
            f"{int(missing.sum()):,} feature values ({share:.1%}) are missing and lie below all known ones."
        )
    if problem.n_queries > 1:
        idle = int((pairs_per_query(problem) == 0).sum())
        if idle:
            notes.append(f"{idle} of {problem.n_queries} queries hold no critical pair and teach nothing.")
    return notes


def _read_path(path: Path, name: str, limit: int) -> bytes:
    with _opened(path, name, limit) as file:
        return file.read(limit + 1)


def _opened(path: Path, name: str, limit: int) -> BinaryIO:
    """Open a file after a check of its size."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise DataError("this is not a file", file=name, remedy="Give the path of a file")
        _check_size(found.st_size, name, limit)
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


def _damaged(name: str) -> DataError:
    return DataError("the gzip data is damaged or cut off", file=name, remedy="Pack or download it again")


def _check_size(size: int, name: str, limit: int) -> None:
    if size > limit:
        raise DataError(
            f"the file is larger than {limit // 2**20} MB",
            file=name,
            remedy="Keep fewer queries, users or rows",
        )
