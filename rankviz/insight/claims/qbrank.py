"""Claims of QBRank's paper: the quadratic above the risk, and GBT as w = 0."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rankviz.engine.algorithms.qbrank.loop import quadratic, risk_along
from rankviz.engine.algorithms.qbrank.losses import WEIGHTS, weights
from rankviz.engine.algorithms.qbrank.qbrank import QBRankDetails
from rankviz.engine.choice import Choice
from rankviz.engine.number_format import counted, spelt
from rankviz.engine.runs.spec import RunSpec
from rankviz.engine.runs.trace import ScoredRun
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

PAPER = "QBRank"
GROUP = "QBRank: preferences and labels"

# ---------------------------------------------------------------- the quadratic

ROUNDS = 20
REACH = 3.0
"""The longest step along a round's tree at which the risk is computed, to either side."""
POINTS = 121


def _quadratic_above(options: Options) -> Proof:
    weighting, t = str(options["weighting"]), int(options["round"])
    setting = ClaimRun(
        RunSpec("synthetic:single-grade?n=200", ("qbrank",), ROUNDS, parameters={"weighting": weighting}), t
    )
    run = setting.trace().scored_run("qbrank")
    s = np.linspace(-REACH, REACH, POINTS)

    def evidence(t: int) -> tuple[Evidence, ...]:
        look = _Direction.at_round(run, t, weighting)
        risk, above = look.risk(s), look.quadratic(s)
        worst = int(np.argmax(risk - above))
        step = _details(run).descent.step[t - 1]
        return (
            compare(
                "Before a step the two touch and are equally steep.",
                ("slope of R along the tree", look.slope),
                "=",
                ("slope of the quadratic", look.gradient),
            ),
            compare(
                f"No step of {POINTS} from −{REACH:g} to {REACH:g} lifts R above the quadratic.",
                (f"R where it comes nearest, at step {s[worst]:.2f}", float(risk[worst])),
                "≤",
                ("the quadratic there", float(above[worst])),
            ),
            compare(
                "So the step that is taken ends below it too.",
                (f"R after round {t}", float(run.extra["risk"][t])),
                "≤",
                ("the quadratic at that step", float(look.quadratic(np.array([step]))[0])),
            ),
        )

    shown, look = evidence(t), _Direction.at_round(run, t, weighting)
    holds = all(each.holds for each in shown)
    highest = float((look.risk(s) - look.quadratic(s)).max())
    weightings = {"average": "the rows of Algorithm 2", "newton": "the Hessian at this round's scores"}
    return Proof(
        setting,
        shown,
        f"In round {t} R is nowhere above the quadratic."
        if holds
        else f"In round {t} R is up to {spelt(highest)} above the quadratic.",
        Figure(
            f"The risk along the tree of round {t}",
            "step",
            "R",
            (
                Curve("R", "qbrank", tuple(s), tuple(look.risk(s))),
                Curve("the quadratic", "bound", tuple(s), tuple(look.quadratic(s)), "dash"),
            ),
        ),
        swept("round", (1, *range(2, ROUNDS + 1, 2)), evidence, t, on_axis=False),
        ""
        if holds or weighting == "bound"
        else f"W is not the bound on the Hessian but {weightings[weighting]}: where a pair reverses, R curves more",
    )


def _details(run: ScoredRun) -> QBRankDetails:
    return run.details_as(QBRankDetails)


@dataclass(frozen=True)
class _Direction:
    """The risk and its quadratic along the tree of one round; slope : of R, gradient : of the quadratic, at step 0."""

    run: ScoredRun
    t: int
    weight: np.ndarray
    slope: float
    gradient: float

    @classmethod
    def at_round(cls, run: ScoredRun, t: int, weighting: str) -> _Direction:
        details = _details(run)
        loss, h, g = details.risk.total, details.descent.scores[t - 1], details.descent.fitted[t - 1].values
        look = loss.evaluate(h)
        slope = risk_along(loss, h, g)(0.0)[1]
        return cls(run, t, weights(loss, look, weighting), slope, float(look.gradient @ g))

    def risk(self, steps: np.ndarray) -> np.ndarray:
        """Return R after each step (k,)."""
        details = _details(self.run)
        descent = details.descent
        along = risk_along(details.risk.total, descent.scores[self.t - 1], descent.fitted[self.t - 1].values)
        return np.array([along(float(s))[0] for s in steps])

    def quadratic(self, steps: np.ndarray) -> np.ndarray:
        """Return R_k (6) at each step (k,), with this W."""
        descent = _details(self.run).descent
        look = _details(self.run).risk.total.evaluate(descent.scores[self.t - 1])
        g = descent.fitted[self.t - 1].values
        return np.array([quadratic(look, self.weight, g, float(s)) for s in steps])


