"""Lesson: gradient descent on a score made of kernels, the line its norm stays under, and what a kernel can bend."""

from rankviz.choice import Value
from rankviz.lessons.figure import Crossing, Figure, Gap
from rankviz.lessons.lesson import AskLargest, Find, Guess, Lesson, Moment, Note, Onward, Step, says, term
from rankviz.runs.spec import RunSpec

SMALL = Moment(
    RunSpec(
        "inline:?grades=1,1,1,1,0,0,0,0&items=Ada,Bo,Cleo,Dee,Eli,Fay,Gus,Hal"
        "&x=1.2,2.6,3.4,7.6,5.6,6.6,8.6,4.2&y=4.2,6.4,8.8,3.6,2.2,5,2.4,1.2",
        ("kernel-gd",),
        30,
        parameters={"loss": "least-squares"},
    )
)


def _moons(rounds: int, **more: Value) -> Moment:
    """Two moons under a norm penalty that brings its line into sight."""
    return Moment(
        RunSpec(
            "synthetic:moons?n=80",
            ("kernel-gd",),
            rounds,
            parameters={"loss": "least-squares", "regularisation": 0.5, **more},
        )
    )


def _rings(kernel: str) -> Moment:
    return Moment(
        RunSpec(
            "synthetic:rings?n=160",
            ("kernel-gd",),
            20,
            holdout=0.5,
            parameters={"loss": "least-squares", "kernel": kernel},
        )
    )


ASKED = ("Ada", "Bo", "Cleo", "Dee")
PLACES = tuple(
    Guess(
        name,
        f"kernel-gd.rise:{item}@1",
        "at x {item:NAME.x}, y {item:NAME.y}".replace("NAME", item),
    )
    for name, item in (
        ("the circle in the middle", "63"),
        ("the square on the far right", "82"),
        ("the square at the top", "32"),
        ("the square at the lower left", "31"),
    )
)

