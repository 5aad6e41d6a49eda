"""Experiments that run on this server: one process each, found by its folder, the others in a queue."""

import atexit
import contextlib
import hashlib
import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import streamlit as st

import rankviz
from rankviz.engine.data.folder import VARIABLE, standing_in
from rankviz.engine.errors import DataError
from rankviz.lab.experiments import child, effort, task_sets
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.evaluation import results, summary
from rankviz.lab.experiments.evaluation.results import Results
from rankviz.lab.experiments.reporting import report
from rankviz.lab.experiments.store import TASKS, Store, describe, ground, place
from rankviz.lab.experiments.tasks import TaskSet
from rankviz.ui.pages.experiments import own_data, store
from rankviz.ui.pages.experiments.limits import MEGABYTE, limits
from rankviz.ui.runs.jobs import Jobs

WAITING = "waiting"
"""The state of an experiment in the queue; `before` is the number of experiments ahead."""

PATIENCE = 3.0
"""Seconds in which a process may end by itself; at any moment its files are complete."""

ATTENDED = 90.0
"""Seconds after which a waiting experiment leaves the queue if no page asks for it. A hidden tab asks once a minute."""

MOST_WAITING = 50

SHARED_DIGITS = 12
"""First digits of a folder's name, shared by experiments that differ only in their algorithms."""

FEW_ROUNDS = 40_000
"""Total rounds up to which one process is faster than several, which take two seconds to start."""


@dataclass(eq=False)
class Job:
    """An experiment in the queue or running: its visitor, the input of its process, and the bytes it may use."""

    folder: Path
    visitor: str
    asked: dict[str, Any]
    total: int
    bytes: int
    seen: float
    process: subprocess.Popen[str] | None = None

    @property
    def done(self) -> bool:
        """True when its process has ended, or no page has asked for it for long while it waited."""
        if self.process is not None:
            return self.process.poll() is not None
        return time.monotonic() - self.seen > ATTENDED


class Queue(Jobs[Job]):
    """Experiments in processes; a visitor may have only some of them at once."""

    def must_wait(self, job: Job) -> bool:
        """Return whether the visitor has as many experiments running as allowed."""
        return sum(other.visitor == job.visitor for other in self.running) >= limits().each


