"""The file and line of an entry's code and tests, looked up and never typed."""

import importlib
import inspect
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]


@lru_cache(maxsize=512)
def where(code: str) -> str:
    """Return "rankviz/engine/errors.py:41" for "module:object"; the object's name alone where it has no source.

    Raises ImportError or AttributeError when there is no such object.
    """
    module, _, name = code.partition(":")
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    found = inspect.unwrap(found.fget if isinstance(found, property) and found.fget else found)
    try:
        path = Path(inspect.getsourcefile(found) or "")
        line = _class_line(found, path) if inspect.isclass(found) else inspect.getsourcelines(found)[1]
        return f"{path.resolve().relative_to(ROOT).as_posix()}:{line}"
    except (OSError, TypeError, ValueError, StopIteration):
        return code.replace(":", ".")


# inspect would build a syntax tree to find a class. Python 3.11 ends in "SystemError: AST constructor recursion depth
# mismatch" when two threads build one at once, so what follows looks for the line itself.
def _class_line(found: type, path: Path) -> int:
    start = re.compile(rf"\s*class {re.escape(found.__name__)}\b")
    return next(number for number, line in enumerate(_lines(path), 1) if start.match(line))


@lru_cache(maxsize=512)
def where_test(test: str) -> str:
    """ "tests/test_x.py:12" for a test's node id; its file alone where tests are not shipped."""
    file, _, name = test.partition("::")
    return f"{file}:{line}" if (line := _functions(ROOT / file).get(name)) else file


def source(place: str) -> str:
    """Return the source of the function or class at a place that `where` returns, "" where there is none."""
    file, _, line = place.partition(":")
    lines = _lines(ROOT / file)[int(line) - 1 :] if line else []
    head = next((k for k, text in enumerate(lines) if re.match(r"\s*(def|class) ", text)), None)
    if head is None:
        return ""
    depth = _depth(lines[head])
    after = (
        k
        for k, text in enumerate(lines)
        if k > head and text.strip() and _depth(text) <= depth and not text.lstrip().startswith(")")
    )
    found = lines[: next(after, len(lines))]
    return "\n".join(text[depth:] for text in found).rstrip() + "\n"


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


@lru_cache(maxsize=64)
def _functions(path: Path) -> dict[str, int]:
    starts = ((re.match(r"def (\w+)\(", line), number) for number, line in enumerate(_lines(path), 1))
    return {found[1]: number for found, number in starts if found}


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return []
