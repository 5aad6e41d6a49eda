"""The claim on copies of a ranker: section 3.2 of RankBoost+."""

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np

from rankviz.engine import metrics
from rankviz.engine.algorithms.boosting.stumps import CandidatePool, build_pool
from rankviz.engine.choice import Choice
from rankviz.engine.data import sources
from rankviz.engine.data.problem import Problem
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


def least_loss(problem: Problem, pool: CandidatePool, copies: int | None) -> tuple[float, np.ndarray]:
    """Return (lowest loss, η (N,)) over all candidates, each `copies` times, by Newton's method; None is F1.

    Copies share their ranker's weight η equally at the minimum (the loss is convex and symmetric in them), so a tied
    pair counts cosh^k(η/k): cosh η for one copy (F2), 1 in the limit of many (F1). The loss must have a minimum. Only
    for a few dozen candidates that have no other dependencies.
    """
    higher, lower = problem.pairs.T
    h = pool.outputs(np.arange(len(pool))).astype(np.int8)
    column = (h[:, higher] - h[:, lower]).T.astype(float)
    tied = column == 0
    eta = np.zeros(len(pool))
    value = _loss(eta, column, tied, copies)
    for _ in range(200):
        share = 0.0 if copies is None else np.tanh(eta / copies)
        slope = tied * share - column
        weight = _terms(eta, column, tied, copies) / len(column)
        gradient = weight @ slope
        hessian = (slope * weight[:, None]).T @ slope
        if copies is not None:
            hessian += np.diag(weight @ tied * (1 - share**2) / copies)
        step = np.linalg.solve(hessian, -gradient)
        length = 1.0
        while _loss(eta + length * step, column, tied, copies) > value * (1 + 1e-15) and length > 1e-6:
            length /= 2
        eta = eta + length * step
        value = _loss(eta, column, tied, copies)
        if float(np.abs(step).max()) < 1e-9:  # the digits double each time: the next step is below rounding
            break
    return value, eta


def _terms(eta: np.ndarray, column: np.ndarray, tied: np.ndarray, copies: int | None) -> np.ndarray:
    """(m,) each pair's term of m times the loss."""
    cosh = np.zeros(len(eta)) if copies is None else copies * np.log(np.cosh(eta / copies))
    return np.exp(-column @ eta + tied @ cosh)


def _loss(eta: np.ndarray, column: np.ndarray, tied: np.ndarray, copies: int | None) -> float:
    value = float(_terms(eta, column, tied, copies).mean())
    return value if math.isfinite(value) else math.inf


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
