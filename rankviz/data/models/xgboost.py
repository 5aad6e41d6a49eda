"""XGBoost's models: JSON or UBJSON, or a Booster. Predictions are the library's; the trees' shapes are its own JSON.

Format: doc/tutorials/saving_model.rst and doc/model.schema of XGBoost 3.
"""

import json
from typing import Any

import numpy as np

from rankviz.data.model import FEATURE, Model, Objective, Shapes
from rankviz.data.models.libraries import library
from rankviz.errors import DataError, shown

LIBRARY = "XGBoost"
DEFAULT_PAIRS = 32
"""Places that count where `lambdarank_num_pair_per_sample` is not set (src/common/ranking_utils.h)."""
_NOT_SET = 2**32 - 1
_CATEGORY = "c"
_MOST_NAMED = 12


def read(data: bytes, name: str, identity: str) -> Model:
    """Read a JSON or UBJSON model. Raises DataError for what XGBoost cannot read, and for what is no boosted ranker."""
    xgboost = library("xgboost")
    booster = xgboost.Booster(params={"nthread": 1})
    try:
        booster.load_model(bytearray(data))
    except (ValueError, TypeError, xgboost.core.XGBoostError) as error:
        line = next((line for line in str(error).splitlines() if line.strip()), "")
        raise DataError(
            f"XGBoost cannot read this model: {' '.join(line.split())[:200]}",
            file=name,
            remedy="Save it again with booster.save_model, as .json or .ubj",
        ) from error
    return of_booster(booster, name, identity)


def of_booster(booster: Any, name: str, identity: str) -> Model:
    """Read a Booster, with all its trees. Raises DataError for what is no boosted ranker."""
    learner = json.loads(bytes(booster.save_raw("json")))["learner"]
    boosted = learner["gradient_booster"]
    _check(learner, boosted, name)
    trees = boosted.get("gbtree", boosted)["model"]["trees"]
    if not trees:
        raise DataError("the model has no tree", file=name, remedy="Train it for one round at least")
    drop = np.array(boosted.get("weight_drop", []), dtype=np.float32)
    count = int(learner["learner_model_param"]["num_feature"])
    names = tuple(learner.get("feature_names") or ())
    kinds = list(learner.get("feature_types") or ())
    shapes = _shapes(trees, drop)
    leaves = _Leaves(booster, names, kinds, len(trees))
    return Model(
        library=LIBRARY,
        name=name,
        objective=_objective(learner["objective"]),
        names=names,
        n_features=count,
        categories=tuple(j for j, kind in enumerate(kinds) if kind == _CATEGORY and j in shapes.used),
        shapes=shapes,
        start=leaves.start(shapes),
        best=int(learner.get("attributes", {}).get("best_iteration", -1)) + 1,
        leaves=leaves,
        identity=identity,
    )


class _Leaves:
    """The library's own answer to where items end."""

    def __init__(self, booster: Any, names: tuple[str, ...], kinds: list[str], count: int) -> None:
        self._booster, self._names, self._kinds, self._count = booster, names, kinds, count

    def _matrix(self, X: np.ndarray) -> Any:
        return library("xgboost").DMatrix(
            X,
            feature_names=list(self._names) or None,
            feature_types=self._kinds or None,
            enable_categorical=_CATEGORY in self._kinds,
            nthread=1,
        )

    def __call__(self, X: np.ndarray) -> np.ndarray:
        found = self._booster.predict(self._matrix(X), pred_leaf=True, iteration_range=(0, self._count))
        return np.asarray(found).reshape(len(X), self._count).T.astype(np.int32, order="C")

    def start(self, shapes: Shapes) -> float:
        """The score before the first tree: what the library says after it, without what the tree adds."""
        X = np.full((1, self._booster.num_features()), 0.0)
        after = self._booster.predict(self._matrix(X), output_margin=True, iteration_range=(0, 1))
        first = shapes.value[int(self(X)[0, 0])]
        found = np.float32(np.asarray(after).reshape(-1)[0]) - np.float32(first)
        return float(found)


