"""Claims of the margin paper: RankBoost may lose and miss margins, Smooth Margin Ranking reaches the largest."""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from rankviz.engine.algorithms.margins import equations as sm
from rankviz.engine.choice import Choice
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import Run, Trace
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
from rankviz.insight.claims.measures import over_rounds
from rankviz.insight.theory import margin_game

GROUP = "Margins"
PAPER = "Margin-Based Ranking"
CYCLE = "scenario:margin-cycle"
SEPARABLE = "synthetic:separable?n=30&features=3&gap=0.5"
CANCER = "bundled:breast-cancer?items=120"
PERIOD = 4
"""Rounds of RankBoost's cycle on the four matches."""

FALLS = {"four-matches": (CYCLE, "rb-d"), "breast-cancer": (CANCER, "rb-c")}
REACHED = {"four-matches": CYCLE, "separable": SEPARABLE}
PRINTED = {"breast-cancer": CANCER, "separable": SEPARABLE}
FALLS_MOST, MISSED_MOST, REACHED_MOST, PRINTED_MOST = 100, 1000, 2500, 100
"""Rounds of each run, and the ends of the sliders."""


def _setting(source: str, algorithms: tuple[str, ...], rounds: int, t: int) -> ClaimRun:
    parameters = {} if algorithms == ("smooth-margin",) else {"negative_alpha": False}
    return ClaimRun(RunSpec(source, algorithms, rounds, parameters=parameters), t)


def _rho(trace: Trace) -> float:
    return margin_game.solve(trace.problem, trace.pool).rho


def _margin(run: Run, t: int = -1) -> float:
    return float(run.metrics["margin"][t])


@lru_cache(maxsize=8)
def _rho_of(source: str) -> float:
    return _rho(_setting(source, ("smooth-margin",), 1, 1).trace())


# ---------------------------------------------------------------- RankBoost does not raise the margin


def _falls(options: Options) -> Proof:
    source, name = FALLS[str(options["data"])]
    rounds = int(options["rounds"])
    trace = _setting(source, (name, "smooth-margin"), FALLS_MOST, 1).trace()
    run, smooth = trace.run(name), trace.boosted_run("smooth-margin")
    mu, g = run.metrics["margin"], smooth.metrics["smooth_margin"]
    change = np.where(mu[:-1] > 0.0, np.diff(mu), 0.0)  # round t's is at t − 1
    second = np.flatnonzero(smooth.extra["phase"] == 2.0)

    def evidence(rounds: int) -> tuple[Evidence, ...]:
        falls, t = int((change[:rounds] < 0.0).sum()), int(np.argmin(change[:rounds])) + 1
        found = [
            compare(
                "In some round the smallest margin falls, though every pair was in order before it.",
                (f"rounds of {run.label} in which a margin above 0 falls", float(falls)),
                ">",
                ("", 0.0),
            )
        ]
        if falls:
            found += [
                compare(
                    "It falls most in this round.",
                    (f"smallest margin after round {t}", _margin(run, t)),
                    "<",
                    (f"after round {t - 1}", _margin(run, t - 1)),
                ),
                compare(
                    "Yet the loss falls, so a smaller loss is not a larger margin.",
                    (f"ln Ê1 after round {t}", float(run.metrics["log_e1"][t])),
                    "<",
                    (f"after round {t - 1}", float(run.metrics["log_e1"][t - 1])),
                ),
            ]
        judged = second[second <= rounds]
        if len(judged):
            found.append(
                compare(
                    "Once Smooth Margin Ranking's smooth margin is above 0, it rises in every round.",
                    ("its smallest change of G̃", float((g[judged] - g[judged - 1]).min())),
                    ">",
                    ("", 0.0),
                )
            )
        return tuple(found)

    t = int(np.argmin(change[:rounds])) + 1
    falls = bool(change[t - 1] < 0.0)
    outcome = f"In round {t} the margin of {run.label} falls from {_margin(run, t - 1):.4f} to {_margin(run, t):.4f}."
    return Proof(
        _setting(source, (name, "smooth-margin"), FALLS_MOST, t),
        evidence(rounds),
        outcome if falls else f"In {rounds} rounds no margin of {run.label} above 0 falls.",
        Figure(
            "Margins of both algorithms",
            "round",
            "margin",
            (
                over_rounds(f"smallest margin of {run.label}", name, mu),
                over_rounds("smooth margin G̃", "smooth-margin", g, "dash"),
            ),
            (("ρ, the largest margin", _rho_of(source)),),
            rounds,
            (-0.1, 1.15 * _rho_of(source)),
        ),
        swept("rounds", range(1, FALLS_MOST + 1), evidence, rounds),
        "" if falls else f"in {rounds} rounds no margin above 0 has fallen yet",
    )


