"""LightGBM's models: `model.txt`, or a Booster. Predictions are the library's; the trees' shapes stand in the text.

Format: src/io/gbdt_model_text.cpp and src/io/tree.cpp of LightGBM 4, whose fields have been the same since 2.0.
"""

import re
from typing import Any

import numpy as np

from rankviz.data.model import FEATURE, Model, Objective, Shapes
from rankviz.data.models.libraries import library
from rankviz.data.models.sound import check
from rankviz.errors import DataError

LIBRARY = "LightGBM"
_CATEGORICAL, _DEFAULT_LEFT = 1, 2
"""Bits of a node's decision type; the two above say what is missing: nothing, 0 and NaN, or NaN."""
_ZERO_IS_MISSING, _NAN_IS_MISSING = 1, 2
_NUMBERED = re.compile(r"Column_\d+")
_MOST_NAMED = 12
"""Categories that a question lists."""


def read(data: bytes, name: str, identity: str) -> Model:
    """Read a model.txt. Raises DataError for a file that LightGBM cannot read, and for what is no boosted ranker."""
    lightgbm = library("lightgbm")
    text = data.decode("utf-8", "replace")
    _check_text(text, name)
    try:
        booster = lightgbm.Booster(model_str=text)
    except (ValueError, lightgbm.basic.LightGBMError) as error:
        raise DataError(
            f"LightGBM cannot read this model: {' '.join(str(error).split())[:200]}",
            file=name,
            remedy="Save it again with booster.save_model",
        ) from error
    return of_booster(booster, name, identity)


def _check_text(text: str, name: str) -> None:
    """Raise DataError for a text that is cut off or whose trees are broken: LightGBM itself would end the program."""
    head, _, rest = text.replace("\r\n", "\n").partition("\nTree=")
    trees = rest.partition("\nend of trees")[0]
    most = re.search(r"^max_feature_idx=(\d{1,9})$", head, re.MULTILINE)
    remedy = "Save it again with booster.save_model"
    if "\nend of trees" not in text or most is None:
        raise DataError("this model is cut off", file=name, remedy=remedy)
    if not rest:
        return
    try:
        shapes = _shapes(trees.split("\nTree="))
    except (KeyError, ValueError, IndexError) as error:
        raise DataError(
            "this model is broken: a tree's numbers are not whole", file=name, remedy=remedy
        ) from error
    check(shapes, int(most[1]) + 1, name)


def of_booster(booster: Any, name: str, identity: str) -> Model:
    """Read a Booster, with all its trees. Raises DataError for what is no boosted ranker."""
    count = booster.num_trees()
    text = booster.model_to_string(num_iteration=count)  # else early stopping leaves trees out
    head, _, rest = text.partition("\nTree=")
    about = dict(line.split("=", 1) for line in head.splitlines() if "=" in line)
    _check(booster, about, text, name)
    trees = rest.partition("\nend of trees")[0].split("\nTree=")
    names = tuple(booster.feature_name())
    shapes = _shapes(trees)
    infos = about.get("feature_infos", "").split(" ")
    return Model(
        library=LIBRARY,
        name=name,
        objective=_objective(about.get("objective", ""), rest),
        names=() if all(_NUMBERED.fullmatch(each) for each in names) else names,
        n_features=booster.num_feature(),
        categories=tuple(
            j for j, info in enumerate(infos) if re.fullmatch(r"-?\d+(:-?\d+)*", info) and j in shapes.used
        ),
        shapes=shapes,
        start=0.0,
        best=max(int(booster.best_iteration), 0),
        leaves=_Leaves(booster, shapes),
        identity=identity,
    )


