"""Models in a folder: recognised by how they begin, and listed on the data that they go with."""

import gzip
from pathlib import Path

import pytest
from helpers import own_model as made
from helpers.pages import app
from streamlit.testing.v1 import AppTest

import rankviz
from rankviz.engine.data import sources
from rankviz.engine.data.listing import features_in, fits, list_data_dir
from rankviz.engine.data.models.files import Wants, wants
from rankviz.engine.data.sniffing import sniff
from rankviz.engine.errors import DataError
from rankviz.lab.experiments import task_sets
from rankviz.ui.serving import uploads
from rankviz.ui.state import catalog
from rankviz.ui.state.session import WIDGET

NAMES = ["height", "age", "weight", "kind"]


@pytest.fixture
def folder(data_folder: Path) -> Path:
    """Two LETOR files of 3 and 4 features, a table of named ones, and models of LightGBM for each but the first."""
    lightgbm = pytest.importorskip("lightgbm")
    rows = made.graded(queries=5)
    (data_folder / "a three.txt").write_text(rows.letor(3))
    (data_folder / "four.txt").write_text(rows.letor())
    lines = [
        ",".join([*map(repr, map(float, x)), str(int(grade)), str(q)])
        for x, grade, q in zip(rows.X, rows.grades, rows.qid, strict=True)
    ]
    (data_folder / "people.csv").write_text("\n".join([",".join([*NAMES, "grade", "query"]), *lines]) + "\n")
    made.train_lightgbm(rows, 4).save_model(data_folder / "by number.txt")
    data = lightgbm.Dataset(rows.X, rows.grades, group=rows.sizes, feature_name=NAMES)
    chosen = {"objective": "lambdarank", "verbose": -1, "num_threads": 1}
    lightgbm.train(chosen, data, 4).save_model(data_folder / "by name.txt")
    return data_folder


def test_models_are_listed_last_on_the_data_with_their_features(folder: Path) -> None:
    found = {entry.path: entry for entry in list_data_dir()}
    assert list(found)[-2:] == ["by name.txt", "by number.txt"]
    assert found["by number.txt"].source == "model:by number.txt?data=letor:four.txt"
    assert found["by name.txt"].source == "model:by name.txt?data=table:people.csv"
    for entry in found.values():
        assert sources.canonical(entry.source) == entry.source
    problem = rankviz.load(found["by number.txt"].source)
    assert problem.model is not None and found["by number.txt"].label == "by number.txt (model)"
    named = rankviz.load("model:by name.txt?data=table:people.csv%3Fquery%3Dquery")
    assert named.model is not None and named.model.names == tuple(NAMES)


def test_a_folder_of_models_alone_lists_none_and_experiments_take_none(folder: Path) -> None:
    assert [task.source for task in task_sets.task_set(f"folder:{folder}").tasks] == [
        f"table:{folder}/people.csv"
    ]
    for path in folder.iterdir():
        if not path.name.startswith("by "):
            path.unlink()
    assert list_data_dir() == []


def test_the_features_that_a_model_wants_stand_in_its_file(folder: Path) -> None:
    assert wants(folder / "by number.txt") == Wants((), 4)
    assert wants(folder / "by name.txt") == Wants(tuple(NAMES), 4)
    packed = folder / "packed.gz"
    packed.write_bytes(gzip.compress((folder / "by name.txt").read_bytes()))
    assert wants(packed) == Wants() and sniff(packed.read_bytes()) == "model"


def test_a_file_of_a_stranger_wants_what_can_be_told(tmp_path: Path) -> None:
    file = tmp_path / "m"
    digits = "9" * 5_000
    file.write_text(f"tree\nmax_feature_idx={digits}\nfeature_names=a b\n")
    assert wants(file) == Wants(("a", "b"), 2)
    for names, found in (('["a [m]", "b"]', ("a [m]", "b")), ('["a', ()), ("[" * 9_000, ()), ("7", ())):
        file.write_text(f'{{"learner":{{"feature_names": {names}, "num_feature":"{digits}"')
        assert wants(file) == Wants(found, len(found))


