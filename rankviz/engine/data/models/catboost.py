"""CatBoost's models: JSON, or cbm, which `cbm` turns into JSON's structure.

Format: catboost.ai/docs/en/concepts/json_models, and catboost/libs/model/model_export/json_model_helpers.cpp.
"""

import json
from typing import Any

import numpy as np

from rankviz.engine.data.model import Model, Objective, Shapes
from rankviz.engine.data.model_columns import ABOVE, ABOVE_OR_MISSING, CATEGORY, IS_CATEGORY, Statistic
from rankviz.engine.data.models import cbm
from rankviz.engine.errors import DataError

LIBRARY = "CatBoost"
SAVE_AGAIN = "Save it again with model.save_model, as cbm or json"
MOST_SPLITS = 16
"""The depth that CatBoost allows."""
_FOLLOWED = {"boosting_type": "Plain", "posterior_sampling": False, "model_shrink_rate": 0}
"""Settings whose λ's are those at the scores before a tree; tests compare them with CatBoost's leaves. Ordered boosting
chooses its trees by other scores, and a shrunk or random model has other ones in its file."""
_COUNTS = ("Counter", "FeatureFreq")
_MEANS = ("BinarizedTargetMeanValue", "FloatTargetMeanValue")


def parse(data: bytes) -> Model:
    """Read a JSON or cbm model. Raises DataError for what is not a boosted ranker, and others where it is broken."""
    said = cbm.load(data) if data.startswith(cbm.MAGIC) else json.loads(data)
    scale, bias = said.get("scale_and_bias", (1.0, 0.0))
    bias = np.atleast_1d(bias)
    if len(bias) > 1:
        raise _several()
    features = _Features(said)
    grown = _Grown(features.splits, float(scale))
    for tree in said.get("oblivious_trees") or ():
        grown.symmetric(tree)
    for tree in said.get("trees") or ():
        grown.any(tree)
    if len(grown.start) == 1:
        raise DataError("the model has no tree", remedy="Train it for one round at least")
    if not 0 <= max(features.names) < len(data):  # each feature takes a part of the file
        raise ValueError("flat_feature_index")
    names = tuple(features.names.get(j) or str(j) for j in range(max(features.names) + 1))
    return Model(
        library=LIBRARY,
        name="",
        objective=_objective(said.get("model_info", {}).get("params", {})),
        names=() if names == tuple(map(str, range(len(names)))) else names,
        n_features=len(names),
        categories=tuple(features.category.values()),
        shapes=grown.shapes(features.statistics),
        start=float(bias[0]) if len(bias) else 0.0,
        best=0,
        identity="",
    )


def _several() -> DataError:
    return DataError(
        "the model scores several classes, and a ranking needs one score",
        remedy="Train it with a loss for ranking, such as YetiRank",
    )


def _objective(params: Any) -> Objective:
    """Return the objective that the model's parameters state."""
    params = json.loads(params) if isinstance(params, str) else params
    loss = params.get("loss_function", {})
    name = str(loss.get("type", "unknown"))
    if name != "PairLogit":
        return Objective(name, unknown=f"its loss {name} has no λ per pair that RankViz knows")
    if loss.get("params"):
        return Objective(name, unknown="its loss draws pairs (max_pairs)")
    options = params.get("boosting_options", {})
    for key, known in _FOLLOWED.items():
        if (value := options.get(key)) != known:
            said = "its file does not say it" if value is None else f"its {key} is {value}"
            return Objective(name, unknown=f"they are known for {key}={known}, and {said}")
    return Objective(name)


# ---------------------------------------------------------------- the features and the questions about them

Split = tuple[int, float, bool, int, int]
"""Feature, border (NaN for a category), whether a missing value goes left, the category's hash, the statistic or −1."""


