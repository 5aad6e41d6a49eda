"""Lesson: theorems have conditions; small data on which each condition fails."""

from __future__ import annotations

from rankviz.lessons.lesson import Ask, Lesson, Moment, Step, says, term
from rankviz.runs.spec import RunSpec

HALTED = Moment(RunSpec("scenario:lemma-1", ("rb-d",), rounds=10))
INFINITE = Moment(RunSpec("scenario:lemma-1", ("rb-d",), rounds=10, parameters={"undefined": "infinite"}))
CAPPED = Moment(RunSpec("scenario:lemma-2", ("rb-d",), rounds=10, parameters={"undefined": "cap"}))
ONE_WAY = Moment(RunSpec("scenario:lemma-3", ("rb-d",), rounds=20, parameters={"negative_alpha": False}))
BOTH_WAYS = Moment(RunSpec("scenario:lemma-3", ("rb-d",), rounds=20))
REPAIRED = Moment(
    RunSpec("scenario:lemma-1", ("rb-d", "rb-plus"), rounds=10, parameters={"undefined": "infinite"})
)

LESSON = Lesson(
    "when-theory-breaks",
    "When theory breaks",
    "A theorem holds where its conditions hold. Here they do not.",
    ":material/heart_broken:",
    (
        Step(
            "Everything as it should be",
            (
                (
                    says("Every a belongs above every b: {pairs} pairs, and {rankers} weak rankers."),
                    says(
                        "Round 1 picks h1. It orders {h1.right} pairs, ties {h1.ties} and reverses {h1.wrong}.",
                        "h1.wrong = 1",
                    ),
                ),
                (
                    term(
                        "RB-D's vote is α = ½ ln(ε⁺/ε⁻): weight ordered over weight reversed. Which pair gains most?"
                    ),
                ),
            ),
            HALTED.at(0),
            "map",
            says("Before round 1 all squares have one colour.", "rb-d.weight@0 = 1"),
            Ask("pair", "rb-d", 1),
            (
                says(
                    "The vote is {rb-d.alpha@1}. The pair now weighs {rb-d.weight@1} times its first weight.",
                    "rb-d.weight@1 > 1",
                ),
            ),
        ),
        Step(
            "A ranker without a mistake",
            (
                (
                    says(
                        "Now h2 is best. It orders {h2.right} pairs and reverses {h2.wrong}.", "h2.wrong = 0"
                    ),
                    term("So ε⁻ is zero, and ε⁺/ε⁻ has no value. α is *undefined*."),
                ),
                (
                    says(
                        "RB-D stops after {rb-d.rounds} of the {asked} rounds asked for, with R̂1 at {rb-d.r1@end}.",
                        "rb-d.rounds = 1",
                    ),
                    term(
                        "Real data often have one: among many rankers, one that reverses *no pair at all* is enough."
                    ),
                ),
            ),
            HALTED.at(1),
            "losses",
            says("The run ends here; the words beside it say why.", "rb-d.rounds = 1"),
            curves=("r1", "bound"),
        ),
        Step(
            "Say infinity instead",
            (
                (
                    term("The logarithm grows without end, so why not give h2 an infinite vote?"),
                    says(
                        "Then h2 alone decides. R̂1 jumps from {rb-d.r1@1} to {rb-d.r1@2}.",
                        "rb-d.r1@2 > rb-d.r1@1",
                    ),
                ),
                (
                    term(
                        "Everything learned before stops mattering: against an infinite vote no finite one counts."
                    ),
                ),
            ),
            INFINITE.at(2),
            "ladder",
            says(
                "Left are {rb-d.places@2} places: the item h2 says yes to, and all the others.",
                "rb-d.places@2 = 2",
            ),
        ),
        Step(
            "The error above its own bound",
            (
                (
                    term(
                        "Theorem 1: R̂1 stays below *U1*, the exponential of minus half the sum of squared edges."
                    ),
                    says("Here U1 is {rb-d.bound@2}, and R̂1 is {rb-d.r1@2}.", "rb-d.r1@2 > rb-d.bound@2"),
                ),
                (
                    term(
                        "The theorem is not wrong. It says: *if α is defined in all rounds*. Books often leave "
                        "that out. This is Lemma 1."
                    ),
                ),
            ),
            INFINITE.at(2),
            "losses",
            says(
                "In round 2 the error ends above the bound.",
                "rb-d.r1@2 > rb-d.bound@2",
                "rb-d.r1@1 < rb-d.bound@1",
            ),
            curves=("r1", "bound"),
        ),
        Step(
            "A large number does not help",
            (
                (
                    term(
                        "Programs often put a large number in the place of infinity. Lemma 2 has data against that."
                    ),
                    says(
                        "Both votes are capped at {rb-d.alpha@1}. R̂1 ends at {rb-d.r1@2}, with U1 at "
                        "{rb-d.bound@2}.",
                        "rb-d.alpha@1 = rb-d.alpha@2",
                        "rb-d.r1@2 > rb-d.bound@2",
                    ),
                ),
                (term("Two equal votes cancel. The cap makes them equal, whatever their edges were."),),
            ),
            CAPPED.at(2),
            "losses",
            says("Again the error ends above the bound.", "rb-d.r1@2 > rb-d.bound@2"),
            curves=("r1", "bound"),
        ),
        Step(
            "Votes that may only grow",
            (
                (
                    says("Other data. RB-D may not take a vote back: no negative α."),
                    says(
                        "It stops after {rb-d.rounds} rounds with Ê1 at {rb-d.e1@end}.",
                        "rb-d.rounds = 2",
                    ),
                ),
                (
                    term("Observation 1 says that RB-D finds the least Ê1 there is. It needs negative α."),
                    term("Go on to see what is missed."),
                ),
            ),
            ONE_WAY.at(2),
            "ensemble",
            says("Both bars point right, and there they stay.", "rb-d.alpha@1 > 0", "rb-d.alpha@2 > 0"),
        ),
        Step(
            "Taking some of it back",
            (
                (
                    says(
                        "Now it may. Round 3 gives {rb-d.pick@3} a vote of {rb-d.alpha@3}, and Ê1 falls from "
                        "{rb-d.e1@2} to {rb-d.e1@end}.",
                        "rb-d.alpha@3 < 0",
                        "rb-d.e1@end < rb-d.e1@2",
                    ),
                ),
                (
                    term("A small gain, but the theorem is true again. That is Lemma 3."),
                    term("Conditions are part of a theorem. Ask for them."),
                ),
            ),
            BOTH_WAYS.at(3),
            "ensemble",
            says("The bar of {rb-d.pick@3} has become shorter: {rb-d.total@3}.", "rb-d.alpha@3 < 0"),
        ),
    ),
)
