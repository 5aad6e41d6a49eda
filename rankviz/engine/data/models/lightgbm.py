"""LightGBM's models: `model.txt`.

Format: src/io/gbdt_model_text.cpp and src/io/tree.cpp of LightGBM 4, whose fields have been the same since 2.0.
"""

import re
from typing import Any

import numpy as np

from rankviz.engine.data.model import DROPPED, LARGEST, Model, Objective, Shapes
from rankviz.engine.errors import DataError

LIBRARY = "LightGBM"
SAVE_AGAIN = "Save it again with booster.save_model"
_CATEGORICAL, _DEFAULT_LEFT = 1, 2
"""Bits of a node's decision type; the two above say what is missing: nothing, 0 and NaN, or NaN."""
_ZERO_IS_MISSING, _NAN_IS_MISSING = 1, 2
_FOLLOWED = {
    "boosting": "gbdt",
    "data_sample_strategy": "bagging",
    "use_quantized_grad": "0",
    "device_type": "cpu",
}
"""Settings whose λ's are those of `rankviz.engine.algorithms.lambdarank`; tests compare them with LightGBM's leaves."""
_FRACTIONS = ("bagging_fraction", "pos_bagging_fraction", "neg_bagging_fraction")
_NUMBERED = re.compile(r"Column_\d+")


def parse(data: bytes) -> Model:
    """Read a model.txt. Raises DataError for what is not a boosted ranker, and others for a text that is broken."""
    head, mark, rest = data.decode("utf-8", "replace").partition("\nTree=")
    trees, end, about_training = f"{mark}{rest}".partition("\nend of trees")
    about = _fields(head)
    if not (end or "\nend of trees" in head) or not about.get("max_feature_idx", "").isdecimal():
        raise DataError("this model is cut off", remedy=SAVE_AGAIN)
    _check(head.split("\n"), about, rest)
    shapes = _shapes(trees.split("\nTree=")[1:])
    names = tuple(about.get("feature_names", "").split(" "))
    count, infos = int(about["max_feature_idx"]) + 1, about.get("feature_infos", "").split(" ")
    if len(names) != count:
        raise ValueError("feature_names")
    return Model(
        library=LIBRARY,
        name="",
        objective=_objective(about.get("objective", ""), about_training),
        names=() if all(map(_NUMBERED.fullmatch, names)) else names,
        n_features=count,
        categories=tuple(
            j for j, info in enumerate(infos) if re.fullmatch(r"-?\d+(:-?\d+)*", info) and j in shapes.used
        ),
        shapes=shapes,
        start=0.0,
        best=0,
        identity="",
    )


def _fields(text: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in text.split("\n") if "=" in line)


def _check(head: list[str], about: dict[str, str], trees: str) -> None:
    if not trees:
        raise DataError("the model has no tree", remedy="Train it for one round at least")
    classes = max(int(about.get(key, "1")) for key in ("num_class", "num_tree_per_iteration"))
    if classes > 1:
        raise DataError(
            f"the model scores {classes} classes, and a ranking needs one score",
            remedy="Train it with an objective for ranking, such as lambdarank",
        )
    if "average_output" in head:
        raise DataError(
            "the model is a random forest: its score is the mean of the trees, so they are not rounds of boosting",
            remedy="Train it with boosting=gbdt or dart",
        )
    if "\nis_linear=1" in trees:
        raise DataError(
            "the model's leaves hold linear functions (linear_tree), not values",
            remedy="Train it with linear_tree=false",
        )


def _objective(said: str, about_training: str) -> Objective:
    """Return the objective from `objective=lambdarank` and the parameters after the trees."""
    found = dict(re.findall(r"^\[(\w+): (.*)\]$", about_training, re.MULTILINE))
    name = said.split(" ")[0] or found.get("objective", "") or "unknown"
    if name != "lambdarank":
        return Objective(name, unknown=f"its objective {name} has no λ of a pair")
    if "lambdarank_truncation_level" not in found:
        return Objective(name, unknown="its file has no parameters")
    if found.get("label_gain", ""):
        gains = [float(gain) for gain in found["label_gain"].split(",")]
        if gains != [2.0**grade - 1.0 for grade in range(len(gains))]:
            return Objective(name, unknown="its label_gain is not 2^grade − 1")
    if why := _not_followed(found):
        return Objective(name, unknown=why)
    return Objective(
        name,
        delta=True,
        sigma=float(found.get("sigmoid", "1")),
        at=int(found["lambdarank_truncation_level"]),
        norm=found.get("lambdarank_norm", "1") == "1",
    )


