"""Rankers of other libraries for tests: drawn trees that need no library, and models that the libraries train."""

import importlib.util
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from rankviz.engine.algorithms.qbrank.trees import Trees
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data.model import Model, Objective, Shapes
from rankviz.engine.data.models import reader
from rankviz.engine.data.models.libraries import LABELS
from rankviz.engine.data.problem import Problem

LAMBDARANK = Objective("lambdarank", delta=True, at=30, norm=True)


def needs(package: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(
        importlib.util.find_spec(package) is None, reason=f"{LABELS[package]} is not installed"
    )


def drawn(X: np.ndarray, trees: int = 6, seed: int = 0, objective: Objective = LAMBDARANK) -> Model:
    """A model of regression trees on drawn targets, without a library."""
    rng, learner = np.random.default_rng(seed), Trees(X, None, leaves=4)
    grown = [learner.fit(rng.normal(size=len(X)), np.ones(len(X))).tree for _ in range(trees)]
    leaf = [tree.left < 0 for tree in grown]
    shapes = Shapes(
        start=np.concatenate([[0], np.cumsum([len(tree.left) for tree in grown])]),
        **{
            name: np.concatenate([getattr(tree, name) for tree in grown])
            for name in ("feature", "threshold", "left", "right", "missing_left")
        },
        value=np.concatenate(
            [np.where(end, tree.value, np.nan) for tree, end in zip(grown, leaf, strict=True)]
        ),
    )
    return Model(
        "LightGBM", "drawn.txt", objective, (), X.shape[1], (), shapes, 0.0, 0, f"drawn {seed} {trees}"
    )


def nested(model: Model, t: int, node: int = 0) -> dict[str, object]:
    """A tree as the twin reads it."""
    shapes, here = model.shapes, model.shapes.tree(t)
    if shapes.left[here][node] < 0:
        return {"value": shapes.value[here][node]}
    return {
        "feature": int(shapes.feature[here][node]),
        "threshold": shapes.threshold[here][node],
        "strict": shapes.strict,
        "missing_left": bool(shapes.missing_left[here][node]),
        "left": nested(model, t, int(shapes.left[here][node])),
        "right": nested(model, t, int(shapes.right[here][node])),
    }


def with_model(problem: Problem, **drawing: Any) -> Problem:
    """The problem with a drawn model."""
    return reader.attach(drawn(problem.X, **drawing), problem)


def suited(problem: Problem, *algorithms: str) -> Problem:
    """The problem, with a drawn model of twelve trees where one of the algorithms needs one."""
    needed = any(ALGORITHMS[name].needs_model for name in algorithms)
    return with_model(problem, trees=12) if needed else problem


# ---------------------------------------------------------------- models that the libraries train


@dataclass(frozen=True, eq=False)
class Graded:
    """Training rows by query: features, grades, the size of each query, and which features are categories."""

    X: np.ndarray
    grades: np.ndarray
    sizes: np.ndarray
    categories: tuple[int, ...] = ()

    @property
    def qid(self) -> np.ndarray:
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    def problem(self) -> Problem:
        return Problem.from_arrays(self.X, self.grades, self.qid)

    def letor(self, features: int | None = None) -> str:
        """The rows as a LETOR file, or their first features alone."""
        return "".join(
            f"{int(grade)} qid:{q + 1} " + " ".join(f"{j}:{float(v)!r}" for j, v in enumerate(x, 1)) + "\n"
            for grade, q, x in zip(self.grades, self.qid, self.X[:, :features], strict=True)
        )


def graded(
    seed: int = 0, missing: float = 0.0, categories: bool = False, queries: int = 12, size: int = 20
) -> Graded:
    """Rows with grades from 0 to 3 that two features and a category explain in part; a share of values is missing."""
    rng, n = np.random.default_rng(seed), queries * size
    X = rng.normal(size=(n, 4))
    X[:, 3] = rng.integers(0, 6, n)
    worth = X[:, 0] + 0.5 * X[:, 1] + np.array([0.0, 1.0, -1.0, 0.5, -0.5, 1.5])[X[:, 3].astype(int)]
    grades = np.clip(np.round(worth + rng.normal(0, 0.5, n) + 1), 0, 3)
    X[:, :3] = np.where(rng.random((n, 3)) < missing, np.nan, X[:, :3])
    return Graded(X, grades, np.full(queries, size), (3,) if categories else ())


def of_problem(problem: Problem) -> Graded:
    order = np.argsort(problem.qid, kind="stable")
    return Graded(problem.X[order], problem.known_grades[order], np.bincount(problem.qid))


def train_lightgbm(rows: Graded, rounds: int = 20, valid: Graded | None = None, **params: Any) -> Any:
    """A Booster of LightGBM; with `valid`, one that stopped early."""
    import lightgbm

    chosen = {
        "objective": "lambdarank",
        "num_leaves": 7,
        "min_data_in_leaf": 3,
        "max_cat_to_onehot": 1,
        "min_data_per_group": 1,
        "verbose": -1,
        "num_threads": 1,
        "deterministic": True,
        "seed": 1,
        **params,
    }
    data = lightgbm.Dataset(
        rows.X, rows.grades, group=rows.sizes, categorical_feature=list(rows.categories), params=chosen
    )
    if valid is None:
        return lightgbm.train(chosen, data, rounds)
    other = data.create_valid(valid.X, valid.grades, group=valid.sizes)
    stop = lightgbm.early_stopping(3, verbose=False)
    # What train returns by default has the trees up to the best alone.
    return lightgbm.train(chosen, data, rounds, [other], callbacks=[stop], keep_training_booster=True)


def train_xgboost(rows: Graded, rounds: int = 20, valid: Graded | None = None, **params: Any) -> Any:
    """A Booster of XGBoost; with `valid`, one that stopped early."""
    import xgboost

    def matrix(of: Graded) -> Any:
        kinds = ["c" if j in of.categories else "q" for j in range(of.X.shape[1])] if of.categories else None
        return xgboost.DMatrix(
            of.X,
            of.grades,
            qid=of.qid,
            feature_types=kinds,
            enable_categorical=bool(of.categories),
            nthread=1,
        )

    chosen = {
        "objective": "rank:ndcg",
        "max_depth": 3,
        "max_cat_to_onehot": 1,
        "nthread": 1,
        "seed": 1,
        **params,
    }
    if valid is None:
        return xgboost.train(chosen, matrix(rows), rounds)
    return xgboost.train(
        chosen,
        matrix(rows),
        rounds,
        evals=[(matrix(valid), "valid")],
        early_stopping_rounds=3,
        verbose_eval=False,
    )


def catboost_rows(rows: Graded, X: np.ndarray) -> Any:
    """Features as CatBoost takes them: categories as text."""
    if not rows.categories:
        return X
    found = X.astype(object)
    for j in rows.categories:
        found[:, j] = [str(int(value)) for value in X[:, j]]
    return found


def train_catboost(rows: Graded, rounds: int = 20, valid: Graded | None = None, **params: Any) -> Any:
    """A CatBoost; with `valid`, one that stopped early."""
    import catboost

    def pool(of: Graded) -> Any:
        return catboost.Pool(
            catboost_rows(of, of.X), of.grades, group_id=of.qid, cat_features=list(of.categories) or None
        )

    chosen = {
        "iterations": rounds,
        "depth": 3,
        "loss_function": "PairLogit",
        "verbose": 0,
        "allow_writing_files": False,
        "thread_count": 1,
        "random_seed": 1,
        **params,
    }
    model = catboost.CatBoost(chosen)
    if valid is None:
        return model.fit(pool(rows))
    return model.fit(pool(rows), eval_set=pool(valid), early_stopping_rounds=3)
