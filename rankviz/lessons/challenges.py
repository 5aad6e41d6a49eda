"""Challenges that check themselves: find data and settings whose run meets every condition."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from rankviz.engine.boards import WATCH
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.sources import load
from rankviz.engine.metrics.ranking import r2
from rankviz.engine.runs.trace import BoostedRun, Trace
from rankviz.lessons.conditions import Condition, Tick


@dataclass(frozen=True)
class Variants:
    """An option of the data that each student has another value of, drawn by name: from `first` to `last`."""

    option: str
    first: int
    last: int


@dataclass(frozen=True)
class Challenge:
    """A task: the sentence that sets it, a hint, its conditions, and the choices one starts from (as in a link).

    `test` is the source of items that neither train nor choose, for a challenge in which something is chosen on
    held-out pairs; it is opened once, after it is solved. `page` is the page whose algorithms and board it has, as its
    link names it. With `variants` the data that it begins with are each student's own.
    """

    name: str
    title: str
    sentence: str
    hint: str
    conditions: tuple[Condition, ...]
    start: Mapping[str, str] = field(default_factory=dict)
    test: str = ""
    page: str = WATCH.page
    variants: Variants | None = None

    @property
    def asks_stop(self) -> bool:
        """Whether it asks for a run that stops, so that a stop needs no remedy."""
        return any(condition.asks_stop for condition in self.conditions)


def check(challenge: Challenge, trace: Trace) -> list[Tick]:
    """Check every condition in a run."""
    return [condition.check(trace) for condition in challenge.conditions]


def solved(challenge: Challenge, trace: Trace) -> bool:
    """Return whether a run meets all conditions."""
    return all(tick.met for tick in check(challenge, trace))


def unseen(trace: Trace, source: str) -> Problem:
    """Return the items of `source` that are neither in the trace's training part nor in its held-out part."""
    whole = load(source)
    held = trace.holdout.item_ids if trace.holdout else ()
    used = {*trace.problem.item_ids, *held}
    left = np.array([item not in used for item in whole.item_ids])
    grades = None if whole.grades is None else whole.grades[left]
    return Problem.from_arrays(whole.X[left], grades)


def errors(trace: Trace, problem: Problem) -> dict[str, float]:
    """Return, by run label, R̂2 (RB+ (5)) of each last ensemble on a problem with the same features."""
    return {run.label: _error(trace, run, problem) for run in trace.boosted if run.fork is None}


def _error(trace: Trace, run: BoostedRun, problem: Problem) -> float:
    scores = np.zeros(problem.n_items)
    for ranker, weight in run.weights_at(run.n_rounds).items():
        # An infinite weight decides alone: its sign gives the same order.
        scores += (weight if np.isfinite(weight) else np.sign(weight)) * trace.pool.apply(ranker, problem.X)
    return r2(problem, scores)
