"""Experiments take turns on the server, end in time, and their results make room fairly."""

import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from helpers.thorough import usually
from helpers.waiting import wait_for

from rankviz.engine.errors import DataError
from rankviz.lab.experiments import child, effort, task_sets, worker
from rankviz.lab.experiments.definition import define
from rankviz.lab.experiments.quality import DEFAULT_METRICS
from rankviz.lab.experiments.running import run
from rankviz.lab.experiments.store import Store
from rankviz.ui.pages.experiments import progress, store
from rankviz.ui.pages.experiments import runs as experiments_runs
from rankviz.ui.pages.experiments.limits import VARIABLES, limits
from rankviz.ui.pages.experiments.runs import WAITING, Runs
from rankviz.ui.serving import visitors

SMALL = "synthetic:linear?n=40&seeds=3"
LARGE = "synthetic:linear?features=20&n=200&seeds=30"


class Process:
    """A child process as the queue sees it, which ends when a test says so."""

    def __init__(self, job: Any) -> None:
        self.returncode: int | None = None
        self.stdin = self
        self.job = job

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float = 0) -> int | None:
        return self.returncode

    def close(self) -> None:
        self.returncode = 0

    def end(self, state: str = child.FINISHED, code: int = 0) -> None:
        if state:
            child.write_progress(self.job.folder, state, done=3, total=3, failed=0, seconds=0.0, left=0.0)
        self.returncode = code


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """The processes that were started, in order; none of them is real."""
    found: list[Process] = []

    def begin(job: Any) -> Process:
        found.append(Process(job))
        return found[-1]

    monkeypatch.setattr(experiments_runs, "_process", begin)
    return found


def begin(runs: Runs, folder: Path, visitor: str, source: str = SMALL) -> None:
    runs.start(define(source), task_sets.task_set(source), folder, visitor)


# ---------------------------------------------------------------- the queue


def test_one_runs_for_each_visitor_two_in_all_and_the_others_wait_their_turn(
    tmp_path: Path, started: list[Process]
) -> None:
    runs = Runs()
    a, second, b, c = (tmp_path / name for name in ("a1", "a2", "b1", "c1"))
    for folder, who in ((a, "A"), (second, "A"), (b, "B"), (c, "C"), (a, "A"), (c, "B")):
        begin(runs, folder, who)
    assert [process.job.folder for process in started] == [a, b]
    assert [runs.state(folder)["state"] for folder in (a, b)] == [child.RUNNING] * 2
    told = [runs.state(folder) for folder in (second, c)]
    assert [each["state"] for each in told] == [WAITING] * 2 and [each["before"] for each in told] == [2, 3]
    assert not second.exists() and runs.begun_by(c) == "C" and runs.begun_by(tmp_path / "d") is None
    started[1].end()
    assert runs.state(b)["state"] == child.FINISHED  # looking starts C's: A has one that runs
    assert [process.job.folder for process in started] == [a, b, c]
    assert runs.state(second)["before"] == 2
    started[0].end()
    runs.state(c)
    assert started[-1].job.folder == second and runs.state(second)["state"] == child.RUNNING


