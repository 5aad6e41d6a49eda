"""The readers that turn a model's file, or a library's own object, and a problem into the problem with that model."""

import hashlib
import re
from dataclasses import replace
from typing import Any

import numpy as np

from rankviz.engine.data.model import NO_COLUMN, Model
from rankviz.engine.data.models.files import KINDS, kind
from rankviz.engine.data.models.libraries import LABELS
from rankviz.engine.data.models.reading_process import parse, read_apart
from rankviz.engine.data.models.validate_model import check
from rankviz.engine.data.problem import Problem
from rankviz.engine.data.reading import Readable, content
from rankviz.engine.errors import DataError, as_given, first_of
from rankviz.engine.number_format import counted

UNTOLD = (
    "The model does not say whether rows or queries had weights, positions or first scores in its training, or whether "
    "rows were sampled: λ's and pair weights assume that they had not."
)
_INSIDE = ("booster_", "get_booster")
"""The attributes of LGBMRanker and XGBRanker that hold their Booster."""

_NUMBERED = re.compile(r"f\d+")
"""Names of features that are only numbers, as in LETOR files."""


def read(source: Readable, *, name: str | None = None) -> Model:
    """Read a model's file in a separate process, without the library that wrote it; nothing is unpickled.

    Raises DataError for another file, a broken one, and a model that is not a boosted ranker.
    """
    data, name = content(source, name)
    found = kind(data)
    if found is None:
        raise DataError("this is not a model that can be read", file=name, remedy=f"Give {KINDS}")
    return read_apart(found, data, name, hashlib.sha256(data).hexdigest())


def of_booster(booster: Any, name: str = "the model") -> Model:
    """Read a trained Booster or Ranker of LightGBM, XGBoost or CatBoost from memory. Raises DataError."""
    package = type(booster).__module__.partition(".")[0]
    if package not in LABELS:
        raise DataError(
            f"The model is {as_given(booster)}",
            remedy="Give a Booster or a Ranker of LightGBM or XGBoost, a CatBoost, or the path of its file",
        )
    try:
        for inside in _INSIDE:
            if hasattr(type(booster), inside):
                found = getattr(booster, inside)
                booster = found() if callable(found) else found
        data = _serialised(package, booster)
    except Exception as error:  # each library has its own error for a model that was never fitted
        raise DataError(f"The model of {package} is not trained", remedy="Fit it first") from error
    model = of_bytes(package, data, name)
    if package == "lightgbm":  # LightGBM's text does not contain it
        model = replace(model, best=max(int(booster.best_iteration), 0))
    return model


def of_bytes(package: str, data: bytes, name: str) -> Model:
    """Read what the library `package` saved, in this process: for data of our own. Raises DataError."""
    try:
        model = replace(parse(package, data), name=name, identity=hashlib.sha256(data).hexdigest())
    except DataError as error:
        raise error.in_file(name) from error.__cause__
    check(model)
    return model


def _serialised(package: str, booster: Any) -> bytes:
    """Return what the library would save."""
    if package == "lightgbm":
        # With all trees: else early stopping leaves some out.
        return str(booster.model_to_string(num_iteration=booster.num_trees())).encode()
    return bytes(booster.save_raw("ubj")) if package == "xgboost" else bytes(booster._serialize_model())


def attach(model: Model, problem: Problem, **about: str) -> Problem:
    """Return the problem with the model to watch on it; `about` may name another source and title.

    Raises DataError when the model was trained on other features.
    """
    found = _matched(model, problem)
    return problem.with_model(found, **about).with_notes(*_notes(found))


def on_data(
    source: Readable, *, data: Problem, data_name: str = "", name: str | None = None, spec: str = ""
) -> Problem:
    """Read a model's file and return the problem with it, see :func:`read` and :func:`attach`.

    data : the problem to watch the model on. data_name : of its file, for the title. spec : the SOURCE to note.
    """
    model = read(source, name=name)
    return attach(model, data, source=spec, title=f"{model.name} on {data_name or data.title}")


def _notes(model: Model) -> list[str]:
    trees = counted(model.n_trees, "tree")
    notes = [f"{model.library}'s model {model.name} has {trees}; its objective was {model.objective.name}."]
    if model.objective.unknown:
        notes.append(f"λ's and pair weights are left out for it: {model.objective.unknown}.")
    else:
        notes.append(UNTOLD)
    if 0 < model.best < model.n_trees:
        best, more = counted(model.best, "tree"), model.n_trees - model.best
        notes.append(f"Early stopping found {best} best; the {more:,} after that are shown, too.")
    return notes


def _matched(model: Model, problem: Problem) -> Model:
    """Return the model with the columns of the data that are its features, by name where it has names, else by number.

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
