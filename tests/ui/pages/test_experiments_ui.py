"""The Experiments page without a browser: its link, its runs, and a whole experiment from start to tables."""

import io
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.experiments import finish
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.lab.experiments import child, task_sets
from rankviz.lab.experiments.definition import define
from rankviz.lab.experiments.evaluation import results, summary
from rankviz.lab.experiments.running import run
from rankviz.lab.experiments.store import Store
from rankviz.lab.experiments.worker import work
from rankviz.ui.pages.experiments import head
from rankviz.ui.pages.experiments import link as experiments_link
from rankviz.ui.pages.experiments import runs as experiments_runs
from rankviz.ui.pages.experiments.link import LINK, START, Chosen, watch_link
from rankviz.ui.pages.experiments.runs import RUNS, Runs
from rankviz.ui.state.link import from_link
from rankviz.ui.state.session import WIDGET

APP = str(Path(__file__).parents[3] / "app.py")
PAGE = "pages/experiments.py"
SMALL = "synthetic:linear?n=40&seeds=3"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("RANKVIZ_RESULTS_DIR", str(tmp_path))
    monkeypatch.setenv("RANKVIZ_DATA_DIR", str(tmp_path / "data"))
    experiments_runs._folder.clear()
    return tmp_path


# ---------------------------------------------------------------- the link

OLD = Chosen(undefined="halt")
"""What a link without the choice `undefined` begins with: such links are older than the choice, and halted."""


def test_a_link_is_read_as_it_is_written() -> None:
    link = {
        "src": SMALL,
        "alg": "rb-c,rb-plus:undefined=cap",
        "rounds": "7",
        "folds": "4",
        "metric": "map",
        "metrics": "map,p5",
        "undefined": "limit",
    }
    chosen, said = LINK.read(link)
    assert not said
    assert chosen == Chosen(SMALL, "rb-c,rb-plus:undefined=cap", 7, 4, metrics="map,p5", metric="map")
    assert LINK.read({}) == (Chosen(), [])


@pytest.mark.parametrize(
    "link",
    [
        {"src": "movielens:../secret.data"}, {"src": "nothing"}, {"alg": "rb-c"}, {"alg": "x,y"}, {"rounds": "0"},
        {"src": "synthetic:linear?seeds=99999999999"}, {"src": "synthetic:linear?seeds=" + "9" * 5000},
        {"src": "letor:" + "A" * 256}, {"src": "folder:" + "A" * 256}, {"src": "letor:\0"}, {"src": "letor:"},
        {"alg": ",,"}, {"rounds": "²"}, {"rounds": "-" + "9" * 5000}, {"metrics": "ndcg" + "1" * 5000},
        {"rounds": "1e9"}, {"folds": "2"}, {"seed": "-1"}, {"conv": "ties=none"}, {"metric": "<b>"}, {"more": "1"},
        {"metrics": "r2,zzz"},
    ],
)  # fmt: skip
def test_what_a_link_cannot_have_is_told(link: dict[str, str]) -> None:
    chosen, said = LINK.read(link)
    assert chosen == (Chosen() if "more" in link else OLD) and len(said) == 1


@pytest.mark.parametrize(
    ("link", "name", "value"),
    [
        ({"rounds": "000000000005" + "9" * 5000}, "rounds", 500),
        ({"rounds": "00000000004099999"}, "rounds", 500),
        ({"rounds": "501"}, "rounds", 500),
        ({"rounds": "10000"}, "rounds", 500),
        ({"folds": "21"}, "folds", 20),
        ({"seed": "000000000001999999999999999999999999999999"}, "seed", 2**31 - 1),
        ({"seed": str(2**31)}, "seed", 2**31 - 1),
        ({"alg": "rb-d,rb-c,rb-plus,adaboost,gbt,ranksvm,qbrank"}, "alg", "rb-d,rb-c,rb-plus,adaboost,gbt,ranksvm"),
        ({"metrics": ",".join(f"ndcg{k}" for k in range(1, 2000))}, "metrics",
         ",".join(f"ndcg{k}" for k in range(1, 13))),
    ],
)  # fmt: skip
def test_too_much_in_a_link_is_brought_down_and_told(link: dict[str, str], name: str, value: object) -> None:
    chosen, said = LINK.read(link)
    assert getattr(chosen, name) == value and len(said) == 1 and len(said[0]) < 200
    again, nothing = LINK.read({name: str(value)})
    assert again == chosen and not nothing


