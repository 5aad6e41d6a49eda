"""Models that the libraries have written are read without them, and score as their own library said."""

import json

import numpy as np
import pytest
from helpers import model_samples
from helpers.interpreter import printed
from numpy.testing import assert_allclose, assert_array_equal

from rankviz.engine.data.model import Model, Objective
from rankviz.engine.data.model_columns import ABOVE, CATEGORY, IS_CATEGORY
from rankviz.engine.data.models import catboost, reader, xgboost
from rankviz.engine.data.models.reading_process import parse
from rankviz.engine.data.problem import Problem

of_samples = pytest.mark.parametrize("name", model_samples.NAMES)


def scored(model: Model) -> np.ndarray:
    return model.scores(model.ends(model_samples.ROWS))[-1]


@of_samples
def test_a_sample_scores_as_its_library_said(name: str) -> None:
    model = reader.read(model_samples.FOLDER / name)
    assert model.name == name and model.n_features == 4 and 2 in model.categories
    tolerance = 1e-6 if model.library == "XGBoost" else 1e-15
    assert_allclose(scored(model), model_samples.scores(name), rtol=tolerance, atol=tolerance)


def test_samples_hold_what_models_can_hold() -> None:
    found = {
        name: parse(model_samples.kind(name), model_samples.content(name)) for name in model_samples.NAMES
    }
    assert found["xgboost.json"].best == found["xgboost.ubj"].best == 2
    zero = found["lightgbm.txt"].shapes.zero_missing
    assert zero is not None and zero.any()
    for name in ("catboost.cbm", "catboost.json"):
        shapes = found[name].shapes
        assert shapes.listed is not None and len(shapes.listed)
        kinds = {kind for each in shapes.statistics for kind, _, _ in each.parts}
        assert kinds == {CATEGORY, IS_CATEGORY, ABOVE}
    questions = [text for model in found.values() for text in model.shapes.asks(10_000).values()]
    for part in ("is one of", "is none of", "is not one category", "low grades in training"):
        assert any(part in text for text in questions), part


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (
            "gbdt",
            "dart",
            "each tree was fitted to scores without some of the trees before it (boosting=dart)",
        ),
        ("data_sample_strategy: bagging", "data_sample_strategy: goss", "its data_sample_strategy is goss"),
        ("device_type: cpu", "device_type: cuda", "known for device_type=cpu, and its device_type is cuda"),
        ("bagging_freq: 0", "bagging_freq: 2", ""),
        ("bagging_fraction: 1]\n[pos", "bagging_fraction: 0.5]\n[pos", ""),
    ],
)
def test_lambdas_are_told_for_the_settings_that_are_known(before: str, after: str, why: str) -> None:
    """LightGBM's recorded model with another word: what it says, and what the notes of its runs say."""
    content = model_samples.content("lightgbm.txt").replace(before.encode(), after.encode())
    model = reader.read(content, name="lightgbm.txt")
    assert why in model.objective.unknown and bool(model.objective.unknown) == bool(why)
    problem = Problem.from_arrays(model_samples.ROWS, np.arange(len(model_samples.ROWS)) % 3)
    notes = reader.attach(model, problem).notes
    assert any("left out for it" in note for note in notes) == bool(why)
    assert (reader.UNTOLD in notes) != bool(why)


def test_lambdas_of_dart_and_of_ordered_boosting_are_not_told() -> None:
    recorded = parse("xgboost", model_samples.content("xgboost.json")).objective
    assert recorded.unknown.endswith("(booster=dart)")
    rules = json.loads(model_samples.content("xgboost.json"))["learner"]["objective"]
    assert xgboost._objective(rules, "gbtree") == Objective("rank:ndcg", delta=True, at=32, norm=True)
    options = {"boosting_type": "Plain", "posterior_sampling": False, "model_shrink_rate": 0}
    for changed, why in (
        ({}, ""),
        (
            {"boosting_type": "Ordered"},
            "they are known for boosting_type=Plain, and its boosting_type is Ordered",
        ),
        ({"boosting_type": None}, "they are known for boosting_type=Plain, and its file does not say it"),
        (
            {"model_shrink_rate": 0.1},
            "they are known for model_shrink_rate=0, and its model_shrink_rate is 0.1",
        ),
    ):
        params = {
            "loss_function": {"type": "PairLogit", "params": {}},
            "boosting_options": {**options, **changed},
        }
        assert catboost._objective(params) == Objective("PairLogit", unknown=why)


@of_samples
def test_line_ends_of_windows_and_a_byte_order_mark_change_nothing(name: str) -> None:
    """Git and editors put them in; LightGBM's own parser ends the process at them."""
    content = model_samples.content(name)
    if b"\0" in content:
        pytest.skip("a binary file")
    expected = scored(parse(model_samples.kind(name), content))
    for changed in (content.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + content):
        assert_array_equal(scored(reader.read(changed, name=name)), expected)


def test_neither_process_loads_a_library() -> None:
    """The server and the process that reads; the latter loads no compiler, either, which would take a second."""
    folder = str(model_samples.FOLDER)
    code = (
        "import sys, pathlib\n"
        "import rankviz.engine.data.models.reading_process as process\n"
        "assert 'numba' not in sys.modules and 'scipy' not in sys.modules\n"
        "from rankviz.engine.data.models import reader\n"
        f"files = [f for f in pathlib.Path({folder!r}).iterdir() if f.name != 'scores.json']\n"
        "for file in files:\n"
        "    data = file.read_bytes()\n"
        "    process.parse(file.name.partition('.')[0].partition('_')[0], data)\n"
        "reader.read(files[0])\n"
        "loaded = {'lightgbm', 'xgboost', 'catboost'} & set(sys.modules)\n"
        "assert not loaded, loaded\n"
    )
    printed(code)
