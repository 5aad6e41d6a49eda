"""The cache of compiled kernels; a cache that fails never stops a kernel from running.

numba's cache holds pickles, which execute code when loaded: the folder must belong to this user, and to nobody else.
"""

import contextlib
import functools
import hashlib
import inspect
import os
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache

from rankviz.engine.user_cache import home_cache, user_cache


class SharedFiles(CompileResultCacheImpl):
    """The files of one function in `folder`, named by its module, the same for every copy of the source at any path.

    numba's own locators hash the path, so each clone and each installed copy would compile all kernels again. This
    class is also its own locator: numba asks it for the place and the age of the source.
    """

    def __init__(self, function: Callable[..., object], folder: str) -> None:
        self._py_file = inspect.getfile(function)
        self._lineno = function.__code__.co_firstlineno
        self._locator = self
        self._folder = folder
        name = f"{function.__module__}.{function.__qualname__}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))

    def get_cache_path(self) -> str:
        """Return the folder of the files."""
        return self._folder

    def ensure_cache_path(self) -> None:
        """Create the folder, if it was removed since `private_folder` created it."""
        os.makedirs(self._folder, mode=0o700, exist_ok=True)

    def get_source_stamp(self) -> bytes:
        """Return the digest of the module's source, as the folder's name covers only modules of rankviz/kernels."""
        return hashlib.sha256(Path(self._py_file).read_bytes()).digest()

    def get_disambiguator(self) -> str:
        """Return the line, which distinguishes functions of one name."""
        return str(self._lineno)


class CodeCache(FunctionCache):
    """numba's cache of one function. A damaged entry is compiled again; one that cannot be written is left out."""

    def __init__(self, function: Callable[..., object], folder: str) -> None:
        self._impl_class = functools.partial(SharedFiles, folder=folder)  # type: ignore[assignment]
        super().__init__(function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled code for a signature, or None, which makes numba compile it.

        Two processes that save at once may name one file for two signatures; it then holds the later one's code.
        """
        try:
            found = super().load_overload(sig, target_context)
            if found is None or found.signature.args == tuple(sig):
                return found
        except Exception:  # pickle raises anything on bytes that were cut or changed
            pass
        with contextlib.suppress(OSError):
            os.unlink(self._cache_file._index_path)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store compiled code, where the disk has room and is writable."""
        try:
            super().save_overload(sig, data)
        except Exception:  # the disk is full or read-only, or another process has just damaged the index
            self.disable()


def private_folder(name: str) -> str | None:
    """Return the first folder `name` for this user only: in NUMBA_CACHE_DIR, the user's cache or the temporary one."""
    wish = os.environ.get("NUMBA_CACHE_DIR")
    places = [Path(wish) if wish else None, user_cache(), home_cache(), Path(tempfile.gettempdir())]
    for place in places:
        if place is not None and _usable(place / name):
            return str(place / name)
    return None


def _usable(folder: Path) -> bool:
    """Return whether the folder exists or can be made, can be written, and belongs to nobody else."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_private(folder):
            return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def is_private(folder: Path) -> bool:
    """Return whether `folder` is a real folder of this user with mode 0700; on Windows any folder of the user."""
    if not hasattr(os, "geteuid"):
        return True
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077
