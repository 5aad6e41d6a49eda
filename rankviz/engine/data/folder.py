"""The user's data folder, RANKVIZ_DATA_DIR: path resolution, which never lets a link out of the folder."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from urllib.parse import quote

from rankviz.engine.data.reading import unreadable
from rankviz.engine.errors import DataError

VARIABLE = "RANKVIZ_DATA_DIR"
_STAND_IN: ContextVar[Path | None] = ContextVar("stand-in", default=None)


def data_dir() -> Path | None:
    """The folder that RANKVIZ_DATA_DIR names, or the one that replaces it; None when there is none."""
    if (stand_in := _STAND_IN.get()) is not None:
        return stand_in
    folder = os.environ.get(VARIABLE, "")
    return Path(folder) if folder and Path(folder).is_dir() else None


@contextmanager
def standing_in(folder: Path | None) -> Iterator[None]:
    """Replace the data folder by another, in this thread; None leaves it as it is."""
    before = _STAND_IN.set(folder if folder is not None else _STAND_IN.get())
    try:
        yield
    finally:
        _STAND_IN.reset(before)


def inside_data_dir(path: str | os.PathLike[str]) -> bool:
    """Return whether a path (absolute, or relative to the data folder) is in that folder, links followed."""
    folder = data_dir()
    if folder is None:
        return False
    try:
        return (folder / path).resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        return False


def find(path: str, *, confined: bool = False, beside: Path | None = None) -> Path:
    """Find a SOURCE's path in the working folder, else in the data folder, else in the folder of `beside`.

    With `confined` only the data folder counts, and a path out of it raises DataError: links require that. So does
    a path that no file can have: too long, or with characters that no name can hold.
    """
    folder = data_dir()
    places = [] if confined else [Path()]
    places += [folder] if folder else []
    places += [beside.parent] if beside else []
    illegal: DataError | None = None
    for place in places:
        candidate = place / path
        try:
            found = _exists(candidate)
        except DataError as error:
            found, illegal = False, error
        if found and (not confined or inside_data_dir(candidate.absolute())):
            return candidate
    if confined and (folder is None or not inside_data_dir(path)):
        raise DataError(
            "a link can only open files of the data folder",
            file=path,
            remedy=f"Set {VARIABLE} to the folder that holds the file, or upload it",
        )
    if illegal is not None:
        raise illegal
    return folder / path if confined and folder else Path(path)


def _exists(path: Path) -> bool:
    try:
        path.stat()
        return True
    except OSError as error:
        if error.errno in (errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ):
            raise unreadable(str(path), error) from error
        return False
    except ValueError as error:  # a zero byte, or a lone surrogate
        raise unreadable(str(path), error) from error


def quote_path(path: str) -> str:
    """Return a path as a SOURCE writes it: only characters that would end the path or its options are escaped."""
    return "".join(f"%{ord(c):02X}" if c in "%?&#+=" or ord(c) < 32 else c for c in path)


def quote_value(text: str) -> str:
    """Return an option's value as a SOURCE writes it."""
    return quote(text, safe="/,:@~>{}")


def escaped(name: str) -> str:
    """Return a file name in printable characters: bytes that are not UTF-8 become ``\\xff``."""
    try:
        return os.fsencode(name).decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:
        return name.encode("utf-8", "backslashreplace").decode()


def is_text(name: str) -> bool:
    """Return whether a name can be written as UTF-8: a file's name need not be."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
