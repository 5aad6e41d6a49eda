"""The engine's archive in Pyodide, asked by a module of these helpers, beside CPython, which is asked the same."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rankviz.site.playground import engine, pyodide_bundle

PYODIDE = os.environ.get("RANKVIZ_PYODIDE", "")

needs_pyodide = pytest.mark.skipif(
    not PYODIDE or shutil.which("node") is None, reason="needs RANKVIZ_PYODIDE and Node.js"
)


class Worker:
    """Pyodide with the engine in one process of Node.js, which answers until the end of a `with`."""

    def __init__(self, folder: Path) -> None:
        """Write the engine and Pyodide's packages into `folder`."""
        found = Path(PYODIDE)
        wheel = json.loads((found / pyodide_bundle.LOCK).read_text())["packages"]["numpy"]["file_name"]
        files = {
            "library.zip": pyodide_bundle.library((found / pyodide_bundle.LIBRARY).read_bytes()),
            "numpy.tar": pyodide_bundle.numpy((found / wheel).read_bytes()),
            "engine.tar.gz": engine.archive(),
        }
        for name, contents in files.items():
            (folder / name).write_bytes(contents)
        self._command = [
            "node",
            Path(__file__).parent / "worker.mjs",
            PYODIDE,
            *(folder / name for name in files),
        ]

    def __enter__(self) -> Worker:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        return self

    def __exit__(self, *error: object) -> None:
        self._process.communicate(timeout=60)

    def both(self, asked: ModuleType, tasks: list[Any]) -> tuple[list[Any], list[Any]]:
        """Return the answers of `asked.answers` in CPython, and those in Pyodide, which computes meanwhile."""
        self._ask(asked, tasks)
        return json.loads(asked.answers(json.dumps(tasks))), self._answer()

    def answers(self, asked: ModuleType) -> list[Any]:
        """Return the answers of `asked.answers` in Pyodide alone, where there is nothing to be given."""
        self._ask(asked, [])
        return self._answer()

    def _ask(self, asked: ModuleType, tasks: list[Any]) -> None:
        assert asked.__file__ is not None and self._process.stdin is not None
        source = Path(asked.__file__).read_text()
        module = asked.__name__.rpartition(".")[2]
        asks = {"module": module, "source": source, "tasks": json.dumps(tasks)}
        print(json.dumps(asks), file=self._process.stdin, flush=True)

    def _answer(self) -> list[Any]:
        line = self._process.stdout.readline()
        assert line, "the worker ended; what it said is on stderr"
        return json.loads(line)
