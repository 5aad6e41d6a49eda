"""The claim of Figure 4 of RankBoost+: RB-D stops early on real data."""

import math

import numpy as np

from rankviz.engine.algorithms.boosting import equations
from rankviz.engine.choice import Choice
from rankviz.engine.number_format import counted, spelt
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Run, Trace
from rankviz.insight.claims.claim import Claim, ClaimRun, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.measures import loss, over_rounds, rankers
from rankviz.insight.claims.undefined import GROUP

STOPS = {
    "breast-cancer": "bundled:breast-cancer?items=120",
    "diabetes": "bundled:diabetes?grades=2&items=60",
    "wine": "bundled:wine",
}
MAX_ROUNDS = 200
"""Rounds of the run; the end of the slider."""


def _early_stop(options: Options) -> Proof:
    rounds = int(options["rounds"])
    setting = ClaimRun(RunSpec(STOPS[str(options["data"])], ("rb-d", "rb-c", "rb-plus"), MAX_ROUNDS), rounds)
    trace = setting.trace()
    run, other = trace.run("rb-d"), trace.run("rb-c")
    end = run.n_rounds
    label, eps = _wanted(trace, run)
    which = "⁻" if eps[0] > eps[2] else "⁺"
    says = "reverses no pair" if eps[0] > eps[2] else "orders no pair correctly"

    def evidence(rounds: int) -> tuple[Evidence, ...]:
        return (
            compare(
                "RB-D stops, RB-C continues.",
                ("rounds of RB-D", float(min(end, rounds))),
                "<",
                ("rounds of RB-C", float(min(other.n_rounds, rounds))),
            ),
            compare(
                f"In round {end + 1} it would pick {label}, which {says}, so ½ ln(ε⁺/ε⁻) has no value.",
                (f"ε{which} of {label}", min(eps[0], eps[2])),
                "=",
                ("", 0.0),
            ),
            compare(
                "That ranker is not perfect: it ties some pairs.",
                (f"ε⁰, tied by {label}", eps[1]),
                ">",
                ("", 0.0),
            ),
            compare(
                "RB-D stops there; RB-C goes further down with the very loss that RB-D minimises.",
                (f"Ê1 of RB-D after round {min(end, rounds)}", loss(run, "e1", min(end, rounds))),
                ">",
                (f"Ê1 of RB-C after round {rounds}", loss(other, "e1", rounds)),
            ),
        )

    reached = loss(other, "e1", rounds)
    edge = ""
    if rounds <= end:
        edge = f"in {rounds} rounds RB-D has not reached that ranker yet; it stops after round {end}"
    elif reached >= loss(run, "e1"):
        edge = f"after {rounds} rounds RB-C is not below the loss where RB-D stopped"
    return Proof(
        setting,
        evidence(rounds),
        f"RB-D stops after {counted(end, 'round')} with Ê1 = {spelt(loss(run, 'e1'))}; after {rounds} RB-C has "
        f"{spelt(reached)}.",
        Figure(
            "Ê1 of RB-D and of RB-C",
            "round",
            "Ê1",
            (
                over_rounds("RB-D", "rb-d", run.metrics["e1"]),
                over_rounds("RB-C", "rb-c", other.metrics["e1"]),
            ),
            (("where RB-D stopped", loss(run, "e1")),),
            rounds,
            log=True,
        ),
        swept("rounds", range(1, MAX_ROUNDS + 1), evidence, rounds),
        edge,
    )


def _wanted(trace: Trace, run: Run) -> tuple[str, tuple[float, float, float]]:
    """Return the ranker RB-D would pick after its last round: its label and (ε⁺, ε⁰, ε⁻) under D."""
    weight = trace.weights(run, run.n_rounds)
    higher, lower = trace.problem.pairs.T
    h = rankers(trace)
    item = np.bincount(higher, weight, trace.problem.n_items) - np.bincount(
        lower, weight, trace.problem.n_items
    )
    best = int(np.argmax(np.round(np.abs(h @ item), 12)))
    column = h[best][higher].astype(int) - h[best][lower]
    correct, tied, reversed_ = (float(weight[column == sign].sum()) for sign in (1, 0, -1))
    assert not math.isfinite(equations.alpha_14(correct, reversed_)), "RB-D would have continued"
    return trace.pool.label(best), (correct, tied, reversed_)


CLAIMS = (
    Claim(
        "early-stop",
        "RB-D can stop early on real data",
        "On real data RB-D may meet a ranker that is never wrong, or never right, and must stop. RB-C continues; on "
        "these three data sets it reaches a smaller Ê1.",
        "RankBoost+, Figure 4",
        "RB-D's loss ends where it stopped; RB-C's continues and ends below it.",
        GROUP,
        _early_stop,
        (
            Choice("data", "Data", "choice", "breast-cancer", "Real data, bundled.", choices=tuple(STOPS)),
            Choice("rounds", "Rounds", "int", 150, "How many rounds the others run.", 5, MAX_ROUNDS, 5),
        ),
        reference="figure-4",
    ),
)
