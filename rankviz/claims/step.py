"""The claim that the steepest ranker takes the best step under RankBoost+, as under AdaBoost, and not under RB-D."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from rankviz.choice import Choice
from rankviz.claims.claim import CLOSE, Claim, Evidence, Figure, Line, Options, Proof, Setting, compare, swept
from rankviz.claims.ordering import GROUP
from rankviz.runs import candidates
from rankviz.runs.spec import RunSpec
from rankviz.runs.trace import Run, Trace

SETTING = Setting(RunSpec("bundled:diabetes?grades=4&items=50&seed=9", ("rb-d", "rb-plus"), 30), 1)


@lru_cache(maxsize=128)
def _steps(name: str, t: int) -> tuple[np.ndarray, np.ndarray]:
    """(|δ|, Z) of all that an algorithm could have picked in round t, Z after each one's own step, ε⁰ in the limit."""
    trace = SETTING.trace()
    seen = candidates.best(trace, trace.run(name), t, len(trace.pool))
    z = [each.eps_tied if each.z is None else each.z for each in seen]
    return np.abs([each.delta for each in seen]), np.array(z)


def _passed_over(name: str, t: int) -> int:
    """How many candidates of round t would have left a smaller Z than the pick did."""
    picked = _z(SETTING.trace().run(name), t)
    return int((_steps(name, t)[1] < picked * (1.0 - CLOSE)).sum())


def _z(run: Run, t: int) -> float:
    return float(run.z[t - 1])


def _evidence(trace: Trace, t: int) -> tuple[Evidence, ...]:
    of_d, plus = trace.run("rb-d"), trace.run("rb-plus")
    slope, z = _steps("rb-plus", t)
    off = float(np.abs(z - np.sqrt((1.0 - slope) * (1.0 + slope))).max())
    return (
        compare(
            "RB-D picks the steepest ranker, and another would have left a smaller Z.",
            ("Z of the pick of RB-D", _z(of_d, t)),
            ">",
            ("the smallest Z of a candidate", float(_steps("rb-d", t)[1].min())),
        ),
        compare(
            "Under RankBoost+ Z is √(1 − δ²), for every candidate and so for the pick,",
            ("Z of the pick of RankBoost+", _z(plus, t)),
            "=",
            ("√(1 − δ²)", math.sqrt(1.0 - float(plus.delta[t - 1]) ** 2)),
        ),
        compare(
            f"as for each of its {len(z):,} candidates;",
            ("the most that a Z is off √(1 − δ²)", off),
            "≤",
            ("rounding", CLOSE),
        ),
        compare(
            "so none takes a better step than the steepest.",
            ("candidates of RankBoost+ with a smaller Z", float(_passed_over("rb-plus", t))),
            "=",
            ("", 0.0),
        ),
    )


def _slope_or_step(options: Options) -> Proof:
    t = int(options["round"])
    trace = SETTING.trace()
    run = trace.run("rb-d")
    slope, z = _steps("rb-d", t)
    curve = np.linspace(0.0, min(1.0, 1.1 * float(slope.max())), 51)
    passed = [s for s in range(1, run.n_rounds + 1) if _passed_over("rb-d", s)]
    at = abs(float(run.delta[t - 1]))
    return Proof(
        Setting(SETTING.spec, t),
        _evidence(trace, t),
        f"In {len(passed)} of {run.n_rounds} rounds a candidate of RB-D has a smaller Z than its pick; in round {t} "
        f"there are {_passed_over('rb-d', t)}.",
        Figure(
            f"Z after its own step over |δ|, every candidate of round {t}",
            "|δ|",
            "Z",
            (
                _points("RB-D", "rb-d", t),
                _points("RankBoost+", "rb-plus", t),
                Line("√(1 − δ²)", "bound", tuple(curve.tolist()), tuple(np.sqrt(1.0 - curve**2).tolist())),
            ),
            (("Z of RB-D's pick", _z(run, t)),),
            at,
            (min(0.9, float(z.min()) - 0.02), 1.0),
        ),
        swept("round", range(1, SETTING.spec.rounds + 1), lambda s: _evidence(trace, s), t, on_axis=False),
        "" if t in passed else f"in round {t} the steepest ranker of RB-D happens to take the best step too",
    )


def _points(label: str, name: str, t: int) -> Line:
    slope, z = _steps(name, t)
    return Line(label, name, tuple(slope.tolist()), tuple(z.tolist()), "points")


CLAIMS = (
    Claim(
        "slope-or-step",
        "The steepest ranker need not take the best step",
        "The paper says after (14) that the ranker RB-D picks, the steepest, leaves the smallest Z. Where pairs are "
        "tied it need not. Under RankBoost+ it does, as in AdaBoost: Z = √(1 − δ²).",
        "RankBoost+, after (14), and the proof of Theorem 2; margin paper, section 4.1",
        "A point is a candidate. Those of RankBoost+ lie on the curve: the further right, the lower. Those of RB-D lie "
        "below it, scattered by what they tie: the lowest is not the one furthest right.",
        GROUP,
        _slope_or_step,
        (Choice("round", "Round", "int", 10, "The round whose candidates are compared.", 1, 30, 1),),
        reference="(14)",
    ),
)