def test_the_numbers_that_run_are_the_servers_to_set(
    tmp_path: Path, started: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RANKVIZ_EXPERIMENTS_AT_ONCE", "3")
    monkeypatch.setenv("RANKVIZ_EXPERIMENTS_EACH", "2")
    runs = Runs()
    for name in ("a1", "a2", "a3", "b1", "c1"):
        begin(runs, tmp_path / name, name[0])
    assert [process.job.folder.name for process in started] == ["a1", "a2", "b1"]


def test_who_leaves_loses_the_place_but_not_the_run(
    tmp_path: Path, started: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has looked at the one that waits; the one that runs goes on unattended."""
    runs = Runs()
    for name in ("a1", "a2", "a3"):
        begin(runs, tmp_path / name, "A")
    now = time.monotonic()
    monkeypatch.setattr(experiments_runs.time, "monotonic", lambda: now + experiments_runs.ATTENDED - 1)
    assert runs.state(tmp_path / "a3")["before"] == 2
    monkeypatch.setattr(experiments_runs.time, "monotonic", lambda: now + experiments_runs.ATTENDED + 1)
    assert runs.state(tmp_path / "a3")["before"] == 1 and runs.state(tmp_path / "a2") == {}
    assert runs.running(tmp_path / "a1")


def test_one_that_waits_can_leave_and_not_too_many_wait(
    tmp_path: Path, started: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiments_runs, "MOST_WAITING", 2)
    runs = Runs()
    for name in ("a1", "a2", "a3"):
        begin(runs, tmp_path / name, "A")
    with pytest.raises(DataError, match="wait on this server"):
        begin(runs, tmp_path / "a4", "A")
    runs.stop(tmp_path / "a2")
    assert runs.state(tmp_path / "a2") == {} and runs.state(tmp_path / "a3")["before"] == 1
    runs.stop_all()
    assert runs.state(tmp_path / "a3") == {} and len(started) == 1
    assert runs.state(tmp_path / "a1")["state"] == child.STOPPED


def test_the_place_is_told_in_words() -> None:
    assert progress._place(1).startswith("One experiment is ahead of this one.")
    assert progress._place(2).startswith("2 experiments are ahead of this one.")


def test_a_process_that_dies_leaves_the_queue_moving(tmp_path: Path, started: list[Process]) -> None:
    runs = Runs()
    begin(runs, tmp_path / "a1", "A")
    begin(runs, tmp_path / "a2", "A")
    started[0].end(state="", code=-9)
    assert runs.state(tmp_path / "a1")["state"] == child.STOPPED
    assert child.read_progress(tmp_path / "a1")["state"] == child.STOPPED
    assert runs.state(tmp_path / "a2")["state"] == child.RUNNING
    started[1].end(state="", code=child.NO_ROOM)
    told = runs.state(tmp_path / "a2")
    assert told["state"] == child.FAILED and "disk" in told["why"]
    begin(runs, tmp_path / "a2", "A")
    assert runs.state(tmp_path / "a2")["state"] == child.RUNNING


def test_what_another_server_runs_is_joined_while_it_gives_signs_of_life(
    tmp_path: Path, started: list[Process]
) -> None:
    runs, folder = Runs(), tmp_path / "a1"
    folder.mkdir()
    child.write_progress(folder, child.RUNNING, done=2, total=3)
    assert runs.state(folder)["state"] == child.RUNNING and runs.begun_by(folder) is None
    begin(runs, folder, "A")
    assert not started and progress.under_way(folder)
    os.utime(folder / child.PROGRESS, (1000, 1000))
    assert runs.state(folder)["state"] == child.STOPPED
    begin(runs, folder, "A")
    assert len(started) == 1 and runs.begun_by(folder) == "A"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, started: list[Process]) -> None:
    (tmp_path / "file").write_text("")
    runs = Runs()
    begin(runs, tmp_path / "file" / "a", "A")
    told = runs.state(tmp_path / "file" / "a")
    assert told["state"] == child.FAILED and "cannot be written" in told["why"] and not started


# ---------------------------------------------------------------- time


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.slow
def test_an_experiment_ends_in_time_goes_on_steps_back_and_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real process starts twice, and loads the engine: priority, stop and time limit exist only in one."""
    runs, folder = Runs(), tmp_path / "run"
    experiment, tasks = define(LARGE, rounds=60), task_sets.task_set(LARGE)
    assert runs.state(folder) == {}
    assert not run(experiment, tasks, Store(folder), jobs=1, watch=lambda progress: progress.done < 1)
    try:
        with monkeypatch.context() as short:
            short.setenv("RANKVIZ_EXPERIMENT_HOURS", "0.0003")  # a second
            runs.start(experiment, tasks, folder, "A")
        assert runs.running(folder) and runs.state(folder)["state"] == child.RUNNING
        wait_for(lambda: not runs.running(folder))
        told = runs.state(folder)
        assert told["state"] == child.STOPPED
        assert "stopped after 1 s" in told["why"] and "kept" in told["why"]
        kept = len(Store(folder).finished())
        assert 1 <= kept < 30
        runs.start(experiment, tasks, folder, "A")
        wait_for(lambda: runs.state(folder).get("done", 0) > kept)
        process = runs._jobs.running[0].process
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == os.getpriority(os.PRIO_PROCESS, 0) + child.NICE
    finally:
        runs.stop_all()
    told = runs.state(folder)
    assert not runs.running(folder) and told["state"] == child.STOPPED
    assert kept < told["done"] <= len(Store(folder).finished()) < 30


@pytest.mark.slow
def test_a_full_disk_is_told_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files cannot grow beyond a kilobyte: the first task cannot be kept."""
    worker.work(
        define(SMALL, rounds=1), task_sets.task_set(SMALL).tasks[0]
    )  # compiled before the disk is full
    monkeypatch.setattr(experiments_runs.sys, "executable", str(_small_files(tmp_path, sys.executable)))
    runs = Runs()
    folder = tmp_path / "run"
    try:
        begin(runs, folder, "A")
        wait_for(lambda: runs.state(folder)["state"] != child.RUNNING)
    finally:
        runs.stop_all()
    told = runs.state(folder)
    assert told["state"] == child.FAILED and "full" in told["why"] and not Store(folder).finished()


def _small_files(folder: Path, python: str) -> Path:
    script = folder / "python"
    script.write_text(f'#!/bin/sh\nulimit -f 3\nexec "{python}" "$@"\n')
    script.chmod(0o755)
    return script


# ---------------------------------------------------------------- room


def made(
    root: Path, number: int, visitor: str, changed: int, state: str = child.FINISHED, size: int = 1000
) -> Path:
    folder = root / f"{number:020x}"
    store.claim(folder, visitor)
    (folder / "experiment.json").write_text("{}")
    child.write_progress(folder, state)
    (folder / "data").write_bytes(b"0" * (size - sum(path.stat().st_size for path in folder.iterdir())))
    os.utime(folder, (changed, changed))
    return folder


def test_forty_small_experiments_evict_nobody_elses_results(tmp_path: Path) -> None:
    """The visitor's oldest go first, however old those of others are."""
    others = [made(tmp_path, i, f"other{i}", 1000 + i) for i in range(4)]
    for i in range(40):
        new = tmp_path / f"{100 + i:020x}"
        store.make_room(tmp_path, 8_000, "busy", {new: 1_000})
        made(tmp_path, 100 + i, "busy", 5000 + i)
    assert all(folder.exists() for folder in others)
    assert {each.folder.name for each in store.stored_results(tmp_path) if each.visitor == "busy"} == {
        f"{100 + i:020x}" for i in range(36, 40)
    }


def test_results_of_others_go_only_when_there_is_no_other_way_the_oldest_first(tmp_path: Path) -> None:
    theirs = [made(tmp_path, i, f"other{i}", 1000 + i) for i in range(4)]
    mine = made(tmp_path, 9, "me", 9000)
    keep = tmp_path / "notes"
    keep.mkdir()
    (keep / "experiment.json").write_text("0" * 5000)  # not made by the server
    store.make_room(tmp_path, 5_000, "me", {tmp_path / f"{10:020x}": 2_000})
    assert not mine.exists() and not theirs[0].exists()
    assert all(folder.exists() for folder in theirs[1:]) and keep.exists()


def test_what_runs_stays_here_and_in_another_process(tmp_path: Path) -> None:
    here = made(tmp_path, 1, "me", 1000, child.RUNNING)
    elsewhere = made(tmp_path, 2, "me", 1001, child.RUNNING)
    dead = made(tmp_path, 3, "me", 1002, child.RUNNING)
    for folder in (here, dead):
        os.utime(folder / child.PROGRESS, (1000, 1000))
    new = tmp_path / f"{4:020x}"
    with pytest.raises(DataError, match="taken by running experiments"):
        store.make_room(tmp_path, 1_500, "me", {here: 1_000, new: 500})
    assert here.exists() and elsewhere.exists() and not dead.exists()


def test_room_is_kept_for_what_runs_to_grow(tmp_path: Path) -> None:
    small, old = made(tmp_path, 1, "me", 1000), made(tmp_path, 2, "other", 1001)
    store.make_room(tmp_path, 5_000, "me", {small: 4_500})
    assert small.exists() and not old.exists()


@pytest.mark.slow
def test_results_are_never_larger_than_foretold(tmp_path: Path) -> None:
    """All figures of the report are drawn; with one metric there are fewer."""
    folder = tmp_path / f"{1:020x}"
    experiment, tasks = define(SMALL, metrics=usually(("r1",), DEFAULT_METRICS)), task_sets.task_set(SMALL)
    store.claim(folder, "A")
    child._run(folder, {"experiment": experiment.as_dict(), "jobs": 1, "confined": True})
    (found,) = store.stored_results(tmp_path)
    assert found.visitor == "A" and not found.runs
    assert 100_000 < found.bytes <= effort.result_bytes(experiment, tasks)


# ---------------------------------------------------------------- limits


@pytest.mark.slow
def test_too_much_work_is_refused_before_anything_is_made(tmp_path: Path, started: list[Process]) -> None:
    source = "synthetic:linear?n=2000&features=50&seeds=20000"
    heavy, tasks = define(source, rounds=500, folds=20), task_sets.task_set(source)
    with pytest.raises(DataError, match="billion steps, more than"):
        Runs().start(heavy, tasks, tmp_path / "a", "A")
    many = "synthetic:linear?n=40&seeds=20000"
    wide = define(many, rounds=100, metrics=[f"ndcg{k}" for k in range(1, 13)])
    with pytest.raises(DataError, match="MB of results|results of this experiment"):
        Runs().start(wide, task_sets.task_set(many), tmp_path / "b", "A")
    assert not started and not list(tmp_path.iterdir())


def test_steps_count_the_pairs_of_files_and_of_what_is_made(tmp_path: Path) -> None:
    made_up = define("synthetic:linear?n=40&features=5&seeds=3", ["rb-c", "rb-plus"], rounds=7, folds=4)
    tasks = task_sets.task_set(made_up.source)
    sizes = [task.load().n_pairs + 40 * 5 for task in tasks.tasks]
    assert effort.steps(made_up, tasks) == pytest.approx(sum(sizes) * 4 * 2 * 7)
    path = tmp_path / "u.data"
    path.write_text("\n".join(f"{u}\t{m}\t{1 + (u + m) % 5}\t0" for u in (1, 2) for m in range(20)))
    users = define(f"movielens:{path}?least=1", ["rb-c", "rb-plus"], rounds=7, folds=4)
    assert effort.steps(users, task_sets.task_set(users.source)) == 2 * 160 * 4 * 2 * 7


@pytest.mark.parametrize("given", ["x", "-1", "0", "nan", "inf", "1e99", "9" * 5000])
def test_a_limit_that_is_no_number_is_told(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, *_ in VARIABLES.values():
        with monkeypatch.context() as patched:
            patched.setenv(variable, given)
            with pytest.raises(DataError, match=variable):
                limits()


# ---------------------------------------------------------------- visitors


def test_the_name_in_files_is_the_browsers_and_hides_its_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    secret = "s" * 32
    visitors.SIGNING.load()
    cookies = {visitors.COOKIE: visitors.SIGNING.signed(secret)}
    monkeypatch.setattr(visitors.st, "context", SimpleNamespace(cookies=cookies))
    name = visitors.public_name()
    assert name == visitors.public_name() and secret not in name and len(name) == 20
    cookies[visitors.COOKIE] = visitors.SIGNING.signed("t" * 32)
    assert visitors.public_name() != name
