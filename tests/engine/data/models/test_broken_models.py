"""Models of strangers: what is broken is refused in a sentence, in little memory, and shows no other's memory."""

import json
import re
import tempfile
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import model_samples
from helpers import own_model as made
from helpers.thorough import usually

from rankviz.engine.data import sources
from rankviz.engine.data.model import Model
from rankviz.engine.data.models.model_bytes import pack, unpack
from rankviz.engine.data.models.reading_process import parse
from rankviz.engine.data.models.validate_model import check
from rankviz.engine.data.reading import MAX_FEATURES
from rankviz.engine.errors import DataError
from rankviz.ui.state import catalog

MODEL = made.drawn(np.random.default_rng(0).normal(size=(30, 3)))
SHAPES = MODEL.shapes
LIGHTGBM = model_samples.content("lightgbm.txt").decode()
XGBOOST = json.loads(model_samples.content("xgboost.json"))
CATBOOST = json.loads(model_samples.content("catboost.json"))


def unpacked(packed: bytes, name: str, identity: str = "") -> Model:
    """The model of the bytes that the reading process sends."""
    with tempfile.TemporaryFile() as file:
        file.write(packed)
        file.seek(0)
        return unpack(file, name, identity)


def refused(content: bytes | str, kind: str) -> str:
    """The sentence by which a model is refused; reading it takes no more memory than its size allows."""
    data = content if isinstance(content, bytes) else content.encode()
    tracemalloc.start()
    try:
        with pytest.raises(DataError) as caught:
            model = parse(kind, data)
            check(unpacked(pack(model), "m"), MAX_FEATURES)
        assert tracemalloc.get_traced_memory()[1] < 2**20 + 60 * len(data)
    finally:
        tracemalloc.stop()
    return str(caught.value)


def changed(model: dict[str, Any], *path: str | int, value: Any) -> str:
    """A model's JSON with another value at a path."""
    copy: Any = json.loads(json.dumps(model))
    here = copy
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return json.dumps(copy)


# ---------------------------------------------------------------- trees by number


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("left", 900, "not a later node of the tree"),
        ("right", -1, "not a later node of the tree"),
        ("left", 0, "not a later node of the tree"),
        ("right", 1, "two paths lead to a node"),
        ("feature", 3, "beyond the model's 3 features"),
        ("feature", -2, "beyond the model's 3 features"),
        ("threshold", np.nan, "a split has no threshold"),
    ],
)
def test_trees_that_are_none_are_refused_by_number(field: str, value: float, says: str) -> None:
    check(MODEL)
    broken = getattr(SHAPES, field).copy()
    broken[SHAPES.start[2]] = value  # the root of the third tree
    with pytest.raises(DataError, match=re.escape("drawn.txt: tree 3 of the model is broken: ")) as caught:
        check(replace(MODEL, shapes=replace(SHAPES, **{field: broken})))
    assert says in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        lambda m: replace(m, start=float("nan")),
        lambda m: replace(m, start=1e308),
        lambda m: replace(m, n_features=0),
        lambda m: replace(m, n_features=2**40),
        lambda m: replace(m, names=("a", "a", "b")),
        lambda m: replace(m, names=("a", "b")),
        lambda m: replace(m, categories=(3,)),
        lambda m: replace(m, objective=replace(m.objective, sigma=float("inf"))),
        lambda m: replace(m, objective=replace(m.objective, at=-1)),
        lambda m: replace(m, objective=replace(m.objective, at=10**30)),
        lambda m: replace(m, shapes=replace(m.shapes, value=m.shapes.value * 1e300)),
        lambda m: replace(m, shapes=replace(m.shapes, value=m.shapes.value[1:])),
        lambda m: replace(m, shapes=replace(m.shapes, start=m.shapes.start[1:])),
        lambda m: replace(m, shapes=replace(m.shapes, start=m.shapes.start[[0, 2, 1, 3, 4, 5, 6]])),
        lambda m: replace(m, shapes=replace(m.shapes, gain=m.shapes.value)),
        lambda m: replace(m, shapes=replace(m.shapes, statistic=np.zeros_like(m.shapes.left))),
        lambda m: replace(m, shapes=replace(m.shapes, listed=np.zeros(2, dtype=np.int32))),
        lambda m: replace(
            m, shapes=replace(m.shapes, list_start=np.zeros(3, np.int64), listed=np.zeros(0, np.int32))
        ),
    ],
)
def test_numbers_that_are_not_finite_or_out_of_range_are_refused(change: Callable[[Model], Model]) -> None:
    with pytest.raises(DataError, match=r"^drawn\.txt: (tree 1 of )?the model is broken: "):
        check(change(MODEL))


def test_a_leaf_without_a_number_is_refused() -> None:
    value = SHAPES.value.copy()
    value[np.flatnonzero(SHAPES.left < 0)[0]] = np.inf
    with pytest.raises(DataError, match="tree 1 of the model is broken: the value of a leaf"):
        check(replace(MODEL, shapes=replace(SHAPES, value=value)))


