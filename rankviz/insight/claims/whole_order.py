"""A tie joins two preferences into one order: QBRank's μ on x1 > x2, x3 > x4, and x2 ties x3."""

from functools import lru_cache
from itertools import product

import numpy as np

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
from rankviz.insight.claims.qbrank import GROUP, PAPER

SOURCE, ROUNDS, ETA = "scenario:tied-chain", 60, 0.1
WEIGHTS = tuple(round(0.2 * k, 1) for k in range(11))


def _setting(mu: float, rounds: int) -> ClaimRun:
    parameters = (("w", 1.0), ("labels", "none"), ("ties", mu), ("step_rule", "one"), ("eta", ETA))
    return ClaimRun(RunSpec(SOURCE, ("qbrank",), ROUNDS, parameters=parameters), rounds)


@lru_cache(maxsize=len(WEIGHTS))
def _scores(mu: float) -> np.ndarray:
    """(T + 1, 4) the scores of x1 to x4 after each round."""
    trace = _setting(mu, ROUNDS).trace()
    return np.array([trace.scores(trace.runs[0], t)[:4] for t in range(ROUNDS + 1)])


def _whole_order(options: Options) -> Proof:
    mu, rounds = float(options["mu"]), int(options["rounds"])

    def evidence(mu: float) -> tuple[Evidence, ...]:
        x1, x2, x3, x4 = map(float, _scores(mu)[rounds])
        wrong = float(_setting(mu, rounds).trace().runs[0].metrics["r2"][rounds])
        return (
            compare("Both pairs are in order.", (f"R̂2 after round {rounds}", wrong), "=", ("", 0.0)),
            compare("x1 is above x3, which no pair says.", ("h(x1)", x1), ">", ("h(x3)", x3)),
            compare("Nor does one say that x2 is above x4.", ("h(x2)", x2), ">", ("h(x4)", x4)),
            compare(
                "x2 and x3 are nearer to each other than the items of a pair.",
                ("|h(x2) − h(x3)|", abs(x2 - x3)),
                "<",
                ("the smaller gap of a pair", min(x1 - x2, x3 - x4)),
            ),
        )

    def curve(item: int, colour: str, kind: str) -> Curve:
        return Curve(
            f"x{item}",
            colour,
            WEIGHTS,
            tuple(float(_scores(each)[rounds, item - 1]) for each in WEIGHTS),
            kind,
        )

    scores = [number(float(score)) for score in _scores(mu)[rounds]]
    return Proof(
        _setting(mu, rounds),
        evidence(mu),
        f"At μ = {mu:g} the scores of x1 to x4 are {', '.join(scores[:3])} and {scores[3]}.",
        Figure(
            f"Scores after round {rounds}",
            "μ, weight of the tie",
            "h(x)",
            tuple(
                curve(item, colour, kind)
                for item, (colour, kind) in enumerate(product(("qbrank", "bound"), ("line", "dash")), 1)
            ),
            at=mu,
        ),
        swept("mu", WEIGHTS, evidence, mu),
        "" if mu else "the tie is not counted, and nothing compares one pair with the other",
    )


CLAIMS = (
    Claim(
        "whole-order",
        "A tie joins two pairs into one order",
        "x1 belongs above x2, and x3 above x4. On its own each pair gets the same two scores. Once QBRank also "
        "counts, with a weight μ above 0, that x2 and x3 have the same grade, x1 is first, x4 is last, and x2 and x3 "
        "meet between them.",
        f"{PAPER}, section 4, its last paragraph",
        "At μ = 0 the lines of both pairs begin together. For μ > 0 they part. With more rounds x2 and x3 "
        "come closer. Each step here is η = 0.1 of its tree, without a line search.",
        GROUP,
        _whole_order,
        (
            Choice(
                "mu", "μ, weight of the tie", "float", 0.4, "The tie costs ½ μ (h(x2) − h(x3))².", 0, 2, 0.2
            ),
            Choice("rounds", "Rounds", "int", 40, "Rounds before the scores are read.", 10, ROUNDS, 10),
        ),
        reference="qb-ties",
    ),
)
