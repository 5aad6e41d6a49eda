"""The claim on copies of a ranker: section 3.2 of RankBoost+."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from rankviz.engine import metrics
from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.choice import Choice
from rankviz.engine.data import sources
from rankviz.engine.number_format import counted
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
from rankviz.insight.claims.measures import loss
from rankviz.insight.theory.copies import least_loss

MAX_COPIES = 40
SOURCES = ("lemma-3", "proposition-1")


@lru_cache(maxsize=len(SOURCES))
def _by_copies(name: str) -> tuple[float, ...]:
    """Return the smallest F2 with k = 1, 2, … 40 copies of each ranker."""
    problem = sources.load(f"scenario:{name}")
    pool = build_pool(problem)
    return tuple(least_loss(problem, pool, k)[0] for k in range(1, MAX_COPIES + 1))


def _copies(options: Options) -> Proof:
    name, k = str(options["data"]), int(options["k"])
    setting = ClaimRun(RunSpec(f"scenario:{name}", ("rb-d", "rb-plus"), 60), 0)
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
            "With one of each ranker RankBoost+ reaches the lowest F2.",
            ("Ê2 of RankBoost+ at its end", loss(plus, "e2")),
            "=",
            ("lowest F2", least_2),
        ),
        compare(
            "RB-D reaches the lowest F1.",
            ("Ê1 of RB-D at its end", loss(run, "e1")),
            "=",
            ("lowest F1", least_1),
        ),
        compare(
            f"With each ranker in the set {counted(k, 'time')}, the copies share its weight, so a tie costs "
            f"cosh{_power(k)}(η/{k}).",
            (f"lowest F2 with {_copies_of(k)}", least_k),
            "=",
            (f"Ê2 of the {k * len(pool)} rankers at those weights", many),
        ),
        _falls(least_k, least_2, k),
        compare(
            "It stays above the lowest F1, in which ties do not count at all.",
            (f"lowest F2 with {_copies_of(k)}", least_k),
            ">",
            ("lowest F1", least_1),
        ),
        compare(
            "The weights move the same way.",
            (f"distance from F1's weights with {_copies_of(k)}", float(np.linalg.norm(eta_k - eta_1))),
            "<",
            ("with one", float(np.linalg.norm(eta_2 - eta_1))),
        ),
    )
    covered = (least_2 - least_k) / (least_2 - least_1)
    least, numbers = _by_copies(name), range(1, MAX_COPIES + 1)
    return Proof(
        setting,
        evidence,
        f"{_copies_of(k).capitalize()} {'takes' if k == 1 else 'take'} the lowest F2 {100 * covered:.0f} % of the way "
        "down to the lowest F1.",
        Figure(
            "The lowest F2",
            "copies k",
            "",
            (Curve("lowest F2 with k copies", "e2", tuple(map(float, numbers)), least),),
            (("lowest F1", least_1),),
            k,
        ),
        swept("k", numbers, lambda k: (_falls(least[k - 1], least_2, k),), k),
        "one copy is the ranker itself, so nothing is shared" if k == 1 else "",
    )


def _falls(least_k: float, least_2: float, k: int) -> Evidence:
    return compare(
        "That is less than cosh η, so the lowest F2 falls with copies.",
        (f"lowest F2 with {_copies_of(k)}", least_k),
        "<",
        ("lowest F2", least_2),
    )


def _copies_of(k: int) -> str:
    return "1 copy" if k == 1 else f"{k} copies"


def _power(k: int) -> str:
    return str(k).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


CLAIMS = (
    Claim(
        "copies",
        "Copies of the rankers bring F2 closer to F1",
        "F1 and F2 are Ê1 and Ê2 as functions of the weights. The more copies of its rankers a set holds, the less F2 "
        "counts ties: k copies turn cosh x into coshᵏ(x/k), which tends to 1, so F2 tends to F1.",
        "RankBoost+, section 3.2",
        "The lowest F2 falls with every copy, towards the lowest F1. RankBoost+ keeps independent rankers only, so "
        "copies do not change what it minimises.",
        "Which loss falls?",
        _copies,
        (
            Choice("k", "Copies k", "int", 4, "How often each ranker is in the set.", 1, MAX_COPIES, 1),
            Choice("data", "Data", "choice", "lemma-3", "Two rankers each.", choices=SOURCES),
        ),
        reference="section-3-2",
    ),
)
