"""The paper's experiment (QB section 4, Figure 1, Table 1): what labels of single-grade queries add to preferences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankviz.algorithms.boosting.algorithm import Params
from rankviz.algorithms.qbrank.hinge import squared_hinge
from rankviz.algorithms.qbrank.loop import Rules, descend
from rankviz.algorithms.qbrank.losses import Loss, Mix, Squared, single_grade
from rankviz.algorithms.qbrank.ranksvm import fit_ranksvm
from rankviz.algorithms.qbrank.trees import Trees
from rankviz.data.problem import Problem
from rankviz.errors import DataError
from rankviz.metrics.ranking import dcg, precision_curve

DCG_AT = 5
PERCENTS = np.arange(10, 101, 10)
"""K of Table 1."""

CURVES = ("GBT, L1", "GBT, L2", "GBT, L1 ∪ L2", "QBRank, P2", "QBRank, P2 ∪ L1")
"""The curves of Figure 1: the method, and what it learns from."""

TABLE = ("QBRank, P2", "GBT, L2")
"""The curves whose precision Table 1 has, beside RankSVM's."""

SVM = "RankSVM, P2"


@dataclass(frozen=True)
class Parts:
    """The data of the experiment. L1: queries of a single grade. L2, L3: the other queries, drawn apart.

    training holds the items of L1 and L2, test those of L3; `alone` (n,) bool tells which training items are L1.
    """

    training: Problem
    alone: np.ndarray
    test: Problem


@dataclass(frozen=True)
class Experiment:
    """Means over several draws of L2 and L3; `parts` are those of the first draw.

    dcg : DCG@5 on L3 after rounds 0 … T by curve (T + 1,). svm : RankSVM's. precision : at K % on P3 (10,) by name.
    """

    parts: Parts
    dcg: dict[str, np.ndarray]
    svm: float
    precision: dict[str, np.ndarray]


def split(problem: Problem, seed: int) -> Parts:
    """L1, L2 and L3 of a graded problem, L2 and L3 of as many queries each, drawn with `seed`.

    Raises DataError without grades, without a single-grade query, or with fewer than two of the others.
    """
    if problem.grades is None or problem.explicit:
        raise DataError("The experiment needs grades, and here the pairs were given one by one")
    alone = single_grade(problem)
    several = np.unique(problem.qid[~alone])
    if not alone.any():
        raise DataError(
            "No query has a single grade, so there is nothing that only labels can tell",
            remedy="Choose data with such queries, as the made-up “Queries with a single grade”",
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
    progress: Callable[[str, float], object] | None = None,
) -> Experiment:
    """Run the paper's six experiments on a graded problem, and average over `draws` of the training and test queries.

    Parameters
    ----------
    params : w, tau, tau_by, eta, leaves, weighting, step_rule as of QBRank, and RankSVM's cost.
    gain : what a grade is worth in DCG, see `rankviz.metrics.ranking.dcg`.
    progress : called with what runs and the share that is done.

    Raises DataError as :func:`split`.
    """
    found = []
    for draw in range(draws):

        def report(name: str, share: float, draw: int = draw) -> None:
            if progress is not None:
                progress(name, (draw + share) / draws)

        found.append(_once(split(problem, seed + draw), rounds, params, seed + draw, gain, report))
    return Experiment(
        found[0].parts,
        {name: np.mean([each.dcg[name] for each in found], axis=0) for name in CURVES},
        float(np.mean([each.svm for each in found])),
        {name: np.mean([each.precision[name] for each in found], axis=0) for name in (*TABLE, SVM)},
    )


def _once(
    parts: Parts, rounds: int, params: Params, seed: int, gain: str, progress: Callable[[str, float], None]
) -> Experiment:
    rules = Rules(str(params["weighting"]), str(params["step_rule"]), float(params["eta"]))
    curves, precision = {}, {}
    for done, name in enumerate(CURVES):
        progress(name, done / (len(CURVES) + 1))
        scores = _scores(parts, _loss(parts, name, params), rules, rounds, int(params["leaves"]), seed)
        curves[name] = np.array([dcg(parts.test, h, DCG_AT, gain=gain) for h in scores])
        if name in TABLE:
            precision[name] = precision_curve(parts.test, scores[-1], PERCENTS)
    progress(SVM, len(CURVES) / (len(CURVES) + 1))
    svm = fit_ranksvm(parts.training, parts.test, 1, params, seed).held
    assert svm is not None
    precision[SVM] = precision_curve(parts.test, svm[-1], PERCENTS)
    return Experiment(parts, curves, dcg(parts.test, svm[-1], DCG_AT, gain=gain), precision)


def _loss(parts: Parts, name: str, params: Params) -> Loss:
    """The risk of one curve on the training items; what is not in its data has no part in it."""
    training, grades = parts.training, parts.training.grades
    assert grades is not None
    n = training.n_items
    if name.startswith("GBT"):
        known = {"L1": parts.alone, "L2": ~parts.alone, "L1 ∪ L2": np.ones(n, dtype=bool)}[name[5:]]
        return Squared(np.where(known, grades, np.nan))
    preferences = squared_hinge(training, float(params["tau"]), params["tau_by"] == "grade")
    if name.endswith("P2"):
        return preferences
    w = float(params["w"])
    return Mix(((w, preferences), (1.0 - w, Squared(np.where(parts.alone, grades, np.nan)))), n)


def _scores(parts: Parts, loss: Loss, rules: Rules, rounds: int, leaves: int, seed: int) -> list[np.ndarray]:
    """Scores of the test items (k,) after rounds 0 … T; a run that ended stays where it was."""
    trees = Trees(parts.training.X, parts.test.X, leaves, seed)
    start = np.zeros(parts.training.n_items), np.zeros(parts.test.n_items)
    held = descend(loss, trees, start, rounds, rules).held
    assert held is not None
    return held + [held[-1]] * (rounds + 1 - len(held))
