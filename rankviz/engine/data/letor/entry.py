"""One parsed LETOR file in a folder: its arrays and their checksums, so that a damaged entry is never used."""

import json
import zlib
from pathlib import Path

import numpy as np

from rankviz.engine.data.letor.parse import Parsed
from rankviz.engine.threads import in_order

_ARRAYS = ("X", "grades", "query", "line", "colons", "equals")
_FILES = (*(f"{name}.npy" for name in _ARRAYS), "docids.txt", "names.json")
_ABOUT = "about.json"
_MOST_ABOUT = 4_096
_CHUNK = 8 * 2**20


def write(folder: Path, parsed: Parsed) -> None:
    """Write an entry. Raises OSError."""
    folder.mkdir()
    for name in _ARRAYS:
        np.save(folder / f"{name}.npy", getattr(parsed, name))
    (folder / "docids.txt").write_text("\n".join(parsed.docids), encoding="utf-8", newline="\n")
    (folder / "names.json").write_text(json.dumps(dict(parsed.names)), encoding="utf-8")
    about = {"first": parsed.first, "ended": parsed.ended, "has_queries": parsed.has_queries}
    text = json.dumps({**about, "checksums": {name: _checksum(folder / name) for name in _FILES}})
    (folder / _ABOUT).write_text(f"{zlib.crc32(text.encode())}\n{text}")


def load(folder: Path) -> Parsed | None:
    """Load the entry in a folder, features memory-mapped; None when there is none or anything in it changed."""
    try:
        return _load(folder)
    except Exception:  # a damaged file may raise anything; the text is then read again
        return None


def _load(folder: Path) -> Parsed | None:
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
