"""The engine in a browser says what CPython says: the same picks and words, and α within 10⁻¹²."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.playground import asked
from helpers.playground.in_pyodide import both, needs_pyodide
from helpers.playground.tasks import tasks

from rankviz.ui.site.playground import engine

WITHIN = 1e-12

pytestmark = pytest.mark.slow


@needs_pyodide
def test_a_browser_says_what_cpython_says(tmp_path: Path) -> None:
    ours, theirs = both(tmp_path, asked, tasks())
    compared, found = 0, []
    for task, here, there in zip(tasks(), ours, theirs, strict=True):
        name = f"{str(task['data'])[:60]} {task['asked']['algorithms']}"
        compared += len(here.get("runs", []))
        found += [f"{name}{difference}" for difference in differences(here, there)]
    assert not found, "\n".join(found[:20])
    assert compared > 400


def differences(ours: Any, theirs: Any, at: str = "") -> list[str]:
    """Where two answers differ; numbers may by 10⁻¹² of the larger of them and 1."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        if ours.keys() == {"text", "value"} and ours["text"] == theirs["text"]:
            return []  # a side of a theorem may be a sum of what a badly conditioned system gave
        if ours.keys() == {"text", "value"}:
            return differences(ours["value"], theirs["value"], at)  # or nothing but rounding: 1.1e−16
        return [each for key in ours for each in differences(ours[key], theirs[key], f"{at}.{key}")]
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        both = enumerate(zip(ours, theirs, strict=True))
        return [each for i, (a, b) in both for each in differences(a, b, f"{at}[{i}]")]
    if isinstance(ours, float) and isinstance(theirs, float):
        near = abs(ours - theirs) <= WITHIN * max(1.0, abs(ours), abs(theirs))
        return [] if near else [f"{at}: {ours!r}, in a browser {theirs!r}"]
    return [] if ours == theirs else [f"{at}: {str(ours)[:300]}, in a browser {str(theirs)[:300]}"]


def test_the_archive_holds_no_module_that_a_browser_cannot_import() -> None:
    """Compilers, servers and drawing libraries stay outside, so the archive stays small."""
    outside = {"numba", "streamlit", "plotly", "starlette", "tornado"}
    for module, file in engine.modules().items():
        named = {
            line.split()[1].partition(".")[0]
            for line in file.read_text().splitlines()
            if line.startswith(("import ", "from "))
        }
        assert not named & outside, module
    assert len(engine.archive()) < 1_300_000


def test_the_archive_is_the_same_each_time() -> None:
    first, name = engine.archive(), engine.name()
    engine.archive.cache_clear()
    assert (engine.archive(), engine.name()) == (first, name)
