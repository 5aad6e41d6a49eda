"""Lesson: the P-norm push weighs a pair by all that its lower item beats; what that buys at the top, and costs."""

from rankviz.lessons.figure import Figure, Gap
from rankviz.lessons.lesson import (
    AskIdea,
    AskLargest,
    Find,
    Guess,
    Idea,
    Lesson,
    Moment,
    Note,
    Onward,
    Reading,
    Step,
    says,
    term,
)
from rankviz.runs.spec import RunSpec

BOTH = ("push", "rb-d")
ROUNDS = 60

SMALL = Moment(
    RunSpec(
        "inline:?grades=1,1,1,1,0,0,0,0&items=Ada,Bo,Cleo,Dee,Eli,Fay,Gus,Hal"
        "&x=8,7,6,2,9,4,3,1&y=3,6,8,5,7,2,4,1",
        BOTH,
        1,
    )
)


def _moons(p: float) -> Moment:
    return Moment(RunSpec("synthetic:moons?n=200&noise=0.5", BOTH, ROUNDS, parameters={"p": p}))


GRADED = Moment(
    # Where a step is undefined it is taken in the limit, so that both run all rounds.
    RunSpec("bundled:diabetes?grades=4&items=200", BOTH, ROUNDS, parameters={"undefined": "limit", "p": 4.0})
)

LEVEL = 0.06
"""A share of pairs in the wrong order that both come below, RB-D first."""
LOWER = ("Eli", "Fay", "Gus")
TOP = Reading("Pos@Top", "At the cursor: {push.top@here} under the push, {rb-d.top@here} under RB-D.")