# ---------------------------------------------------------------- files that end, fill or leak a process


@pytest.mark.parametrize("part", [300, 900, 0.5, 0.9])
def test_lightgbms_text_that_is_cut_off_is_a_sentence(part: float) -> None:
    """LightGBM 4.7's parser ends the process for some of these."""
    text = LIGHTGBM.partition("\nend of trees")[0]
    assert "this model is cut off" in refused(text[: int(part if part > 1 else part * len(text))], "lightgbm")
    fewer = re.sub(r"leaf_value=\S+ ", "leaf_value=", LIGHTGBM, count=1)
    assert "numbers do not fit together" in refused(fewer, "lightgbm")


def test_catboosts_trees_with_too_few_leaf_values_show_no_memory_of_the_process() -> None:
    """CatBoost takes what lies behind them in memory for the values of the other leaves."""
    trees = ("oblivious_trees", 0)
    splits = CATBOOST["oblivious_trees"][0]["splits"]
    for few in ([0.1], []):
        assert "do not fit" in refused(changed(CATBOOST, *trees, "leaf_values", value=few), "catboost")
    for depth in (13, 24, 63, 2000):
        deep = {"splits": splits[:1] * depth, "leaf_values": [0.1]}
        assert "do not fit" in refused(changed(CATBOOST, *trees, value=deep), "catboost")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("oblivious_trees", 0, "leaf_values"), ["nan"] * 8),
        (("oblivious_trees", 0, "leaf_values"), [1e999] * 8),
        (("oblivious_trees", 0, "splits", 0, "split_index"), 10**6),
        (("oblivious_trees", 0, "splits", 0, "split_index"), -1),
        (("oblivious_trees", 0, "splits", 0, "split_index"), "Evil"),
        (("features_info", "float_features", 0, "borders"), ["nan"] * 9),
        (("features_info", "float_features", 0, "flat_feature_index"), 10**9),
        (("features_info", "float_features", 0, "flat_feature_index"), -2),
        (("features_info", "ctrs", 0, "ctr_type"), "Evil"),
        (("features_info", "ctrs", 0, "elements"), []),
        (("ctr_data",), {}),
        (("model_info", "params", "loss_function"), 5),
        (("scale_and_bias",), [1, [float("nan")]]),
        (("scale_and_bias",), [1e300, [0]]),
        (("oblivious_trees",), []),
        (("features_info",), None),
    ],
)
def test_catboosts_broken_json_is_a_sentence(path: tuple[str | int, ...], value: Any) -> None:
    assert refused(changed(CATBOOST, *path, value=value), "catboost").count(". ") <= 2


LEARNER, TREE = ("learner",), ("learner", "gradient_booster", "gbtree", "model", "trees", 0)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((*LEARNER, "learner_model_param", "num_feature"), "3000000"),
        ((*LEARNER, "learner_model_param", "num_feature"), "-1"),
        ((*LEARNER, "learner_model_param", "num_feature"), "4294967295"),
        ((*LEARNER, "learner_model_param", "num_target"), "200000000"),
        ((*LEARNER, "learner_model_param", "num_class"), "1000000000"),
        ((*LEARNER, "learner_model_param", "base_score"), "1e308"),
        ((*LEARNER, "learner_model_param", "base_score"), "[0.5, 0.5]"),
        ((*LEARNER, "attributes", "best_iteration"), "x"),
        ((*LEARNER, "feature_names"), ["a", "b", "c"]),
        ((*LEARNER, "feature_names"), ["a", "a", "b", "c"]),
        ((*LEARNER, "gradient_booster", "weight_drop"), [1.0]),
        ((*LEARNER, "gradient_booster", "name"), "gblinear"),
        ((*LEARNER, "objective"), 5),
        ((*TREE, "left_children", 0), 0),
        ((*TREE, "left_children", 0), 10**12),
        ((*TREE, "split_indices", 0), -7),
        ((*TREE, "split_indices", 0), 2**31 - 1),
        ((*TREE, "split_conditions"), [float("nan")] * 7),
        ((*TREE, "categories_nodes"), [999]),
        ((*TREE, "default_left"), []),
        (TREE, {}),
    ],
)
def test_xgboosts_broken_json_is_a_sentence(path: tuple[str | int, ...], value: Any) -> None:
    assert refused(changed(XGBOOST, *path, value=value), "xgboost").count(". ") <= 2