# ---------------------------------------------------------------- RankBoost converges to less than ρ


def _missed(options: Options) -> Proof:
    rounds = int(options["rounds"])
    setting = _setting(CYCLE, ("rb-d", "smooth-margin"), MISSED_MOST, rounds)
    trace = setting.trace()
    run, smooth, rho = trace.boosted_run("rb-d"), trace.boosted_run("smooth-margin"), _rho_of(CYCLE)
    higher, lower = trace.problem.pairs.T

    def apart(rounds: int) -> float:
        return float(np.abs(trace.weights(run, rounds) - trace.weights(run, rounds - PERIOD)).max())

    def evidence(rounds: int) -> tuple[Evidence, ...]:
        added = trace.scores(run, rounds) - trace.scores(run, rounds - PERIOD)
        gained = float((added[higher] - added[lower]).min() / run.alpha[rounds - PERIOD : rounds].sum())
        return (
            compare(
                "A linear program finds weights with the largest possible margin.",
                ("ρ", rho),
                "=",
                ("5/13", 5 / 13),
            ),
            compare(
                f"RankBoost's pair weights return every {PERIOD} rounds, so the same rounds repeat without end.",
                (f"largest change of D in {PERIOD} rounds", apart(rounds)),
                "<",
                ("a millionth", 1e-6),
            ),
            compare(
                "The weights that such a cycle adds have their own margin, to which the ensemble's tends.",
                ("smallest margin of what a cycle adds, to six digits", round(gained, 6)),
                "=",
                ("1/3, to six digits", round(1 / 3, 6)),
            ),
            compare(
                "So RankBoost's margin never reaches ρ.",
                (f"smallest margin after round {rounds}", _margin(run, rounds)),
                "<",
                ("ρ", rho),
            ),
        )

    shown = evidence(rounds)
    return Proof(
        setting,
        shown,
        f"After {rounds} rounds RankBoost's margin is {_margin(run, rounds):.4f} and tends to 1/3; ρ is {rho:.4f}.",
        Figure(
            "Smallest margins",
            "round",
            "margin",
            (
                over_rounds("RankBoost", "rb-d", run.metrics["margin"]),
                over_rounds("Smooth Margin Ranking", "smooth-margin", smooth.metrics["margin"]),
            ),
            (("ρ = 5/13", rho), ("1/3", 1 / 3)),
            rounds,
            (0.25, 0.4),
        ),
        swept("rounds", (*range(10, 100, 10), *range(100, MISSED_MOST + 1, 50)), evidence, rounds),
        ""
        if shown[1].holds and shown[2].holds
        else f"after {rounds} rounds it has not reached its cycle yet",
    )


# ---------------------------------------------------------------- Smooth Margin Ranking reaches ρ


