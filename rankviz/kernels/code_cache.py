"""Where compiled kernels are cached; a cache that fails never stops a kernel from running.

numba's cache holds pickles, which execute what is in them: the folder must belong to this user, and to nobody else.
"""

import contextlib
import os
import stat
import tempfile
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache

from rankviz.user_cache import home_cache, user_cache


class CodeCache(FunctionCache):
    """numba's cache of one function. A damaged entry is compiled again; one that cannot be written is left out."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code for a signature, or None, which makes numba compile it."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # pickle raises anything on bytes that were cut or changed
            with contextlib.suppress(OSError):
                os.unlink(self._cache_file._index_path)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store compiled code, where the disk has room and may be written."""
        try:
            super().save_overload(sig, data)
        except Exception:  # the disk is full or read-only, or another process has just damaged the index
            self.disable()


def private_folder(name: str) -> str | None:
    """The first folder `name` that this user alone can use: NUMBA_CACHE_DIR, the user's cache, the temporary folder."""
    wish = os.environ.get("NUMBA_CACHE_DIR")
    places = [Path(wish) if wish else None, user_cache(), home_cache(), Path(tempfile.gettempdir())]
    for place in places:
        if place is not None and _usable(place / name):
            return str(place / name)
    return None


def _usable(folder: Path) -> bool:
    """Whether the folder exists or can be made, can be written, and belongs to nobody else."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_private(folder):
            return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def is_private(folder: Path) -> bool:
    """Whether `folder` is a folder, no link to one, of this user with mode 0700; on Windows any folder of the user."""
    if not hasattr(os, "geteuid"):
        return True
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077
