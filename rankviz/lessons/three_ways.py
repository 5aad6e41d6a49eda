"""Lesson: RB-D, RB-C and RankBoost+ differ in how they count a tie, and in nothing else."""

from __future__ import annotations

from rankviz.lessons.figure import Figure, Gap, Longer, Turn
from rankviz.lessons.lesson import Ask, Find, Lesson, Moment, Note, Onward, Step, says, term
from rankviz.runs.spec import RunSpec

SOURCE = "bundled:diabetes?grades=4&items=50&seed=9"


def _patients(*algorithms: str, rounds: int = 60) -> Moment:
    """The patients under some of the algorithms: a figure shows no more of them than its sentence names."""
    return Moment(RunSpec(SOURCE, algorithms, rounds=rounds, holdout=0.25))


ALL = _patients("rb-d", "rb-c", "rb-plus", rounds=3)

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
                    term("Three algorithms boost the same pairs: *RB-D*, *RB-C* and *RankBoost+*."),
                    says(
                        "In round 1 all pick {rb-d.pick@1}. It ties {rb-d.tied@1} of the pairs.",
                        "rb-d.pick@1 = rb-c.pick@1",
                        "rb-c.pick@1 = rb-plus.pick@1",
                    ),
                    term(
                        "RB-D leaves tied pairs out when it sets the weight *α*. RB-C counts each as half right."
                    ),
                ),
                (
                    says(
                        "So RB-D trusts the ranker more: α = {rb-d.alpha@1} against {rb-c.alpha@1}.",
                        "rb-d.alpha@1 > rb-c.alpha@1",
                    ),
                    says(
                        "RankBoost+ agrees with RB-C: in round 1 their equations are the same.",
                        "rb-c.alpha@1 = rb-plus.alpha@1",
                    ),
                ),
            ),
            ALL.at(1),
            Figure(("ties", "weights"), shows=(Longer("rb-d", "rb-c", 1),)),
            says(
                "The same ranker in all, with a longer bar for RB-D.",
                "rb-d.alpha@1 > rb-c.alpha@1",
            ),
        ),
        Step(
            "What happens to a tied pair",
            (
                (
                    says(
                        "Then the pairs are weighed anew. RB-D and RB-C leave a tied pair alone: ×{rb-c.factor@1}.",
                        "rb-c.factor@1 = 1",
                        "rb-d.factor@1 = 1",
                    ),
                    says(
                        "RankBoost+ makes it heavier: ×{rb-plus.factor@1}.",
                        "rb-plus.factor@1 > 1",
                    ),
                ),
                (
                    term(
                        "The factor is cosh(α + α′) / cosh α′, where *α′* is the weight the ranker already had."
                    ),
                    term("A tie under a large α is a danger: it could as well have been an error."),
                ),
            ),
            ALL.at(1),
            Figure(("ties",)),
            says(
                "Beside each bar: the factor that tied pairs get. Only that of RankBoost+ is not one.",
                "rb-plus.factor@1 > 1",
            ),
        ),
        Step(
            "They part",
            (
                (
                    says(
                        "From here on RB-D has other weights: its heaviest pair weighs ×{rb-d.weight@1}, that of RB-C "
                        "×{rb-c.weight@1}.",
                        "rb-d.weight@1 > rb-c.weight@1",
                    ),
                    term("With other weights, the edges differ as well."),
                ),
            ),
            ALL.at(1),
            Figure(("pairs",)),
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
                        "RB-D lowers Ê1 instead, to {rb-d.e1@10}. There a tie counts one, whatever α is.",
                        "rb-d.e1 falls",
                    ),
                ),
            ),
            _patients("rb-d", rounds=10).at(10),
            Figure(("losses",), curves=("e1", "e2"), together=True, shows=(Gap("rb-d.e2", "rb-d.e1", 10),)),
            says("In one and the same run Ê1 has fallen, Ê2 has risen.", "rb-d.e1 falls", "rb-d.e2@10 > 1"),
        ),
        Step(
            "RB-C turns round",
            (
                (says("RB-C lowers Ê2 for a while. Then it rises.", "rb-c.e2@60 > rb-c.least_e2"),),
                (
                    term(
                        "Its α is right for a ranker it picks for the first time. When it picks one again, "
                        "or one made up of others, it forgets the α that is already there."
                    ),
                ),
            ),
            _patients("rb-c").at(60),
            Figure(("losses",), curves=("e2",), log=False, shows=(Turn("rb-c.e2", 14),)),
            after=(
                says(
                    "RB-C's Ê2: down to {rb-c.least_e2} in round {rb-c.least_e2_at}, then up, to {rb-c.e2@60}.",
                    "rb-c.least_e2 < 1",
                    "rb-c.e2@60 > rb-c.least_e2",
                ),
            ),
            find=Find(
                "rb-c",
                "Go to the round after which Ê2 is least.",
                "After round {here} Ê2 is {rb-c.e2@here}.",
                ("rb-c.e2@here = rb-c.least_e2",),
            ),
        ),
        Step(
            "RankBoost+ keeps going down",
            (
                (
                    says(
                        "RankBoost+ counts the α that is there, α′. Its Ê2 never rises and ends at "
                        "{rb-plus.e2@60}; that of RB-C ends at {rb-c.e2@60}.",
                        "rb-plus.e2 never rises",
                        "rb-plus.e2@60 < rb-c.e2@60",
                    ),
                ),
                (term("Three rules for one thing, the tie: leave it out, count it half, or count cosh α."),),
            ),
            _patients("rb-c", "rb-plus").at(60),
            Figure(
                ("losses",),
                curves=("e2",),
                log=False,
                shows=(Gap("rb-c.e2", "rb-plus.e2", 60),),
            ),
            says("Of the curves only that of RankBoost+ never turns up.", "rb-plus.e2 never rises"),
        ),
        Step(
            "On pairs nobody trained on",
            (
                (
                    says(
                        "Of the patients {held_out} were set aside. On them R̂2 ends at {rb-plus.r2_holdout@60} for "
                        "RankBoost+ and {rb-d.r2_holdout@60} for RB-D.",
                        "rb-plus.r2_holdout@60 < rb-d.r2_holdout@60",
                    ),
                    says(
                        "But at its best round each reaches {rb-d.least_r2_holdout}, and RB-D is there first.",
                        "rb-d.least_r2_holdout = rb-plus.least_r2_holdout",
                        "rb-d.least_r2_holdout_at < rb-plus.least_r2_holdout_at",
                    ),
                ),
                (
                    says(
                        "These are only {held_out_pairs} pairs. Where one stops matters as much as how ties are "
                        "counted."
                    ),
                    term(
                        "One data set decides nothing: compare on many, and choose the round without the test."
                    ),
                ),
            ),
            _patients("rb-d", "rb-plus").at(60),
            Figure(("losses",), curves=("r2",), unseen=True, shows=(Turn("rb-d.r2_holdout", 9),)),
            says(
                "RB-D's error on the patients set aside goes down, then up.",
                "rb-d.r2_holdout@60 > rb-d.least_r2_holdout",
            ),
            note=Note(
                ("{held_out} held out, {held_out_pairs} pairs", "least R̂2", "round", "at the end"),
                (
                    (
                        "RB-D",
                        "{rb-d.least_r2_holdout}",
                        "{rb-d.least_r2_holdout_at}",
                        "{rb-d.r2_holdout@60}",
                    ),
                    (
                        "RankBoost+",
                        "{rb-plus.least_r2_holdout}",
                        "{rb-plus.least_r2_holdout_at}",
                        "{rb-plus.r2_holdout@60}",
                    ),
                ),
            ),
        ),
    ),
    (
        "RB-D leaves ties out, RB-C counts them half, RankBoost+ counts cosh α.",
        "RB-D drives Ê2 up, RB-C lowers it and then raises it, RankBoost+ never raises it.",
        "Which is best on pairs never seen, one data set cannot say.",
    ),
    Onward(
        ("first-round", "driven-up", "down-then-up"),
        ("14", "19", "34"),
        ("no-difference", "held-out"),
    ),
)
