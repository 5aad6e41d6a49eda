"""The compilation of every kernel: one decorator, one cache policy.

Kernels are serial (a parallel kernel called from several threads at once aborts the process on numba's
`workqueue` layer), release the GIL (one learner's run must not block another's), and keep IEEE
arithmetic (fastmath reorders sums and breaks ties). Compiled code is cached in a folder named after the
sources of all kernels, because numba by itself does not notice an edit in another file.
"""

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy

from rankviz.engine.kernels.code_cache import CodeCache, private_folder

F = TypeVar("F", bound=Callable[..., object])


def _cache_folder() -> str | None:
    """Return a private folder for compiled kernels, or None; its name depends on kernel sources and compilers.

    No path is in its name: clones and installed copies of one version share it. The processor is in numba's index.
    """
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {numpy.__version__}".encode())
    here = Path(__file__).parent
    for file in sorted(here.rglob("*.py")):
        digest.update(file.relative_to(here).as_posix().encode() + file.read_bytes())
    return private_folder(f"rankviz-kernels-{digest.hexdigest()[:16]}")


COMPILER = f"numba {numba.__version__}"
"""The compiler, and its version."""

CACHE_FOLDER = _cache_folder()


def kernel(function: F) -> F:
    """Compile `function` lazily under the policy above; without a cache folder, again in every process."""
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    if CACHE_FOLDER is not None:
        compiled._cache = CodeCache(function, CACHE_FOLDER)
    return cast(F, compiled)
