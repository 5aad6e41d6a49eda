"""What a margin is good for: scores that shift by less than half of it keep the order of every pair."""

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.number_format import counted, number
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import BoostedRun, Trace
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
from rankviz.insight.claims.margins import CYCLE, GROUP, PAPER

ROUNDS = 300
MOVES = tuple(round(0.01 * k, 2) for k in range(31))


def _apart(trace: Trace, run: BoostedRun) -> np.ndarray:
    """(m,) the margin of each pair at the end: how far apart its scores are, in units of Σα."""
    scores = trace.scores(run, run.n_rounds) / float(np.abs(run.alpha).sum())
    higher, lower = trace.problem.pairs.T
    return scores[higher] - scores[lower]


def _out_of_order(apart: np.ndarray, move: float) -> int:
    """Return the number of pairs that are no longer in order once both scores have moved towards each other."""
    return int((apart - 2.0 * move <= 0.0).sum())


def _moved(options: Options) -> Proof:
    move = float(options["move"])
    setting = ClaimRun(
        RunSpec(CYCLE, ("rb-d", "smooth-margin"), ROUNDS, parameters={"negative_alpha": False}), ROUNDS
    )
    trace = setting.trace()
    rb_d, smooth = (_apart(trace, trace.boosted_run(name)) for name in ("rb-d", "smooth-margin"))

    between = float(rb_d.min() + smooth.min()) / 4

    def evidence(move: float) -> tuple[Evidence, ...]:
        return (
            compare(
                f"Even if every score shifts by up to {move:g}, RB-D's pairs all stay in order.",
                ("pairs that such shifts can tie or reverse", float(_out_of_order(rb_d, move))),
                "=",
                ("", 0.0),
            ),
            compare(
                "A larger margin withstands larger shifts.",
                ("RB-D's smallest margin", float(trace.boosted_run("rb-d").metrics["margin"][-1])),
                "<",
                ("Smooth Margin Ranking's", float(trace.boosted_run("smooth-margin").metrics["margin"][-1])),
            ),
            compare(
                f"At {number(between)}, between half of the two margins, only RB-D's pairs can leave their order.",
                ("Smooth Margin Ranking's pairs that can", float(_out_of_order(smooth, between))),
                "<",
                ("RB-D's", float(_out_of_order(rb_d, between))),
            ),
        )

    return Proof(
        setting,
        evidence(move),
        f"Shifts of {move:g} can tie or reverse {counted(_out_of_order(rb_d, move), 'pair')} of RB-D's and "
        f"{_out_of_order(smooth, move):,} of Smooth Margin Ranking's. The smallest that can are "
        f"{number(rb_d.min() / 2)} and {number(smooth.min() / 2)}.",
        Figure(
            "Pairs that shifts of the scores can tie or reverse",
            "how far each score may shift, in units of Σα",
            "pairs",
            tuple(
                Curve(name, colour, MOVES, tuple(float(_out_of_order(apart, each)) for each in MOVES), kind)
                for name, colour, apart, kind in (
                    ("RB-D", "rb-d", rb_d, "line"),
                    ("Smooth Margin Ranking", "smooth-margin", smooth, "dash"),
                )
            ),
            at=move,
        ),
        swept("move", MOVES, evidence, move),
        "" if move < rb_d.min() / 2 else "scores may shift by half of RB-D's smallest margin or more",
    )


CLAIMS = (
    Claim(
        "moved-scores",
        "A larger margin withstands larger errors in the scores",
        "Suppose each score is off by a little, up or down. A pair keeps its order as long as that is less than half "
        "its margin, so all pairs keep theirs up to half the smallest margin.",
        f"{PAPER}, section 2",
        "Both lines are 0 up to half the smallest margin of their algorithm. Smooth Margin Ranking's leaves 0 later, "
        "because its smallest margin is larger.",
        GROUP,
        _moved,
        (
            Choice(
                "move",
                "Scores shift by",
                "float",
                0.1,
                "How far each score may shift, up or down, in units of Σα.",
                0.0,
                0.3,
                0.01,
            ),
        ),
        reference="sm-section-4-2",
    ),
)