LESSON = Lesson(
    "the-price-of-a-push",
    "The price of a push",
    "What stands too high pays most: what the P-norm push wins, and where it only hurts.",
    ":material/vertical_align_top:",
    (
        Step(
            "Who stands too high pays",
            (
                (
                    says("Each positive belongs above each negative: {pairs} pairs of {items} players."),
                    term(
                        "For each negative, S is the sum of exp(−score difference) over its pairs. The *P-norm push* "
                        "minimises the sum of all Sᵖ."
                    ),
                ),
                (
                    term("So a pair weighs more, the more positives its negative still beats or equals."),
                    says("Here p is {push.p}; RB-D has no such exponent.", "push.p > 1"),
                ),
            ),
            SMALL.at(1),
            Figure(("pairs", "ranking")),
            ask=AskLargest(
                "push",
                1,
                "Both pick the same ranker. Whose pairs weigh most after it?",
                "a weight of",
                tuple(
                    Guess(name, f"push.on:{name}@1", f"a negative at x {{item:{name}.x}}") for name in LOWER
                ),
            ),
            after=(
                says(
                    "Eli stands level with all positives but Dee, and above Dee. Its pairs have {push.on:Eli@1} of "
                    "the weight, under RB-D {rb-d.on:Eli@1}.",
                    "push.pick@1 = rb-d.pick@1",
                    "push.on:Eli@1 > rb-d.on:Eli@1 > rb-d.on:Fay@1",
                ),
            ),
            note=Note(
                ("weight of the pairs of", *LOWER),
                (
                    ("push, p {push.p}", *(f"{{push.on:{name}@1}}" for name in LOWER)),
                    ("RB-D", *(f"{{rb-d.on:{name}@1}}" for name in LOWER)),
                ),
            ),
        ),
        Step(
            "The softest push is RB-D",
            (
                (
                    says("Noisy moons: {items} items, {pairs} pairs. Here p is {push.p}."),
                    term("So the loss is the sum of all S as they are."),
                ),
                (says("RB-D has picked {rb-d.pick@4} in round 4, the push {push.pick@4}."),),
            ),
            _moons(1.0).at(5),
            Figure(("ranking",)),
            ask=AskIdea(
                "push",
                5,
                "With p = 1, what does the push do in round 5?",
                (
                    Idea(
                        "It picks another ranker than RB-D",
                        ("push.pick@5 ≠ rb-d.pick@5",),
                        "then its weights would have to differ from RB-D's, but with p = 1 both losses are the sum "
                        "of S.",
                    ),
                    Idea(
                        "It picks RB-D's ranker, with a larger α",
                        ("push.pick@5 = rb-d.pick@5", "push.alpha@5 > rb-d.alpha@5"),
                        "RB-D's α is {rb-d.alpha@5}. A larger one would need a larger p.",
                    ),
                    Idea(
                        "It does what RB-D does",
                        ("push.pick@5 = rb-d.pick@5", "push.alpha@5 = rb-d.alpha@5"),
                        "the sum of all S is RankBoost's loss. Both pick {push.pick@5} with α = {push.alpha@5}.",
                    ),
                ),
            ),
            after=(
                says(
                    "The same ranker and the same α in every round: AUC ends at {push.auc@60} for both.",
                    *(f"push.pick@{t} = rb-d.pick@{t}" for t in range(1, ROUNDS + 1)),
                    *(f"push.alpha@{t} = rb-d.alpha@{t}" for t in range(1, ROUNDS + 1)),
                    "push.auc@60 = rb-d.auc@60",
                ),
            ),
            note=Note(
                ("", "α, round 5", "AUC, round 60"),
                (
                    ("push, p {push.p}", "{push.alpha@5}", "{push.auc@60}"),
                    ("RB-D", "{rb-d.alpha@5}", "{rb-d.auc@60}"),
                ),
            ),
        ),
        Step(
            "It clears the top",
            (
                (
                    says("The same moons, with p = 4 as before.", "push.p = 4"),
                    term("*Pos@Top* is the share of the positives that stand above every negative."),
                ),
            ),
            _moons(4.0).at(ROUNDS),
            Figure(("ranking",)),
            term("Each list begins with them: look how far down the first negative stands."),
            after=(
                says(
                    "RB-D gets there later. After round 60 Pos@Top is {push.top@60} under the push, {rb-d.top@60} "
                    "under RB-D.",
                    "push.top@16 > 0.5 > rb-d.top@16",
                    "push.top@60 > rb-d.top@60",
                ),
            ),
            find=Find(
                "push",
                "Go to the first round in which the push has more than half of the positives above every negative: "
                "Pos@Top over 50 %.",
                "After round {here} Pos@Top is {push.top@here} under the push, {rb-d.top@here} under RB-D.",
                ("push.top@before < 0.500", "push.top@here > 0.500"),
                reads=TOP,
            ),
            note=Note(
                ("Pos@Top", "round 16", "round 60"),
                (
                    ("push, p {push.p}", "{push.top@16}", "{push.top@60}"),
                    ("RB-D", "{rb-d.top@16}", "{rb-d.top@60}"),
                ),
            ),
        ),
        Step(
            "The price is below",
            (
                (
                    says(
                        "The same runs. R̂2 is larger under the push in the end.",
                        "push.r2@60 > rb-d.r2@60",
                    ),
                    term("It is 1 − AUC."),
                    term("The attention spent on the top is missing further down."),
                ),
            ),
            _moons(4.0).at(ROUNDS),
            Figure(
                ("losses",),
                curves=("r2",),
                window=(0.04, 0.09),
                at=(LEVEL, f"{LEVEL}"),
                shows=(Gap("push.r2", "rb-d.r2", ROUNDS),),
            ),
            says("The curves are R̂2.", "push.r2@60 > 0"),
            after=(
                says(
                    "Since round 3 the push has more pairs in the wrong order. After round 60 its AUC is "
                    "{push.auc@60}, that of RB-D {rb-d.auc@60}.",
                    *(f"push.r2@{t} > rb-d.r2@{t}" for t in range(3, ROUNDS + 1)),
                ),
            ),
            find=Find(
                "push",
                "Go to the round that brings the push's R̂2 below the dashed line; RB-D's was there before.",
                "After round {here} R̂2 is {push.r2@here} under the push, {rb-d.r2@here} under RB-D.",
                tuple(
                    f"{what} {LEVEL:.4f}" for what in ("push.r2@before >", "push.r2@here <", "rb-d.r2@here <")
                ),
            ),
            note=Note(
                ("round 60", "AUC", "R̂2"),
                (
                    ("push, p {push.p}", "{push.auc@60}", "{push.r2@60}"),
                    ("RB-D", "{rb-d.auc@60}", "{rb-d.r2@60}"),
                ),
            ),
        ),
        Step(
            "More grades turn it over",
            (
                (
                    says("Now {items} patients in grades of severity, and p is {push.p} again."),
                    term("The lower item of a pair may be of any grade but the highest."),
                ),
                (term("Before the first round all scores are equal: S is just how many belong above."),),
            ),
            GRADED.at(1),
            Figure(("pairs",)),
            ask=AskLargest(
                "push",
                1,
                "Before round 1: on which lower item's grade does most weight lie?",
                "a weight of",
                tuple(
                    Guess(
                        f"grade {grade}",
                        f"push.on-grade:{grade}@0",
                        f"below in {{rb-d.on-grade:{grade}@0}} of the pairs",
                    )
                    for grade in range(3)
                ),
            ),
            after=(
                says(
                    "Most items belong above the lowest grade, so it draws {push.on-grade:0@0} of the weight, though "
                    "only {rb-d.on-grade:0@0} of the pairs. The push works at the bottom.",
                    "push.on-grade:0@0 > rb-d.on-grade:0@0",
                    "push.on-grade:2@0 < rb-d.on-grade:2@0",
                ),
            ),
            note=Note(
                ("lower item of", *(f"grade {grade}" for grade in range(3))),
                (
                    ("push, p {push.p}", *(f"{{push.on-grade:{grade}@0}}" for grade in range(3))),
                    ("RB-D: as the pairs", *(f"{{rb-d.on-grade:{grade}@0}}" for grade in range(3))),
                ),
            ),
        ),
        Step(
            "With more grades it only hurts",
            (
                (
                    says(
                        "The same patients: neither the top nor the order gains.",
                        "push.top@60 < rb-d.top@60",
                        "push.r2@60 > rb-d.r2@60",
                    ),
                    term("The paper's theorem (P-norm push) is about two classes only."),
                ),
            ),
            GRADED.at(ROUNDS),
            Figure(
                ("ranking", "losses"),
                curves=("r2",),
                window=(0.08, 0.2),
                shows=(Gap("push.r2", "rb-d.r2", ROUNDS),),
            ),
            term("The lists begin with the items above all others; the curves are R̂2."),
            after=(
                says(
                    "After round 60 {push.top@60} of the top grade stand above all others under the push, "
                    "{rb-d.top@60} under RB-D. R̂2 is {push.r2@60} against {rb-d.r2@60}.",
                    "push.top@60 < rb-d.top@60",
                    "push.r2@60 > rb-d.r2@60",
                ),
            ),
            find=Find(
                "rb-d",
                "Go to the first round in which RB-D has more than 20 % of the top grade above all others.",
                "After round {here} that share is {rb-d.top@here} under RB-D, {push.top@here} under the push.",
                ("rb-d.top@before < 0.200", "rb-d.top@here > 0.200"),
                reads=Reading("Top grade above all others", TOP.at),
            ),
            note=Note(
                ("round 60", "top grade above all", "R̂2"),
                (
                    ("push, p {push.p}", "{push.top@60}", "{push.r2@60}"),
                    ("RB-D", "{rb-d.top@60}", "{rb-d.r2@60}"),
                ),
            ),
        ),
    ),
    (
        "The push weighs a pair by how many positives its negative still beats. With p = 1 it is RB-D.",
        "On two grades more positives come above every negative, and fewer pairs are in order.",
        "With more grades it pushes at the bottom, and only hurts.",
    ),
    Onward(("push-top", "push-grades"), ("push-loss", "push-step")),
)
