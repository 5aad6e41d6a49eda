"""Lesson: how one algorithm learns a ranking from pairs, round by round."""

from __future__ import annotations

from rankviz.lessons.lesson import Ask, Lesson, Moment, Step, says, term
from rankviz.runs.spec import RunSpec

PLAYERS = Moment(
    RunSpec(
        "inline:?grades=6,5,4,3,2,1&h1=111011&h2=111110&h3=101100&h4=110100&items=Ada,Bo,Cleo,Dee,Eli,Fay",
        ("rb-c",),
        rounds=8,
    )
)

LESSON = Lesson(
    "boosting-by-pairs",
    "Boosting by pairs",
    "How many poor opinions become one good ranking.",
    ":material/stairs:",
    (
        Step(
            "Pairs, not places",
            (
                (
                    term("Nobody tells the learner which place an item should have."),
                    term(
                        "It is only told: this one belongs above that one. Each such pair is a *critical pair*."
                    ),
                    says("Here {items} players make {pairs} of them."),
                ),
                (
                    says("Before the first round every pair weighs the same.", "rb-c.weight@0 = 1"),
                    says("All scores are zero, so all pairs are tied.", "rb-c.r1@0 = 1", "rb-c.r2@0 = 0.5"),
                ),
            ),
            PLAYERS.at(0),
            "map",
            says("One square a pair, and all of one colour: the same weight.", "rb-c.weight@0 = 1"),
        ),
        Step(
            "A weak ranker says yes or no",
            (
                (
                    term("A *weak ranker* says yes or no to each item, nothing finer."),
                    term(
                        "It *orders* a pair when it says yes to the one that belongs above, and no to the other."
                    ),
                    term(
                        "The other way round it *reverses* the pair. With the same word for both it *ties* it."
                    ),
                ),
                (
                    says("Take h1: it orders {h1.right} pairs, ties {h1.ties} and reverses {h1.wrong}."),
                    term(
                        "A round picks the ranker with the largest *edge*: weight ordered minus weight reversed."
                    ),
                ),
            ),
            PLAYERS.at(0),
            "ladder",
            says("The true order runs from Ada down to Fay. Count for each ranker, then choose."),
            Ask("ranker", "rb-c", 1),
        ),
        Step(
            "The pick gets a vote",
            (
                (
                    says("Round 1 picked {rb-c.pick@1}, with an edge of {rb-c.edge@1}."),
                    says("For that it gets a vote of weight *α* = {rb-c.alpha@1}.", "rb-c.alpha@1 > 0"),
                ),
                (
                    term("The larger the edge, the larger α."),
                    term("An item's *score* is the sum of the votes of the rankers that say yes to it."),
                ),
            ),
            PLAYERS.at(1),
            "ensemble",
            says("One bar so far: {rb-c.pick@1} with {rb-c.total@1}. The sum of votes is the *ensemble*."),
        ),
        Step(
            "Mistakes get louder",
            (
                (
                    term("Now the pairs are weighed anew. Ordered pairs lose weight, reversed ones gain."),
                    says(
                        "{rb-c.heaviest@1} gained most. {rb-c.pick@1} reverses it, and now it weighs "
                        "{rb-c.weight@1} times as much as at the start.",
                        "rb-c.heaviest@1 = rb-c.gainer@1",
                        "rb-c.weight@1 > 1",
                        "rb-c.reversed@1 > 0",
                    ),
                ),
                (term("The next round listens to the weights. What is still wrong counts for more."),),
            ),
            PLAYERS.at(1),
            "map",
            says("The strongest colour is at {rb-c.heaviest@1}.", "rb-c.weight@1 > 1"),
        ),
        Step(
            "The next ranker helps elsewhere",
            (
                (
                    says(
                        "On the new weights the edge of h4 is down from {rb-c.edge:h4@1} to {rb-c.edge:h4@2}.",
                        "rb-c.edge:h4@2 < rb-c.edge:h4@1",
                    ),
                    says(
                        "So round 2 picks another, {rb-c.pick@2}, with an edge of {rb-c.edge@2}.",
                        "rb-c.edge@2 > rb-c.edge:h4@2",
                        "rb-c.pick@2 ≠ rb-c.pick@1",
                    ),
                ),
                (
                    says("Round 3 will pick {rb-c.pick@3}, with a positive α.", "rb-c.alpha@3 > 0"),
                    term(
                        "Which pair will then gain most? Look for one it reverses, and for one already heavy."
                    ),
                ),
            ),
            PLAYERS.at(2),
            "map",
            says("The weights before round 3. A pair tied by the pick keeps its weight but for the scaling."),
            Ask("pair", "rb-c", 3),
        ),
        Step(
            "A strong ranker out of weak ones",
            (
                (
                    term("*R̂1* is the share of pairs not in the right order; a tie counts as wrong."),
                    says(
                        "After {rb-c.rounds} rounds it is {rb-c.r1@end}. {rb-c.pick@1} alone leaves {h4.r1}.",
                        "rb-c.r1@end = 0",
                        "h4.r1 > rb-c.r1@end",
                    ),
                ),
                (
                    says("With {rankers} rankers that say only yes or no, {items} players are in order."),
                    term("That is boosting: many poor opinions, each asked about what the others got wrong."),
                ),
            ),
            PLAYERS.at(8),
            "ladder",
            says("The lines at the last round end in the true order.", "rb-c.r1@end = 0"),
        ),
    ),
)
