"""A text file in blocks of whole lines, so that a large file on disk is never in memory as a whole."""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from rankviz.engine.data.reading import (
    BLOCK_BYTES,
    LARGE_FILE_BYTES,
    MAGIC,
    MAX_FILE_BYTES,
    Readable,
    check_lines,
    check_plain,
    check_size,
    content,
    damaged,
    lines_in,
    opened,
    text_of,
    unreadable,
)
from rankviz.engine.errors import DataError, shortened


@dataclass(frozen=True)
class Blocks:
    """A text file in blocks of whole lines.

    Attributes
    ----------
    name : to use in messages.  size : bytes in all, 0 when that is not known.
    large : the limits of files read in place apply to it.
    read : yields (block, lines before it) from the start, each time it is called; a block is plain UTF-8 text.
    """

    name: str
    size: int
    large: bool
    read: Callable[[], Iterator[tuple[bytes, int]]]


class Fingerprint:
    """The SHA-256 of a file's bytes, computed as they are read, so that it fits them even if the file changes."""

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
        """Return the hash of everything read since :meth:`over`."""
        return self._digest.hexdigest()


def blocks(source: Readable, name: str | None = None, fingerprint: Fingerprint | None = None) -> Blocks:
    """Return a source in blocks of whole lines: a file on disk, plain or gzipped, is never in memory as a whole.

    `fingerprint` hashes a file on disk as it is read. Raises DataError, also while reading, as
    :func:`content` and :func:`text_of` do.
    """
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        label = shortened(name or path.name or str(path), 120)
        with opened(path, label, LARGE_FILE_BYTES) as file:
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
    with opened(path, name, LARGE_FILE_BYTES) as file:
        raw: Any = fingerprint.over(file) if fingerprint else file
        stream = gzip.GzipFile(fileobj=raw, mode="rb") if packed else raw
        while more := _more(stream, name):
            total += len(more)
            check_size(total, name, LARGE_FILE_BYTES)
            cut = more.rfind(b"\n") + 1  # a block ends with a line
            if not cut:
                rest += more
                check_lines(rest, name, lines)
                check_size(len(rest), name, MAX_FILE_BYTES)
                continue
            block, rest = _plain(rest + more[:cut], name, lines), more[cut:]
            yield block, lines
            lines += lines_in(block)
    if total == 0:
        raise DataError("the file is empty", file=name, remedy="Choose a file with data in it")
    if rest:
        yield _plain(rest, name, lines), lines


def _more(stream: BinaryIO | gzip.GzipFile, name: str) -> bytes:
    try:
        return stream.read(BLOCK_BYTES)
    except (OSError, EOFError, zlib.error) as error:
        raise damaged(name) if isinstance(stream, gzip.GzipFile) else unreadable(name, error) from error


def _plain(block: bytes, name: str, lines: int) -> bytes:
    """Return the block when it is plain text; `lines` come before the block."""
    check_lines(block, name, lines)
    try:
        if block.isascii() and b"\0" not in block and not block.startswith(MAGIC):
            return block
        return text_of(block, name).encode()
    except DataError as error:
        if error.line is None or not lines:
            raise
        raise DataError(error.what, file=name, line=lines + error.line, remedy=error.remedy) from error
