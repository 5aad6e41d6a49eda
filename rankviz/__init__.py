"""RankViz: watch boosting learn to rank.

What stands here is imported when it is first used: the app's server answers while the engine is still loading.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    __version__: str
    from rankviz.engine.algorithms.boosting.loop import Fork
    from rankviz.engine.data.problem import Problem
    from rankviz.engine.data.sources import load
    from rankviz.engine.errors import DataError
    from rankviz.engine.runs.from_model import from_model
    from rankviz.engine.runs.runner import trace
    from rankviz.engine.runs.trace import BoostedRun, Run, ScoredRun, Trace
    from rankviz.lab.experiments.experiment import experiment

__all__ = [
    "BoostedRun",
    "DataError",
    "Fork",
    "Problem",
    "Run",
    "ScoredRun",
    "Trace",
    "experiment",
    "from_model",
    "load",
    "trace",
]

_NAMES = {
    "BoostedRun": "rankviz.engine.runs.trace",
    "DataError": "rankviz.engine.errors",
    "Fork": "rankviz.engine.algorithms.boosting.loop",
    "Problem": "rankviz.engine.data.problem",
    "Run": "rankviz.engine.runs.trace",
    "ScoredRun": "rankviz.engine.runs.trace",
    "Trace": "rankviz.engine.runs.trace",
    "experiment": "rankviz.lab.experiments.experiment",
    "from_model": "rankviz.engine.runs.from_model",
    "load": "rankviz.engine.data.sources",
    "trace": "rankviz.engine.runs.runner",
}
"""Names of the package, and the module that defines each."""

_MODULES = ("estimators",)
_ELSEWHERE = {
    "experiments": "rankviz.lab.experiments",
    "metrics": "rankviz.engine.metrics",
    "bounds": "rankviz.insight.theory.monitor",
    "export": "rankviz.engine.runs.export",
    "notebook": "rankviz.board.offline.widget",
    "replay": "rankviz.board.offline.page",
    "words": "rankviz.insight.narration",
}
"""Modules that scripts reach by a short name, as attributes of the package or by import, and their full names."""


class _Finder(Loader):
    """Imports `rankviz.bounds` and its like: each is the very module that stands elsewhere."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        package, _, short = name.rpartition(".")
        return ModuleSpec(name, self) if package == __name__ and short in _ELSEWHERE else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        # What stands under the name after this call is what `import` hands out.
        sys.modules[module.__name__] = import_module(_ELSEWHERE[module.__name__.rpartition(".")[2]])


sys.meta_path.append(_Finder())


def _version() -> str:
    """The version in pyproject.toml where this is a checkout, else that of the installed package."""
    from importlib.metadata import version

    project = Path(__file__).parents[1] / "pyproject.toml"
    if not project.is_file():
        return version("rankviz")
    import tomllib  # a checkout may have been updated since it was installed, or never have been

    return tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return _version()
    if name in _MODULES or name in _ELSEWHERE:
        return import_module(f"{__name__}.{name}")
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_NAMES[name]), name)


def __dir__() -> list[str]:
    """Return the package's names, and the modules that scripts reach by a short name."""
    return sorted({*__all__, *_MODULES, *_ELSEWHERE, "__version__", "__doc__", "__name__", "__path__"})
