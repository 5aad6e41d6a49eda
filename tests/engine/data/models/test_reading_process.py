"""The process that reads a model: what ends it ends nothing else, and every way to a file leads through it."""

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import model_samples

import rankviz
from rankviz.cli.main import main as command_line
from rankviz.engine.data import sources
from rankviz.engine.data.models import reader, reading_process
from rankviz.engine.errors import DataError
from rankviz.ui.serving import uploads
from rankviz.ui.state import catalog

XGBOOST, LETOR = model_samples.content("xgboost.json"), model_samples.letor()
RUN = subprocess.run


def instead(code: str) -> Callable[..., object]:
    """Run other code in the process."""
    return lambda command, **how: RUN([sys.executable, "-c", code], **how)


@pytest.mark.parametrize(
    "does",
    [
        "import os; os.abort()",
        "import time; time.sleep(99)",
        "print('not a model')",
        "print('{}\\n')",
        "print('[1]')",
        "import sys; sys.stdout.buffer.write(bytes(99))",
        "pass",
    ],
)
def test_a_process_that_dies_or_never_ends_or_answers_anything_is_a_sentence(
    does: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_process.subprocess, "run", instead(does))
    monkeypatch.setattr(reading_process, "PATIENCE", 0.05)
    with pytest.raises(DataError, match=r"^m\.json: the model cannot be read within 10 s and 512 MB\. Save"):
        reader.read(XGBOOST, name="m.json")


@pytest.mark.skipif(sys.platform != "linux", reason="needs the limits of a process")
@pytest.mark.parametrize("limits", [(9, 2**26, 2**20), (9, 2**29, 100)])
def test_the_process_has_no_more_memory_or_answer_than_its_limits(
    limits: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_process, "limits", lambda size: reading_process.Limits(*limits))
    with pytest.raises(DataError, match=r"^m\.json: the model cannot be read within"):
        reader.read(XGBOOST, name="m.json")


@pytest.mark.skipif(sys.platform != "linux", reason="needs the limits of a process")
def test_the_process_has_no_more_time_than_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "from rankviz.engine.data.models.reading_process import Limits, _confine\n"
        "_confine(Limits(1, 2**29, 9))\nwhile 1: 1"
    )
    monkeypatch.setattr(reading_process.subprocess, "run", instead(code))
    with pytest.raises(DataError, match=r"^m\.json: the model cannot be read within"):
        reader.read(XGBOOST, name="m.json")


def test_limits_grow_with_the_file() -> None:
    small, large = reading_process.limits(3_000), reading_process.limits(100 * 2**20)
    assert (
        small.seconds <= 10
        and small.memory < 600 * 2**20
        and large.memory == small.memory + 16 * (100 * 2**20 - 3_000)
    )


def test_a_slow_file_delays_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, goes_on = threading.Event(), threading.Event()

    def run(command: list[str], **how: object) -> object:
        if "catboost" in command:
            begun.set()
            assert goes_on.wait(60)
        return RUN(command, **how)

    monkeypatch.setattr(reading_process.subprocess, "run", run)
    slow = threading.Thread(
        target=lambda: reader.read(model_samples.content("catboost.cbm"), name="slow.cbm")
    )
    slow.start()
    try:
        assert begun.wait(60)
        assert reader.read(XGBOOST, name="quick.json").n_trees == 3 and slow.is_alive()
    finally:
        goes_on.set()
        slow.join()


def test_uploads_files_of_the_folder_the_command_line_and_python_all_lead_there(
    monkeypatch: pytest.MonkeyPatch, data_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    read, names = reading_process.read_apart, list[str]()

    def noted(kind: str, data: bytes, name: str, identity: str) -> object:
        names.append(name)
        return read(kind, data, name, identity)

    monkeypatch.setattr(reader, "read_apart", noted)
    (data_folder / "m.json").write_bytes(XGBOOST)
    (data_folder / "data.txt").write_bytes(LETOR)
    spec = "model:m.json?data=letor:data.txt"
    upload = uploads.Upload("token", "model", (("up.json", XGBOOST), ("data.txt", LETOR)), ("a", "b"), "me")
    problem = catalog.load_upload(upload, {})
    assert problem.model is not None and problem.model.n_trees == 3
    catalog.load(sources.parse(spec), 0)
    rankviz.from_model(data_folder / "m.json", problem, rounds=2)
    assert command_line(["trace", spec, "--algorithms", "own", "--rounds", "2"]) in (0, None)
    capsys.readouterr()
    assert names == ["up.json", "m.json", "m.json", "m.json"]