class _Features:
    """The features of a model, and its splits: borders of numbers, then single categories, then statistics of them."""

    def __init__(self, said: dict[str, Any]) -> None:
        info = said["features_info"]
        numbers, categories = info.get("float_features") or (), info.get("categorical_features") or ()
        if info.get("text_features") or info.get("embedding_features"):
            raise DataError(
                "the model uses text or embedding features",
                remedy="Train it on numeric features, or on categories",
            )
        self.names = {
            int(each["flat_feature_index"]): str(each.get("feature_name") or each.get("feature_id") or "")
            for each in (*numbers, *categories)
        }
        self._number, self.category = (
            {int(each["feature_index"]): int(each["flat_feature_index"]) for each in kind}
            for kind in (numbers, categories)
        )
        self._missing_above = frozenset(
            int(each["flat_feature_index"]) for each in numbers if each.get("nan_value_treatment") == "AsTrue"
        )
        self.splits: list[Split] = [
            (j, _border(border), j not in self._missing_above, 0, -1)
            for each in numbers
            for j in [int(each["flat_feature_index"])]
            for border in each.get("borders") or ()
        ]
        self.splits += [
            (int(each["flat_feature_index"]), np.nan, True, int(value), -1)
            for each in categories
            for value in each.get("values") or ()
        ]
        tables = {_key(**json.loads(key)): table for key, table in (said.get("ctr_data") or {}).items()}
        self.statistics = list[Statistic]()
        for each in info.get("ctrs") or ():
            found = self._statistic(each, tables[_key(each["ctr_type"], each["elements"])])
            first = found.parts[0][1]
            self.splits += [
                (first, _border(border), True, 0, len(self.statistics)) for border in each["borders"]
            ]
            self.statistics.append(found)

    def _statistic(self, about: dict[str, Any], table: dict[str, Any]) -> Statistic:
        kind, stride = about["ctr_type"], int(table["hash_stride"])
        rows = np.array(table["hash_map"], dtype=object).reshape(-1, stride)
        keys, order = np.unique(
            np.array([int(key) for key in rows[:, 0]], dtype=np.uint64), return_index=True
        )
        counts = rows[order, 1:].astype(np.float64)
        border, empty = int(about["target_border_idx"]), 0.0
        if kind in _COUNTS:
            empty = float(table["counter_denominator"])
            good, total = counts[:, 0], np.full(len(keys), empty)
        elif kind in _MEANS:
            good, total = counts.T
        else:
            # Of two classes CatBoost uses the second, whatever the border.
            after = border + 1 if counts.shape[1] > 2 else 1
            classes = slice(border, border + 1) if kind == "Buckets" else slice(after, None)
            good, total = counts[:, classes].sum(axis=1), counts.sum(axis=1)
        names = ("prior_numerator", "prior_denomerator", "shift", "scale")
        prior, weight, shift, scale = (np.float32(about[name]) for name in names)

        def number(good: np.ndarray, total: np.ndarray) -> np.ndarray:
            return ((good.astype(np.float32) + prior) / (total.astype(np.float32) + weight) + shift) * scale

        return Statistic(
            parts=tuple(map(self._part, about["elements"])),
            keys=keys,
            values=number(good, total),
            other=float(number(np.zeros(1), np.array([empty]))[0]),
        )

    def _part(self, said: dict[str, Any]) -> tuple[int, int, float]:
        """Return one of the parts that a statistic combines."""
        match said["combination_element"]:
            case "cat_feature_value":
                return CATEGORY, self.category[said["cat_feature_index"]], 0.0
            case "cat_feature_exact_value":
                return IS_CATEGORY, self.category[said["cat_feature_index"]], float(said["value"])
        feature = self._number[said["float_feature_index"]]
        kind = ABOVE_OR_MISSING if feature in self._missing_above else ABOVE
        return kind, feature, _border(said["border"])


def _border(value: Any) -> float:
    if not np.isfinite(value):
        raise ValueError("borders")
    return float(value)


def _key(type: str, identifier: list[dict[str, Any]]) -> tuple[Any, ...]:
    """Return the key of a statistic: its inputs, and how it is computed."""
    return type, *(tuple(sorted(part.items())) for part in identifier)


# ---------------------------------------------------------------- the trees


class _Grown:
    """The nodes of all trees, appended one after another: splits by number, −1 for a leaf."""

    def __init__(self, splits: list[Split], scale: float) -> None:
        self._splits, self._scale = splits, scale
        self.start = [0]
        self._split, self._left, self._right, self._value = ([np.zeros(0)] for _ in range(4))

    def _append(self, *columns: Any) -> None:
        for found, column in zip((self._split, self._left, self._right, self._value), columns, strict=True):
            found.append(np.asarray(column))
        self.start.append(self.start[-1] + len(columns[0]))

    def symmetric(self, tree: dict[str, Any]) -> None:
        """Append a tree whose levels each ask one question; leaf 0b101 answered yes to questions 0 and 2."""
        splits = [int(split["split_index"]) for split in tree.get("splits") or ()]
        depth, values = len(splits), np.array(tree["leaf_values"], dtype=np.float64)
        if depth > MOST_SPLITS or len(values) % 2**depth or not len(values):
            raise ValueError("leaf_values")
        if len(values) != 2**depth:
            raise _several()
        inner = np.arange(2**depth - 1)
        answers = (np.arange(2**depth)[:, None] >> np.arange(depth)) & 1
        along = answers @ (1 << np.arange(depth)[::-1])  # the first question decides the half, and so on
        none = np.full(2**depth, -1)
        self._append(
            np.concatenate([np.repeat(splits, 2 ** np.arange(depth)), none]),
            np.concatenate([2 * inner + 1, none]),
            np.concatenate([2 * inner + 2, none]),
            np.concatenate([np.full(len(inner), np.nan), values[np.argsort(along)]]),
        )

    def any(self, tree: dict[str, Any]) -> None:
        """Append a tree of any shape."""
        rows = list[list[float]]()

        def put(node: dict[str, Any]) -> int:
            place, row = len(rows), [-1, -1, -1, np.nan]
            rows.append(row)
            if "split" in node:
                row[:3] = int(node["split"]["split_index"]), put(node["left"]), put(node["right"])
            elif np.ndim(node["value"]):
                raise _several()
            else:
                row[3] = float(node["value"])
            return place

        put(tree)
        self._append(*zip(*rows, strict=True))

    def shapes(self, statistics: list[Statistic]) -> Shapes:
        """Return the trees."""
        split, left, right = (
            np.concatenate(found).astype(np.int32) for found in (self._split, self._left, self._right)
        )
        inner = left >= 0
        if (split[inner] < 0).any():
            raise ValueError("split_index")
        leaf: Split = (0, np.nan, False, 0, -1)
        columns = zip(*(*self._splits, leaf), strict=True)
        feature, border, missing_left, category, statistic = (np.array(each)[split] for each in columns)
        listed = inner & np.isnan(border)
        list_start = np.concatenate([[0], np.cumsum(listed)])
        return Shapes(
            start=np.array(self.start, dtype=np.int64),
            feature=feature.astype(np.int32),
            threshold=border,
            left=left,
            right=right,
            missing_left=missing_left.astype(np.uint8),
            value=np.concatenate(self._value) * self._scale,
            list_start=list_start if listed.any() else None,
            listed=category[listed].astype(np.int32) if listed.any() else None,
            hashed=True,
            statistic=statistic.astype(np.int32) if statistics else None,
            statistics=tuple(statistics),
        )
