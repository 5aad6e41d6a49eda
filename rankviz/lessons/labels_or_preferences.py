"""Lesson: QBRank lowers a quadratic above its risk; without preferences it is GBT; judges who differ favour pairs."""

from rankviz.choice import Value
from rankviz.lessons.figure import Change, FallsBelow, Figure, Gap
from rankviz.lessons.lesson import (
    AskLargest,
    Find,
    Guess,
    Lesson,
    Mark,
    Moment,
    Note,
    Onward,
    Step,
    says,
    term,
)
from rankviz.runs.spec import RunSpec

PAGES = "synthetic:single-grade?n=40&pages=8&single=0&shift=2&seed=1"
PAIRS: dict[str, Value] = {"w": 1.0, "labels": "none", "weighting": "bound", "eta": 1.0, "leaves": 4}
FEW = Moment(RunSpec(PAGES, ("qbrank",), 6, parameters=PAIRS))
# The step that the text is about: to the lowest point of the parabola, without a line search.
TO_THE_LOWEST = Moment(RunSpec(PAGES, ("qbrank",), 6, parameters=PAIRS | {"step_rule": "one"}))
LABELS = Moment(
    RunSpec(PAGES, ("qbrank", "gbt"), 8, parameters={"w": 0.0, "weighting": "bound", "eta": 1.0, "leaves": 4})
)


def _many(shift: int) -> Moment:
    """Return a moment of many pages, half of them held out; the judges differ by `shift`."""
    data = f"synthetic:single-grade?n=400&single=0&shift={shift}&seed=0"
    return Moment(
        RunSpec(data, ("qbrank", "gbt"), 20, holdout=0.5, parameters=PAIRS | {"eta": 0.3, "leaves": 6})
    )


ASKED = ("8", "17", "3", "26")
TARGETS = tuple(
    Guess(
        f"page {page}",
        f"qbrank.target:{page}@1",
        "grade {item:PAGE.grade} of {item:PAGE.query}".replace("PAGE", page),
    )
    for page in ASKED
)

