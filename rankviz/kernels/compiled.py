"""How every kernel is compiled: one decorator, one cache policy.

Kernels are serial (a parallel kernel called from several threads at once aborts the process on numba's
`workqueue` layer), release the GIL (one learner's run must not block another's), and keep IEEE
arithmetic (fastmath reorders sums and breaks ties). Compiled code is cached in a folder named after the
sources of all kernels, because numba by itself does not notice an edit in another file.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from rankviz.kernels.code_cache import CodeCache, private_folder

F = TypeVar("F", bound=Callable[..., object])


def _cache_folder() -> str | None:
    """A private folder for compiled kernels, or None; it changes when any kernel's source does."""
    digest = hashlib.sha256(numba.__version__.encode())
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(file.read_bytes())
    return private_folder(f"rankviz-kernels-{digest.hexdigest()[:16]}")


COMPILER = f"numba {numba.__version__}"
"""What compiles, and its version."""

CACHE_FOLDER = _cache_folder()


def kernel(function: F) -> F:
    """Compile `function` lazily under the policy above; without a folder to cache in, anew in every process."""
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    if CACHE_FOLDER is not None:
        config = vars(numba.config)
        before = config["CACHE_DIR"]
        config["CACHE_DIR"] = CACHE_FOLDER
        try:
            compiled._cache = CodeCache(function)
        except (OSError, RuntimeError):  # numba cannot make its folder inside
            pass
        finally:
            config["CACHE_DIR"] = before
    return cast(F, compiled)
