"""Ranking tasks and task sets of an experiment, and their loading."""

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

from rankviz.engine.data import letor, sources
from rankviz.engine.data.fold_choice import salt
from rankviz.engine.data.folder import find
from rankviz.engine.data.folds import Fold, draw
from rankviz.engine.data.letor.fold_files import PARTS, same_features
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError


@dataclass(frozen=True)
class Task:
    """One ranking task.

    Attributes
    ----------
    name : unique in its set; in file names and tables.
    source : the SOURCE that loads the task alone, in Watch too.
    work : the approximate number of critical pairs, to estimate the time it takes.
    query : the query to select from the file of `source`; None loads the whole `source`.
    parts : paths of the training, validation and test file, when the folds are specified.
    confined : files are read only inside RANKVIZ_DATA_DIR, like everything in the app; travels with the task
        to worker processes.
    """

    name: str
    source: str
    work: float = 1.0
    query: str | None = None
    parts: tuple[str, ...] = ()
    confined: bool = False

    def load(self, seed: int = 0) -> Problem:
        """Load the whole problem. Raises DataError."""
        if self.query is None:
            return sources.load(self.source, seed=seed, confined=self.confined)
        parts = sources.parse(self.source)
        path = find(parts.target, confined=self.confined)
        named = parts.options.get("query_file")
        query_file = str(find(named, confined=self.confined, beside=path)) if named else None
        stamps = tuple(_stamp(str(each)) for each in (path, *letor.companions(path, query_file)))
        whole = _file(str(path), query_file, stamps)
        query = whole.query_ids.index(self.query)
        return whole.subset(np.flatnonzero(whole.qid == query))

    def folds(self, k: int, seed: int, problem: Problem | None = None) -> list[Fold]:
        """Return the task's folds: those specified, else k drawn ones. `problem` saves loading it. Raises DataError."""
        if self.parts:
            paths = [find(part, confined=self.confined) for part in self.parts]
            return [Fold(*same_features([letor.read(path) for path in paths]))]
        return draw(self.load(seed) if problem is None else problem, k, seed, salt(self.name))


@dataclass(frozen=True)
class TaskSet:
    """The tasks of an experiment, in the order of its tables; `files` are the data files they come from.

    `selected` says how many of all tasks these are and why the others are left out: "20 of 157 queries; 137 have fewer
    than 100 pairs"; "" when they are all. `place` is the folder that replaces the data folder, for an upload.
    """

    title: str
    tasks: tuple[Task, ...]
    files: tuple[Path, ...] = ()
    notes: tuple[str, ...] = field(default=())
    selected: str = ""
    place: Path | None = None

    def fingerprints(self) -> dict[str, str]:
        """Return file name → the first 16 digits of its SHA-256, to notice other data under the same name."""
        return {path.name if len(self.files) < 4 else str(path): _digest(path) for path in self.files}


def select(work: np.ndarray, *, least: float = 0.0, most: float = np.inf, limit: int = 0) -> np.ndarray:
    """Select tasks by work (N,): return the rising positions of those with `least` to `most`.

    With a limit, the largest tasks are selected; of equal ones the first.
    """
    chosen = np.flatnonzero((work >= least) & (work <= most))
    if limit and len(chosen) > limit:
        chosen = np.sort(chosen[np.argsort(-work[chosen], kind="stable")[:limit]])
    return chosen


def fold_folders(path: Path, *, confined: bool = False) -> list[Path]:
    """Return the folders Fold1, Fold2, … under a LETOR folder (or the folder itself) that hold a whole fold.

    With `confined`, raise DataError for a file outside RANKVIZ_DATA_DIR, links followed.
    """
    try:
        places = [path, *sorted(each for each in path.iterdir() if each.is_dir())]
        found = [place for place in places if all((place / part).is_file() for part in PARTS)]
    except OSError as error:
        raise DataError(
            f"the folder cannot be read ({error.strerror})", file=path.name, remedy="Check the path"
        ) from error
    for place in found if confined else ():
        for part in PARTS:
            find(str((place / part).absolute()), confined=True)
    return found


@lru_cache(maxsize=2)
def _file(path: str, query_file: str | None, stamps: tuple[tuple[int, int], ...]) -> Problem:
    """Load a whole LETOR file, cached for its next query."""
    return letor.read(path, query_file=query_file)


def _stamp(path: str) -> tuple[int, int]:
    try:
        found = Path(path).stat()
    except OSError:
        return 0, 0  # reading it will report what is wrong
    return found.st_mtime_ns, found.st_size


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()[:16]
    except OSError as error:
        raise DataError(
            f"the file cannot be read ({error.strerror})", file=path.name, remedy="Check the path"
        ) from error
