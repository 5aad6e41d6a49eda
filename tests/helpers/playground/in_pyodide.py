"""The engine's archive in Pyodide, asked by a module of these helpers, beside CPython, which is asked the same."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rankviz.ui.site.playground import engine, kit

HERE = Path(__file__).parent
PYODIDE = os.environ.get("RANKVIZ_PYODIDE", "")

needs_pyodide = pytest.mark.skipif(
    not PYODIDE or shutil.which("node") is None, reason="needs RANKVIZ_PYODIDE and Node.js"
)


def both(folder: Path, asked: ModuleType, tasks: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return the answers of `asked.answers` in CPython, and those in Pyodide; files are written into `folder`."""
    assert asked.__file__ is not None
    todo = json.dumps(tasks)
    (folder / "tasks.json").write_text(todo)
    (folder / "engine.tar.gz").write_bytes(engine.archive())
    copied = kit.kit(Path(PYODIDE))
    for name, part in (("library.zip", "library"), ("numpy.tar", "numpy")):
        (folder / name).write_bytes(gzip.decompress(copied.contents[copied.names[part]]))
    parts = [folder / name for name in ("library.zip", "numpy.tar")]
    files = [folder / name for name in ("engine.tar.gz", "tasks.json", "answers.json")]
    with subprocess.Popen(["node", HERE / "worker.mjs", PYODIDE, *parts, asked.__file__, *files]) as worker:
        ours = json.loads(asked.answers(todo))
        assert worker.wait() == 0
    return ours, json.loads((folder / "answers.json").read_text())
