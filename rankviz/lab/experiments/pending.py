"""The pending tasks of an experiment: tasks with the algorithms that have not done them, and the time left."""

import time
from dataclasses import dataclass, field, replace

from rankviz.engine.algorithms.contenders import Contender
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.store import Store
from rankviz.lab.experiments.tasks import Task, TaskSet


@dataclass(frozen=True)
class Pending:
    """A task and the contenders that have not done the task."""

    task: Task
    contenders: tuple[Contender, ...]

    def restrict(self, experiment: Experiment) -> Experiment:
        """Return the experiment with these contenders alone."""
        return replace(experiment, contenders=self.contenders)

    @property
    def work(self) -> float:
        """The approximate work of the task for these contenders."""
        return self.task.work * len(self.contenders)


def left_to_do(experiment: Experiment, tasks: TaskSet, store: Store) -> tuple[list[Pending], set[str]]:
    """Return the pending tasks, the largest first, and the names of the tasks without numbers so far.

    The largest come first, so that no long task is left alone at the end.
    """
    left, failed = [], set()
    for task in tasks.tasks:
        found = [store.load_part(task.name, each, experiment) for each in experiment.contenders]
        missing = tuple(
            each for each, outcome in zip(experiment.contenders, found, strict=True) if outcome is None
        )
        if any(outcome is not None and outcome.failed for outcome in found):
            failed.add(task.name)
        if missing:
            left.append(Pending(task, missing))
    return sorted(left, key=lambda each: -each.work), failed


@dataclass
class Clock:
    """An estimate of the seconds that a run will still take, from its progress since its first tasks were finished.

    Attributes
    ----------
    total : the work of all tasks pending at the start.
    jobs : processes that work in parallel. The first task of each is not counted: in its time the process starts
        and loads its code, which takes several times as long as a task.
    """

    total: float
    jobs: int
    begin: float = field(default_factory=time.monotonic)
    finished: list[tuple[float, float]] = field(default_factory=list)

    def add(self, work: float) -> None:
        """Record finished work."""
        self.finished.append((time.monotonic() - self.begin, work))

    @property
    def seconds(self) -> float:
        """The seconds since the start."""
        return time.monotonic() - self.begin

    def left(self) -> float | None:
        """Return the seconds to go; None until two tasks of each process, or all, are done."""
        done = sum(work for _, work in self.finished)
        if done >= self.total:
            return 0.0
        counted = self.finished[self.jobs :]
        if len(counted) < self.jobs:
            return None
        since = self.finished[self.jobs - 1][0]
        rate = sum(work for _, work in counted) / max(counted[-1][0] - since, 1e-9)
        return max((self.total - done) / rate - (self.seconds - counted[-1][0]), 0.0)
