"""Experiments that run on this server: one process each, found by its folder, the others in a queue."""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

import rankviz
from rankviz.errors import DataError
from rankviz.experiments import child, effort, task_sets
from rankviz.experiments.definition import Experiment
from rankviz.experiments.evaluation import results, summary
from rankviz.experiments.evaluation.results import Results
from rankviz.experiments.reporting import report
from rankviz.experiments.store import TASKS, Store, describe, ground, place
from rankviz.experiments.tasks import TaskSet
from rankviz.ui.pages.experiments import store
from rankviz.ui.pages.experiments.limits import MEGABYTE, limits

WAITING = "waiting"
"""The state of an experiment in the queue; `before` tells how many are before it."""

PATIENCE = 3.0
"""Seconds a process has to end by itself; its files are whole at any moment."""

ATTENDED = 90.0
"""Seconds without a look after which a waiting experiment leaves the queue. A hidden tab looks once a minute."""

MOST_WAITING = 50

GROUND = 12
"""Digits of a folder's name that experiments share which differ in their algorithms alone."""

FEW_ROUNDS = 40_000
"""Rounds in all up to which one process is faster than several, which take two seconds to start."""


@dataclass
class Job:
    """An experiment in the queue or under way: whose it is, what its process is told, and the bytes it may take."""

    folder: Path
    visitor: str
    asked: dict[str, Any]
    total: int
    bytes: int
    seen: float
    process: subprocess.Popen[str] | None = None


class Runs:
    """The experiments under way and the queue. Whoever looks at one starts those whose turn has come."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: dict[Path, Job] = {}
        self._queue: list[Job] = []
        self._failed: dict[Path, str] = {}
        atexit.register(self.stop_all)

    def running(self, folder: Path) -> bool:
        """Whether a process works on that folder."""
        with self._lock:
            self._advance()
            return folder in self._running

    def begun_by(self, folder: Path) -> str | None:
        """The visitor who began or queued an experiment; None when it neither runs nor waits."""
        with self._lock:
            for job in (*self._running.values(), *self._queue):
                if job.folder == folder:
                    return job.visitor
        return None

    def start(self, experiment: Experiment, tasks: TaskSet, folder: Path, visitor: str = "") -> None:
        """Begin, or go on with, an experiment; it waits while others run, and joins one of another server.

        Raises DataError when it asks for more than it may, or too many wait.
        """
        limits().check(experiment, tasks)
        rounds = len(tasks.tasks) * experiment.folds * len(experiment.contenders) * experiment.rounds
        asked = {
            "experiment": experiment.as_dict(),
            "jobs": 1 if rounds <= FEW_ROUNDS else -1,
            "confined": True,
            "hours": limits().hours,
        }
        size = effort.result_bytes(experiment, tasks)
        job = Job(folder, visitor, asked, len(tasks.tasks), size, time.monotonic())
        with self._lock:
            self._advance()
            elsewhere = folder not in self._failed and store.runs(folder)
            if elsewhere or folder in self._running or folder in [each.folder for each in self._queue]:
                return
            if len(self._queue) >= MOST_WAITING:
                raise DataError(
                    f"{MOST_WAITING} experiments wait on this server already", remedy="Try again later"
                )
            self._failed.pop(folder, None)
            self._queue.append(job)
            self._advance()

    def stop(self, folder: Path) -> None:
        """Stop the process of that folder, or take it from the queue; its finished tasks stay."""
        with self._lock:
            self._queue = [job for job in self._queue if job.folder != folder]
            job = self._running.pop(folder, None)
        if job is not None:
            _end(job)

    def stop_all(self) -> None:
        """Stop everything, when the server ends."""
        with self._lock:
            folders = [job.folder for job in self._queue] + list(self._running)
            self._queue = []
        for folder in folders:
            self.stop(folder)

    def state(self, folder: Path) -> dict[str, Any]:
        """How far an experiment is (see `child.read_progress`); one whose process has gone is stopped.

        One that another server runs, which shares the results, runs.

        One that waits has the state `WAITING`, and `before`: how many come first. Asking keeps it in the queue.
        """
        with self._lock:
            for job in self._queue:
                if job.folder == folder:
                    job.seen = time.monotonic()
            self._advance()
            place = next((i for i, job in enumerate(self._queue) if job.folder == folder), None)
            alive, why, ahead = folder in self._running, self._failed.get(folder), len(self._running)
        told = child.read_progress(folder)
        if place is not None:
            return {**told, "state": WAITING, "before": ahead + place}
        if why is not None:
            return {**told, "state": child.FAILED, "why": why}
        if told.get("state") == child.RUNNING and not alive and not store.runs(folder):
            told["state"] = child.STOPPED
        return told

    def _advance(self) -> None:
        """Forget what has ended or is waited for no more, and start those whose turn has come. Holds the lock."""
        for job in list(self._running.values()):
            assert job.process is not None
            if job.process.poll() is not None:
                del self._running[job.folder]
                self._reaped(job)
        now = time.monotonic()
        self._queue = [job for job in self._queue if now - job.seen <= ATTENDED]
        for job in list(self._queue):
            mine = sum(other.visitor == job.visitor for other in self._running.values())
            if len(self._running) >= limits().at_once:
                return
            if mine < limits().each:
                self._queue.remove(job)
                self._launch(job)

    def _reaped(self, job: Job) -> None:
        assert job.process is not None
        if job.process.returncode == child.NO_ROOM:
            self._failed[job.folder] = (
                "The disk that holds the results is full. What is finished is kept; it goes on when there is room."
            )
        elif child.read_progress(job.folder).get("state") == child.RUNNING:
            _say_stopped(job.folder)
        assert job.process.stdin is not None
        with contextlib.suppress(OSError):
            job.process.stdin.close()

    def _launch(self, job: Job) -> None:
        reserved = {folder: other.bytes for folder, other in self._running.items()}
        try:
            store.make_room(
                job.folder.parent,
                most=int(limits().megabytes * MEGABYTE),
                visitor=job.visitor,
                reserved={**reserved, job.folder: job.bytes},
            )
            store.claim(job.folder, job.visitor)
            child.tell(job.folder, child.RUNNING, done=0, total=job.total, failed=0, seconds=0.0, left=None)
            job.process = _process(job)
        except OSError as error:
            self._failed[job.folder] = f"The results cannot be written: {error.strerror or error}."
            return
        except DataError as error:
            self._failed[job.folder] = str(error)
            return
        self._running[job.folder] = job


RUNS = Runs()


def _process(job: Job) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "rankviz.experiments.child", str(job.folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        env=_environment(),
    )
    assert process.stdin is not None
    with contextlib.suppress(OSError):  # it ended at once, which is noticed at the next look
        process.stdin.write(json.dumps(job.asked) + "\n")
        process.stdin.flush()
    return process


def _end(job: Job) -> None:
    process = job.process
    assert process is not None and process.stdin is not None
    with contextlib.suppress(OSError):  # it may have ended by itself
        process.stdin.close()
    try:
        process.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:  # still loading, so it does not listen yet
        process.kill()
        process.wait()
    if child.read_progress(job.folder).get("state") == child.RUNNING:
        _say_stopped(job.folder)


def _say_stopped(folder: Path) -> None:
    told = child.read_progress(folder)
    with contextlib.suppress(OSError):
        child.tell(folder, **{**told, "state": child.STOPPED})


def _environment() -> dict[str, str]:
    """This process's environment, in which Python finds the package where this process found it."""
    here = str(Path(rankviz.__file__).parents[1])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")]))}


