"""Where an entry's code and tests are: file and line, looked up and never typed."""

from __future__ import annotations

import ast
import importlib
import inspect
from functools import lru_cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@lru_cache(maxsize=512)
def where(code: str) -> str:
    """ "rankviz/algorithms/equations.py:41" for "module:object"; the object's name alone where it has no source.

    Raises ImportError or AttributeError when there is no such object.
    """
    module, _, name = code.partition(":")
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    found = inspect.unwrap(found.fget if isinstance(found, property) and found.fget else found)
    try:
        path, line = Path(inspect.getsourcefile(found) or ""), inspect.getsourcelines(found)[1]
        return f"{path.resolve().relative_to(ROOT).as_posix()}:{line}"
    except (OSError, TypeError, ValueError):
        return code.replace(":", ".")


@lru_cache(maxsize=512)
def where_test(test: str) -> str:
    """ "tests/test_x.py:12" for a test's node id; its file alone where tests are not shipped."""
    file, _, name = test.partition("::")
    return f"{file}:{line}" if (line := _functions(ROOT / file).get(name)) else file


@lru_cache(maxsize=64)
def _functions(path: Path) -> dict[str, int]:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return {}
    return {node.name: node.lineno for node in tree.body if isinstance(node, ast.FunctionDef)}
