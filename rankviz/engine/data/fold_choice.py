"""One fold of a task as text, for links and the command line: ``2/5:user-13`` is the second of its five folds.

``specified`` is the fold that a folder's own files form: its test file is held out.
"""

import re
import zlib
from dataclasses import dataclass
from pathlib import Path

from rankviz.engine.data import sources
from rankviz.engine.data.folder import data_dir, find
from rankviz.engine.data.folds import MAX_FOLDS, SPECIFIED, draw
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError, shown

FORM = re.compile(r"(?P<number>[0-9]{1,3})/(?P<count>[0-9]{1,3})(:(?P<task>[A-Za-z0-9._~-]{1,80}))?")


@dataclass(frozen=True)
class FoldChoice:
    """The fold `number`, from 1, of `count`, as an experiment draws them for a task of that name.

    The task's name enters the draw, so that two tasks of the same size have different folds.
    """

    number: int
    count: int
    task: str = ""

    @property
    def text(self) -> str:
        """The fold as text, which :func:`read` reads back."""
        return f"{self.number}/{self.count}" + (f":{self.task}" if self.task else "")

    @property
    def words(self) -> str:
        """The number of the fold, in a sentence."""
        task = f" of {self.task}" if self.task else ""
        return (
            f"Fold {self.number} of {self.count}{task}, as in the experiment: its test part is held out, and the part "
            "that chose the round is left aside."
        )

    def split(self, problem: Problem, seed: int, positive: float | None = None) -> tuple[Problem, Problem]:
        """(training part, test part) of the fold; its validation part, which chose the round, is in neither.

        With `positive`, items of this grade or more are separated from the rest. Raises DataError when the problem is
        too small for so many folds.
        """
        problem = problem if positive is None else problem.two_grades(positive)
        fold = draw(problem, self.count, seed, salt(self.task))[self.number - 1]
        return fold.training, fold.test


@dataclass(frozen=True)
class SpecifiedFold:
    """The fold of a problem that was read from `train.txt`: `test.txt` in the same folder is held out."""

    text = SPECIFIED
    words = (
        "The fold of these files, as in the experiment: the test file is held out, and the validation file, which "
        "chose the round, is left aside."
    )

    def split(self, problem: Problem, seed: int, positive: float | None = None) -> tuple[Problem, Problem]:
        """(the problem, the test file's), with the same features; `positive` as for a fold that is drawn.

        Raises DataError when the problem is not the training file of such a fold.
        """
        from rankviz.engine.data.letor.fold_files import read_fold  # imports pandas

        training, test = read_fold(_file_of(problem), problem)
        if positive is not None:
            return training.two_grades(positive), test.two_grades(positive)
        return training, test


AnyFold = FoldChoice | SpecifiedFold


def _file_of(problem: Problem) -> Path:
    """Return the file that a problem was read from: in the data folder, as for a link, before the working folder."""
    scheme, _, _ = problem.source.partition(":")
    if scheme != "letor":
        raise DataError("These data come without fold files", remedy="Give the train.txt of a LETOR fold")
    target, folder = sources.parse(problem.source).target, data_dir()
    return folder / target if folder and (folder / target).is_file() else find(target)


def salt(task: str) -> int:
    """The salt that a task's name adds to the seed of its folds."""
    return zlib.crc32(task.encode())


def read(text: str) -> AnyFold:
    """Return the fold that a text names. Raises DataError for any other text."""
    if text == SPECIFIED:
        return SpecifiedFold()
    found = FORM.fullmatch(text)
    number, count = (int(found["number"]), int(found["count"])) if found else (0, 0)
    if found is None or not 3 <= count <= MAX_FOLDS or not 1 <= number <= count:
        raise DataError(
            f"{shown(text, 60)} is not a fold",
            remedy=f"Write it as NUMBER/FOLDS:TASK, such as 2/5:user-13, with 3 to {MAX_FOLDS} folds",
        )
    return FoldChoice(number, count, found["task"] or "")
