"""The claim of Figure 4 of RankBoost+: RB-D stops early on real data."""

from __future__ import annotations

import math

import numpy as np

from rankviz.algorithms.boosting import equations
from rankviz.choice import Choice
from rankviz.claims.claim import Claim, Options, Proof, Setting, compare
from rankviz.claims.measures import loss, rankers
from rankviz.claims.undefined import GROUP
from rankviz.runs.spec import RunSpec
from rankviz.runs.trace import Run, Trace

STOPS = {
    "wine": "bundled:wine",
    "diabetes": "bundled:diabetes?grades=2&items=60",
    "breast-cancer": "bundled:breast-cancer?items=80&seed=2",
}


def _early_stop(options: Options) -> Proof:
    rounds = int(options["rounds"])
    setting = Setting(
        RunSpec(STOPS[str(options["data"])], ("rb-d", "rb-c", "rb-plus"), rounds), rounds, curves=("r1", "e1")
    )
    trace = setting.trace()
    run, other = trace.run("rb-d"), trace.run("rb-c")
    label, eps = _wanted(trace, run)
    which = "⁻" if eps[0] > eps[2] else "⁺"
    says = "reverses" if eps[0] > eps[2] else "orders"
    return Proof(
        setting,
        (
            compare(
                "RB-D stops, RB-C goes on.",
                ("rounds of RB-D", float(run.n_rounds)),
                "<",
                ("rounds of RB-C", float(other.n_rounds)),
            ),
            compare(
                f"It would pick {label} next, which {says} no pair{' correctly' if which == '⁺' else ''}: "
                "½ ln(ε⁺/ε⁻) has no value.",
                (f"ε{which} of {label}", min(eps[0], eps[2])),
                "=",
                ("", 0.0),
            ),
            compare("It is no perfect ranker; it ties the rest.", (f"ε⁰ of {label}", eps[1]), ">", ("", 0.0)),
            compare(
                "RB-D stands still; RB-C gets further down with the very loss that RB-D minimises.",
                ("Ê1 of RB-D", loss(run, "e1")),
                ">",
                ("Ê1 of RB-C", loss(other, "e1")),
            ),
        ),
        f"RB-D stops after {run.n_rounds} rounds with Ê1 = {loss(run, 'e1'):.3g}, "
        f"RB-C reaches {loss(other, 'e1'):.3g}.",
    )


def _wanted(trace: Trace, run: Run) -> tuple[str, tuple[float, float, float]]:
    """The ranker RB-D would pick after its last round: its label and (ε⁺, ε⁰, ε⁻) under D."""
    weight = trace.weights(run, run.n_rounds)
    higher, lower = trace.problem.pairs.T
    h = rankers(trace)
    item = np.bincount(higher, weight, trace.problem.n_items) - np.bincount(
        lower, weight, trace.problem.n_items
    )
    best = int(np.argmax(np.round(np.abs(h @ item), 12)))
    column = h[best][higher].astype(int) - h[best][lower]
    correct, tied, reversed_ = (float(weight[column == sign].sum()) for sign in (1, 0, -1))
    assert not math.isfinite(equations.alpha_14(correct, reversed_)), "RB-D would have gone on"
    return trace.pool.label(best), (correct, tied, reversed_)


CLAIMS = (
    Claim(
        "early-stop",
        "RB-D stops early on real data",
        "On real data RB-D comes to a ranker that is never wrong and must stop, while RB-C goes on and reaches a "
        "smaller Ê1.",
        "RankBoost+, Figure 4",
        "The curves of RB-D end where it stopped; those of RB-C go on. Beside them, the round in words says which "
        "ranker stopped it.",
        GROUP,
        _early_stop,
        (
            Choice("data", "Data", "choice", "wine", "Real data, bundled.", choices=tuple(STOPS)),
            Choice("rounds", "Rounds", "int", 60, "How long the others go on.", 60, 200, 10),
        ),
        reference="Figure 4",
    ),
)
