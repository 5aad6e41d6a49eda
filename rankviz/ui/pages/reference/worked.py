"""A number of each equation on a small example, computed by the engine when the page is shown, never typed in.

Most are explanations of a number of a run (`rankviz.explain`) or rows of the theorem monitor (`rankviz.theory`); the
rest are calls of the function that the entry names.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import urlencode

import numpy as np

from rankviz.algorithms.boosting.loop import Fork
from rankviz.algorithms.kernel_gd.descent import longest_step
from rankviz.algorithms.kernel_gd.learner import KernelDetails
from rankviz.algorithms.registry import ALGORITHMS
from rankviz.boards import WATCH
from rankviz.claims.limit import limit
from rankviz.experiments.evaluation import ranks
from rankviz.explain import explain
from rankviz.explain.model import tex
from rankviz.lessons.registry import LESSONS
from rankviz.metrics import ranking
from rankviz.numerics import TIE, log_cosh
from rankviz.runs.spec import RunSpec
from rankviz.runs.trace import BoostedRun, Run, Trace
from rankviz.theory import concentration, margin_bound, margin_game, minimum, monitor
from rankviz.theory.sampling.rates import KernelSetting
from rankviz.ui.state.link import to_link
from rankviz.ui.state.run_spec import to_state

DIGITS = 3

EXAMPLE = (
    LESSONS["boosting-by-pairs"]
    .steps[0]
    .moment.spec.but(algorithms=("rb-d", "rb-c", "rb-plus"), rounds=8, parameters=())
)
"""Six players of a game in fifteen pairs, as in the first lesson."""
LEMMA_1 = RunSpec("scenario:lemma-1", ("rb-d",), 5, parameters={"undefined": "infinite"})
LEMMA_2 = RunSpec("scenario:lemma-2", ("rb-d",), 5, parameters={"undefined": "cap"})
LEMMA_3 = RunSpec("scenario:lemma-3", ("rb-d",), 40)
SUBSETS = RunSpec("scenario:proposition-1", ("rb-d",), 3)
PUSH = RunSpec("scenario:lemma-3", ("push",), 5)
PULLED = RunSpec("bundled:diabetes?grades=4&items=20", ("ranknet", "lambdamart"), 5)
CYCLE = RunSpec("scenario:margin-cycle", ("smooth-margin",), 10)
SKEW = RunSpec("scenario:skew", ("adaboost",), 6)
GRADED = RunSpec("bundled:diabetes?grades=4&items=20", ("qbrank", "ranksvm"), 5)
TIED = GRADED.but(algorithms=("qbrank",), parameters={"ties": 0.5})
LISTS = GRADED.but(algorithms=("qbrank",), parameters={"pair_loss": "listwise"})
TOLERANT = GRADED.but(algorithms=("qbrank",), parameters={"tolerance": 0.2})
TWO_CLASSES = RunSpec(
    "bundled:diabetes?grades=4&items=20",
    ("kernel-gd",),
    5,
    positive=2.0,
    parameters={"loss": "least-squares"},
)


@dataclass(frozen=True)
class Worked:
    """A number of an equation: run and round, LaTeX with the values that give it, a float, and the page to watch it."""

    whose: str
    latex: str
    value: float
    address: str = ""


@dataclass(frozen=True)
class Moment:
    """A round of a run."""

    spec: RunSpec
    algorithm: str
    t: int

    @property
    def trace(self) -> Trace:
        """Return the trace; cached."""
        return _trace(self.spec)

    @property
    def run(self) -> Run:
        """Return the run of the algorithm, or the branch if there is one."""
        return [run for run in self.trace.runs if run.algorithm == self.algorithm][-1]

    @property
    def whose(self) -> str:
        """Return the name of the run and the round."""
        return f"{self.run.label}, round {min(self.t, self.run.n_rounds)}"

    def address(self, explained: str = "") -> str:
        """Return the address of this moment relative to the reference, with the number `explained` opened."""
        name = f"{self.algorithm}~2" if self.spec.fork else self.algorithm
        drawer = {"tab": "explain", "explain": f"{name}:{explained}"} if explained else {}
        link = to_link(to_state(self.spec, self.t).but(**drawer), whole=True)
        page = ALGORITHMS[self.algorithm].board.page
        return f"{'./' if page == WATCH.page else page}?{urlencode(link)}"


@lru_cache(maxsize=16)
def _trace(spec: RunSpec) -> Trace:
    return spec.trace()


@lru_cache(maxsize=256)
def worked(key: str) -> Worked | None:
    """Return the worked number of an entry; None for an entry about no number."""
    return NUMBERS[key]() if key in NUMBERS else None


Make = Callable[[], Worked]


def _explained(spec: RunSpec, algorithm: str, t: int, number: str, line: int = 0) -> Make:
    """Make a number of a round from the stage's explanation, with the values in its equation."""

    def make() -> Worked:
        at = Moment(spec, algorithm, t)
        found = explain(at.trace, at.run, t, number, DIGITS)
        shown = found.lines[line]
        value = found.value if shown.result is None else shown.result
        assert value is not None
        symbol = shown.formula.partition("=")[0].strip()
        of_pair = found.name if ":" in number else ""
        whose = f"{at.whose}, {of_pair}" if of_pair else at.whose
        return Worked(
            whose, f"{symbol} = {shown.values or tex(value, DIGITS)}", float(value), at.address(number)
        )

    return make


