"""Theorem 2 of the margin paper in one round, with a ranker that is never wrong: where it fails. RankViz's own."""

from rankviz.engine.algorithms.margins import equations as sm
from rankviz.engine.choice import Choice
from rankviz.engine.number_format import number
from rankviz.engine.runs.spec import RunSpec
from rankviz.insight.claims.claim import (
    Claim,
    ClaimRun,
    Curve,
    Evidence,
    Figure,
    Options,
    Proof,
    compare,
    swept,
)
from rankviz.insight.claims.margins import GROUP, PAPER, PRINTED, PRINTED_MOST
from rankviz.insight.theory.paper_errata import gain_of_theorem_2

SHARES = tuple(range(1, 100))
"""Tied shares in percent."""
SHOWN = ClaimRun(RunSpec(PRINTED["separable"], ("smooth-margin",), PRINTED_MOST), 11)
"""A round of a run whose ranker reverses no pair and ties 38 %: G̃ gains too little there."""


def _breaks(options: Options) -> Proof:
    percent, g = int(options["tied"]), float(options["g"])

    def evidence(percent: int) -> tuple[Evidence, ...]:
        tied = percent / 100
        edge = 1.0 - tied
        step = (
            compare("Its edge is above G̃, so that the round has a step.", ("edge", edge), ">", ("G̃", g)),
            compare("It ties a larger share than G̃.", ("tied share d⁰", tied), ">", ("G̃", g)),
        )
        if edge <= g:
            return step
        gain, asked = gain_of_theorem_2(edge, tied, 0.0, g)
        return (
            *step,
            compare(
                "G̃ gains less than Theorem 2 says it must.",
                ("gain of G̃, times ‖λ‖₁", gain),
                "<",
                ("½ α (r − G̃)", asked),
            ),
            compare(
                "Still G̃ gains at least what is sure.",
                ("gain of G̃, times ‖λ‖₁", gain),
                "≥",
                ("½ (r − G̃)²", sm.sure_gain(edge, g, 1.0)),
            ),
        )

    shown = evidence(percent)
    shares = [share / 100 for share in SHARES if share / 100 < 1.0 - g]
    sides = [gain_of_theorem_2(1.0 - share, share, 0.0, g) for share in shares]
    edge = ""
    if not all(each.holds for each in shown):
        edge = (
            "the ranker ties no more than G̃"
            if percent / 100 <= g
            else "its edge is not above G̃, so there is no step"
        )
    return Proof(
        SHOWN,
        shown,
        f"At G̃ = {number(g)} Theorem 2 fails for rankers that reverse no pair and tie a share between G̃ and 1 − G̃.",
        Figure(
            "What the round gains, times ‖λ‖₁",
            "tied share in %",
            "",
            tuple(
                Curve(name, colour, tuple(100 * share for share in shares), tuple(values), kind)
                for name, colour, values, kind in (
                    ("gain of G̃", "smooth-margin", (gain for gain, _ in sides), "line"),
                    ("½ α (r − G̃), as printed", "bound", (asked for _, asked in sides), "dash"),
                )
            ),
            (),
            percent,
        ),
        swept("tied", SHARES, evidence, percent),
        edge,
    )


CLAIMS = (
    Claim(
        "tied-share",
        "A ranker that is never wrong breaks Theorem 2 if it ties more than G̃",
        "Take a round whose ranker reverses no pair and ties the share d⁰. Then the smooth margin gains less than "
        "Theorem 2 says exactly where d⁰ is above G̃. The smaller G̃, the fewer ties are enough.",
        f"{PAPER}, Theorem 2 and Lemma 1; the claim is RankViz's own",
        "The solid line crosses the dashed one where the tied share is G̃. Right of that the gain is too small.",
        GROUP,
        _breaks,
        (
            Choice(
                "tied",
                "Tied share in %",
                "int",
                30,
                "The weight of the pairs that the ranker ties.",
                1,
                99,
                1,
            ),
            Choice("g", "G̃", "float", 0.1, "The smooth margin before the round.", 0.01, 0.3, 0.01),
        ),
        reference="sm-theorem-2",
    ),
)