def test_harmless_ways_to_write_a_link_are_read() -> None:
    chosen, said = LINK.read(
        {"rounds": "0000000000000000007", "alg": " rb-c, rb-plus ,rb-c,", "metrics": "r2,r2"}
    )
    assert not said and chosen == replace(OLD, rounds=7, alg="rb-c,rb-plus", metrics="r2")


def test_a_link_older_than_the_choice_of_a_policy_keeps_its_meaning() -> None:
    for link, policy in (
        ({}, "limit"),
        ({"rounds": "7"}, "halt"),
        ({"rounds": "7", "undefined": "cap"}, "cap"),
    ):
        chosen, said = LINK.read(link)
        assert not said and chosen.undefined == policy
        assert {each.params["undefined"] for each in chosen.experiment().contenders} == {policy}
    chosen, said = LINK.read({"undefined": "sometimes"})
    assert chosen == OLD and len(said) == 1
    assert LINK.read({"alg": "lambdamart,gbt"})[0].experiment().contenders[0].params.get("undefined") is None


ODD = st.one_of(
    st.text(max_size=40),
    st.sampled_from(["letor:", "folder:", "movielens:", "table:", "synthetic:linear?", "bundled:all?", "rb-d:cap="]),
    st.sampled_from(["seeds=", "&n=", "limit=", "9" * 5000, "0" * 5000, "A" * 256, "\0", "..", "%2e%2e", "%ff", "٣"]),
    st.sampled_from(["ndcg", "rb-c", ",", ":", "undefined=cap", "ties=mean", "relevant=", "1e999", "nan", "-1"]),
)  # fmt: skip
NAMES = ("src", "alg", "undefined", "rounds", "folds", "seed", "conv", "metrics", "metric", "<b>")


@settings(max_examples=150)
@given(st.dictionaries(st.sampled_from(NAMES), st.lists(ODD, max_size=4).map("".join), max_size=4))
def test_no_link_is_an_error(link: dict[str, str]) -> None:
    chosen, said = LINK.read(link)
    chosen.experiment()
    assert 1 <= chosen.rounds <= 500 and 3 <= chosen.folds <= 20 and 0 <= chosen.seed < 2**31
    assert 2 <= len(chosen.alg.split(",")) <= 6 and 1 <= len(chosen.metrics.split(",")) <= 12
    assert all(sentence.strip() for sentence in said)


def test_every_entry_of_the_menu_has_tasks() -> None:
    for source in experiments_link.MENU:
        assert task_sets.task_set(source, confined=True).tasks


def test_a_fold_opens_in_watch_with_the_same_split_and_algorithms() -> None:
    """Its numbers are compared in tests/lab/experiments/test_replay.py."""
    experiment = define(
        "synthetic:linear?n=40&seeds=3", ["rb-plus", "rb-d:undefined=cap", "gbt"], rounds=5, seed=1
    )
    outcome = work(experiment, task_sets.task_set(experiment.source, seed=1).tasks[1])
    link = watch_link(experiment, outcome, 3, 1, 4)
    assert link is not None and link["fold"] == "4/5:seed-2" and link["t"] == "4" and link["seed"] == "1"
    state, said = from_link(link)
    assert not said and state["data"] == "synthetic:linear?n=40&seed=2" and state["rounds"] == 5
    assert (
        set(state["alg"]) == {"rb-d", "gbt"} and state["undefined"] == "cap"
    )  # RankBoost+ takes the limit, by default
    elsewhere = replace(outcome, source="movielens:/etc/passwd?user=3")
    assert watch_link(experiment, elsewhere, 0, 0, 1) is None


def test_the_head_says_how_the_tasks_were_chosen() -> None:
    assert head.selection("movielens:u.data?most=8000&limit=40") == (
        "users with 100 ratings or more, at most 8,000 critical pairs each, the 40 largest of these"
    )
    assert head.selection("movielens:u.data?users=3,7") == "users 3,7"
    assert head.selection("letor:a.txt") == (
        "queries with 100 critical pairs or more, at most 50,000 critical pairs each"
    )
    assert head.selection("letor:a.txt?tasks=all") == "" == head.selection(SMALL)


