"""A fold whose three files are in one folder, as LETOR's own folds are."""

from pathlib import Path

import numpy as np

from rankviz.engine.data.letor.reader import read
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError

PARTS = ("train.txt", "vali.txt", "test.txt")
"""The files of a specified fold of LETOR: training, validation, test."""


def read_fold(path: Path, training: Problem) -> tuple[Problem, Problem]:
    """(training part, test part) of the fold whose training file, at `path`, `training` was read from.

    Both have the features of all three files. Raises DataError where `path` is not such a file, where that file now
    holds other data, and where another file of the fold is missing or, links followed, is in another folder: all files
    of a fold must be in one folder that may be read.
    """
    paths = [path.with_name(part) for part in PARTS]
    try:
        inside = path.name == PARTS[0] and len({each.resolve(strict=True).parent for each in paths}) == 1
    except OSError:
        inside = False
    if not inside:
        raise DataError(
            f"{path.name} is not the training file of a fold", remedy=f"Give a folder with {', '.join(PARTS)}"
        )
    if read(path, spec=training.source).identity != training.identity:
        raise DataError("The data are not all that train.txt holds now", remedy="Load the whole file again")
    training, _, test = same_features([training, *map(read, paths[1:])])
    return training, test


def same_features(problems: list[Problem]) -> list[Problem]:
    """Give LETOR problems the same features: an index that a file does not have is 0, as svmlight defines."""
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
                item_labels=problem.item_labels,
                source=problem.source,
                title=problem.title,
                notes=problem.notes,
            )
    return problems