LESSON = Lesson(
    "a-step-in-function-space",
    "A step in function space",
    "Gradient descent on the score itself, and which shapes its kernel allows.",
    ":material/landscape:",
    (
        Step(
            "Alike items pull together",
            (
                (
                    says("Here are {items} players: every circle belongs above every square, {pairs} pairs."),
                    term(
                        "The score *f* is a function of the place, with a bump for each item: a *kernel* says how "
                        "alike two places are."
                    ),
                ),
                (
                    term(
                        "The first step follows the *gradient* of the risk: up to a factor, *f* at a point is its "
                        "average similarity to the circles minus that to the squares."
                    ),
                ),
            ),
            SMALL.at(1),
            Figure(("surface", "ranking"), board="kernel"),
            ask=AskLargest(
                "kernel-gd",
                1,
                "Whose score does the first step raise most?",
                "a change of",
                tuple(
                    Guess(
                        name,
                        f"kernel-gd.rise:{name}@1",
                        "a circle at x {item:NAME.x}, y {item:NAME.y}".replace("NAME", name),
                    )
                    for name in ASKED
                ),
            ),
            after=(
                says(
                    "Bo stands among other circles. Dee is a circle as well, but among squares: its score falls.",
                    "kernel-gd.rise:Bo@1 > kernel-gd.rise:Ada@1",
                    "kernel-gd.rise:Bo@1 > kernel-gd.rise:Cleo@1",
                    "kernel-gd.rise:Dee@1 < 0",
                ),
            ),
            note=Note(
                ("", *ASKED),
                (("change of its score", *(f"{{kernel-gd.rise:{name}@1}}" for name in ASKED)),),
            ),
        ),
        Step(
            "What is wrong keeps pulling",
            (
                (
                    term(
                        "A step adds to each bump's *coefficient*: up for circles, down for squares. The worse an "
                        "item's pairs are ordered, the more it adds."
                    ),
                    term("*AUC* is the share of pairs in the right order."),
                ),
                (
                    says(
                        "After round 1 all bumps are alike, and Dee is still below some of the squares.",
                        "kernel-gd.coefficient:Dee@1 = kernel-gd.coefficient:Bo@1",
                        "kernel-gd.auc@1 < 1",
                    ),
                ),
            ),
            SMALL.at(23),
            Figure(("ranking", "coefficients"), board="kernel"),
            says("One bar per item; watch Dee among the names.", "kernel-gd.auc@1 < 1"),
            after=(
                says(
                    "In round 23 Dee has risen above all squares, and every pair is in order. The largest "
                    "coefficient is Dee's, {kernel-gd.coefficient:Dee@23}: its pairs pulled longest.",
                    "kernel-gd.auc@22 < 1",
                    "kernel-gd.auc@23 = 1",
                    *(
                        f"kernel-gd.coefficient:Dee@23 > kernel-gd.coefficient:{name}@23"
                        for name in ("Ada", "Bo", "Cleo")
                    ),
                ),
            ),
            find=Find(
                "kernel-gd",
                "Go to the round in which Dee has risen above every square.",
                "After round {here} AUC is {kernel-gd.auc@here}.",
                ("kernel-gd.auc@before < 1", "kernel-gd.auc@here = 1"),
            ),
            note=Note(
                ("", *ASKED),
                (("coefficient", *(f"{{kernel-gd.coefficient:{name}@23}}" for name in ASKED)),),
            ),
        ),
        Step(
            "The norm has a limit",
            (
                (
                    term(
                        "The *norm* ‖f‖ says how much the score bends. The risk also charges for it, so it cannot "
                        "grow for ever."
                    ),
                    term(
                        "While no step is longer than the paper allows, the norm is proved to stay under a limit."
                    ),
                ),
            ),
            _moons(30).at(30),
            Figure(("norm",), board="kernel", shows=(Gap("kernel-gd.norm_bound", "kernel-gd.norm", 30),)),
            says(
                "The upper bar is ‖f‖, the mark on it its limit, {kernel-gd.norm_bound@30}.",
                "kernel-gd.norm@30 < kernel-gd.norm_bound@30",
            ),
            after=(
                says(
                    "From there it hardly grows: after {kernel-gd.rounds} rounds ‖f‖ is {kernel-gd.norm@30}, far "
                    "under its limit, {kernel-gd.norm_bound@30}.",
                    "kernel-gd.norm never falls",
                    "0.8 < kernel-gd.norm@30 < 0.85",
                    "kernel-gd.norm_bound@30 = 8",
                ),
            ),
            find=Find(
                "kernel-gd",
                "Go to the first round that brings ‖f‖ to 10 % of its limit.",
                "After round {here} ‖f‖ is {kernel-gd.norm@here}, {kernel-gd.of_line@here} of its limit, "
                "{kernel-gd.norm_bound@here}.",
                ("kernel-gd.of_line@before < 0.100 ≤ kernel-gd.of_line@here",),
            ),
        ),
        Step(
            "Steps that are too long",
            (
                (
                    says(
                        "The same data with a step of {kernel-gd.step@1}, many times the longest allowed.",
                        "kernel-gd.step@1 > 1",
                    ),
                    term("Each step overshoots the minimum by more than the last."),
                ),
            ),
            _moons(8, step=1.5).at(5),
            Figure(("norm",), board="kernel", shows=(Crossing("kernel-gd.norm", "kernel-gd.norm_bound", 5),)),
            says(
                "The upper bar is ‖f‖, the mark on it its limit.",
                "kernel-gd.norm@1 < kernel-gd.norm_bound@1",
            ),
            after=(
                says(
                    "In round 5 the norm is {kernel-gd.norm@5}, above its limit, {kernel-gd.norm_bound@5}. The lemma "
                    "is not wrong: its condition does not hold.",
                    "kernel-gd.norm@5 > kernel-gd.norm_bound@5",
                    "kernel-gd.norm@4 < kernel-gd.norm_bound@4",
                ),
            ),
            find=Find(
                "kernel-gd",
                "Go to the round in which the norm exceeds its limit.",
                "After round {here} ‖f‖ is {kernel-gd.norm@here}, and its limit is {kernel-gd.norm_bound@here}.",
                (
                    "kernel-gd.norm@before < kernel-gd.norm_bound@before",
                    "kernel-gd.norm@here > kernel-gd.norm_bound@here",
                ),
            ),
        ),
        Step(
            "A tilted plane cannot",
            (
                (
                    says(
                        "A disc in a ring: {items} items. The best lie in the middle.",
                        "kernel-gd.auc@20 > 0.5",
                    ),
                    term(
                        "With the *linear kernel* the score is a weighted sum of the features: a plane that can "
                        "tilt, and never bend."
                    ),
                ),
            ),
            _rings("linear").at(1),
            Figure(("surface",), board="kernel"),
            ask=AskLargest(
                "kernel-gd", 1, "Whose score does the first step raise most?", "a change of", PLACES
            ),
            after=(
                says(
                    "A square: a plane is highest at its rim. Whichever way it tilts, half of the ring lies high. "
                    "AUC is {kernel-gd.auc@1}, {kernel-gd.auc_holdout@1} held out: no better than a coin, and later "
                    "rounds do no better.",
                    *(f"kernel-gd.rise:32@1 > kernel-gd.rise:{item}@1" for item in ("63", "82", "31")),
                    *(f"kernel-gd.auc@{t} < 0.7" for t in (1, 20)),
                    *(f"kernel-gd.auc_holdout@{t} < 0.55" for t in (1, 20)),
                ),
            ),
        ),
        Step(
            "Bumps can",
            (
                (term("The *Gaussian kernel* is a bump around each item: sums of bumps take any shape."),),
                (
                    term(
                        "The step is the same as before. What differs is how alike two places are said to be."
                    ),
                ),
            ),
            _rings("gaussian").at(1),
            Figure(("surface",), board="kernel"),
            ask=AskLargest(
                "kernel-gd",
                1,
                "The same items. Whose score does the first step raise most now?",
                "a change of",
                PLACES,
            ),
            after=(
                says(
                    "The level lines close around the disc. After one round AUC is {kernel-gd.auc@1}, and "
                    "{kernel-gd.auc_holdout@1} held out.",
                    *(f"kernel-gd.rise:63@1 > kernel-gd.rise:{item}@1" for item in ("32", "82", "31")),
                    "kernel-gd.auc@1 > 0.95",
                    "kernel-gd.auc_holdout@1 > 0.95",
                ),
            ),
        ),
    ),
    (
        "A step along the gradient raises the score near positives, lowers it near negatives; wrong pairs pull most.",
        "Short steps keep the norm under a limit; steps too long exceed it.",
        "The kernel decides what can be learned: a linear one fails on rings, a Gaussian one does not.",
    ),
    Onward(
        ("norm-line", "each-step-nearer", "linear-on-rings"),
        ("GD Definition 1.1", "GD Lemma 3.4", "gd-kernels"),
        ("under-the-line",),
    ),
)
