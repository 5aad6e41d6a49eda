"""Lesson: what an upper bound promises, when the promise becomes exact, and what it does not cover."""

from __future__ import annotations

from rankviz.lessons.lesson import Ask, Lesson, Moment, Step, says, term
from rankviz.runs.spec import RunSpec

FIVE = Moment(
    RunSpec(
        "inline:?h1=11001&h2=10110&h3=11010&h4=01110&h5=01100&items=Ada,Bo,Cleo,Dee,Eli"
        "&pairs=Ada>Bo,Ada>Eli,Bo>Dee,Bo>Eli,Cleo>Dee,Cleo>Eli",
        ("rb-d",),
        rounds=30,
    )
)
PATIENTS = Moment(RunSpec("bundled:diabetes?grades=4&items=50&seed=9", ("rb-d",), rounds=60, holdout=0.25))

LESSON = Lesson(
    "what-a-bound-buys",
    "What a bound buys",
    "A promise about errors that never looks at a single pair.",
    ":material/vertical_align_bottom:",
    (
        Step(
            "The loss is a product",
            (
                (
                    says("Here are {items} players, {pairs} pairs, {rankers} weak rankers, and RB-D."),
                    term(
                        "After each round the weights of the pairs are divided by their sum *Z*, to add up to one."
                    ),
                ),
                (
                    says(
                        "Round 1 has Z = {rb-d.z@1}, and the loss Ê1 is {rb-d.e1@1}: the same number.",
                        "rb-d.e1@1 = rb-d.z@1",
                    ),
                    says("Times round 2's {rb-d.z@2} it is {rb-d.e1@2}.", "rb-d.e1@2 < rb-d.e1@1"),
                    term("Ê1 is the product of all Z so far."),
                ),
            ),
            FIVE.at(2),
            "losses",
            says("Ê1 goes down by a factor in each round.", "rb-d.e1 falls"),
            curves=("r1", "e1"),
        ),
        Step(
            "An edge makes Z small",
            (
                (
                    term(
                        "Z depends on the *edge* |δ|: weight ordered minus weight reversed. With an edge, Z < one."
                    ),
                    term(
                        "Put the worst case in for each Z, and the product is the *bound* U1 = exp(−½ Σ δ²)."
                    ),
                ),
                (
                    says(
                        "After round 3: R̂1 = {rb-d.r1@3}, below Ê1 = {rb-d.e1@3}, below U1 = {rb-d.bound@3}.",
                        "rb-d.r1@3 < rb-d.e1@3 < rb-d.bound@3",
                    ),
                ),
            ),
            FIVE.at(3),
            "losses",
            says(
                "Read the column at the cursor: R̂1, Ê1 and the bound, each larger than the one before.",
                "rb-d.r1@3 < rb-d.e1@3 < rb-d.bound@3",
            ),
            curves=("r1", "e1", "bound"),
        ),
        Step(
            "The bound is in no hurry",
            (
                (
                    says(
                        "By round 5 no pair is wrong any more: R̂1 = {rb-d.r1@5}.",
                        "rb-d.r1@5 = 0",
                    ),
                    says("U1 still says {rb-d.bound@5}.", "rb-d.bound@5 > rb-d.r1@5"),
                ),
                (
                    term("A bound may be far off. It uses the edges only, and not which pairs are right."),
                    term("Before you go there: which pair gains most weight in round 5?"),
                ),
            ),
            FIVE.at(5),
            "losses",
            says("R̂1 jumps down to zero; the bound slides.", "rb-d.r1@5 = 0", "rb-d.bound falls"),
            Ask("pair", "rb-d", 5),
            curves=("r1", "bound"),
        ),
        Step(
            "Where it becomes a promise",
            (
                (
                    says(
                        "One wrong pair of {pairs} would make R̂1 = {one_pair}. Nothing lies between that and zero."
                    ),
                    says(
                        "In round 19 U1 falls below it, to {rb-d.bound@19}.",
                        "rb-d.bound@19 < one_pair",
                        "rb-d.bound@18 > one_pair",
                    ),
                ),
                (term("From here on the bound alone says that no pair is wrong. It never looked at one."),),
            ),
            FIVE.at(19),
            "losses",
            says(
                "The bound, {rb-d.bound@19}, is smaller than the share of one pair.",
                "rb-d.bound@19 < one_pair",
            ),
            curves=("r1", "bound"),
        ),
        Step(
            "An edge in every round is enough",
            (
                (
                    says(
                        "In all {rb-d.rounds} rounds the edge was at least {rb-d.least_edge}.",
                        "rb-d.least_edge > 0",
                    ),
                    term("So each round takes at least a fixed share off the bound: it falls exponentially."),
                ),
                (
                    term(
                        "That is why weak rankers are enough. Each need only be a little better than a coin."
                    ),
                    term("*If* there is one with an edge in every round, and *if* α is defined."),
                ),
            ),
            FIVE.at(30),
            "margins",
            says(
                "All pairs lie right of zero, and the least margin is {rb-d.margin@30}.", "rb-d.margin@30 > 0"
            ),
        ),
        Step(
            "What it does not buy",
            (
                (
                    says(
                        "Real patients. R̂1 ends at {rb-d.r1@60} on the pairs RB-D trained on.",
                        "rb-d.r1@60 = 0",
                    ),
                    says(
                        "On the {held_out} patients set aside, R̂2 was {rb-d.least_r2_holdout} in round "
                        "{rb-d.least_r2_holdout_at}, and ends at {rb-d.r2_holdout@60}.",
                        "rb-d.r2_holdout@60 > rb-d.least_r2_holdout",
                    ),
                ),
                (
                    term("The bound speaks of the pairs it was given. About others it says nothing."),
                    says("It went on falling all the while, to {rb-d.bound@60}.", "rb-d.bound falls"),
                ),
            ),
            PATIENTS.at(60),
            "losses",
            says(
                "The thin line is the held-out R̂2: it has turned up, the bound has not.",
                "rb-d.r2_holdout@60 > rb-d.least_r2_holdout",
                "rb-d.bound falls",
            ),
            curves=("r2", "bound"),
        ),
    ),
)