class Runs:
    """The running experiments and the queue. Every request starts the experiments whose turn has come."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs = Queue(lambda: limits().at_once, self._launch, self._reaped)
        self._failed: dict[Path, str] = {}
        atexit.register(self.stop_all)

    def running(self, folder: Path) -> bool:
        """Return whether a process of this server works on that folder."""
        with self._lock:
            self._jobs.tidy()
            return any(job.folder == folder for job in self._jobs.running)

    def places(self) -> set[Path]:
        """Return the folders of uploads that experiments running or in the queue read."""
        with self._lock:
            return {Path(job.asked["place"]) for job in self._jobs.alive() if job.asked["place"]}

    def begun_by(self, folder: Path) -> str | None:
        """Return the visitor who started or queued an experiment; None when it neither runs nor waits here."""
        with self._lock:
            job = self._find(folder)
        return None if job is None else job.visitor

    def start(self, experiment: Experiment, tasks: TaskSet, folder: Path, visitor: str = "") -> None:
        """Begin or continue an experiment: queue it, unless it runs already here or on another server.

        Raises DataError when the experiment exceeds a limit, or too many wait.
        """
        limits().check(experiment, tasks)
        rounds = len(tasks.tasks) * experiment.folds * len(experiment.contenders) * experiment.rounds
        asked = {
            "experiment": experiment.as_dict(),
            "jobs": 1 if rounds <= FEW_ROUNDS else -1,
            "confined": True,
            "hours": limits().hours,
            "place": str(tasks.place or ""),
        }
        size = effort.result_bytes(experiment, tasks)
        job = Job(folder, visitor, asked, len(tasks.tasks), size, time.monotonic())
        with self._lock:
            self._jobs.tidy()
            elsewhere = folder not in self._failed and store.runs(folder)
            if elsewhere or self._find(folder) is not None:
                return
            if len(self._jobs.waiting) >= MOST_WAITING:
                raise DataError(
                    f"{MOST_WAITING} experiments wait on this server already", remedy="Try again later"
                )
            self._failed.pop(folder, None)
            self._jobs.add(job)
            self._jobs.tidy()

    def stop(self, folder: Path) -> None:
        """Stop the process of that folder, or take it from the queue; its finished tasks stay."""
        with self._lock:
            job = self._find(folder)
            if job is not None:
                self._jobs.remove(job)
        if job is not None and job.process is not None:
            _end(job)

    def stop_all(self) -> None:
        """Stop everything, when the server ends."""
        with self._lock:
            folders = [job.folder for job in self._jobs.alive()]
            self._jobs.waiting.clear()
        for folder in folders:
            self.stop(folder)

    def state(self, folder: Path) -> dict[str, Any]:
        """Return an experiment's progress (see `child.read_progress`); without a live process it is stopped.

        An experiment that another server with the same results runs counts as running.

        A waiting experiment has the state `WAITING` and `before`, the number ahead. Each call keeps it in the queue.
        """
        with self._lock:
            job = self._find(folder)
            if job is not None:
                job.seen = time.monotonic()
            self._jobs.tidy()
            before = None if job is None else self._jobs.before(job)
            alive, why, ahead = job in self._jobs.running, self._failed.get(folder), len(self._jobs.running)
        status = child.read_progress(folder)
        if before is not None:
            return {**status, "state": WAITING, "before": ahead + before}
        if why is not None:
            return {**status, "state": child.FAILED, "why": why}
        if status.get("state") == child.RUNNING and not alive and not store.runs(folder):
            status["state"] = child.STOPPED
        return status

    def _find(self, folder: Path) -> Job | None:
        return next((job for job in self._jobs.alive() if job.folder == folder), None)

    def _reaped(self, job: Job) -> None:
        assert job.process is not None
        if job.process.returncode == child.NO_ROOM:
            self._failed[job.folder] = (
                "The disk that holds the results is full. Finished tasks are kept; it continues when there is space."
            )
        elif child.read_progress(job.folder).get("state") == child.RUNNING:
            _say_stopped(job.folder)
        assert job.process.stdin is not None
        with contextlib.suppress(OSError):
            job.process.stdin.close()

    def _launch(self, job: Job) -> bool:
        reserved = {other.folder: other.bytes for other in self._jobs.running}
        try:
            store.make_room(
                job.folder.parent,
                most=int(limits().megabytes * MEGABYTE),
                visitor=job.visitor,
                reserved={**reserved, job.folder: job.bytes},
            )
            store.claim(job.folder, job.visitor)
            child.write_progress(
                job.folder, child.RUNNING, done=0, total=job.total, failed=0, seconds=0.0, left=None
            )
            job.process = _process(job)
        except OSError as error:
            self._failed[job.folder] = f"The results cannot be written: {error.strerror or error}."
        except DataError as error:
            self._failed[job.folder] = str(error)
        return job.process is not None


RUNS = Runs()


def _process(job: Job) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "rankviz.lab.experiments.child", str(job.folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        env=_environment(job.asked["place"]),
    )
    assert process.stdin is not None
    with contextlib.suppress(OSError):  # the process ended at once: `tidy` notices
        process.stdin.write(json.dumps(job.asked) + "\n")
        process.stdin.flush()
    return process


def _end(job: Job) -> None:
    process = job.process
    assert process is not None and process.stdin is not None
    with contextlib.suppress(OSError):  # the process may have ended by itself
        process.stdin.close()
    try:
        process.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:  # still loading, so the process does not listen yet
        process.kill()
        process.wait()
    if child.read_progress(job.folder).get("state") == child.RUNNING:
        _say_stopped(job.folder)


def _say_stopped(folder: Path) -> None:
    status = child.read_progress(folder)
    with contextlib.suppress(OSError):
        child.write_progress(folder, **{**status, "state": child.STOPPED})


def _environment(place: str) -> dict[str, str]:
    """Return the environment of this process, with the package's folder on Python's path.

    `place` is the folder of an upload: it is all the data that the experiment can read.
    """
    here = str(Path(rankviz.__file__).parents[1])
    path = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, **({VARIABLE: place} if place else {})}


def tasks_of(source: str, seed: int) -> TaskSet:
    """Return the tasks of a SOURCE inside the data folder, or of an upload; cached for a minute.

    Raises DataError, also for an upload that this visitor may not open.
    """
    if not own_data.is_upload(source):
        return _tasks(source, seed, "")
    place = own_data.folder_of(source, RUNS.places())
    return _tasks(own_data.source_of(source), seed, str(place))


@st.cache_resource(max_entries=32, ttl=60, show_spinner=False)
def _tasks(source: str, seed: int, place: str) -> TaskSet:
    with standing_in(Path(place) if place else None):
        found = task_sets.task_set(source, seed=seed, confined=True)
    return replace(found, place=Path(place)) if place else found


def folder_of(source: str, experiment: Experiment, key: str) -> str:
    """Return the folder of an experiment, named after everything its numbers depend on, including the data's contents.

    That of an upload is named after the upload as well, so that nobody else finds its results.
    """
    return _folder(source, experiment, key, own_data.token(source) if own_data.is_upload(source) else "")


@st.cache_data(max_entries=64, ttl=60, show_spinner=False)
def _folder(source: str, _experiment: Experiment, key: str, token: str) -> str:
    described = describe(_experiment, tasks_of(source, _experiment.seed))
    if token:
        described["upload"] = token
    return str(
        store.results_root()
        / (_digest(ground(described))[:SHARED_DIGITS] + _digest(described)[: 20 - SHARED_DIGITS])
    )


def _digest(described: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()


def adopt(experiment: Experiment, tasks: TaskSet, folder: Path, visitor: str) -> None:
    """Before an experiment is run, take over these algorithms' results from experiments on the same tasks.

    If those are all results, the experiment is finished. Raises DataError or OSError; then it has to be run.
    """
    here, places = Store(folder), [place(each) for each in experiment.contenders]
    others = [
        other
        for other in folder.parent.glob(f"{folder.name[:SHARED_DIGITS]}*")
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
    child.write_progress(folder, state, done=done, total=total, failed=0, seconds=0.0, left=0.0)


@st.cache_resource(max_entries=4, show_spinner=False)
def _loaded(folder: str, finished: tuple[str, ...]) -> Results:
    return results.load(Store(folder))


def loaded(folder: Path, experiment: Experiment) -> Results | None:
    """Return the results of the tasks finished by now; None before there are any."""
    finished = tuple(Store(folder).finished(experiment.contenders))
    return _loaded(str(folder), finished) if finished else None
