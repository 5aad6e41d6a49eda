"""Challenges that check themselves: find data and settings whose run meets every condition."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rankviz.engine.boards import WATCH
from rankviz.engine.runs.trace import Trace
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


def check(challenge: Challenge, trace: Trace) -> list[Tick]:
    """Check every condition in a run."""
    return [condition.check(trace) for condition in challenge.conditions]


def solved(challenge: Challenge, trace: Trace) -> bool:
    """Return whether a run meets all conditions."""
    return all(tick.met for tick in check(challenge, trace))
