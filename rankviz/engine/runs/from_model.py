"""From a trained ranker and a problem to a Trace: for notebooks and scripts."""

import os
from collections.abc import Sequence
from typing import Any

from rankviz.engine.data.models import reader
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError, as_given
from rankviz.engine.runs import runner
from rankviz.engine.runs.trace import Trace


def from_model(
    model: Any,
    problem: Problem,
    beside: str | Sequence[str] = (),
    rounds: int | None = None,
    *,
    holdout: float = 0.0,
    seed: int = 0,
    **params: Any,
) -> Trace:
    """Watch a trained ranker on a problem: a Trace with the run "own", each of its rounds a tree.

    Parameters
    ----------
    model : a Booster or a Ranker of LightGBM or XGBoost, a CatBoost, or the path of its file.
    problem : items with the features that it was trained on; the data it was trained on, or others.
    beside : algorithms of RankViz that learn from the same problem, as `rankviz.trace` takes them.
    rounds : the number of trees, and of rounds of the others; all trees when left out.
    holdout, seed, params : as for `rankviz.trace`; the ranker itself learns from neither part.

    Raises
    ------
    DataError
        No model that can be read or shown, a model with other features, or what `rankviz.trace` raises.

    >>> import lightgbm
    >>> problem = rankviz.load("bundled:diabetes")
    >>> model = lightgbm.LGBMRegressor(n_estimators=5, verbose=-1).fit(problem.X, problem.grades)
    >>> rankviz.from_model(model, problem, beside="rb-c")
    <Trace of bundled:diabetes: own 5 rounds, rb-c 5 rounds>
    """
    if not isinstance(problem, Problem):
        raise DataError(
            f"The problem is {as_given(problem)}",
            remedy="Give what rankviz.load or Problem.from_arrays makes",
        )
    is_file = isinstance(model, (str, os.PathLike))
    found = reader.attach(reader.read(model) if is_file else reader.of_booster(model), problem)
    others = [beside] if isinstance(beside, str) else list(beside)
    trees = found.model.n_trees if found.model is not None else 1
    return runner.trace(
        found,
        ["own", *others],
        min(trees, runner.MAX_ROUNDS) if rounds is None else rounds,
        holdout=holdout,
        seed=seed,
        **params,
    )
