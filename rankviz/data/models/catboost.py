"""CatBoost's models: JSON or cbm, or a CatBoost. Predictions are the library's; the trees' shapes are its own JSON.

Format: catboost.ai/docs/en/concepts/json_models, and catboost/libs/model/model_export/json_model_helpers.cpp.
"""

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from rankviz.data.model import FEATURE, Model, Objective, Shapes
from rankviz.data.models.libraries import library
from rankviz.errors import DataError
from rankviz.number_format import counted

LIBRARY = "CatBoost"


def read(data: bytes, name: str, identity: str) -> Model:
    """Read a JSON or cbm model. Raises DataError for what CatBoost cannot read, and for what is no boosted ranker."""
    catboost = library("catboost")
    model = catboost.CatBoost()
    kind = "cbm" if data.startswith(b"CBM1") else "json"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"model.{kind}"
        path.write_bytes(data)
        try:
            model.load_model(str(path), format=kind)
        except (ValueError, TypeError, catboost.CatBoostError) as error:
            said = " ".join(str(error).split()).rpartition(": ")[2]
            raise DataError(
                f"CatBoost cannot read this model: {said[:200]}",
                file=name,
                remedy="Save it again with model.save_model, as cbm or json",
            ) from error
    return of_booster(model, name, identity)


def of_booster(model: Any, name: str, identity: str) -> Model:
    """Read a CatBoost, with all its trees. Raises DataError for what is no boosted ranker."""
    said, leaf_order = _as_json(model, name)
    if not model.tree_count_:
        raise DataError("the model has no tree", file=name, remedy="Train it for one round at least")
    scale, start = model.get_scale_and_bias()
    counts = np.asarray(leaf_order.get_tree_leaf_counts()).astype(np.int64)
    values = np.asarray(leaf_order.get_leaf_values(), dtype=np.float64)
    if np.ndim(start) or len(values) != counts.sum():
        raise DataError(
            "the model scores several classes, and a ranking needs one score",
            file=name,
            remedy="Train it with a loss for ranking, such as YetiRank",
        )
    names = tuple(model.feature_names_)
    named = names != tuple(map(str, range(len(names))))
    categories = tuple(model.get_cat_feature_indices())
    shapes, at = _Grown(said).shapes(values * scale, counts)
    return Model(
        library=LIBRARY,
        name=name,
        objective=_objective(model),
        names=names if named else (),
        n_features=len(names),
        categories=categories,
        shapes=shapes,
        start=float(start),
        best=0,
        leaves=_Leaves(leaf_order, categories, at),
        identity=identity,
    )


class _Leaves:
    """The library's own answer to where items end; `at` is the node of each of its leaves, tree by tree."""

    def __init__(self, model: Any, categories: tuple[int, ...], at: list[np.ndarray]) -> None:
        self._model, self._categories, self._at = model, categories, at

    def __call__(self, X: np.ndarray) -> np.ndarray:
        catboost = library("catboost")
        if self._categories:
            rows = X.astype(object)
            for j in self._categories:
                # CatBoost takes numbers of categories as whole ones, or as text; a missing one as the text "nan".
                rows[:, j] = ["nan" if np.isnan(value) else str(int(value)) for value in X[:, j]]
            pool = catboost.Pool(rows, cat_features=list(self._categories))
        else:
            pool = catboost.Pool(X)
        found = np.asarray(self._model.calc_leaf_indexes(pool, thread_count=1)).astype(np.int64)
        return np.array([at[found[:, t]] for t, at in enumerate(self._at)], dtype=np.int32)


def _as_json(model: Any, name: str) -> tuple[dict[str, Any], Any]:
    """The model as CatBoost writes it in JSON, and the same model read from that, whose leaves are in its order."""
    catboost = library("catboost")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        try:
            model.save_model(str(path), format="json")
            again = catboost.CatBoost()
            again.load_model(str(path), format="json")
        except catboost.CatBoostError as error:
            said = " ".join(str(error).split()).rpartition(": ")[2]
            raise DataError(
                f"CatBoost cannot write this model as JSON: {said[:200]}",
                file=name,
                remedy="Train it on numeric features, or on categories",
            ) from error
        return json.loads(path.read_text(encoding="utf-8")), again


def _objective(model: Any) -> Objective:
    """What the parameters in the model say."""
    about = model.get_metadata()
    params = json.loads(about["params"]) if "params" in about.keys() else {}  # noqa: SIM118 (it is no dict)
    loss = params.get("loss_function", {})
    name = str(loss.get("type", "unknown"))
    if name == "PairLogit" and not loss.get("params"):
        return Objective(name)
    if name == "PairLogit":
        return Objective(name, unknown="its loss draws pairs (max_pairs)")
    return Objective(name, unknown=f"its loss {name} has no λ of a pair that is known here")


# ---------------------------------------------------------------- the trees


