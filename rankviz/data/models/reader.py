"""From a model's file, or a library's own object, and a problem to the problem with that model."""

import hashlib
from collections.abc import Callable
from typing import Any

from rankviz.data.model import Model
from rankviz.data.models import catboost, lightgbm, xgboost
from rankviz.data.models.features import matched
from rankviz.data.models.files import KINDS, kind
from rankviz.data.models.sound import check
from rankviz.data.problem import Problem
from rankviz.data.reading import Readable, content
from rankviz.errors import DataError, as_given
from rankviz.number_format import counted

READERS: dict[str, Callable[[bytes, str, str], Model]] = {
    "lightgbm": lightgbm.read,
    "xgboost": xgboost.read,
    "catboost": catboost.read,
}
OBJECTS: dict[str, Callable[[Any, str, str], Model]] = {
    "lightgbm": lightgbm.of_booster,
    "xgboost": xgboost.of_booster,
    "catboost": catboost.of_booster,
}
_INSIDE = ("booster_", "get_booster")
"""Where LGBMRanker and XGBRanker have their Booster."""


def read(source: Readable, *, name: str | None = None) -> Model:
    """Read a model's file by the library that wrote it; nothing is unpickled.

    Raises DataError for another file, a model that is no boosted ranker, or a library that is not installed.
    """
    data, name = content(source, name)
    found = kind(data)
    if found is None:
        raise DataError("this is no model that can be read", file=name, remedy=f"Give {KINDS}")
    return _sound(READERS[found](data, name, hashlib.sha256(data).hexdigest()))


def of_booster(booster: Any) -> Model:
    """Read a trained Booster or Ranker of LightGBM, XGBoost or CatBoost as it is in memory. Raises DataError."""
    package = type(booster).__module__.partition(".")[0]
    if package not in OBJECTS:
        raise DataError(
            f"The model is {as_given(booster)}",
            remedy="Give a Booster or a Ranker of LightGBM or XGBoost, a CatBoost, or the path of its file",
        )
    try:
        for inside in _INSIDE:
            if hasattr(type(booster), inside):
                found = getattr(booster, inside)
                booster = found() if callable(found) else found
        text = _serialised(package, booster)
    except Exception as error:  # each library has its own error for a model that was never fitted
        raise DataError(f"The model of {package} is not trained", remedy="Fit it first") from error
    return _sound(OBJECTS[package](booster, "the model", hashlib.sha256(text).hexdigest()))


def _sound(model: Model) -> Model:
    check(model.shapes, model.n_features, model.name)
    return model


def _serialised(package: str, booster: Any) -> bytes:
    """What tells this model from every other."""
    if package == "lightgbm":
        return str(booster.model_to_string(num_iteration=booster.num_trees())).encode()
    return bytes(booster.save_raw("ubj")) if package == "xgboost" else bytes(booster._serialize_model())


def attach(model: Model, problem: Problem, **about: str) -> Problem:
    """Return the problem with the model that is watched on it; `about` may name another source and title.

    Raises DataError when the model was trained on other features.
    """
    found = matched(model, problem)
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
    if 0 < model.best < model.n_trees:
        best, more = counted(model.best, "tree"), model.n_trees - model.best
        notes.append(f"Early stopping found {best} best; the {more:,} after that are shown, too.")
    return notes
