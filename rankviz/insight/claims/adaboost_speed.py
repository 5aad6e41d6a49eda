"""A question that the margin paper leaves open: does RankBoost reach a high AUC sooner than AdaBoost?"""

from functools import lru_cache

import numpy as np

from rankviz.engine.choice import Choice
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Run
from rankviz.insight.claims.claim import Claim, ClaimRun, Evidence, Figure, Options, Proof, compare, swept
from rankviz.insight.claims.margins import PAPER
from rankviz.insight.claims.measures import over_rounds
from rankviz.insight.claims.two_classes import GROUP

DRAWS, MAX_ROUNDS = 16, 60
DATA = {
    "diabetes": "bundled:diabetes?grades=2&items=100",
    "coarse": "synthetic:coarse?grades=2&levels=4&n=80",
}
HIGH = 0.99
"""The share of a run's last AUC that counts as high."""
EARLY, LATE = 5, 40
"""Before the first of these rounds the two hardly differ; after the last both are near their end."""


def _spec(data: str, undefined: str, draw: int) -> RunSpec:
    source = f"{DATA[data]}&seed={draw}"
    return RunSpec(source, ("rb-d", "adaboost"), MAX_ROUNDS, parameters={"undefined": undefined})


@lru_cache(maxsize=2 * len(DATA))
def _aucs(data: str, undefined: str) -> tuple[np.ndarray, tuple[int, ...]]:
    """Return (2, D, T + 1) AUCs of RankBoost and AdaBoost by draw and round, and RankBoost's rounds in each draw."""
    traces = [_spec(data, undefined, draw).trace() for draw in range(DRAWS)]
    curves = np.array([[_curve(trace.run(name)) for trace in traces] for name in ("rb-d", "adaboost")])
    return curves, tuple(trace.run("rb-d").n_rounds for trace in traces)


def _curve(run: Run) -> np.ndarray:
    """Return (T + 1,) AUCs after every round; a run that stopped repeats its last."""
    auc = 1.0 - run.metrics["r2"]
    return np.concatenate([auc, np.full(MAX_ROUNDS + 1 - len(auc), auc[-1])])


def _speed(options: Options) -> Proof:
    data, undefined, rounds = str(options["data"]), str(options["undefined"]), int(options["rounds"])
    (plain, other), lasted = _aucs(data, undefined)

    def counts(t: int) -> tuple[int, int]:
        """Count the draws in which RankBoost is ahead, and behind; AUCs differ by whole halves of a pair."""
        gap = plain[:, t] - other[:, t]
        return int((gap > 1e-9).sum()), int((gap < -1e-9).sum())

    def evidence(t: int) -> tuple[Evidence, ...]:
        ahead, behind = counts(t)
        return (
            compare(
                f"After round {t} RankBoost is ahead in more draws than AdaBoost.",
                (f"draws of {DRAWS} with RankBoost ahead", float(ahead)),
                ">",
                ("with AdaBoost ahead", float(behind)),
            ),
            compare(
                "On average its AUC is higher, too.",
                ("mean AUC of RankBoost", float(plain[:, t].mean())),
                ">",
                ("of AdaBoost", float(other[:, t].mean())),
            ),
            compare(
                f"It needs fewer rounds to {HIGH:.0%} of its last AUC.".replace("%", " %"),
                ("mean rounds of RankBoost", _needed(plain)),
                "<",
                ("of AdaBoost", _needed(other)),
            ),
        )

    shown, stopped = evidence(rounds), sum(each < rounds for each in lasted)
    edge = ""
    if not all(each.holds for each in shown):
        if rounds < EARLY:
            edge = f"after {rounds} of {MAX_ROUNDS} rounds the two hardly differ"
        elif stopped:
            edge = f"RB-D had to stop before round {rounds} in {stopped} of {DRAWS} draws"
        elif rounds > LATE:
            edge = "AdaBoost has caught up"
    ahead, behind = counts(rounds)
    return Proof(
        ClaimRun(_spec(data, undefined, 0), min(rounds, max(lasted[0], 1))),
        shown,
        f"After round {rounds} RankBoost is ahead in {ahead} of {DRAWS} draws and AdaBoost in {behind}; mean AUC "
        f"{plain[:, rounds].mean():.4f} and {other[:, rounds].mean():.4f}.",
        Figure(
            f"1 − AUC, mean of {DRAWS} draws",
            "round",
            "1 − AUC",
            (
                over_rounds("RankBoost", "rb-d", 1.0 - plain.mean(axis=0)),
                over_rounds("AdaBoost", "adaboost", 1.0 - other.mean(axis=0), "dash"),
            ),
            (),
            rounds,
            log=True,
        ),
        swept("rounds", range(1, MAX_ROUNDS + 1), evidence, rounds),
        edge,
    )


def _needed(auc: np.ndarray) -> float:
    """Return the mean number of rounds until a draw's AUC (D, T + 1) reaches `HIGH` of its last."""
    return float(np.argmax(auc >= HIGH * auc[:, -1:], axis=1).mean())


CLAIMS = (
    Claim(
        "adaboost-speed",
        "RankBoost reaches a high AUC sooner than AdaBoost",
        "Both can end with the same AUC, but in between RankBoost, which looks at pairs, is a little ahead of "
        "AdaBoost in most draws.",
        f"{PAPER}, conclusion",
        "RankBoost's line falls a little faster. Where its α is undefined it has to stop, and AdaBoost overtakes it.",
        GROUP,
        _speed,
        (
            Choice(
                "data",
                "Data",
                "choice",
                "diabetes",
                "Real and synthetic data of two classes.",
                choices=tuple(DATA),
            ),
            Choice(
                "undefined",
                "When α is undefined",
                "choice",
                "halt",
                "RB-D stops, or takes a large weight and continues.",
                choices=("halt", "cap"),
            ),
            Choice("rounds", "Rounds", "int", 20, "Rounds before the comparison.", 1, MAX_ROUNDS, 1),
        ),
        reference="sm-section-5",
    ),
)
