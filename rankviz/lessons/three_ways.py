"""Lesson: RB-D, RB-C and RankBoost+ differ in how they count a tie, and in nothing else."""

from __future__ import annotations

from rankviz.lessons.lesson import Ask, Lesson, Moment, Step, says, term
from rankviz.runs.spec import RunSpec

ALL = ("rb-d", "rb-c", "rb-plus")
PATIENTS = Moment(RunSpec("bundled:diabetes?grades=4&items=50&seed=9", ALL, rounds=60, holdout=0.25))

LESSON = Lesson(
    "three-ways-to-count-a-tie",
    "Three ways to count a tie",
    "RB-D, RB-C and RankBoost+ start together and part over ties.",
    ":material/call_split:",
    (
        Step(
            "Same pick, different trust",
            (
                (
                    says(
                        "In round 1 they all pick {rb-d.pick@1}. It ties {rb-d.tied@1} of the pairs.",
                        "rb-d.pick@1 = rb-c.pick@1",
                        "rb-c.pick@1 = rb-plus.pick@1",
                    ),
                    term("RB-D leaves tied pairs out when it sets *α*, the ranker's vote."),
                    term("RB-C counts each as half right and half wrong."),
                ),
                (
                    says(
                        "So RB-D trusts it more: α = {rb-d.alpha@1} against {rb-c.alpha@1}.",
                        "rb-d.alpha@1 > rb-c.alpha@1",
                    ),
                    says(
                        "RankBoost+ agrees with RB-C: in round 1 their equations are the same.",
                        "rb-c.alpha@1 = rb-plus.alpha@1",
                    ),
                ),
            ),
            PATIENTS.at(1),
            "ensemble",
            says(
                "The same ranker in all, with a larger number beside it in RB-D.",
                "rb-d.alpha@1 > rb-c.alpha@1",
            ),
        ),
        Step(
            "What happens to a tied pair",
            (
                (
                    says(
                        "Then the pairs are weighed anew. RB-D and RB-C leave a tied pair alone: × {rb-c.factor@1}.",
                        "rb-c.factor@1 = 1",
                        "rb-d.factor@1 = 1",
                    ),
                    says(
                        "RankBoost+ makes it heavier: × {rb-plus.factor@1}.",
                        "rb-plus.factor@1 > 1",
                    ),
                ),
                (
                    term(
                        "The factor is cosh(α + α′) / cosh α′, where *α′* is the vote the ranker already had."
                    ),
                    term("A tie under a loud vote is a danger: it could as well have been an error."),
                ),
            ),
            PATIENTS.at(1),
            "ties",
            says(
                "Beside each column: the factor that tied pairs get. Only that of RankBoost+ is not one.",
                "rb-plus.factor@1 > 1",
            ),
        ),
        Step(
            "They part",
            (
                (
                    says(
                        "From here on RB-D has other weights than the others: it trusted its first pick more.",
                        "rb-d.alpha@1 > rb-c.alpha@1",
                    ),
                    term("Other weights, other edges."),
                ),
            ),
            PATIENTS.at(1),
            "map",
            says(
                "RB-D's map has stronger colours: its pairs differ more in weight.",
                "rb-d.weight@1 > rb-c.weight@1",
            ),
            Ask("ranker", "rb-d", 2),
            (
                says(
                    "RB-C and RankBoost+ pick {rb-c.pick@2} instead.",
                    "rb-c.pick@2 = rb-plus.pick@2",
                    "rb-c.pick@2 ≠ rb-d.pick@2",
                ),
            ),
        ),
        Step(
            "RB-D drives Ê2 up",
            (
                (
                    term(
                        "*Ê2* is the loss in which a tie counts the mean of right and wrong. It starts at one."
                    ),
                    says(
                        "After round 10 it is {rb-d.e2@10} for RB-D: higher than before any round.",
                        "rb-d.e2@10 > 1",
                    ),
                ),
                (
                    says(
                        "RB-D lowers Ê1 instead, to {rb-d.e1@10}. There a tie counts one, whatever the vote.",
                        "rb-d.e1 falls",
                    ),
                ),
            ),
            PATIENTS.at(10),
            "losses",
            says("RB-D's Ê1 has fallen, its Ê2 has risen.", "rb-d.e1 falls", "rb-d.e2@10 > 1"),
            curves=("r2", "e1", "e2"),
        ),
        Step(
            "RB-C turns round",
            (
                (
                    says(
                        "RB-C lowers Ê2 until round {rb-c.least_e2_at}, to {rb-c.least_e2}. Then it rises: "
                        "{rb-c.e2@60} at the end.",
                        "rb-c.least_e2 < 1",
                        "rb-c.e2@60 > rb-c.least_e2",
                    ),
                ),
                (
                    term(
                        "Its vote is right for a ranker it picks for the first time. When it picks one again, "
                        "or one made up of others, it forgets the vote that is already there."
                    ),
                ),
            ),
            PATIENTS.at(60),
            "losses",
            says(
                "RB-C's Ê2: down to round {rb-c.least_e2_at}, then up.",
                "rb-c.e2@60 > rb-c.least_e2",
            ),
            curves=("r2", "e2"),
        ),
        Step(
            "RankBoost+ keeps going down",
            (
                (
                    says(
                        "RankBoost+ counts the vote that is there, α′. Its Ê2 never rises and ends at "
                        "{rb-plus.e2@60}.",
                        "rb-plus.e2 never rises",
                        "rb-plus.e2@60 < rb-c.e2@60",
                    ),
                    says("RB-D ends at {rb-d.e2@60}.", "rb-d.e2@60 > rb-c.e2@60"),
                ),
                (
                    term(
                        "Three rules for one thing, the tie: leave it out, count it half, or count cosh of the vote."
                    ),
                ),
            ),
            PATIENTS.at(60),
            "losses",
            says("Of the curves of Ê2 only that of RankBoost+ never turns up.", "rb-plus.e2 never rises"),
            curves=("r2", "e2"),
        ),
        Step(
            "On pairs nobody trained on",
            (
                (
                    says(
                        "Of the patients {held_out} were set aside. On them R̂2 ends at {rb-plus.r2_holdout@60} for "
                        "RankBoost+, {rb-c.r2_holdout@60} for RB-C and {rb-d.r2_holdout@60} for RB-D.",
                        "rb-plus.r2_holdout@60 < rb-c.r2_holdout@60",
                        "rb-c.r2_holdout@60 < rb-d.r2_holdout@60",
                    ),
                ),
                (
                    says(
                        "On the pairs it trained on, RB-D has the least R̂2 of all: {rb-d.r2@60}. It has "
                        "learned those by heart.",
                        "rb-d.r2@60 < rb-plus.r2@60",
                        "rb-d.r2@60 < rb-c.r2@60",
                    ),
                    term("One data set proves nothing. The paper finds the same order on hundreds."),
                ),
            ),
            PATIENTS.at(60),
            "losses",
            says("The thin lines are the held-out patients.", "held_out > 0"),
            curves=("r2", "e2"),
        ),
    ),
)
