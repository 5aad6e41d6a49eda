"""Finished tasks on disk, one file per task and algorithm, written completely or not at all.

A killed run loses only unfinished tasks, and another choice of algorithms finds their finished tasks.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rankviz.engine.algorithms.contenders import Contender
from rankviz.engine.algorithms.peers.peers import installed
from rankviz.engine.errors import DataError
from rankviz.engine.files import writing
from rankviz.lab.experiments.definition import Experiment, from_dict, versions
from rankviz.lab.experiments.tasks import TaskSet
from rankviz.lab.experiments.unfinished import Unfinished
from rankviz.lab.experiments.worker import Outcome, joined

SCHEMA = 1
"""The version of summary.json."""
LAYOUT = 2
"""The version of the folder's layout: 1 had one file per task."""
DESCRIPTION, TASKS = "experiment.json", "tasks"
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def unwritable(folder: Path, error: OSError) -> DataError:
    """Return the error for a folder that could not be written: Unfinished when the disk is full."""
    if error.errno in FULL:
        return Unfinished(f"the disk that holds {folder} is full", remedy="Make room there")
    return DataError(f"{folder} cannot be written: {error.strerror or error}", remedy="Choose another folder")


class Store:
    """The folder of one experiment: its description (`experiment.json`), and one file per finished task and algorithm.

    The algorithms may change from one run to the next; finished tasks of earlier ones stay.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)

    def begin(self, experiment: Experiment, tasks: TaskSet) -> None:
        """Make the folder this experiment's, or continue the experiment in it.

        Raises DataError when it holds another experiment (in more than its algorithms), other data or another
        version's, or cannot be written.
        """
        described = describe(experiment, tasks)
        try:
            (self.folder / TASKS).mkdir(parents=True, exist_ok=True)
            if (self.folder / DESCRIPTION).exists() and self._same(described):
                return
            with writing(self.folder / DESCRIPTION) as file:
                json.dump(described, file, indent=1, ensure_ascii=False)
        except OSError as error:
            found = unwritable(self.folder, error)
            raise DataError(found.what, remedy=found.remedy) from error

    def _same(self, described: dict[str, Any]) -> bool:
        """Return whether the folder's experiment has the same algorithms. Raises DataError for another experiment."""
        found = self.description()
        here, there = ground(found), ground(described)
        for name, what in (
            ("experiment", "another experiment"),
            ("data", "an experiment on other data"),
            ("versions", "results of another version of RankViz or its libraries"),
        ):
            if here.get(name) != there[name]:
                raise DataError(
                    f"{self.folder} holds {what}", remedy="Choose another folder, or remove this one"
                )
        return bool(found["experiment"] == described["experiment"])

    def description(self) -> dict[str, Any]:
        """Read the description that `begin` wrote. Raises DataError when it is missing or damaged."""
        try:
            found = json.loads((self.folder / DESCRIPTION).read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise DataError(f"{self.folder} holds no experiment", remedy="Choose its folder") from error
        except (OSError, ValueError) as error:
            raise DataError(
                f"{self.folder / DESCRIPTION} is damaged", remedy="Remove the folder and start again"
            ) from error
        if not isinstance(found, dict) or found.get("schema") != LAYOUT:
            raise DataError(
                f"{self.folder / DESCRIPTION} is of another schema: another version of RankViz wrote it",
                remedy="Choose another folder, or remove this one",
            )
        return found

    def experiment(self) -> Experiment:
        """Return the experiment of this folder. Raises DataError."""
        return from_dict(self.description()["experiment"])

    def path(self, task: str, contender: Contender) -> Path:
        """Return the file of a task and an algorithm."""
        return self.folder / TASKS / place(contender) / f"{task}.npz"

    def finished(self, contenders: Sequence[Contender] | None = None) -> list[str]:
        """Return the names of the tasks that are done with all contenders (by default the experiment's), sorted.

        Raises DataError when the folder holds no experiment.
        """
        found = self.experiment().contenders if contenders is None else contenders
        names = [{path.stem for path in (self.folder / TASKS / place(each)).glob("*.npz")} for each in found]
        return sorted(set.intersection(*names))

    def save(self, outcomes: Sequence[Outcome], contenders: Sequence[Contender]) -> None:
        """Write a finished task. Raises Unfinished when the task cannot be written; earlier files stay."""
        try:
            for outcome, contender in zip(outcomes, contenders, strict=True):
                about = json.dumps({**outcome.about(), "by": identity(contender)}, ensure_ascii=False)
                path = self.path(outcome.task, contender)
                path.parent.mkdir(parents=True, exist_ok=True)
                with writing(path, "wb") as file:
                    np.savez_compressed(file, allow_pickle=False, about=np.array(about), **outcome.arrays())
        except OSError as error:
            found = unwritable(self.folder, error)
            raise Unfinished(found.what, remedy="Make room, or let it be written") from error

    def load(self, task: str, experiment: Experiment) -> Outcome | None:
        """Load a task that is finished with all contenders, else None."""
        outcomes = [self.load_part(task, each, experiment) for each in experiment.contenders]
        found = [outcome for outcome in outcomes if outcome is not None]
        return joined(found) if len(found) == len(outcomes) else None

    def load_part(self, task: str, contender: Contender, experiment: Experiment) -> Outcome | None:
        """Load a task as one contender did it, or None when its file is missing, damaged or another task's.

        The task must then be repeated.
        """
        try:
            with self.path(task, contender).open("rb") as file, np.load(file, allow_pickle=False) as found:
                about = json.loads(str(found["about"]))
                by = about.pop("by")
                outcome = Outcome(**about, **{name: found[name] for name in found.files if name != "about"})
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
            return None
        fits = outcome.task == task and by == identity(contender) and outcome.fits(experiment, 1)
        return outcome if fits else None

    def take_from(self, other: Store, contenders: Sequence[Contender]) -> int:
        """Take over these contenders' files from another folder of the same ground; return their number.

        The files are shared by both folders where the disk can do that, so they take no room twice. Raises OSError.
        """
        taken = 0
        for contender in contenders:
            here = self.folder / TASKS / place(contender)
            for path in (other.folder / TASKS / place(contender)).glob("*.npz"):
                if (here / path.name).exists():
                    continue
                here.mkdir(parents=True, exist_ok=True)
                with contextlib.suppress(
                    FileNotFoundError, FileExistsError
                ):  # the file is gone, or another process was faster
                    _share(path, here / path.name)
                    taken += 1
        return taken


def _share(path: Path, target: Path) -> None:
    try:
        os.link(path, target)
    except FileExistsError:
        raise
    except OSError:  # not on this disk
        with writing(target, "wb") as file, path.open("rb") as found:
            shutil.copyfileobj(found, file)


def identity(contender: Contender) -> dict[str, Any]:
    """Return everything a contender's numbers depend on."""
    found: dict[str, Any] = {"algorithm": contender.algorithm, "params": contender.params}
    library = installed(contender.algorithm)
    return {**found, "library": library} if library else found


def place(contender: Contender) -> str:
    """Return the folder of a contender's tasks: the algorithm, and a digest of the parameters."""
    text = json.dumps(identity(contender), sort_keys=True)
    return f"{contender.algorithm}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"


def ground(described: dict[str, Any]) -> dict[str, Any]:
    """Return what the numbers of every algorithm depend on: the description without algorithms, and without words."""
    experiment = described.get("experiment")
    rest = {k: v for k, v in experiment.items() if k != "algorithms"} if isinstance(experiment, dict) else {}
    data = described.get("data")
    known = {k: v for k, v in data.items() if k != "selected"} if isinstance(data, dict) else {}
    return {**described, "experiment": rest, "data": known}


def describe(experiment: Experiment, tasks: TaskSet) -> dict[str, Any]:
    """Return everything the numbers depend on, for `experiment.json`."""
    return {
        "schema": LAYOUT,
        "experiment": experiment.as_dict(),
        "data": {
            "title": tasks.title,
            "tasks": [task.name for task in tasks.tasks],
            "files": tasks.fingerprints(),
            **({"selected": tasks.selected} if tasks.selected else {}),
        },
        "versions": versions(),
    }
