"""The mapping from a model's features to columns of the data: by name where it has names, else by number."""

import re

import numpy as np

from rankviz.engine.data.model import NO_COLUMN, Model
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError, first_of
from rankviz.engine.number_format import counted

_NUMBERED = re.compile(r"f\d+")
"""Names of features that are only numbers, as in LETOR files."""


def matched(model: Model, problem: Problem) -> Model:
    """Return the model with the columns of the data that are its features.

    By name: every feature of the model must be among the data's, which may have more. By number: both have as many.
    A model that a library itself trained on an svmlight file counts from 0, and has an extra feature, which no tree
    uses. Raises DataError for a model with other features, and for values that are not categories where it has some.
    """
    found = model.with_columns(_by_name(model, problem) if model.names else _by_number(model, problem))
    _check_categories(found, problem)
    return found


def _by_name(model: Model, problem: Problem) -> np.ndarray:
    place = {name: j for j, name in enumerate(problem.feature_names)}
    lacking = [name for name in model.names if name not in place]
    if lacking:
        raise DataError(
            f"the model was trained on {counted(model.n_features, 'feature')}, and these data lack {len(lacking):,} of "
            f"them: {first_of(lacking)}",
            file=model.name,
            remedy=f"Give the data it was trained on; these have {first_of(problem.feature_names)}",
        )
    return np.array([place[name] for name in model.names], dtype=np.int64)


def _by_number(model: Model, problem: Problem) -> np.ndarray:
    d = problem.n_features
    if model.n_features == d:
        return np.arange(d)
    numbered = all(_NUMBERED.fullmatch(name) for name in problem.feature_names)
    if (
        numbered
        and problem.feature_names[0] == "f1"
        and model.n_features == d + 1
        and 0 not in model.shapes.used
    ):
        return np.concatenate([[NO_COLUMN], np.arange(d)])
    raise DataError(
        f"the model was trained on {counted(model.n_features, 'feature')}, and these data have {d:,}",
        file=model.name,
        remedy=f"Give the data it was trained on; these have {first_of(problem.feature_names)}",
    )


def _check_categories(model: Model, problem: Problem) -> None:
    assert model.columns is not None
    for feature in model.categories:
        if model.columns[feature] == NO_COLUMN:
            continue
        name, values = problem.feature_names[model.columns[feature]], problem.X[:, model.columns[feature]]
        known = values[~np.isnan(values)]
        if (known != np.round(known)).any() or (known < 0.0).any() or (known >= 2.0**31).any():
            raise DataError(
                "the model takes this feature as categories, and here it has other values than 0, 1, 2, …",
                file=model.name,
                column=name,
                remedy="Write the number of each category, as the model was trained on them",
            )
