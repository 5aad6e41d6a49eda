"""Task sets: which ranking tasks a SOURCE of an experiment holds, and how each is loaded."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

from rankviz import sources
from rankviz.datasets import letor
from rankviz.errors import DataError
from rankviz.experiments.folds import Fold, draw
from rankviz.problem import Problem

PARTS = ("train.txt", "vali.txt", "test.txt")
"""The files of a specified fold of LETOR: training, validation, test."""


@dataclass(frozen=True)
class Task:
    """One ranking task.

    Attributes
    ----------
    name : unique in its set; in file names and tables.
    source : the SOURCE that loads it alone, in Watch too.
    work : about how many critical pairs it has, to foretell how long it takes.
    query : the query to take out of the file of `source`; None loads `source` as it is.
    parts : paths of the training, validation and test file, when the folds are specified.
    """

    name: str
    source: str
    work: float = 1.0
    query: str | None = None
    parts: tuple[str, ...] = ()

    def load(self, seed: int = 0) -> Problem:
        """The whole problem. Raises DataError."""
        if self.query is None:
            return sources.load(self.source, seed=seed)
        parts = sources.parse(self.source)
        path = str(sources.find(parts.target))
        named = parts.options.get("query_file")
        query_file = str(sources.find(named, beside=Path(path))) if named else None
        stamps = tuple(_stamp(str(each)) for each in (path, *letor.companions(path, query_file)))
        whole = _file(path, query_file, stamps)
        query = whole.query_ids.index(self.query)
        return whole.subset(np.flatnonzero(whole.qid == query))

    def folds(self, k: int, seed: int, problem: Problem | None = None) -> list[Fold]:
        """Its folds: those specified, else k drawn ones. `problem` saves loading it. Raises DataError."""
        if self.parts:
            return [Fold(*same_features([letor.read(Path(part)) for part in self.parts]))]
        return draw(self.load(seed) if problem is None else problem, k, seed, zlib.crc32(self.name.encode()))


@dataclass(frozen=True)
class TaskSet:
    """The tasks of an experiment, in the order of its tables; `files` are the data files they come from."""

    title: str
    tasks: tuple[Task, ...]
    files: tuple[Path, ...] = ()
    notes: tuple[str, ...] = field(default=())

    def fingerprints(self) -> dict[str, str]:
        """File name → the first 16 digits of its SHA-256, to tell other data under the same name."""
        return {path.name if len(self.files) < 4 else str(path): _digest(path) for path in self.files}


def same_features(problems: list[Problem]) -> list[Problem]:
    """LETOR problems brought to the same features: an index that a file does not have is 0, as svmlight says."""
    names = max((problem.feature_names for problem in problems), key=len)
    for i, problem in enumerate(problems):
        missing = len(names) - problem.n_features
        if problem.feature_names != names[: problem.n_features]:
            raise DataError(
                "the files of a fold number their features differently",
                file=problem.title,
                remedy="Use files of one data set",
            )
        if missing:
            problems[i] = Problem.from_arrays(
                np.pad(problem.X, ((0, 0), (0, missing))),
                problem.grades,
                problem.qid,
                query_ids=problem.query_ids,
                feature_names=names,
                item_ids=problem.item_ids,
            )
    return problems


def select(tasks: list[Task], *, least: float = 0.0, most: float = np.inf, limit: int = 0) -> list[Task]:
    """The tasks with `least` to `most` critical pairs; with a limit the largest of them, in their old order."""
    kept = [task for task in tasks if least <= task.work <= most]
    if limit and len(kept) > limit:
        largest = sorted(range(len(kept)), key=lambda i: -kept[i].work)[:limit]
        kept = [kept[i] for i in sorted(largest)]
    return kept


def fold_folders(path: Path) -> list[Path]:
    """The folders Fold1, Fold2, … under a LETOR folder (or the folder itself) that hold a whole fold."""
    places = [path, *sorted(each for each in path.iterdir() if each.is_dir())]
    return [place for place in places if all((place / part).is_file() for part in PARTS)]


@lru_cache(maxsize=2)
def _file(path: str, query_file: str | None, stamps: tuple[tuple[int, int], ...]) -> Problem:
    """A whole LETOR file, kept for the next query of it."""
    return letor.read(path, query_file=query_file)


def _stamp(path: str) -> tuple[int, int]:
    try:
        found = Path(path).stat()
    except OSError:
        return 0, 0  # reading it will say what is wrong
    return found.st_mtime_ns, found.st_size


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    for block in _blocks(path):
        digest.update(block)
    return digest.hexdigest()[:16]


def _blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            yield block
