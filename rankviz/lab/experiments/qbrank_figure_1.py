"""The paper's experiment (QB section 4, Figure 1, Table 1): the value of single-grade labels besides preferences."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from rankviz.engine.algorithms.entry import Params
from rankviz.engine.algorithms.qbrank.hinge import squared_hinge
from rankviz.engine.algorithms.qbrank.loop import QBRankRules, descend
from rankviz.engine.algorithms.qbrank.losses import Mix, ScoreLoss, Squared, single_grade
from rankviz.engine.algorithms.qbrank.ranksvm import fit_ranksvm
from rankviz.engine.algorithms.qbrank.trees import Trees
from rankviz.engine.algorithms.score_learner import Learning
from rankviz.engine.choice import Value
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.metrics.ranking import dcg, precision_curve
from rankviz.lab.experiments.qbrank_table_1 import PERCENTS

DCG_AT = 5
CURVES = {
    "GBT, L1": ("eta", "leaves"),
    "GBT, L2": ("eta", "leaves"),
    "GBT, L1 ∪ L2": ("eta", "leaves"),
    "QBRank, P2": ("eta", "leaves", "tau"),
    "QBRank, P2 ∪ L1": ("eta", "leaves", "w", "tau"),
}
"""The curves of Figure 1: the method and what it learns from; the parameters that validation chooses, in this order."""

TABLE = ("QBRank, P2", "GBT, L2")
"""The curves whose precision is in Table 1, besides RankSVM's."""

SVM = "RankSVM, P2"

SAID = (("GBT, L1 ∪ L2", "GBT, L2"), ("QBRank, P2", "GBT, L2"), ("QBRank, P2 ∪ L1", "QBRank, P2"))
"""Pairs of curves: the paper says of Figure 1 that the first is above the second."""

OWN = (("GBT, L2", "GBT, L1"),)
"""A pair that the paper does not mention: so it is in RankViz's data."""

GRIDS: dict[str, tuple[Value, ...]] = {
    "eta": (0.05, 0.1, 0.2),
    "leaves": (20, 6, 10),
    "w": (0.5, 0.2, 0.8),
    "tau": (1.0, 0.5, 2.0),
}
"""The values that validation chooses from, the paper's first: of equally good values the first is chosen."""


@dataclass(frozen=True)
class Parts:
    """The data of the experiment. L1: queries of a single grade. L2, L3: the other queries, drawn separately.

    training holds the items of L1 and L2, test those of L3; `alone` (n,) bool: training items of L1.
    """

    training: Problem
    alone: np.ndarray
    test: Problem


@dataclass(frozen=True)
class Experiment:
    """Several draws (D) of L2 and L3; `parts` are those of the first.

    dcg : DCG@5 on L3 after rounds 0 … T by curve (D, T + 1). svm : RankSVM's (D,). precision : at K % on P3 (D, 10) by
    name. chosen : the parameters that validation chose in every draw, by curve; no draw where it chose none.
    """

    parts: Parts
    dcg: dict[str, np.ndarray]
    svm: np.ndarray
    precision: dict[str, np.ndarray]
    chosen: dict[str, list[Params]]

    @property
    def draws(self) -> int:
        """D, the number of draws."""
        return len(self.svm)


def validation_runs(params: Params) -> int:
    """Return how many runs choosing takes per draw when it starts from `params`: none is done twice."""
    repeated = {name for name, values in GRIDS.items() if name != "eta" and params[name] in values}
    return sum(len(GRIDS[name]) - (name in repeated) for names in CURVES.values() for name in names)


