"""A cache of large LETOR files as parsed, under the hash of their contents: a changed file is parsed again.

The folder is RANKVIZ_CACHE_DIR, else `rankviz` in the user's cache folder; "off" stores nothing.
"""

import hashlib
import os
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rankviz.engine.data.letor import entry as letor_entry
from rankviz.engine.data.letor.parse import Parsed
from rankviz.engine.data.reading import LARGE_FILE_BYTES, Readable
from rankviz.engine.errors import shortened
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
                letor_entry.write(Path(new) / "entry", parsed)
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
        parsed = letor_entry.load(place)
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
