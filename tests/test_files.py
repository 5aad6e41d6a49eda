"""Files appear whole or not at all: a full disk, an exception, links, pipes and folders that take nothing new."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import rankviz
from rankviz.cli import main
from rankviz.engine import files
from rankviz.engine.runs import export
from rankviz.engine.runs.trace import Trace

ROOT = Path(rankviz.__file__).parents[1]
COMMAND = ["trace", "scenario:lemma-3", "--rounds", "300", "--out"]


@pytest.mark.parametrize("ending", [".json", ".csv", ".parquet"])
@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="needs a limit on the size of files")
def test_a_full_disk_leaves_the_file_that_was_there(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import resource

    path = tmp_path / f"run{ending}"
    path.write_text("kept")
    to_bytes, before = export.to_bytes, resource.getrlimit(resource.RLIMIT_FSIZE)

    def then_the_disk_is_full(trace: Trace, kind: str) -> bytes:
        contents = to_bytes(trace, kind)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
        return contents

    monkeypatch.setattr(export, "to_bytes", then_the_disk_is_full)
    try:
        code = main.main([*COMMAND, str(path)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    said = capsys.readouterr().err
    assert code == 2 and "cannot be written: File too large" in said, said
    assert path.read_text() == "kept" and list(tmp_path.iterdir()) == [path]


def test_an_exception_leaves_nothing_behind(tmp_path: Path) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("kept")
    for path in (old, new):
        with pytest.raises(OSError, match="No space"), files.writing(path) as file:
            file.write("half")
            raise OSError(28, "No space left on device")
    assert old.read_text() == "kept" and list(tmp_path.iterdir()) == [old]


def test_line_ends_and_text_are_the_same_everywhere(tmp_path: Path) -> None:
    with files.writing(tmp_path / "a.txt") as file:
        file.write("R̂\n\r\n")
    assert (tmp_path / "a.txt").read_bytes() == "R̂\n\r\n".encode()


def test_mode_and_link_stay(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    path, link = tmp_path / "there" / "run.txt", tmp_path / "link.txt"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    with files.writing(link) as file:
        file.write("new")
    assert link.is_symlink() and path.read_text() == "new" and path.stat().st_mode & 0o777 == 0o640
    assert list((tmp_path / "there").iterdir()) == [path]


def test_a_new_file_has_the_users_mode(tmp_path: Path) -> None:
    plain, written = tmp_path / "plain.txt", tmp_path / "written.txt"
    plain.write_text("")
    with files.writing(written):
        pass
    assert written.stat().st_mode == plain.stat().st_mode


def test_a_pipe_gets_the_whole_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, found = tmp_path / "run.csv", []
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()), daemon=True)
    reader.start()
    assert main.main([*COMMAND, str(path)]) == 0
    reader.join(30)
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), rounds=300)
    assert found == [export.to_bytes(trace, ".csv")] and path.is_fifo()


@pytest.mark.parametrize("to", ["pipe", "file"])
@pytest.mark.slow
def test_standard_output_by_its_name(tmp_path: Path, to: str) -> None:
    """`run.csv` leads to /dev/stdout: also when that is a file, it is written where the shell holds it open."""
    link, held = tmp_path / "run.csv", tmp_path / "held.txt"
    link.symlink_to("/dev/stdout")
    with held.open("wb") as out:
        done = subprocess.run(
            [sys.executable, "-m", "rankviz", *COMMAND, str(link)],
            cwd=ROOT,
            stdout=subprocess.PIPE if to == "pipe" else out,
            stderr=subprocess.PIPE,
            timeout=120,
        )
        found = done.stdout if to == "pipe" else held.read_bytes()
        assert os.path.samestat(os.fstat(out.fileno()), held.stat())
    assert (done.returncode, done.stderr) == (0, b"") and found.count(b"\n") > 100
    assert sorted(tmp_path.iterdir()) == [held, link]


def test_a_path_that_cannot_be_written_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", tmp_path / "none" / "run.txt"):
        for call in (files.check_writable, lambda path: files.writing(path).__enter__()):
            with pytest.raises(OSError):
                call(path)
    locked = tmp_path / "locked.txt"
    locked.write_text("kept")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write to any file
    with pytest.raises(PermissionError):
        files.check_writable(locked)
    assert locked.read_text() == "kept" and len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_takes_nothing_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of one's own in a folder of another's can only be written in place, and still is."""
    path = tmp_path / "run.txt"
    path.write_text("old and longer")

    def refuse(folder: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files, "_new", refuse)
    files.check_writable(path)
    with files.writing(path) as file:
        file.write("new")
    assert path.read_text() == "new"
    with pytest.raises(PermissionError):
        files.check_writable(tmp_path / "fresh.txt")
