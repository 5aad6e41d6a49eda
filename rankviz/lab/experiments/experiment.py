"""An experiment from Python: defined, done and read in one call."""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rankviz.engine.choice import Value
from rankviz.engine.errors import DataError
from rankviz.lab.experiments import running, task_sets
from rankviz.lab.experiments.definition import DEFAULT_ALGORITHMS, Experiment, define
from rankviz.lab.experiments.evaluation import results, summary
from rankviz.lab.experiments.evaluation.results import Results
from rankviz.lab.experiments.quality import DEFAULT_METRICS
from rankviz.lab.experiments.reporting import report
from rankviz.lab.experiments.store import Store, unwritable
from rankviz.lab.experiments.tasks import TaskSet


def experiment(
    source: str,
    algorithms: str | Sequence[str] = DEFAULT_ALGORITHMS,
    rounds: int = 100,
    *,
    folds: int = 5,
    seed: int = 0,
    metrics: Sequence[str] = DEFAULT_METRICS,
    conventions: str = "standard",
    positive: float | None = None,
    out: str | os.PathLike[str] | None = None,
    jobs: int = 1,
    **params: Value,
) -> Results:
    """Compare algorithms over many tasks by cross-validation, as the command `experiment` does; return the results.

    Raises DataError. `to_frame` of the results has means and mean ranks as a table, `labels` the algorithms.

    Parameters
    ----------
    source : the tasks: "movielens:u.data", "letor:train.txt" (each query is a task), "letor-folds:FOLDER", a SOURCE, …
    algorithms : two or more names or labels, with parameters of a single one after colons.
    folds : k ≥ 3: k − 2 parts train, one chooses the round, one tests.
    metrics, conventions, positive : as in `rankviz experiment --help`.
    out : a folder for report.html, summary.json, tables and finished tasks: new, empty, or an experiment's; the same
        call continues where it stopped. Left out, nothing is kept on disk.
    jobs : worker processes, −1 for one per core. The numbers do not depend on it. A script that uses more than one
        must have ``if __name__ == "__main__":`` around the call.
    params : parameters for all algorithms that have them, such as ``undefined="cap"``.

    >>> tasks = "synthetic:linear?n=40&seeds=3"
    >>> found = rankviz.experiment(tasks, ["rb-c", "rb-plus"], rounds=5, folds=3, metrics=["r2"])
    >>> found.to_frame()[["metric", "algorithm", "mean"]].round(3)
      metric algorithm   mean
    0     r2      rb-c  0.243
    1     r2   rb-plus  0.237
    """
    names = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    defined = define(
        source, names, rounds=rounds, folds=folds, seed=seed, metrics=list(metrics), conventions=conventions,
        positive=positive, params=params,
    )  # fmt: skip
    tasks = task_sets.task_set(defined.source, seed=seed)
    if out is not None:
        report.claim(Path(out))
        return _done(defined, tasks, Path(out), jobs)
    with tempfile.TemporaryDirectory(prefix="rankviz-") as folder:
        return _done(defined, tasks, Path(folder), jobs, write=False)


def _done(defined: Experiment, tasks: TaskSet, folder: Path, jobs: int, *, write: bool = True) -> Results:
    store = Store(folder)
    running.run(defined, tasks, store, jobs=jobs)
    found = results.load(store)
    if not found.outcomes and found.failed:
        raise DataError(f"No task has numbers. {found.failed[0].task}: {found.failed[0].failed}")
    if write:
        try:
            summary.write(found, store)
            report.write(found, store)
        except OSError as error:
            raise unwritable(folder, error) from error
    return found
