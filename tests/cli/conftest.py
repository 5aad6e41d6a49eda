"""What all tests of commands share: a command that prints, one that is refused, and a folder to be in."""

import io
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from rankviz.__main__ import talk
from rankviz.cli.main import main


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command line that cannot be done; expect exit code 2 and one line, and return it."""

    def run(line: str, *more: str) -> str:
        assert main([*shlex.split(line), *more], talk=talk) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1 and err.startswith("rankviz: "), err
        assert "Traceback" not in err and "usage:" not in err
        return err

    return run


@pytest.fixture
def prints(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command line and return what it prints; beside it there are at most notes."""

    def run(line: str, *more: str) -> str:
        assert main([*shlex.split(line), *more], talk=talk) == 0
        out, err = capsys.readouterr()
        assert all(line.startswith("note: ") for line in err.splitlines()), err
        return out

    return run


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Set what is on standard input."""
    return lambda data: monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the command is run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