def test_the_head_names_data_before_their_address() -> None:
    def said(source: str) -> list[str]:
        return head.sentences(define(source, ["rb-d", "rb-c"]), task_sets.task_set(source), None)

    assert said(SMALL)[:2] == [
        "Linear with noise: 3 tasks. Grades follow a weighted sum of the features.",
        "Data: synthetic:linear?n=40, 3 seeds.",
    ]
    assert said("bundled:all")[0] == "Every bundled data set: 3 tasks."


@pytest.mark.usefixtures("no_pdf")
def test_another_choice_of_algorithms_shows_what_is_there_at_once(own_folder: Path) -> None:
    """Dropped: all is there, with the files to take away. Added: what is there is told, and results stay in grey."""
    wide = Chosen(src=SMALL, alg="rb-d,rb-c,rb-plus", rounds=4, metrics="r1,r2")
    finish(wide)
    test = page(src=SMALL, rounds="4", alg="rb-c,rb-plus", metrics="r1,r2")
    assert "mean ranks over 3 tasks" in texts(test) and not test.error
    assert not [each for each in test.button if each.key == "experiments-run"] and not RUNS._jobs.running
    narrow = replace(wide, alg="rb-c,rb-plus").experiment()
    other = Path(experiments_runs.folder_of(SMALL, narrow, narrow.key()))
    fresh = Store(own_folder / "fresh")
    run(narrow, task_sets.task_set(SMALL), fresh, jobs=1)
    summary.write(results.load(fresh), fresh)
    for name in ("summary.json", "folds.csv", "experiment.json"):
        assert (other / name).read_bytes() == (fresh.folder / name).read_bytes()
    test.multiselect(key=f"{WIDGET}exp-alg").set_value(["rb-c", "rb-plus", "gbt"]).run()
    (button,) = [each for each in test.button if each.key == "experiments-run"]
    assert button.label == "Run GBT on these 3 tasks; the others are done"
    assert "in grey" in texts(test) and "mean ranks over 3 tasks" in texts(test) and not test.exception


def test_what_was_typed_before_is_not_told_beside_what_is_typed_now() -> None:
    test = page(src=SMALL, rounds="4")
    test.selectbox(key=f"{WIDGET}exp-tasks").set_value("other").run()
    test.text_input(key=f"{WIDGET}exp-source").set_value("nonsense").run()
    assert "names no tasks" in test.error[0].value.replace("\\", "")
    test.text_input(key=f"{WIDGET}exp-source").set_value(SMALL).run()
    assert not test.error and not test.warning


# ---------------------------------------------------------------- runs of the server