class _Leaves:
    """The library's own answer to where items end."""

    def __init__(self, booster: Any, shapes: Shapes) -> None:
        self._booster, self._count = booster, len(shapes)
        # LightGBM counts inner nodes and leaves apart; here leaves stand behind the inner nodes.
        self._inner = (np.diff(shapes.start) // 2).astype(np.int32)

    def __call__(self, X: np.ndarray) -> np.ndarray:
        found = self._booster.predict(
            X, start_iteration=0, num_iteration=self._count, pred_leaf=True, num_threads=1
        )
        ends = np.asarray(found).reshape(len(X), self._count).T.astype(np.int32, order="C")
        ends += self._inner[:, None]
        return ends


def _check(booster: Any, about: dict[str, str], text: str, name: str) -> None:
    if booster.num_trees() == 0:
        raise DataError("the model has no tree", file=name, remedy="Train it for one round at least")
    if booster.num_model_per_iteration() > 1:
        raise DataError(
            f"the model scores {booster.num_model_per_iteration()} classes, and a ranking needs one score",
            file=name,
            remedy="Train it with an objective for ranking, such as lambdarank",
        )
    if "average_output" in text.partition("\nTree=")[0].splitlines():
        raise DataError(
            "the model is a random forest: its score is the mean of the trees, so they are no rounds of boosting",
            file=name,
            remedy="Train it with boosting=gbdt or dart",
        )
    if re.search(r"^is_linear=1", text, re.MULTILINE):
        raise DataError(
            "the model's leaves hold linear functions (linear_tree), not values",
            file=name,
            remedy="Train it with linear_tree=false",
        )


def _objective(said: str, rest: str) -> Objective:
    """What `objective=lambdarank` and the parameters behind the trees say."""
    found = dict(re.findall(r"^\[(\w+): (.*)\]$", rest, re.MULTILINE))
    name = said.split(" ")[0] or found.get("objective", "") or "unknown"
    if name != "lambdarank":
        return Objective(name, unknown=f"its objective {name} has no λ of a pair")
    if "lambdarank_truncation_level" not in found:
        return Objective(name, unknown="its file has no parameters")
    if found.get("label_gain", ""):
        gains = [float(gain) for gain in found["label_gain"].split(",")]
        if any(gain != 2.0**grade - 1.0 for grade, gain in enumerate(gains)):
            return Objective(name, unknown="its label_gain is not 2^grade − 1")
    return Objective(
        name,
        delta=True,
        sigma=float(found.get("sigmoid", "1")),
        at=int(found["lambdarank_truncation_level"]),
        norm=found.get("lambdarank_norm", "1") == "1",
    )


# ---------------------------------------------------------------- the trees


def _shapes(trees: list[str]) -> Shapes:
    parts: list[dict[str, np.ndarray]] = []
    asks: dict[int, str] = {}
    start = [0]
    for text in trees:
        fields = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
        parts.append(_tree(fields, start[-1], asks))
        start.append(start[-1] + len(parts[-1]["left"]))
    joined: dict[str, Any] = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    return Shapes(start=np.array(start, dtype=np.int64), asks=asks, **joined)


def _tree(fields: dict[str, str], start: int, asks: dict[int, str]) -> dict[str, np.ndarray]:
    """The arrays of a tree: its inner nodes, then its leaves. Questions about categories go into `asks`."""
    leaves = int(fields["num_leaves"])
    inner, count = leaves - 1, 2 * leaves - 1

    def numbers(key: str, kind: type) -> np.ndarray:
        text = fields.get(key, "") if inner else ""
        return np.array(text.split(), dtype=kind)

    left, right = np.full(count, -1, dtype=np.int32), np.full(count, -1, dtype=np.int32)
    gain = np.zeros(count)
    gain[:inner] = numbers("split_gain", np.float64)
    for side, key in ((left, "left_child"), (right, "right_child")):
        child = numbers(key, np.int32)
        side[:inner] = np.where(child < 0, inner + ~child, child)
    feature, kind = np.zeros(count, dtype=np.int32), numbers("decision_type", np.int64)
    feature[:inner] = numbers("split_feature", np.int32)
    threshold, value = np.full(count, np.nan), np.full(count, np.nan)
    threshold[:inner] = numbers("threshold", np.float64)
    value[inner:] = np.array(fields["leaf_value"].split(), dtype=np.float64)
    categorical, missing = (kind & _CATEGORICAL) > 0, kind >> 2
    default_left = (kind & _DEFAULT_LEFT) > 0
    missing_left = np.zeros(count, dtype=np.uint8)
    # Where nothing was missing in training, LightGBM reads a missing value as 0.
    known = (missing == _ZERO_IS_MISSING) | (missing == _NAN_IS_MISSING)
    missing_left[:inner] = np.where(known, default_left, threshold[:inner] >= 0.0) & ~categorical
    if categorical.any():
        ends = [int(place) for place in fields["cat_boundaries"].split()]
        words = [int(word) for word in fields["cat_threshold"].split()]
        for node in np.flatnonzero(categorical):
            place = int(threshold[node])
            asks[start + int(node)] = _question(words[ends[place] : ends[place + 1]])
            threshold[node] = np.nan
    return {
        "feature": feature,
        "threshold": threshold,
        "left": left,
        "right": right,
        "missing_left": missing_left,
        "value": value,
        "gain": gain,
    }


def _question(words: list[int]) -> str:
    """What a node asks whose items go left: the categories are the bits of 32-bit words."""
    found = [32 * place + bit for place, word in enumerate(words) for bit in range(32) if word >> bit & 1]
    more = ", …" if len(found) > _MOST_NAMED else ""
    some = ", ".join(map(str, found[:_MOST_NAMED])) + more
    return f"{FEATURE} is {'one of ' if len(found) > 1 else ''}{some}"
