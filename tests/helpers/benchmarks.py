"""A benchmark with small sizes, in this process: to see that all of it runs, whatever its figures are."""

import importlib
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"


def main(name: str, *arguments: object, server: Any = None) -> int:
    """Run a benchmark with these arguments, on a server that runs already where one is given; return its exit code.

    In a thread of its own: the browser tests leave an event loop running in the main one. What the benchmark imports
    from its folder, and what it changes in the environment and the search path, ends with it.
    """
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "environ", os.environ.copy())
        patch.setattr(sys, "path", [str(FOLDER), *sys.path])
        patch.setattr(sys, "argv", [name, *map(str, arguments)])
        try:
            benchmark = importlib.import_module(name)
            if server is not None:
                patch.setattr(benchmark, "Server", lambda: nullcontext(server))
            with ThreadPoolExecutor(1) as thread:
                return int(thread.submit(benchmark.main).result() or 0)
        finally:
            for module in set(sys.modules) - before:
                if str(getattr(sys.modules[module], "__file__", "")).startswith(str(FOLDER)):
                    del sys.modules[module]
