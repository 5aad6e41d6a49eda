"""The folder of the user's own data, RANKVIZ_DATA_DIR: what lies in it, and that a link never leaves it."""

from __future__ import annotations

import errno
import os
import re
import zlib
from dataclasses import dataclass
from pathlib import Path

from rankviz.data.reading import LARGE_FILE_BYTES, MAX_FILE_BYTES, unreadable
from rankviz.errors import DataError

VARIABLE = "RANKVIZ_DATA_DIR"
_HEAD = 64 * 1024
_MOST_ENTRIES, _MOST_SEEN, _MOST_NAMED = 200, 5_000, 3


@dataclass(frozen=True)
class FileEntry:
    """A file of the data folder that can be loaded.

    Attributes
    ----------
    source : the SOURCE to load it with; a user or queries may still be chosen.
    kind : "letor", "movielens", "table" or "weak".
    path : relative to the data folder.
    """

    source: str
    label: str
    kind: str
    path: str
    bytes: int


def data_dir() -> Path | None:
    """The folder RANKVIZ_DATA_DIR names, or None when it names none."""
    folder = os.environ.get(VARIABLE, "")
    return Path(folder) if folder and Path(folder).is_dir() else None


def inside_data_dir(path: str | os.PathLike[str]) -> bool:
    """Whether a path (absolute, or relative to the data folder) ends up in it, links followed."""
    folder = data_dir()
    if folder is None:
        return False
    try:
        return (folder / path).resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        return False


def find(path: str, *, confined: bool = False, beside: Path | None = None) -> Path:
    """Where a SOURCE's path leads: the working folder, else the data folder, else the folder of `beside`.

    With `confined` only the data folder counts, and a path out of it raises DataError: links ask for that. So does
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


@dataclass(frozen=True)
class Listing:
    """What a folder holds: the files that can be loaded, and a sentence for each name that had to be left out."""

    entries: list[FileEntry]
    notes: list[str]


def _exists(path: Path) -> bool:
    try:
        path.stat()
        return True
    except OSError as error:
        if error.errno in (errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ):
            raise unreadable(str(path), error) from error
        return False
    except ValueError as error:  # a zero byte, or half of a character
        raise unreadable(str(path), error) from error


def list_data_dir(folder: str | os.PathLike[str] | None = None) -> list[FileEntry]:
    """The files of the data folder that can be loaded, by path; recognised by how they begin."""
    return listing(folder).entries


def listing(folder: str | os.PathLike[str] | None = None) -> Listing:
    """The files of a folder, by default the data folder, as :func:`list_data_dir` lists them, with the notes.

    A name that is not UTF-8 cannot stand in a SOURCE, so that file or folder is left out.
    """
    root = Path(folder) if folder is not None else data_dir()
    if root is None or not root.is_dir():
        return Listing([], [])
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}
    files, unnamed = _files(root)
    for path in files:
        if len(kinds) >= _MOST_ENTRIES:
            break
        try:
            if not path.resolve().is_relative_to(root.resolve()):
                continue
            size = path.stat().st_size
            kind = sniff(_head(path), path.name) if 0 < size <= LARGE_FILE_BYTES else None
            if size > MAX_FILE_BYTES and kind != "letor":
                continue  # the others are read as a whole
        except OSError:
            continue
        if kind:
            name = path.relative_to(root).as_posix()
            kinds[name], sizes[name] = kind, size
    entries = []
    for name, kind in kinds.items():
        source = f"{kind.split('-')[0]}:{quote_path(name)}"
        if kind in ("table-pairs", "weak"):
            partner = _partner(name, kinds)
            if partner is None:
                continue
            source += f"?pairs={quote_path(partner)}"
        if kind != "pairs":
            entries.append(FileEntry(source, _label(name, kind), kind.split("-")[0], name, sizes[name]))
    return Listing(entries, _left_out(unnamed))


def sniff(head: bytes, name: str = "") -> str | None:
    """What a file is by its first bytes, or None.

    "letor", "movielens", "table" (with grades), "table-pairs" (items that need a table of pairs), "weak"
    (0/1 rankers that need one) or "pairs".
    """
    if head.startswith(b"PAR1"):
        return "table"
    if head[:2] == b"\x1f\x8b":
        head = _unzip(head)
    try:
        text = head.decode("utf-8-sig", "strict" if len(head) < _HEAD else "ignore")
    except UnicodeDecodeError:
        return None
    lines = [line for line in text.replace("\r", "\n").split("\n") if line.strip()]
    lines = lines[:50] if len(lines) < 2 or len(head) < _HEAD else lines[:-1][:50]
    first = next((line for line in lines if not line.startswith("#")), "")
    if "\0" in text or not first:
        return None
    if re.match(r"[+-]?[\d.]+\s+(qid:\S+\s*)?(\d+:\S+|#|$)", first) and ":" in first:
        return "movielens" if re.match(r"\d+::\d+::[\d.]+", first) else "letor"
    if re.match(r"\d+(\t|::)\d+(\t|::)[\d.]+((\t|::)\d+)?$", first):
        return "movielens"
    mark = max(",;\t", key=first.count)
    header = [cell.strip().strip('"') for cell in first.split(mark)]
    if header[:3] == ["userId", "movieId", "rating"]:
        return "movielens"
    if len(header) < 2 or len(lines) < 2 or header[0] in ("movieId", "userId"):
        return None
    lower = [cell.lower() for cell in header]
    if "higher" in lower and "lower" in lower:
        return "pairs"
    if "grade" in header:
        return "table"
    if "item" not in header or any(_number(cell) for cell in header):
        return None
    cells = [line.split(mark) for line in lines[1:]]
    rankers = [
        cell.strip() for row in cells for cell, column in zip(row, header, strict=False) if column != "item"
    ]
    return "weak" if rankers and set(rankers) <= {"0", "1"} else "table-pairs"


def quote_path(path: str) -> str:
    """A path as a SOURCE writes it: only what would end it or its options is escaped."""
    return "".join(f"%{ord(c):02X}" if c in "%?&#+=" or ord(c) < 32 else c for c in path)


def escaped(name: str) -> str:
    """A file name in letters that can be shown and written: bytes that are not UTF-8 stand as ``\\xff``."""
    try:
        return os.fsencode(name).decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:
        return name.encode("utf-8", "backslashreplace").decode()


def is_text(name: str) -> bool:
    """Whether a name can be written as UTF-8: a file's name need not be."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _left_out(names: list[str]) -> list[str]:
    if not names:
        return []
    some = ", ".join(escaped(name)[:120] for name in names[:_MOST_NAMED])
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    what = "This name is" if len(names) == 1 else "These names are"
    return [f"{what} not UTF-8 and left out: {some}{more}. Rename to use the data."]


