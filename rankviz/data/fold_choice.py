"""One fold of a task as text, for links and the command line: ``2/5:user-13`` is the second of its five folds."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass

from rankviz.data.folds import MAX_FOLDS, draw
from rankviz.data.problem import Problem
from rankviz.errors import DataError, shown

FORM = re.compile(r"(?P<number>[0-9]{1,3})/(?P<count>[0-9]{1,3})(:(?P<task>[A-Za-z0-9._~-]{1,80}))?")


@dataclass(frozen=True)
class FoldChoice:
    """The fold `number`, from 1, of `count`, as an experiment draws them for a task of that name.

    The task's name goes into the draw, so that two tasks of the same size have folds of their own.
    """

    number: int
    count: int
    task: str = ""

    @property
    def text(self) -> str:
        """The fold as :func:`read` reads it."""
        return f"{self.number}/{self.count}" + (f":{self.task}" if self.task else "")

    def split(self, problem: Problem, seed: int) -> tuple[Problem, Problem]:
        """(training part, test part) of the fold; its validation part, which chose the round, is in neither.

        Raises DataError when the problem is too small for so many folds.
        """
        fold = draw(problem, self.count, seed, salt(self.task))[self.number - 1]
        return fold.training, fold.test


def salt(task: str) -> int:
    """What a task's name brings into the draw of its folds."""
    return zlib.crc32(task.encode())


def read(text: str) -> FoldChoice:
    """The fold of a text. Raises DataError when it says something else."""
    found = FORM.fullmatch(text)
    number, count = (int(found["number"]), int(found["count"])) if found else (0, 0)
    if found is None or not 3 <= count <= MAX_FOLDS or not 1 <= number <= count:
        raise DataError(
            f"{shown(text, 60)} is no fold",
            remedy=f"Write it as NUMBER/FOLDS:TASK, such as 2/5:user-13, with 3 to {MAX_FOLDS} folds",
        )
    return FoldChoice(number, count, found["task"] or "")
