"""A number of each equation on a small example, computed by the engine when the page is shown, never typed in.

Most are named by the entry: explanations of a number of a run (`explain`), or rows of the theorem monitor
(`rankviz.insight.theory`). The rest, `FUNCTIONS`, are calls of the function that the entry names.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from rankviz.engine.algorithms.kernel_gd.descent import longest_step
from rankviz.engine.algorithms.kernel_gd.learner import KernelDetails
from rankviz.engine.algorithms.preference import boosts, bradley_terry, davidson, elo
from rankviz.engine.data.tally import Tally
from rankviz.engine.metrics import rank_tests, ranking
from rankviz.engine.numerics import TIE, log_cosh
from rankviz.engine.runs.trace import BoostedRun
from rankviz.insight.claims.limit import limit
from rankviz.insight.explain import explain
from rankviz.insight.explain.model import tex
from rankviz.insight.reference import find
from rankviz.insight.reference.model import Number
from rankviz.insight.theory import (
    concentration,
    margin_bound,
    margin_game,
    minimum,
    monitor,
    outer_product,
    paper_errata,
)
from rankviz.insight.theory.sampling.rates import KernelSetting
from rankviz.ui.pages.reference.examples import (
    CYCLE,
    EXAMPLE,
    GRADED,
    LEMMA_2,
    LEMMA_3,
    RUNS,
    SKEW,
    TWO_CLASSES,
    ExampleRound,
)

DIGITS = 3
PLAYERS, PATIENTS, CYCLING = (
    "the first lesson's six players",
    "20 diabetes patients",
    "the example whose weights cycle",
)
DATA = {
    EXAMPLE.data: PLAYERS,
    GRADED.data: PATIENTS,
    CYCLE.data: CYCLING,
    SKEW.data: "the data “Four ill, twelve well”",
    RUNS["subsets"].data: "the data of Proposition 1",
    RUNS["lemma-1"].data: "the data of Lemma 1",
    LEMMA_2.data: "the data of Lemma 2",
    LEMMA_3.data: "the data of Lemma 3",
}
"""The data of the runs, in words."""


@dataclass(frozen=True)
class Worked:
    """A number of an equation: run and round, LaTeX with the values that give it, a float, and the page to watch it."""

    whose: str
    latex: str
    value: float
    address: str = ""


@lru_cache(maxsize=256)
def worked(key: str) -> Worked | None:
    """Return the worked number of an entry; None for an entry about no number."""
    entry = find(key)
    if entry is None or not entry.number:
        return FUNCTIONS[key]() if key in FUNCTIONS else None
    at = ExampleRound(RUNS[entry.number.run], entry.number.algorithm, entry.number.t)
    return _row(at, entry.number) if entry.number.of_theorem else _explained(at, entry.number)


def _explained(at: ExampleRound, number: Number) -> Worked:
    """Return a number of a round from the stage's explanation, with the values in its equation."""
    found = explain(at.trace, at.run, at.t, number.key, DIGITS)
    shown = found.lines[number.line - 1]
    value = found.value if shown.result is None else shown.result
    assert value is not None
    symbol = shown.formula.partition("=")[0].strip()
    whose = f"{_of_data(at)}: {found.name}" if ":" in number.key else _of_data(at)
    latex = f"{symbol} = {shown.values or tex(value, DIGITS)}"
    return Worked(whose, latex, float(value), at.address(number.key))


def _row(at: ExampleRound, number: Number) -> Worked:
    """Return both sides of a theorem after a round, as the monitor compares them."""
    run = at.run
    (theorem,) = (each for each in monitor.theorems_of(run) if each.key == number.key)
    least = minimum.of_run(at.trace, run) if theorem.of_minimum and isinstance(run, BoostedRun) else None
    (row,) = (row for row in monitor.rows(at.trace, run, at.t, least) if row.key == number.key)
    assert row.left is not None
    relation = r"\le" if row.relation == "≤" else "="
    latex = f"{tex(row.left, DIGITS)} {relation} {tex(row.right, DIGITS)}"
    return Worked(f"{_of_data(at)}, {row.name}", latex, row.left, at.address())


