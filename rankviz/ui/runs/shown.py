"""A computed run as the pages read it."""

from dataclasses import dataclass
from functools import cached_property

from rankviz.engine.data import identity
from rankviz.engine.data.problem import Problem
from rankviz.engine.runs.trace import Trace


@dataclass(frozen=True)
class Shown:
    """A computed run: what the pages read. `digest` names its bytes; `seconds` is what computing took.

    `excerpt` says which part of a large run the stage shows; empty when it shows the whole.
    """

    problem: Problem
    trace: Trace
    digest: str
    seconds: float
    excerpt: str = ""

    @cached_property
    def identity(self) -> str:
        """The hash of all the data and of all that made the run: what views of the run are cached under.

        The packed bytes hold no feature values, so `digest` alone does not tell two data sets apart.
        """
        made = [(run.contender, run.params, run.fork, run.n_rounds) for run in self.trace.runs]
        return identity.of_texts(self.problem.identity, self.digest, self.trace.settings, made)