def _row(spec: RunSpec, algorithm: str, t: int, key: str) -> Make:
    """Make both sides of the theorem of that key after a round, as the monitor compares them."""

    def make() -> Worked:
        at = Moment(spec, algorithm, t)
        run = at.run
        (theorem,) = (each for each in monitor.theorems_of(run) if each.key == key)
        least = minimum.of_run(at.trace, run) if theorem.of_minimum and isinstance(run, BoostedRun) else None
        (row,) = (row for row in monitor.rows(at.trace, run, t, least) if row.key == key)
        assert row.left is not None
        relation = r"\le" if row.relation == "≤" else "="
        latex = f"{tex(row.left, DIGITS)} {relation} {tex(row.right, DIGITS)}"
        return Worked(f"{at.whose}, {row.name}", latex, row.left, at.address())

    return make


def _of(whose: str, left: str, number: Callable[[], float], at: Moment | None = None) -> Make:
    """Make the value of a function of the engine."""

    def make() -> Worked:
        value = float(number())
        shown = f"{value:.0f}" if value.is_integer() else tex(value, DIGITS)
        return Worked(whose, f"{left} = {shown}", value, at.address() if at else "")

    return make


RB_D = Moment(EXAMPLE, "rb-d", 3)
CIRCLE = Moment(CYCLE, "smooth-margin", 8)
TREES = Moment(GRADED, "qbrank", 1)
LINE = Moment(GRADED, "ranksvm", 1)
KERNEL, AFTER = Moment(TWO_CLASSES, "kernel-gd", 1), Moment(TWO_CLASSES, "kernel-gd", 3)
THREE_ON_FOUR = np.array([[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.8]])
"""A measure (larger is better) of three algorithms on four tasks."""


def _larger(given: margin_bound.BoundConstants) -> margin_bound.BoundConstants:
    """Return the same setting with a hundred times as many items."""
    return replace(given, items=100 * given.items)


def _steps(at: Moment) -> np.ndarray:
    """Return (t,) the steps so far."""
    return np.asarray(at.run.extra["step"][1 : at.t + 1])


def _excess(at: Moment) -> float:
    """Return ½ λ ‖f − f_λ‖² of a run with least squares."""
    return concentration.excess_by_distance(
        float(at.run.params["regularisation"]), float(at.run.extra["distance"][at.t])
    )


def _theorem_steps() -> float:
    """Return T for the logistic loss and the Gaussian kernel at m = n = 320, as *Rates* has it."""
    setting = KernelSetting.of_the_theorem("clouds", "logistic", "gaussian")
    return setting.rounds_at(320, longest_step(1.0, 0.25, setting.regularisation_at(320)))


def _tail(at: Moment) -> float:
    """Return the bound of Lemma 3.6 at this moment's f, δ = 0.05, with the m and n of its sample."""
    details = at.trace.scored[0].details_as(KernelDetails)
    kappa = details.schedule.kappa
    steep = concentration.largest_slope(details.loss, kappa, float(at.run.extra["norm"][at.t]))
    return concentration.deviation(kappa, steep, len(details.positive), len(details.negative), 0.05)


def _scores(at: Moment) -> np.ndarray:
    return at.trace.scores(at.run, at.t)


