"""An experiment in a process of its own, for the app: `python -m rankviz.experiments.child FOLDER`.

The first line of its input is the experiment. It ends when its input does: when the app closes it to stop, or dies.
How far it is stands in FOLDER/progress.json; finished tasks stay, so that another start goes on from there.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rankviz.errors import DataError
from rankviz.experiments.store import Store
from rankviz.files import writing

PROGRESS = "progress.json"
RUNNING, FINISHED, STOPPED, FAILED = "running", "finished", "stopped", "failed"


def read_progress(folder: Path) -> dict[str, Any]:
    """What a child told last: `state`, and `done`, `total`, `failed`, `seconds`, `left`, or `why`. Empty before."""
    try:
        found = json.loads((folder / PROGRESS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def tell(folder: Path, state: str, **values: object) -> None:
    """Write how far it is."""
    with writing(folder / PROGRESS) as file:
        json.dump({"state": state, **values}, file)


def main(folder: Path) -> int:
    """Run the experiment that the first line of the input describes."""
    asked = json.loads(sys.stdin.readline())
    folder.mkdir(parents=True, exist_ok=True)
    threading.Thread(target=_end_with_input, args=(folder,), name="rankviz-input", daemon=True).start()
    try:
        _run(folder, asked)
    except DataError as error:
        tell(folder, FAILED, why=str(error))
        return 2
    except Exception:
        tell(
            folder,
            FAILED,
            why="The experiment ended in an error of the program; the server's log says which.",
        )
        raise
    return 0


def _run(folder: Path, asked: dict[str, Any]) -> None:
    from rankviz.experiments import report, results, summary, task_sets
    from rankviz.experiments.definition import from_dict
    from rankviz.experiments.running import Progress, run

    experiment = from_dict(asked["experiment"])
    tasks = task_sets.task_set(experiment.source, seed=experiment.seed, confined=True)
    store = Store(folder)

    def watch(progress: Progress) -> bool:
        tell(folder, RUNNING, **asdict(progress))
        return True

    run(experiment, tasks, store, jobs=int(asked["jobs"]), watch=watch)
    found = results.load(store)
    summary.write(found, store)
    if found.outcomes:
        report.write(found, store)
    tell(
        folder, FINISHED, done=found.total, total=found.total, failed=len(found.failed), seconds=0.0, left=0.0
    )


def _end_with_input(folder: Path) -> None:
    """Wait for the end of the input, and end at once: what is finished is on disk, and no more is asked for."""
    sys.stdin.read()
    last = read_progress(folder)
    if last.get("state") == RUNNING:
        tell(folder, STOPPED, **{name: value for name, value in last.items() if name != "state"})
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
