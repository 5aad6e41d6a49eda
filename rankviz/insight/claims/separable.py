"""Two classes that weights can separate, and Theorem 4 of the margin paper, which requires inf F̃ > 0."""

from functools import lru_cache

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.number_format import counted, number, spelt
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Trace
from rankviz.insight.claims.claim import Claim, ClaimRun, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.margins import PAPER
from rankviz.insight.claims.measures import loss, over_rounds
from rankviz.insight.claims.two_classes import GROUP

DATA = {
    "moons": "synthetic:moons?noise=0.1&n=60&seed={draw}",
    "linear": "synthetic:linear?n=60&noise=0&grades=2&seed={draw}",
    "blobs": "synthetic:blobs?n=60&distance=3&seed={draw}",
}
DRAWS, MAX_ROUNDS, LATELY = 10, 200, 20
SMALL, UNEQUAL = 1e-3, 0.05
"""An Ê1 that is on its way to 0; and a share of F by which the classes differ."""


def _spec(data: str, draw: int) -> RunSpec:
    return RunSpec(DATA[data].format(draw=draw), ("adaboost",), MAX_ROUNDS, parameters={"constant": True})


@lru_cache(maxsize=DRAWS * len(DATA))
def _trace(data: str, draw: int) -> Trace:
    return _spec(data, draw).trace()


def _separable(options: Options) -> Proof:
    data, draw, rounds = str(options["data"]), int(options["draw"]), int(options["rounds"])
    run = _trace(data, draw).runs[0]
    whole = run.extra["f_plus"] + run.extra["f_minus"]
    share = np.abs(run.extra["f_plus"] - run.extra["f_minus"]) / whole

    def lately(t: int) -> float:
        return float(share[max(t - LATELY + 1, 0) : t + 1].max())

    def evidence(t: int) -> tuple[Evidence, ...]:
        return (
            compare(
                "The pairs' loss goes to 0, so inf F̃ is 0, where Theorem 4 requires more.",
                (f"Ê1 of AdaBoost after round {t}", loss(run, "e1", t)),
                "<",
                ("a thousandth", SMALL),
            ),
            compare(
                "AdaBoost's own loss F goes to 0, too, and with it F-skew, which is at most F.",
                (f"F after round {t}", float(whole[t])),
                "<",
                ("a tenth of F at the start", 0.1 * float(whole[0])),
            ),
            compare(
                "All pairs are in order, as under any weights that separate the classes.",
                ("AUC of AdaBoost", 1.0 - float(run.metrics["r2"][t])),
                "=",
                ("the best", 1.0),
            ),
            compare(
                "But the classes do not reach the same share of F, although the constant is a candidate.",
                (f"largest |F-skew|/F of the {LATELY} rounds up to {t}", lately(t)),
                ">",
                ("5 %", UNEQUAL),
            ),
        )

    shown = evidence(rounds)
    return Proof(
        ClaimRun(_spec(data, draw), rounds),
        shown,
        f"After {counted(rounds, 'round')} Ê1 is {spelt(loss(run, 'e1', rounds))}, and |F-skew|/F is still "
        f"{number(lately(rounds))}.",
        Figure(
            "Ê1, and the classes' difference as a share of F",
            "round",
            "",
            (
                over_rounds("Ê1 of AdaBoost", "adaboost", run.metrics["e1"]),
                over_rounds("|F-skew|/F", "bound", share, "points"),
            ),
            (("5 %", UNEQUAL),),
            rounds,
            log=True,
        ),
        swept("rounds", range(1, MAX_ROUNDS + 1), evidence, rounds),
        ""
        if all(each.holds for each in shown)
        else f"after {counted(rounds, 'round')} not every pair is far enough apart yet",
    )


CLAIMS = (
    Claim(
        "separable-classes",
        "On separable classes Theorem 4 says nothing",
        "Theorem 4 is about classes that no weights separate. Where a weighted sum separates them, but no single "
        "classifier, every loss goes to 0 and all pairs come in order, but AdaBoost need not balance the classes.",
        f"{PAPER}, Theorem 4, its condition",
        "Ê1 keeps falling. The points, the classes' difference as a share of F, do not go to 0; on “four-ill”, "
        "which no weights separate, they do.",
        GROUP,
        _separable,
        (
            Choice(
                "data", "Data", "choice", "moons", "Two classes that weights separate.", choices=tuple(DATA)
            ),
            Choice("draw", "Draw", "int", 0, "Which data are drawn.", 0, DRAWS - 1, 1),
            Choice("rounds", "Rounds", "int", MAX_ROUNDS, "How long AdaBoost runs.", 1, MAX_ROUNDS, 1),
        ),
        reference="sm-cor-1",
    ),
)
