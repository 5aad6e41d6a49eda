"""Limits of experiments started from the app, so that no visitor makes others wait; set by environment variables."""

from dataclasses import dataclass

from rankviz.engine.environment import number
from rankviz.engine.errors import DataError
from rankviz.lab.experiments import effort
from rankviz.lab.experiments.definition import Experiment
from rankviz.lab.experiments.reporting import text
from rankviz.lab.experiments.task_sets import MAX_TASKS
from rankviz.lab.experiments.tasks import TaskSet

SMALL = {1: "one", 2: "two", 3: "three"}
BILLION = 1e9
MEGABYTE = 1_000_000

LARGEST_SHARE = 8
"""An experiment may use 1/LARGEST_SHARE of the room for results, so that others have room as well."""


@dataclass(frozen=True)
class Limits:
    """The present limits.

    Attributes
    ----------
    at_once, each : experiments that run at the same time, in all and for one visitor.
    hours : the longest that one runs.
    work : billions of steps, see `effort.steps`.
    megabytes : the room for the results of all.
    """

    at_once: int
    each: int
    hours: float
    work: float
    megabytes: float

    @property
    def bytes_each(self) -> int:
        """The maximum bytes of the results of one experiment."""
        return int(self.megabytes * MEGABYTE) // LARGEST_SHARE

    def sentence(self) -> str:
        """Return the limits in words, for the page."""
        each = "one experiment" if self.each == 1 else f"{self.each:,} experiments"
        all_ = SMALL.get(self.at_once, f"{self.at_once:,}")
        return (
            f"Each visitor may run {each} at a time, and this server {all_}; "
            f"others wait their turn. An experiment may take {text.duration(self.hours * 3600)}, {MAX_TASKS:,} tasks, "
            f"{self.work:,g} billion steps (pairs × folds × algorithms × rounds of all tasks) and "
            f"{self.bytes_each // MEGABYTE:,} MB for its results."
        )

    def check(self, experiment: Experiment, tasks: TaskSet) -> float:
        """Return the billions of steps an experiment takes. Raises DataError when the experiment exceeds a limit."""
        work = effort.steps(experiment, tasks) / BILLION
        if work > self.work:
            raise DataError(
                f"This experiment takes about {work:,.0f} billion steps, more than the {self.work:,g} billion "
                f"allowed on this server by {VARIABLES['work'][0]}",
                remedy="Choose fewer or smaller tasks, rounds, folds or algorithms, or use the command line",
            )
        size = effort.result_bytes(experiment, tasks)
        if size > self.bytes_each:
            raise DataError(
                f"The results of this experiment may take {size // MEGABYTE:,} MB, more than the "
                f"{self.bytes_each // MEGABYTE:,} MB allowed on this server by {VARIABLES['megabytes'][0]}",
                remedy="Choose fewer tasks, rounds or metrics, or use the command line",
            )
        return work


VARIABLES: dict[str, tuple[str, float, float, float]] = {
    "at_once": ("RANKVIZ_EXPERIMENTS_AT_ONCE", 2, 1, 64),
    "each": ("RANKVIZ_EXPERIMENTS_EACH", 1, 1, 64),
    "hours": ("RANKVIZ_EXPERIMENT_HOURS", 2, 1e-4, 10_000),
    "work": ("RANKVIZ_EXPERIMENT_WORK", 1_000, 1e-3, 1e9),
    "megabytes": ("RANKVIZ_EXPERIMENTS_MB", 2_000, 100, 1e9),
}
"""Each limit's environment variable, its default, and the range it may be set to."""


def limits() -> Limits:
    """Return the limits of this server. Raises DataError when a variable holds no number in its range."""
    found = {name: number(*about) for name, about in VARIABLES.items()}
    return Limits(
        int(found["at_once"]), int(found["each"]), found["hours"], found["work"], found["megabytes"]
    )