@pytest.mark.parametrize(
    ("of", "by"),
    [
        ("num_leaves=5", "num_leaves=2000000000"),
        ("num_leaves=5", "num_leaves=-1"),
        ("num_class=1", "num_class=2147483647"),
        ("num_tree_per_iteration=1", "num_tree_per_iteration=1000000000"),
        ("max_feature_idx=3", "max_feature_idx=1000000000"),
        ("max_feature_idx=3", "max_feature_idx=2"),
        ("cat_boundaries=0 1", "cat_boundaries=0 1000000000"),
        ("cat_boundaries=0 1", "cat_boundaries=1 0"),
        ("threshold=0 ", "threshold=inf "),
        ("threshold=0 ", "threshold=nan "),
        ("left_child=2 ", "left_child=99999999999 "),
        ("left_child=2 ", "left_child=0 "),
        ("split_feature=2 ", "split_feature=99999999999 "),
        ("[lambdarank_truncation_level: 30]", "[lambdarank_truncation_level: x]"),
        ("[lambdarank_truncation_level: 30]", f"[lambdarank_truncation_level: {10**30}]"),
        ("[sigmoid: 1]", "[sigmoid: 1e300]"),
        ("[sigmoid: 1]", "[sigmoid: nan]"),
        ("leaf_value=", "leaf_value=1e300 "),
        ("is_linear=0", "is_linear=1"),
    ],
)
def test_lightgbms_broken_text_is_a_sentence(of: str, by: str) -> None:
    assert of in LIGHTGBM
    assert refused(LIGHTGBM.replace(of, by), "lightgbm").count(". ") <= 2


def test_deep_nesting_is_a_sentence() -> None:
    nested = b'{"learner": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"
    assert "do not fit" in refused(nested, "xgboost")
    assert "do not fit" in refused(b"{Li\x07learner" + b"[" * 200_000, "xgboost")
    chain = (
        '{"split": {"split_index": 0}, "left": {"value": 1}, "right": ' * 9_999 + '{"value": 1}' + "}" * 9_999
    )
    lossguide = json.dumps({**CATBOOST, "trees": [0], "oblivious_trees": []}).replace("[0]", f"[{chain}]")
    assert "do not fit" in refused(lossguide, "catboost")


def test_a_link_to_a_broken_model_of_the_data_folder_is_a_sentence(data_folder: Path) -> None:
    """XGBoost's parser takes the circle, and its prediction ends the process."""
    (data_folder / "circle.json").write_text(changed(XGBOOST, *TREE, "left_children", 1, value=0))
    (data_folder / "d.txt").write_bytes(model_samples.letor())
    data, message = catalog.check_link_source("model:circle.json?data=letor:d.txt")
    assert message is None and isinstance(data, sources.Source)
    with pytest.raises(DataError, match=r"circle\.json: tree 1 of the model is broken: a node's child"):
        catalog.load(data, 0)


# ---------------------------------------------------------------- any change of a byte or a number

NUMBERS = (
    "0",
    "-1",
    "1",
    "7",
    "99",
    "2147483647",
    "4294967296",
    "1" + "0" * 30,
    "nan",
    "inf",
    "1e308",
    "-0.5",
    "",
)


def mutated(content: bytes, rng: np.random.Generator) -> bytes:
    """The content with one or two changes: a byte, a number, a part left out or twice, or the end cut off."""
    for _ in range(rng.integers(1, 3)):
        at, length = int(rng.integers(len(content))), int(rng.integers(1, 40))
        match int(rng.integers(6)):
            case 0:
                content = content[:at] + bytes([int(rng.integers(256))]) + content[at + 1 :]
            case 1 | 2:
                found = list(re.finditer(rb"-?\d+(\.\d+)?(e[+-]?\d+)?", content))
                if found:
                    number = found[int(rng.integers(len(found)))]
                    other = NUMBERS[int(rng.integers(len(NUMBERS)))].encode()
                    content = content[: number.start()] + other + content[number.end() :]
            case 3:
                content = content[:at] + content[at + length :]
            case 4:
                content = content[: at + length] + content[at:]
            case _:
                content = content[: max(at, 4)]
    return content


@pytest.mark.parametrize("name", model_samples.NAMES)
def test_a_changed_model_scores_finitely_or_is_refused(name: str) -> None:
    """Whatever was changed; the memory of both readings is held against the file's size."""
    whole = model_samples.content(name)
    for seed in range(usually(30, 1500)):
        content = mutated(whole, np.random.default_rng(seed))
        tracemalloc.start()
        try:
            model = unpacked(pack(parse(model_samples.kind(name), content)), name)
            check(model, MAX_FEATURES)
        except DataError as error:
            assert len(str(error)) < 400, seed
            continue
        finally:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert peak < 2**20 + 60 * len(content), seed
        rows = np.zeros((len(model_samples.ROWS), model.n_features))
        width = min(rows.shape[1], 4)
        rows[:, :width] = model_samples.ROWS[:, :width]
        assert np.isfinite(model.scores(model.ends(rows))).all(), seed


def test_a_model_that_passed_as_bytes_is_the_same() -> None:
    for name in model_samples.NAMES:
        model = parse(model_samples.kind(name), model_samples.content(name))
        again = unpacked(pack(model), "name", "identity")
        assert pack(again) == pack(model) and (again.name, again.identity) == ("name", "identity")
        with pytest.raises((ValueError, KeyError, TypeError)):
            unpacked(pack(model)[:-1], "")