def test_a_run_that_fails_says_why(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the process does, without one: neither does it step back here, nor end with its input or its time."""
    for name in ("_end_with_input", "_end_in_time"):
        monkeypatch.setattr(child, name, lambda *_: None)
    monkeypatch.setattr(child.os, "nice", lambda _: None)
    asked = {"experiment": define(SMALL).as_dict(), "jobs": 1, "confined": True, "hours": 1}
    monkeypatch.setattr(child.sys, "stdin", io.StringIO(json.dumps(asked) + "\n"))
    folder = own_folder / "bad"
    (folder / "tasks").mkdir(parents=True)
    (folder / "experiment.json").write_text("{}")
    assert child.main(folder) == 2
    told = Runs().state(folder)
    assert told["state"] == child.FAILED and "schema" in told["why"]


# ---------------------------------------------------------------- the page


def page(**link: str) -> AppTest:
    """The Experiments page, opened by a link."""
    test = AppTest.from_file(APP, default_timeout=180)
    test.query_params.update({"undefined": "limit", **link} if link else {})
    test.switch_page(PAGE)
    test.run()
    assert not test.exception
    return test


def texts(test: AppTest) -> str:
    return " ".join(str(each.value) for each in (*test.markdown, *test.caption, *test.title)).replace(
        "\\", ""
    )


def test_the_separable_tasks_bring_smooth_margin_along() -> None:
    test = page(src=SMALL)
    test.selectbox(key=f"{WIDGET}exp-tasks").set_value(experiments_link.SEPARABLE).run()
    assert not test.exception and not test.error
    assert test.multiselect(key=f"{WIDGET}exp-alg").value == ["smooth-margin", "rb-d", "rb-c", "rb-plus"]
    assert "smooth-margin" in str(test.query_params["alg"])  # the link says so, too
    test.selectbox(key=f"{WIDGET}exp-tasks").set_value(START).run()
    assert "smooth-margin" in test.multiselect(key=f"{WIDGET}exp-alg").value


def test_it_opens_alive_and_another_experiment_waits_for_the_button(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To its tables it is followed in tests/browser."""
    begun: list[Path] = []
    monkeypatch.setattr(RUNS, "start", lambda experiment, tasks, folder, visitor: begun.append(folder))
    test = page()
    assert len(begun) == 1 and not test.error and not test.warning
    assert START.split(":")[0] in texts(test)
    test.number_input(key=f"{WIDGET}exp-seed").set_value(3).run()
    assert not test.exception and len(begun) == 1
    (button,) = [each for each in test.button if each.key == "experiments-run"]
    assert "40 tasks" in button.label
    assert test.query_params["seed"] in ("3", ["3"])


def test_the_opening_experiment_begins_by_itself_with_what_others_have_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Once: what was taken over in part is no run, but what was stopped then waits for the button."""
    begun: list[Path] = []

    def adopt(experiment: object, tasks: object, folder: Path, visitor: str) -> None:
        folder.mkdir()
        child.write_progress(folder, child.STOPPED, done=0, total=40, failed=0, seconds=0.0, left=0.0)

    monkeypatch.setattr(experiments_runs, "adopt", adopt)
    monkeypatch.setattr(RUNS, "start", lambda experiment, tasks, folder, visitor: begun.append(folder))
    for _ in range(2):
        test = page()
        assert len(begun) == 1 and [each for each in test.button if each.key == "experiments-run"]


@pytest.mark.parametrize(
    "link",
    [
        {"src": "letor:" + "A" * 256, "rounds": "000000000005" + "9" * 5000},
        {"src": "synthetic:linear?seeds=99999999999", "seed": "1" + "9" * 5000},
        {"alg": ",".join(ALGORITHMS), "rounds": "3", "folds": "99"},
        {"metrics": ",".join(f"ndcg{k}" for k in range(1, 2000)), "conv": "x" * 5000, "<b>": "1"},
    ],
)
@pytest.mark.slow
def test_a_hostile_link_opens_the_page_and_is_told(link: dict[str, str]) -> None:
    test = page(**link)
    assert test.warning and "Experiments" in texts(test)
    RUNS.stop_all()


def test_a_name_that_is_no_text_ends_no_page(own_folder: Path) -> None:
    rows = "\n".join(f"i{i},{i % 3},{(7 * i) % 11}" for i in range(30))
    try:
        for name in (b"m\xff.csv", b"good.csv"):
            (own_folder / "data" / os.fsdecode(name)).write_text(f"item,grade,f\n{rows}\n")
    except OSError:
        pytest.skip("this file system takes no such names")
    test = page(src="folder:")
    assert (
        "mxff.csv" in texts(test)
        and ": 1 task" in texts(test)
        and "Each task has 5 folds" in texts(test)
        and not test.error
    )
    watch = AppTest.from_file(APP, default_timeout=180)
    watch.query_params["data"] = "table:good.csv"
    watch.run()
    assert not watch.exception and not watch.error and "mxff.csv" in texts(watch)


def test_the_limits_stand_on_the_page_and_too_much_has_no_button(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKVIZ_EXPERIMENT_WORK", "0.5")
    test = page(src=SMALL)
    assert "Each visitor may run" in texts(test) and "0.5 billion steps" in texts(test) and not test.error
    assert [each for each in test.button if each.key == "experiments-run"]
    test = page(src="synthetic:linear?n=400&features=20&seeds=400", rounds="500")
    assert "more than the 0.5 billion" in test.error[0].value.replace("\\", "")
    assert not [each for each in test.button if each.key == "experiments-run"] and not RUNS._jobs.running


def test_damaged_results_end_in_a_sentence(own_folder: Path) -> None:
    experiment = Chosen(src=SMALL, rounds=5).experiment()
    folder = Path(experiments_runs.folder_of(SMALL, experiment, experiment.key()))
    for contender in experiment.contenders:
        path = Store(folder).path("seed-0", contender)
        path.parent.mkdir(parents=True)
        path.write_bytes(b"junk")
    test = page(src=SMALL, rounds="5")
    assert "holds no experiment" in test.error[0].value.replace("\\", "")


def test_a_wrong_setting_of_the_server_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANKVIZ_EXPERIMENT_HOURS", "two")
    assert "RANKVIZ_EXPERIMENT_HOURS" in page().error[0].value.replace("\\", "")
