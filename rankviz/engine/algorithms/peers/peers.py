"""LightGBM and XGBoost beside our algorithms: the same rounds, leaves and learning rate, scored tree by tree.

LightGBM and XGBoost appear in experiments only, because only the scores of their rounds are known. What is not set
here is the library's default; min_data_in_leaf is 1, because LightGBM's 20 leaves small tasks without a split. Both run
in one thread. Leaf values are added up in double precision, so that items in the same leaves have equal scores.
"""

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np

from rankviz.engine.algorithms.boosting.stop import ALL_ROUNDS, Stop, Why
from rankviz.engine.algorithms.entry import Params
from rankviz.engine.algorithms.qbrank.qbrank import ETA, LEAVES
from rankviz.engine.algorithms.score_learner import Learning, ScoredAlgorithm, ScoredSteps
from rankviz.engine.arguments import seed_of_32_bits
from rankviz.engine.choice import Choice
from rankviz.engine.data.models.libraries import require
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.engine.marks import GREY

MOST_GRADE = 30
"""The highest grade: LightGBM has gains of grades up to 30, XGBoost up to 31."""

OBJECTIVE = Choice(
    "objective",
    "Objective",
    "choice",
    "ndcg",
    "XGBoost's objective: rank:ndcg, which is LambdaMART, or rank:pairwise, which is RankNet.",
    choices=("ndcg", "pairwise"),
)


@dataclass(frozen=True, eq=False)
class _Rows:
    """A problem in the form these libraries expect: rows by query, the size of each query, and whole grades."""

    X: np.ndarray
    grades: np.ndarray
    sizes: np.ndarray


Added = Callable[[np.ndarray], np.ndarray]
"""Features (n, d) of any items → what each tree adds to their scores (T, n)."""
Trees = Callable[[_Rows, int, Params, int], Added]
"""Training rows, rounds, parameters, seed → the trees."""


def _lightgbm(rows: _Rows, rounds: int, params: Params, seed: int) -> Added:
    lightgbm = importlib.import_module("lightgbm")
    chosen = {
        "objective": "lambdarank",
        "learning_rate": params["eta"],
        "num_leaves": params["leaves"],
        "min_data_in_leaf": 1,
        "seed": seed,
        "deterministic": True,
        "force_col_wise": True,
        "num_threads": 1,
        "verbose": -1,
    }
    data = lightgbm.Dataset(rows.X, label=rows.grades, group=rows.sizes, params=chosen)
    booster = lightgbm.train(chosen, data, rounds)
    count = booster.current_iteration()

    def added(X: np.ndarray) -> np.ndarray:
        if count == 0:
            return np.zeros((0, len(X)))
        leaves = np.asarray(booster.predict(X, pred_leaf=True, num_threads=1), dtype=np.int64).reshape(
            len(X), -1
        )
        found = np.zeros((count, len(X)))
        for t in range(count):
            used = np.unique(leaves[:, t])
            value = np.array([booster.get_leaf_output(t, int(leaf)) for leaf in used])
            found[t] = value[np.searchsorted(used, leaves[:, t])]
        return found

    return added


def _xgboost(rows: _Rows, rounds: int, params: Params, seed: int) -> Added:
    xgboost = importlib.import_module("xgboost")
    chosen = {
        "objective": f"rank:{params['objective']}",
        "learning_rate": params["eta"],
        "max_leaves": params["leaves"],
        "max_depth": 0,
        "grow_policy": "lossguide",
        "tree_method": "hist",
        "base_score": 0.0,
        "seed": seed,
        "nthread": 1,
        "verbosity": 0,
    }
    data = xgboost.DMatrix(rows.X, label=rows.grades, nthread=1)
    data.set_group(rows.sizes)
    booster = xgboost.train(chosen, data, rounds)

    def added(X: np.ndarray) -> np.ndarray:
        items = xgboost.DMatrix(X, nthread=1)
        each = (booster.predict(items, output_margin=True, iteration_range=(t, t + 1)) for t in range(rounds))
        return np.array([values.astype(np.float64) for values in each])

    return added


@dataclass(frozen=True)
class _Fit:
    """Runs a library's ranker as a learner of ours; `module` is the package, `label` its name on screen."""

    module: str
    label: str
    trees: Trees

    def __call__(self, task: Learning) -> ScoredSteps:
        """Train the ranker. Raises DataError without grades, for grades it cannot use, or if it is not installed."""
        require(self.module)
        problem, held, params = task.problem, task.held, task.params
        rows = _rows(problem, self.label)
        try:
            added = self.trees(rows, task.rounds, params, seed_of_32_bits(task.seed) % 2**31)
        except (ValueError, RuntimeError) as error:  # LightGBMError and XGBoostError derive from these
            message = " ".join(str(error).split())[:200]
            raise DataError(f"{self.label} could not learn: {message}") from error

        def scores(X: np.ndarray) -> np.ndarray:
            return np.concatenate([np.zeros((1, len(X))), np.cumsum(added(X), axis=0)])

        learned = scores(problem.X)
        done = len(learned) - 1
        return ScoredSteps(
            scores=learned,
            held=None if held is None else scores(held.X),
            staged=lambda X: iter(scores(X)),
            added=["tree"] * done,
            step=[float(params["eta"])] * done,
            extra={},
            pair_weight=lambda h: np.zeros(problem.n_pairs),
            unweighed="the library keeps them",
            stopped=ALL_ROUNDS
            if done == task.rounds
            else Stop(Why.STUCK, f"before round {done + 1} no split was left"),
        )


def _rows(problem: Problem, label: str) -> _Rows:
    if problem.grades is None:
        raise DataError(
            f"{label} learns from grades, and here the pairs were given one by one",
            remedy="Leave it out, or give grades",
        )
    grades = problem.grades
    if (grades != np.round(grades)).any() or grades.min() < 0.0 or grades.max() > MOST_GRADE:
        raise DataError(f"{label} takes whole grades from 0 to {MOST_GRADE} only", remedy="Leave it out")
    order = np.argsort(problem.qid, kind="stable")
    return _Rows(problem.X[order], grades[order], np.bincount(problem.qid))


def _entry(name: str, label: str, help: str, parameters: tuple[Choice, ...], trees: Trees) -> ScoredAlgorithm:
    return ScoredAlgorithm(
        name=name,
        label=label,
        help=help,
        family="peers",
        parameters=parameters,
        loss="",
        bound="",
        bound_label="none",
        mark=GREY,
        learn=_Fit(name, label, trees),
    )


PEERS = {
    entry.name: entry
    for entry in (
        _entry("lightgbm", "LightGBM", "LightGBM's lambdarank.", (ETA, LEAVES), _lightgbm),
        _entry(
            "xgboost", "XGBoost", "XGBoost's rank:ndcg or rank:pairwise.", (OBJECTIVE, ETA, LEAVES), _xgboost
        ),
    )
}
"""The peers by their package's name. They are not in the registry, because no page can show their rounds."""


def installed(name: str) -> str:
    """Return the version of a peer's library, "" when `name` is not a peer or is not installed."""
    if name not in PEERS or importlib.util.find_spec(name) is None:
        return ""
    return version(name)
