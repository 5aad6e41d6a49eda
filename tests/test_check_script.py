"""./check with tools that only say whether they fail: every part runs and is reported, whatever the others do."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import rankviz

CHECK = Path(rankviz.__file__).parents[1] / "check"
BASH = shutil.which("bash") or ""
PARTS = {
    ".venv/bin/ruff": ("ruff", "ruff format"),
    ".venv/bin/mypy": ("mypy --strict",),
    ".venv/bin/python": ("other fast tests", "fast tests of what is shown"),
    "bin/node": ("node --test",),
    "node_modules/.bin/tsc": ("tsc --checkJs --strict",),
    "node_modules/.bin/eslint": ("eslint",),
}
"""The tools, and the parts that each of them is."""

pytestmark = pytest.mark.skipif(not BASH, reason="needs bash")


def tool(path: Path, fails: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{BASH}\necho said by {path.name}\nexit {int(fails)}\n")
    path.chmod(0o755)


def run(folder: Path, broken: str) -> tuple[int, list[str]]:
    """The exit code and the lines of a copy of ./check whose tool `broken` fails."""
    shutil.copy(CHECK, folder)
    for name in (*PARTS, ".venv/bin/pytest"):
        tool(folder / name, fails=name == broken)
    for lock in ("package-lock.json", "node_modules/.fetched"):
        (folder / lock).write_text("{}")
    done = subprocess.run(
        [BASH, "check"],
        cwd=folder,
        env={"PATH": f"{folder / 'bin'}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize("broken", ["", *PARTS])
def test_every_part_runs_and_is_reported_whatever_fails(tmp_path: Path, broken: str) -> None:
    code, lines = run(tmp_path, broken)
    assert code == (1 if broken else 0)
    for name, parts in PARTS.items():
        for part in parts:
            assert (f"FAILED  {part}" if name == broken else f"ok      {part}") in lines
    told = "said by " + broken.rpartition("/")[2]
    assert not broken or lines.count(told) == len(PARTS[broken])  # what it says stands below
