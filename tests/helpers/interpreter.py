"""Lines of Python in a process of their own."""

import os
import subprocess
import sys
from pathlib import Path


def printed(lines: str, *arguments: str, cwd: Path = Path(__file__).parents[2], **environment: str) -> str:
    """Run the lines in a new interpreter, which must end well, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", lines, *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-2_000:]
    return done.stdout.strip()
