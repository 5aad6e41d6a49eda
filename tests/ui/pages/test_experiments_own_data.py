"""An upload as a task of an experiment: found on the page, computed by a process of its own, and nobody else's."""

import random
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.pages import app, shown_state, stage_data, upload, widget
from helpers.waiting import wait_for

from rankviz.engine.errors import DataError
from rankviz.lab.experiments.evaluation import results
from rankviz.lab.experiments.store import Store
from rankviz.ui.pages.experiments import own_data, runs
from rankviz.ui.pages.experiments.link import LINK, Chosen, watch_link
from rankviz.ui.pages.experiments.runs import RUNS
from rankviz.ui.serving import uploads, visitors
from rankviz.ui.state.session import WIDGET

PAGE = "pages/experiments.py"


@pytest.fixture(autouse=True)
def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    visit("me", monkeypatch)
    monkeypatch.setenv("RANKVIZ_RESULTS_DIR", str(tmp_path / "results"))
    monkeypatch.delenv("RANKVIZ_DATA_DIR", raising=False)
    yield
    RUNS.stop_all()  # a small experiment starts as soon as it is chosen


def visit(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "current", lambda: who)


def table(seed: int, queries: int = 0) -> bytes:
    """60 items in some queries, or in none, with a decimal comma."""
    draw = random.Random(seed)
    rows = [
        f"i{i};{draw.random():.3f}".replace(".", ",") + f";{draw.random():.3f};{draw.randrange(4)}"
        for i in range(60)
    ]
    head = "item;x;y;grade" + (";q" if queries else "")
    return "\n".join(
        [head, *(row + (f";{i % queries}" if queries else "") for i, row in enumerate(rows))]
    ).encode()


def cross_validated(chosen: Chosen) -> Path:
    """Run the only task of an experiment as the page does, not its report, and return the folder."""
    experiment, tasks = chosen.experiment(), runs.tasks_of(chosen.src, chosen.seed)
    folder = Path(runs.folder_of(chosen.src, experiment, experiment.key()))
    RUNS.start(experiment, tasks, folder, "me")
    wait_for(lambda: (told := RUNS.state(folder))["done"] or told["state"] != "running")
    RUNS.stop(folder)
    return folder


def test_the_menu_has_the_upload_that_the_visitor_looks_at() -> None:
    test = upload(app("pages/data.py"), "table", "mine.csv", table(1))
    here = str(shown_state(test)["data"])
    test.switch_page(PAGE).run()
    menu = test.selectbox(key=f"{WIDGET}exp-tasks")
    assert "This upload: mine.csv" in menu.options
    menu.set_value(here).run()
    assert not test.exception and not test.error
    assert test.query_params["src"] == here
    assert any("table:mine.csv: 1 task" in each.value.replace("\\", "") for each in test.markdown)


def test_an_upload_is_cross_validated_in_a_process_that_reads_nothing_else() -> None:
    """Cross-validate an upload in a confined child process: only a real one shows that its data reach it."""
    mine = uploads.store("table", [("own.csv", table(2, queries=6))])
    chosen = Chosen(src=mine.chosen({"query": "q"}).text, alg="rb-d,rb-c", rounds=5, folds=3, metrics="r1")
    assert chosen.experiment().source == "table:own.csv?query=q"
    found = results.load(Store(cross_validated(chosen)))
    (outcome,) = found.outcomes
    assert (outcome.items, outcome.cut, outcome.source) == (60, "query", "table:own.csv?query=q")
    link = watch_link(found.experiment, outcome, 1, 0, 3, chosen.src)
    assert link is not None and link["data"] == chosen.src
    test = app(**link)
    assert not test.error and not test.warning and stage_data(test)["run_url"]


def test_the_queries_of_an_upload_are_tasks_and_its_second_file_comes_along() -> None:
    draw = random.Random(3)
    lines = "".join(f"{draw.randrange(3)} 1:{draw.random():.2f} 2:{draw.random():.2f}\n" for _ in range(90))
    mine = uploads.store("letor", [("rank.train", lines.encode()), ("sizes", b"30\n30\n30\n")])
    whole = mine.chosen({"queries": "2"}).text
    assert own_data.source_of(whole) == "letor:rank.train?query_file=sizes"
    entries = own_data.menu(whole)
    assert list(entries.values()) == [
        "This upload, its queries: rank.train",
        "This upload as a whole: rank.train",
    ]
    queries, all_ = (runs.tasks_of(src, 0) for src in entries)
    assert [task.query for task in queries.tasks] == ["1", "2", "3"] and len(all_.tasks) == 1
    places = uploads.store("table", [("x.csv", b"item,f\na,1\nb,2\n"), ("x.csv", b"higher,lower\nb,a\n")])
    assert own_data.source_of(places.chosen().text) == "table:x.csv?pairs=second-x.csv"
    assert {path.name for path in runs.tasks_of(places.chosen().text, 0).files} == {"x.csv", "second-x.csv"}


def test_nobody_else_opens_the_upload_its_files_or_its_results(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = uploads.store("table", [("own.csv", table(4))])
    chosen = Chosen(src=mine.chosen().text)
    tasks = runs.tasks_of(chosen.src, 0)
    assert stat.S_IMODE(tasks.place.stat().st_mode) == 0o700
    assert stat.S_IMODE(tasks.place.parent.stat().st_mode) == 0o700
    folder = runs.folder_of(chosen.src, chosen.experiment(), "key")
    visit("you", monkeypatch)
    for ask in (
        lambda: runs.tasks_of(chosen.src, 0),
        chosen.experiment,
        lambda: own_data.folder_of(chosen.src),
    ):
        with pytest.raises(DataError, match="does not travel"):
            ask()
    got, warnings = LINK.read({"src": chosen.src})
    assert got.src == Chosen().src and "does not travel" in warnings[0]
    assert own_data.menu(chosen.src) == {}
    same = uploads.store("table", [("own.csv", table(4))])
    yours = Chosen(src=same.chosen().text)
    assert yours.experiment() == Chosen(src=same.chosen().text).experiment()
    assert runs.folder_of(yours.src, yours.experiment(), "key") != folder
    with pytest.raises(DataError, match="only open files of the data folder"):
        runs.tasks_of(f"table:{tasks.place}/own.csv", 0)


def test_the_files_go_with_the_upload() -> None:
    store = uploads.STORE
    mine = uploads.store("table", [("own.csv", table(5))])
    place = own_data.folder_of(mine.chosen().text)
    assert (place / "own.csv").read_bytes() == table(5)
    store._drop(mine)
    other = uploads.store("table", [("other.csv", table(6))])
    own_data.folder_of(other.chosen().text, in_use={place})
    assert place.exists()
    own_data.folder_of(other.chosen().text)
    assert not place.exists()


def test_data_has_a_button_for_a_file_of_ones_own() -> None:
    test = app("pages/data.py")
    test.button(key="upload-own").click().run()
    assert not test.exception
    assert widget(test, "selectbox", "family").value == "upload" and test.get("file_uploader")
