"""Taking turns: one after another, nobody for ever, and the turn comes back whatever happens."""

import threading

import pytest

from rankviz.ui.runs import turns
from rankviz.ui.runs.turns import aside, turn


class Other(threading.Thread):
    """Another page that asks for a turn."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.began = threading.Event()
        self.start()

    def run(self) -> None:
        with turn():
            self.began.set()


def test_others_wait_until_the_turn_ends() -> None:
    with turn():
        other = Other()
        with turn():
            pass  # asking again neither waits for oneself nor gives the turn away
        assert not other.began.wait(0.05)
    assert other.began.wait(10)


def test_an_error_ends_the_turn() -> None:
    with pytest.raises(ValueError), turn():
        raise ValueError
    assert Other().began.wait(10)


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.01)
    with turn():
        assert Other().began.wait(10)


def test_long_work_is_done_aside_and_the_turn_goes_on_after_it() -> None:
    with turn():
        with aside():
            other = Other()
            assert other.began.wait(10)
            other.join(10)
        assert not Other().began.wait(0.05)
    with aside():
        assert Other().began.wait(10)


def test_work_that_takes_no_part_waits_for_nobody() -> None:
    with turn():
        done = threading.Event()

        def large() -> None:
            with turn(False):
                done.set()

        threading.Thread(target=large, daemon=True).start()
        assert done.wait(10)
