"""The limit (49): what an ensemble orders when its infinite weights are really infinite.

RB-D's bound is proved round by round, each round seeing the pairs the way the earlier ones left them. The ensemble
that fits this is the limit in which an earlier infinite weight outgrows every later one: a pair is decided by the
first ranker of infinite weight that does not tie it, and by the finite weights only if none does.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rankviz.choice import Choice
from rankviz.claims.claim import Claim, Evidence, Options, Proof, Setting, compare
from rankviz.claims.measures import error, loss
from rankviz.claims.undefined import GROUP, lemma_1_setting
from rankviz.numerics import TIE
from rankviz.runs.spec import RunSpec
from rankviz.runs.trace import Run, Trace


def limit(trace: Trace, run: Run) -> tuple[float, float]:
    """(R̂1, Ê1) of the limit (49) of a run whose undefined weights were capped; Ê1 is inf if a decided pair is wrong."""
    higher, lower = trace.problem.pairs.T
    decided = np.zeros(len(higher))
    finite = np.zeros(len(higher))
    for s in range(run.n_rounds):
        h = trace.pool.output(int(run.ranker[s])).astype(np.int8)
        column = h[higher] - h[lower]
        if run.outcome[s] == "finite":
            finite += run.alpha[s] * column
        else:
            decided = np.where(decided == 0, run.sign[s] * column, decided)
    scale = float(np.abs(run.alpha[[outcome == "finite" for outcome in run.outcome]]).sum())
    # Rounding never breaks a tie, as everywhere in the engine.
    order = np.where(decided == 0, np.where(np.abs(finite) <= TIE * scale, 0.0, finite), decided)
    if (decided < 0).any():
        return float((order <= 0).mean()), np.inf
    return float((order <= 0).mean()), float(np.where(decided == 0, np.exp(-finite), 0.0).mean())


REPAIR = {
    "lemma-1": "scenario:lemma-1?n={n}",
    "lemma-2": "scenario:lemma-2?n={n}",
    "diabetes": "bundled:diabetes?grades=4&items=50&seed=9",
    "breast-cancer": "bundled:breast-cancer?items=40",
    "wine": "bundled:wine",
}


def _repair(options: Options) -> Proof:
    name, n = str(options["data"]), int(options["n"])
    source = REPAIR[name].format(n=n)
    setting = Setting(RunSpec(source, ("rb-d",), 60, parameters={"undefined": "cap"}), 0)
    trace = setting.trace()
    run = trace.run("rb-d")
    undefined = [s for s, outcome in enumerate(run.outcome, 1) if outcome == "capped"]
    setting = replace(setting, t=undefined[-1])
    r1, e1 = limit(trace, run)
    product = float(np.prod(run.z))
    evidence = [
        compare(
            "In some round α is undefined, so Theorem 1 says nothing of the plain sum.",
            ("rounds in which α is undefined", float(len(undefined))),
            "≥",
            ("", 1.0),
        ),
        compare(
            "In the limit the loss is what (12) promises again.",
            ("Ê1 of the limit", e1),
            "=",
            ("Π Z", product),
        ),
        compare(
            "The error is below it, as an error is below its loss,",
            ("R̂1 of the limit", r1),
            "≤",
            ("Ê1 of the limit", e1),
        ),
        compare(
            "and Theorem 1 holds again.",
            ("R̂1 of the limit", r1),
            "≤",
            ("U (16)", loss(run, "bound")),
        ),
    ]
    if name.startswith("lemma") and (name == "lemma-2" or n >= 4):
        evidence.append(_unrepaired(run, name, n))
    return Proof(
        setting,
        tuple(evidence),
        f"R̂1 of the limit is {r1:.4g}, Ê1 {e1:.4g}, the bound U {loss(run, 'bound'):.4g}.",
    )


def _unrepaired(run: Run, name: str, n: int) -> Evidence:
    """What the lemma's own definition of g gives on the same data: the infinite weight alone, or the plain sum."""
    if name == "lemma-2":
        return compare(
            "The plain sum of Lemma 2 broke it.",
            ("R̂1 of the plain sum", error(run, "r1", 2)),
            ">",
            ("U after round 2", loss(run, "bound", 2)),
        )
    alone = lemma_1_setting(n).trace().run("rb-d")
    return compare(
        "Lemma 1, where the infinite weight alone counts, broke it.",
        ("R̂1 of the infinite weight", error(alone, "r1", 2)),
        ">",
        ("U after round 2", loss(alone, "bound", 2)),
    )


CLAIMS = (
    Claim(
        "repair",
        "Taking the limit repairs Theorem 1",
        "Read as a limit, in which an earlier infinite weight outgrows a later one, an ensemble obeys (12) and "
        "Theorem 1 again even where α is undefined.",
        "RankBoost+, (49)",
        "The stage shows the plain sum with a large constant. The limit orders a pair by the first ranker of "
        "infinite weight that does not tie it, then by the finite weights: its numbers stand beside.",
        GROUP,
        _repair,
        (
            Choice(
                "data",
                "Data",
                "choice",
                "lemma-2",
                "The counterexamples, and real data on which α is undefined at some point.",
                choices=tuple(REPAIR),
            ),
            Choice("n", "Size n", "int", 4, "Of the lemmas' examples; real data keep their size.", 2, 10, 1),
        ),
        reference="Theorem 1",
    ),
)
