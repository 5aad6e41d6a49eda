"""The first minute: the run the app opens with, its one question, and the captions where the algorithms diverge."""

from dataclasses import dataclass

from rankviz.lessons.lesson import Moment, Sentence, says
from rankviz.lessons.vocabulary import Facts
from rankviz.runs.spec import RunSpec
from rankviz.runs.trace import Trace

MOMENT = Moment(RunSpec("scenario:places-to-stay", ("rb-d", "rb-c", "rb-plus"), rounds=12))
"""The moment the app opens at: before the first round, so that Step shows every round."""

QUESTION = "Breakfast ties half of the pairs. Should a tie count?"
INTRODUCTION = "Tell boosting, pair by pair, which place belongs higher: it builds a ranking."
"""What stands in the question's place before the first round, where nothing is asked yet."""


@dataclass(frozen=True)
class Caption:
    """A sentence shown after round `t`, of at most `MOST_WORDS` words."""

    t: int
    sentence: Sentence


MOST_WORDS = 24

CAPTIONS = (
    Caption(
        0,
        says(
            "Each arc is a pair: the place on the left has more stars. ● is yes, ○ is no. Press Step.",
            "rb-d.r1@0 = 1",
            "rb-plus.r1@0 = 1",
        ),
    ),
    Caption(
        1,
        says(
            "All three pick {rb-d.pick@1}, though it ties half of the pairs. RB-D ignores those and trusts it more: "
            "α {rb-d.alpha@1}, not {rb-c.alpha@1}.",
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
            "Now they split: RB-D picks {rb-d.pick@2}, the others {rb-c.pick@2}. Only RankBoost+ makes tied pairs "
            "heavier, here ×{rb-plus.factor@2}.",
            "rb-d.pick@2 ≠ rb-c.pick@2",
            "rb-c.pick@2 = rb-plus.pick@2",
            "rb-plus.factor@2 > 1",
            "rb-c.factor@2 = 1",
            "rb-d.factor@2 = 1",
        ),
    ),
    Caption(
        3,
        says(
            "RB-C goes back to {rb-c.pick@3}. RankBoost+ has made the pairs that {rb-c.pick@3} ties heavier, and picks "
            "{rb-plus.pick@3} instead.",
            "rb-c.pick@3 = rb-c.pick@1",
            "rb-plus.pick@3 ≠ rb-c.pick@3",
            "rb-plus.edge:breakfast@3 < rb-c.edge:breakfast@3",
        ),
    ),
    Caption(
        4,
        says(
            "Ê2 is the loss that counts ties: it jumps to {rb-d.e2@4} for RB-D and falls to {rb-plus.e2@4} for "
            "RankBoost+.",
            "rb-d.e2@4 > rb-d.e2@3",
            "rb-d.e2@4 > 1",
            "rb-plus.e2@4 < rb-plus.e2@3",
        ),
    ),
    Caption(
        5,
        says(
            "RB-D lowers another loss, in which every tie costs the same. Its Ê2 goes on rising, to {rb-d.e2@5}.",
            "rb-d.e2@5 > rb-d.e2@4",
            "rb-d.e1@5 < rb-d.e1@4",
        ),
    ),
    Caption(
        6,
        says(
            "RB-D breaks its last ties, and gets them wrong: its error R̂2 rises to {rb-d.r2@6}.",
            "rb-d.r1@5 > rb-d.r2@5",
            "rb-d.r1@6 = rb-d.r2@6",
            "rb-d.r2@6 > rb-d.r2@5",
        ),
    ),
    Caption(
        7,
        says(
            "RankBoost+ puts one more pair in order: its error R̂2 is down to {rb-plus.r2@7}, the lowest of the three.",
            "rb-plus.r2@7 < rb-plus.r2@6",
            "rb-plus.r2@7 < rb-c.r2@7 < rb-d.r2@7",
        ),
    ),
    Caption(
        8,
        says(
            "RB-C's Ê2 has come back above {rb-c.e2@0}, where it began: {rb-c.e2@8}.",
            "rb-d.e2@8 > rb-c.e2@8 > 1",
            "rb-c.e2@7 < 1",
            "rb-c.e2@0 = 1",
        ),
    ),
    Caption(
        9,
        says(
            "RB-D's Ê2 is {rb-d.e2@9} by now, RankBoost+'s {rb-plus.e2@9}: it hardly moves any more.",
            "rb-d.e2@9 > rb-d.e2@8",
            "rb-plus.e2@9 ≤ rb-plus.e2@8",
        ),
    ),
    Caption(
        10,
        says(
            "RB-D and RB-C pick {rb-d.pick@10}, RankBoost+ {rb-plus.pick@10}. The same data, three rules for a tie, "
            "three rankings.",
            "rb-d.pick@10 = rb-c.pick@10",
            "rb-plus.pick@10 ≠ rb-d.pick@10",
            "rb-plus.r1@10 < rb-c.r1@10 < rb-d.r1@10",
        ),
    ),
    Caption(
        11,
        says(
            "RB-D's Ê2 dips for once, to {rb-d.e2@11}: it falls by chance, since RB-D does not look at it.",
            "rb-d.e2@11 < rb-d.e2@10",
        ),
    ),
    Caption(
        12,
        says(
            "Error R̂2 at the end: RB-D {rb-d.r2@12}, RB-C {rb-c.r2@12}, RankBoost+ {rb-plus.r2@12}. Here a tie should "
            "count.",
            "rb-plus.r1@12 < rb-c.r1@12 < rb-d.r1@12",
            "rb-plus.r2@12 < rb-c.r2@12 < rb-d.r2@12",
        ),
    ),
)
"""One for each round. A caption uses only numbers that a tile shows in its round, in the same measure."""


def captions(trace: Trace, those: tuple[Caption, ...] = CAPTIONS) -> tuple[tuple[int, str], ...]:
    """Return (round, caption) for every caption that is true of the run: with other choices some may not be."""
    facts = Facts(trace, 0, as_drawn=True)
    return tuple((each.t, each.sentence.words(facts)) for each in those if _true(each, facts))


def _true(caption: Caption, facts: Facts) -> bool:
    """Return whether the caption holds; one on quantities or rounds that the run lacks does not."""
    try:
        return caption.sentence.holds(facts) and bool(caption.sentence.words(facts))
    except (KeyError, IndexError):
        return False
