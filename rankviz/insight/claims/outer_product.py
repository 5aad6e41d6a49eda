"""On two classes RB-D and RB-C weigh pairs by a product of two item weights; RankBoost+ does not: RB+ (15)."""

import math
from functools import lru_cache

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.number_format import spelt
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Trace
from rankviz.insight.claims.claim import (
    Claim,
    ClaimRun,
    Evidence,
    Figure,
    Map,
    Options,
    Proof,
    compare,
    swept,
)
from rankviz.insight.claims.measures import over_rounds
from rankviz.insight.theory.outer_product import kernel, matrix, product, share_off, with_kernel

ONE_SIDED = "one-sided"
DATA = {
    "breast-cancer": "bundled:breast-cancer?items=120",
    "diabetes": "bundled:diabetes?grades=2&items=60",
    "moons": "synthetic:moons?noise=0.3&n=80",
    "coarse": "synthetic:coarse?grades=2&levels=2&features=3&n=60",
    ONE_SIDED: "inline:?grades=1,1,1,0,0,0&h1=111100&h2=110000&h3=111010&items=a,b,c,d,e,f",
}
MAX_ROUNDS = 60
ROUNDING, LEAST = 1e-9, 0.01
"""Shares of the weight: up to the first it is rounding; from the second on it is not a product."""


def _spec(data: str) -> RunSpec:
    return RunSpec(DATA[data], ("rb-d", "rb-c", "rb-plus"), MAX_ROUNDS)


@lru_cache(maxsize=len(DATA))
def _off(data: str) -> dict[str, np.ndarray]:
    """Return, by algorithm, (T + 1,) ½ Σ |D − v ⊗ u|: the share of the weight that would have to move."""
    trace = ClaimRun(_spec(data), MAX_ROUNDS).trace()
    found = {}
    for run in trace.runs:
        found[run.algorithm] = np.array([share_off(matrix(trace, run, t)) for t in range(run.n_rounds + 1)])
    return found


def _maps(trace: Trace, t: int) -> tuple[Map, ...]:
    """Return maps times m: RankBoost+'s v ⊗ u, and D − v ⊗ u of both algorithms; and its K. Items by its v and u."""
    matrices = {run.algorithm: matrix(trace, run, t) for run in trace.runs}
    D = matrices["rb-plus"]
    rows, columns = np.argsort(-D.sum(axis=1), kind="stable"), np.argsort(-D.sum(axis=0), kind="stable")

    def mapped(title: str, values: np.ndarray, *, signed: bool = False) -> Map:
        return Map(title, tuple(map(tuple, (values[np.ix_(rows, columns)] * D.size).tolist())), signed)

    return (
        mapped("v ⊗ u, RankBoost+", product(D)),
        mapped("D − v ⊗ u, RankBoost+", D - product(D), signed=True),
        mapped("D − v ⊗ u, RB-C", matrices["rb-c"] - product(matrices["rb-c"]), signed=True),
        Map(
            "K, RankBoost+",
            tuple(map(tuple, _kernel(trace, t)[np.ix_(rows, columns)].tolist())),
            unit="",
        ),
    )


def _kernel(trace: Trace, t: int) -> np.ndarray:
    found = kernel(trace, trace.boosted_run("rb-plus"), t)
    assert found is not None, "none of these runs has an undefined weight"
    return found


def _far(trace: Trace, t: int) -> float:
    """Return the largest distance of RankBoost+'s D from item weights times K, in 1/m."""
    run = trace.boosted_run("rb-plus")
    D, made = matrix(trace, run, t), with_kernel(trace, run, t)
    assert made is not None
    return float(np.abs(D - made).max() * D.size)


def _outer_product(options: Options) -> Proof:
    data, rounds = str(options["data"]), int(options["rounds"])
    setting = ClaimRun(_spec(data), rounds)
    trace, off = setting.trace(), _off(data)
    first = float(trace.boosted_run("rb-plus").alpha[0])

    def at(name: str, t: int) -> float:
        return float(off[name][min(t, len(off[name]) - 1)])

    def evidence(rounds: int) -> tuple[Evidence, ...]:
        return (
            *(
                compare(
                    f"{label}'s D is v ⊗ u, up to rounding.",
                    (f"share of D off v ⊗ u after round {min(rounds, len(off[name]) - 1)}", at(name, rounds)),
                    "<",
                    ("a billionth", ROUNDING),
                )
                for name, label in (("rb-d", "RB-D"), ("rb-c", "RB-C"))
            ),
            compare(
                "RankBoost+'s D is not such a product.",
                (
                    f"share of D off v ⊗ u after round {min(rounds, len(off['rb-plus']) - 1)}",
                    at("rb-plus", rounds),
                ),
                ">",
                ("one in 100", LEAST),
            ),
            compare(
                "The reason is its factor for ties: in a product these two numbers would be equal.",
                ("two tied pairs: cosh² α of round 1", math.cosh(first) ** 2),
                ">",
                ("a correct and a reversed pair", 1.0),
            ),
            compare(
                "D is exp(−g(x′)) ⊗ exp(g(x)) times a kernel K; each ranker that separates a pair divides K by cosh η.",
                (f"largest distance of D from it after round {rounds}, in 1/m", _far(trace, rounds)),
                "<",
                ("a billionth", ROUNDING),
            ),
        )

    return Proof(
        setting,
        evidence(rounds),
        f"After round {min(rounds, len(off['rb-plus']) - 1)}, {100 * at('rb-plus', rounds):.1f} % of RankBoost+'s D "
        f"lies off v ⊗ u; of RB-C's {spelt(100 * at('rb-c', rounds))} %.",
        Figure(
            "How far D is off v ⊗ u",
            "round",
            "% of the weight",
            tuple(
                over_rounds(label, name, 100.0 * off[name], kind)
                for name, label, kind in (
                    ("rb-plus", "RankBoost+", "line"),
                    ("rb-c", "RB-C", "line"),
                    ("rb-d", "RB-D", "dash"),
                )
            ),
            at=rounds,
            maps=_maps(trace, rounds),
        ),
        swept("rounds", range(1, MAX_ROUNDS + 1), evidence, rounds),
        "each ranker gives one of the classes a single answer, so what it ties depends on the other class alone"
        if data == ONE_SIDED
        else "",
    )


CLAIMS = (
    Claim(
        "outer-product",
        "RankBoost+ weighs pairs, not items",
        "D holds the weights of the pairs. On two classes RB-D's and RB-C's D is v ⊗ u: each pair weighs one number "
        "of its positive item times one of its negative item. RankBoost+'s D is such a product times a kernel K, "
        "which is 1 for two items that all its rankers see alike. After a first round whose ranker gives both answers "
        "in both classes, its D is not itself a product.",
        "RankBoost+, (15), and the bipartite case it leaves open; the kernel is RankViz's own",
        "The line of RankBoost+ leaves 0, the others stay; on “one-sided” it stays, too. In the maps a row is a "
        "positive item, a column one of the others: orange pairs weigh more than v ⊗ u says, purple ones less; RB-C's "
        "map is empty. Where K is large a pair weighs more.",
        "Weights of pairs, weights of items",
        _outer_product,
        (
            Choice("data", "Data", "choice", "diabetes", "Two classes.", choices=tuple(DATA)),
            Choice("rounds", "Rounds", "int", 20, "After how many rounds.", 1, MAX_ROUNDS, 1),
        ),
        reference="bipartite-kernel",
    ),
)