# ---------------------------------------------------------------- w = 0

SHARES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def _w_zero(options: Options) -> Proof:
    w, rounds = float(options["w"]), int(options["rounds"])

    def setting(w: float) -> ClaimRun:
        spec = RunSpec(
            "synthetic:single-grade?n=200", ("qbrank", "gbt"), ROUNDS, holdout=0.5, parameters={"w": w}
        )
        return ClaimRun(spec, rounds)

    def evidence(w: float) -> tuple[Evidence, ...]:
        trace = setting(w).trace()
        run, gbt = trace.scored_run("qbrank"), trace.scored_run("gbt")
        others = sum(a != b for a, b in zip(_trees(run, rounds), _trees(gbt, rounds), strict=True))
        return (
            compare(
                "Round by round both fit the same tree.",
                (f"of {counted(rounds, 'round')}, those with another tree", float(others)),
                "=",
                ("", 0.0),
            ),
            compare(
                "QBRank and GBT give each item the same score in every round.",
                ("largest difference between the two scores", _apart(run, gbt, rounds)),
                "=",
                ("", 0.0),
            ),
            compare(
                "So they order held-out items alike.",
                (f"held-out R̂2 of QBRank after round {rounds}", float(run.metrics["r2_holdout"][rounds])),
                "=",
                ("of GBT", float(gbt.metrics["r2_holdout"][rounds])),
            ),
        )

    def apart(w: float) -> float:
        trace = setting(w).trace()
        return _apart(trace.scored_run("qbrank"), trace.scored_run("gbt"), rounds)

    return Proof(
        setting(w),
        evidence(w),
        f"At w = {w:g} the scores differ by up to {spelt(apart(w))} after {rounds} rounds.",
        Figure(
            "How far scores of QBRank and GBT differ",
            "w, the weight of the preferences",
            "difference",
            (Curve("the largest difference", "qbrank", SHARES, tuple(map(apart, SHARES))),),
            (("the same scores", 0.0),),
            w,
        ),
        swept("w", SHARES, evidence, w),
        f"with w = {w:g} the preferences are part of the risk" if w > 0.0 else "",
    )


def _trees(run: ScoredRun, rounds: int) -> list[str]:
    return [fitted.text for fitted in _details(run).descent.fitted[:rounds]]


def _apart(run: ScoredRun, other: ScoredRun, rounds: int) -> float:
    """Return max |h − h′| over items and the rounds up to `rounds`."""
    first, second = (np.array(_details(each).descent.scores[: rounds + 1]) for each in (run, other))
    return float(np.abs(first - second).max())


CLAIMS = (
    Claim(
        "quadratic-above",
        "The quadratic lies above the risk",
        "In each round QBRank minimises a quadratic in place of the risk. Where its weights W bound the Hessian, the "
        "risk's curvature, the quadratic touches the risk at the current scores and is never below it.",
        f"{PAPER}, (6)",
        "Both curves touch at step 0. With W as the bound on the Hessian the dashed one stays above; with a smaller "
        "W the risk rises through it.",
        GROUP,
        _quadratic_above,
        (
            Choice(
                "weighting",
                "W",
                "choice",
                "bound",
                "The bound on the Hessian, the rows of Algorithm 2, or the Hessian of the round.",
                choices=tuple(reversed(WEIGHTS)),
            ),
            Choice("round", "Round", "int", 1, "The round whose tree is followed.", 1, ROUNDS, 1),
        ),
        reference="qb-6",
    ),
    Claim(
        "w-zero",
        "Without preferences QBRank is GBT",
        "At w = 0 only labels count, and QBRank is gradient boosting of trees, round by round.",
        f"{PAPER}, section 3, before the Remark",
        "The difference is 0 at w = 0, and at no other w that was computed.",
        GROUP,
        _w_zero,
        (
            Choice("w", "w, weight of the preferences", "float", 0.0, "The labels get 1 − w.", 0, 1, 0.2),
            Choice("rounds", "Rounds", "int", 20, "How many rounds are compared.", 1, ROUNDS, 1),
        ),
        reference="qb-section-3",
    ),
)
