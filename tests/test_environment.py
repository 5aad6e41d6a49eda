"""Limits from the environment: a number, the default, or one sentence."""

import os
import subprocess
import sys

import pytest

from rankviz.engine.environment import number, whole_number
from rankviz.engine.errors import DataError


def test_a_limit_is_what_is_set_or_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RANKVIZ_TRIED", raising=False)
    assert whole_number("RANKVIZ_TRIED", 7, 1, 9) == 7
    monkeypatch.setenv("RANKVIZ_TRIED", " 9 ")
    assert whole_number("RANKVIZ_TRIED", 7, 1, 9) == 9


@pytest.mark.parametrize("text", ["0", "10", "-3", "2.5", "many", "٣", "9" * 5000, "1e3"])
def test_anything_else_is_one_sentence(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("RANKVIZ_TRIED", text)
    with pytest.raises(DataError, match="RANKVIZ_TRIED is .*whole number from 1 to 9") as caught:
        whole_number("RANKVIZ_TRIED", 7, 1, 9)
    assert len(str(caught.value)) < 200


def ask(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=120,
    )


def test_the_readers_take_their_limits_from_it() -> None:
    code = "from rankviz.engine.data import reading; print(reading.MAX_ITEMS, reading.MAX_FILE_BYTES, reading.LIMITS)"
    done = ask(code, RANKVIZ_MAX_ITEMS="1234", RANKVIZ_MAX_FILE_MB="7")
    assert done.stdout.startswith(f"1234 {7 * 2**20} A file may have up to 7 MB (unpacked), 1,234 items")


def test_a_wrong_limit_ends_the_command_line_in_a_sentence() -> None:
    code = "import sys; from rankviz.cli.main import main; sys.exit(main(['trace', 'scenario:lemma-1']))"
    done = ask(code, RANKVIZ_MAX_ITEMS="lots")
    assert done.returncode == 2 and "RANKVIZ_MAX_ITEMS is" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("text", ["nan", "inf", "-1", "much", "1e9"])
def test_a_number_in_no_range_is_one_sentence(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("RANKVIZ_TRIED", text)
    with pytest.raises(DataError, match="RANKVIZ_TRIED is .*number from 0.5 to 9"):
        number("RANKVIZ_TRIED", 2, 0.5, 9)
    monkeypatch.setenv("RANKVIZ_TRIED", "0.75")
    assert number("RANKVIZ_TRIED", 2, 0.5, 9) == 0.75
