"""The execution of an experiment: over the cores with joblib, or over a Dask cluster; no finished task is repeated."""

import os
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass

from rankviz.engine.errors import DataError
from rankviz.lab.experiments import cluster
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.pending import Clock, Pending, left_to_do
from rankviz.lab.experiments.store import Store
from rankviz.lab.experiments.tasks import Task, TaskSet
from rankviz.lab.experiments.unfinished import Unfinished
from rankviz.lab.experiments.worker import Outcome, parts


@dataclass(frozen=True)
class Progress:
    """The progress of a run: tasks done of all, with those of earlier runs, and the seconds so far and still to go.

    `left` is None until it can be estimated. `failed` counts tasks without numbers.
    """

    done: int
    total: int
    failed: int
    seconds: float
    left: float | None


Watcher = Callable[[Progress], bool]
"""Called at the start and after each task; False asks the run to stop."""


def run(
    experiment: Experiment,
    tasks: TaskSet,
    store: Store,
    *,
    jobs: int = -1,
    dask: str | None = None,
    watch: Watcher | None = None,
) -> bool:
    """Do the pending tasks; return whether all tasks are done, which is True unless `watch` stopped the run.

    Parameters
    ----------
    jobs : worker processes; −1 for one per core, 1 for none besides this one. The numbers do not depend on it.
    dask : address of a Dask scheduler, such as "tcp://10.0.0.1:8786", whose workers do the tasks instead.
    watch : see `Watcher`.

    Raises DataError when the folder is another experiment's, or the cluster cannot be reached; Unfinished when the
    disk is full, or workers or cluster are lost before all tasks are done.
    """
    if jobs == 0 or jobs < -1:
        raise DataError(f"The number of jobs is {jobs}", remedy="Choose 1 or more, or -1 for every core")
    store.begin(experiment, tasks)
    pending, failed = left_to_do(experiment, tasks, store)
    by_name = {each.task.name: each for each in pending}
    total = len(tasks.tasks)
    done = total - len(pending)
    jobs = min(_processes(jobs), max(len(pending), 1))
    clock = Clock(sum(each.work for each in pending), jobs if dask is None else 1)

    def goes_on() -> bool:
        left = clock.left() if clock.finished else None
        return watch is None or watch(Progress(done, total, len(failed), clock.seconds, left))

    if not goes_on():
        return not pending
    if dask is None:
        results = _on_cores(experiment, pending, jobs)
    else:
        results = cluster.outcomes(experiment, pending, dask)
    stopped = False
    try:
        for outcomes in results:
            name = outcomes[0].task
            store.save(outcomes, by_name[name].contenders)
            done += 1
            clock.add(by_name[name].work)
            failed |= {name} if any(outcome.failed for outcome in outcomes) else set()
            if stopped := not goes_on():
                break
    finally:
        results.close()
    if done < total and not stopped:
        raise Unfinished(f"Only {done:,} of {total:,} tasks were done", remedy="The same command continues")
    return done == total


def _processes(jobs: int) -> int:
    return (os.cpu_count() or 1) if jobs == -1 else jobs


def _on_cores(experiment: Experiment, pending: list[Pending], jobs: int) -> Generator[list[Outcome]]:
    """Yield outcomes as they come from worker processes, or from this process for one job or task."""
    if jobs <= 1:
        for each in pending:
            yield parts(each.restrict(experiment), each.task)
        return
    from joblib import Parallel, delayed  # not needed to start the program

    parallel = Parallel(n_jobs=jobs, return_as="generator_unordered", pre_dispatch="2*n_jobs", batch_size=1)
    try:
        yield from parallel(
            delayed(_in_worker)(each.restrict(experiment), each.task, os.getpid()) for each in pending
        )
    except BrokenExecutor as error:
        raise Unfinished(
            "A worker process was ended by the system, which may lack memory",
            remedy="Choose smaller tasks, or one worker (--jobs 1); finished tasks are kept",
        ) from error


def _in_worker(experiment: Experiment, task: Task, parent: int) -> list[Outcome]:
    """Do the task in a process that ends when its parent is killed: nothing else would end it."""
    _follow(parent)
    return parts(experiment, task)


_followed: set[int] = set()


def _follow(parent: int) -> None:
    """End this process with `parent`, also where the parent was killed before the first task."""
    if parent in _followed or os.getpid() == parent:  # joblib may work in the calling process
        return
    _followed.add(parent)
    if os.getppid() != parent:
        os._exit(1)

    def end_with_parent() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=end_with_parent, name="rankviz-follow", daemon=True).start()
