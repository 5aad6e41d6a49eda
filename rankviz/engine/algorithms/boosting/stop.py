"""Why a run ended: a code for logic, and a text for everyone else."""

from enum import Enum
from typing import Self


class Why(Enum):
    """Kinds of reasons why a run has no more rounds; their values are the codes in the Trace's JSON and the pack."""

    ROUNDS = "rounds"  # all were run
    USER = "user"  # somebody stopped it
    NO_EDGE = "no-edge"  # no ranker had an edge left that was allowed
    UNDEFINED = "undefined"  # α was
    NO_WEIGHT = "no-weight"  # no pair had any left
    MINIMUM = "minimum"  # every target was 0
    STUCK = "stuck"  # no step lowered the risk
    DIVERGED = "diverged"  # the steps were too long
    ENDLESS = "endless"  # no finite scores are the best
    NO_TREES = "no-trees"  # a trained ranker has no more of them
    NO_ROUNDS = "no-rounds"  # the algorithm has none


class Stop(str):
    """Why a run ended, as the text that the Trace, exports and views show; `why` is its kind, which logic uses.

    A Stop is a text like any other: ``run.stopped == "rounds"`` holds where all rounds were run.
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
        """Whether there are fewer rounds than were asked for."""
        return self.why is not Why.ROUNDS

    @property
    def by_itself(self) -> bool:
        """Whether the algorithm ended by itself before its last round, and nobody stopped it."""
        return self.early and self.why is not Why.USER


ALL_ROUNDS = Stop(Why.ROUNDS, "rounds")
"""The Stop of a run with all its rounds."""


def by_the_user(t: int) -> Stop:
    """The Stop of a run that somebody stopped after `t` rounds."""
    return Stop(Why.USER, f"stopped by the user after round {t}")
