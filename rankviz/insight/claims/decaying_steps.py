"""The second half of QBRank's Theorem 1: steps that decay slowly enough bring the risk to its infimum."""

from functools import lru_cache

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.number_format import counted, spelt
from rankviz.engine.runs.spec import RunSpec
from rankviz.insight.claims.claim import Claim, ClaimRun, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.measures import over_rounds
from rankviz.insight.claims.qbrank import GROUP
from rankviz.insight.theory.qbrank import sums_of_steps

DATA = {
    "diabetes": "bundled:diabetes?grades=4&items=60&seed={draw}",
    "linear": "synthetic:linear?n=60&noise=1&grades=4&seed={draw}",
    "coarse": "synthetic:coarse?n=60&features=8&levels=5&noise=1&seed={draw}",
}
"""Items that differ in some feature: a sum of trees can have any scores, so the infimum of the labels' risk is 0."""
DRAWS, ROUNDS, ETA = 10, 400, 0.3
NEAR, GROWS, LEVEL = 1e-5, 0.5, 0.05
"""A share of R(0) that is near 0; the last half's increase of a growing sum, and of a converging one."""


def _spec(data: str, draw: int, rule: str = "decaying") -> RunSpec:
    source = DATA[data].format(draw=draw)
    return RunSpec(source, ("gbt",), ROUNDS, parameters={"step_rule": rule, "eta": ETA})


@lru_cache(maxsize=DRAWS * len(DATA))
def _runs(data: str, draw: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return by round R of the decaying steps, R of the small ones, and both sums of the decaying ones."""
    decaying, small = (_spec(data, draw, rule).trace().scored[0] for rule in ("decaying", "small"))
    return decaying.extra["risk"], small.extra["risk"], *sums_of_steps(decaying)


def _decaying(options: Options) -> Proof:
    data, draw, rounds = str(options["data"]), int(options["draw"]), int(options["rounds"])
    risk, small, length, rest = _runs(data, draw)
    start = float(risk[0])

    def evidence(t: int) -> tuple[Evidence, ...]:
        half = t // 2
        return (
            compare(
                "The sum of the steps keeps growing.",
                (f"what Σ s̄ adds in the rounds from {half + 1} to {t}", float(length[t] - length[half])),
                ">",
                ("limit for “growing”", GROWS),
            ),
            compare(
                "The sum of s̄² + s̄√ε levels off.",
                ("what Σ (s̄² + s̄√ε) adds in them", float(rest[t] - rest[half])),
                "<",
                ("limit for “levelling off”", LEVEL),
            ),
            compare(
                "So the risk goes to its infimum, which is 0 here.",
                (
                    f"the larger R of rounds {t - 1} and {t}, of R(0)",
                    float(risk[t - 1 : t + 1].max()) / start,
                ),
                "<",
                ("limit for “at its infimum”", NEAR),
            ),
            compare(
                "Yet it rises in some rounds.",
                ("rounds in which R rises", float((np.diff(risk[: t + 1]) > 0.0).sum())),
                ">",
                ("", 0.0),
            ),
            compare(
                "Small steps of a fixed size end above it.",
                (
                    f"R of the small steps after round {min(t, len(small) - 1)}, of R(0)",
                    float(small[min(t, len(small) - 1)]) / start,
                ),
                ">",
                ("R of the decaying ones", float(risk[t]) / start),
            ),
        )

    shown = evidence(rounds)
    return Proof(
        ClaimRun(_spec(data, draw), rounds),
        shown,
        f"After {counted(rounds, 'round')} R is {spelt(float(risk[rounds]) / start)} of R(0); the small steps ended "
        f"after {counted(len(small) - 1, 'round')} at {spelt(float(small[-1]) / start)}.",
        Figure(
            "The risk as a share of R(0), and both sums",
            "round",
            "",
            (
                over_rounds("R, decaying steps", "gbt", risk / start),
                over_rounds("R, small steps", "qbrank", small / start, "dash"),
                over_rounds("Σ s̄", "bound", np.where(length > 0.0, length, np.nan)),
                over_rounds("Σ (s̄² + s̄√ε)", "e2", np.where(rest > 0.0, rest, np.nan), "dash"),
            ),
            (),
            rounds,
            log=True,
        ),
        swept("rounds", range(1, ROUNDS + 1), evidence, rounds),
        ""
        if all(each.holds for each in shown)
        else f"after {counted(rounds, 'round')} the steps have not gone far enough, or are still too long",
    )


CLAIMS = (
    Claim(
        "decaying-steps",
        "Steps that decay bring the risk to its infimum",
        "Let the sum of the steps grow without bound, but not that of their squares, nor that of each step times √ε, "
        "where ε measures what its tree misses. Then the risk gets as close to its infimum as you like.",
        "QBRank, Theorem 1, second half",
        "One sum climbs, the other levels off; R falls with dips and bumps to below where steps of one small size "
        "had to end. Step k has length η divided by k to the power ¾.",
        GROUP,
        _decaying,
        (
            Choice("data", "Data", "choice", "diabetes", "Real and synthetic.", choices=tuple(DATA)),
            Choice("draw", "Draw", "int", 0, "Which data, or which sample, is drawn.", 0, DRAWS - 1, 1),
            Choice("rounds", "Rounds", "int", ROUNDS, "How many steps.", 1, ROUNDS, 1),
        ),
        reference="qb-theorem-1",
    ),
)
