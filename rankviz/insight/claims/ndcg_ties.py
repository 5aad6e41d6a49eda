"""NDCG needs an order and tied scores have none: the library chooses an order, and so the winner."""

from dataclasses import replace
from functools import lru_cache, partial

from rankviz.engine.choice import Choice
from rankviz.engine.metrics.ndcg_counting import HERE, LIBRARIES, TIES, Counting, ndcg_as
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
from rankviz.insight.claims.push import GROUP

ROUNDS, MAX_PLACES = 10, 10
SPEC = RunSpec(
    "synthetic:coarse?features=4&grades=4&levels=2&n=80&queries=8&seed=5",
    ("rb-c", "rb-plus"),
    ROUNDS,
    parameters={"undefined": "limit"},
)
SAME = 1e-9
"""NDCGs closer than this count as equal."""

Pair = tuple[float, float]
"""A value for RB-C's scores and one for RankBoost+'s."""


@lru_cache(maxsize=2048)
def _counted(counting: Counting, k: int, t: int) -> Pair:
    """Return NDCG@k of both runs after round t, or after their last round, by one convention."""
    trace = ClaimRun(SPEC, 1).trace()
    found = []
    for run in trace.boosted:
        at = min(t, run.n_rounds)
        scale = float(trace.scales(run)[at])
        found.append(ndcg_as(trace.problem, trace.scores(run, at), k, counting, scale=scale))
    return found[0], found[1]


def _by(ties: str) -> Counting:
    """Return RankViz's convention, with this rule for ties."""
    return replace(HERE, label=ties, ties=ties)


def _crowned(pair: Pair) -> int:
    """Return 0 where RB-C's scores are higher, 1 where RankBoost+'s are, −1 where neither is."""
    return -1 if abs(pair[0] - pair[1]) <= SAME else int(pair[1] > pair[0])


def _winners(k: int, t: int) -> tuple[list[str], list[str]]:
    """Return the libraries by which RB-C wins, and those by which RankBoost+ wins."""
    by = {counting.label: _crowned(_counted(counting, k, t)) for counting in LIBRARIES.values()}
    return [name for name, won in by.items() if won == 0], [name for name, won in by.items() if won == 1]


def _library(counting: Counting, k: int, t: int) -> Evidence:
    first, second = _counted(counting, k, t)
    return compare(
        f"{counting.label}: {counting.summary}. RankBoost+ has {number(second, 6)}.",
        (f"RB-C's NDCG@{k}", first),
        "≤",
        ("the same with ties best first", _counted(replace(counting, ties="best"), k, t)[0]),
    )


def _evidence(k: int, t: int) -> tuple[Evidence, ...]:
    best, worst = (_counted(_by(ties), k, t) for ties in ("best", "worst"))
    first, second = _winners(k, t)
    return (
        compare(
            f"With ties best first RB-C has the higher NDCG@{k} after round {t}.",
            ("RB-C, ties best first", best[0]),
            ">",
            ("RankBoost+, ties best first", best[1]),
        ),
        compare(
            "With ties worst first RankBoost+ has the higher one, from the very same scores.",
            ("RB-C, ties worst first", worst[0]),
            "<",
            ("RankBoost+, ties worst first", worst[1]),
        ),
        *(_library(counting, k, t) for counting in LIBRARIES.values()),
        compare("So some libraries put RB-C first.", ("how many of five", float(len(first))), ">", ("", 0.0)),
        compare("Others put RankBoost+ first.", ("how many of five", float(len(second))), ">", ("", 0.0)),
    )


def _ndcg_ties(options: Options) -> Proof:
    k, t = int(options["k"]), int(options["round"])
    evidence = _evidence(k, t)
    first, second = _winners(k, t)
    low, high = _counted(_by("worst"), k, t)[0], _counted(_by("best"), k, t)[0]
    return Proof(
        ClaimRun(SPEC, t),
        evidence,
        f"NDCG@{k} of RB-C's scores ranges from {number(low, 3)} to {number(high, 3)}, depending on the order of ties "
        f"alone. {_first('RB-C', first)}; {_first('RankBoost+', second)}.",
        Figure(
            f"NDCG@k after round {t}",
            "k",
            "NDCG@k",
            tuple(_line(run, ties, t) for run in (0, 1) for ties in TIES if ties != "input"),
            at=float(k),
        ),
        swept("k", range(1, MAX_PLACES + 1), partial(_evidence, t=t), k),
        "" if all(each.holds for each in evidence) else _agreed(evidence),
    )


def _first(ranked: str, names: list[str]) -> str:
    """Say which libraries put an algorithm first."""
    *most, last = names or ["no library"]
    return f"{ranked} is first by {' and '.join([', '.join(most), last] if most else [last])}"


def _agreed(evidence: tuple[Evidence, ...]) -> str:
    """Return what agrees on a winner, or on none, where the claim fails."""
    if all(each.holds for each in evidence[:2]):
        return "no two of the libraries name different winners"
    return "the order of ties does not move the lead from RB-C to RankBoost+"


def _line(run: int, ties: str, t: int) -> Curve:
    label, colour = (("RB-C", "rb-c"), ("RankBoost+", "rb-plus"))[run]
    rule = {"best": "best first", "mean": "averaged", "worst": "worst first"}[ties]
    places = range(1, MAX_PLACES + 1)
    values = tuple(_counted(_by(ties), k, t)[run] for k in places)
    kind = "line" if ties == "mean" else "dash"
    return Curve(f"{label}, {rule}", colour, tuple(map(float, places)), values, kind)


CLAIMS = (
    Claim(
        "ndcg-ties",
        "Two libraries can crown two winners",
        "NDCG needs an order, and tied scores have none. Each library breaks ties in its own way, with its own gains "
        "and discounts. So from the same scores one says that RB-C ranks better, another RankBoost+.",
        "NDCG (Järvelin and Kekäläinen 2002) as five libraries count it, each by its source",
        "Solid lines: ties averaged. Dashed: best and worst first. Where the bands of the two overlap, the order of "
        "ties decides who wins.",
        GROUP,
        _ndcg_ties,
        (
            Choice("round", "Round", "int", 9, "The round whose scores are counted.", 1, ROUNDS, 1),
            Choice("k", "Places", "int", 5, "k of NDCG@k.", 1, MAX_PLACES, 1),
        ),
        reference="ndcg",
    ),
)
