"""What the package offers under its own name: found in every way that Python has, and loaded when it is used."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rankviz

ROOT = Path(__file__).parents[1]
NAMED = sorted(
    set(re.findall(r"(?<![/\w.-])rankviz\.([a-z_]+)", (ROOT / "README.md").read_text(encoding="utf-8")))
)
"""The names that the README says are in the package."""
WAYS = {
    "import": ("import rankviz.{0}", "import rankviz.{0} as found", "from rankviz import {0} as found"),
    "attribute": ("import rankviz; found = rankviz.{0}", "import rankviz.{0} as found"),
}


def python(lines: str) -> str:
    """What a new interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", lines], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_readme_names_what_there_is() -> None:
    assert {"load", "trace", "bounds", "estimators", "words", "export", "replay", "notebook"} <= set(NAMED)
    for name in NAMED:
        assert getattr(rankviz, name) is not None, name


@pytest.mark.parametrize("first", WAYS)
@pytest.mark.slow
def test_every_module_that_the_readme_names_is_found(first: str) -> None:
    """In a new interpreter, where no earlier way has found it; it is one module, whatever it is called."""
    lines = ["import sys"]
    for name in NAMED:
        if name not in rankviz.__all__:
            lines += [way.format(name) for way in WAYS[first]]
            lines += [f"assert found is rankviz.{name} is sys.modules['rankviz.{name}']"]
            lines += ["assert found is sys.modules[found.__name__] and found.__spec__.name == found.__name__"]
    python("\n".join(lines))


def test_the_package_alone_loads_nothing_heavy() -> None:
    heavy = {"numpy", "numba", "pandas", "sklearn", "streamlit", "rankviz.errors"}
    assert python(f"import sys, rankviz; print(*set(sys.modules) & {heavy!r})") == ""


def test_a_name_that_is_not_there_is_missing_in_every_way() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        rankviz.nonsense  # noqa: B018
    with pytest.raises(ModuleNotFoundError, match="rankviz.nonsense"):
        imported("rankviz.nonsense")
    with pytest.raises(ModuleNotFoundError):
        imported("rankviz.theory.bounds")


def imported(name: str) -> object:
    return __import__(name, fromlist=["*"])
