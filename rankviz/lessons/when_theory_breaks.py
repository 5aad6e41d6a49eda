"""Lesson: theorems have conditions; small data on which each condition fails."""

from __future__ import annotations

from rankviz.lessons.figure import Change, Crossing, Figure, Point
from rankviz.lessons.lesson import Ask, Find, Lesson, Moment, Note, Onward, Step, says, term
from rankviz.runs.spec import RunSpec

HALTED = Moment(RunSpec("scenario:lemma-1", ("rb-d",), rounds=10))
INFINITE = Moment(RunSpec("scenario:lemma-1", ("rb-d",), rounds=10, parameters={"undefined": "infinite"}))
CAPPED = Moment(RunSpec("scenario:lemma-2", ("rb-d",), rounds=10, parameters={"undefined": "cap"}))
ONE_WAY = Moment(RunSpec("scenario:lemma-3", ("rb-d",), rounds=20, parameters={"negative_alpha": False}))
BOTH_WAYS = Moment(RunSpec("scenario:lemma-3", ("rb-d",), rounds=4))

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
                    says("Every a belongs above every b: {pairs} pairs. RB-D picks h1 first."),
                    says("Of all these it reverses just one.", "h1.wrong = 1"),
                ),
                (term("*RB-D* gives it the weight α = ½ ln(ε⁺/ε⁻): weight ordered over weight reversed."),),
            ),
            HALTED.at(0),
            Figure(("ranking", "pairs")),
            says("All squares have one colour: the same weight.", "rb-d.weight@0 = 1"),
            Ask("pair", "rb-d", 1),
            (
                says(
                    "Its α is {rb-d.alpha@1}. The pair that it reverses now weighs {rb-d.weight@1} times "
                    "its first weight.",
                    "rb-d.weight@1 > 1",
                    "rb-d.heaviest@1 = rb-d.gainer@1",
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
                        "RB-D stops after round {rb-d.rounds}, with R̂1 at {rb-d.r1@end}.",
                        "rb-d.rounds = 1",
                        "asked > rb-d.rounds",
                    ),
                    term(
                        "Real data often have one: among many rankers, one that reverses *no pair at all* is enough."
                    ),
                ),
            ),
            HALTED.at(1),
            Figure(("losses", "ranking"), curves=("r1",), shows=(Change("rb-d.r1", 0, 1),)),
            says("The run ends here: no α can be given to h2.", "rb-d.rounds = 1", "h2.wrong = 0"),
            note=Note(
                ("", "orders", "ties", "reverses"),
                (
                    ("h1", "{h1.right}", "{h1.ties}", "{h1.wrong}"),
                    ("h2", "{h2.right}", "{h2.ties}", "{h2.wrong}"),
                ),
            ),
        ),
        Step(
            "Say infinity instead",
            (
                (
                    term("The logarithm grows without end, so why not give h2 an infinite α?"),
                    says(
                        "Then h2 alone decides. R̂1 jumps from {rb-d.r1@1} to {rb-d.r1@2}.",
                        "rb-d.r1@2 > rb-d.r1@1",
                    ),
                ),
                (
                    term(
                        "Everything learned before stops mattering: against an infinite α no finite one counts."
                    ),
                ),
            ),
            INFINITE.at(2),
            Figure(("ranking", "losses"), curves=("r1",), shows=(Change("rb-d.r1", 1, 2),)),
            says(
                "Left are {rb-d.places@2} places: the item h2 says yes to, and all the others.",
                "rb-d.places@2 = 2",
            ),
        ),
        Step(
            "The error above its own bound",
            (
                (term("Theorem 1: R̂1 stays below its bound *U1* = exp(−½ Σ δ²), with the edges −δ."),),
                (
                    term(
                        "The theorem is not wrong. It says: *if α is defined in all rounds*. Books often leave "
                        "that out. This is Lemma 1."
                    ),
                ),
            ),
            INFINITE.at(2),
            Figure(
                ("losses",),
                curves=("r1", "bound"),
                together=True,
                window=(0.3, 1.02),
                shows=(Crossing("rb-d.r1", "rb-d.bound", 2),),
            ),
            after=(
                says(
                    "Here the bound is {rb-d.bound@2}, and R̂1 is {rb-d.r1@2}: where the gap is shaded, R̂1 lies above.",
                    "rb-d.r1@2 > rb-d.bound@2",
                    "rb-d.r1@1 < rb-d.bound@1",
                ),
            ),
            find=Find(
                "rb-d",
                "Mark the crossing: go to the round in which R̂1 comes above the bound.",
                "After round {here} R̂1 is {rb-d.r1@here}, and the bound {rb-d.bound@here}.",
                ("rb-d.r1@before < rb-d.bound@before", "rb-d.r1@here > rb-d.bound@here"),
            ),
        ),
        Step(
            "A large number does not help",
            (
                (
                    term(
                        "Programs often put a large number in the place of infinity. Lemma 2 has data against that."
                    ),
                    says(
                        "Both α are capped at {rb-d.alpha@1}. R̂1 ends at {rb-d.r1@2}, with the bound at "
                        "{rb-d.bound@2}.",
                        "rb-d.alpha@1 = rb-d.alpha@2",
                        "rb-d.r1@2 > rb-d.bound@2",
                    ),
                ),
                (term("Two equal α cancel. The cap makes them equal, whatever the edges were."),),
            ),
            CAPPED.at(2),
            Figure(
                ("losses",),
                curves=("r1", "bound"),
                together=True,
                shows=(Crossing("rb-d.r1", "rb-d.bound", 2),),
            ),
            says("Again the error ends above the bound.", "rb-d.r1@2 > rb-d.bound@2"),
        ),
        Step(
            "Weights that may only grow",
            (
                (
                    says("Other data. RB-D may take nothing back: no negative α."),
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
            Figure(("weights", "losses"), curves=("e1",), shows=(Point("rb-d.e1", 2),)),
            says("Both bars point right, and there they stay.", "rb-d.alpha@1 > 0", "rb-d.alpha@2 > 0"),
        ),
        Step(
            "Taking some of it back",
            (
                (
                    says(
                        "Now it may. Round 3 gives {rb-d.pick@3} an α of {rb-d.alpha@3}, and Ê1 falls from "
                        "{rb-d.e1@2} to {rb-d.e1@3}.",
                        "rb-d.alpha@3 < 0",
                        "rb-d.e1@3 < rb-d.e1@2",
                    ),
                ),
                (
                    term("A small gain, but the theorem is true again. That is Lemma 3."),
                    term("Conditions are part of a theorem. Ask for them."),
                ),
            ),
            BOTH_WAYS.at(3),
            Figure(
                ("losses", "weights"),
                curves=("e1",),
                window=(0.886, 0.89),
                shows=(Change("rb-d.e1", 2, 3),),
            ),
            says(
                "The axis is cut close, or one would not see it. The bar of {rb-d.pick@3} is shorter.",
                "rb-d.alpha@3 < 0",
            ),
        ),
    ),
    (
        "RB-D needs an α in every round; a ranker that reverses no pair leaves it undefined.",
        "With an infinite α, or with a large constant, the error can end above its bound.",
        "Without negative α, RB-D misses the least Ê1.",
    ),
    Onward(
        ("lemma-1", "lemma-2", "lemma-3", "repair"),
        ("Theorem 1", "Lemma 1", "Lemma 2"),
        ("stop-early", "break-u1"),
    ),
)