def _reached(options: Options) -> Proof:
    source, rounds = REACHED[str(options["data"])], int(options["rounds"])
    setting = _setting(source, ("smooth-margin",), REACHED_MOST, rounds)
    run, rho = setting.trace().boosted_run("smooth-margin"), _rho_of(source)
    mu, g = run.metrics["margin"], run.metrics["smooth_margin"]

    def evidence(rounds: int) -> tuple[Evidence, ...]:
        margin, smooth = _margin(run, rounds), float(g[rounds])
        return (
            compare(
                "Its margin reaches 99 % of the largest possible.",
                ("smallest margin", margin),
                "≥",
                ("0.99 ρ", 0.99 * rho),
            ),
            compare(
                "It never exceeds that.", ("smallest margin", margin), "≤", ("ρ, the largest possible", rho)
            ),
            compare(
                "The smooth margin lies below the smallest margin, and follows it.",
                ("G̃", smooth),
                "≤",
                ("smallest margin (3)", margin),
            ),
            compare("It has come most of the way, too.", ("G̃", smooth), ">", ("0.9 ρ", 0.9 * rho)),
        )

    share = _margin(run, rounds) / rho
    on_the_way = share < 0.99 or g[rounds] <= 0.9 * rho
    return Proof(
        setting,
        evidence(rounds),
        f"After {rounds} rounds the margin is {_margin(run, rounds):.4f}, {100 * share:.1f} % of ρ = {rho:.4f}.",
        Figure(
            "Margins on the way to the largest",
            "round",
            "margin",
            (
                over_rounds("smallest margin", "smooth-margin", mu),
                over_rounds("smooth margin G̃", "e2", g),
            ),
            (("ρ", rho),),
            rounds,
            (0.7 * rho, 1.03 * rho),
        ),
        swept("rounds", range(50, REACHED_MOST + 1, 50), evidence, rounds),
        f"after {rounds} rounds it is still on its way: {100 * share:.1f} % of ρ, G̃ {100 * g[rounds] / rho:.1f} %"
        if on_the_way
        else "",
    )


# ---------------------------------------------------------------- Theorem 2 and its Lemma 1


def _printed(options: Options) -> Proof:
    source, rounds = PRINTED[str(options["data"])], int(options["rounds"])
    run = _setting(source, ("smooth-margin",), PRINTED_MOST, 1).trace().boosted_run("smooth-margin")
    gain, least, sure = (run.extra[f"smooth_gain{end}"] for end in ("", "_least", "_sure"))
    phase = np.flatnonzero(run.extra["phase"] == 2.0)
    edge = run.eps_correct - run.eps_reversed
    sides = 3.0 * run.eps_tied / run.z + 2.0 * edge**2
    g = run.metrics["smooth_margin"]

    def evidence(rounds: int) -> tuple[Evidence, ...]:
        second = phase[phase <= rounds]
        if not len(second):
            return (
                compare(
                    "Theorem 2 is about rounds that begin with G̃ above 0.",
                    ("such rounds", 0.0),
                    ">",
                    ("", 0.0),
                ),
            )
        t = int(second[np.argmin(gain[second] / least[second])])
        proved = [s for s in second if sm.lemma_1(run.eps_tied[s - 1], edge[s - 1], run.z[s - 1])]
        return (
            compare(
                "In this round G̃ gains less than Theorem 2 says it must.",
                (f"gain of G̃ in round {t}", float(g[t] - g[t - 1])),
                "<",
                ("½ α (r − G̃)/‖λ‖₁", float(least[t])),
            ),
            compare(
                "The theorem rests on Lemma 1, whose proof the paper leaves out. It can be proved where "
                "3 d⁰/τ + 2r² is at most 2; d⁰ is the weight of the tied pairs, τ the round's normaliser, r the edge.",
                (f"3 d⁰/τ + 2r² in round {t}", float(sides[t - 1])),
                ">",
                ("two", 2.0),
            ),
            compare(
                "Where it is, the theorem holds in every round of this run.",
                ("rounds with 3 d⁰/τ + 2r² ≤ 2 that gain too little", _short(gain, least, proved)),
                "=",
                ("", 0.0),
            ),
            compare(
                "Still G̃ rises in this round.",
                (f"G̃ after round {t}", float(g[t])),
                ">",
                (f"after round {t - 1}", float(g[t - 1])),
            ),
            compare(
                "It rises in every round, and by at least the gain that the paper does prove.",
                ("smallest gain beyond that of (4)", float((gain[second] - sure[second]).min())),
                "≥",
                ("", 0.0),
            ),
        )

    second, ratio = phase[phase <= rounds], np.full(PRINTED_MOST + 1, np.nan)
    ratio[phase] = gain[phase] / least[phase]
    x = tuple(map(float, phase))
    t = 1
    outcome = f"In {rounds} rounds none begins with G̃ above 0."
    if len(second):
        t = int(second[np.argmin(ratio[second])])
        outcome = f"In round {t} G̃ gains {gain[t]:.5f}, and Theorem 2 says at least {least[t]:.5f}."
    return Proof(
        _setting(source, ("smooth-margin",), PRINTED_MOST, t),
        evidence(rounds),
        outcome,
        Figure(
            "Gain of G̃ / what Theorem 2 promises",
            "round",
            "",
            (Curve("gain / ½ α (r − G̃)/‖λ‖₁", "smooth-margin", x, tuple(ratio[phase].tolist()), "points"),),
            (("as promised", 1.0),),
            rounds,
        ),
        swept("rounds", range(int(phase[0]), PRINTED_MOST + 1), evidence, rounds),
        ""
        if len(second)
        else f"in {rounds} rounds none begins with G̃ above 0, and the theorem is about no other",
    )