@made.needs("xgboost")
def test_so_they_do_in_xgboosts(tmp_path: Path) -> None:
    rows = made.graded()
    booster = made.train_xgboost(rows, 3)
    for name in ("model.json", "model.ubj"):
        booster.save_model(tmp_path / name)
        assert sniff((tmp_path / name).read_bytes()) == "model"
        assert wants(tmp_path / name) == Wants((), 4)
    booster.feature_names = NAMES
    booster.save_model(tmp_path / "named.json")
    assert wants(tmp_path / "named.json") == Wants(tuple(NAMES), 4)


@made.needs("catboost")
def test_catboosts_are_recognised_and_go_with_any_data(tmp_path: Path) -> None:
    model = made.train_catboost(made.graded(), 3)
    for kind in ("cbm", "json"):
        model.save_model(str(tmp_path / f"m.{kind}"), format=kind)
        assert sniff((tmp_path / f"m.{kind}").read_bytes()) == "model"
        assert wants(tmp_path / f"m.{kind}") == Wants()
    assert fits(Wants(), ("f1",)) is None


@pytest.mark.parametrize(
    ("head", "kind", "expected"),
    [
        (b"2 qid:1 1:0.5 3:1\n0 qid:1 2:0.1 #docid = a:9\n1 qid:1 9", "letor", ("f1", "f2", "f3")),
        (b"item;x;y;grade\na;1;2;0\n", "table", ("x", "y")),
        (b"item,h1,h2\na,0,1\n", "weak", ("h1", "h2")),
        (b"PAR1\0\0", "table", ()),
        (b"1\t1\t5\t0\n", "movielens", ()),
        (b"", "letor", ()),
    ],
)
def test_features_of_data_by_their_first_lines(head: bytes, kind: str, expected: tuple[str, ...]) -> None:
    assert features_in(head, kind) == expected


def test_a_model_fits_by_name_else_by_number() -> None:
    assert fits(Wants(("a", "b"), 2), ("b", "c", "a")) and fits(Wants(("a", "z"), 2), ("a", "b")) is False
    assert fits(Wants((), 3), ("f1", "f2", "f3")) and fits(Wants((), 4), ("f1", "f2", "f3")) is None
    assert fits(Wants((), 4), ("x", "y", "z")) is False and fits(Wants((), 3), ()) is None


def test_a_model_is_no_data_to_be_watched_on(folder: Path) -> None:
    content = (folder / "by number.txt").read_bytes()
    with pytest.raises(DataError, match="a model cannot be shown on these data"):
        sources.load_upload("model", content, "m.txt", data=content, data_name="m.txt")
    upload = uploads.Upload("t", "model", (("m.txt", content), ("n.txt", content)), ("", ""), "me")
    assert upload.source({}).text == "model:m.txt?data=letor:n.txt"


# ---------------------------------------------------------------- the menus


def menu(test: AppTest, name: str) -> object:
    return next(each for each in test.selectbox if each.key == WIDGET + name)


def test_a_model_of_the_folder_is_chosen_with_its_run_and_other_data(folder: Path) -> None:
    test = app(rounds="4", holdout="0")
    menu(test, "family").set_value(catalog.FOLDER).run()
    assert "model:" not in str(test.session_state["state"]["data"]), "data come first"
    menu(test, "file").set_value("model:by number.txt").run()
    assert not test.exception and not test.error
    state = test.session_state["state"]
    assert state["data"] == "model:by number.txt?data=letor:four.txt" and "own" in state["alg"]
    on = next(each for each in test.selectbox if each.label == "Data for the ranker")
    assert on.options == ["a three.txt (LETOR)", "four.txt (LETOR)", "people.csv (table)"]
    on.set_value("letor:a three.txt").run()
    assert "trained on 4 features" in str([error.value for error in test.error])
    menu(test, "file").set_value("letor:four.txt").run()
    assert not test.error and "own" not in test.session_state["state"]["alg"]


def test_a_ranker_that_is_trained_on_the_spot_comes_with_its_run() -> None:
    pytest.importorskip("lightgbm")
    test = app(rounds="4")
    menu(test, "family").set_value("trained").run()
    assert not test.exception and not test.error
    assert test.session_state["state"]["alg"][-1] == "own"
