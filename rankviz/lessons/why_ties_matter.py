"""Lesson: most pairs are tied by a yes/no ranker, and how a tie is counted decides what is learned."""

from __future__ import annotations

from rankviz.lessons.figure import Change, Figure, Gap
from rankviz.lessons.lesson import Ask, Find, Lesson, Moment, Note, Onward, Step, says, term
from rankviz.lessons.tries import Drag, Flip
from rankviz.runs.spec import RunSpec

SUBSETS = Moment(RunSpec("scenario:proposition-1", ("rb-d",), rounds=6))
SOURCE = "bundled:diabetes?grades=4&items=50&seed=9"
BEGINNING = Moment(RunSpec(SOURCE, ("rb-plus",), rounds=8, holdout=0.25))
PATIENTS = Moment(RunSpec(SOURCE, ("rb-d", "rb-plus"), rounds=60, holdout=0.25))

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
                        "The items here are {items} sets. A set belongs above each of its parts: {pairs} pairs."
                    ),
                    says(
                        "The weak ranker h1 orders {h1.right} pairs, reverses {h1.wrong}, and ties {h1.ties}.",
                        "h1.ties > h1.right",
                    ),
                ),
                (
                    term("A ranker that says yes or no makes two groups. Inside a group everything is tied."),
                    says("So in round 1 the tied weight *ε⁰* is {rb-d.tied@1}.", "rb-d.tied@1 > 0.5"),
                ),
            ),
            SUBSETS.at(1),
            Figure(("ties",)),
            says("The hatched part of the bar is ε⁰, the weight that is tied.", "rb-d.tied@1 > 0.5"),
            after=(term("A flip of one answer touches every pair of that item."),),
            note=Note(
                ("h1", "orders", "ties", "reverses", "ε⁰"),
                (("before", "{was.h1.right}", "{was.h1.ties}", "{was.h1.wrong}", "{was.rb-d.tied@1}"),),
                (("now", "{h1.right}", "{h1.ties}", "{h1.wrong}", "{rb-d.tied@1}"),),
            ),
            tries=Flip(
                "rb-d",
                1,
                "Flip one answer of h1, so that it ties fewer pairs and round 1 picks it all the same.",
                "Round 1 picks {rb-d.pick@1}; h1 ties {h1.ties} pairs.",
                ("h1.ties < was.h1.ties", "rb-d.pick@1 = was.rb-d.pick@1"),
                "h1:5",
                ("h1",),
            ),
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
                        "h2 orders more pairs, {h2.right}, but it also reverses more, {h2.wrong}.",
                        "h2.wrong > h1.wrong",
                        "h2.right > h1.right",
                    ),
                ),
            ),
            SUBSETS.at(1),
            Figure(
                ("losses",),
                curves=("r1", "r2"),
                together=True,
                shows=(Gap("rb-d.r1", "rb-d.r2", 1),),
            ),
            after=(
                term("R̂1 fell by more. A tie that is gone was a whole error of it, and half of one of R̂2."),
            ),
            note=Note(
                ("", "orders", "ties", "reverses", "R̂1", "R̂2"),
                (
                    ("h2", "{h2.right}", "{h2.ties}", "{h2.wrong}", "{h2.r1}", "{h2.r2}"),
                    ("h1", "{was.h1.right}", "{was.h1.ties}", "{was.h1.wrong}", "{was.h1.r1}", "{was.h1.r2}"),
                ),
                (("h1 now", "{h1.right}", "{h1.ties}", "{h1.wrong}", "{h1.r1}", "{h1.r2}"),),
            ),
            tries=Flip(
                "rb-d",
                1,
                "Flip one answer of h1, so that it orders more pairs, still reverses some, and both errors fall.",
                "h1 orders {h1.right} pairs and reverses {h1.wrong}: its R̂1 is {h1.r1}, its R̂2 {h1.r2}.",
                (
                    "h1.right > was.h1.right",
                    "h1.r1 < was.h1.r1",
                    "h1.r2 < was.h1.r2",
                    "h1.wrong > 0",  # RB-D has no α for a ranker that is never wrong, and no round
                ),
                "h1:5",
                ("h1",),
            ),
        ),
        Step(
            "The loss may disagree",
            (
                (
                    term("Errors jump, so boosting lowers a smooth *loss*. In *Ê1* a tie counts one."),
                    says(
                        "With α = one Ê1 is {h1.e1} for h1 and {h2.e1} for h2: the larger R̂1 has the smaller Ê1.",
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
            Figure(
                ("ties", "losses"),
                curves=("e1", "e2"),
                together=True,
                step=True,
                shows=(Change("rb-d.e1", 0, 1), Change("rb-d.e2", 0, 1)),
            ),
            after=(
                says(
                    "RB-D's own α took Ê1 from its start to {was.rb-d.e1@1}, and Ê2 up to {was.rb-d.e2@1}.",
                    "was.rb-d.e1@1 < 1",
                    "was.rb-d.e2@1 > 1",
                ),
            ),
            tries=Drag(
                "rb-d",
                1,
                "RB-D's α makes Ê1 least. Drag it, until Ê2 is below its start as well.",
                "With α = {rb-d.alpha@1} Ê1 is {rb-d.e1@1} and Ê2 {rb-d.e2@1}; both start at 1.",
                ("rb-d.e2@1 < 0.9995",),
                "rb-d:1:alpha=0.1",
            ),
            note=Note(
                ("α = 1", "R̂1", "Ê1", "R̂2", "Ê2"),
                (
                    ("h1", "{h1.r1}", "{h1.e1}", "{h1.r2}", "{h1.e2}"),
                    ("h2", "{h2.r1}", "{h2.e1}", "{h2.r2}", "{h2.e2}"),
                ),
            ),
        ),
        Step(
            "Real patients, real ties",
            (
                (
                    says("Now {items} patients, to be ranked by how far their disease went: {pairs} pairs."),
                    says(
                        "R̂1 and R̂2 start at one and a half. After round 1 they are {rb-plus.r1@1} and {rb-plus.r2@1}.",
                        "rb-plus.r1@0 = 1",
                        "rb-plus.r2@0 = 0.5",
                    ),
                    term("The gap is half of the pairs still tied."),
                ),
            ),
            BEGINNING.at(1),
            Figure(
                ("losses",),
                curves=("r1", "r2"),
                together=True,
                shows=(Gap("rb-plus.r1", "rb-plus.r2", 1),),
            ),
            term("Edge: weight ordered minus weight reversed, on the weights after round 1."),
            Ask("ranker", "rb-plus", 2),
            (
                says(
                    "After round 2 the gap is smaller: R̂1 is {rb-plus.r1@2}, R̂2 is {rb-plus.r2@2}.",
                    "rb-plus.r1@2 < rb-plus.r1@1",
                ),
            ),
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
                    term("Many α rarely add up to the same sum."),
                ),
                (
                    says(
                        "RB-D, whose loss leaves ties alone, ends with fewer errors, {rb-d.r1@60}, but with an Ê2 of "
                        "{rb-d.e2@60}; RankBoost+ has {rb-plus.e2@60}.",
                        "rb-d.r1@60 < rb-plus.r1@60",
                        "rb-plus.e2@60 < 1",
                        "rb-d.e2@60 > 1",
                    ),
                    term("Few errors and a small loss are not the same."),
                ),
            ),
            PATIENTS.at(60),
            Figure(
                ("losses",),
                curves=("r1", "r2"),
                together=True,
                shows=(Gap("rb-plus.r1", "rb-plus.r2", 0),),
            ),
            says("Follow R̂1 and R̂2 from left to right: they meet.", "rb-plus.r1@60 = rb-plus.r2@60"),
            after=(
                says(
                    "In round 16 R̂1 and R̂2 of RankBoost+ meet, as no pair is tied any more.",
                    "rb-plus.r1@16 = rb-plus.r2@16",
                    "rb-plus.r1@15 > rb-plus.r2@15",
                ),
            ),
            find=Find(
                "rb-plus",
                "Go back to the round in which R̂1 and R̂2 of RankBoost+ meet.",
                "After round {here} R̂1 is {rb-plus.r1@here}, and R̂2 {rb-plus.r2@here}.",
                ("rb-plus.r1@here = rb-plus.r2@here", "rb-plus.r1@before > rb-plus.r2@before"),
                start=60,
            ),
        ),
    ),
    (
        "A ranker that says yes or no ties most pairs.",
        "R̂1 and Ê1 count a tie as an error; R̂2 and Ê2 count it as half right, half wrong.",
        "The order of two rankers by R̂1 may be the reverse of their order by Ê1; R̂2 and Ê2 agree.",
    ),
    Onward(("proposition-1", "proposition-3"), ("Proposition 1", "Proposition 3"), ("part-over-e2",)),
)