def _of_data(at: ExampleRound) -> str:
    """Return the name of the run, the round and the data."""
    return f"{at.whose} on {DATA[at.spec.data]}"


Make = Callable[[], Worked]


def _of(whose: str, left: str, number: Callable[[], float], at: ExampleRound | None = None) -> Make:
    """Return the function that computes a number by a function of the engine."""

    def make() -> Worked:
        value = float(number())
        shown = f"{value:.0f}" if value.is_integer() else tex(value, DIGITS)
        return Worked(whose, f"{left} = {shown}", value, at.address() if at else "")

    return make


RB_D, CAPPED = ExampleRound(EXAMPLE, "rb-d", 3), ExampleRound(LEMMA_2, "rb-d", 2)
RB_PLUS = ExampleRound(EXAMPLE, "rb-plus", 3)
CIRCLE = ExampleRound(CYCLE, "smooth-margin", 8)
TREES = ExampleRound(GRADED, "qbrank", 1)
LINE = ExampleRound(GRADED, "ranksvm", 1)
FEW = ExampleRound(RUNS["lemma-1"], "rb-d", 1)
CLASSES = ExampleRound(GRADED.but(algorithms=("rb-plus",), positive=2.0), "rb-plus", 3)
KERNEL, AFTER = ExampleRound(TWO_CLASSES, "kernel-gd", 1), ExampleRound(TWO_CLASSES, "kernel-gd", 3)
THREE_ON_FOUR = np.array([[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.8]])
"""A measure (larger is better) of three algorithms on four tasks."""
THREE_PLAYERS = Tally(
    ("a", "b", "c"),
    np.array([0, 0, 1]),
    np.array([1, 2, 2]),
    np.array([6.0, 4.0, 5.0]),
    np.array([2.0, 1.0, 3.0]),
    np.array([2.0, 0.0, 2.0]),
)
"""Three players' battles: a beat b six times of ten, twice they tied, and so on."""

TWO_BATTLES = Tally(("a", "b"), np.array([0]), np.array([1]), np.ones(1), np.zeros(1), np.ones(1))
"""a beat b once, and once they tied."""


def _chance() -> float:
    theta = bradley_terry.fit(THREE_PLAYERS, 0.5)[-1]
    return 1 / (1 + math.exp(theta[1] - theta[0]))


def _climb(at: ExampleRound) -> float:
    before, after = paper_errata.risk_after(at.trace.problem, at.run.params, 1.0)
    return after / before


def _gained(gains: float, asked: float) -> float:
    return gains / asked


def _larger(given: margin_bound.BoundConstants) -> margin_bound.BoundConstants:
    """Return the same setting with a thousand times as many items; with fewer the bound exceeds 1."""
    return replace(given, items=1000 * given.items)


def _steps(at: ExampleRound) -> np.ndarray:
    """Return (t,) the steps so far."""
    return np.asarray(at.run.extra["step"][1 : at.t + 1])


def _excess(at: ExampleRound) -> float:
    """Return ½ λ ‖f − f_λ‖² of a run with least squares."""
    return concentration.excess_by_distance(
        float(at.run.params["regularisation"]), float(at.run.extra["distance"][at.t])
    )


def _theorem_steps() -> float:
    """Return T for the logistic loss and the Gaussian kernel at m = n = 320, as *Rates* has it."""
    setting = KernelSetting.of_the_theorem("clouds", "logistic", "gaussian")
    return setting.rounds_at(320, longest_step(1.0, 0.25, setting.regularisation_at(320)))


def _tail(at: ExampleRound) -> float:
    """Return the bound of Lemma 3.6 at this moment's f, δ = 0.05, with the m and n of its sample."""
    details = at.trace.scored[0].details_as(KernelDetails)
    kappa = details.schedule.kappa
    steep = concentration.largest_slope(details.loss, kappa, float(at.run.extra["norm"][at.t]))
    return concentration.deviation(kappa, steep, len(details.positive), len(details.negative), 0.05)


