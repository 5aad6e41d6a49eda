"""The line of long runs: so many at once, the rest in order; who leaves, and what ends when nobody waits."""

import threading
import time

import pytest
from helpers.waiting import wait_for

from rankviz.engine.data import sources
from rankviz.engine.errors import DataError
from rankviz.ui.runs import audience, cost, long_runs, run_queue
from rankviz.ui.runs.audience import Audience, Visitor
from rankviz.ui.runs.long_runs import LongRun, NoRun
from rankviz.ui.runs.run_queue import LongRuns, before_in_words
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving import limits

LINEAR = "synthetic:linear?n=200&features=20"


class Held:
    """Makes runs that compute until they are let go, and look meanwhile whether anybody waits."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.made: list[LongRun] = []

    def __call__(self) -> LongRun:
        def compute(job: LongRun) -> Shown:
            end = time.monotonic() + 30
            while not self.go.wait(0.01) and time.monotonic() < end:
                job.look()
            return Shown(None, None, "", 0.0)  # type: ignore[arg-type]

        self.made.append(LongRun(compute, 1, 5))
        return self.made[-1]


def line(at_once: int = 2, per_visitor: int = 3, waiting: int = 4) -> LongRuns:
    return LongRuns(lambda: at_once, lambda: per_visitor, lambda: waiting)


def person(k: int, browser: str = "") -> Visitor:
    return Visitor(f"tab {k}", browser or f"browser {k}")


def ended(jobs: LongRuns, *held: Held) -> None:
    """Let all go, and wait until none is under way."""
    for make in held:
        make.go.set()
    wait_for(lambda: not jobs.under_way)


def test_so_many_compute_and_the_rest_begin_in_order() -> None:
    held, jobs = [Held() for _ in range(5)], line()
    runs = [jobs.begin(k, make, person(k)) for k, make in enumerate(held)]
    assert [run.begun for run in runs] == [True, True, False, False, False]
    assert [jobs.before(run) for run in runs] == [None, None, 0, 1, 2]
    held[1].go.set()
    wait_for(lambda: runs[2].begun)
    assert [jobs.before(run) for run in runs] == [None, None, None, 0, 1]
    jobs.leave(runs[3], person(3))
    assert jobs.before(runs[4]) == 0 and runs[3].done and not runs[3].begun
    ended(jobs, *held)
    assert runs[4].done


def test_the_same_choices_join_the_run_and_old_ones_are_forgotten() -> None:
    held, jobs = Held(), line(at_once=1)
    held.go.set()
    first = jobs.begin("a", held, person(1))
    assert first.wait(20)
    assert jobs.begin("a", held, person(2)) is first is jobs.find("a") and len(held.made) == 1
    for key in range(run_queue.MOST_FINISHED):
        assert jobs.begin(key, held, person(1)).wait(20)
    wait_for(lambda: not jobs.under_way)
    assert jobs.find("a") is None and jobs.find(run_queue.MOST_FINISHED - 1) is held.made[-1]


def test_another_choice_replaces_what_the_tab_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_runs, "LOOK", 0.0)
    held, jobs = Held(), line(at_once=1, per_visitor=1)
    first = jobs.begin("a", held, person(1))
    second = jobs.begin("b", held, person(1))
    assert first.wait(20) and first.abandoned and jobs.find("a") is None
    wait_for(lambda: second.begun)
    jobs.begin("b", held, person(2))
    third = jobs.begin("c", held, person(1))
    assert not second.abandoned and not third.begun  # somebody else still waits for the second
    held.go.set()
    wait_for(lambda: third.done)


def test_the_tabs_of_one_browser_wait_for_so_many_and_the_line_is_so_long() -> None:
    held, jobs = Held(), line(at_once=1, per_visitor=2, waiting=2)
    jobs.begin(0, held, person(0, "b"))
    jobs.begin(1, held, person(1, "b"))
    for key in (2, 0):  # joining counts, too
        with pytest.raises(NoRun, match="asked for 2 long runs"):
            jobs.begin(key, held, person(2, "b"))
    jobs.begin(3, held, person(3))
    with pytest.raises(NoRun, match="busy: 2 long runs wait"):
        jobs.begin(4, held, person(4))
    assert jobs.begin(1, held, person(4)) is jobs.find(1)  # joining takes no place in the line
    assert jobs.under_way == 3
    ended(jobs, held)


def test_closed_tabs_end_their_runs_also_in_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_runs, "LOOK", 0.0)
    open_tabs = {f"tab {k}" for k in range(6)}
    monkeypatch.setattr(audience, "connected", lambda session: session in open_tabs)
    held, jobs = Held(), line()
    runs = [jobs.begin(k, held, person(k)) for k in range(6)]
    open_tabs -= {"tab 0", "tab 1", "tab 2", "tab 4"}
    monkeypatch.setattr(audience, "PATIENCE", 0.0)  # of all of them at once, however slow the machine
    wait_for(lambda: jobs.before(runs[5]) is None)
    assert [run.abandoned for run in runs] == [True, True, True, False, True, False]
    assert [run.begun for run in runs] == [True, True, False, True, False, True]
    # A thread says that its run is done a moment before it ends.
    wait_for(lambda: [thread.name for thread in threading.enumerate()].count("rankviz-long-run") == 2)
    ended(jobs, held)


def test_the_last_to_leave_stops_the_run_and_those_before_get_a_part() -> None:
    go = threading.Event()

    def compute(job: LongRun) -> Shown:
        if job.progress("rb-c", 1) and go.wait(20):
            job.progress("rb-c", 2)
        return Shown(None, None, "", 0.0)  # type: ignore[arg-type]

    jobs = line(at_once=1)
    run = jobs.begin("a", lambda: LongRun(compute, 1, 2), person(1))
    jobs.begin("a", lambda: LongRun(compute, 1, 2), person(2))
    wait_for(lambda: run.has_rounds)
    part = jobs.leave(run, person(1))
    assert part is not None and part is not run and part.stopped and not run.stopped
    wait_for(lambda: part.done)  # beside the line, in which the run has the only place
    assert jobs.leave(run, person(2)) is run and run.stopped
    assert jobs.find("a") is None
    go.set()
    wait_for(lambda: run.done and not jobs.under_way)


def test_who_comes_back_in_time_has_not_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    gone: set[str] = set()
    monkeypatch.setattr(audience, "connected", lambda session: session not in gone)
    waiting = Audience()
    waiting.join(person(1))
    gone.add("tab 1")
    clock[0] += audience.PATIENCE - 1
    assert waiting.is_waiting("tab 1")
    gone.clear()
    assert waiting.is_waiting("tab 1")
    waiting.navigated_away("tab 1")
    clock[0] += audience.PATIENCE - 1
    assert waiting.is_waiting("tab 1")
    waiting.join(person(1))
    clock[0] += audience.PATIENCE + 1
    assert waiting.is_waiting("tab 1") and not waiting.others("tab 1")
    waiting.navigated_away("tab 1")
    clock[0] += audience.PATIENCE + 1
    assert not waiting.present()


@pytest.mark.parametrize(
    ("before", "at_once", "place", "computes"),
    [
        (0, 1, "yours is the next run to begin", "one long run"),
        (1, 2, "one run is ahead of yours", "two long runs"),
        (2, 2, "two runs are ahead of yours", "two long runs"),
        (11, 32, "11 runs are ahead of yours", "32 long runs"),
    ],
)
def test_the_place_in_words(before: int, at_once: int, place: str, computes: str) -> None:
    assert before_in_words(before, at_once) == f"Waiting: {place}. The server computes {computes} at a time."


def test_nobody_takes_the_last_place_twice_and_who_has_none_is_first_in_line() -> None:
    held, jobs = [Held() for _ in range(5)], line(at_once=2, per_visitor=3)
    mine = [jobs.begin(k, held[k], person(k, "greedy")) for k in range(3)]
    assert [run.begun for run in mine] == [True, False, False]  # though a place is free
    assert jobs.place_in_words(mine[0]) == "" and jobs.place_in_words(mine[1]) == run_queue.HELD
    other = jobs.begin(3, held[3], person(3, "other"))
    assert other.begun  # it came last
    first, second = (jobs.place_in_words(run) for run in mine[1:3])
    assert "yours is the next run" in first and "one run is ahead" in second
    third = jobs.begin(4, held[4], person(4, "third"))
    assert [jobs.before(run) for run in (third, mine[1], mine[2])] == [0, 1, 2]
    held[3].go.set()  # one place is free, and who has the other waits longer
    wait_for(lambda: third.begun)
    assert not mine[1].begun
    held[4].go.set()
    wait_for(lambda: third.done and jobs.place_in_words(mine[1]) == run_queue.HELD)
    jobs.begin(1, held[1], person(5, "joins"))  # somebody who has no run waits for it as well
    wait_for(lambda: mine[1].begun)
    ended(jobs, *held)
    assert mine[2].done


def test_one_place_is_for_whoever_comes() -> None:
    held, jobs = [Held() for _ in range(2)], line(at_once=1)
    runs = [jobs.begin(k, held[k], person(k, "same")) for k in range(2)]
    assert "yours is the next run" in jobs.place_in_words(runs[1])
    held[0].go.set()
    wait_for(lambda: runs[1].begun)
    ended(jobs, *held)


def test_quick_choices_of_one_tab_never_queue_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_runs, "LOOK", 0.0)
    held, jobs = Held(), line(at_once=1, waiting=2)
    first = jobs.begin("other", held, person(0))
    for key in range(40):
        last = jobs.begin(key, held, person(1))
        assert jobs.under_way == 2 and jobs.before(last) == 0
    assert all(run.abandoned for run in held.made if run not in (first, last))
    ended(jobs, held)
    assert last.done


@pytest.mark.parametrize(
    ("algorithm", "data", "rounds", "pictures", "long"),
    [
        ("rb-c", LINEAR, 1000, (), False),  # 0.4 s
        ("qbrank", LINEAR, 1000, (), True),  # 5 s
        ("gbt", LINEAR, 1000, (), True),  # 3 s
        ("kernel-gd", "synthetic:moons?n=600", 216, (), False),
        ("kernel-gd", "synthetic:moons?n=600", 216, ("kernel",), True),  # 6 s
    ],
)
def test_what_takes_seconds_is_known_before(
    algorithm: str, data: str, rounds: int, pictures: tuple[str, ...], long: bool
) -> None:
    problem = sources.load(data, seed=0)
    assert (cost.estimated(problem, [f"{algorithm}:x=1"], rounds, pictures) > cost.LONG) is long


def test_limits_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, limit in (
        (limits.AT_ONCE, limits.runs_at_once),
        (limits.PER_VISITOR, limits.runs_per_visitor),
        (limits.WAITING, limits.runs_waiting),
    ):
        monkeypatch.delenv(variable, raising=False)
        assert limit() >= 2
        monkeypatch.setenv(variable, "7")
        assert limit() == 7
        for wrong in ("many", "-1", "1.5", "99999999999", "²"):
            monkeypatch.setenv(variable, wrong)
            with pytest.raises(DataError, match=variable):
                limit()
        monkeypatch.delenv(variable)
