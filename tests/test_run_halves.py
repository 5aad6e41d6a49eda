"""tests/run where there is a browser: two processes that leave nothing out, and an exit code that hides nothing."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import rankviz

RUN = Path(rankviz.__file__).parents[1] / "tests" / "run"
BASH = shutil.which("bash") or ""
HALVES = (
    "--ignore tests/browser",
    "tests/browser -m other_half --durations 10",
    "tests/browser -m not other_half --durations 10",
)
"""What pytest is asked for."""

pytestmark = pytest.mark.skipif(not BASH, reason="needs bash")


def run(folder: Path, fails: str) -> tuple[int, list[str], str]:
    """The exit code, the sorted arguments of each pytest and the last line, where the one called so ends with 1."""
    (folder / "tests").mkdir()
    shutil.copy(RUN, folder / "tests" / "run")
    bin_ = folder / ".venv" / "bin"
    bin_.mkdir(parents=True)
    python = f'echo "$*" >>asked\necho "summary of $*"\n[ "$*" != "-m pytest {fails}" ]\n'
    for path, script in ((bin_ / "python", python), (bin_ / "pytest", ""), (folder / "browser", "")):
        path.write_text(f"#!{BASH}\n{script}")
        path.chmod(0o755)
    done = subprocess.run(
        [BASH, "tests/run"],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "RANKVIZ_CHROMIUM": str(folder / "browser")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    asked = [line.removeprefix("-m pytest ") for line in (folder / "asked").read_text().splitlines()]
    return done.returncode, sorted(asked), done.stdout.splitlines()[-1]


@pytest.mark.parametrize("fails", ["", *HALVES])
def test_all_parts_run_and_one_that_fails_is_the_result(tmp_path: Path, fails: str) -> None:
    code, asked, last = run(tmp_path, fails)
    assert code == (1 if fails else 0)
    assert asked == sorted(HALVES)
    assert last == f"summary of -m pytest {HALVES[1]}"  # a CI reads the counts from the last line
