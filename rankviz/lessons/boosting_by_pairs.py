"""Lesson: how one algorithm learns a ranking from pairs, round by round."""

from rankviz.lessons.figure import Change, Figure
from rankviz.lessons.lesson import Ask, Find, Lesson, Moment, Note, Onward, Step, says, term
from rankviz.lessons.tries import Drag, Flip
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
    "How many weak opinions become one good ranking.",
    ":material/stairs:",
    (
        Step(
            "Pairs, not places",
            (
                (
                    term("A search engine, a shop, a clinic: each must decide what comes first."),
                    term(
                        "Few can name the right place of each item. But of two items one often knows which "
                        "belongs on top: a *critical pair*."
                    ),
                    says("Here {items} players make {pairs} of them."),
                ),
                (
                    says("Before the first round every pair weighs the same.", "rb-c.weight@0 = 1"),
                    says(
                        "No player has a score yet, so all pairs are tied.",
                        "rb-c.r1@0 = 1",
                        "rb-c.r2@0 = 0.5",
                    ),
                    term(
                        "The learner is *RB-C*, one of several that boost pairs; a later lesson compares them."
                    ),
                ),
            ),
            PLAYERS.at(0),
            Figure(("ranking", "pairs")),
            says("One square per pair, all of one colour: they weigh the same.", "rb-c.weight@0 = 1"),
        ),
        Step(
            "A weak ranker says yes or no",
            (
                (
                    term("A *weak ranker* says yes or no to each item."),
                    term("It *orders* a pair when it says yes to the better and no to the other."),
                    term("The other way round it *reverses*, else it *ties* the pair."),
                ),
                (
                    term(
                        "A round picks the ranker with the largest *edge*: weight ordered minus weight reversed."
                    ),
                ),
            ),
            PLAYERS.at(0),
            Figure(("ranking", "pairs")),
            ask=Ask("ranker", "rb-c", 1),
            after=(
                says(
                    "The edge of {rb-c.pick@1} is {rb-c.edge@1}; the next best has {rb-c.second@1}.",
                    "rb-c.edge@1 > rb-c.second@1",
                ),
            ),
            note=Note(
                ("edge", "h1", "h2", "h3", "h4"),
                (("round 1", *(f"{{rb-c.edge:h{ranker}@1}}" for ranker in range(1, 5))),),
            ),
        ),
        Step(
            "The pick gets a weight",
            (
                (
                    says("Round 1 picked {rb-c.pick@1}, with an edge of {rb-c.edge@1}."),
                    says("For that it gets the weight α = {rb-c.alpha@1}.", "rb-c.alpha@1 > 0"),
                    term("In the equations, edge = −δ."),
                ),
                (
                    term(
                        "The larger the edge, the larger α. A ranker worse than a coin has a negative edge and is "
                        "used upside down: α < 0."
                    ),
                    term("An item's *score* is the sum of the α of all rankers that say yes to it."),
                ),
            ),
            PLAYERS.at(1),
            Figure(("ties", "ranking")),
            term("The bar is the weight of all pairs, from the left: ordered, tied (hatched), reversed."),
            after=(term("More weight is ordered than reversed: a larger edge, and a larger α."),),
            note=Note(
                ("round 1", "pick", "edge", "α"),
                (("before", "{was.rb-c.pick@1}", "{was.rb-c.edge@1}", "{was.rb-c.alpha@1}"),),
                (("now", "{rb-c.pick@1}", "{rb-c.edge@1}", "{rb-c.alpha@1}"),),
            ),
            tries=Flip(
                "rb-c",
                1,
                "Flip one answer of h4, so that it earns a larger α.",
                "Round 1 picks {rb-c.pick@1}, with an edge of {rb-c.edge@1}; its α is {rb-c.alpha@1}.",
                ("rb-c.alpha@1 > was.rb-c.alpha@1",),
                "h4:2",
                ("h4",),
            ),
        ),
        Step(
            "Mistakes get louder",
            (
                (
                    term("Now the pairs are reweighted: those in order lose weight, reversed ones gain."),
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
            Figure(("ties", "pairs"), step=True),
            term(
                "The solid curve is RB-C's loss along α. RB-C goes to the lowest point of the dotted one, a bound "
                "that the loss cannot exceed: its α is on the safe side."
            ),
            after=(term("The more a ranker is trusted, the louder its mistakes."),),
            note=Note(
                ("", "α", "heaviest pair", "weighs"),
                (("before", "{was.rb-c.alpha@1}", "{was.rb-c.heaviest@1}", "×{was.rb-c.weight@1}"),),
                (("now", "{rb-c.alpha@1}", "{rb-c.heaviest@1}", "×{rb-c.weight@1}"),),
            ),
            tries=Drag(
                "rb-c",
                1,
                "Drag the handle on the curve to another α, until a mistake weighs 3 times as much as at the start.",
                "With α = {rb-c.alpha@1} the heaviest pair, {rb-c.heaviest@1}, weighs ×{rb-c.weight@1}.",
                ("rb-c.weight@1 ≥ 3",),
                "rb-c:1:alpha=0.9",
            ),
        ),
        Step(
            "The next ranker helps elsewhere",
            (
                (
                    term("On the new weights every ranker has a new edge."),
                    term("The pairs that h4 orders count for less now, those it reverses for more."),
                ),
            ),
            PLAYERS.at(1),
            Figure(("ranking", "pairs")),
            says("On the map: the heaviest pair is {rb-c.heaviest@1}.", "rb-c.weight@1 > 1"),
            Ask("ranker", "rb-c", 2),
            (
                says(
                    "The edge of h4 is down from {rb-c.edge:h4@1} to {rb-c.edge:h4@2}, so round 2 picked "
                    "{rb-c.pick@2}, with {rb-c.edge@2}. h3 has the same edge; RB-C takes one of them.",
                    "rb-c.edge:h3@2 = rb-c.edge@2",
                    "rb-c.edge:h4@2 < rb-c.edge:h4@1",
                    "rb-c.edge@2 > rb-c.edge:h4@2",
                    "rb-c.pick@2 ≠ rb-c.pick@1",
                ),
            ),
            note=Note(
                ("edge", "round 1", "round 2"),
                tuple(
                    (name, f"{{rb-c.edge:{name}@1}}", f"{{rb-c.edge:{name}@2}}")
                    for name in ("h1", "h2", "h3", "h4")
                ),
            ),
        ),
        Step(
            "What will the third one change?",
            (
                (
                    says("Round 3 picks {rb-c.pick@3}, with a positive α.", "rb-c.alpha@3 > 0"),
                    term("Look for a pair that it reverses, and for one already heavy."),
                    term("A pair that it ties keeps its weight, apart from the rescaling."),
                ),
            ),
            PLAYERS.at(2),
            Figure(("ranking", "pairs")),
            ask=Ask("pair", "rb-c", 3),
            after=(
                says(
                    "Since {rb-c.pick@3} reverses {rb-c.gainer@3}, it gained most. "
                    "{rb-c.heaviest@3} is still the heaviest.",
                    "rb-c.gainer@3 ≠ rb-c.heaviest@3",
                    "rb-c.reversed@3 > 0",
                ),
            ),
        ),
        Step(
            "A strong ranker out of weak ones",
            (
                (
                    term("*R̂1* is the share of pairs not in the right order; a tie counts as wrong."),
                    says(
                        "With {rb-c.pick@1} alone it is {rb-c.r1@1}.",
                        "h4.r1 = rb-c.r1@1",
                    ),
                ),
                (term("That is boosting: many weak opinions, each asked about what the others got wrong."),),
            ),
            PLAYERS.at(8),
            Figure(("losses", "ranking"), curves=("r1",), shows=(Change("rb-c.r1", 1, 8),)),
            says("Follow the error: it falls to 0.", "rb-c.r1@end = 0"),
            after=(
                says(
                    "After {rb-c.rounds} rounds R̂1 is {rb-c.r1@end}: rankers that say only yes or no have put "
                    "{items} players in the true order.",
                    "rb-c.r1@end = 0",
                    "rb-c.r1@1 > rb-c.r1@end",
                ),
            ),
            find=Find(
                "rb-c",
                "Go to the round after which no pair is wrong any more.",
                "After round {here} R̂1 is {rb-c.r1@here}.",
                ("rb-c.r1@here = 0", "rb-c.r1@before > 0"),
            ),
        ),
    ),
    (
        "A ranking is learned from pairs: this one above that one.",
        "Each round picks the weak ranker with the largest edge, and gives it a weight α that grows with the edge.",
        "Pairs that the pick reverses get heavier, so the next pick helps where the others failed.",
    ),
    Onward(("first-round", "cycles"), ("Algorithm 1", "13"), ("no-difference",)),
)
