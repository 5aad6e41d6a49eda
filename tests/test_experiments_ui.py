"""The Experiments page without a browser: its link, its runs, and a whole experiment from start to tables."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from rankviz.errors import DataError
from rankviz.experiments import child, task_sets
from rankviz.experiments.definition import define
from rankviz.experiments.store import Store
from rankviz.ui import experiments_link, experiments_runs
from rankviz.ui.experiments_link import START, Chosen, read, watch_link
from rankviz.ui.experiments_runs import RUNS, Runs
from rankviz.ui.link import from_link
from rankviz.ui.session import WIDGET

APP = str(Path(__file__).parents[1] / "app.py")
PAGE = "pages/experiments.py"
SMALL = "synthetic:linear?n=40&seeds=3"
LARGE = "synthetic:linear?features=20&n=200&seeds=30"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RANKVIZ_RESULTS_DIR", str(tmp_path))
    experiments_runs.folder_of.clear()
    return tmp_path


def wait_for(so: object, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not so():  # type: ignore[operator]
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.1)


# ---------------------------------------------------------------- the link


def test_a_link_is_read_as_it_is_written() -> None:
    link = {
        "src": SMALL,
        "alg": "rb-c,rb-plus:undefined=cap",
        "rounds": "7",
        "folds": "4",
        "metric": "map",
        "metrics": "map,p5",
    }
    chosen, said = read(link)
    assert not said
    assert chosen == Chosen(SMALL, "rb-c,rb-plus:undefined=cap", 7, 4, metrics="map,p5", metric="map")
    assert read({}) == (Chosen(), [])


@pytest.mark.parametrize(
    "link",
    [
        {"src": "movielens:../secret.data"}, {"src": "nothing"}, {"alg": "rb-c"}, {"alg": "x,y"}, {"rounds": "0"},
        {"rounds": "1e9"}, {"folds": "2"}, {"seed": "-1"}, {"conv": "ties=none"}, {"metric": "<b>"}, {"more": "1"},
        {"metrics": "r2,zzz"},
    ],
)  # fmt: skip
def test_what_a_link_cannot_have_is_told(link: dict[str, str]) -> None:
    chosen, said = read(link)
    assert chosen == Chosen() and len(said) == 1


def test_every_entry_of_the_menu_has_tasks() -> None:
    for source in experiments_link.MENU:
        assert task_sets.task_set(source, confined=True).tasks


def test_a_task_opens_in_watch_with_the_same_algorithms() -> None:
    link = watch_link(Chosen(alg="rb-plus,rb-c:undefined=cap"), "synthetic:linear?n=40&seed=2")
    assert link is not None
    state, said = from_link(link)
    assert (
        not said and state["data"] == "synthetic:linear?n=40&seed=2" and state["alg"] == ("rb-c", "rb-plus")
    )
    assert watch_link(Chosen(), "movielens:/etc/passwd?user=3") is None


# ---------------------------------------------------------------- runs of the server


def test_a_run_can_be_stopped_and_gone_on_with(own_folder: Path) -> None:
    runs, experiment = Runs(), define(LARGE, rounds=60)
    tasks = task_sets.task_set(LARGE)
    folder = own_folder / "run"
    assert runs.state(folder) == {}
    runs.start(experiment, tasks, folder)
    assert runs.running(folder) and runs.state(folder)["state"] == child.RUNNING
    wait_for(lambda: runs.state(folder).get("done", 0) >= 1)
    runs.stop(folder)
    assert not runs.running(folder)
    told = runs.state(folder)
    assert told["state"] == child.STOPPED and 1 <= told["done"] < 30
    kept = len(Store(folder).finished())
    runs.start(experiment, tasks, folder)
    wait_for(lambda: runs.state(folder).get("done", 0) > kept)
    runs.stop_all()
    assert runs.state(folder)["state"] == child.STOPPED


def test_only_so_many_run_at_once(own_folder: Path) -> None:
    runs, experiment, tasks = Runs(), define(LARGE), task_sets.task_set(LARGE)
    try:
        for name in "ab":
            runs.start(experiment, tasks, own_folder / name)
        runs.start(experiment, tasks, own_folder / "a")  # runs already
        with pytest.raises(DataError, match="are running"):
            runs.start(experiment, tasks, own_folder / "c")
    finally:
        runs.stop_all()


def test_a_run_that_fails_says_why(own_folder: Path) -> None:
    runs, experiment = Runs(), define(SMALL)
    folder = own_folder / "bad"
    (folder / "tasks").mkdir(parents=True)
    (folder / "experiment.json").write_text("{}")
    runs.start(experiment, task_sets.task_set(SMALL), folder)
    wait_for(lambda: runs.state(folder).get("state") == child.FAILED)
    assert "schema" in runs.state(folder)["why"]


def test_old_results_make_room(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiments_runs, "KEPT", 2)
    names = [f"{i:020x}" for i in range(4)]
    for i, name in enumerate([*names, "mine"]):
        (own_folder / name).mkdir()
        (own_folder / name / "experiment.json").write_text("{}")
        os.utime(own_folder / name, (1000 + i, 1000 + i))
    experiments_runs._make_room(own_folder, {own_folder / names[0]})
    assert {path.name for path in own_folder.iterdir()} == {"mine", names[0], names[2], names[3]}


# ---------------------------------------------------------------- the page


def page(**link: str) -> AppTest:
    test = AppTest.from_file(APP, default_timeout=120)
    test.query_params.update(link)
    test.run()
    test.switch_page(PAGE).run()
    assert not test.exception
    return test


def texts(test: AppTest) -> str:
    return " ".join(str(each.value) for each in (*test.markdown, *test.caption, *test.title)).replace(
        "\\", ""
    )


def test_the_page_opens_alive_and_ends_with_tables() -> None:
    test = page()
    folder = next(iter(RUNS._processes), None)
    try:
        assert not test.error and not test.warning
        wait_for(lambda: not test.run().exception and "mean ranks over 40 tasks" in texts(test))
    finally:
        if folder is not None:
            RUNS.stop(folder)
    assert "RankBoost+" in texts(test) and START.split(":")[0] in texts(test)
    picker = next(each for each in test.button_group if each.label == "Metric")
    assert picker.value in (["r2"], "r2")


def test_another_experiment_waits_for_the_button() -> None:
    test = page()
    RUNS.stop_all()
    test.number_input(key=f"{WIDGET}exp-seed").set_value(3).run()
    assert not test.exception and not RUNS._processes
    (button,) = [each for each in test.button if each.key == "experiments-run"]
    assert "40 tasks" in button.label
    assert test.query_params["seed"] in ("3", ["3"])
