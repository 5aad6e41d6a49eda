"""Models of strangers: trees that are none are refused, and a reader that dies takes nobody with it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from helpers import own_model as made

from rankviz.data import models, sources
from rankviz.data.models import rehearsal
from rankviz.data.models.sound import check
from rankviz.errors import DataError
from rankviz.ui.serving import uploads
from rankviz.ui.state import catalog

SHAPES = made.drawn(np.random.default_rng(0).normal(size=(30, 3))).shapes


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    yield
    rehearsal._end()


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("left", 900, "no node of the tree"),
        ("right", -1, "no node of the tree"),
        ("left", 0, "two ways lead to a node"),
        ("feature", 3, "beyond the model's 3 features"),
        ("feature", -2, "beyond the model's 3 features"),
    ],
)
def test_trees_that_are_none_are_refused_by_number(field: str, value: int, says: str) -> None:
    check(SHAPES, 3, "m.txt")
    broken = getattr(SHAPES, field).copy()
    broken[SHAPES.start[2]] = value  # the root of the third tree
    with pytest.raises(DataError, match=re.escape("m.txt: tree 3 of the model is broken: ")) as caught:
        check(replace(SHAPES, **{field: broken}), 3, "m.txt")
    assert says in str(caught.value)


def test_a_leaf_without_a_number_and_two_ways_to_a_node_are_refused() -> None:
    value = SHAPES.value.copy()
    leaf = int(np.flatnonzero(SHAPES.left < 0)[0])
    value[leaf] = np.inf
    with pytest.raises(DataError, match="tree 1 of the model is broken: what a leaf adds"):
        check(replace(SHAPES, value=value), 3, "m.txt")
    with pytest.raises(DataError, match="two ways lead to a node"):
        check(replace(SHAPES, left=np.where(SHAPES.left >= 0, SHAPES.right, -1)), 3, "m.txt")


def test_a_circle_in_a_file_is_refused_before_any_item_falls_through_it() -> None:
    pytest.importorskip("lightgbm")
    text = made.train_lightgbm(made.graded(), 2).model_to_string()
    circle = re.sub(r"left_child=\S+", "left_child=0", text, count=1)
    with pytest.raises(DataError, match="^m.txt: tree 1 of the model is broken"):
        models.read(circle.encode(), name="m.txt")


@pytest.mark.parametrize("part", [300, 900, 0.5, 0.9])
def test_lightgbms_text_that_is_cut_off_is_a_sentence_and_not_the_end_of_the_program(part: float) -> None:
    """LightGBM 4.7 ends the process for some of these."""
    pytest.importorskip("lightgbm")
    text = made.train_lightgbm(made.graded(), 4).model_to_string().partition("\nend of trees")[0]
    cut = text[: int(part if part > 1 else part * len(text))]
    with pytest.raises(DataError, match="^m.txt: this model is cut off. Save it again"):
        models.read(cut.encode(), name="m.txt")
    fewer = re.sub(r"leaf_value=\S+ ", "leaf_value=", text + "\nend of trees\n", count=1)
    with pytest.raises(DataError, match="numbers are not whole"):
        models.read(fewer.encode(), name="m.txt")


# ---------------------------------------------------------------- in a process of its own


def test_a_model_that_is_sound_is_read_and_others_too_as_a_sentence_is_made_in_place() -> None:
    pytest.importorskip("lightgbm")
    text = made.train_lightgbm(made.graded(), 3).model_to_string().encode()
    for data in (text, text[:900], b"nothing at all"):
        rehearsal.rehearse(data, "m.txt")
    first = rehearsal._process
    rehearsal.rehearse(text, "m.txt")
    assert rehearsal._process is first and first is not None and first.poll() is None


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("import os; os.abort()", "crashed while reading it"),
        ("import time; time.sleep(99)", "took longer than"),
    ],
)
def test_a_reader_that_dies_or_takes_for_ever_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, does: str, says: str
) -> None:
    begin = subprocess.Popen

    def popen(command: list[str], **how: object) -> object:
        return begin([sys.executable, "-c", does], **how)

    monkeypatch.setattr(rehearsal.subprocess, "Popen", popen)
    monkeypatch.setattr(rehearsal, "LIMIT", 0.3)
    monkeypatch.setattr(rehearsal, "LOADS", 0.3)
    with pytest.raises(DataError, match=says):
        rehearsal.rehearse(b"tree\nversion=v4\n", "m.txt")
    assert rehearsal._process is None


def test_an_upload_is_read_there_first(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("lightgbm")
    asked: list[str] = []
    monkeypatch.setattr(rehearsal, "rehearse", lambda data, name: asked.append(name))
    rows = made.graded(queries=4)
    model = made.train_lightgbm(rows, 3).model_to_string().encode()
    data = rows.letor().encode()
    files = (("m.txt", model), ("train.txt", data))
    upload = uploads.Upload("token", "model", files, ("a", "b"), "me")
    assert catalog.load_upload(upload, {}).model is not None and asked == ["m.txt"]
    assert sources.load_upload("model", model, "m.txt", data=data, data_name="train.txt").model is not None