@st.cache_resource(max_entries=32, ttl=60, show_spinner=False)
def tasks_of(source: str, seed: int) -> TaskSet:
    """The tasks of a SOURCE inside the data folder, looked up again after a minute. Raises DataError."""
    return task_sets.task_set(source, seed=seed, confined=True)


@st.cache_data(max_entries=64, ttl=60, show_spinner=False)
def folder_of(source: str, _experiment: Experiment, key: str) -> str:
    """The folder of an experiment: named after everything its numbers depend on, the data's contents too."""
    described = describe(_experiment, tasks_of(source, _experiment.seed))
    return str(
        store.results_root() / (_digest(ground(described))[:GROUND] + _digest(described)[: 20 - GROUND])
    )


def _digest(described: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()


def adopt(experiment: Experiment, tasks: TaskSet, folder: Path, visitor: str) -> None:
    """Take over what experiments of the same ground have of these algorithms, before this one is run.

    When that is all, it is finished. Raises DataError or OSError; then nothing is lost but the time to run it.
    """
    here, places = Store(folder), [place(each) for each in experiment.contenders]
    others = [
        other
        for other in folder.parent.glob(f"{folder.name[:GROUND]}*")
        if other != folder and any((other / TASKS / each).is_dir() for each in places)
    ]
    if not others:
        return
    store.claim(folder, visitor)
    here.begin(experiment, tasks)
    for other in others:
        here.take_from(Store(other), experiment.contenders)
    done, total = len(here.finished()), len(tasks.tasks)
    if done == total:
        found = results.load(here)
        summary.write(found, here)
        if found.outcomes:
            report.write(found, here)
    state = child.FINISHED if done == total else child.STOPPED
    child.tell(folder, state, done=done, total=total, failed=0, seconds=0.0, left=0.0)


@st.cache_resource(max_entries=4, show_spinner=False)
def _loaded(folder: str, finished: tuple[str, ...]) -> Results:
    return results.load(Store(folder))


def loaded(folder: Path, experiment: Experiment) -> Results | None:
    """The results of the tasks that are finished by now; None before there are any."""
    finished = tuple(Store(folder).finished(experiment.contenders))
    return _loaded(str(folder), finished) if finished else None
