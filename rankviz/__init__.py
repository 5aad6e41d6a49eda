"""RankViz: watch boosting learn to rank.

What stands here is imported when it is first used: the app's server answers while the engine is still loading.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rankviz.algorithms.boosting import Fork
    from rankviz.errors import DataError
    from rankviz.problem import Problem
    from rankviz.running import trace
    from rankviz.sources import load
    from rankviz.trace import Run, Trace

__all__ = ["DataError", "Fork", "Problem", "Run", "Trace", "load", "trace"]

_HOME = {
    "DataError": "rankviz.errors",
    "Fork": "rankviz.algorithms.boosting",
    "Problem": "rankviz.problem",
    "Run": "rankviz.trace",
    "Trace": "rankviz.trace",
    "load": "rankviz.sources",
}

_MODULES = ("bounds", "estimators", "experiments", "export", "metrics", "words")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


class _Package(ModuleType):
    """Keeps `rankviz.trace` the function: importing the module of that name would put itself in its place."""

    @property
    def trace(self) -> Any:
        return import_module("rankviz.running").trace

    @trace.setter
    def trace(self, module: ModuleType) -> None:
        pass


sys.modules[__name__].__class__ = _Package