LESSON = Lesson(
    "labels-or-preferences",
    "Labels or preferences",
    "QBRank learns from both. What is a grade worth beside a comparison?",
    ":material/balance:",
    (
        Step(
            "A grade is one judge's word",
            (
                (
                    says(
                        "Here are {items} pages. Every query has some of them, and a judge of its own who grades "
                        "them."
                    ),
                    term(
                        "*QBRank* learns from *preferences*: inside a query, this page above that one, by the "
                        "difference of their grades."
                    ),
                ),
                (
                    term(
                        "At first all scores are 0. A page's *target* is then half the average difference between "
                        "its grade and the other grades in its query (equal grades left out)."
                    ),
                ),
            ),
            FEW.at(1),
            Figure(("targets", "ranking"), board="qbrank"),
            ask=AskLargest(
                "qbrank",
                1,
                "Which of these pages gets the largest target?",
                "a target of",
                TARGETS,
            ),
            after=(
                says(
                    "A {item:17.grade} among low grades gets a larger target, {qbrank.target:17@1}, than a "
                    "{item:8.grade} among high ones, {qbrank.target:8@1}: in the plot its dot lies further right.",
                    "qbrank.target:17@1 > qbrank.target:8@1",
                    "item:17.grade < item:8.grade",
                ),
            ),
            note=Note(
                ("page", *ASKED),
                (
                    ("grade", *(f"{{item:{page}.grade}}" for page in ASKED)),
                    ("target", *(f"{{qbrank.target:{page}@1}}" for page in ASKED)),
                ),
            ),
        ),
        Step(
            "A quadratic above the risk",
            (
                (
                    term("A tree is fitted to the targets. Added with a weight a, it changes the *risk* R."),
                    term(
                        "The dashed parabola is what QBRank minimises instead: it touches R at a = 0, "
                        "and lies nowhere below."
                    ),
                ),
                (
                    term(
                        "On the right the dashed line is the parabola at the step taken: R is at most that high."
                    ),
                ),
            ),
            TO_THE_LOWEST.at(4),
            Figure(
                ("direction", "risk"),
                curves=("risk",),
                board="qbrank",
                shows=(Gap("qbrank.risk_bound", "qbrank.risk", 1),),
            ),
            says(
                "On the left the solid curve is R, all of it below the dashed one.",
                *(f"qbrank.risk@{t} < qbrank.risk_bound@{t}" for t in range(1, 7)),
            ),
            after=(
                says(
                    "In round 4 the parabola comes down to {qbrank.risk_bound@4}: R cannot lie above that, and is "
                    "{qbrank.risk@4}.",
                    "qbrank.risk@4 < qbrank.risk_bound@4 < 10",
                ),
            ),
            find=Find(
                "qbrank",
                "Go to the first round whose parabola says that R is less than 10.",
                "After round {here} the parabola is at {qbrank.risk_bound@here}, and R is {qbrank.risk@here}.",
                ("qbrank.risk_bound@before > 10", "qbrank.risk_bound@here < 10"),
            ),
            note=Note(
                ("", "parabola", "R"),
                (("round 4", "{qbrank.risk_bound@4}", "{qbrank.risk@4}"),),
            ),
        ),
        Step(
            "Labels alone: GBT",
            (
                (
                    term(
                        "R is a mixture: preferences with weight w, labels with the rest. A *label* is the grade "
                        "that a score should come to."
                    ),
                    term("With w = 0 what is left is gradient boosted trees, *GBT*."),
                ),
                (
                    term(
                        "A page's target is now its label minus its current score. At first all scores are 0."
                    ),
                ),
            ),
            LABELS.at(1),
            Figure(
                ("ranking", "risk"),
                curves=("risk",),
                board="qbrank",
                shows=(Change("qbrank.risk", 0, 1),),
            ),
            ask=AskLargest(
                "qbrank",
                1,
                "The same four pages, labels alone. Which gets the largest target?",
                "a target of",
                TARGETS,
            ),
            after=(
                says(
                    "The highest grade, whatever the others of its query have. GBT has the same targets, so the "
                    "same tree and the same risk, {qbrank.risk@1}, in this round and in every other.",
                    *(f"qbrank.target:8@1 > qbrank.target:{page}@1" for page in ("17", "3", "26")),
                    *(f"item:8.grade > item:{page}.grade" for page in ("17", "3", "26")),
                    *(f"qbrank.target:{page}@1 = gbt.target:{page}@1" for page in ASKED),
                    *(f"qbrank.risk@{t} = gbt.risk@{t}" for t in range(1, 9)),
                ),
            ),
        ),
        Step(
            "Where judges differ",
            (
                (
                    says(
                        "Now half the queries are held out. QBRank learns from preferences alone, GBT from labels.",
                        "held_out_pairs > 0",
                    ),
                    term(
                        "What a label is worth depends on the judge. A preference compares two pages under one judge."
                    ),
                ),
                (
                    says(
                        "The dashed line is QBRank's held-out R̂2 after its first tree, {qbrank.r2_holdout@1}.",
                        "qbrank.r2_holdout@1 < gbt.r2_holdout@1",
                    ),
                ),
            ),
            _many(2).at(20),
            Figure(
                ("losses",),
                curves=("r2",),
                unseen=True,
                window=(0.1, 0.5),
                shows=(
                    FallsBelow("gbt.r2_holdout", "qbrank.r2_holdout@1", "QBRank's first tree", 5),
                    Gap("gbt.r2_holdout", "qbrank.r2_holdout", 20),
                ),
            ),
            says("Each curve is the share of held-out pairs in the wrong order.", "qbrank.r2_holdout@20 > 0"),
            after=(
                says(
                    "GBT takes until round 5 to do what QBRank's first tree did, and ends at {gbt.r2_holdout@20}, "
                    "above QBRank's {qbrank.r2_holdout@20}.",
                    "gbt.r2_holdout@4 > qbrank.r2_holdout@1",
                    "gbt.r2_holdout@5 < qbrank.r2_holdout@1",
                    "gbt.r2_holdout@20 > qbrank.r2_holdout@20",
                ),
            ),
            find=Find(
                "gbt",
                "Go to the round that brings GBT below the dashed line.",
                "After round {here} GBT's held-out R̂2 is {gbt.r2_holdout@here}.",
                ("gbt.r2_holdout@here < qbrank.r2_holdout@1", "gbt.r2_holdout@before > qbrank.r2_holdout@1"),
            ),
        ),
        Step(
            "One judge for all",
            (
                (
                    says(
                        "The same with judges who do not differ: a label now means the same in every query.",
                        "qbrank.r2_holdout@20 > 0",
                    ),
                ),
                (
                    term(
                        "A single draw of pages decides nothing. The claim “Where judges differ” compares eight "
                        "draws for every distance between the judges."
                    ),
                ),
            ),
            _many(0).at(20),
            Figure(
                ("losses",),
                curves=("r2",),
                unseen=True,
                window=(0.1, 0.25),
                shows=(Change("gbt.r2_holdout", 1, 20),),
            ),
            term("Each curve is the share of held-out pairs in the wrong order."),
            after=(
                says(
                    "GBT began above QBRank and ends no worse: at {gbt.r2_holdout@20}, QBRank at "
                    "{qbrank.r2_holdout@20}. So small a difference could be chance: QBRank's lead is gone.",
                    "gbt.r2_holdout@1 > qbrank.r2_holdout@1",
                    "gbt.r2_holdout@20 < qbrank.r2_holdout@20",
                ),
            ),
            find=Mark(
                "gbt",
                "Mark the crossing: click the chart where GBT's curve falls below QBRank's.",
                "After round {here} GBT's held-out R̂2 is {gbt.r2_holdout@here}, QBRank's "
                "{qbrank.r2_holdout@here}.",
                (
                    "gbt.r2_holdout@before > qbrank.r2_holdout@before",
                    "gbt.r2_holdout@here < qbrank.r2_holdout@here",
                ),
                event="The curves cross",
            ),
        ),
    ),
    (
        "QBRank fits each tree to targets, the lowest point of a quadratic that lies above its risk.",
        "Preferences and labels are mixed by w; without preferences QBRank is GBT.",
        "Where judges differ, comparing under one judge is worth more than the grades.",
    ),
    Onward(
        ("quadratic-above", "w-zero", "judges-differ"),
        ("QB (6)", "QB Algorithm 2"),
        ("two-names",),
    ),
)
