"""The effort of an experiment, estimated from its definition: steps of computing, and bytes of results."""

import contextlib
from functools import lru_cache

from rankviz.engine.data import sources
from rankviz.engine.errors import DataError
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.tasks import TaskSet

SAMPLES = 5
"""Synthetic tasks made to estimate their size."""

REPORT = 3_000_000
"""Bytes of the report, its figures and tables, and the summary: most of it is for the figures."""


def steps(experiment: Experiment, tasks: TaskSet) -> float:
    """Estimate the steps of all tasks together: the size of a task for each fold, algorithm and round.

    The size of a task is its number of critical pairs, and of values where the task was made to measure it; the size
    of a whole file is its bytes. Two experiments of equal steps take about equally long, within a factor of ten.
    """
    each = experiment.folds * len(experiment.contenders) * experiment.rounds
    return float(_size(tasks, experiment.seed)) * each


def result_bytes(experiment: Experiment, tasks: TaskSet) -> int:
    """Return an upper bound of the bytes of the results on disk, and about of those in memory when read."""
    F, A, M = experiment.folds, len(experiment.contenders), len(experiment.metrics)
    curves = A * (M + 2) * (experiment.rounds + 1)
    task = 8 * curves + F * A * (M * 52 + 12) + A * 4_096  # the arrays of `worker.Outcome`
    rows = F * A * (60 * M + 120) + 200 * A  # folds.csv, times.csv, tasks.csv and the figures
    return len(tasks.tasks) * (task + rows) + 100 * curves + REPORT


def _size(tasks: TaskSet, seed: int) -> float:
    if not tasks.files:
        some = tasks.tasks[:: -(-len(tasks.tasks) // SAMPLES)]
        return sum(_made(task.source, seed) for task in some) / len(some) * len(tasks.tasks)
    if any(task.parts for task in tasks.tasks) or all(task.work == 1.0 for task in tasks.tasks):
        return float(sum(_bytes(tasks)))
    return sum(task.work for task in tasks.tasks)


def _bytes(tasks: TaskSet) -> list[int]:
    found = []
    for path in tasks.files:
        with contextlib.suppress(OSError):  # reading it will report what is wrong
            found.append(path.stat().st_size)
    return found


@lru_cache(maxsize=256)
def _made(source: str, seed: int) -> int:
    try:
        problem = sources.load(source, seed=seed, confined=True)
    except DataError:
        return 1  # doing the task will report what is wrong
    return problem.n_pairs + problem.X.size
