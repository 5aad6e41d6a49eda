"""Lesson: RankBoost may miss the largest margin, Smooth Margin Ranking reaches it; and how AdaBoost can rank."""

from rankviz.lessons.figure import Change, Figure, Gap
from rankviz.lessons.lesson import Ask, Find, Lesson, Moment, Note, Onward, Step, says, term
from rankviz.runs.spec import RunSpec

CYCLE = Moment(
    RunSpec("scenario:margin-cycle", ("smooth-margin", "rb-d"), 120, parameters={"negative_alpha": False})
)
CIRCLE = Moment(CYCLE.spec.but(algorithms=("rb-d",)))
BALANCED = Moment(RunSpec("scenario:skew", ("rb-d", "adaboost"), 25))
UNBALANCED = Moment(RunSpec("scenario:skew", ("rb-d", "adaboost"), 10, parameters={"constant": False}))

RANKERS = ("h1", "h2", "h3", "h4", "h5")

LESSON = Lesson(
    "the-largest-margin",
    "The largest margin",
    "Being in order is one thing; by how much is another. And how AdaBoost ranks.",
    ":material/straighten:",
    (
        Step(
            "In order, but by how much?",
            (
                (
                    term(
                        "The *margin* of a pair: how far its two scores lie apart, divided by the sum of all weights."
                    ),
                    term("The smallest margin of all pairs is *μ*. Above 0, every pair is in order."),
                ),
                (
                    says(
                        "Weights that are never negative reach at most *ρ* = {rho}.",
                        "rb-d.margin@3 < rho",
                        "rb-d.margin@120 < rho",
                        "smooth-margin.margin@120 < rho",
                    ),
                ),
            ),
            CYCLE.at(3),
            Figure(("smooth",), board="margins"),
            term(
                "At the right of each curve: its value at the cursor. The dashed curves come in a later step."
            ),
            after=(
                says(
                    "After round 3 every pair is in order, by μ = {rb-d.margin@3}. From μ up to the level ρ there is "
                    "room left.",
                    "rb-d.r1@3 = 0",
                    "0 < rb-d.margin@3 < rho",
                ),
            ),
            find=Find(
                "rb-d",
                "Go to the first round after which every pair is in order.",
                "After round {here} μ is {rb-d.margin@here}, and {rb-d.r1@here} is the share of pairs not in order.",
                ("rb-d.margin@before < 0", "rb-d.margin@here > 0"),
            ),
        ),
        Step(
            "RankBoost cycles",
            (
                (
                    says(
                        "RankBoost is RB-D here. Since round 7 it has picked {rb-d.pick@7}, {rb-d.pick@8}, "
                        "{rb-d.pick@9}, {rb-d.pick@10}.",
                    ),
                    term(
                        "A pick depends on the weights d of the pairs alone. When they come back, so does the pick."
                    ),
                ),
            ),
            CIRCLE.at(10),
            Figure(("pairs",), board="margins"),
            ask=Ask("ranker", "rb-d", 11),
            after=(
                says(
                    "Then come {rb-d.pick@12}, {rb-d.pick@13} and {rb-d.pick@14}, and so on: the weights d of the "
                    "pairs come back in every fourth round.",
                    "rb-d.pick@12 = rb-d.pick@8",
                    "rb-d.pick@13 = rb-d.pick@9",
                    "rb-d.pick@14 = rb-d.pick@10",
                    "rb-d.pick@15 = rb-d.pick@11",
                ),
            ),
        ),
        Step(
            "What the circle leaves out",
            (
                (
                    term(
                        "The vertical line marks each ranker's share of the weights in the best solution (μ = ρ)."
                    ),
                    says(
                        "Since round 7 RB-D has never picked h1 nor h5.",
                        *(f"rb-d.pick@{t} ≠ rb-d.pick@{of}" for t in range(7, 121) for of in (5, 6)),
                    ),
                ),
                (term("A smaller loss is not a larger margin: RankBoost lowers its loss all the while."),),
            ),
            CYCLE.at(120),
            Figure(("weights",), board="margins"),
            term("Follow RB-D's bar of h1, and the vertical line on it."),
            after=(
                says(
                    "To reach ρ, h1 needs {h1.best} and h5 {h5.best}. After round 120 RB-D has given them "
                    "{rb-d.share:h1@120} and {rb-d.share:h5@120}: the bars end far short of the lines.",
                    "rb-d.share:h1@120 < h1.best",
                    "rb-d.share:h5@120 < h5.best",
                    "rb-d.e1 falls",
                ),
            ),
            find=Find(
                "rb-d",
                "Go to the round after which RB-D's bar of h1 stays short of its line.",
                "After round {here} the share of h1 is {rb-d.share:h1@here}; its line is at {h1.best}.",
                (
                    # For good: on the circle, which begins with h2. Before it, h1 comes back once.
                    "rb-d.share:h2@here > 0",
                    "rb-d.share:h1@before ≥ h1.best",
                    "rb-d.share:h1@here < h1.best",
                ),
            ),
            note=Note(
                ("weight", *RANKERS),
                (
                    ("for ρ", *(f"{{{ranker}.best}}" for ranker in RANKERS)),
                    ("RB-D", *(f"{{rb-d.share:{ranker}@120}}" for ranker in RANKERS)),
                ),
            ),
        ),
        Step(
            "A shorter step leads out",
            (
                (
                    term(
                        "*Smooth Margin Ranking* raises the *smooth margin* G̃ = −ln(Σ exp(−score difference)) / Σ "
                        "α, a smooth curve below μ. While G̃ is not above 0 it takes RankBoost's step, then a "
                        "shorter one."
                    ),
                ),
            ),
            CYCLE.at(120),
            Figure(
                ("smooth",),
                board="margins",
                shows=(Gap("smooth-margin.margin", "rb-d.margin", 120),),
            ),
            term("The dashed curves are G̃, the solid ones μ. Above the figure stands the α of both."),
            after=(
                says(
                    "Since round 6 its steps are shorter, and it leaves the circle. After round 120 its μ is "
                    "{smooth-margin.margin@120}, close to ρ. RB-D's is {rb-d.margin@120}, and tends to ⅓.",
                    "smooth-margin.alpha@6 < rb-d.alpha@6",
                    "smooth-margin.alpha@5 = rb-d.alpha@5",
                    "smooth-margin.margin@120 > rb-d.margin@120",
                    *(f"rb-d.margin@{t} < 0.3334" for t in range(1, 121)),
                    "smooth-margin.margin@120 < rho",
                ),
            ),
            find=Find(
                "smooth-margin",
                "Go to the first round that lifts the μ of Smooth Margin above 1/3 = 0.333, a value that RB-D never "
                "reaches.",
                "After round {here} its μ is {smooth-margin.margin@here}, that of RB-D {rb-d.margin@here}.",
                (
                    # The first time: later it comes down again, never as far.
                    "smooth-margin.margin@before < 0.300",
                    "smooth-margin.margin@here > 0.3334",
                ),
            ),
            note=Note(
                ("α", "round 5", "round 6"),
                (
                    ("Smooth Margin", "{smooth-margin.alpha@5}", "{smooth-margin.alpha@6}"),
                    ("RB-D", "{rb-d.alpha@5}", "{rb-d.alpha@6}"),
                ),
            ),
        ),
        Step(
            "AdaBoost looks at no pair",
            (
                (
                    term(
                        "Now two classes: the ill belong above the well. *AdaBoost* weighs items and never sees a "
                        "pair."
                    ),
                    term(
                        "Its loss is F₊ + F₋, a sum for each class; RankBoost's is their product. *F-skew* is F₊ − "
                        "F₋."
                    ),
                ),
                (
                    says(
                        "At first it is {adaboost.f_skew@0}: there are more well than ill.",
                        "adaboost.f_skew@0 < 0",
                    ),
                    term("The *constant* classifier says yes to all, and so orders no pair."),
                ),
            ),
            BALANCED.at(1),
            Figure(
                ("skew",),
                curves=("f_skew", "auc"),
                board="skew",
                shows=(Change("adaboost.f_skew", 0, 25), Change("adaboost.auc", 0, 25)),
            ),
            ask=Ask("ranker", "adaboost", 1),
            after=(
                says(
                    "It orders no pair, but balances the classes: no F-skew is left. Nor is there any in the end, "
                    "and then the AUC of both is {adaboost.auc@25}.",
                    "adaboost.pick@1 = adaboost.pick@25",
                    "-1e-6 < adaboost.f_skew@1 < 1e-6",
                    "-1e-6 < adaboost.f_skew@25 < 1e-6",
                    "adaboost.auc@25 = rb-d.auc@25",
                ),
            ),
            note=Note(
                ("", "F-skew", "AUC"),
                (
                    ("round 0", "{adaboost.f_skew@0}", "{adaboost.auc@0}"),
                    ("round 25", "{adaboost.f_skew@25}", "{adaboost.auc@25}"),
                ),
            ),
        ),
        Step(
            "Without balance",
            (
                (
                    term(
                        "What brings F-skew to 0 is the constant classifier: all it does is shift weight from "
                        "one class to the other."
                    ),
                    says("Here AdaBoost goes without it.", "adaboost.f_skew@10 < 0"),
                ),
            ),
            UNBALANCED.at(4),
            Figure(("skew",), curves=("f_skew", "auc"), board="skew", shows=(Change("adaboost.auc", 3, 4),)),
            says("Follow AdaBoost's AUC.", "adaboost.auc@4 < 0.5"),
            after=(
                says(
                    "In round 4 AUC falls from {adaboost.auc@3} to {adaboost.auc@4}, worse than a coin, and stays "
                    "there: F-skew stays below −7.",
                    "adaboost.auc@3 > 0.5 > adaboost.auc@4",
                    "adaboost.auc@10 = adaboost.auc@4",
                    *(f"adaboost.f_skew@{t} < -7" for t in range(4, 11)),
                ),
            ),
            find=Find(
                "adaboost",
                "Go to the round in which AdaBoost becomes worse than a coin: its AUC falls below ½.",
                "After round {here} AdaBoost's AUC is {adaboost.auc@here}.",
                ("adaboost.auc@before > 0.500", "adaboost.auc@here < 0.500"),
            ),
            note=Note(("AUC", "round 3", "round 4"), (("AdaBoost", "{adaboost.auc@3}", "{adaboost.auc@4}"),)),
        ),
    ),
    (
        "That all pairs are in order does not say by how much: ρ is the largest margin that weights ≥ 0 reach.",
        "RankBoost may circle below ρ for ever; Smooth Margin Ranking, with shorter steps, reaches it.",
        "AdaBoost never sees a pair. As its F-skew goes to 0, it still reaches RankBoost's loss.",
    ),
    Onward(
        ("margin-missed", "margin-reached", "adaboost-ranks", "without-the-constant"),
        ("SM section 4.2", "SM (6)", "SM section 5"),
        ("worse-than-a-coin",),
    ),
)