def split(problem: Problem, seed: int) -> Parts:
    """Split a graded problem into L1, L2 and L3, L2 and L3 of equally many queries, drawn with `seed`.

    Raises DataError without grades, without a single-grade query, or with fewer than two of the others.
    """
    if problem.grades is None or problem.explicit:
        raise DataError("The experiment needs grades, and here the pairs were given one by one")
    alone = single_grade(problem)
    several = np.unique(problem.qid[~alone])
    if not alone.any():
        raise DataError(
            "No query has a single grade, so there is nothing that only labels can tell",
            remedy="Choose data with such queries, as the synthetic “Queries with a single grade”",
        )
    if len(several) < 2:
        raise DataError("Only one query has more than one grade, so none is left to test on")
    test = np.random.default_rng(seed).permutation(several)[: len(several) // 2]
    tested = np.isin(problem.qid, test)
    rows = np.flatnonzero(~tested)
    return Parts(problem.subset(rows), alone[rows], problem.subset(np.flatnonzero(tested)))


def five_curves(
    problem: Problem,
    rounds: int,
    params: Params,
    seed: int = 0,
    draws: int = 1,
    gain: str = "exp2",
    tuned: bool = False,
    progress: Callable[[str, float], object] | None = None,
) -> Experiment:
    """Run the paper's six experiments on a graded problem, for several draws of the training and test queries.

    Parameters
    ----------
    params : w, tau, tau_by, eta, leaves, weighting, step_rule as of QBRank, and RankSVM's cost.
    gain : the gain of a grade in DCG, see `rankviz.engine.metrics.ranking.dcg`.
    tuned : each curve has the parameters that are best on a third of its training queries, held out for that,
        which the paper does not do; otherwise, and with too few queries, those of `params`.
    progress : called with the name of the running part and the share done.

    Raises DataError as :func:`split`.
    """
    dcgs: dict[str, list[np.ndarray]] = {name: [] for name in CURVES}
    precision: dict[str, list[np.ndarray]] = {name: [] for name in (*TABLE, SVM)}
    chosen: dict[str, list[Params]] = {name: [] for name in CURVES}
    svms, all_parts = [], [split(problem, seed + draw) for draw in range(draws)]

    def report(name: str, draw: int, done: int) -> None:
        if progress is not None:
            progress(name, (draw + done / (len(CURVES) + 1)) / draws)

    for draw, parts in enumerate(all_parts):
        learner = _Learner(parts, rounds, params, seed + draw, gain)
        for done, name in enumerate(CURVES):
            report(name, draw, done)
            best = learner.tuned(name) if tuned else {}
            if best:
                chosen[name].append(best)
            scores = learner.scores(name, best)
            dcgs[name].append(np.array([learner.dcg(h) for h in scores]))
            if name in TABLE:
                precision[name].append(precision_curve(parts.test, scores[-1], PERCENTS))
        report(SVM, draw, len(CURVES))
        svm = fit_ranksvm(Learning(parts.training, parts.test, 1, params, seed + draw)).held
        assert svm is not None
        precision[SVM].append(precision_curve(parts.test, svm[-1], PERCENTS))
        svms.append(dcg(parts.test, svm[-1], DCG_AT, gain=gain))
    return Experiment(
        all_parts[0],
        {name: np.array(values) for name, values in dcgs.items()},
        np.array(svms),
        {name: np.array(values) for name, values in precision.items()},
        chosen,
    )


@dataclass(frozen=True)
class _Learner:
    """The learners of one draw."""

    parts: Parts
    rounds: int
    params: Params
    seed: int
    gain: str

    def tuned(self, name: str) -> Params:
        """Choose one parameter after the other by DCG@5 on validation after the last round; {} without validation."""
        held = self._held_out()
        if held is None:
            return {}
        apart, names = replace(self, parts=held), CURVES[name]

        @cache
        def quality(*values: Value) -> float:
            return apart.dcg(apart.scores(name, dict(zip(names, values, strict=True)))[-1])

        best = tuple(self.params[each] for each in names)
        for at, each in enumerate(names):
            tried = [(*best[:at], value, *best[at + 1 :]) for value in GRIDS[each]]
            best = max(tried, key=lambda values: quality(*values))
        return dict(zip(names, best, strict=True))

    def _held_out(self) -> Parts | None:
        """Hold out a third of the training queries of several grades as the test part; None for fewer than three."""
        training, alone = self.parts.training, self.parts.alone
        several = np.random.default_rng(self.seed).permutation(np.unique(training.qid[~alone]))
        if len(several) < 3:
            return None
        held = np.isin(training.qid, several[: len(several) // 3])
        rows = np.flatnonzero(~held)
        return Parts(training.subset(rows), alone[rows], training.subset(np.flatnonzero(held)))

    def dcg(self, scores: np.ndarray) -> float:
        """Return DCG@5 of scores (k,) of the test part."""
        return dcg(self.parts.test, scores, DCG_AT, gain=self.gain)

    def scores(self, name: str, other: Params) -> list[np.ndarray]:
        """Return scores of the test items (k,) after rounds 0 … T, a run that ended repeats its last.

        The parameters are the learner's, except for those in `other`.
        """
        parts, params = self.parts, {**self.params, **other}
        trees = Trees(parts.training.X, parts.test.X, leaves=int(params["leaves"]))
        start = np.zeros(parts.training.n_items), np.zeros(parts.test.n_items)
        rules = QBRankRules(str(params["weighting"]), str(params["step_rule"]), float(params["eta"]))
        held = descend(_loss(parts, name, params), trees, start, self.rounds, rules).held
        assert held is not None
        return held + [held[-1]] * (self.rounds + 1 - len(held))


def _loss(parts: Parts, name: str, params: Params) -> ScoreLoss:
    """Return the risk of one curve on the training items, without parts for labels or pairs outside its data."""
    training, grades = parts.training, parts.training.known_grades
    n = training.n_items
    if name.startswith("GBT"):
        known = {"L1": parts.alone, "L2": ~parts.alone, "L1 ∪ L2": np.ones(n, dtype=bool)}[name[5:]]
        return Squared(np.where(known, grades, np.nan))
    preferences = squared_hinge(training, float(params["tau"]), params["tau_by"] == "grade")
    if name.endswith("P2"):
        return preferences
    w = float(params["w"])
    return Mix(((w, preferences), (1.0 - w, Squared(np.where(parts.alone, grades, np.nan)))), n)
