"""The bare word: which port, which folder of data, which browser; the app itself is started in tests/browser."""

import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from rankviz.cli import app
from rankviz.cli.listening import PORT, check_free
from rankviz.cli.main import main
from rankviz.engine.errors import DataError


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ports at which the command would have run the app."""
    ports: list[int] = []
    monkeypatch.setattr(app, "_run", lambda port: ports.append(port) or 0)
    monkeypatch.setattr(app, "_tell", lambda port, browser: None)
    return ports


def test_a_folder_of_data_is_handed_on(
    started: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RANKVIZ_DATA_DIR", "")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    assert main(["--data", "mine", "--no-browser"]) == 0
    assert os.environ["RANKVIZ_DATA_DIR"] == os.path.realpath(tmp_path / "mine") and len(started) == 1


def test_a_port_that_is_taken_is_told_and_without_one_the_next_is_found(
    started: list[int], refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind((app.HERE, 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port}" in refused(f"--port {port}") and not started
        monkeypatch.setattr(app, "PORT", port)
        assert main([]) == 0
    assert len(started) == 1 and started[0] != port


def test_the_usual_port_comes_first(started: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def two_are_taken(address: str, port: int) -> None:
        asked.append(port)
        if len(asked) < 3:
            raise DataError("taken")

    monkeypatch.setattr(app, "check_free", two_are_taken)
    assert main([]) == 0
    assert asked == [PORT, PORT + 1, PORT + 2] and started == [PORT + 2]


@pytest.mark.parametrize("browser", [True, False])
def test_the_browser_opens_where_the_app_answers(
    browser: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answered, opened = iter([False, False, True]), []
    monkeypatch.setattr(app, "answers", lambda health: next(answered))
    monkeypatch.setattr(app, "LOOK", 0.0)
    monkeypatch.setattr(app.webbrowser, "open", opened.append)
    telling = threading.Thread(target=app._tell, args=(8765, browser))
    telling.start()
    telling.join(20)
    assert opened == ["http://127.0.0.1:8765/"] * browser and next(answered, None) is None
    assert "http://127.0.0.1:8765/" in capsys.readouterr().out


def test_a_port_somebody_listens_on_is_not_free() -> None:
    with socket.socket() as taken:
        taken.bind((app.HERE, 0))
        taken.listen()
        with pytest.raises(DataError, match="Choose another --port"):
            check_free(app.HERE, taken.getsockname()[1])
