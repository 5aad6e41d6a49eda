"""A cache of large LETOR files as parsed, under the hash of their contents: a changed file is parsed again.

The folder is RANKVIZ_CACHE_DIR, else `rankviz` in the user's cache folder; "off" stores nothing.
"""

import hashlib
import json
import os
import shutil
import tempfile
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rankviz.engine.data.letor.parse import Parsed
from rankviz.engine.data.reading import LARGE_FILE_BYTES, Readable
from rankviz.engine.errors import shortened
from rankviz.engine.threads import in_order
from rankviz.engine.user_cache import user_cache

VARIABLE = "RANKVIZ_CACHE_DIR"

WORTH = 8 * 2**20
"""Bytes from which on reading the cache is faster than parsing the text."""

MAX_BYTES = 8 * 2**30
"""Bytes the folder may hold; beyond, the least recently used entries are removed."""

ABANDONED = 3_600
"""Seconds without a change after which an unfinished entry belongs to a process that has died."""

_FORMAT = 3
_NEW = "new-"

_ARRAYS = ("X", "grades", "query", "line", "colons", "equals")
_FILES = (*(f"{name}.npy" for name in _ARRAYS), "docids.txt", "names.json")
_ABOUT = "about.json"
_MOST_ABOUT = 4_096
_CHUNK = 8 * 2**20


@dataclass
class Cached:
    """A cache folder, a file's name for messages, and the parsed file where the cache holds it."""

    folder: Path
    name: str
    parsed: Parsed | None

    def keep(self, parsed: Parsed, digest: str) -> None:
        """Store a parsed file in the cache, under the SHA-256 of exactly the bytes that were parsed.

        A cache that cannot be written is not an error, because the file was read.
        """
        size = parsed.X.nbytes
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _make_room(self.folder, size)
            if shutil.disk_usage(self.folder).free < 2 * size:
                return
            with tempfile.TemporaryDirectory(dir=self.folder, prefix=_NEW) as new:
                place = _place(self.folder, digest)
                _write_entry(Path(new) / "entry", parsed)
                if place.exists():  # damaged, or it would have been found
                    place.rename(Path(new) / "old")
                (Path(new) / "entry").rename(place)
        except OSError:
            return


def find(source: Readable) -> Cached | None:
    """Look up a file in the cache; None for anything but a large plain file, or without a cache."""
    folder = _folder()
    if folder is None or not isinstance(source, (str, os.PathLike)):
        return None
    path = Path(source)
    try:
        if not path.is_file() or not WORTH <= path.stat().st_size <= LARGE_FILE_BYTES:
            return None
        with open(path, "rb") as file:
            place = _place(folder, hashlib.file_digest(file, "sha256").hexdigest())
        parsed = load_entry(place)
        if parsed is not None:
            os.utime(place)
    except (OSError, ValueError):
        return None  # reading the file will report what is wrong with it
    return Cached(folder, shortened(path.name, 120), parsed)


def _place(folder: Path, digest: str) -> Path:
    return folder / f"letor-{_FORMAT}-{digest}"


def _folder() -> Path | None:
    wish = os.environ.get(VARIABLE, "")
    if wish == "off":
        return None
    if wish:
        return Path(wish)
    home = user_cache()
    return home / "rankviz" if home else None


def _make_room(folder: Path, size: int) -> None:
    """Remove what dead processes left, then the least recently used entries, until `size` more bytes fit."""
    total = size
    for unfinished in folder.glob(f"{_NEW}*"):
        if (
            time.time() - max(each.stat().st_mtime for each in (unfinished, *unfinished.rglob("*")))
            > ABANDONED
        ):
            shutil.rmtree(unfinished, ignore_errors=True)
        else:
            total += _size(unfinished)
    entries = sorted(folder.glob("letor-*"), key=lambda entry: entry.stat().st_mtime)
    sizes = [_size(entry) for entry in entries]
    total += sum(sizes)
    for entry, freed in zip(entries, sizes, strict=True):
        if total <= MAX_BYTES:
            return
        shutil.rmtree(entry)
        total -= freed


def _size(folder: Path) -> int:
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())


def _write_entry(folder: Path, parsed: Parsed) -> None:
    """Write a parsed file as an entry: its arrays, and checksums by which damage is found. Raises OSError."""
    folder.mkdir()
    for name in _ARRAYS:
        np.save(folder / f"{name}.npy", getattr(parsed, name))
    (folder / "docids.txt").write_text("\n".join(parsed.docids), encoding="utf-8", newline="\n")
    (folder / "names.json").write_text(json.dumps(dict(parsed.names)), encoding="utf-8")
    about = {"first": parsed.first, "ended": parsed.ended, "has_queries": parsed.has_queries}
    text = json.dumps({**about, "checksums": {name: _checksum(folder / name) for name in _FILES}})
    (folder / _ABOUT).write_text(f"{zlib.crc32(text.encode())}\n{text}")


def load_entry(folder: Path) -> Parsed | None:
    """Load the entry in a folder, features memory-mapped; None when there is none or anything in it changed."""
    try:
        return _load_entry(folder)
    except Exception:  # a damaged file may raise anything; the text is then read again
        return None


def _load_entry(folder: Path) -> Parsed | None:
    with open(folder / _ABOUT, encoding="utf-8") as file:
        checksum, _, text = file.read(_MOST_ABOUT).partition("\n")
    if checksum != str(zlib.crc32(text.encode())):
        return None
    about = json.loads(text)
    if any(about["checksums"][name] != _checksum(folder / name) for name in _FILES):
        return None
    arrays = {
        name: np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r" if name == "X" else None))
        for name in _ARRAYS
    }
    docids = np.array((folder / "docids.txt").read_bytes().decode().split("\n"), dtype=object)
    names = json.loads((folder / "names.json").read_text(encoding="utf-8"))
    return Parsed(
        names={int(number): name for number, name in names.items()},
        docids=docids,
        first=about["first"],
        ended=about["ended"],
        has_queries=about["has_queries"],
        **arrays,
    )


def _checksum(path: Path) -> list[int]:
    """Return [size in bytes, CRC-32 over the CRC-32 of each chunk]: chunks are summed in parallel, in threads."""
    empty = path.stat().st_size == 0  # an empty file cannot be mapped
    data = np.empty(0, dtype=np.uint8) if empty else np.memmap(path, dtype=np.uint8, mode="r")
    chunks = (data[start : start + _CHUNK] for start in range(0, len(data), _CHUNK))
    sums = b"".join(each.to_bytes(4, "little") for each in in_order(_crc, chunks))
    return [len(data), zlib.crc32(sums)]


def _crc(chunk: np.ndarray) -> int:
    return zlib.crc32(chunk.data)
