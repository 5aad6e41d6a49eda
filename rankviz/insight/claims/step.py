"""Claims that the steepest ranker takes the best step under RankBoost+ and AdaBoost, and need not under RB-D."""

import math
from functools import lru_cache

import numpy as np

from rankviz.engine.algorithms.bipartite import positives
from rankviz.engine.choice import Choice
from rankviz.engine.runs import candidates
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import BoostedRun, Run, Trace
from rankviz.insight.claims.claim import (
    CLOSE,
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
from rankviz.insight.claims.measures import rankers
from rankviz.insight.claims.ordering import GROUP

SETTING = ClaimRun(RunSpec("bundled:diabetes?grades=4&items=50&seed=9", ("rb-d", "rb-plus"), 30), 1)


@lru_cache(maxsize=128)
def _steps(name: str, t: int) -> tuple[np.ndarray, np.ndarray]:
    """Return (|δ|, Z) of every candidate of round t, Z after the candidate's step α, ε⁰ in the limit."""
    trace = SETTING.trace()
    seen = candidates.best(trace, trace.boosted_run(name), t, len(trace.pool))
    z = [each.eps_tied if each.z is None else each.z for each in seen]
    return np.abs([each.delta for each in seen]), np.array(z)


def _passed_over(name: str, t: int) -> int:
    """Count the candidates of round t that would have left a smaller Z than the pick did."""
    picked = _z(SETTING.trace().boosted_run(name), t)
    return int((_steps(name, t)[1] < picked * (1.0 - CLOSE)).sum())


def _z(run: BoostedRun, t: int) -> float:
    return float(run.z[t - 1])


def _evidence(trace: Trace, t: int) -> tuple[Evidence, ...]:
    of_d, plus = trace.boosted_run("rb-d"), trace.boosted_run("rb-plus")
    slope, z = _steps("rb-plus", t)
    off = float(np.abs(z - np.sqrt((1.0 - slope) * (1.0 + slope))).max())
    return (
        compare(
            "RB-D picks the ranker with the largest edge, and another would have left a smaller Z.",
            ("Z of the pick of RB-D", _z(of_d, t)),
            ">",
            ("the smallest Z of a candidate", float(_steps("rb-d", t)[1].min())),
        ),
        compare(
            "Under RankBoost+ Z of the pick is √(1 − δ²).",
            ("Z of the pick of RankBoost+", _z(plus, t)),
            "=",
            ("√(1 − δ²)", math.sqrt(1.0 - float(plus.delta[t - 1]) ** 2)),
        ),
        compare(
            f"So is Z of each of its {len(z):,} candidates.",
            ("largest difference between Z and √(1 − δ²)", off),
            "≤",
            ("rounding", CLOSE),
        ),
        compare(
            "So none takes a better step than the one with the largest |δ|.",
            ("candidates of RankBoost+ with a smaller Z", float(_passed_over("rb-plus", t))),
            "=",
            ("", 0.0),
        ),
    )


def _slope_or_step(options: Options) -> Proof:
    t = int(options["round"])
    trace = SETTING.trace()
    run = trace.boosted_run("rb-d")
    slope, z = _steps("rb-d", t)
    curve = np.linspace(0.0, min(1.0, 1.1 * float(slope.max())), 51)
    passed = [s for s in range(1, run.n_rounds + 1) if _passed_over("rb-d", s)]
    at = abs(float(run.delta[t - 1]))
    return Proof(
        ClaimRun(SETTING.spec, t),
        _evidence(trace, t),
        f"In {len(passed)} of {run.n_rounds} rounds a candidate of RB-D has a smaller Z than its pick; in round {t} "
        f"there are {_passed_over('rb-d', t)}.",
        Figure(
            f"Z after each candidate's own step, round {t}",
            "|δ|, the edge",
            "Z",
            (
                _points("RB-D", "rb-d", t),
                _points("RankBoost+", "rb-plus", t),
                Curve("√(1 − δ²)", "bound", tuple(curve.tolist()), tuple(np.sqrt(1.0 - curve**2).tolist())),
            ),
            (("Z of RB-D's pick", _z(run, t)),),
            at,
            (min(0.9, float(z.min()) - 0.02), 1.0),
        ),
        swept("round", range(1, SETTING.spec.rounds + 1), lambda s: _evidence(trace, s), t, on_axis=False),
        ""
        if t in passed
        else f"in round {t} RB-D's ranker with the largest edge happens to take the best step, too",
    )


def _points(label: str, name: str, t: int) -> Curve:
    slope, z = _steps(name, t)
    return Curve(label, name, tuple(slope.tolist()), tuple(z.tolist()), "points")


# ---------------------------------------------------------------- AdaBoost: both orders agree

TWO_CLASSES = {
    "diabetes": "bundled:diabetes?grades=2&items=100&seed=0",
    "coarse": "synthetic:coarse?grades=2&levels=4&n=80&seed=0",
}
MAX_ROUNDS = 30


def _adaboost(data: str) -> ClaimRun:
    return ClaimRun(
        RunSpec(TWO_CLASSES[data], ("adaboost",), MAX_ROUNDS, parameters={"negative_alpha": True}), 1
    )


@lru_cache(maxsize=len(TWO_CLASSES) * MAX_ROUNDS)
def _factors(data: str, t: int) -> tuple[np.ndarray, np.ndarray]:
    """Return (|edge|, the factor of F) of every classifier in round t, for its step λ = ½ ln(right / wrong)."""
    trace = _adaboost(data).trace()
    run = trace.boosted_run("adaboost")
    y = np.where(positives(trace.problem, "AdaBoost"), 1.0, -1.0)
    f = trace.scores(run, t - 1) - 0.5 * run.alpha[: t - 1].sum()
    weight = np.exp(-y * f - np.max(-y * f))
    weight /= weight.sum()
    agrees = y * (2.0 * rankers(trace) - 1.0)  # (N, n) ±1
    right, wrong = (agrees > 0.0) @ weight, (agrees < 0.0) @ weight
    step = 0.5 * np.log(right / wrong)
    return np.abs(agrees @ weight), np.exp(-step[:, None] * agrees) @ weight


def _f(run: Run) -> np.ndarray:
    """Return (T + 1,) F = F₊ + F₋, AdaBoost's loss."""
    return run.extra["f_plus"] + run.extra["f_minus"]


def _of_adaboost(data: str, t: int) -> tuple[Evidence, ...]:
    run = _adaboost(data).trace().boosted_run("adaboost")
    loss, (edge, factor) = _f(run), _factors(data, t)
    picked = float(loss[t] / loss[t - 1])
    steepest = float(edge.max())
    return (
        compare(
            "AdaBoost picks the classifier with the largest edge.",
            ("|edge| of its pick", abs(float(run.delta[t - 1]))),
            "=",
            ("largest |edge|", steepest),
        ),
        compare(
            "It takes the step that lowers F most.",
            ("its α = 2λ", float(run.alpha[t - 1])),
            "=",
            ("ln ((1 + edge) / (1 − edge))", math.log((1.0 - run.delta[t - 1]) / (1.0 + run.delta[t - 1]))),
        ),
        compare(
            "That step multiplies F by √(1 − edge²).",
            ("F after the round over F before it", picked),
            "=",
            ("√(1 − edge²)", math.sqrt((1.0 - steepest) * (1.0 + steepest))),
        ),
        compare(
            f"So would the step of each of the {len(edge):,} classifiers, with its own edge.",
            ("the most that one is off", float(np.abs(factor - np.sqrt((1.0 - edge) * (1.0 + edge))).max())),
            "≤",
            ("rounding", CLOSE),
        ),
        compare(
            "So none would have left a smaller F.",
            ("F after the round", float(loss[t])),
            "≤",
            ("the lowest F of a classifier", float(loss[t - 1] * factor.min())),
        ),
    )


def _orders_coincide(options: Options) -> Proof:
    data, t = str(options["data"]), int(options["round"])
    setting = _adaboost(data)
    run, (edge, factor) = setting.trace().boosted_run("adaboost"), _factors(data, t)
    curve = np.linspace(0.0, min(1.0, 1.1 * float(edge.max())), 51)
    loss, at = _f(run), abs(float(run.delta[t - 1]))
    return Proof(
        ClaimRun(setting.spec, t),
        _of_adaboost(data, t),
        f"In round {t} the pick has the largest |edge|, {at:.4f}, and the smallest factor, "
        f"{loss[t] / loss[t - 1]:.4f}, of {len(edge):,} classifiers.",
        Figure(
            f"What a classifier's own step multiplies F by, over its |edge|, round {t}",
            "|edge|",
            "factor of F",
            (
                Curve("AdaBoost", "adaboost", tuple(edge.tolist()), tuple(factor.tolist()), "points"),
                Curve(
                    "√(1 − edge²)", "bound", tuple(curve.tolist()), tuple(np.sqrt(1.0 - curve**2).tolist())
                ),
            ),
            (("factor of the pick", float(loss[t] / loss[t - 1])),),
            at,
            (1.2 * float(factor.min()) - 0.2, 1.0),
        ),
        swept("round", range(1, MAX_ROUNDS + 1), lambda s: _of_adaboost(data, s), t, on_axis=False),
    )


CLAIMS = (
    Claim(
        "slope-or-step",
        "The ranker with the largest edge need not take the best step",
        "The paper says that RB-D's pick, the ranker with the largest edge, leaves the smallest Z, the factor by which "
        "a round multiplies the loss. Where pairs are tied, another may leave a smaller one. Under RankBoost+ the "
        "largest |δ|, the edge with ties counted, does leave the smallest Z, √(1 − δ²), as in AdaBoost.",
        "RankBoost+, after (14), and the proof of Theorem 2; margin paper, section 4.1",
        "A point is a candidate. Those of RankBoost+ lie on the curve, so the further right, the lower. Those of "
        "RB-D lie below it by amounts that depend on the pairs they tie, so the lowest need not be furthest right.",
        GROUP,
        _slope_or_step,
        (Choice("round", "Round", "int", 10, "The round whose candidates are compared.", 1, 30, 1),),
        reference="14",
    ),
    Claim(
        "adaboost-one-order",
        "AdaBoost: the largest edge takes the best step",
        "Sort AdaBoost's classifiers by |edge|, or by the loss F that a step along each would leave: the order is the "
        "same, because the step multiplies F by √(1 − edge²). So both ways of choosing pick the same classifier.",
        "Margin-Based Ranking, section 4.1",
        "A point is a classifier. All lie on the curve, so the furthest right is the lowest.",
        GROUP,
        _orders_coincide,
        (
            Choice("data", "Data", "choice", "diabetes", "Data of two classes.", choices=tuple(TWO_CLASSES)),
            Choice("round", "Round", "int", 5, "The round whose classifiers are compared.", 1, MAX_ROUNDS, 1),
        ),
        reference="sm-section-5",
    ),
)
