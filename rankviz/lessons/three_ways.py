"""Lesson: RB-D, RB-C and RankBoost+ differ in how they count a tie, and in nothing else."""

from rankviz.algorithms.registry import ALGORITHMS
from rankviz.explain.equations import EQUATIONS
from rankviz.lessons import forty_tasks
from rankviz.lessons.figure import Change, Figure, Gap, Longer, Turn
from rankviz.lessons.lesson import (
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
from rankviz.lessons.tries import Drag
from rankviz.runs.spec import RunSpec

SOURCE = "bundled:diabetes?grades=4&items=50&seed=9"


def _patients(*algorithms: str, rounds: int = 60) -> Moment:
    """The patients under some of the algorithms: a figure shows no more of them than its sentence names."""
    return Moment(RunSpec(SOURCE, algorithms, rounds=rounds, holdout=0.25))


THREE = ("rb-d", "rb-c", "rb-plus")
ALL = _patients(*THREE, rounds=3)
HEAD = ("ties", "α", "then a tied pair")
SPLIT = "p = ½ e^(−α′) / cosh α′, q = 1 − p"
"""How RankBoost+ splits a tie, (34)."""
AGAIN = 9
"""The first round in which RankBoost+ picks a ranker again."""


def _rules() -> tuple[tuple[str, str, str], ...]:
    """What the algorithms differ in, a row each: name and rule, formula of α, factor of a tied pair's weight."""
    rules = [(name, EQUATIONS[name].ties) for name in THREE]
    return tuple(
        (f"{ALGORITHMS[name].label} {rule.words}", rule.alpha, rule.factor) for name, rule in rules if rule
    )


RULES = _rules()

LESSON = Lesson(
    "three-ways-to-count-a-tie",
    "Three ways to count a tie",
    "RB-D, RB-C and RankBoost+ start together and split over ties.",
    ":material/call_split:",
    (
        Step(
            "Same pick, different trust",
            (
                (
                    term("Three algorithms boost the same pairs: *RB-D*, *RB-C* and *RankBoost+*."),
                    says(
                        "In round 1 all pick {rb-d.pick@1}. It ties {rb-d.tied@1} of the pairs.",
                        "rb-d.pick@1 = rb-c.pick@1",
                        "rb-c.pick@1 = rb-plus.pick@1",
                    ),
                    term(
                        "RB-D leaves tied pairs out when it sets the weight *α*. RB-C counts each as half right."
                    ),
                ),
                (
                    says(
                        "So RB-D trusts the ranker more: α = {rb-d.alpha@1} against {rb-c.alpha@1}.",
                        "rb-d.alpha@1 > rb-c.alpha@1",
                    ),
                    says(
                        "RankBoost+ agrees with RB-C: in round 1 their equations are the same.",
                        "rb-c.alpha@1 = rb-plus.alpha@1",
                    ),
                ),
            ),
            ALL.at(1),
            Figure(("ties", "weights"), step=True, shows=(Longer("rb-d", "rb-c", 1),)),
            after=(
                term("RB-D's α and RankBoost+'s make their own loss least."),
                term("RB-C's makes a bound on its loss least, the dotted line: there a tie adds cosh α."),
            ),
            note=Note(
                ("round 1", "RB-D", "RB-C", "RankBoost+"),
                (
                    ("α", "{was.rb-d.alpha@1}", "{rb-c.alpha@1}", "{rb-plus.alpha@1}"),
                    ("tied", "{was.rb-d.tied@1}", "{rb-c.tied@1}", "{rb-plus.tied@1}"),
                ),
            ),
            tries=Drag(
                "rb-d",
                1,
                "Drag RB-D's α to where the others have theirs. What happens to RB-D's own loss?",
                "With α = {rb-d.alpha@1} RB-D's loss is ×{rb-d.z@1}; its own α made it ×{was.rb-d.z@1}.",
                ("rb-d.alpha@1 ≥ 0.40", "rb-d.alpha@1 ≤ 0.70"),
                "rb-d:1:alpha=0.6",
            ),
        ),
        Step(
            "What happens to a tied pair",
            (
                (
                    says(
                        "Then the pairs are reweighted. RB-D and RB-C leave a tied pair alone: ×{rb-c.factor@1}.",
                        "rb-c.factor@1 = 1",
                        "rb-d.factor@1 = 1",
                    ),
                    says(
                        "RankBoost+ makes it heavier: ×{rb-plus.factor@1}.",
                        "rb-plus.factor@1 > 1",
                    ),
                ),
                (
                    term(
                        "RankBoost+ splits a tie by *α′*, the weight the ranker had before, into p for it and q "
                        f"against: {SPLIT}. With α′ = 0, as here, both are ½, as in RB-C."
                    ),
                ),
            ),
            ALL.at(1),
            Figure(("code", "ties"), step=True),
            after=(term("The larger α, the heavier what it ties: a tie could as well have been an error."),),
            note=Note(
                HEAD,
                tuple(
                    (rule, alpha, f"{factor} = ×{{{name}.factor@1}}" if "α" in factor else factor)
                    for name, (rule, alpha, factor) in zip(THREE, RULES, strict=True)
                ),
            ),
            tries=Drag(
                "rb-plus",
                1,
                "Drag RankBoost+'s α until tied pairs weigh 1.5 times as much as before.",
                "With α = {rb-plus.alpha@1} a tied pair gets ×{rb-plus.factor@1}.",
                ("rb-plus.factor@1 ≥ 1.5",),
                "rb-plus:1:alpha=1.05",
            ),
        ),
        Step(
            "Here they split",
            (
                (
                    says(
                        "From here on RB-D has other weights: its heaviest pair weighs ×{rb-d.weight@1}, that of "
                        "RB-C ×{rb-c.weight@1}.",
                        "rb-d.weight@1 > rb-c.weight@1",
                    ),
                    term("With other weights, the edges differ as well."),
                ),
            ),
            ALL.at(1),
            Figure(("pairs",)),
            says(
                "RB-D's map has stronger colours: its pairs differ more in weight.",
                "rb-d.weight@1 > rb-c.weight@1",
            ),
            AskIdea(
                "rb-d",
                2,
                "In round 1 all three picked the same ranker. What happens in round 2?",
                (
                    Idea(
                        "All three pick the same again",
                        ("rb-d.pick@2 = rb-c.pick@2", "rb-c.pick@2 = rb-plus.pick@2"),
                        "then the weights would have to say the same, but one heaviest pair weighs ×{rb-d.weight@1}, "
                        "the other ×{rb-c.weight@1}.",
                    ),
                    Idea(
                        "Only RB-D picks another one",
                        ("rb-d.pick@2 ≠ rb-c.pick@2", "rb-c.pick@2 = rb-plus.pick@2"),
                        "its larger α has moved the weights most. It picks {rb-d.pick@2}.",
                    ),
                    Idea(
                        "Only RankBoost+ picks another one",
                        ("rb-d.pick@2 = rb-c.pick@2", "rb-c.pick@2 ≠ rb-plus.pick@2"),
                        "its tied pairs weigh ×{rb-plus.factor@1} before the rescaling, a smaller change than "
                        "RB-D's.",
                    ),
                ),
            ),
            (
                says(
                    "RB-D picks {rb-d.pick@2}, RB-C and RankBoost+ {rb-c.pick@2}.",
                    "rb-c.pick@2 = rb-plus.pick@2",
                    "rb-c.pick@2 ≠ rb-d.pick@2",
                ),
            ),
        ),
        Step(
            "RB-D drives Ê2 up",
            (
                (
                    term(
                        "*Ê2* is the loss in which a tie costs the mean of right and wrong. It starts at 1."
                    ),
                    says(
                        "After round 10 it is {rb-d.e2@10} for RB-D: higher than before any round.",
                        "rb-d.e2@10 > 1",
                    ),
                ),
                (
                    says(
                        "RB-D lowers Ê1 instead, to {rb-d.e1@10}. There a tie costs the same, whatever α is.",
                        "rb-d.e1 falls",
                    ),
                ),
            ),
            _patients("rb-d", rounds=10).at(10),
            Figure(
                ("losses", "ties"),
                curves=("e1", "e2"),
                together=True,
                step=True,
                shows=(Change("rb-d.e1", 0, 10), Change("rb-d.e2", 0, 10)),
            ),
            after=(
                says(
                    "Later rounds still take Ê2 up, to {rb-d.e2@10}: each has the α that is best for Ê1.",
                    "rb-d.e2@10 > 1",
                ),
            ),
            note=Note(
                ("RB-D", "Ê1", "Ê2"),
                (
                    ("round 5", "{was.rb-d.e1@5}", "{was.rb-d.e2@5}"),
                    ("round 10", "{was.rb-d.e1@10}", "{was.rb-d.e2@10}"),
                ),
            ),
            tries=Drag(
                "rb-d",
                5,
                "Round 5 makes Ê2 jump. Drag its α until Ê2 falls in that round.",
                "With α = {rb-d.alpha@5} Ê2 goes from {rb-d.e2@4} to {rb-d.e2@5}.",
                ("rb-d.e2@5 < rb-d.e2@4",),
                "rb-d:5:alpha=0.2",
            ),
        ),
        Step(
            "RB-C's Ê2 turns back up",
            (
                (says("RB-C lowers Ê2 for a while. Then it rises.", "rb-c.e2@60 > rb-c.least_e2"),),
                (
                    term(
                        "Its α is right for a ranker it picks for the first time. When it picks one again, or a "
                        "combination of rankers already used, it forgets the α that is already there."
                    ),
                ),
            ),
            _patients("rb-c").at(60),
            Figure(("losses",), curves=("e2",), log=False, shows=(Turn("rb-c.e2", 14),)),
            after=(
                says(
                    "RB-C's Ê2: down to {rb-c.least_e2} in round {rb-c.least_e2_at}, then up, to {rb-c.e2@60}.",
                    "rb-c.least_e2 < 1",
                    "rb-c.e2@60 > rb-c.least_e2",
                ),
            ),
            find=Find(
                "rb-c",
                "Go to the round after which Ê2 is least.",
                "After round {here} Ê2 is {rb-c.e2@here}.",
                ("rb-c.e2@here = rb-c.least_e2",),
            ),
        ),
        Step(
            "RankBoost+ keeps going down",
            (
                (
                    says(
                        "RankBoost+ takes into account the weight α′ the ranker already has. Its Ê2 never rises and "
                        "ends at {rb-plus.e2@60}; that of RB-C ends at {rb-c.e2@60}.",
                        "rb-plus.e2 never rises",
                        "rb-plus.e2@60 < rb-c.e2@60",
                    ),
                ),
                (
                    term(
                        "All three differ only in how they treat a tie: leave it out, count it half, or charge cosh "
                        "α."
                    ),
                ),
            ),
            _patients("rb-c", "rb-plus").at(60),
            Figure(
                ("losses",),
                curves=("e2",),
                log=False,
                at=(1.0, "before any round"),
                shows=(Gap("rb-c.e2", "rb-plus.e2", 60),),
            ),
            after=(
                says(
                    "From there on RB-C's Ê2 is mostly above its starting value; RankBoost+ stays below.",
                    "rb-c.e2@60 > 1",
                    "rb-plus.e2@60 < 1",
                ),
                says(
                    f"In round {AGAIN} RankBoost+ picks {{rb-plus.pick@{AGAIN}}} a second time. More of a tie counts "
                    "against it now, and some of its weight goes.",
                    f"rb-plus.pick@{AGAIN} = rb-plus.pick@1",
                    f"rb-plus.prior@{AGAIN} = rb-plus.alpha@1",
                    f"rb-plus.against@{AGAIN} > rb-plus.against@1",
                    f"rb-plus.alpha@{AGAIN} < 0",
                ),
            ),
            find=Mark(
                "rb-c",
                "Mark the round in which RB-C's Ê2 rises above the dashed line, its starting value: click it on the "
                "chart.",
                "After round {here} Ê2 of RB-C is {rb-c.e2@here}.",
                ("rb-c.e2@here > 1", "rb-c.e2@before ≤ 1"),
                60,
                event="It rises above the line",
            ),
            note=Note(
                ("RankBoost+", "α′", "p", "q", "α", "a tie"),
                tuple(
                    (
                        f"round {t}",
                        f"{{rb-plus.prior@{t}}}",
                        f"{{rb-plus.for@{t}}}",
                        f"{{rb-plus.against@{t}}}",
                        f"{{rb-plus.alpha@{t}}}",
                        f"×{{rb-plus.factor@{t}}}",
                    )
                    for t in (1, AGAIN)
                ),
            ),
        ),
        Step(
            "Why it matters",
            (
                (
                    says(
                        "Some patients were set aside. On them R̂2 ends at {rb-d.r2_holdout@60} for RB-D, "
                        "{rb-c.r2_holdout@60} for RB-C, and {rb-plus.r2_holdout@60} for RankBoost+.",
                        "rb-plus.r2_holdout@60 < rb-c.r2_holdout@60 < rb-d.r2_holdout@60",
                    ),
                ),
                (
                    term("Where one stops matters as much as how ties are counted."),
                    term(
                        "A single data set decides nothing: compare on many, and choose the round without the test."
                    ),
                ),
            ),
            _patients(*THREE).at(60),
            Figure(("losses",), curves=("r2",), unseen=True, shows=(Turn("rb-d.r2_holdout", 9),)),
            after=(
                says(
                    "At their best rounds RB-D and RankBoost+ both reach {rb-d.least_r2_holdout}, and RB-D is there "
                    "first. These are only {held_out_pairs} pairs.",
                    "rb-d.least_r2_holdout = rb-plus.least_r2_holdout",
                    "rb-d.least_r2_holdout_at < rb-plus.least_r2_holdout_at",
                ),
            ),
            find=Mark(
                "rb-plus",
                "Mark the round in which RankBoost+'s error on the patients set aside is least: click it on the "
                "chart.",
                "After round {here} R̂2 is {rb-plus.r2_holdout@here} on the patients set aside.",
                ("rb-plus.r2_holdout@here = rb-plus.least_r2_holdout",),
                60,
                event="It is least",
            ),
            note=Note(
                ("{held_out} held out, {held_out_pairs} pairs", "least R̂2", "round", "at the end"),
                (
                    (
                        "RB-D",
                        "{rb-d.least_r2_holdout}",
                        "{rb-d.least_r2_holdout_at}",
                        "{rb-d.r2_holdout@60}",
                    ),
                    (
                        "RB-C",
                        "{rb-c.least_r2_holdout}",
                        "{rb-c.least_r2_holdout_at}",
                        "{rb-c.r2_holdout@60}",
                    ),
                    (
                        "RankBoost+",
                        "{rb-plus.least_r2_holdout}",
                        "{rb-plus.least_r2_holdout_at}",
                        "{rb-plus.r2_holdout@60}",
                    ),
                ),
            ),
            many="See the same on 40 tasks",
        ),
    ),
    (
        "RB-D leaves ties out, RB-C counts them half, RankBoost+ charges cosh α.",
        "RB-D drives Ê2 up, RB-C lowers it and then raises it, RankBoost+ never raises it.",
        "α′ is the weight that a ranker had before the round; with α′ = 0 RankBoost+'s α is RB-C's.",
        forty_tasks.SENTENCE,
    ),
    Onward(
        ("first-round", "driven-up", "down-then-up"),
        ("14", "19", "34"),
        ("no-difference", "held-out"),
    ),
    (
        (HEAD, *RULES[:-1], (RULES[-1][0], f"{RULES[-1][1]}, {SPLIT}", RULES[-1][2])),
        forty_tasks.TABLE,
    ),
)
