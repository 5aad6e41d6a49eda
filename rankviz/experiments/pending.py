"""What is left to do of an experiment: tasks with the algorithms that have not done them, and the time it takes."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from rankviz.algorithms.contenders import Contender
from rankviz.experiments.definition import Experiment
from rankviz.experiments.store import Store
from rankviz.experiments.tasks import Task, TaskSet


@dataclass(frozen=True)
class Pending:
    """A task and the contenders that have not done it."""

    task: Task
    contenders: tuple[Contender, ...]

    def of(self, experiment: Experiment) -> Experiment:
        """The experiment with these contenders alone."""
        return replace(experiment, contenders=self.contenders)

    @property
    def work(self) -> float:
        """About how much there is to do."""
        return self.task.work * len(self.contenders)


def look(experiment: Experiment, tasks: TaskSet, store: Store) -> tuple[list[Pending], set[str]]:
    """What is left to do, the largest first, and the names of the tasks without numbers so far.

    With the largest first no long task is left alone at the end.
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
    """The seconds that a run will still take, from what was done since its first tasks were finished.

    Attributes
    ----------
    total : the work of all that is left to do at the start.
    jobs : processes that work side by side. The first task of each is not counted: in its time the process starts
        and loads its code, which takes several times as long as a task.
    """

    total: float
    jobs: int
    begin: float = field(default_factory=time.monotonic)
    finished: list[tuple[float, float]] = field(default_factory=list)

    def add(self, work: float) -> None:
        """Some work is done."""
        self.finished.append((time.monotonic() - self.begin, work))

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self.begin

    def left(self) -> float | None:
        """Seconds to go; None until two tasks of each process are done, unless all is."""
        done = sum(work for _, work in self.finished)
        if done >= self.total:
            return 0.0
        counted = self.finished[self.jobs :]
        if len(counted) < self.jobs:
            return None
        since = self.finished[self.jobs - 1][0]
        rate = sum(work for _, work in counted) / max(counted[-1][0] - since, 1e-9)
        return max((self.total - done) / rate - (self.seconds - counted[-1][0]), 0.0)
