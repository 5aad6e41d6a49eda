"""The decorator of kernels: numba; in a browser, which has no numba, Python runs the function unchanged."""

import sys

if sys.platform == "emscripten":
    from collections.abc import Callable
    from typing import TypeVar

    F = TypeVar("F", bound=Callable[..., object])

    COMPILER = "no compiler"

    def kernel(function: F) -> F:
        """Return the function itself."""
        return function
else:
    from rankviz.engine.kernels.compiled import COMPILER, kernel

__all__ = ["COMPILER", "kernel"]