NUMBERS: dict[str, Make] = {
    "pair-score": _explained(EXAMPLE, "rb-plus", 5, "score:0:1"),
    "3": _explained(EXAMPLE, "rb-plus", 3, "r1"),
    "4": _explained(EXAMPLE, "rb-plus", 3, "r2"),
    "5": _explained(EXAMPLE, "rb-d", 3, "e1"),
    "22": _explained(EXAMPLE, "rb-plus", 3, "e2"),
    "algorithm-1": _explained(EXAMPLE, "rb-d", 0, "pair:0:1"),
    "8": _explained(EXAMPLE, "rb-plus", 5, "eps_reversed"),
    "potential": _explained(EXAMPLE, "rb-d", 1, "potential:0"),
    "9": _explained(EXAMPLE, "rb-d", 1, "pair:0:1"),
    "11": _explained(EXAMPLE, "rb-d", 3, "z"),
    "12": _explained(EXAMPLE, "rb-d", 3, "e1", 1),
    "13": _explained(EXAMPLE, "rb-d", 1, "delta"),
    "14": _explained(EXAMPLE, "rb-d", 1, "alpha"),
    "17": _explained(EXAMPLE, "rb-c", 1, "r"),
    "19": _explained(EXAMPLE, "rb-c", 1, "alpha"),
    "38": _explained(EXAMPLE, "rb-plus", 1, "alpha"),
    "25": _explained(EXAMPLE, "rb-plus", 5, "tie_factor"),
    "27": _explained(EXAMPLE, "rb-plus", 5, "z"),
    "29": _explained(EXAMPLE, "rb-plus", 5, "e2", 1),
    "33": _explained(EXAMPLE, "rb-plus", 5, "delta"),
    "34": _explained(EXAMPLE, "rb-plus", 5, "alpha"),
    "algorithm-2": _explained(EXAMPLE, "rb-plus", 6, "delta"),
    "section-4": _explained(
        EXAMPLE.but(algorithms=("rb-plus-optimal",), parameters=()), "rb-plus-optimal", 3, "delta"
    ),
    "proposition-1": _explained(SUBSETS, "rb-d", 1, "e1"),
    "proposition-3": _explained(EXAMPLE, "rb-plus", 1, "e2"),
    "figure-4": _of(
        "RB-D, rounds before it halts", "T", lambda: RB_D.run.n_rounds, Moment(EXAMPLE, "rb-d", 3)
    ),
    "lemma-1": _explained(LEMMA_1, "rb-d", 2, "r1"),
    "lemma-2": _explained(LEMMA_2, "rb-d", 2, "e1"),
    "49": _of(
        "RB-D on the data of Lemma 2",
        r"\hat E_1(g)",
        lambda: limit(_trace(LEMMA_2), _trace(LEMMA_2).boosted[0])[1],
        Moment(LEMMA_2, "rb-d", 2),
    ),
    "forced": _explained(EXAMPLE.but(fork=Fork("rb-d", 1, alpha=0.5)), "rb-d", 1, "z"),
    "lemma-3": _explained(LEMMA_3.but(parameters={"negative_alpha": False}), "rb-d", 2, "e1"),
    "theorem-1": _explained(EXAMPLE, "rb-d", 3, "bound"),
    "rb-c-bound": _explained(EXAMPLE, "rb-c", 3, "bound"),
    "theorem-2": _explained(EXAMPLE, "rb-plus", 3, "bound"),
    "36": _row(EXAMPLE, "rb-plus", 3, "theorem-2-rate"),
    "observation-1": _row(LEMMA_3, "rb-d", 3, "f1-distance"),
    "rb-c-minimum": _row(EXAMPLE, "rb-c", 8, "f1-distance"),
    "theorem-3": _row(EXAMPLE, "rb-plus", 8, "f2-distance"),
    "best-step": _row(EXAMPLE, "rb-plus", 3, "best-step"),
    "z-slope": _row(EXAMPLE, "rb-plus", 5, "z-slope"),
    "descent": _row(EXAMPLE, "rb-plus", 3, "e2-falls"),
    "proposition-2": _row(EXAMPLE, "rb-plus", 3, "proposition-2"),
    "order": _row(EXAMPLE, "rb-plus", 3, "losses"),
    "sm-3": _explained(CYCLE, "smooth-margin", 8, "smooth_margin"),
    "section-3-2": _of("A tie with 4 copies", r"\cosh^4 \tfrac14", lambda: math.exp(4 * log_cosh(0.25))),
    "section-5": _explained(EXAMPLE, "rb-d", 3, "e2"),
    "sm-2": _explained(CYCLE, "smooth-margin", 2, "alpha"),
    "sm-6": _row(CYCLE, "smooth-margin", 8, "root"),
    "sm-exact": _row(
        CYCLE.but(parameters={"margin_step": "exact"}),
        "smooth-margin",
        8,
        "exact-root",
    ),
    "sm-lemma-2": _row(CYCLE, "smooth-margin", 8, "sm-lemma-2"),
    "sm-4": _row(CYCLE, "smooth-margin", 8, "sure-gain"),
    "sm-theorem-2": _row(CYCLE, "smooth-margin", 8, "sm-theorem-2"),
    "sm-section-4-2": _of(
        "The example whose weights cycle",
        r"\rho",
        lambda: margin_game.solve(CIRCLE.trace.problem, CIRCLE.trace.pool).rho,
        CIRCLE,
    ),
    "sm-theorem-1": _of(
        "The same example, δ = 0.05: far above 1, so it says nothing of so few items",
        r"\varepsilon_{\text{finite}}",
        lambda: margin_bound.finite_epsilon(margin_bound.setting(CIRCLE.trace, 0.05)),
        CIRCLE,
    ),
    "sm-lemma-3": _of(
        "One function on a hundred times as many items, ε = 1",
        r"2 e^{-m (\varepsilon E)^2 / 8}",
        lambda: margin_bound.one_function(_larger(margin_bound.setting(CIRCLE.trace, 0.05)), 1.0),
        CIRCLE,
    ),
    "sm-section-5": _row(SKEW, "adaboost", 5, "f-tilde"),
    "sm-cor-1": _row(SKEW, "adaboost", 5, "sm-corollary-1-why"),
    "push-loss": _row(PUSH, "push", 3, "highest"),
    "push-step": _explained(PUSH, "push", 3, "alpha"),
    "push-bound": _row(PUSH, "push", 3, "push-bound"),
    "lambda-pair": _explained(PULLED, "lambdamart", 3, "pull"),
    "lambda-item": _explained(PULLED, "lambdamart", 3, "fitted:0"),
    "lambda-theorems": _row(PULLED, "ranknet", 3, "quadratic-cost"),
    "qb-section-3": _explained(GRADED, "qbrank", 3, "risk"),
    "qb-ties": _explained(TIED, "qbrank", 3, "risk_ties"),
    "listnet": _explained(LISTS, "qbrank", 3, "risk_lists"),
    "qb-6": _explained(GRADED, "qbrank", 3, "risk_bound"),
    "qb-algorithm-1": _explained(GRADED, "qbrank", 3, "item:0"),
    "qb-algorithm-2": _explained(GRADED, "qbrank", 3, "target:0", 1),
    "qb-line-search": _explained(GRADED, "qbrank", 3, "search"),
    "qb-theorem-1": _row(GRADED, "qbrank", 3, "qb-theorem-1"),
    "qb-3": _explained(TOLERANT, "qbrank", 3, "epsilon"),
    "qb-section-4": _row(GRADED, "ranksvm", 1, "below-start"),
    "qb-precision": _of(
        "RankSVM, K = 100",
        r"\text{precision}",
        lambda: ranking.precision_at(LINE.trace.problem, _scores(LINE), 100.0),
        LINE,
    ),
    "qb-dcg": _of(
        "QBRank, round 1",
        r"\mathrm{DCG}_5",
        lambda: ranking.dcg(TREES.trace.problem, _scores(TREES), 5),
        TREES,
    ),
    "gd-1-2": _row(TWO_CLASSES, "kernel-gd", 3, "surrogate"),
    "gd-1-3": _row(TWO_CLASSES, "kernel-gd", 3, "j-falls"),
    "gd-1-5": _of("The first item, round 1", "f_2(x_1)", lambda: _scores(KERNEL)[0], KERNEL),
    "gd-lemma-3-1": _of(
        "Round 3", r"\tfrac{\lambda}{2} \lVert f - f_\lambda \rVert^2", lambda: _excess(AFTER), AFTER
    ),
    "gd-lemma-3-2": _row(TWO_CLASSES, "kernel-gd", 3, "gd-lemma-3-2"),
    "gd-lemma-3-5": _of(
        "What it allows at f of round 3, δ = 0.05", r"\lVert \cdot \rVert_K", lambda: _tail(AFTER), AFTER
    ),
    "gd-lemma-3-7": _of(
        "Three rounds",
        r"\prod (1 - \gamma_t \lambda)",
        lambda: concentration.forgotten(_steps(AFTER), float(AFTER.run.params["regularisation"])),
        AFTER,
    ),
    "gd-theorem-2-1": _of(
        "Logistic loss, 320 positives and 320 negatives: steps that are needed", "T", _theorem_steps
    ),
    "gd-lemma-3-4": _row(TWO_CLASSES, "kernel-gd", 3, "gd-lemma-3-4"),
    "gd-target": _row(TWO_CLASSES, "kernel-gd", 3, "contraction"),
    "gd-auc": _row(TWO_CLASSES, "kernel-gd", 3, "auc-error"),
    "tie": _of(
        "RB-D, round 3: closer scores are tied",
        r"10^{-12} \textstyle\sum |\alpha|",
        lambda: TIE * np.abs(RB_D.trace.boosted_run("rb-d").alpha).sum(),
        RB_D,
    ),
    "ndcg": _of(
        "RB-D, round 3",
        r"\mathrm{NDCG@5}",
        lambda: ranking.ndcg(RB_D.trace.problem, _scores(RB_D), 5),
        RB_D,
    ),
    "friedman": _of(
        "Three algorithms on four tasks",
        r"\chi^2",
        lambda: ranks.friedman(ranks.rank_rows(THREE_ON_FOUR, lower=False))[0],
    ),
    "critical-difference": _of(
        "Three algorithms on 20 tasks, at 5 %", r"\mathrm{CD}", lambda: ranks.critical_difference(3, 20)
    ),
}
"""By the entry's key."""