def _short(gain: np.ndarray, least: np.ndarray, rounds: list[np.intp]) -> float:
    return float((gain[rounds] < least[rounds] - 1e-12).sum())


def _rounds(default: int, low: int, high: int, step: int) -> Choice:
    return Choice("rounds", "Rounds", "int", default, "How long it runs.", low, high, step)


def _data(choices: Iterable[str]) -> Choice:
    names = tuple(choices)
    return Choice("data", "Data", "choice", names[0], "Data that some weights ≥ 0 order.", choices=names)


CLAIMS = (
    Claim(
        "margin-falls",
        "RankBoost need not raise the margin in every round",
        "RankBoost, as RB-D or as RB-C, lowers its loss in every round, but the smallest margin can fall. The smooth "
        "margin of Smooth Margin Ranking never does.",
        f"{PAPER}, section 4.2",
        "The smallest margin goes up and down, though every pair stays in order. The smooth margin of Smooth Margin "
        "Ranking only rises.",
        GROUP,
        _falls,
        (_data(FALLS), _rounds(FALLS_MOST, 2, FALLS_MOST, 1)),
        reference="sm-3",
    ),
    Claim(
        "margin-missed",
        "RankBoost can converge to less than the largest margin",
        "Four matches and five rankers: the largest margin is 5/13, but RankBoost cycles through four rounds "
        "whose margin is 1/3.",
        f"{PAPER}, section 4.2",
        "RankBoost's margin tends to a third; Smooth Margin Ranking's approaches ρ.",
        GROUP,
        _missed,
        (_rounds(200, 10, MISSED_MOST, 10),),
        reference="sm-section-4-2",
    ),
    Claim(
        "margin-reached",
        "Smooth Margin Ranking reaches the largest margin",
        "Under Smooth Margin Ranking the smooth margin converges to ρ, the largest possible, and with it the smallest "
        "margin, which here exceeds 99 % of ρ.",
        f"{PAPER}, Theorem 3",
        "The margin climbs to ρ and never above it; the smooth margin stays below the margin and follows.",
        GROUP,
        _reached,
        (_data(REACHED), _rounds(800, 50, REACHED_MOST, 50)),
        reference="sm-section-4-2",
    ),
    Claim(
        "margin-theorem-2",
        "Theorem 2 of the margin paper promises too much",
        "The smooth margin rises in every round, but not always by ½ α (r − G̃)/‖λ‖₁: the paper's Lemma 1 fails "
        "for some rankers that tie part of the weight.",
        f"{PAPER}, Theorem 2 and Lemma 1",
        "What G̃ gains in a round, divided by what Theorem 2 promises; below 1 the theorem is wrong. Before the first "
        "point G̃ is not above 0 yet, and the theorem says nothing.",
        GROUP,
        _printed,
        (_data(PRINTED), _rounds(PRINTED_MOST, 2, PRINTED_MOST, 1)),
        reference="sm-theorem-2",
    ),
)
