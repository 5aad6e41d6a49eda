"""An experiment in a separate process, for the app: `python -m rankviz.lab.experiments.child FOLDER`.

The first line of the input is the experiment. The process ends when its input does (when the app closes it to stop, or
dies) or when its time is over. Its progress is in FOLDER/progress.json, which is touched every `BEAT` seconds;
finished tasks stay, so that another start continues from there.
"""

import contextlib
import json
import os
import sys
import threading
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rankviz.engine.errors import DataError
from rankviz.engine.files import writing
from rankviz.lab.experiments.store import FULL, Store, unwritable

PROGRESS = "progress.json"
RUNNING, FINISHED, STOPPED, FAILED = "running", "finished", "stopped", "failed"

BEAT = 10.0
"""Seconds between two heartbeats."""

NICE = 5
"""The niceness of an experiment, so that the pages of all visitors come first."""

FAULT = "The experiment ended in an error of the program; the server's log says which."

_WRITING = threading.Lock()
"""Held while progress is written, and never released by the thread that ends the process: its entry is the last."""

NO_ROOM = 3
"""The exit code when the disk is so full that not even the reason can be written."""


def read_progress(folder: Path) -> dict[str, Any]:
    """Read a child's last progress: `state`, and `done`, `total`, `failed`, `seconds`, `left`, or `why`; {} before."""
    try:
        found = json.loads((folder / PROGRESS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write_progress(folder: Path, state: str, **values: object) -> None:
    """Write the state and the progress of the experiment."""
    with writing(folder / PROGRESS) as file:
        json.dump({"state": state, **values}, file)


def main(folder: Path) -> int:
    """Run the experiment that the first line of the input describes."""
    asked = json.loads(sys.stdin.readline())
    if hasattr(os, "nice"):
        os.nice(NICE)  # its workers inherit it
    folder.mkdir(parents=True, exist_ok=True)
    for target, given in ((_end_with_input, (folder,)), (_end_in_time, (folder, float(asked["hours"])))):
        threading.Thread(target=target, args=given, daemon=True).start()
    fault: Exception | None = None
    try:
        _run(folder, asked)
        return 0
    except DataError as error:
        why = str(error)
    except OSError as error:
        why, fault = (str(unwritable(folder, error)), None) if error.errno in FULL else (FAULT, error)
    except Exception as error:
        why, fault = FAULT, error
    try:
        write_progress(folder, FAILED, **_last(folder), why=why)
    except OSError:
        return NO_ROOM
    if fault is not None:
        raise fault
    return 2


def _last(folder: Path) -> dict[str, Any]:
    """Return the last progress, without the state."""
    return {name: value for name, value in read_progress(folder).items() if name not in ("state", "why")}


def _run(folder: Path, asked: dict[str, Any]) -> None:
    from rankviz.lab.experiments import task_sets
    from rankviz.lab.experiments.definition import from_dict
    from rankviz.lab.experiments.evaluation import results, summary
    from rankviz.lab.experiments.reporting import report
    from rankviz.lab.experiments.running import Progress, run

    experiment = from_dict(asked["experiment"])
    tasks = task_sets.task_set(experiment.source, seed=experiment.seed, confined=bool(asked["confined"]))
    store = Store(folder)

    def watch(progress: Progress) -> bool:
        with _WRITING:
            write_progress(folder, RUNNING, **asdict(progress))
        return True

    run(experiment, tasks, store, jobs=int(asked["jobs"]), watch=watch)
    found = results.load(store)
    summary.write(found, store)
    if found.outcomes:
        report.write(found, store)
    write_progress(
        folder, FINISHED, done=found.total, total=found.total, failed=len(found.failed), seconds=0.0, left=0.0
    )


def _end_with_input(folder: Path) -> None:
    """Wait for the end of the input, and end the process at once: finished tasks are on disk."""
    sys.stdin.read()
    _end(folder)


def _end_in_time(folder: Path, hours: float) -> None:
    """Touch the progress file every `BEAT` seconds until the time is over, and end the process."""
    from rankviz.lab.experiments.reporting.text import duration

    end = time.monotonic() + 3600 * hours
    while (left := end - time.monotonic()) > 0:
        time.sleep(min(left, BEAT))
        with contextlib.suppress(OSError):
            os.utime(folder / PROGRESS)
    _end(
        folder,
        why=f"It was stopped after {duration(3600 * hours)}, the longest that an experiment may run on this server. "
        "What is finished is kept; it can continue from there, after those that wait.",
    )


def _end(folder: Path, **why: str) -> None:
    _WRITING.acquire()
    with contextlib.suppress(OSError):
        if read_progress(folder).get("state") == RUNNING:
            write_progress(folder, STOPPED, **_last(folder), **why)
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
