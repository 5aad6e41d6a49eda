"""Claims of QBRank's paper: the value of preferences and labels for learning, on held-out queries."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.engine.choice import Choice, Value
from rankviz.engine.runs.spec import RunSpec
from rankviz.insight.claims.claim import Claim, ClaimRun, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.measures import over_rounds
from rankviz.insight.claims.qbrank import GROUP, PAPER

DRAWS = 8
LEARNED = 20
ETA = 0.1
SIGNIFICANT = 0.01
"""QB, footnote 3: a gain of 1 % in DCG is significant."""
ONLY_PAIRS: dict[str, Value] = {"w": 1.0, "labels": "none", "eta": ETA}


def _spec(source: str, draw: int, algorithm: str, parameters: dict[str, Value]) -> RunSpec:
    return RunSpec(f"{source}&seed={draw}", (algorithm,), LEARNED, holdout=0.5, parameters=parameters)


@lru_cache(maxsize=512)
def _held_out(spec: RunSpec) -> tuple[tuple[float, ...], float]:
    """Return DCG@5 of the held-out queries after rounds 0 … T, and R̂2 of their pairs at the end."""
    run = spec.trace().scored[0]
    curve = [float(value) for value in run.extra["dcg5_holdout"]]
    curve += [curve[-1]] * (LEARNED + 1 - len(curve))
    return tuple(curve), float(run.metrics["r2_holdout"][-1])


@dataclass(frozen=True)
class _Pair:
    """Two ways to learn from the same draws: (D, T + 1) DCG@5 held out of each, and (D,) R̂2 held out at the end."""

    better: np.ndarray
    other: np.ndarray
    r2: tuple[np.ndarray, np.ndarray]

    @classmethod
    def measure(cls, source: str, *ways: tuple[str, dict[str, Value]]) -> _Pair:
        found = [
            [_held_out(_spec(source, draw, algorithm, parameters)) for draw in range(DRAWS)]
            for algorithm, parameters in ways
        ]
        curves = [np.array([curve for curve, _ in each]) for each in found]
        errors = [np.array([error for _, error in each]) for each in found]
        return cls(curves[0], curves[1], (errors[0], errors[1]))

    @property
    def ahead(self) -> int:
        """The number of draws in which the first way ends with the larger DCG@5."""
        return int((self.better[:, -1] > self.other[:, -1]).sum())

    @property
    def gain(self) -> float:
        """The first way's lead in mean DCG@5 as a share of the other's mean."""
        return float(self.better[:, -1].mean() / self.other[:, -1].mean() - 1.0)

    def evidence(self, first: str, second: str) -> tuple[Evidence, ...]:
        """Compare two ways: the first leads in most draws, and on average by more than the paper calls significant."""
        return (
            compare(
                f"{first} has the larger DCG@5 on held-out queries in most draws.",
                (f"draws of {DRAWS} with {first} ahead", float(self.ahead)),
                ">",
                ("half of them", DRAWS / 2),
            ),
            compare(
                "On average it is larger by more than the 1 % that the paper calls significant.",
                (f"mean DCG@5 of {first}", float(self.better[:, -1].mean())),
                ">",
                (f"1.01 times that of {second}", (1.0 + SIGNIFICANT) * float(self.other[:, -1].mean())),
            ),
        )

    def figure(self, *names: tuple[str, str]) -> Figure:
        """Plot the mean DCG@5 by round, without round 0, where all scores are equal; names : (name, colour) of each."""
        curves = [each.mean(axis=0) for each in (self.better, self.other)]
        return Figure(
            f"DCG@5 on held-out queries, mean of {DRAWS} draws",
            "round",
            "DCG@5",
            tuple(
                over_rounds(*name, (np.nan, *curve[1:])) for name, curve in zip(names, curves, strict=True)
            ),
        )


JUDGES = (0.0, 0.5, 1.0, 1.5, 2.0)


def _judges_differ(options: Options) -> Proof:
    shift = float(options["shift"])

    def found(shift: float) -> tuple[str, _Pair]:
        source = f"synthetic:single-grade?n=900&single=0&shift={shift:g}"
        return source, _Pair.measure(source, ("qbrank", ONLY_PAIRS), ("gbt", {"eta": ETA}))

    def evidence(shift: float) -> tuple[Evidence, ...]:
        pair = found(shift)[1]
        return (
            *pair.evidence("QBRank", "GBT"),
            compare(
                "It orders more of the held-out pairs.",
                ("mean held-out R̂2 of QBRank", float(pair.r2[0].mean())),
                "<",
                ("of GBT", float(pair.r2[1].mean())),
            ),
        )

    (source, pair), shown = found(shift), evidence(shift)
    edge = ""
    if not all(each.holds for each in shown):
        if shift == 0.0:
            edge = "all queries have the same judge, so labels mean the same in each, and QBRank has no clear lead"
        elif shift < 1.0:
            edge = "the judges differ by too little for a clear lead"
    spec = _spec(source, 0, "qbrank", ONLY_PAIRS).but(algorithms=("qbrank", "gbt"))
    return Proof(
        ClaimRun(spec, LEARNED),
        shown,
        f"QBRank is ahead in {pair.ahead} of {DRAWS} draws; its DCG@5 is {_more(pair.gain)}.",
        pair.figure(("QBRank, from pairs", "qbrank"), ("GBT, from labels", "gbt")),
        swept("shift", JUDGES, evidence, shift, on_axis=False),
        edge,
    )


SINGLE = (0.0, 0.25, 0.5, 0.75)


def _single_grades_help(options: Options) -> Proof:
    share = float(options["single"])

    def found(share: float) -> tuple[str, _Pair]:
        source = f"synthetic:single-grade?n=900&single={share:g}"
        return source, _Pair.measure(
            source, ("qbrank", {"labels": "single", "eta": ETA}), ("qbrank", ONLY_PAIRS)
        )

    def evidence(share: float) -> tuple[Evidence, ...]:
        source, pair = found(share)
        run = (
            ClaimRun(_spec(source, 0, "qbrank", {"labels": "single", "eta": ETA}), LEARNED).trace().scored[0]
        )
        return (
            compare(
                "Some training items are from queries with a single grade.",
                ("labels used in draw 1", float(run.details_as(QBRankDetails).risk.labelled.sum())),
                ">",
                ("", 0.0),
            ),
            *pair.evidence("QBRank with them", "QBRank without"),
        )

    (source, pair), shown = found(share), evidence(share)
    r2 = [float(each.mean()) for each in pair.r2]
    return Proof(
        ClaimRun(_spec(source, 0, "qbrank", {"labels": "single", "eta": ETA}), LEARNED),
        shown,
        f"With them DCG@5 is larger in {pair.ahead} of {DRAWS} draws, and {_more(pair.gain)} on average; held-out "
        f"R̂2 is {r2[0]:.3f} with them and {r2[1]:.3f} without.",
        pair.figure(("with the labels", "qbrank"), ("pairs alone", "gbt")),
        swept("single", SINGLE, evidence, share, on_axis=False),
        "no query has a single grade, so there are no labels to add" if share == 0.0 else "",
    )


def _more(gain: float) -> str:
    return f"{abs(gain):.1%} {'larger' if gain >= 0 else 'smaller'}".replace("%", " %")


CLAIMS = (
    Claim(
        "judges-differ",
        "Where judges differ, preferences beat labels",
        "On pages drawn so that each query has its own judge, QBRank, which compares pages of one query only, ranks "
        "better on average than trees fitted to the labels.",
        f"{PAPER}, section 4, which reports that QBRank beats GBT. That judges differ is RankViz's own explanation",
        "DCG@5 is what the first five places are worth. The gap between the curves opens as the judges of the queries "
        "differ more.",
        GROUP,
        _judges_differ,
        (
            Choice(
                "shift",
                "Judges differ by",
                "float",
                1.0,
                "Spread of the judges' strictness, in units of the pages' true scores. At 0 all are alike.",
                0,
                2,
                0.5,
            ),
        ),
        reference="qb-section-4",
    ),
    Claim(
        "single-grades-help",
        "Labels of single-grade queries help",
        "Queries whose pages all have one grade give no pair. On pages drawn with such queries QBRank ranks better "
        "on average when it learns their labels as well.",
        f"{PAPER}, section 4, Figure 1",
        "Look at the gap between the curves at the last round. The labels help the top of the list, which DCG@5 "
        "counts; over all pairs, R̂2, they need not.",
        GROUP,
        _single_grades_help,
        (
            Choice(
                "single",
                "Single-grade share",
                "float",
                0.5,
                "Share of queries whose pages all have one grade.",
                0,
                0.75,
                0.25,
            ),
        ),
        reference="qb-section-4",
    ),
)
