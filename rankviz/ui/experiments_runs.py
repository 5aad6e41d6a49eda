"""Experiments that run on this server: one process each, found by its folder, shared by all visitors."""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import streamlit as st

import rankviz
from rankviz.errors import DataError
from rankviz.experiments import child, results, task_sets
from rankviz.experiments.definition import Experiment
from rankviz.experiments.results import Results
from rankviz.experiments.store import DESCRIPTION, Store, describe
from rankviz.experiments.tasks import TaskSet
from rankviz.user_cache import user_cache

AT_ONCE = 2
"""Experiments that run at the same time; more would only make each other slow."""

PATIENCE = 3.0
"""Seconds a process has to end by itself; its files are whole at any moment."""

KEPT = 40
"""Experiments whose results stay on the server."""

NAME = re.compile("[0-9a-f]{20}")

FEW_ROUNDS = 40_000
"""Rounds in all up to which one process is faster than several, which take two seconds to start."""


class Runs:
    """The processes by folder."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._processes: dict[Path, subprocess.Popen[str]] = {}
        atexit.register(self.stop_all)

    def running(self, folder: Path) -> bool:
        """Whether a process works on that folder."""
        with self._lock:
            process = self._processes.get(folder)
            if process is not None and process.poll() is not None:
                del self._processes[folder]
                process = None
            return process is not None

    def start(self, experiment: Experiment, tasks: TaskSet, folder: Path) -> None:
        """Begin, or go on with, an experiment. Raises DataError when enough are running."""
        if self.running(folder):
            return
        with self._lock:
            self._processes = {key: each for key, each in self._processes.items() if each.poll() is None}
            if len(self._processes) >= AT_ONCE:
                raise DataError(
                    f"{AT_ONCE} experiments are running on this server", remedy="Wait until one is done"
                )
            _make_room(folder.parent, set(self._processes))
            folder.mkdir(parents=True, exist_ok=True)
            process = subprocess.Popen(
                [sys.executable, "-m", "rankviz.experiments.child", str(folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                text=True,
                env=_environment(),
            )
            rounds = len(tasks.tasks) * experiment.folds * len(experiment.contenders) * experiment.rounds
            asked = {"experiment": experiment.as_dict(), "jobs": 1 if rounds <= FEW_ROUNDS else -1}
            assert process.stdin is not None
            process.stdin.write(json.dumps(asked) + "\n")
            process.stdin.flush()
            self._processes[folder] = process
            child.tell(
                folder, child.RUNNING, done=0, total=len(tasks.tasks), failed=0, seconds=0.0, left=None
            )

    def stop(self, folder: Path) -> None:
        """Stop the process of that folder; its finished tasks stay."""
        with self._lock:
            process = self._processes.pop(folder, None)
        if process is not None:
            assert process.stdin is not None
            with contextlib.suppress(OSError):  # it may have ended by itself
                process.stdin.close()
            try:
                process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:  # still loading, so it does not listen yet
                process.kill()
                process.wait()

    def stop_all(self) -> None:
        """Stop everything, when the server ends."""
        for folder in list(self._processes):
            self.stop(folder)

    def state(self, folder: Path) -> dict[str, Any]:
        """How far an experiment is (see `child.read_progress`); one whose process has gone is stopped."""
        alive = self.running(folder)
        told = child.read_progress(folder)
        if told.get("state") == child.RUNNING and not alive:
            told["state"] = child.STOPPED
        return told


RUNS = Runs()


def _environment() -> dict[str, str]:
    """This process's environment, in which Python finds the package where this process found it."""
    here = str(Path(rankviz.__file__).parents[1])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")]))}


def _make_room(root: Path, used: set[Path]) -> None:
    """Remove the oldest results that this server made, beyond those it keeps."""
    made = [path.parent for path in root.glob(f"*/{DESCRIPTION}") if NAME.fullmatch(path.parent.name)]
    made.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in made[KEPT:]:
        if folder not in used:
            shutil.rmtree(folder, ignore_errors=True)


@st.cache_resource(max_entries=32, ttl=60, show_spinner=False)
def tasks_of(source: str, seed: int) -> TaskSet:
    """The tasks of a SOURCE inside the data folder, looked up again after a minute. Raises DataError."""
    return task_sets.task_set(source, seed=seed, confined=True)


@st.cache_data(max_entries=64, ttl=60, show_spinner=False)
def folder_of(source: str, _experiment: Experiment, key: str) -> str:
    """The folder of an experiment: named after everything its numbers depend on, the data's contents too."""
    described = describe(_experiment, tasks_of(source, _experiment.seed))
    digest = hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()[:20]
    return str(results_root() / digest)


def results_root() -> Path:
    """Where this server keeps results: RANKVIZ_RESULTS_DIR, else the user's cache, else the temporary folder."""
    wish = os.environ.get("RANKVIZ_RESULTS_DIR")
    places = [Path(wish)] if wish else []
    home = user_cache()
    places += [home / "rankviz-experiments"] if home else []
    for place in [*places, Path(tempfile.gettempdir()) / "rankviz-experiments"]:
        try:
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                return place
        except OSError:
            continue
    raise DataError("No folder for results can be written", remedy="Set RANKVIZ_RESULTS_DIR to one that can")


@st.cache_resource(max_entries=4, show_spinner=False)
def _loaded(folder: str, finished: tuple[str, ...]) -> Results:
    return results.load(Store(folder))


def loaded(folder: Path) -> Results | None:
    """The results of the tasks that are finished by now; None before there are any."""
    finished = tuple(Store(folder).finished())
    return _loaded(str(folder), finished) if finished else None
