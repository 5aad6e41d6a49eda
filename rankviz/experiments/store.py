"""Finished tasks on disk: each is written whole or not at all, so that a killed run loses only what was under way."""

from __future__ import annotations

import errno
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from rankviz.errors import DataError
from rankviz.experiments.definition import Experiment, from_dict, versions
from rankviz.experiments.tasks import TaskSet
from rankviz.experiments.unfinished import Unfinished
from rankviz.experiments.worker import Outcome
from rankviz.files import writing

SCHEMA = 1
DESCRIPTION, TASKS = "experiment.json", "tasks"
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def unwritable(folder: Path, error: OSError) -> DataError:
    """The sentence for a folder that could not be written: Unfinished when it is only full."""
    if error.errno in FULL:
        return Unfinished(f"the disk that holds {folder} is full", remedy="Make room there")
    return DataError(f"{folder} cannot be written: {error.strerror or error}", remedy="Choose another folder")


class Store:
    """The folder of one experiment: what it is (`experiment.json`), and one file a finished task."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)

    def begin(self, experiment: Experiment, tasks: TaskSet) -> None:
        """Make the folder this experiment's, or go on with it.

        Raises DataError when it holds another experiment, other data or another version's, or cannot be written.
        """
        described = describe(experiment, tasks)
        try:
            (self.folder / TASKS).mkdir(parents=True, exist_ok=True)
            if (self.folder / DESCRIPTION).exists():
                self._same(described)
                return
            with writing(self.folder / DESCRIPTION) as file:
                json.dump(described, file, indent=1, ensure_ascii=False)
        except OSError as error:
            found = unwritable(self.folder, error)
            raise DataError(found.what, remedy=found.remedy) from error

    def _same(self, described: dict[str, Any]) -> None:
        found = self.description()
        for name, what in (
            ("experiment", "another experiment"),
            ("data", "an experiment on other data"),
            ("versions", "results of another version of RankViz or its libraries"),
        ):
            if found.get(name) != described[name]:
                raise DataError(
                    f"{self.folder} holds {what}", remedy="Choose another folder, or remove this one"
                )

    def description(self) -> dict[str, Any]:
        """What `begin` wrote. Raises DataError when it is not there or damaged."""
        try:
            found = json.loads((self.folder / DESCRIPTION).read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise DataError(f"{self.folder} holds no experiment", remedy="Choose its folder") from error
        except (OSError, ValueError) as error:
            raise DataError(
                f"{self.folder / DESCRIPTION} is damaged", remedy="Remove the folder and start again"
            ) from error
        if not isinstance(found, dict) or found.get("schema") != SCHEMA:
            raise DataError(
                f"{self.folder / DESCRIPTION} is of another schema", remedy="Remove the folder, or start anew"
            )
        return found

    def experiment(self) -> Experiment:
        """The experiment of this folder. Raises DataError."""
        return from_dict(self.description()["experiment"])

    def path(self, task: str) -> Path:
        """The file of a task."""
        return self.folder / TASKS / f"{task}.npz"

    def finished(self) -> list[str]:
        """Names of the tasks that are done, sorted."""
        return sorted(path.stem for path in (self.folder / TASKS).glob("*.npz"))

    def save(self, outcome: Outcome) -> None:
        """Keep a finished task. Raises Unfinished when it cannot be written; what is there stays."""
        about = np.array(json.dumps(outcome.about(), ensure_ascii=False))
        try:
            with writing(self.path(outcome.task), "wb") as file:
                np.savez_compressed(file, allow_pickle=False, about=about, **outcome.arrays())
        except OSError as error:
            found = unwritable(self.folder, error)
            raise Unfinished(found.what, remedy="Make room, or let it be written") from error

    def load(self, task: str, experiment: Experiment) -> Outcome | None:
        """A finished task, or None when it is not there or its file is damaged or another task's or experiment's.

        Then it is to be done again.
        """
        try:
            with self.path(task).open("rb") as file, np.load(file, allow_pickle=False) as found:
                about = json.loads(str(found["about"]))
                outcome = Outcome(**about, **{name: found[name] for name in found.files if name != "about"})
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
            return None
        return outcome if outcome.task == task and outcome.fits(experiment) else None


def describe(experiment: Experiment, tasks: TaskSet) -> dict[str, Any]:
    """All that the numbers depend on, for `experiment.json`."""
    return {
        "schema": SCHEMA,
        "experiment": experiment.as_dict(),
        "data": {
            "title": tasks.title,
            "tasks": [task.name for task in tasks.tasks],
            "files": tasks.fingerprints(),
        },
        "versions": versions(),
    }
