"""The way in for every file: limits, unpacking, encoding, and the last check before a Problem leaves."""

from __future__ import annotations

import gzip
import io
import os
import stat
import zlib
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from rankviz.errors import DataError
from rankviz.problem import Problem, pairs_per_query

MAX_FILE_BYTES = 100 * 2**20
MAX_ITEMS = 50_000
MAX_FEATURES = 5_000
MAX_CELLS = 20_000_000
LIMITS = (
    f"Files up to {MAX_FILE_BYTES // 2**20} MB (unpacked), {MAX_ITEMS:,} items, {MAX_FEATURES:,} features "
    f"and {MAX_CELLS // 10**6} million values. If yours is larger, keep fewer queries, rows or columns."
)
"""The limits in words, to stand beside the control."""

Source = str | os.PathLike | bytes | bytearray | BinaryIO
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


def content(source: Source, name: str | None = None, *, limit: int = MAX_FILE_BYTES) -> tuple[bytes, str]:
    """The bytes of a source, un-gzipped, and the name to use in messages.

    Raises DataError when there is no such file, it is empty, or it is larger than `limit` bytes; a
    file's size is looked at before it is read.
    """
    name = name and shown(name, 120)[1:-1]
    if isinstance(source, (bytes, bytearray)):
        data, name = bytes(source[: limit + 1]), name or "upload"
    elif not isinstance(source, (str, os.PathLike)):
        name = name or Path(str(getattr(source, "name", "upload"))).name
        if source.seekable():
            source.seek(0)
        data = source.read(limit + 1)
    else:
        name = shown(name or Path(source).name or str(source), 120)[1:-1]
        data = _read_path(Path(source), name, limit)
    _check_size(len(data), name, limit)
    if data[:2] == b"\x1f\x8b":
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
                data = packed.read(limit + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise DataError(
                "the gzip data is damaged or cut off", file=name, remedy="Pack or download it again"
            ) from error
        _check_size(len(data), name, limit)
    if not data.strip():
        raise DataError("the file is empty", file=name, remedy="Choose a file with data in it")
    return data, name


def text_of(data: bytes, name: str) -> str:
    """The bytes as UTF-8 text. Raises DataError for archives, images, UTF-16 and other encodings."""
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


def shown(text: object, length: int = 30) -> str:
    """A token as it is quoted in a message: in quotes, printable, not too long."""
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(text))
    return f'"{text[:length]}…"' if len(text) > length else f'"{text}"'


def check_shape(n: int, d: int, name: str) -> None:
    """Raise DataError when n items with d features are more than the limits allow."""
    for count, most, what in (
        (n, MAX_ITEMS, "items"),
        (d, MAX_FEATURES, "features"),
        (n * d, MAX_CELLS, "values"),
    ):
        if count > most:
            raise DataError(
                f"{count:,} {what} are more than the {most:,} that can be shown",
                file=name,
                remedy="Keep fewer queries, rows or columns",
            )


def build(name: str | None, X: np.ndarray, grades: np.ndarray | None = None, **about: Any) -> Problem:
    """A Problem with the notes every source owes its reader; errors name the file.

    Raises DataError as :meth:`Problem.from_arrays` does, and when every feature is constant.
    """
    try:
        problem = Problem.from_arrays(X, grades, **about)
    except DataError as error:
        raise error.at(name) if name else error from None
    return problem.with_notes(*_notes(problem, name))


def _notes(problem: Problem, name: str | None) -> list[str]:
    missing = np.isnan(problem.X)
    low, high = np.fmin.reduce(problem.X, axis=0), np.fmax.reduce(problem.X, axis=0)
    # A feature with one known value still splits the items where it is missing from the others.
    constant = missing.all(axis=0) | ((low == high) & ~missing.any(axis=0))
    notes = []
    if constant.all():
        raise DataError(
            "every feature has the same value for all items, so no stump can split them",
            file=name,
            remedy="Give at least one feature that differs between items",
        )
    if constant.any():
        names = [problem.feature_names[j] for j in np.flatnonzero(constant)]
        some = ", ".join(names[:6]) + (", …" if len(names) > 6 else "")
        tell = "has" if len(names) == 1 else "have"
        notes.append(
            f"{len(names)} of {problem.n_features} features {tell} one value only and split nothing: {some}."
        )
    if missing.any():
        share = missing.mean()
        notes.append(
            f"{int(missing.sum()):,} feature values ({share:.1%}) are missing and lie below all known ones."
        )
    if problem.n_queries > 1:
        idle = int((pairs_per_query(problem) == 0).sum())
        if idle:
            notes.append(f"{idle} of {problem.n_queries} queries hold no critical pair and teach nothing.")
    return notes


def _read_path(path: Path, name: str, limit: int) -> bytes:
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise DataError("this is not a file", file=name, remedy="Give the path of a file")
        _check_size(found.st_size, name, limit)
        with open(path, "rb") as file:
            return file.read(limit + 1)
    except FileNotFoundError as error:
        raise DataError(
            "there is no such file",
            file=name,
            remedy="Check the path; it may be relative to this folder or to RANKVIZ_DATA_DIR",
        ) from error
    except (OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        reason = getattr(error, "strerror", None) or "the path is not legal"
        raise DataError(f"the file cannot be read ({reason})", file=name, remedy="Check the path") from error


def _check_size(size: int, name: str, limit: int) -> None:
    if size > limit:
        raise DataError(
            f"the file is larger than {limit // 2**20} MB",
            file=name,
            remedy="Keep fewer queries, users or rows",
        )
