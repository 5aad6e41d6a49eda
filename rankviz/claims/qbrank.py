"""Claims of QBRank's paper: the quadratic above the risk, GBT as w = 0, and what labels and pairs are worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rankviz.algorithms.qbrank.loop import quadratic, risk_along
from rankviz.algorithms.qbrank.losses import WEIGHTS, weights
from rankviz.algorithms.qbrank.qbrank import Details
from rankviz.choice import Choice, Value
from rankviz.claims.claim import Claim, Evidence, Figure, Line, Options, Proof, Setting, compare, swept
from rankviz.claims.measures import over_rounds
from rankviz.number_format import counted, spelt
from rankviz.runs.spec import RunSpec
from rankviz.runs.trace import ScoredRun

PAPER = "QBRank"
GROUP = "QBRank: preferences and labels"

# ---------------------------------------------------------------- the quadratic

ROUNDS = 20
REACH = 3.0
"""The longest step along a round's tree at which the risk is computed, to either side."""
POINTS = 121


def _quadratic_above(options: Options) -> Proof:
    weighting, t = str(options["weighting"]), int(options["round"])
    setting = Setting(
        RunSpec("synthetic:single-grade?n=200", ("qbrank",), ROUNDS, parameters={"weighting": weighting}), t
    )
    run = setting.trace().scored_run("qbrank")
    s = np.linspace(-REACH, REACH, POINTS)

    def evidence(t: int) -> tuple[Evidence, ...]:
        look = _Direction.of(run, t, weighting)
        risk, above = look.risk(s), look.quadratic(s)
        worst = int(np.argmax(risk - above))
        step = _details(run).descent.step[t - 1]
        return (
            compare(
                "Before a step the two touch, and fall equally fast.",
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

    shown, look = evidence(t), _Direction.of(run, t, weighting)
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
                Line("R", "qbrank", tuple(s), tuple(look.risk(s))),
                Line("the quadratic", "bound", tuple(s), tuple(look.quadratic(s)), "dash"),
            ),
        ),
        swept("round", (1, *range(2, ROUNDS + 1, 2)), evidence, t, on_axis=False),
        ""
        if holds or weighting == "bound"
        else f"W is not the bound on the Hessian but {weightings[weighting]}: where a pair turns round, R curves more",
    )


def _details(run: ScoredRun) -> Details:
    return run.details_as(Details)


@dataclass(frozen=True)
class _Direction:
    """The risk and its quadratic along the tree of one round; slope : of R, gradient : of the quadratic, at step 0."""

    run: ScoredRun
    t: int
    weight: np.ndarray
    slope: float
    gradient: float

    @classmethod
    def of(cls, run: ScoredRun, t: int, weighting: str) -> _Direction:
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

    def setting(w: float) -> Setting:
        spec = RunSpec(
            "synthetic:single-grade?n=200", ("qbrank", "gbt"), ROUNDS, holdout=0.5, parameters={"w": w}
        )
        return Setting(spec, rounds)

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
                "Every item has the same score after every round.",
                ("the largest difference of two scores", _apart(run, gbt, rounds)),
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
            (Line("the largest difference", "qbrank", SHARES, tuple(map(apart, SHARES))),),
            (("the same scores", 0.0),),
            w,
        ),
        swept("w", SHARES, evidence, w),
        f"with w = {w:g} the preferences have a part in the risk" if w > 0.0 else "",
    )


def _trees(run: ScoredRun, rounds: int) -> list[str]:
    return [fitted.text for fitted in _details(run).descent.fitted[:rounds]]


def _apart(run: ScoredRun, other: ScoredRun, rounds: int) -> float:
    """Return max |h − h′| over items and the rounds up to `rounds`."""
    first, second = (np.array(_details(each).descent.scores[: rounds + 1]) for each in (run, other))
    return float(np.abs(first - second).max())


