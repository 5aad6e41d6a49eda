"""Claims of the margin paper: RankBoost may lose and miss margins, Smooth Margin Ranking reaches the largest."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from rankviz.algorithms.margins import equations as sm
from rankviz.choice import Choice
from rankviz.claims.claim import Claim, Options, Proof, Setting, compare
from rankviz.runs.spec import RunSpec
from rankviz.runs.trace import Run, Trace
from rankviz.theory import margin_game

GROUP = "Margins"
PAPER = "Margin-Based Ranking"
CYCLE = "scenario:margin-cycle"
SEPARABLE = "synthetic:separable?n=30&features=3&gap=0.5"
CANCER = "bundled:breast-cancer?items=120"
PERIOD = 4
"""Rounds of the circle that RankBoost runs in on the four matches."""

FALLS = {"four-matches": (CYCLE, "rb-d", 100), "breast-cancer": (CANCER, "rb-c", 150)}
REACHED = {"four-matches": (CYCLE, 800), "separable": (SEPARABLE, 2500)}
PRINTED = {"breast-cancer": (CANCER, 150), "separable": (SEPARABLE, 100)}


def _setting(source: str, algorithms: tuple[str, ...], rounds: int, t: int) -> Setting:
    own = {} if algorithms == ("smooth-margin",) else {"negative_alpha": False}
    return Setting(RunSpec(source, algorithms, rounds, parameters=own), t, ("r1", "e1"))


def _rho(trace: Trace) -> float:
    return margin_game.solve(trace.problem, trace.pool).rho


def _margin(run: Run, t: int = -1) -> float:
    return float(run.metrics["margin"][t])


# ---------------------------------------------------------------- RankBoost does not raise the margin


def _falls(options: Options) -> Proof:
    source, name, rounds = FALLS[str(options["data"])]
    trace = _setting(source, (name, "smooth-margin"), rounds, 1).trace()
    run, smooth = trace.run(name), trace.run("smooth-margin")
    mu = run.metrics["margin"]
    change = np.where(mu[1:-1] > 0.0, np.diff(mu[1:]), 0.0)
    t = int(np.argmin(change)) + 2
    g, second = smooth.metrics["smooth_margin"], np.flatnonzero(smooth.own["phase"] == 2.0)
    return Proof(
        _setting(source, (name, "smooth-margin"), rounds, t),
        (
            compare(
                "In this round the least margin falls, though every pair was in order before it and is after "
                "it.",
                (f"least margin after round {t}", _margin(run, t)),
                "<",
                (f"after round {t - 1}", _margin(run, t - 1)),
            ),
            compare(
                "It is not the only such round.",
                (f"rounds of {run.label} in which a margin above 0 falls", float((change < 0.0).sum())),
                ">",
                ("", 1.0),
            ),
            compare(
                "Its loss falls all the same: a smaller loss is not a larger margin.",
                (f"ln Ê1 after round {t}", float(run.metrics["log_e1"][t])),
                "<",
                (f"after round {t - 1}", float(run.metrics["log_e1"][t - 1])),
            ),
            compare(
                "Smooth Margin Ranking's smooth margin falls in no round of its second phase.",
                ("its least change of G̃", float((g[second] - g[second - 1]).min())),
                ">",
                ("", 0.0),
            ),
        ),
        f"In round {t} the margin of {run.label} falls from {_margin(run, t - 1):.4f} to "
        f"{_margin(run, t):.4f}.",
    )


# ---------------------------------------------------------------- RankBoost converges to less than ρ


def _missed(options: Options) -> Proof:
    rounds = int(options["rounds"])
    setting = _setting(CYCLE, ("rb-d", "smooth-margin"), rounds, rounds)
    trace = setting.trace()
    run, rho = trace.run("rb-d"), _rho(trace)
    now, before = (trace.scores(run, t) for t in (rounds, rounds - PERIOD))
    higher, lower = trace.problem.pairs.T
    circle = (now - before)[higher] - (now - before)[lower]
    apart = float(np.abs(trace.weights(run, rounds) - trace.weights(run, rounds - PERIOD)).max())
    gained = float(circle.min() / run.alpha[rounds - PERIOD : rounds].sum())
    return Proof(
        setting,
        (
            compare(
                "A linear program finds weights with the largest margin there is.",
                ("ρ", rho),
                "=",
                ("5/13", 5 / 13),
            ),
            compare(
                f"RankBoost's weights of the pairs come back every {PERIOD} rounds, so it does the same for "
                "ever.",
                (f"largest change of D in {PERIOD} rounds", apart),
                "<",
                ("a millionth", 1e-6),
            ),
            compare(
                "The weights that such a circle adds have a margin of their own, to which the ensemble's "
                "goes.",
                ("least margin of what a circle adds, to six digits", round(gained, 6)),
                "=",
                ("1/3, to six digits", round(1 / 3, 6)),
            ),
            compare(
                "So RankBoost's margin stays below ρ for ever.",
                (f"least margin after round {rounds}", _margin(run, rounds)),
                "<",
                ("ρ", rho),
            ),
        ),
        f"After {rounds} rounds RankBoost's margin is {_margin(run):.4f} and goes to 1/3; ρ is {rho:.4f}.",
    )


# ---------------------------------------------------------------- Smooth Margin Ranking reaches ρ


def _reached(options: Options) -> Proof:
    source, rounds = REACHED[str(options["data"])]
    setting = _setting(source, ("smooth-margin",), rounds, rounds)
    trace = setting.trace()
    run, rho = trace.run("smooth-margin"), _rho(trace)
    g = float(run.metrics["smooth_margin"][-1])
    return Proof(
        setting,
        (
            compare(
                "Its margin reaches 99 % of the largest one.",
                ("least margin", _margin(run)),
                "≥",
                ("0.99 ρ", 0.99 * rho),
            ),
            compare("None is larger.", ("least margin", _margin(run)), "≤", ("ρ", rho)),
            compare(
                "The smooth margin lies below the margin (3), and follows it.",
                ("G̃", g),
                "≤",
                ("least margin", _margin(run)),
            ),
            compare("It is well on its way too.", ("G̃", g), ">", ("0.9 ρ", 0.9 * rho)),
        ),
        f"After {rounds} rounds the margin is {_margin(run):.4f}, {100 * _margin(run) / rho:.1f} % of ρ = "
        f"{rho:.4f}.",
    )


# ---------------------------------------------------------------- Theorem 2 and its Lemma 1


def _printed(options: Options) -> Proof:
    source, rounds = PRINTED[str(options["data"])]
    trace = _setting(source, ("smooth-margin",), rounds, 1).trace()
    run = trace.run("smooth-margin")
    gain, least, sure = (run.own[f"smooth_gain{end}"] for end in ("", "_least", "_sure"))
    second = np.flatnonzero(run.own["phase"] == 2.0)
    t = int(second[np.argmin(gain[second] / least[second])])
    edge = run.eps_correct - run.eps_reversed
    sides = 3.0 * run.eps_tied / run.z + 2.0 * edge**2
    proved = [s for s in second if sm.lemma_1(run.eps_tied[s - 1], edge[s - 1], run.z[s - 1])]
    g = run.metrics["smooth_margin"]
    return Proof(
        _setting(source, ("smooth-margin",), rounds, t),
        (
            compare(
                "In this round G̃ gains less than Theorem 2 says it must.",
                (f"gain of G̃ in round {t}", float(g[t] - g[t - 1])),
                "<",
                ("½ α (r − G̃)/‖λ‖₁", float(least[t])),
            ),
            compare(
                "The theorem rests on Lemma 1, whose proof the paper leaves out. It can be proved where this "
                "is at most 2.",
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
                "G̃ rises in this round all the same.",
                (f"G̃ after round {t}", float(g[t])),
                ">",
                (f"after round {t - 1}", float(g[t - 1])),
            ),
            compare(
                "It does so in every round, and by at least as much as is sure.",
                ("least gain over the sure gain", float((gain[second] - sure[second]).min())),
                "≥",
                ("", 0.0),
            ),
        ),
        f"In round {t} G̃ gains {gain[t]:.5f}, and Theorem 2 says at least {least[t]:.5f}.",
    )


def _short(gain: np.ndarray, least: np.ndarray, rounds: list[np.intp]) -> float:
    return float((gain[rounds] < least[rounds] - 1e-12).sum())


def _data(choices: Iterable[str]) -> Choice:
    names = tuple(choices)
    return Choice("data", "Data", "choice", names[0], "Data that some weights ≥ 0 order.", choices=names)


CLAIMS = (
    Claim(
        "margin-falls",
        "RankBoost does not raise the margin in every round",
        "RankBoost lowers its loss in every round, but the least margin falls in some of them; the smooth "
        "margin of Smooth Margin Ranking never does.",
        f"{PAPER}, section 4.2",
        "The least margin in the panel “Margins”: it falls in this round, while Ê1 falls too.",
        GROUP,
        _falls,
        (_data(FALLS),),
        reference="SM (3)",
    ),
    Claim(
        "margin-missed",
        "RankBoost converges to less than the largest margin",
        "Four matches and five rankers: the largest margin is 5/13, but RankBoost runs in a circle of four "
        "rounds whose margin is 1/3.",
        f"{PAPER}, section 4.2",
        "The pair map: the weights come back every four rounds. The least margin stays at a third.",
        GROUP,
        _missed,
        (Choice("rounds", "Rounds", "int", 200, "How long it runs.", 100, 1000, 50),),
        reference="SM section 4.2",
    ),
    Claim(
        "margin-reached",
        "Smooth Margin Ranking reaches the largest margin",
        "Its smooth margin and with it the least margin converge to ρ; here the margin is above 99 % of it.",
        f"{PAPER}, Theorem 3",
        "The least margin in the panel “Margins”: it climbs, and never above ρ.",
        GROUP,
        _reached,
        (_data(REACHED),),
        reference="SM section 4.2",
    ),
    Claim(
        "margin-theorem-2",
        "Theorem 2 of the margin paper asks for too much",
        "The smooth margin rises in every round, but not always by ½ α (r − G̃)/‖λ‖₁: the paper's Lemma 1 is "
        "not true of every ranker that ties most of the weight.",
        f"{PAPER}, Theorem 2 and Lemma 1",
        "The ties of this round: most of the weight is on pairs that the ranker ties.",
        GROUP,
        _printed,
        (_data(PRINTED),),
        reference="SM Theorem 2",
    ),
)