def _files(root: Path) -> tuple[list[Path], list[str]]:
    """The files below a folder, hidden ones left away, and the names that are no text, relative to it."""
    found: list[Path] = []
    unnamed: list[str] = []
    for here, folders, names in os.walk(root):
        unnamed += [
            os.path.relpath(os.path.join(here, name), root)
            for name in sorted(folders + names)
            if not is_text(name)
        ]
        folders[:] = sorted(name for name in folders if not name.startswith(".") and is_text(name))
        found += [Path(here) / name for name in sorted(names) if not name.startswith(".") and is_text(name)]
        if len(found) > _MOST_SEEN:
            break
    return [path for path in found if path.is_file()], unnamed


def _head(path: Path) -> bytes:
    with open(path, "rb") as file:
        return file.read(_HEAD)


def _unzip(head: bytes) -> bytes:
    try:
        return zlib.decompressobj(wbits=31).decompress(head, _HEAD)
    except zlib.error:
        return b""


def _number(text: str) -> bool:
    return re.fullmatch(r"[+-]?\d+(\.\d*)?", text) is not None


def _partner(name: str, kinds: dict[str, str]) -> str | None:
    """The table of pairs in the same folder: the only one, else the one whose name begins alike."""
    folder = Path(name).parent
    pairs = [each for each, kind in kinds.items() if kind == "pairs" and Path(each).parent == folder]
    if len(pairs) > 1:
        pairs.sort(key=lambda each: len(os.path.commonprefix([each, name])), reverse=True)
    return pairs[0] if pairs else None


def _label(name: str, kind: str) -> str:
    words = {"letor": "LETOR", "movielens": "MovieLens", "table": "table", "weak": "weak rankers"}
    return f"{name} ({words[kind.split('-')[0]]})"