def _check(learner: dict[str, Any], boosted: dict[str, Any], name: str) -> None:
    about = learner["learner_model_param"]
    if boosted["name"] not in ("gbtree", "dart"):
        raise DataError(
            f"the model's booster is {shown(boosted['name'])}, which has no trees",
            file=name,
            remedy="Train it with booster=gbtree or dart",
        )
    targets = max(int(about.get("num_class", 0)), int(about.get("num_target", 1)))
    if targets > 1:
        raise DataError(
            f"the model scores {targets} classes, and a ranking needs one score",
            file=name,
            remedy="Train it with an objective for ranking, such as rank:ndcg",
        )
    model = boosted.get("gbtree", boosted)["model"]
    parallel = int(model["gbtree_model_param"].get("num_parallel_tree", 1))
    if parallel > 1:
        raise DataError(
            f"a round of the model is a forest of {parallel} trees (num_parallel_tree), not one tree",
            file=name,
            remedy="Train it with num_parallel_tree=1",
        )


def _objective(said: dict[str, Any]) -> Objective:
    """What `learner.objective` says."""
    name = str(said["name"])
    rules = said.get("lambdarank_param") or said.get("lambda_rank_param")
    if name not in ("rank:ndcg", "rank:pairwise"):
        return Objective(name, unknown=f"its objective {name} has no λ of a pair that is known here")
    if not rules:
        return Objective(name, unknown="its file has no parameters of its objective")
    if rules.get("lambdarank_pair_method") != "topk":
        return Objective(name, unknown="its pairs were drawn at random (lambdarank_pair_method=mean)")
    if _flag(rules, "lambdarank_unbiased", False):
        return Objective(name, unknown="its λ's were divided by the bias of places (lambdarank_unbiased)")
    if name == "rank:ndcg" and not _flag(rules, "ndcg_exp_gain", True):
        return Objective(name, unknown="its gains are the grades themselves (ndcg_exp_gain=false)")
    norm = _flag(rules, "lambdarank_normalization", True)
    if norm != _flag(rules, "lambdarank_score_normalization", norm):
        return Objective(name, unknown="one of its two normalisations is on and the other off")
    at = int(rules.get("lambdarank_num_pair_per_sample", _NOT_SET))
    return Objective(name, delta=name == "rank:ndcg", at=DEFAULT_PAIRS if at == _NOT_SET else at, norm=norm)


def _flag(rules: dict[str, Any], key: str, default: bool) -> bool:
    return str(rules.get(key, int(default))).lower() in ("1", "true")


# ---------------------------------------------------------------- the trees


def _shapes(trees: list[dict[str, Any]], drop: np.ndarray) -> Shapes:
    start = np.concatenate([[0], np.cumsum([len(tree["left_children"]) for tree in trees])])
    left, right, feature, missing_left = (
        np.concatenate([np.array(tree[key], dtype=kind) for tree in trees])
        for key, kind in (
            ("left_children", np.int32),
            ("right_children", np.int32),
            ("split_indices", np.int32),
            ("default_left", np.uint8),
        )
    )
    held = np.concatenate([np.array(tree["split_conditions"], dtype=np.float32) for tree in trees])
    if len(drop):
        each = np.repeat(
            drop, np.diff(start)
        )  # what DART leaves of a tree, in single precision as the library has it
        value = np.where(left < 0, each * held, np.nan).astype(np.float64)
    else:
        value = np.where(left < 0, held, np.nan).astype(np.float64)
    asks: dict[int, str] = {}
    for t, tree in enumerate(trees):
        ends = zip(
            tree.get("categories_nodes", ()),
            tree.get("categories_segments", ()),
            tree.get("categories_sizes", ()),
            strict=True,
        )
        for node, first, size in ends:
            asks[int(start[t]) + node] = _question(tree["categories"][first : first + size])
    gain = np.concatenate([np.array(tree["loss_changes"], dtype=np.float32) for tree in trees])
    threshold = np.where(left < 0, np.nan, held).astype(np.float64)
    threshold[list(asks)] = np.nan
    inner = left >= 0
    return Shapes(
        start=start.astype(np.int64),
        feature=np.where(inner, feature, 0).astype(np.int32),
        threshold=threshold,
        left=left,
        right=np.where(inner, right, -1).astype(np.int32),
        missing_left=(missing_left * inner).astype(np.uint8),
        value=value,
        strict=True,
        asks=asks,
        gain=gain.astype(np.float64),
    )


def _question(right: list[int]) -> str:
    """What a node asks whose items go left: all but these categories."""
    more = ", …" if len(right) > _MOST_NAMED else ""
    return f"{FEATURE} is {'none of' if len(right) > 1 else 'not'} {', '.join(map(str, right[:_MOST_NAMED]))}{more}"
