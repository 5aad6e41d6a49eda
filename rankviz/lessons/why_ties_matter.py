"""Lesson: most pairs are tied by a yes/no ranker, and how a tie is counted decides what is learned."""

from __future__ import annotations

from rankviz.lessons.lesson import Ask, Lesson, Moment, Step, says, term
from rankviz.runs.spec import RunSpec

SUBSETS = Moment(RunSpec("scenario:proposition-1", ("rb-d", "rb-plus"), rounds=6))
PATIENTS = Moment(
    RunSpec("bundled:diabetes?grades=4&items=50&seed=9", ("rb-d", "rb-plus"), rounds=60, holdout=0.25)
)

LESSON = Lesson(
    "why-ties-matter",
    "Why ties matter",
    "Yes or no leaves most pairs undecided. What are they worth?",
    ":material/equal:",
    (
        Step(
            "Most pairs are left undecided",
            (
                (
                    says(
                        "The items here are {items} sets. A set belongs above every part of it: {pairs} pairs."
                    ),
                    says(
                        "Of the {rankers} weak rankers, h1 orders {h1.right} pairs, reverses {h1.wrong}, "
                        "and ties {h1.ties}.",
                        "h1.ties > h1.right",
                    ),
                ),
                (
                    term("A ranker that says yes or no makes two groups. Inside a group everything is tied."),
                    says("So the tied weight *ε⁰* of round 1 is {rb-d.tied@1}.", "rb-d.tied@1 > 0.5"),
                ),
            ),
            SUBSETS.at(1),
            "ties",
            says("The hatched part of a column is ε⁰, the weight that is tied.", "rb-d.tied@1 > 0.5"),
        ),
        Step(
            "A tie is an error, or half of one",
            (
                (
                    term("*R̂1* counts a tie as a whole error. *R̂2* counts it half: as if a coin decided."),
                    says("By R̂1, h1 errs on {h1.r1} and h2 on {h2.r1}: h2 is better.", "h2.r1 < h1.r1"),
                ),
                (
                    says("By R̂2 both err on {h1.r2}: they are equally good.", "h1.r2 = h2.r2"),
                    says(
                        "h2 orders more pairs, {h2.right}, but it also reverses {h2.wrong}.",
                        "h2.wrong > h1.wrong",
                    ),
                ),
            ),
            SUBSETS.at(1),
            "losses",
            says(
                "R̂1 and R̂2 after round 1: {rb-d.r1@1} and {rb-d.r2@1}, for the same ranking.",
                "rb-d.r1@1 > rb-d.r2@1",
            ),
            curves=("r1", "r2"),
        ),
        Step(
            "The loss may disagree",
            (
                (
                    term(
                        "Errors jump, so boosting lowers a smooth *loss* instead. A tie counts one in *Ê1*."
                    ),
                    says(
                        "With a vote of one, Ê1 is {h1.e1} for h1 and {h2.e1} for h2. The ranker with the "
                        "larger R̂1 has the smaller Ê1.",
                        "h1.e1 < h2.e1",
                        "h1.r1 > h2.r1",
                    ),
                    term("That is Proposition 1."),
                ),
                (
                    term("In *Ê2* a tie counts the mean of right and wrong, cosh α. It follows R̂2."),
                    says("For both rankers Ê2 is {h1.e2}.", "h1.e2 = h2.e2"),
                ),
            ),
            SUBSETS.at(1),
            "losses",
            says(
                "RB-D after round 1: Ê1 fell from its start to {rb-d.e1@1}, Ê2 rose to {rb-d.e2@1}.",
                "rb-d.e1@1 < 1",
                "rb-d.e2@1 > 1",
            ),
            curves=("r1", "e1", "e2"),
        ),
        Step(
            "Real patients, real ties",
            (
                (
                    says("Now {items} patients, to be ranked by how far their disease went: {pairs} pairs."),
                    says(
                        "After round 1 R̂1 is {rb-plus.r1@1} and R̂2 is {rb-plus.r2@1}. The gap is half of the "
                        "pairs still tied.",
                        "rb-plus.r1@1 > rb-plus.r2@1",
                    ),
                ),
                (
                    term(
                        "Now say what RankBoost+ will pick next. It looks for the largest edge on the new weights."
                    ),
                ),
            ),
            PATIENTS.at(1),
            "losses",
            says("The curves of R̂1 and R̂2 start apart, at one and at a half.", "rb-plus.r1@0 > rb-plus.r2@0"),
            Ask("ranker", "rb-plus", 2),
            curves=("r1", "r2"),
        ),
        Step(
            "In the end the ties are gone",
            (
                (
                    says(
                        "After {rb-plus.rounds} rounds R̂1 and R̂2 of RankBoost+ are both {rb-plus.r1@60}: "
                        "no pair is tied any more.",
                        "rb-plus.r1@60 = rb-plus.r2@60",
                    ),
                    term("Many votes rarely add up to the same sum."),
                ),
                (
                    says(
                        "But how ties were counted on the way has left its mark. Ê2 is {rb-plus.e2@60} for "
                        "RankBoost+, and {rb-d.e2@60} for RB-D, which never looked at them.",
                        "rb-plus.e2@60 < 1",
                        "rb-d.e2@60 > 1",
                    ),
                ),
            ),
            PATIENTS.at(60),
            "losses",
            says("Follow R̂1 and R̂2 from left to right: they meet.", "rb-plus.r1@60 = rb-plus.r2@60"),
            curves=("r1", "r2"),
        ),
    ),
)
