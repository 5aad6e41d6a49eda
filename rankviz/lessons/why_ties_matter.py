"""Lesson: a yes/no ranker ties many pairs, and how a tie is counted decides what is learned."""

from rankviz.lessons import forty_tasks
from rankviz.lessons.figure import Change, Figure, Gap
from rankviz.lessons.lesson import (
    AskIdea,
    Find,
    Idea,
    Lesson,
    Mark,
    Moment,
    Note,
    Onward,
    Step,
    says,
    term,
)
from rankviz.lessons.tries import Drag, Flip
from rankviz.runs.spec import RunSpec

PLACES = Moment(RunSpec("scenario:places-to-stay", ("rb-d",), rounds=6))
TWO_ROUNDS = Moment(RunSpec("scenario:places-to-stay", ("rb-d",), rounds=2))
"""So few that what round 1 does to Ê2 is seen."""
SOURCE = "bundled:diabetes?grades=4&items=50&seed=9"
BEGINNING = Moment(RunSpec(SOURCE, ("rb-plus",), rounds=8, holdout=0.25))
PATIENTS = Moment(RunSpec(SOURCE, ("rb-d", "rb-plus"), rounds=60, holdout=0.25))

LESSON = Lesson(
    "why-ties-matter",
    "Why ties matter",
    "Yes or no leaves many pairs undecided. What are they worth?",
    ":material/equal:",
    (
        Step(
            "Half of the pairs are left undecided",
            (
                (
                    says(
                        "Here are {items} places to stay, with 1 to 4 stars. More stars belong on top: {pairs} pairs.",
                        "item:Bay.grade = 1",
                        "item:Port.grade = 4",
                    ),
                    says(
                        "The weak ranker breakfast orders {breakfast.right} pairs, reverses {breakfast.wrong}, "
                        "and ties {breakfast.ties}.",
                        "breakfast.ties > breakfast.right",
                    ),
                ),
                (
                    term("A ranker that says yes or no makes two groups. Inside a group everything is tied."),
                    says("So in round 1 the tied weight *ε⁰* is {rb-d.tied@1}.", "rb-d.tied@1 = 0.5"),
                ),
            ),
            PLACES.at(1),
            Figure(("pick",)),
            says("The dashed arcs are the pairs that breakfast ties.", "rb-d.tied@1 = 0.5"),
            after=(term("A flip of one answer touches every pair of that place."),),
            note=Note(
                ("breakfast", "orders", "ties", "reverses", "ε⁰"),
                (
                    (
                        "before",
                        "{was.breakfast.right}",
                        "{was.breakfast.ties}",
                        "{was.breakfast.wrong}",
                        "{was.rb-d.tied@1}",
                    ),
                ),
                (
                    (
                        "now",
                        "{breakfast.right}",
                        "{breakfast.ties}",
                        "{breakfast.wrong}",
                        "{rb-d.tied@1}",
                    ),
                ),
            ),
            tries=Flip(
                "rb-d",
                1,
                "Flip one answer of breakfast, so that it ties fewer pairs and is still picked in round 1.",
                "Round 1 picks {rb-d.pick@1}; breakfast ties {breakfast.ties} pairs.",
                ("breakfast.ties < was.breakfast.ties", "rb-d.pick@1 = was.rb-d.pick@1"),
                "breakfast:5",
                ("breakfast",),
            ),
        ),
        Step(
            "A tie is an error, or half of one",
            (
                (
                    term("*R̂1* counts a tie as a whole error. *R̂2* counts it half: as if a coin decided."),
                    says(
                        "By R̂1, quiet errs on {quiet.r1} and parking on {parking.r1}: parking is better.",
                        "parking.r1 < quiet.r1",
                    ),
                ),
                (
                    says("By R̂2 both err on {quiet.r2}: they are equally good.", "quiet.r2 = parking.r2"),
                    says(
                        "Parking orders more pairs, {parking.right}, but it also reverses more, {parking.wrong}.",
                        "parking.wrong > quiet.wrong",
                        "parking.right > quiet.right",
                    ),
                ),
            ),
            PLACES.at(1),
            Figure(("pick",)),
            after=(
                term(
                    "Each tie that disappears removes a whole error from R̂1, but only half of one from R̂2; a new "
                    "tie adds as much."
                ),
            ),
            note=Note(
                ("", "orders", "ties", "reverses", "R̂1", "R̂2"),
                (
                    (
                        "parking",
                        "{parking.right}",
                        "{parking.ties}",
                        "{parking.wrong}",
                        "{parking.r1}",
                        "{parking.r2}",
                    ),
                    (
                        "quiet",
                        "{was.quiet.right}",
                        "{was.quiet.ties}",
                        "{was.quiet.wrong}",
                        "{was.quiet.r1}",
                        "{was.quiet.r2}",
                    ),
                ),
                (
                    (
                        "quiet, now",
                        "{quiet.right}",
                        "{quiet.ties}",
                        "{quiet.wrong}",
                        "{quiet.r1}",
                        "{quiet.r2}",
                    ),
                ),
            ),
            tries=Flip(
                "rb-d",
                1,
                "Flip one answer of quiet, so that it orders more pairs and both errors fall.",
                "Quiet orders {quiet.right} pairs and reverses {quiet.wrong}: its R̂1 is {quiet.r1}, its R̂2 "
                "{quiet.r2}.",
                (
                    "quiet.right > was.quiet.right",
                    "quiet.r1 < was.quiet.r1",
                    "quiet.r2 < was.quiet.r2",
                ),
                "quiet:6",
                ("quiet",),
            ),
        ),
        Step(
            "The loss may disagree",
            (
                (
                    term("Errors jump, so boosting lowers a smooth *loss*. In *Ê1* a tie costs 1."),
                    says(
                        "With α = 1, Ê1 is {quiet.e1} for quiet and {parking.e1} for parking: the larger R̂1 has the "
                        "smaller Ê1.",
                        "quiet.e1 < parking.e1",
                        "quiet.r1 > parking.r1",
                    ),
                    term("That this can happen is Proposition 1."),
                ),
                (
                    term("In *Ê2* a tie costs the mean of right and wrong, cosh α. It agrees with R̂2."),
                    says("For both rankers Ê2 is {quiet.e2}.", "quiet.e2 = parking.e2"),
                ),
            ),
            TWO_ROUNDS.at(1),
            Figure(
                ("ties", "losses"),
                curves=("e1", "e2"),
                together=True,
                step=True,
                shows=(Change("rb-d.e1", 0, 1), Change("rb-d.e2", 0, 1)),
            ),
            after=(
                says(
                    "RB-D's own α took Ê1 from 1 down to {was.rb-d.e1@1}, and Ê2 from 1 up to {was.rb-d.e2@1}.",
                    "was.rb-d.e1@1 < 1",
                    "was.rb-d.e2@1 > 1",
                ),
            ),
            tries=Drag(
                "rb-d",
                1,
                "RB-D's α makes Ê1 as small as it can be. Drag it until Ê2 is below 1 as well.",
                "With α = {rb-d.alpha@1} Ê1 is {rb-d.e1@1} and Ê2 {rb-d.e2@1}; both start at 1.",
                ("rb-d.e2@1 < 0.9995",),
                "rb-d:1:alpha=0.1",
            ),
            note=Note(
                ("α = 1", "R̂1", "Ê1", "R̂2", "Ê2"),
                (
                    ("quiet", "{quiet.r1}", "{quiet.e1}", "{quiet.r2}", "{quiet.e2}"),
                    ("parking", "{parking.r1}", "{parking.e1}", "{parking.r2}", "{parking.e2}"),
                ),
            ),
        ),
        Step(
            "Real patients, real ties",
            (
                (
                    says(
                        "Now {items} patients, to be ranked by how far their diabetes has progressed: {pairs} pairs."
                    ),
                    says(
                        "R̂1 starts at 1, R̂2 at ½. After round 1 they are {rb-plus.r1@1} and {rb-plus.r2@1}.",
                        "rb-plus.r1@0 = 1",
                        "rb-plus.r2@0 = 0.5",
                    ),
                    term("The gap is half of the share of pairs still tied."),
                ),
            ),
            BEGINNING.at(1),
            Figure(
                ("losses",),
                curves=("r1", "r2"),
                together=True,
                shows=(Gap("rb-plus.r1", "rb-plus.r2", 1),),
            ),
            term("Each ranker makes two groups; the sums of their α make more."),
            AskIdea(
                "rb-plus",
                2,
                "Round 2 adds a second, different ranker. What happens to the gap between R̂1 and R̂2?",
                (
                    Idea(
                        "It grows",
                        ("rb-plus.undecided@2 > rb-plus.undecided@1",),
                        "then more than {rb-plus.undecided@1} of the pairs would have to be tied.",
                    ),
                    Idea(
                        "It shrinks",
                        ("rb-plus.undecided@2 < rb-plus.undecided@1",),
                        "the new ranker splits the old groups. {rb-plus.undecided@1} of the pairs were tied, now "
                        "{rb-plus.undecided@2} are.",
                    ),
                    Idea(
                        "It stays",
                        ("rb-plus.undecided@2 = rb-plus.undecided@1",),
                        "then the new ranker would have to leave all {rb-plus.undecided@1} of the pairs tied.",
                    ),
                ),
            ),
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
                    term("Sums of many different α rarely coincide."),
                ),
                (
                    says(
                        "RB-D, whose loss leaves ties alone, ends with fewer errors on these pairs: {rb-d.r1@60}.",
                        "rb-d.r1@60 < rb-plus.r1@60",
                    ),
                    term(
                        "So why should a tie count? Because of the pairs that nobody trained on: see the next step."
                    ),
                ),
            ),
            PATIENTS.at(60),
            Figure(
                ("losses",),
                curves=("r1", "r2"),
                together=True,
                shows=(Gap("rb-plus.r1", "rb-plus.r2", 0),),
            ),
            says(
                "Follow R̂1 and R̂2 of RankBoost+ from left to right: they meet.",
                "rb-plus.r1@60 = rb-plus.r2@60",
            ),
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
        Step(
            "Why it matters",
            (
                (
                    says(
                        "The 12 patients set aside have 43 pairs that nobody trained on.",
                        "held_out = 12",
                        "held_out_pairs = 43",
                    ),
                    says(
                        "RB-D ended with 0 errors in training. Here its R̂2 ends at {rb-d.r2_holdout@60}, that of "
                        "RankBoost+, which counted ties, at {rb-plus.r2_holdout@60}.",
                        "rb-d.r1@60 = 0",
                        "rb-d.r2_holdout@60 > rb-plus.r2_holdout@60",
                    ),
                ),
                (
                    term("These are few patients, and one data set decides nothing."),
                    term("*Experiments* asks the same of many tasks, and whether it could be chance."),
                ),
            ),
            PATIENTS.at(60),
            Figure(
                ("losses",),
                curves=("r2",),
                unseen=True,
                shows=(Gap("rb-d.r2_holdout", "rb-plus.r2_holdout", 60),),
            ),
            term("Each curve is R̂2 on the patients set aside: lower is better."),
            after=(
                says(
                    "In round 10 RB-D was still ahead. From round 11 on it errs more than RankBoost+ on these "
                    "patients, while its training errors go down to 0.",
                    "rb-d.r1@60 = 0",
                    "rb-d.r2_holdout@10 < rb-plus.r2_holdout@10",
                    *(f"rb-d.r2_holdout@{t} > rb-plus.r2_holdout@{t}" for t in range(11, 61)),
                ),
            ),
            find=Mark(
                "rb-d",
                "Mark the round in which RB-D's curve rises above that of RankBoost+ for good: click it on the "
                "chart.",
                "After round {here} R̂2 is {rb-d.r2_holdout@here} for RB-D, {rb-plus.r2_holdout@here} for "
                "RankBoost+.",
                (
                    "rb-d.r2_holdout@before < rb-plus.r2_holdout@before",
                    "rb-d.r2_holdout@here > rb-plus.r2_holdout@here",
                ),
                60,
                event="RB-D's curve rises above the other",
            ),
            note=Note(
                ("{held_out} held out, {held_out_pairs} pairs", "R̂2, round {rb-d.rounds}"),
                (
                    ("RB-D", "{rb-d.r2_holdout@60}"),
                    ("RankBoost+", "{rb-plus.r2_holdout@60}"),
                ),
            ),
            many="See the same on 40 tasks",
        ),
    ),
    (
        "A ranker that says yes or no ties many pairs.",
        "R̂1 and Ê1 count a tie as an error; R̂2 and Ê2 count it as half right, half wrong.",
        "The order of two rankers by R̂1 may be the reverse of their order by Ê1; R̂2 and Ê2 agree.",
        f"On pairs not trained on, the one that counts ties ended with fewer errors here. {forty_tasks.SENTENCE}",
    ),
    Onward(("proposition-1", "proposition-3"), ("Proposition 1", "Proposition 3"), ("part-over-e2",)),
    (forty_tasks.TABLE,),
)
