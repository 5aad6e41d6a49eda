"""Atomic writing of files: after a full disk or a kill the old file is still there."""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

PAGE_ENDING = ".html"
"""Of the page of a run, or of a playlist."""

STREAMS = (0, 1, 2)
"""The standard streams' descriptors: `/dev/stdout` may be a regular file, which the shell holds open."""


@contextmanager
def writing(path: str | os.PathLike[str], mode: str = "w") -> Iterator[IO[Any]]:
    """Open a file that appears under its name only once complete; text is UTF-8, line ends stay as written.

    The contents are written next to the target and then renamed, so that an exception leaves only the old file. An
    existing file keeps its mode, and a symbolic link still points to it. Anything but a regular file (a pipe, a
    terminal, `/dev/stdout`), and a file in a folder that accepts no new one, is written in place.

    Raises OSError when the file cannot be written.
    """
    part = _part(Path(path))
    try:
        with _opened(part or Path(path), mode) as file:
            yield file
        if part is not None:
            os.replace(part, os.path.realpath(path))
    except BaseException:
        if part is not None:
            part.unlink(missing_ok=True)
        raise


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise OSError when :func:`writing` could not write there; nothing is left or changed."""
    part = _part(Path(path))
    if part is not None:
        part.unlink()


def _part(path: Path) -> Path | None:
    """Create an empty file next to the one `path` leads to, with its mode; None when `path` is written in place."""
    folder = Path(os.path.realpath(path)).parent
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return _new(folder)
    if stat.S_ISDIR(there.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    if not stat.S_ISREG(there.st_mode) or any(_is_open_as(stream, there) for stream in STREAMS):
        return None
    try:
        part = _new(folder)
    except PermissionError:
        return None
    with contextlib.suppress(OSError):  # a file system without modes
        os.chmod(part, stat.S_IMODE(there.st_mode))
    return part


def _new(folder: Path) -> Path:
    part = folder / f".{secrets.token_hex(8)}.part"
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
    return part


def _is_open_as(stream: int, there: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.fstat(stream), there)
    except OSError:  # closed
        return False


def _opened(path: Path, mode: str) -> IO[Any]:
    return open(path, mode) if "b" in mode else open(path, mode, encoding="utf-8", newline="")
