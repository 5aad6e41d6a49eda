"""Large LETOR files as they were parsed, kept in a cache folder under what is in them: a changed file is read anew.

The folder is RANKVIZ_CACHE_DIR, else `rankviz` in the user's cache folder; "off" keeps nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rankviz.datasets.letor_parse import Parsed
from rankviz.datasets.reading import LARGE_FILE_BYTES, Source, shown
from rankviz.user_cache import user_cache

VARIABLE = "RANKVIZ_CACHE_DIR"

WORTH = 8 * 2**20
"""Bytes from which on reading the cache is faster than parsing the text."""

MOST = 8 * 2**30
"""Bytes the folder may hold; beyond, what was not used for longest is removed."""

_FORMAT = 1
_ARRAYS = ("X", "grades", "query", "line", "colons", "equals")


@dataclass
class Kept:
    """A file's place in the cache, and what lies there already."""

    place: Path
    name: str
    parsed: Parsed | None

    def keep(self, parsed: Parsed) -> None:
        """Put a parsed file there. A cache that cannot be written is no error: the file was read."""
        size = parsed.X.nbytes
        try:
            self.place.parent.mkdir(parents=True, exist_ok=True)
            _make_room(self.place.parent, size)
            if shutil.disk_usage(self.place.parent).free < 2 * size:
                return
            with tempfile.TemporaryDirectory(dir=self.place.parent, prefix="new-") as folder:
                new = Path(folder) / "entry"
                new.mkdir()
                for name in _ARRAYS:
                    np.save(new / f"{name}.npy", getattr(parsed, name))
                (new / "docids.txt").write_text("\n".join(parsed.docids), encoding="utf-8", newline="\n")
                (new / "about.json").write_text(json.dumps({"first": parsed.first, "ended": parsed.ended}))
                new.rename(self.place)
        except OSError:
            return


def find(source: Source) -> Kept | None:
    """The place of a file in the cache; None for what is not a large plain file, or without a cache."""
    folder = _folder()
    if folder is None or not isinstance(source, (str, os.PathLike)):
        return None
    path = Path(source)
    try:
        if not path.is_file() or not WORTH <= path.stat().st_size <= LARGE_FILE_BYTES:
            return None
        with open(path, "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return None  # reading the file will say what is wrong with it
    place = folder / f"letor-{_FORMAT}-{digest}"
    return Kept(place, shown(path.name, 120)[1:-1], _load(place))


def _load(place: Path) -> Parsed | None:
    """What lies at `place`; the features are mapped, so that they take memory only as they are read."""
    try:
        arrays = {
            name: np.asarray(np.load(place / f"{name}.npy", mmap_mode="r" if name == "X" else None))
            for name in _ARRAYS
        }
        docids = np.array((place / "docids.txt").read_bytes().decode().split("\n"), dtype=object)
        about = json.loads((place / "about.json").read_text())
        os.utime(place)
        if len(docids) != len(arrays["X"]):
            return None
        return Parsed(docids=docids, first=int(about["first"]), ended=bool(about["ended"]), **arrays)
    except (OSError, ValueError, KeyError):
        return None


def _folder() -> Path | None:
    wish = os.environ.get(VARIABLE, "")
    if wish == "off":
        return None
    if wish:
        return Path(wish)
    home = user_cache()
    return home / "rankviz" if home else None


def _make_room(folder: Path, size: int) -> None:
    """Remove the entries unused for longest until `size` more bytes fit."""
    entries = sorted(folder.glob("letor-*"), key=lambda entry: entry.stat().st_mtime)
    sizes = [sum(file.stat().st_size for file in entry.iterdir()) for entry in entries]
    total = sum(sizes) + size
    for entry, own in zip(entries, sizes, strict=True):
        if total <= MOST:
            return
        shutil.rmtree(entry)
        total -= own
