"""Questions to the stage's modules, many in one process of Node.js."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
STAGE = HERE.parents[1] / "rankviz" / "board" / "frontend" / "stage"

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
HAS_ESBUILD = shutil.which("node") is not None and (HERE.parents[1] / "node_modules/esbuild").is_dir()
needs_esbuild = pytest.mark.skipif(not HAS_ESBUILD, reason="needs Node.js and esbuild: npm ci")


def answers(script: str, asked: list[Any], folder: Path, modules: str = "") -> list[Any]:
    """The answer of a script to each question, by the modules in a folder of the stage."""
    questions, told = folder / "asked.json", folder / "told.json"
    questions.write_text(json.dumps(asked), encoding="utf-8")
    subprocess.run(["node", HERE / script, STAGE / modules, questions, told], check=True, timeout=300)
    found: list[Any] = json.loads(told.read_text(encoding="utf-8"))
    assert len(found) == len(asked)
    return found