class _Grown:
    """The nodes of all trees, appended one after another."""

    def __init__(self, said: dict[str, Any]) -> None:
        self._said = said
        info = said["features_info"]
        numeric, categorical = info.get("float_features", ()), info.get("categorical_features", ())
        self._float = {each["feature_index"]: each["flat_feature_index"] for each in numeric}
        self._category = {each["feature_index"]: each["flat_feature_index"] for each in categorical}
        self._missing_right = {
            each["feature_index"] for each in numeric if each.get("nan_value_treatment") == "AsTrue"
        }
        # Splits are counted over the borders of numbers, then over single categories, then over statistics of them.
        before = sum(len(each.get("borders") or ()) for each in numeric)
        before += sum(len(each.get("values") or ()) for each in categorical)
        self._statistics = [(before, "", 0)]
        for each in info.get("ctrs", ()):
            of = [part["cat_feature_index"] for part in each["elements"] if "cat_feature_index" in part]
            flat = [self._category[number] for number in of] or [0]
            before += len(each["borders"])
            also = f" and {counted(len(flat) - 1, 'other feature')}" if len(flat) > 1 else ""
            ask = f"{FEATURE}{also}: low grades in training"
            self._statistics.append((before, ask, flat[0]))
        self._rows: list[tuple[int, float, int, int, int, float]] = []
        self._asks: dict[int, str] = {}

    def shapes(self, values: np.ndarray, counts: np.ndarray) -> tuple[Shapes, list[np.ndarray]]:
        """The trees, with the leaves' `values` in the library's order, and the node of each of its leaves."""
        start, at = [0], list[np.ndarray]()
        first = np.concatenate([[0], np.cumsum(counts)])
        symmetric = "oblivious_trees" in self._said
        for t, tree in enumerate(self._said["oblivious_trees" if symmetric else "trees"]):
            mine = values[first[t] : first[t + 1]]
            at.append(self._symmetric(tree, mine) if symmetric else self._any(tree, mine))
            start.append(len(self._rows))
        feature, threshold, left, right, missing_left, value = map(np.array, zip(*self._rows, strict=True))
        shapes = Shapes(
            start=np.array(start, dtype=np.int64),
            feature=feature.astype(np.int32),
            threshold=threshold.astype(np.float64),
            left=left.astype(np.int32),
            right=right.astype(np.int32),
            missing_left=missing_left.astype(np.uint8),
            value=value.astype(np.float64),
            asks=self._asks,
        )
        return shapes, at

    def _node(self, split: dict[str, Any], left: int, right: int) -> None:
        kind = split["split_type"]
        if kind == "FloatFeature":
            number = split["float_feature_index"]
            stays = int(number not in self._missing_right)
            self._rows.append((self._float[number], split["border"], left, right, stays, np.nan))
            return
        if kind == "OneHotFeature":
            feature = self._category[split["cat_feature_index"]]
            ask = f"{FEATURE} is not one category"
        else:
            feature, ask = self._statistic(split["split_index"])
        self._asks[len(self._rows)] = ask
        self._rows.append((feature, np.nan, left, right, 1, np.nan))

    def _leaf(self, value: float) -> None:
        self._rows.append((0, np.nan, -1, -1, 0, float(value)))

    def _statistic(self, split: int) -> tuple[int, str]:
        """The first feature of the statistic that a split of this number asks for, and the question."""
        for end, ask, feature in self._statistics[1:]:
            if split < end:
                return feature, ask
        return 0, f"{FEATURE}: low grades in training"

    def _symmetric(self, tree: dict[str, Any], values: np.ndarray) -> np.ndarray:
        """Append a tree whose levels each ask one question; leaf 0b101 said yes to questions 0 and 2."""
        splits = tree["splits"]
        depth = len(splits)
        for level, split in enumerate(splits):
            for node in range(2**level - 1, 2 ** (level + 1) - 1):
                self._node(split, 2 * node + 1, 2 * node + 2)
        answers = (np.arange(2**depth)[:, None] >> np.arange(depth)) & 1
        along = answers @ (1 << np.arange(depth)[::-1])  # the first question decides the half, and so on
        order = np.argsort(along)
        for leaf in order:
            self._leaf(values[leaf])
        return 2**depth - 1 + along

    def _any(self, tree: dict[str, Any], values: np.ndarray) -> np.ndarray:
        """Append a tree of any shape; read from JSON, its leaves are counted from left to right."""
        base, at = len(self._rows), list[int]()

        def put(node: dict[str, Any]) -> int:
            place = len(self._rows)
            if "split" not in node:
                self._leaf(values[len(at)])
                at.append(place - base)
                return place - base
            self._node(node["split"], -1, -1)
            left, right = put(node["left"]), put(node["right"])
            self._rows[place] = (*self._rows[place][:2], left, right, *self._rows[place][4:])
            return place - base

        put(tree)
        return np.array(at, dtype=np.int64)