# ---------------------------------------------------------------- what pairs and labels are worth

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
    def of(cls, source: str, *ways: tuple[str, dict[str, Value]]) -> _Pair:
        found = [
            [_held_out(_spec(source, draw, algorithm, parameters)) for draw in range(DRAWS)]
            for algorithm, parameters in ways
        ]
        curves = [np.array([curve for curve, _ in each]) for each in found]
        errors = [np.array([error for _, error in each]) for each in found]
        return cls(curves[0], curves[1], (errors[0], errors[1]))

    @property
    def ahead(self) -> int:
        """Count the draws in which the first way ends with the larger DCG@5."""
        return int((self.better[:, -1] > self.other[:, -1]).sum())

    @property
    def gain(self) -> float:
        """Return the first way's lead in mean DCG@5 as a share of the other's mean."""
        return float(self.better[:, -1].mean() / self.other[:, -1].mean() - 1.0)

    def evidence(self, first: str, second: str) -> tuple[Evidence, ...]:
        """Compare two ways: the first leads in most draws, and on average by more than the paper calls significant."""
        return (
            compare(
                f"{first} has the larger DCG@5 on held-out queries in most draws,",
                (f"draws of {DRAWS} with {first} ahead", float(self.ahead)),
                ">",
                ("half of them", DRAWS / 2),
            ),
            compare(
                "on average by more than the 1 % that the paper calls significant.",
                (f"mean DCG@5 of {first}", float(self.better[:, -1].mean())),
                ">",
                (f"1.01 times that of {second}", (1.0 + SIGNIFICANT) * float(self.other[:, -1].mean())),
            ),
        )

    def figure(self, *names: tuple[str, str]) -> Figure:
        """Draw the mean DCG@5 by round, without round 0, where all scores are equal; names : (name, colour) of each."""
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
        return source, _Pair.of(source, ("qbrank", ONLY_PAIRS), ("gbt", {"eta": ETA}))

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
            edge = "all queries have the same judge: a label means the same in each"
        elif shift < 1.0:
            edge = "the judges differ by too little for a clear lead"
    spec = _spec(source, 0, "qbrank", ONLY_PAIRS).but(algorithms=("qbrank", "gbt"))
    return Proof(
        Setting(spec, LEARNED),
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
        return source, _Pair.of(source, ("qbrank", {"labels": "single", "eta": ETA}), ("qbrank", ONLY_PAIRS))

    def evidence(share: float) -> tuple[Evidence, ...]:
        source, pair = found(share)
        run = Setting(_spec(source, 0, "qbrank", {"labels": "single", "eta": ETA}), LEARNED).trace().scored[0]
        return (
            compare(
                "Some items to learn from are of queries with a single grade.",
                ("labels used in draw 1", float(_details(run).risk.labelled.sum())),
                ">",
                ("", 0.0),
            ),
            *pair.evidence("QBRank with them", "QBRank without"),
        )

    (source, pair), shown = found(share), evidence(share)
    r2 = [float(each.mean()) for each in pair.r2]
    return Proof(
        Setting(_spec(source, 0, "qbrank", {"labels": "single", "eta": ETA}), LEARNED),
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
        "quadratic-above",
        "The quadratic lies above the risk",
        "In every round the quadratic that QBRank minimises touches the risk where it stands and is nowhere below it.",
        f"{PAPER}, (6)",
        "Both curves touch at step 0. With W as the bound on the Hessian the dashed one stays above; with a smaller W "
        "the risk comes through.",
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
            Choice("round", "Round", "int", 1, "Whose tree is followed.", 1, ROUNDS, 1),
        ),
        reference="qb-6",
    ),
    Claim(
        "w-zero",
        "Without preferences QBRank is GBT",
        "At w = 0 only labels count, and QBRank is gradient boosting of trees, round by round.",
        f"{PAPER}, section 3, before the Remark",
        "The difference is 0 at w = 0 and nowhere else.",
        GROUP,
        _w_zero,
        (
            Choice("w", "w, weight of the preferences", "float", 0.0, "The labels get 1 − w.", 0, 1, 0.2),
            Choice("rounds", "Rounds", "int", 20, "How many are compared.", 1, ROUNDS, 1),
        ),
        reference="qb-section-3",
    ),
    Claim(
        "judges-differ",
        "Where judges differ, preferences beat labels",
        "When each query has its own judge, QBRank, which compares pages of one query only, ranks better than trees "
        "fitted to the labels.",
        f"{PAPER}, section 4: its order of the two. That judges differ is RankViz's own cause",
        "The gap between both curves. It opens as the judges of the queries differ more.",
        GROUP,
        _judges_differ,
        (
            Choice(
                "shift",
                "Judges differ by",
                "float",
                1.0,
                "At 0 a label means the same in all queries.",
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
        "Queries whose pages all have one grade give no pair, but QBRank ranks better when it learns their labels "
        "as well.",
        f"{PAPER}, section 4, Figure 1",
        "The gap between both curves at the last round. The labels help the top of the list, which DCG@5 counts; over "
        "all pairs, R̂2, they need not.",
        GROUP,
        _single_grades_help,
        (
            Choice(
                "single",
                "Single-grade share",
                "float",
                0.5,
                "Share of the queries whose pages have one grade.",
                0,
                0.75,
                0.25,
            ),
        ),
        reference="qb-section-4",
    ),
)
