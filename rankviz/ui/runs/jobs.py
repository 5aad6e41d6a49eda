"""Jobs of which a limited number run at once, in threads or in processes; the others wait in line."""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar


class Job(Protocol):
    """A job that runs when its turn comes."""

    @property
    def done(self) -> bool:
        """True when it has ended, or was given up while it waited."""


J = TypeVar("J", bound=Job)


class Jobs(Generic[J]):
    """The jobs that run and those that wait, first come, first served. Callers hold a lock.

    `begin` starts a job, in a thread or a process, and returns whether it could; `ended` is called for each that ended.
    """

    def __init__(
        self,
        at_once: Callable[[], int],
        begin: Callable[[J], bool],
        ended: Callable[[J], object] = lambda job: None,
    ) -> None:
        self.at_once, self._begin, self._ended = at_once, begin, ended
        self.running: list[J] = []
        self.waiting: list[J] = []

    def add(self, job: J) -> None:
        """Add a job at the end of the line."""
        self.waiting.append(job)

    def remove(self, job: J) -> None:
        """Remove a job, whether it runs or waits."""
        for jobs in (self.running, self.waiting):
            if job in jobs:
                jobs.remove(job)

    def tidy(self) -> None:
        """Drop jobs that are done, and start those that have a place."""
        ended = [job for job in self.running if job.done]
        self.running = [job for job in self.running if job not in ended]
        for job in ended:
            self._ended(job)
        self.waiting = [job for job in self.waiting if not job.done]
        while not self.full and (may := [job for job in self.line() if not self.must_wait(job)]):
            self.waiting.remove(may[0])
            if self._begin(may[0]):
                self.running.append(may[0])

    def line(self) -> list[J]:
        """Return the waiting jobs in the order in which they begin."""
        return list(self.waiting)

    def must_wait(self, job: J) -> bool:
        """Return whether a job must wait although there is a place."""
        return False

    def before(self, job: J) -> int | None:
        """Return how many jobs begin before a waiting one; None when it does not wait."""
        line = self.line()
        return line.index(job) if job in line else None

    @property
    def full(self) -> bool:
        """True when one more job would have to wait."""
        return len(self.running) >= self.at_once()

    def alive(self) -> list[J]:
        """Return the jobs that run and those that wait."""
        return [*self.running, *self.waiting]
