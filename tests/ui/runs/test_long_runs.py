"""Runs that take a while: told round by round, stopped without losing any, and shared only when they are whole."""

import math
import threading
from collections.abc import Iterator

import numpy as np
import pytest
from helpers.pages import app, components, stage_data, widget
from helpers.waiting import wait_for

import rankviz
from rankviz.engine.runs import runner
from rankviz.ui.runs import cost, long_runs, runs
from rankviz.ui.runs.audience import Visitor
from rankviz.ui.runs.long_runs import Abandoned, LongRun
from rankviz.ui.runs.run_queue import LongRuns
from rankviz.ui.runs.shown import Shown
from rankviz.ui.state.state import State

ME, OTHER = Visitor("me", "mine"), Visitor("other", "other's")


def problem() -> rankviz.Problem:
    rng = np.random.default_rng(0)
    return rankviz.Problem.from_arrays(rng.normal(size=(30, 3)), rng.integers(0, 3, 30))


class Steered:
    """A computation that waits for the test before each round."""

    def __init__(self, algorithms: tuple[str, ...] = ("rb-c",), rounds: int = 5) -> None:
        self.go, self.at = threading.Semaphore(0), threading.Semaphore(0)
        self.algorithms, self.rounds, self.free = algorithms, rounds, False

    def _turn(self) -> None:
        if not self.free:
            self.at.release()
            assert self.go.acquire(timeout=20)

    def __call__(self, job: LongRun) -> Shown:
        def follow(name: str, t: int) -> bool:
            goes_on = job.progress(name, t)
            self._turn()
            return goes_on and not job.stopped

        def seen(name: str, t: int) -> bool:
            goes_on = job.measured(name, t)
            self._turn()
            return goes_on

        follows = {"progress": follow, "measured": seen, "so_far": job.so_far}
        trace = rankviz.trace(problem(), self.algorithms, self.rounds, **follows)
        job.drawing()
        self._turn()
        job.look()
        return Shown(trace.problem, trace, "digest", 0.0)

    def next(self, times: int = 1) -> None:
        for _ in range(times):
            self.go.release()
            assert self.at.acquire(timeout=20)

    def let_go(self) -> None:
        """Wait for the test no longer."""
        self.free = True
        self.go.release()


def begun(steered: Steered, *visitors: Visitor) -> LongRun:
    job = LongRun(steered, len(steered.algorithms), steered.rounds)
    for visitor in visitors or (ME,):
        job.audience.join(visitor)
    job.start()
    assert steered.at.acquire(timeout=20)
    return job


def begins_the_whole_run(part: rankviz.Run) -> None:
    """Its metrics are the first of those of all five rounds."""
    (whole,) = rankviz.trace(problem(), part.algorithm, 5).runs
    for name, values in part.metrics.items():
        np.testing.assert_array_equal(values, whole.metrics[name][: part.n_rounds + 1])


def test_it_is_told_and_a_stop_keeps_the_rounds_done() -> None:
    steered = Steered()
    job = begun(steered)
    assert (job.share, job.text, job.done) == (0.1, "RB-C: round 1 of 5", False)
    steered.next()
    assert (job.share, job.text) == (0.2, "RB-C: round 2 of 5")
    job.stop()
    assert job.text.startswith("Stopped")
    for measured in range(3):
        steered.next()
        assert job.share == (2 + measured) / 10
    steered.next()
    assert job.text == "Drawing…" and not job.has_rounds
    steered.go.release()
    run = job.result().trace.runs[0]
    assert job.done and job.stopped and run.n_rounds == 2 and "user" in run.stopped


def test_every_round_measured_is_told() -> None:
    steered = Steered(rounds=2)
    job = begun(steered)
    steered.next()
    for measured in range(3):
        steered.next()
        assert job.text == f"RB-C: measuring round {measured} of 2"
    steered.next()
    assert (job.share, job.text) == (1.0, "Drawing…")
    steered.go.release()
    assert job.result().trace.runs[0].stopped == "rounds"


def test_a_stop_ends_the_measuring_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_runs, "SOON", 0.0)
    steered = Steered(("rb-c", "rb-plus"))
    job = begun(steered)
    steered.next(4 + 4)  # five rounds, and the measuring of rounds 0 to 3
    assert job.text == "RB-C: measuring round 3 of 5"
    job.stop()
    steered.let_go()
    first, second = job.result().trace.runs
    assert (first.n_rounds, second.n_rounds) == (4, 1)
    for run in (first, second):
        assert run.stopped == f"stopped by the user after round {run.n_rounds}"
        begins_the_whole_run(run)


