"""The first minute: the run the app opens with, its one question, and the captions where the algorithms diverge."""

from __future__ import annotations

from dataclasses import dataclass

from rankviz.lessons.lesson import Moment, Sentence, says
from rankviz.lessons.vocabulary import Facts
from rankviz.runs.spec import RunSpec
from rankviz.runs.trace import Trace

MOMENT = Moment(RunSpec("scenario:places-to-stay", ("rb-d", "rb-c", "rb-plus"), rounds=12))
"""The moment the app opens at: before the first round, so that Step shows every round."""

QUESTION = "After round 1 half the pairs are tied. Should a tie count?"


@dataclass(frozen=True)
class Caption:
    """A sentence shown after round `t`, of at most `MOST_WORDS` words."""

    t: int
    sentence: Sentence


MOST_WORDS = 20

CAPTIONS = (
    Caption(
        0,
        says(
            "Higher grades go first. All {pairs} pairs start tied. Press Step.",
            "rb-d.r1@0 = 1",
            "rb-plus.r1@0 = 1",
        ),
    ),
    Caption(
        1,
        says(
            "All pick {rb-d.pick@1}; it ties {rb-d.tied@1}. α is {rb-d.alpha@1} for RB-D, which leaves ties "
            "out, {rb-c.alpha@1} for the others.",
            "rb-d.pick@1 = rb-c.pick@1",
            "rb-c.pick@1 = rb-plus.pick@1",
            "rb-d.tied@1 = 0.5",
            "rb-d.alpha@1 > rb-c.alpha@1",
            "rb-c.alpha@1 = rb-plus.alpha@1",
        ),
    ),
    Caption(
        2,
        says(
            "They part: RB-D picks {rb-d.pick@2}, the others {rb-c.pick@2}. Only RankBoost+ made the tied pairs "
            "heavier, ×{rb-plus.factor@1}.",
            "rb-d.pick@2 ≠ rb-c.pick@2",
            "rb-c.pick@2 = rb-plus.pick@2",
            "rb-plus.factor@1 > 1",
            "rb-c.factor@1 = 1",
            "rb-d.factor@1 = 1",
        ),
    ),
    Caption(
        3,
        says(
            "RB-C picks {rb-c.pick@3} again. RankBoost+ holds the pairs that {rb-c.pick@3} ties against it, and picks "
            "{rb-plus.pick@3}.",
            "rb-c.pick@3 = rb-c.pick@1",
            "rb-plus.pick@3 ≠ rb-c.pick@3",
            "rb-plus.edge:breakfast@3 < rb-c.edge:breakfast@3",
        ),
    ),
    Caption(
        4,
        says(
            "In round 4 Ê2, the loss that counts ties, jumps to {rb-d.e2@4} for RB-D and falls to {rb-plus.e2@4} for "
            "RankBoost+.",
            "rb-d.e2@4 > rb-d.e2@3",
            "rb-d.e2@4 > 1",
            "rb-plus.e2@4 < rb-plus.e2@3",
        ),
    ),
    Caption(
        12,
        says(
            "R̂2, which counts a tie half: RB-D {rb-d.r2@12}, RB-C {rb-c.r2@12}, RankBoost+ {rb-plus.r2@12}. Here a tie "
            "should count.",
            "rb-plus.r1@12 < rb-c.r1@12 < rb-d.r1@12",
            "rb-plus.r2@12 < rb-c.r2@12 < rb-d.r2@12",
        ),
    ),
)
"""In the order of rounds; a caption stays until the next one."""


def captions(trace: Trace) -> tuple[tuple[int, str], ...]:
    """Return (round, caption) for every caption that is true of the run: with other choices some may not be."""
    facts = Facts(trace, 0)
    return tuple((each.t, each.sentence.words(facts)) for each in CAPTIONS if _true(each.sentence, facts))


def _true(sentence: Sentence, facts: Facts) -> bool:
    """Return whether the sentence holds; a sentence on quantities that the run lacks does not."""
    try:
        return sentence.holds(facts)
    except KeyError:
        return False
