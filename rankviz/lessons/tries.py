"""Acts that change the run: an answer flipped, an α dragged. The result is read from the new run."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data import sources
from rankviz.engine.data.builtin import inline
from rankviz.engine.errors import DataError
from rankviz.engine.runs import forks
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Run, Trace
from rankviz.lessons.vocabulary import Facts


@dataclass(frozen=True)
class Try(ABC):
    """A task to change the run of `algorithm`, by a choice that is about round t.

    In `goal`, comparisons that all must hold, and in `here`, the reply to any choice, quantities are of the changed
    run; those after "was." are of the run before; numbers in `goal` are compared as they are read. `answer` is a choice
    that reaches it.
    """

    algorithm: str
    t: int
    prompt: str
    here: str
    goal: tuple[str, ...]
    answer: str

    @abstractmethod
    def changed(self, spec: RunSpec, choice: str) -> RunSpec:
        """Return the run as a choice changes it. Raises DataError for a choice that is impossible here."""

    def facts(self, before: Trace, after: Trace) -> Facts:
        """Return the vocabulary for the changed run; a branch stands in place of the run it left."""
        runs = tuple(sorted(after.runs, key=lambda run: run.fork is None))
        return Facts(replace(after, runs=runs), self.t, Facts(before, self.t))

    def task(self, facts: Facts) -> str:
        """Return what to do, with values of the run before it was changed."""
        return (facts.was or facts).filled(self.prompt)

    def shows(self, facts: Facts, t: int) -> int:
        """Return the round that shows what was done: t, or the changed run's last where the end is asked for."""
        asked = " ".join((self.here, *self.goal))
        ends = f"{self.algorithm}.rounds" in asked or "@end" in asked
        return facts.run(self.algorithm).n_rounds if ends else t

    def met(self, facts: Facts) -> bool:
        """Return whether the goal is reached; a run without the round asked about does not reach it."""
        try:
            return all(facts.holds(check, as_read=True) for check in self.goal)
        except KeyError:
            return False

    def reply(self, facts: Facts) -> str:
        """Return the reply to a choice; also why the run now stops before the round where it ended."""
        run = facts.run(self.algorithm)
        stops = _stops(run)
        try:
            values = facts.filled(self.here)
        except KeyError:
            return stops
        before = (facts.was or facts).run(self.algorithm)
        return f"{values} {stops}" if run.n_rounds < before.n_rounds else values


def _stops(run: Run) -> str:
    """Return why and when a run stopped, as a sentence."""
    why = str(run.stopped).partition(";")[0]  # the clause behind it is what the run is set to do
    why = why[:1].upper() + why[1:] if why[:1].isascii() else why  # α has no other case
    at = f"after round {run.n_rounds}" if run.n_rounds else "before round 1"
    return f"{why}, so {run.label} stops {at}."


@dataclass(frozen=True)
class Flip(Try):
    """Flip one answer of one of `rankers` in the table of yes and no; a choice is a ranker and a row, "h1:3"."""

    rankers: tuple[str, ...]

    def changed(self, spec: RunSpec, choice: str) -> RunSpec:
        """Return the same run on the data with that answer flipped; of two flips only the last one counts."""
        ranker, _, row = choice.partition(":")
        table = inline.of_problem(sources.load(spec.data))
        if table is None or ranker not in self.rankers or not row.isdecimal() or int(row) >= len(table.items):
            raise DataError("There is no such answer to flip")
        options = table.flipped(ranker, int(row)).options()
        return spec.but(data=sources.Source("inline", "", options).text)


@dataclass(frozen=True)
class Drag(Try):
    """Drag α of round t on the tile of the step; a choice is the branch that leaves there, "rb-d:2:alpha=0.5"."""

    def changed(self, spec: RunSpec, choice: str) -> RunSpec:
        """Return the same run with the branch beside it."""
        fork = forks.read(choice)
        if fork.algorithm != self.algorithm or fork.round != self.t or fork.alpha is None:
            label = ALGORITHMS[self.algorithm].label
            raise DataError(f"The α to drag is that of {label} in round {self.t}")
        return spec.but(fork=fork)