def test_what_nobody_waits_for_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """In its rounds, in measuring and in drawing."""
    monkeypatch.setattr(long_runs, "LOOK", 0.0)
    for steps in (1, 7, 10):
        steered = Steered()
        job = begun(steered)
        steered.next(steps)
        job.audience.leave(ME.session)
        steered.let_go()
        assert job.wait(20) and job.abandoned
        with pytest.raises(Abandoned):
            job.result()


@pytest.mark.parametrize(("steps", "kept"), [(2, (3, 1)), (8, (3, 1)), (13, (5, 3)), (18, (5, 2))])
def test_a_part_is_exact_and_leaves_the_run_alone(
    steps: int, kept: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Left in the rounds and in the measuring of the first algorithm, and of the second."""
    monkeypatch.setattr(long_runs, "SOON", 20.0)
    steered = Steered(("rb-c", "rb-plus"))
    job = begun(steered, ME, OTHER)
    steered.next(steps)
    part = job.part()
    part.audience.join(ME)
    part._compute = quick  # the same computation, not steered
    part.start()
    runs_kept = part.result().trace.runs
    assert tuple(run.n_rounds for run in runs_kept) == kept
    for run in runs_kept:
        begins_the_whole_run(run)
        assert not math.isnan(run.metrics["r1"][-1])
    steered.let_go()
    assert [run.n_rounds for run in job.result().trace.runs] == [5, 5]


def quick(job: LongRun) -> Shown:
    follows = {"progress": job.progress, "measured": job.measured, "so_far": job.so_far}
    trace = rankviz.trace(problem(), ("rb-c", "rb-plus"), 5, **follows)
    return Shown(trace.problem, trace, "digest", 0.0)


def test_a_branch_is_a_run_of_its_own_in_the_count() -> None:
    told: list[tuple[float, str]] = []

    def forked(job: LongRun) -> Shown:
        def seen(name: str, t: int) -> bool:
            told.append((job.share, job.text))
            return job.measured(name, t)

        fork = rankviz.Fork("rb-c", 2, alpha=0.1)
        rankviz.trace(problem(), "rb-c", 3, progress=job.progress, measured=seen, forks=[fork])
        return Shown(problem(), None, "", 0.0)  # type: ignore[arg-type]

    job = LongRun(forked, 2, 3)
    job.audience.join(ME)
    job.start()
    job.result()
    assert job.share == 1.0 and [share for share, _ in told] == sorted(share for share, _ in told)


def test_an_error_is_raised_where_the_result_is_asked_for() -> None:
    def broken(job: LongRun) -> Shown:
        raise rankviz.DataError("No such thing")

    job = LongRun(broken, 1, 5)
    job.start()
    with pytest.raises(rankviz.DataError, match="No such thing"):
        job.result()
    assert job.done and not job.stopped


# ---------------------------------------------------------------- the page


@pytest.fixture
def everything_is_long(monkeypatch: pytest.MonkeyPatch) -> Iterator[LongRuns]:
    monkeypatch.setattr(long_runs, "SOON", 20.0)  # on a busy machine, too, all that is done can be measured
    queue = LongRuns(at_once=lambda: 1, per_visitor=lambda: 2, waiting=lambda: 3)
    monkeypatch.setattr(cost, "LONG", 0.0)
    monkeypatch.setattr(cost, "SHORT", -1.0)
    for module in ("runs.runs", "stage.watching", "runs.run_queue"):
        monkeypatch.setattr(f"rankviz.ui.{module}.LONG", queue)
    monkeypatch.setattr("rankviz.ui.stage.watching.AT_ONCE", 0.0)
    yield queue


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Runs wait for it in their fourth round."""
    gate, real = threading.Event(), runner.trace

    def held(*args: object, progress: object = None, **more: object) -> object:
        def follow(name: str, t: int) -> bool:
            if t == 4:
                gate.wait(30)
            return progress(name, t)  # type: ignore[operator, no-any-return]

        return real(*args, progress=follow if progress else None, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(runner, "trace", held)
    yield gate
    gate.set()


def of(state: State, queue: LongRuns) -> LongRun:
    job = queue.find(runs.request(state))
    assert job is not None
    return job


def test_a_page_shows_how_far_its_run_is_and_then_the_run(
    everything_is_long: LongRuns, gate: threading.Event
) -> None:
    test = app(rounds="23", holdout="0")
    assert test.button(key="stop-run").label.startswith("Stop")
    assert not components(test, "rankviz_stage")
    gate.set()
    assert of(State(rounds=23, holdout=0), everything_is_long).wait(30)
    test.run()
    assert stage_data(test)["run_url"]


@pytest.mark.slow
def test_stop_is_for_this_visitor_and_the_run_goes_on_for_the_others(
    everything_is_long: LongRuns, gate: threading.Event
) -> None:
    state = State(rounds=24, holdout=0, alg=("rb-c",))
    test = app(rounds="24", holdout="0", alg="rb-c")
    job = of(state, everything_is_long)
    job.audience.join(OTHER)
    wait_for(lambda: "round 3 of 24" in job.text)
    test.run()
    test.button(key="stop-run").click().run()
    assert not job.stopped and not job.done
    assert not job.audience.is_waiting("test session id"), "what Streamlit's tests call every session"
    _, part = test.session_state[runs.STOPPED]
    assert part.wait(20) and part.result().trace.runs[0].n_rounds == 3
    test.run()
    short = stage_data(test)["run_url"]
    gate.set()
    whole = job.result()
    assert whole.trace.runs[0].n_rounds == 24 and whole.trace.runs[0].stopped == "rounds"
    assert whole.digest not in short
    test.run()
    assert stage_data(test)["run_url"] == short
    assert whole.digest in stage_data(app(rounds="24", holdout="0", alg="rb-c"))["run_url"]
    widget(test, "number_input", "rounds").set_value(25).run()


def test_stop_ends_the_run_when_nobody_else_wants_it(
    everything_is_long: LongRuns, gate: threading.Event
) -> None:
    state = State(rounds=26, holdout=0, alg=("rb-c",))
    test = app(rounds="26", holdout="0", alg="rb-c")
    job = of(state, everything_is_long)
    wait_for(lambda: "round 3 of 26" in job.text)
    test.run()
    test.button(key="stop-run").click().run()
    assert job.stopped
    gate.set()
    assert job.result().trace.runs[0].n_rounds == 4
    test.run()
    assert job.result().digest in stage_data(test)["run_url"]
    assert everything_is_long.find(runs.request(state)) is None


def test_a_stop_before_the_first_round_says_so_and_leaves_the_page_as_it_was(
    everything_is_long: LongRuns, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = app(rounds="27", holdout="0")
    assert of(State(rounds=27, holdout=0), everything_is_long).wait(30)
    test.run()
    before = stage_data(test)["run_url"]
    gate, real = threading.Event(), runner.trace
    monkeypatch.setattr(runner, "trace", lambda *a, **k: gate.wait(30) and real(*a, **k))
    widget(test, "number_input", "rounds").set_value(28).run()
    job = of(State(rounds=28, holdout=0), everything_is_long)
    assert job.text.startswith("Preparing") and stage_data(test)["run_url"] == before
    test.button(key="stop-run").click().run()
    assert "before the first round" in test.error[0].value and stage_data(test)["run_url"] == before
    gate.set()
    assert job.wait(20) and job.abandoned
    gate.clear()  # else it may have ended before it is looked for
    test.button(key="run-again").click().run()
    again = of(State(rounds=28, holdout=0), everything_is_long)
    gate.set()
    assert again is not job and again.wait(30)
    test.run()
    assert not test.error and stage_data(test)["run_url"] != before


@pytest.mark.slow
def test_a_run_that_waits_says_its_place(everything_is_long: LongRuns, gate: threading.Event) -> None:
    app(rounds="31", holdout="0")
    job = of(State(rounds=31, holdout=0), everything_is_long)
    job.audience.join(OTHER)
    waiting = app(rounds="32", holdout="0")
    assert "yours is the next run to begin" in waiting.get("progress")[0].proto.text
    of(State(rounds=32, holdout=0), everything_is_long).audience.join(Visitor("third", "third's"))
    later = app(rounds="33", holdout="0")
    assert "one run is ahead of yours" in later.get("progress")[0].proto.text


@pytest.mark.slow
def test_a_run_that_cannot_wait_is_refused_in_a_sentence(
    everything_is_long: LongRuns, gate: threading.Event
) -> None:
    for k in range(4):
        queued = everything_is_long.begin(
            k, lambda: LongRun(lambda job: gate.wait(30), 1, 1), Visitor(str(k), str(k))
        )  # type: ignore[arg-type, return-value]
        assert not queued.done
    test = app(rounds="35", holdout="0")
    assert "3 long runs wait for a turn" in test.error[0].value
    gate.set()
    wait_for(lambda: not everything_is_long.under_way)
    test.button(key="run-again").click().run()
    assert not test.error
