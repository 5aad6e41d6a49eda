"""The command `warm`; that a start after it compiles nothing is seen in tests/browser/serving/test_installed.py."""

import pytest

from rankviz.cli import warm
from rankviz.cli.main import main
from rankviz.engine.kernels.compiled import CACHE_FOLDER


def test_it_opens_the_app_and_runs_every_algorithm(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(warm, "every_algorithm", lambda show: asked.append("all"))
    assert main(["warm"], opens=lambda: asked.append("the app")) == 0
    assert asked == ["the app", "all"] and str(CACHE_FOLDER) in capsys.readouterr().out
    assert main(["warm", "now"], opens=lambda: None) == 2