def _scores(at: ExampleRound) -> np.ndarray:
    return at.trace.scores(at.run, at.t)


def _kernel() -> float:
    """Return K of the first positive and the first other item after three rounds."""
    found = outer_product.kernel(CLASSES.trace, CLASSES.trace.boosted[0], CLASSES.t)
    assert found is not None
    return float(found[0, 0])


def _as_printed(at: ExampleRound) -> float:
    """Return RB+ (6) as it is printed, of the run's scores."""
    g, (higher, lower) = _scores(at), at.trace.problem.pairs.T
    return paper_errata.loss_6_as_printed(g[higher] - g[lower])


def _share_of_28(at: ExampleRound) -> float:
    """Return the right side of RB+ (28) as printed, of the first pair, over the left one."""
    run = at.trace.boosted_run(at.algorithm)
    return float(paper_errata.right_side_28(at.trace, run, at.t)[0]) / math.prod(run.z[: at.t].tolist())


FUNCTIONS: dict[str, Make] = {
    "bipartite-kernel": _of(
        f"RankBoost+, round 3 on {PATIENTS} in two classes: the first item of each class",
        "K(x', x)",
        _kernel,
        CLASSES,
    ),
    "slip-6": _of(f"RB-D, round 3 on {PLAYERS}, as printed", r"F_1", lambda: _as_printed(RB_D), RB_D),
    "slip-28": _of(
        f"RankBoost+, round 3 on {PLAYERS}: the printed right side of the first pair over Π Z",
        r"D_1 \prod \omega^+ / \prod Z",
        lambda: _share_of_28(RB_PLUS),
        RB_PLUS,
    ),
    "slip-after-6": _of(
        "The first ranker's Z over the second's",
        "Z_1 / Z_2",
        lambda: _gained(*paper_errata.steepest_against_best_step()),
    ),
    "slip-lemma-1": _of(
        "RB-D on the lemma's data, n = 4: a tied pair in round 2",
        "D_2",
        lambda: paper_errata.tied_weight(FEW.trace, FEW.trace.boosted[0]),
        FEW,
    ),
    "slip-qb-algorithm-1": _of(
        f"QBRank on {PATIENTS}, round 1 with the printed sign: R after the step over R before",
        r"R / R(0)",
        lambda: _climb(TREES),
        TREES,
    ),
    "slip-sm-theorem-2": _of(
        "d⁺ = d⁰ = ½, d⁻ = 0, G̃ = .01: the gain over the promised gain",
        r"\text{gain} / \text{promised}",
        lambda: _gained(*paper_errata.gain_of_theorem_2(0.5, 0.5, 0.0, 0.01)),
    ),
    "slip-gd-regression": _of(
        "The best difference of the two points",
        "f(a) - f(b)",
        lambda: paper_errata.regression_beside_ranking(0.8)[0],
    ),
    "figure-4": _of(f"RB-D on {PLAYERS}, rounds before it halts", "T", lambda: RB_D.run.n_rounds, RB_D),
    "49": _of(
        "RB-D on the data of Lemma 2",
        r"\hat E_1(g)",
        lambda: limit(CAPPED.trace, CAPPED.trace.boosted[0])[1],
        CAPPED,
    ),
    "section-3-2": _of("A tie with 4 copies", r"\cosh^4 \tfrac14", lambda: math.exp(4 * log_cosh(0.25))),
    "sm-section-4-2": _of(
        f"On {CYCLING}",
        r"\rho",
        lambda: margin_game.solve(CIRCLE.trace.problem, CIRCLE.trace.pool).rho,
        CIRCLE,
    ),
    "sm-theorem-1": _of(
        f"On {CYCLING}, δ = 0.05: far above 1, so it says nothing about so few items",
        r"\varepsilon_{\text{finite}}",
        lambda: margin_bound.finite_epsilon(margin_bound.setting(CIRCLE.trace, 0.05)),
        CIRCLE,
    ),
    "sm-lemma-3": _of(
        f"One function on a thousand times the items of {CYCLING}, ε = 1",
        r"2 e^{-m (\varepsilon E)^2 / 8}",
        lambda: margin_bound.one_function(_larger(margin_bound.setting(CIRCLE.trace, 0.05)), 1.0),
        CIRCLE,
    ),
    "qb-precision": _of(
        f"RankSVM on {PATIENTS}, K = 100",
        r"\text{precision}",
        lambda: ranking.precision_at(LINE.trace.problem, _scores(LINE), 100.0),
        LINE,
    ),
    "qb-dcg": _of(
        f"QBRank, round 1 on {PATIENTS}",
        r"\mathrm{DCG}_5",
        lambda: ranking.dcg(TREES.trace.problem, _scores(TREES), 5),
        TREES,
    ),
    "gd-1-5": _of(f"The first of {PATIENTS}, round 1", "f_2(x_1)", lambda: _scores(KERNEL)[0], KERNEL),
    "gd-lemma-3-1": _of(
        f"Round 3 on {PATIENTS}",
        r"\tfrac{\lambda}{2} \lVert f - f_\lambda \rVert^2",
        lambda: _excess(AFTER),
        AFTER,
    ),
    "gd-lemma-3-5": _of(
        f"What it allows at f of round 3 on {PATIENTS}, δ = 0.05",
        r"\lVert \cdot \rVert_K",
        lambda: _tail(AFTER),
        AFTER,
    ),
    "gd-lemma-3-7": _of(
        f"Three rounds on {PATIENTS}",
        r"\prod (1 - \gamma_t \lambda)",
        lambda: concentration.forgotten(_steps(AFTER), float(AFTER.run.params["regularisation"])),
        AFTER,
    ),
    "gd-theorem-2-1": _of(
        "Logistic loss, 320 positives and 320 negatives: steps that are needed", "T", _theorem_steps
    ),
    "tie": _of(
        f"RB-D, round 3 on {PLAYERS}: closer scores are tied",
        r"10^{-12} \textstyle\sum |\alpha|",
        lambda: TIE * np.abs(RB_D.trace.boosted_run("rb-d").alpha).sum(),
        RB_D,
    ),
    "ndcg": _of(
        f"RB-D, round 3 on {PLAYERS}",
        r"\mathrm{NDCG@5}",
        lambda: ranking.ndcg(RB_D.trace.problem, _scores(RB_D), 5),
        RB_D,
    ),
    "friedman": _of(
        "Three algorithms on four tasks",
        r"\chi^2",
        lambda: rank_tests.friedman(rank_tests.rank_rows(THREE_ON_FOUR, lower=False))[0],
    ),
    "critical-difference": _of(
        "Three algorithms on 20 tasks, at 5 %", r"\mathrm{CD}", lambda: rank_tests.critical_difference(3, 20)
    ),
    "holm": _of(
        "Three tests with p = .01, .03 and .04",
        r"\tilde p_{(1)}",
        lambda: rank_tests.holm(np.array([0.01, 0.03, 0.04]))[0],
    ),
    "wilcoxon": _of(
        "Four tasks with d = .3, .1, −.1 and 0",
        "p",
        lambda: rank_tests.signed_ranks(np.array([0.3, 0.1, -0.1, 0.0])),
    ),
    "bradley-terry": _of("Three players, a tie as half a win", r"P(a \text{ beats } b)", lambda: _chance()),
    "davidson": _of("Three players", r"\nu", lambda: davidson.fit(THREE_PLAYERS).nu),
    "elo": _of(
        "a beats b, then they tie; K = 4", "R_a", lambda: float(elo.fit(TWO_BATTLES, 0.5, np.arange(2))[0])
    ),
    "net-wins": _of(
        "Three players",
        r"\tanh \eta_a",
        lambda: float(np.tanh(boosts.rb_plus(THREE_PLAYERS, 0.5)[0])),
    ),
}
"""The functions by the entry's key, where it names no number of a run."""
