"""How every kernel is compiled: one decorator, one cache policy.

Kernels are serial (a parallel kernel called from several threads at once aborts the process on numba's
`workqueue` layer), release the GIL (one learner's run must not block another's), and keep IEEE
arithmetic (fastmath reorders sums and breaks ties). Compiled code is cached in a folder named after the
sources of all kernels, because numba by itself does not notice an edit in another file.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


def _cache_folder() -> str | None:
    """A writable folder for compiled kernels, or None; it changes when any kernel's source does."""
    digest = hashlib.sha256(numba.__version__.encode())
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    name = f"rankviz-kernels-{digest.hexdigest()[:16]}"
    wishes = [os.environ.get("NUMBA_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME")]
    places = [Path(wish) for wish in wishes if wish]
    places += [Path("~/.cache").expanduser(), Path(tempfile.gettempdir())]
    for place in places:
        folder = place / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return str(folder)
        except (OSError, RuntimeError):
            continue
    return None


CACHE_FOLDER = _cache_folder()


def kernel(function: F) -> F:
    """Compile `function` lazily under the policy above."""
    config = vars(numba.config)
    before = config["CACHE_DIR"]
    config["CACHE_DIR"] = CACHE_FOLDER or ""
    try:
        compiled = numba.njit(cache=CACHE_FOLDER is not None, nogil=True, error_model="numpy")(function)
    finally:
        config["CACHE_DIR"] = before
    return cast(F, compiled)
