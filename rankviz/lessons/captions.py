"""Captions: sentences shown above the stage after single rounds, where they are true of the run."""

from dataclasses import dataclass

from rankviz.engine.runs.trace import Trace
from rankviz.lessons.lesson import Sentence
from rankviz.lessons.vocabulary import Facts


@dataclass(frozen=True)
class Caption:
    """A sentence shown after round `t`."""

    t: int
    sentence: Sentence


def captions(trace: Trace, those: tuple[Caption, ...]) -> tuple[tuple[int, str], ...]:
    """Return (round, caption) for every caption that is true of the run: with other choices some may not be."""
    facts = Facts(trace, 0, as_drawn=True)
    return tuple((each.t, each.sentence.words(facts)) for each in those if _true(each, facts))


def _true(caption: Caption, facts: Facts) -> bool:
    """Return whether the caption holds; one on quantities or rounds that the run lacks does not."""
    try:
        return caption.sentence.holds(facts) and bool(caption.sentence.words(facts))
    except (KeyError, IndexError):
        return False
