"""The reason why a run ended: a code for logic, and a text for readers."""

from enum import Enum
from typing import Self


class Why(Enum):
    """The kinds of reasons why a run has no more rounds; their values are the codes in the Trace's JSON and pack."""

    ROUNDS = "rounds"  # all rounds were run
    USER = "user"  # somebody stopped it
    NO_EDGE = "no-edge"  # no allowed ranker had an edge left
    UNDEFINED = "undefined"  # α was undefined
    NO_WEIGHT = "no-weight"  # no pair had any weight left
    MINIMUM = "minimum"  # every target was 0
    STUCK = "stuck"  # no step lowered the risk
    DIVERGED = "diverged"  # the steps were too long
    ENDLESS = "endless"  # no finite scores are optimal
    NO_TREES = "no-trees"  # a trained ranker has no more trees
    NO_ROUNDS = "no-rounds"  # the algorithm has no rounds


class Stop(str):
    """The reason why a run ended, as the text that the Trace, exports and views show; logic reads its kind, `why`.

    A Stop is an ordinary string: ``run.stopped == "rounds"`` holds where all rounds were run.
    """

    why: Why

    def __new__(cls, why: Why, text: str) -> Self:
        stop = super().__new__(cls, text)
        stop.why = why
        return stop

    def __getnewargs__(self) -> tuple[Why, str]:  # type: ignore[override]  # for copies and pickles
        return self.why, str(self)

    @property
    def early(self) -> bool:
        """True when there are fewer rounds than were requested."""
        return self.why is not Why.ROUNDS

    @property
    def by_itself(self) -> bool:
        """True when the algorithm ended by itself before its last round and nobody stopped it."""
        return self.early and self.why is not Why.USER


ALL_ROUNDS = Stop(Why.ROUNDS, "rounds")
"""The Stop of a run with all its rounds."""


def by_the_user(t: int) -> Stop:
    """Return the Stop of a run that was stopped by hand after `t` rounds."""
    return Stop(Why.USER, f"stopped by the user after round {t}")
