"""Graded data as LETOR files, and cut into folds like LETOR's own: Fold1/train.txt, vali.txt, test.txt …"""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from rankviz.engine.data.folds import draw
from rankviz.engine.data.letor.fold_files import PARTS
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError

_ID = re.compile(r"-?\d{1,18}", re.ASCII)


def fold_files(problem: Problem, k: int = 5, seed: int = 0) -> Iterator[tuple[str, bytes]]:
    """Cut graded data into k folds by query; yield the files as (path, contents): Fold1/train.txt and so on.

    In fold f part f tests, part f + 1 validates and the k − 2 others train, as in LETOR. Where fewer than k queries
    hold critical pairs, items are cut. Raises DataError for pairs given one by one, and for data too small.
    """
    if problem.grades is None or problem.explicit:
        raise DataError("LETOR files hold grades, not single pairs", remedy="Give data with grades")
    ids = _query_ids(problem.query_ids)
    for f, fold in enumerate(draw(problem, k, seed, salt=0), start=1):
        for name, part in zip(PARTS, (fold.training, fold.validation, fold.test), strict=True):
            text = "".join(lines(part, [ids[query] for query in part.query_ids]))
            yield f"Fold{f}/{name}", text.encode()


def lines(problem: Problem, query_ids: Sequence[str]) -> Iterator[str]:
    """Yield the lines of graded data, an item each, every value exact and NULL where it is missing."""
    for i in np.argsort(problem.qid, kind="stable").tolist():
        cells = [f"{j}:{_number(value)}" for j, value in enumerate(problem.X[i].tolist(), start=1)]
        name = problem.item_ids[i]
        docid = f" #docid = {name}" if re.fullmatch(r"[^\s#=]+", name) else ""
        grade, query = _number(float(problem.known_grades[i])), query_ids[problem.qid[i]]
        yield f"{grade} qid:{query} {' '.join(cells)}{docid}\n"


def _query_ids(names: Sequence[str]) -> dict[str, str]:
    """Return each query's number in the files: its name where all names are numbers, else its place from 1."""
    if all(_ID.fullmatch(name) for name in names):
        return {name: name for name in names}
    return {name: str(place) for place, name in enumerate(names, start=1)}


def _number(value: float) -> str:
    if np.isnan(value):
        return "NULL"
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else repr(value)
