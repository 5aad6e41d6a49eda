"""XGBoost's models: JSON or UBJSON.

Format: doc/tutorials/saving_model.rst and doc/model.schema of XGBoost 3.
"""

import json
from typing import Any

import numpy as np

from rankviz.engine.data.model import DROPPED, LARGEST, Model, Objective, Shapes
from rankviz.engine.data.models import ubjson
from rankviz.engine.errors import DataError, shown

LIBRARY = "XGBoost"
SAVE_AGAIN = "Save it again with booster.save_model, as .json or .ubj"
DEFAULT_PAIRS = 32
"""Places that count where `lambdarank_num_pair_per_sample` is not set (src/common/ranking_utils.h)."""
_NOT_SET = 2**32 - 1
_CATEGORY = "c"
_LOGIT = ("binary:logistic", "reg:logistic")
_LOG = ("count:poisson", "reg:gamma", "reg:tweedie", "survival:aft", "survival:cox")
"""Objectives whose first score is the logit, or the logarithm, of `base_score` (src/objective)."""


def parse(data: bytes) -> Model:
    """Read a JSON or UBJSON model. Raises DataError for what is not a boosted ranker, and others where it is broken."""
    learner = (json if data.lstrip()[1:2] != b"L" else ubjson).loads(data)["learner"]
    about, boosted = learner["learner_model_param"], learner["gradient_booster"]
    base = np.atleast_1d(np.array(json.loads(str(about["base_score"])), dtype=np.float32))
    _check(about, boosted, len(base))
    trees = boosted.get("gbtree", boosted)["model"]["trees"]
    if not trees:
        raise DataError("the model has no tree", remedy="Train it for one round at least")
    kinds, shapes = list(learner.get("feature_types") or ()), _shapes(trees, boosted.get("weight_drop"))
    objective = _objective(learner["objective"], boosted["name"])
    return Model(
        library=LIBRARY,
        name="",
        objective=objective,
        names=tuple(map(str, learner.get("feature_names") or ())),
        n_features=int(about["num_feature"]),
        categories=tuple(j for j, kind in enumerate(kinds) if kind == _CATEGORY and j in shapes.used),
        shapes=shapes,
        start=_start(base[0], objective.name),
        best=int(learner.get("attributes", {}).get("best_iteration", -1)) + 1,
        identity="",
    )


def _check(about: dict[str, Any], boosted: dict[str, Any], targets: int) -> None:
    if boosted["name"] not in ("gbtree", "dart"):
        raise DataError(
            f"the model's booster is {shown(boosted['name'])}, which has no trees",
            remedy="Train it with booster=gbtree or dart",
        )
    targets = max(targets, int(about.get("num_class", 0)), int(about.get("num_target", 1)))
    if targets > 1:
        raise DataError(
            f"the model scores {targets} classes, and a ranking needs one score",
            remedy="Train it with an objective for ranking, such as rank:ndcg",
        )
    parallel = int(boosted.get("gbtree", boosted)["model"]["gbtree_model_param"].get("num_parallel_tree", 1))
    if parallel > 1:
        raise DataError(
            f"a round of the model is a forest of {parallel} trees (num_parallel_tree), not one tree",
            remedy="Train it with num_parallel_tree=1",
        )


def _start(base: np.float32, objective: str) -> float:
    """Return the score before the first tree."""
    with np.errstate(all="ignore"):  # what is not finite is refused
        if objective in _LOGIT:
            return float(-np.log(np.float32(1.0) / base - np.float32(1.0)))
        return float(np.log(base) if objective in _LOG else base)


def _objective(said: dict[str, Any], booster: str) -> Objective:
    """Return the objective that `learner.objective` states, for trees that this booster grew."""
    name = str(said["name"])
    rules = said.get("lambdarank_param") or said.get("lambda_rank_param")
    if name not in ("rank:ndcg", "rank:pairwise"):
        return Objective(name, unknown=f"its objective {name} has no λ per pair that RankViz knows")
    if not rules:
        return Objective(name, unknown="its file has no parameters of its objective")
    if booster == "dart":
        return Objective(name, unknown=DROPPED.format("booster=dart"))
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


def _shapes(trees: list[dict[str, Any]], drop: Any) -> Shapes:
    sizes = [len(tree["left_children"]) for tree in trees]
    start = np.cumsum([0, *sizes])

    def joined(key: str, kind: type) -> np.ndarray:
        parts: list[np.ndarray] = [np.array(tree[key], dtype=kind) for tree in trees]
        if [part.shape for part in parts] != [(size,) for size in sizes]:
            raise ValueError(key)
        return np.concatenate(parts)

    left, right = joined("left_children", np.int32), joined("right_children", np.int32)
    held = joined("split_conditions", np.float32)
    inner = left >= 0
    value = held
    if drop is not None and len(drop):  # what DART keeps of a tree, in single precision as in the library
        value = np.repeat(np.array(drop, dtype=np.float32), sizes) * held
    threshold = np.where(inner, held, np.nan).astype(np.float64)
    list_size, lists = np.zeros(len(left), dtype=np.int64), list[np.ndarray]()
    for t, tree in enumerate(trees):
        listed = np.asarray(tree.get("categories", ()))
        ends = (tree.get(f"categories_{key}", ()) for key in ("nodes", "segments", "sizes"))
        for node, first, size in sorted(zip(*ends, strict=True)):
            if not 0 <= node < sizes[t]:
                raise ValueError("categories_nodes")
            lists.append(np.sort(listed[first : first + size]))
            list_size[start[t] + node] = len(lists[-1])
            threshold[start[t] + node] = np.nan
    return Shapes(
        start=start,
        feature=np.where(inner, joined("split_indices", np.int32), 0).astype(np.int32),
        threshold=threshold,
        left=left,
        right=np.where(inner, right, -1).astype(np.int32),
        missing_left=(joined("default_left", np.uint8) * inner).astype(np.uint8),
        value=np.where(inner, np.nan, value).astype(np.float64),
        strict=True,
        gain=np.clip(np.nan_to_num(joined("loss_changes", np.float64)), -LARGEST, LARGEST),
        list_start=np.concatenate([[0], np.cumsum(list_size)]) if lists else None,
        listed=np.concatenate(lists).astype(np.int32) if lists else None,
    )
