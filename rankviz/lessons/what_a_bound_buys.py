"""Lesson: what an upper bound promises, when the promise becomes exact, and what it does not cover."""

from rankviz.lessons.figure import Change, FallsBelow, Figure, Gap, Turn
from rankviz.lessons.lesson import Ask, Find, Lesson, Mark, Moment, Note, Onward, Step, says, term
from rankviz.lessons.tries import Drag, Flip
from rankviz.runs.spec import RunSpec

SOURCE = (
    "inline:?h1=11001&h2=10110&h3=11010&h4=01110&h5=01100&items=Ada,Bo,Cleo,Dee,Eli"
    "&pairs=Ada>Bo,Ada>Eli,Bo>Dee,Bo>Eli,Cleo>Dee,Cleo>Eli"
)
BEGINNING = Moment(RunSpec(SOURCE, ("rb-d",), rounds=8))
FIVE = Moment(RunSpec(SOURCE, ("rb-d",), rounds=30))
PATIENTS = Moment(RunSpec("bundled:diabetes?grades=4&items=50&seed=9", ("rb-d",), rounds=60, holdout=0.25))

LESSON = Lesson(
    "what-a-bound-buys",
    "What a bound buys",
    "A promise about errors, made from the edges alone.",
    ":material/vertical_align_bottom:",
    (
        Step(
            "The loss is a product",
            (
                (
                    says("Here are {items} players, {pairs} pairs, and RB-D."),
                    term(
                        "After each round the weights of the pairs are divided by their sum *Z*, so that they add up "
                        "to 1."
                    ),
                ),
                (
                    says(
                        "Round 1 has Z = {rb-d.z@1}, and the loss Ê1 is {rb-d.e1@1}: the same number.",
                        "rb-d.e1@1 = rb-d.z@1",
                    ),
                    says(
                        "Multiplied by round 2's Z, {rb-d.z@2}, it becomes {rb-d.e1@2}.",
                        "rb-d.e1@2 < rb-d.e1@1",
                    ),
                    term("Ê1 is the product of all Z so far."),
                ),
            ),
            BEGINNING.at(2),
            Figure(("losses", "ties"), curves=("e1",), step=True, shows=(Change("rb-d.e1", 1, 2),)),
            says("Ê1 goes down by the factor Z in each round.", "rb-d.e1 falls"),
            after=(
                term(
                    "A Z above 1 makes the product larger. RB-D takes the α that makes Z smallest; its later rounds "
                    "have to mend the rest."
                ),
            ),
            note=Note(
                ("round", "Z", "Ê1"),
                (
                    ("1", "{was.rb-d.z@1}", "{was.rb-d.e1@1}"),
                    ("2", "{was.rb-d.z@2}", "{was.rb-d.e1@2}"),
                ),
                (("2, now", "{rb-d.z@2}", "{rb-d.e1@2}"),),
            ),
            tries=Drag(
                "rb-d",
                2,
                "Drag the α of round 2 until Ê1 rises in that round.",
                "With α = {rb-d.alpha@2} Z is {rb-d.z@2}, and Ê1 = {rb-d.e1@1} × {rb-d.z@2} = {rb-d.e1@2}.",
                ("rb-d.e1@2 > rb-d.e1@1",),
                "rb-d:2:alpha=2",
            ),
        ),
        Step(
            "An edge makes Z small",
            (
                (
                    term(
                        "Z depends on the *edge*: weight ordered minus weight reversed. With an edge other than 0, Z "
                        "< 1."
                    ),
                    term(
                        "Replace each Z by its worst case, and the product is the *bound* U1 = exp(−½ Σ edge²)."
                    ),
                ),
                (
                    says(
                        "After round 3: R̂1 = {rb-d.r1@3}, below Ê1 = {rb-d.e1@3}, below the bound, {rb-d.bound@3}.",
                        "rb-d.r1@3 < rb-d.e1@3 < rb-d.bound@3",
                    ),
                ),
            ),
            BEGINNING.at(3),
            Figure(
                ("losses",),
                curves=("r1", "e1", "bound"),
                together=True,
                shows=(Gap("rb-d.e1", "rb-d.r1", 3), Gap("rb-d.bound", "rb-d.e1", 3)),
            ),
            says(
                "At the cursor: R̂1 below Ê1 below the bound.",
                "rb-d.r1@3 < rb-d.e1@3 < rb-d.bound@3",
            ),
            after=(term("A smaller edge gives a larger Z, and the bound lies higher from then on."),),
            note=Note(
                ("", "edge 1", "Z 1", "R̂1", "Ê1", "bound"),
                (
                    (
                        "before",
                        "{was.rb-d.edge@1}",
                        "{was.rb-d.z@1}",
                        "{was.rb-d.r1@3}",
                        "{was.rb-d.e1@3}",
                        "{was.rb-d.bound@3}",
                    ),
                ),
                (("now", "{rb-d.edge@1}", "{rb-d.z@1}", "{rb-d.r1@3}", "{rb-d.e1@3}", "{rb-d.bound@3}"),),
            ),
            tries=Flip(
                "rb-d",
                1,
                "Round 1 picks h5. Flip one answer in the table, so that the edge of round 1 is smaller.",
                "Round 1 picks {rb-d.pick@1}, with an edge of {rb-d.edge@1}: Z is {rb-d.z@1}.",
                ("rb-d.edge@1 < was.rb-d.edge@1",),
                "h5:4",
                ("h4", "h5"),
            ),
        ),
        Step(
            "The bound is in no hurry",
            (
                (
                    says(
                        "After round 4 one pair of {pairs} is wrong, R̂1 = {rb-d.r1@4}; the bound is {rb-d.bound@4}.",
                        "rb-d.r1@4 = one_pair",
                    ),
                    term("A bound may be far off: it is made from the edges, whichever pairs are right."),
                ),
            ),
            BEGINNING.at(4),
            Figure(
                ("losses",),
                curves=("r1", "bound"),
                together=True,
                shows=(Gap("rb-d.bound", "rb-d.r1", 4), Gap("rb-d.bound", "rb-d.r1", 5)),
            ),
            says(
                "R̂1 has not moved for a while; the bound keeps falling.",
                "rb-d.r1@2 = rb-d.r1@4",
                "rb-d.bound falls",
            ),
            Ask("pair", "rb-d", 5),
            (
                says(
                    "No pair is wrong any more: R̂1 jumps down to {rb-d.r1@5}. The bound still says {rb-d.bound@5}.",
                    "rb-d.r1@5 = 0",
                    "rb-d.bound@5 > rb-d.r1@5",
                ),
            ),
        ),
        Step(
            "Where it becomes a promise",
            (
                (
                    says(
                        "One wrong pair of {pairs} would make R̂1 = {one_pair}. Nothing lies between that and no "
                        "error."
                    ),
                ),
                (term("Once the bound is under that share, it alone says that no pair is wrong."),),
            ),
            FIVE.at(19),
            Figure(
                ("losses",),
                curves=("bound",),
                log=True,
                shows=(FallsBelow("rb-d.bound", "one_pair", "one pair", 19),),
            ),
            term("The dashed line is the share of one pair."),
            after=(
                says(
                    "In round 19 the bound falls below it, to {rb-d.bound@19}.",
                    "rb-d.bound@19 < one_pair",
                    "rb-d.bound@18 > one_pair",
                ),
            ),
            find=Find(
                "rb-d",
                "Go to the round that first brings the bound below the dashed line: click it on the chart, or step.",
                "After round {here} the bound is {rb-d.bound@here}, and one pair is {one_pair}.",
                ("rb-d.bound@here < one_pair", "rb-d.bound@before > one_pair"),
            ),
        ),
        Step(
            "An edge in every round is enough",
            (
                (
                    term("Suppose every round has an edge of at least some fixed size."),
                    term(
                        "Then each round takes at least a fixed share off the bound: it falls exponentially."
                    ),
                ),
                (
                    term(
                        "That is why weak rankers are enough. Each need only be a little better than a coin."
                    ),
                    term("*If* there is one with an edge in every round, and *if* α is defined."),
                ),
            ),
            FIVE.at(30),
            Figure(("margins",)),
            after=(
                says(
                    "In all {rb-d.rounds} rounds the edge was at least {rb-d.least_edge}; in the end the least "
                    "margin is {rb-d.margin@30}.",
                    "rb-d.least_edge > 0",
                    "rb-d.margin@30 > 0",
                ),
            ),
            find=Find(
                "rb-d",
                "A pair's margin is how far its two scores lie apart; right of 0 it is in order. Go to the round "
                "after which no pair lies left of 0 any more.",
                "After round {here} the least margin is {rb-d.margin@here}.",
                ("rb-d.margin@here > 0", "rb-d.margin@before ≤ 0"),
            ),
            note=Note(("", "edge"), (("least of {rb-d.rounds} rounds", "{rb-d.least_edge}"),)),
        ),
        Step(
            "What it does not buy",
            (
                (
                    term("Real patients, some of them set aside: RB-D never sees their pairs."),
                    says("On those R̂2 ends at {rb-d.r2_holdout@60}."),
                ),
                (
                    term("The bound speaks of the pairs it was given. About others it says nothing."),
                    says("It went on falling all the while, to {rb-d.bound@60}.", "rb-d.bound falls"),
                ),
            ),
            PATIENTS.at(60),
            Figure(
                ("losses",),
                curves=("r2", "bound"),
                together=True,
                unseen=True,
                shows=(Turn("rb-d.r2_holdout", 9),),
            ),
            term("The thin line is R̂2 on the patients set aside."),
            after=(
                says(
                    "On the {held_out} patients set aside R̂2 turned up after round {rb-d.least_r2_holdout_at}. On "
                    "the pairs RB-D trained on R̂1 ends at {rb-d.r1@60}.",
                    "rb-d.r2_holdout@60 > rb-d.least_r2_holdout",
                    "rb-d.r1@60 = 0",
                ),
            ),
            find=Mark(
                "rb-d",
                "Mark the round in which R̂2 is least on the patients set aside: click it on the chart.",
                "After round {here} it is {rb-d.r2_holdout@here}, and the bound {rb-d.bound@here}.",
                ("rb-d.r2_holdout@here = rb-d.least_r2_holdout",),
                60,
                event="It is least",
            ),
            note=Note(
                ("", "R̂1", "set aside", "bound"),
                (("round {rb-d.rounds}", "{rb-d.r1@60}", "{held_out}", "{rb-d.bound@60}"),),
            ),
        ),
    ),
    (
        "R̂1 lies below Ê1, and Ê1, a product of the Z, below the bound U1.",
        "With an edge in every round the bound falls exponentially; below the share of one pair it says that none is "
        "wrong.",
        "It speaks of the pairs it was given, and of no others.",
    ),
    Onward(("repair", "early-stop"), ("Theorem 1", "12"), ("break-u1", "held-out")),
)
