"""The claim on copies of a ranker: section 3.2 of RankBoost+."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from rankviz import metrics
from rankviz.algorithms.boosting.stumps import build_pool
from rankviz.choice import Choice
from rankviz.claims.claim import Claim, Curve, Options, Proof, Setting, compare
from rankviz.claims.duplicates import least_loss
from rankviz.claims.measures import loss
from rankviz.data import sources
from rankviz.runs.spec import RunSpec

MOST = 40
SOURCES = ("lemma-3", "proposition-1")


@lru_cache(maxsize=len(SOURCES))
def _sweep(name: str) -> tuple[float, ...]:
    """The least F2 with k = 1, 2, … 40 copies of each ranker."""
    problem = sources.load(f"scenario:{name}")
    pool = build_pool(problem)
    return tuple(least_loss(problem, pool, k)[0] for k in range(1, MOST + 1))


def _copies(options: Options) -> Proof:
    name, k = str(options["data"]), int(options["k"])
    setting = Setting(RunSpec(f"scenario:{name}", ("rb-d", "rb-plus"), 60), 0, curves=("e1", "e2"))
    trace = setting.trace()
    run, plus = trace.run("rb-d"), trace.run("rb-plus")
    setting = replace(setting, t=max(run.n_rounds, plus.n_rounds))
    problem, pool = trace.problem, trace.pool
    least_1, eta_1 = least_loss(problem, pool, None)
    least_2, eta_2 = least_loss(problem, pool, 1)
    least_k, eta_k = least_loss(problem, pool, k)
    h = pool.outputs(np.arange(len(pool)))
    many = metrics.e2(problem, np.repeat(h, k, axis=0), np.repeat(eta_k / k, k))
    evidence = (
        compare(
            "One ranker each: RankBoost+ reaches the least F2,",
            ("Ê2 of RankBoost+ at its end", loss(plus, "e2")),
            "=",
            ("least F2", least_2),
        ),
        compare(
            "and RB-D the least F1.",
            ("Ê1 of RB-D at its end", loss(run, "e1")),
            "=",
            ("least F1", least_1),
        ),
        compare(
            f"With each ranker in the set {k} times, the copies share its weight: a tie counts "
            f"cosh{_power(k)}(η/{k}).",
            (f"least F2 with {k} copies", least_k),
            "=",
            (f"Ê2 of the {k * len(pool)} rankers at those weights", many),
        ),
        compare(
            "That is less than cosh η: the least F2 falls with copies,",
            (f"least F2 with {k} copies", least_k),
            "<",
            ("least F2", least_2),
        ),
        compare(
            "towards the least F1, in which ties do not count at all,",
            (f"least F2 with {k} copies", least_k),
            ">",
            ("least F1", least_1),
        ),
        compare(
            "and the weights move the same way.",
            (f"distance from F1's weights with {k} copies", float(np.linalg.norm(eta_k - eta_1))),
            "<",
            ("with one", float(np.linalg.norm(eta_2 - eta_1))),
        ),
    )
    curve = Curve(
        "The least F2 over the number of copies",
        "k",
        tuple(float(k) for k in range(1, MOST + 1)),
        (("least F2 with k copies", "e2", _sweep(name)), ("least F1", "e1", (least_1,) * MOST)),
        float(k),
    )
    covered = (least_2 - least_k) / (least_2 - least_1)
    outcome = f"{k} copies take the least F2 {100 * covered:.0f} % of the way down to the least F1."
    return Proof(setting, evidence, outcome, curve)


def _power(k: int) -> str:
    return str(k).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


CLAIMS = (
    Claim(
        "copies",
        "Copies of a ranker drag F2 to F1",
        "The more copies of its rankers a set holds, the less F2 counts ties: k copies turn cosh x into "
        "coshᵏ(x/k), which tends to 1, and F2 to F1.",
        "RankBoost+, section 3.2",
        "RB-D ends at the least Ê1, RankBoost+ at the least Ê2: compare their weights. RankBoost+ keeps "
        "independent rankers only, so that no copy drags it away; the curve shows what copies would do.",
        "Which loss falls?",
        _copies,
        (
            Choice("k", "Copies k", "int", 4, "How often each ranker stands in the set.", 2, MOST, 1),
            Choice("data", "Data", "choice", "lemma-3", "Two rankers each.", choices=SOURCES),
        ),
        reference="3.2",
    ),
)
