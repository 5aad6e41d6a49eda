"""Runs that the workers of one `serve` share: a run that one has computed, the others read from a folder.

The visitors of a worker that was killed request their runs from another one, all at once: it reads a run in a
hundredth of the time that it takes to compute it. The folder is removed with `serve`.

A file is a pickle, which executes code when loaded, so whoever may write into the folder can do what the server can.
The folder is used only when it belongs to the server's user and to nobody else (mode 0700), and no path in it comes
from a visitor's input. Each pickle is preceded by its SHA-256: a truncated or changed file is never unpickled, but
computed again. That detects damage but keeps out nobody; the folder's mode does.
"""

import hashlib
import os
import pickle
import threading
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path

import rankviz
from rankviz.engine.data import identity
from rankviz.engine.data.problem import Problem
from rankviz.engine.files import writing
from rankviz.engine.kernels.code_cache import is_private
from rankviz.ui.cache.weighing import parts_of
from rankviz.ui.runs.run_request import RunRequest
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving.store import STORE

VARIABLE = "RANKVIZ_SHARED_RUNS"
"""The environment variable with the folder, set by `serve` for its workers; unset, nothing is shared."""
LARGEST = 16 * 2**20
"""The largest run with its data, in bytes, that is shared: reading a larger one would take longer than a page waits."""
ROOM = 256 * 2**20
"""Bytes in the folder; the least recently used files are removed first."""
DIGEST = hashlib.sha256().digest_size
"""Bytes before each pickle, its SHA-256."""
OFTEN = 32
"""Runs written between two searches of the folder for old ones."""


class SharedRuns:
    """The runs in a folder, one per file; without a folder nothing is stored and nothing found."""

    def __init__(self, folder: Path | None, room: int = ROOM) -> None:
        self._folder = folder if folder is not None and folder.exists() and is_private(folder) else None
        self._room = room
        self._written = 0
        self._lock = threading.Lock()

    def is_stored(self, asked: RunRequest, data: Problem) -> bool:
        """Return whether a worker has computed the requested run of `data`."""
        file = self._file(asked, data)
        return file is not None and _stored(file) is not None

    def read(self, asked: RunRequest, data: Problem) -> Shown | None:
        """Return that run, whose bytes are then in this process too; None when there is none that can be read."""
        file = self._file(asked, data)
        stored = None if file is None else _stored(file)
        if file is None or stored is None:
            return None
        try:
            shown, packed = _Reader(BytesIO(stored), data).load()
        except Exception:  # pickle raises anything on what other libraries have written
            _discard(file)
            return None
        with suppress(OSError):  # another worker has just made room
            os.utime(file)
        STORE.put_packed(shown.digest, packed)
        return shown

    def write(self, asked: RunRequest, shown: Shown) -> None:
        """Share a run that this worker has computed with the others; on a full disk it is not shared."""
        file, packed = self._file(asked, shown.problem), STORE.get(shown.digest)
        if file is None or packed is None or sum(parts_of(shown).values()) > LARGEST:
            return
        stored = BytesIO()
        _Writer(stored, shown.problem).dump((shown, packed))
        with suppress(OSError):
            with writing(file, "wb") as out:
                out.write(hashlib.sha256(stored.getbuffer()).digest())
                out.write(stored.getbuffer())
            self._make_room(file.parent)

    def _file(self, asked: RunRequest, data: Problem) -> Path | None:
        if self._folder is None:
            return None
        return self._folder / identity.of_texts(_code(), data.identity, repr(asked.spec), asked.pictures)

    def _make_room(self, folder: Path) -> None:
        with self._lock:
            self._written += 1
            if self._written % OFTEN:
                return
        found = []
        for file in folder.iterdir():
            with suppress(FileNotFoundError):  # another worker makes room as well
                found.append((file.stat(), file))
        size = 0
        for status, file in sorted(found, key=lambda each: -each[0].st_mtime):
            size += status.st_size
            if size > self._room:
                file.unlink(missing_ok=True)


def _stored(file: Path) -> bytes | None:
    """Return the pickle in a file; None when there is none, or when it is damaged: it is then removed."""
    try:
        contents = file.read_bytes()
    except OSError:
        return None
    digest, stored = contents[:DIGEST], contents[DIGEST:]
    if hashlib.sha256(stored).digest() == digest:
        return stored
    _discard(file)
    return None


def _discard(file: Path) -> None:
    """Remove a file that cannot be read, so that a newly computed run takes its place."""
    with suppress(OSError):
        file.unlink()


class _Writer(pickle.Pickler):
    """A pickler that leaves out the data, which every worker has, and keeps read-only arrays read-only."""

    def __init__(self, file: BytesIO, data: Problem) -> None:
        super().__init__(file, protocol=5)
        self._data = data

    def persistent_id(self, one: object) -> str | None:
        return "data" if one is self._data else None


class _Reader(pickle.Unpickler):
    """An unpickler that puts in the data of this process."""

    def __init__(self, file: object, data: Problem) -> None:
        super().__init__(file)  # type: ignore[arg-type]
        self._data = data

    def persistent_load(self, pid: str) -> Problem:
        return self._data


@cache
def _code() -> str:
    """Return a hash of this code, which differs from that of a worker started again with later code."""
    root = Path(rankviz.__file__).parent
    files = sorted(root.rglob("*.py"))
    return identity.of_texts([(file.relative_to(root).as_posix(), file.stat().st_mtime_ns) for file in files])


def _folder_of_serve() -> Path | None:
    folder = os.environ.get(VARIABLE)
    return Path(folder) if folder else None


SHARED = SharedRuns(_folder_of_serve())
"""The shared runs as this process sees them."""
