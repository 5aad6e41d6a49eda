"""Runs that take a while: told round by round, stopped without losing any, and shared only when they are whole."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest
from test_pages import app, stage_data, widget

import rankviz
from rankviz.ui import long_runs, runs
from rankviz.ui.long_runs import LongRun, LongRuns
from rankviz.ui.runs import Shown
from rankviz.ui.state import State


class Steered:
    """A computation that waits for the test before each round."""

    def __init__(self) -> None:
        self.go, self.at = threading.Semaphore(0), threading.Semaphore(0)

    def __call__(self, progress: long_runs.Progress, measured: long_runs.Measured) -> Shown:
        rng = np.random.default_rng(0)
        problem = rankviz.Problem.from_arrays(rng.normal(size=(30, 3)), rng.integers(0, 3, 30))

        def follow(name: str, t: int) -> bool:
            goes_on = progress(name, t)
            self.at.release()
            self.go.acquire(timeout=20)
            return goes_on and progress(name, t)

        def seen(name: str, t: int) -> None:
            measured(name, t)
            self.at.release()
            self.go.acquire(timeout=20)

        trace = rankviz.trace(problem, "rb-c", rounds=5, progress=follow, measured=seen)
        return Shown(problem, trace, "digest", 0.0)


def test_it_is_told_and_a_stop_keeps_the_rounds_done() -> None:
    steered = Steered()
    job = LongRun(steered, ("rb-c",), 5)
    assert steered.at.acquire(timeout=20)
    assert (job.share, job.text, job.done) == (0.1, "RB-C: round 1 of 5", False)
    steered.go.release()
    assert steered.at.acquire(timeout=20)
    assert (job.share, job.text) == (0.2, "RB-C: round 2 of 5")
    job.stop()
    for measured in range(3):
        steered.go.release()
        assert steered.at.acquire(timeout=20)
        text = f"RB-C: measuring round {measured:,} of 2" if measured < 2 else "Drawing…"
        assert (job.share, job.text) == ((2 + measured) / 10, text)
    steered.go.release()
    run = job.result().trace.runs[0]
    assert job.done and job.stopped and run.n_rounds == 2 and "user" in run.stopped


def test_an_error_is_raised_where_the_result_is_asked_for() -> None:
    def broken(progress: long_runs.Progress, measured: long_runs.Measured) -> Shown:
        raise rankviz.DataError("No such thing")

    job = LongRun(broken, ("rb-c",), 5)
    with pytest.raises(rankviz.DataError, match="No such thing"):
        job.result()
    assert job.done and not job.stopped


def test_the_same_choices_join_the_run_under_way_and_old_ones_are_forgotten() -> None:
    made: list[LongRun] = []

    def make() -> LongRun:
        made.append(LongRun(lambda progress, measured: Shown(None, None, "", 0.0), ("rb-c",), 5))  # type: ignore[arg-type]
        made[-1].wait(20)
        return made[-1]

    jobs = LongRuns()
    assert jobs.begin("a", make) is jobs.begin("a", make) is jobs.find("a") and len(made) == 1
    for key in range(long_runs.KEPT):
        jobs.begin(key, make)
    assert jobs.find("a") is None and jobs.find(long_runs.KEPT - 1) is made[-1]
    jobs.drop(0)
    assert jobs.find(0) is None


@pytest.fixture
def everything_is_long(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(runs, "LONG_WORK", 0.0)
    monkeypatch.setattr(runs, "LONG", LongRuns())
    yield


@pytest.mark.usefixtures("everything_is_long")
def test_a_page_shows_how_far_its_run_is_and_then_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rankviz.ui.watching.AT_ONCE", 0.0)
    gate = threading.Event()
    real = runs._compute

    def held(*args: object) -> Shown:
        gate.wait(30)
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(runs, "_compute", held)
    test = app(rounds="23", holdout="0")
    assert test.button(key="stop-run").label.startswith("Stop")
    assert not [c for c in test.get("bidi_component") if c.proto.component_name.endswith("rankviz_stage")]
    gate.set()
    job = runs.LONG.find((runs.key(State(rounds=23, holdout=0)), ()))
    assert job is not None and job.wait(30)
    test.run()
    assert stage_data(test)["run_url"] and not test.exception


@pytest.mark.usefixtures("everything_is_long")
def test_a_stopped_run_is_shown_to_who_stopped_it_and_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    test = app(rounds="24", holdout="0")
    whole = stage_data(test)["run_url"]
    state = State(rounds=24, holdout=0)
    short = (runs.key(state), (), runs.problem(state), lambda name, t: t < 3)
    job = LongRun(lambda progress, measured: runs._compute(*short), state["alg"], 24)
    job.stop()
    test.session_state["stopped-run"] = (runs.key(state), ()), job
    test.run()
    assert stage_data(test)["run_url"] != whole
    assert stage_data(app(rounds="24", holdout="0"))["run_url"] == whole
    widget(test, "number_input", "rounds").set_value(25).run()
    assert not test.exception
