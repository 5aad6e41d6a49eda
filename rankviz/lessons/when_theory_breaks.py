"""Lesson: theorems have conditions; small data on which each condition fails."""

from rankviz.lessons.figure import Change, Crossing, Figure, Gap, Point
from rankviz.lessons.lesson import (
    Ask,
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

HALTED = Moment(RunSpec("scenario:lemma-1", ("rb-d",), rounds=10))
INFINITE = Moment(RunSpec("scenario:lemma-1", ("rb-d",), rounds=2, parameters={"undefined": "infinite"}))
CAPPED = Moment(RunSpec("scenario:lemma-2", ("rb-d",), rounds=2, parameters={"undefined": "cap"}))
ONE_WAY = Moment(RunSpec("scenario:lemma-3", ("rb-d",), rounds=20, parameters={"negative_alpha": False}))
BOTH_WAYS = Moment(RunSpec("scenario:lemma-3", ("rb-d",), rounds=4))
COUNTED = Moment(RunSpec("scenario:lemma-1", ("rb-plus",), rounds=40))
LAST = 23
"""The round after which that run has no edge left."""

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
                    says(
                        "Every a belongs above every b: {pairs} pairs; among themselves the a are equal. RB-D picks "
                        "h1 first."
                    ),
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
                    term("So ε⁻ is 0, and ε⁺/ε⁻ has no value. α is *undefined*."),
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
            after=(
                says(
                    "One reversed pair is enough: α has a value, and the run goes on.",
                    "h2.wrong > was.h2.wrong",
                ),
            ),
            note=Note(
                ("h2", "orders", "ties", "reverses", "R̂1 ends at"),
                (("before", "{was.h2.right}", "{was.h2.ties}", "{was.h2.wrong}", "{was.rb-d.r1@end}"),),
                (("now", "{h2.right}", "{h2.ties}", "{h2.wrong}", "{rb-d.r1@end}"),),
            ),
            tries=Flip(
                "rb-d",
                1,
                "Flip one answer of h2, so that α is defined and RB-D goes on.",
                "h2 orders {h2.right} pairs and reverses {h2.wrong}; RB-D ends after round {rb-d.rounds}.",
                ("rb-d.rounds > was.rb-d.rounds",),
                "h2:5",
                ("h2",),
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
            Figure(("ties", "losses"), curves=("r1",), step=True, shows=(Change("rb-d.r1", 1, 2),)),
            after=(
                says(
                    "With the infinite α the items had {was.rb-d.places@2} different scores, now {rb-d.places@2}.",
                    "rb-d.places@2 > was.rb-d.places@2",
                ),
            ),
            note=Note(
                ("α of h2", "R̂1", "different scores"),
                (("{was.rb-d.alpha@2}", "{was.rb-d.r1@2}", "{was.rb-d.places@2}"),),
                (("{rb-d.alpha@2}", "{rb-d.r1@2}", "{rb-d.places@2}"),),
            ),
            tries=Drag(
                "rb-d",
                2,
                "Give h2 a finite α: drag the handle until R̂1 falls in round 2.",
                "With α = {rb-d.alpha@2} R̂1 goes from {rb-d.r1@1} to {rb-d.r1@2}.",
                ("rb-d.r1@2 < rb-d.r1@1",),
                "rb-d:2:alpha=0.5",
            ),
        ),
        Step(
            "The error above its own bound",
            (
                (term("Theorem 1: R̂1 stays below its bound *U1* = exp(−½ Σ edge²)."),),
                (
                    term(
                        "The theorem is not wrong. It says: *if α is defined in all rounds*. Books often leave "
                        "that out. The RankBoost+ paper shows it as Lemma 1."
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
                    "Here the bound is {rb-d.bound@2}, and R̂1 is {rb-d.r1@2}: where the gap is shaded, R̂1 lies "
                    "above.",
                    "rb-d.r1@2 > rb-d.bound@2",
                    "rb-d.r1@1 < rb-d.bound@1",
                ),
            ),
            find=Mark(
                "rb-d",
                "Mark the crossing: click the chart where R̂1 comes above the bound.",
                "After round {here} R̂1 is {rb-d.r1@here}, and the bound {rb-d.bound@here}.",
                ("rb-d.r1@before < rb-d.bound@before", "rb-d.r1@here > rb-d.bound@here"),
                0,
            ),
        ),
        Step(
            "A large number does not help",
            (
                (
                    term(
                        "Programs often use a large number instead of infinity. Lemma 2 gives a counterexample."
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
                ("losses", "ties"),
                curves=("r1", "bound"),
                together=True,
                step=True,
                shows=(Crossing("rb-d.r1", "rb-d.bound", 2),),
            ),
            says("Again the error ends above the bound.", "rb-d.r1@2 > rb-d.bound@2"),
            after=(
                says(
                    "A smaller α keeps what h1 has learned: R̂1 ends at {rb-d.r1@2}, not at {was.rb-d.r1@2}.",
                    "rb-d.alpha@2 < was.rb-d.alpha@2",
                    "rb-d.r1@2 < was.rb-d.r1@2",
                ),
            ),
            note=Note(
                ("α of h2", "R̂1", "bound"),
                (("{was.rb-d.alpha@2}", "{was.rb-d.r1@2}", "{was.rb-d.bound@2}"),),
                (("{rb-d.alpha@2}", "{rb-d.r1@2}", "–"),),
            ),
            tries=Drag(
                "rb-d",
                2,
                "Drag the α of round 2 until R̂1 falls there.",
                "With α = {rb-d.alpha@2} R̂1 goes from {rb-d.r1@1} to {rb-d.r1@2}.",
                ("rb-d.r1@2 < rb-d.r1@1",),
                "rb-d:2:alpha=0.5",
            ),
        ),
        Step(
            "Weights that may only grow",
            (
                (
                    says(
                        "New data. Here RB-D is not allowed negative weights, so it can never undo a step.",
                        "rb-d.alpha@1 > 0",
                        "rb-d.alpha@2 > 0",
                    ),
                    says(
                        "It stops after {rb-d.rounds} rounds with Ê1 at {rb-d.e1@end}.",
                        "rb-d.rounds = 2",
                    ),
                ),
                (term("RB-D is known to find the least Ê1 there is. For that it needs negative α."),),
            ),
            ONE_WAY.at(2),
            Figure(
                ("losses", "ties"),
                curves=("e1",),
                window=(0.886, 0.89),
                step=True,
                shows=(Point("rb-d.e1", 2),),
            ),
            says("Both α are positive, and they must stay positive.", "rb-d.alpha@1 > 0", "rb-d.alpha@2 > 0"),
            after=(
                term(
                    "So the least Ê1 was not found: the first α is too large, and none of it can be taken back."
                ),
            ),
            note=Note(
                ("α of round 1", "rounds", "Ê1 ends at"),
                (("{was.rb-d.alpha@1}", "{was.rb-d.rounds}", "{was.rb-d.e1@end}"),),
                (("{rb-d.alpha@1}", "{rb-d.rounds}", "{rb-d.e1@end}"),),
            ),
            tries=Drag(
                "rb-d",
                1,
                "Can Ê1 get smaller? Drag the α of round 1 until RB-D ends with a smaller Ê1.",
                "With α = {rb-d.alpha@1} in round 1 Ê1 ends at {rb-d.e1@end}.",
                ("rb-d.e1@end < 0.8875",),
                "rb-d:1:alpha=0.45",
            ),
        ),
        Step(
            "Taking some of it back",
            (
                (
                    term("Now it may: α of any sign is allowed."),
                    term("A ranker that was trusted too much is picked again, and some of its weight goes."),
                ),
                (
                    term("A small gain, but the theorem is true again. That is Lemma 3 of the paper."),
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
            after=(
                says(
                    "Round 3 gives {rb-d.pick@3} an α of {rb-d.alpha@3}: its bar is shorter, and Ê1 falls from "
                    "{rb-d.e1@2} to {rb-d.e1@3}. The axis is magnified; the gain is tiny.",
                    "rb-d.alpha@3 < 0",
                    "rb-d.e1@3 < rb-d.e1@2",
                ),
            ),
            find=Find(
                "rb-d",
                "Step to the round that takes some of a weight back.",
                "Round {here} gives {rb-d.pick@here} an α of {rb-d.alpha@here}.",
                ("rb-d.alpha@here < 0",),
                2,
            ),
            note=Note(
                ("round 3", "pick", "α", "Ê1 before", "Ê1 after"),
                (("", "{rb-d.pick@3}", "{rb-d.alpha@3}", "{rb-d.e1@2}", "{rb-d.e1@3}"),),
            ),
        ),
        Step(
            "What counting ties buys",
            (
                (
                    says(
                        "Back to the first data, where h2 reverses no pair and RB-D had no α for it. RankBoost+ "
                        "counts the pairs that h2 ties: partly for it, partly against.",
                        "h2.ties > 0",
                        "h2.wrong = 0",
                    ),
                ),
                (
                    term(
                        "Its theorems need no condition on α. Theorem 2: in every round R̂2 ≤ Ê2 ≤ *U2* = "
                        "exp(−½ Σ δ²). Theorem 3: Ê2 approaches the least value it can have."
                    ),
                ),
            ),
            COUNTED.at(2),
            Figure(
                ("ties", "losses"),
                curves=("r2", "e2", "bound"),
                together=True,
                shows=(Gap("rb-plus.bound", "rb-plus.r2", 2),),
            ),
            term("Round 1 has weighed h1: the bar says what it orders, ties (hatched) and reverses."),
            AskIdea(
                "rb-plus",
                2,
                "Round 2 picks h2, and its ε⁻ is 0. What weight does RankBoost+ give it?",
                (
                    Idea(
                        "An infinite one",
                        ("rb-plus.alpha@2 > 1000",),
                        "then the denominator would have to be 0, but it counts the {h2.ties} pairs that h2 ties, too.",
                    ),
                    Idea(
                        "A finite one, larger than h1's",
                        ("rb-plus.alpha@1 < rb-plus.alpha@2", "rb-plus.alpha@2 < 1000"),
                        "h2 reverses nothing, but it orders only {rb-plus.correct@2} of the weight, and what it ties "
                        "counts against it as well.",
                    ),
                    Idea(
                        "A finite one, smaller than h1's",
                        ("rb-plus.alpha@2 < rb-plus.alpha@1",),
                        "half of the tied weight, {rb-plus.tied@2}, is added to ε⁻. α is {rb-plus.alpha@2}, that of h1 "
                        "{rb-plus.alpha@1}.",
                    ),
                ),
            ),
            (
                says(
                    "One tied pair in the pick keeps α finite. R̂2 ≤ Ê2 ≤ U2 in every round; after round "
                    "{rb-plus.rounds} no edge is left: Ê2 is at its minimum.",
                    "asked > rb-plus.rounds",
                    *(f"rb-plus.r2@{t} ≤ rb-plus.e2@{t} ≤ rb-plus.bound@{t}" for t in range(1, LAST + 1)),
                ),
            ),
            note=Note(
                ("RankBoost+", "R̂2", "Ê2", "U2"),
                tuple(
                    (f"round {t}", *(f"{{rb-plus.{what}@{t}}}" for what in ("r2", "e2", "bound")))
                    for t in (2, LAST)
                ),
            ),
        ),
    ),
    (
        "RB-D needs an α in every round; a ranker that reverses no pair leaves it undefined.",
        "With an infinite α, or with a large constant, the error can end above its bound.",
        "Without negative α, RB-D misses the least Ê1.",
        "RankBoost+ counts ties: one tied pair in the pick keeps α finite, R̂2 ≤ U2 in every round, and Ê2 approaches "
        "its minimum.",
    ),
    Onward(
        ("lemma-1", "lemma-2", "lemma-3", "repair"),
        ("Theorem 1", "Lemma 1", "Lemma 2", "Theorem 2", "Theorem 3"),
        ("stop-early", "break-u1"),
    ),
)
