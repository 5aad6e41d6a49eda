"""A computed run in the pages' form."""

from dataclasses import dataclass
from functools import cached_property

from rankviz.engine.data import identity
from rankviz.engine.data.problem import Problem
from rankviz.engine.runs.trace import Trace


@dataclass(frozen=True)
class Shown:
    """A computed run for the pages. `digest` names its bytes; `seconds` is its computing time.

    `excerpt` says which part of a large run the stage shows; empty when it shows the whole.
    """

    problem: Problem
    trace: Trace
    digest: str
    seconds: float
    excerpt: str = ""

    @cached_property
    def identity(self) -> str:
        """The hash of all the data and of everything that made the run: the cache key of views of the run.

        The packed bytes hold no feature values, so `digest` alone does not distinguish two data sets.
        """
        made = [(run.contender, run.params, run.fork, run.n_rounds) for run in self.trace.runs]
        return identity.of_texts(self.problem.identity, self.digest, self.trace.settings, made)