def _not_followed(found: dict[str, str]) -> str:
    """Return why a tree was not fitted to the λ's of all rows at the scores before it; "" if it surely was."""
    if found.get("boosting") == "dart":
        return DROPPED.format("boosting=dart")
    for key, known in _FOLLOWED.items():
        if (value := found.get(key, known)) != known:
            return f"they are known for {key}={known}, and its {key} is {value}"
    if int(found.get("bagging_freq", "0")) and any(float(found.get(key, "1")) < 1.0 for key in _FRACTIONS):
        return "its trees were fitted to samples of the rows (bagging_fraction)"
    return ""


# ---------------------------------------------------------------- the trees


def _shapes(trees: list[str]) -> Shapes:
    parts, lists = list[dict[str, np.ndarray]](), list[np.ndarray]()
    for text in trees:
        parts.append(_tree(_fields(text), lists))
    joined: dict[str, Any] = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    start = np.cumsum([0, *(len(part["left"]) for part in parts)])
    list_start = np.concatenate([[0], np.cumsum(joined.pop("list_size"))])
    if not joined["zero_missing"].any():
        del joined["zero_missing"]
    return Shapes(
        start=start,
        **joined,
        list_start=list_start if lists else None,
        listed=np.concatenate(lists, dtype=np.int32) if lists else None,
        listed_left=True,
    )


def _tree(fields: dict[str, str], lists: list[np.ndarray]) -> dict[str, np.ndarray]:
    """Return a tree's arrays: its inner nodes, then its leaves. The categories that its nodes list go into `lists`.

    Raises ValueError where its arrays do not have the length that its number of leaves requires.
    """
    value = np.array(fields["leaf_value"].split(), dtype=np.float64)
    leaves, inner = len(value), len(value) - 1
    if leaves != int(fields["num_leaves"]):
        raise ValueError("num_leaves")

    def numbers(key: str, kind: type, leaf: float = 0) -> np.ndarray:
        found: np.ndarray = np.array(fields.get(key, "").split() if inner else [], dtype=kind)
        if len(found) != inner:
            raise ValueError(key)
        return np.concatenate([found, np.full(leaves, leaf, dtype=kind)])

    left, right = (numbers(key, np.int32, -1) for key in ("left_child", "right_child"))
    for side in (left, right):
        side[:inner] = np.where(side[:inner] < 0, inner + ~side[:inner], side[:inner])
    kind, threshold = numbers("decision_type", np.int64), numbers("threshold", np.float64, np.nan)
    categorical, missing = (kind & _CATEGORICAL) > 0, kind >> 2 & 3
    # Where nothing was missing in training, LightGBM reads a missing value as 0.
    known = (missing == _ZERO_IS_MISSING) | (missing == _NAN_IS_MISSING)
    missing_left = np.where(known, (kind & _DEFAULT_LEFT) > 0, threshold >= 0.0) & ~categorical
    list_size = np.zeros(inner + leaves, dtype=np.int64)
    if categorical.any():
        ends = np.array(fields["cat_boundaries"].split(), dtype=np.int64)
        words = np.array(fields["cat_threshold"].split(), dtype="<u4")
        for node in np.flatnonzero(categorical):
            first, end = ends[int(threshold[node]) :][:2]
            if not 0 <= first <= end <= len(words):
                raise ValueError("cat_boundaries")
            # The categories are the bits of the words.
            lists.append(np.flatnonzero(np.unpackbits(words[first:end].view(np.uint8), bitorder="little")))
            list_size[node] = len(lists[-1])
    threshold[categorical] = np.nan
    return {
        "feature": numbers("split_feature", np.int32),
        "threshold": threshold,
        "left": left,
        "right": right,
        "missing_left": missing_left.astype(np.uint8),
        "value": np.concatenate([np.full(inner, np.nan), value]),
        "gain": np.clip(np.nan_to_num(numbers("split_gain", np.float64)), -LARGEST, LARGEST),
        "zero_missing": ((missing == _ZERO_IS_MISSING) & ~categorical).astype(np.uint8),
        "list_size": list_size,
    }
