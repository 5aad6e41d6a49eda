"""Experiments of the app read inside the data folder only; names that are no text, and too many tasks, are told."""

import os
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from joblib.externals.loky import get_reusable_executor

from rankviz.cli import main
from rankviz.engine.data import sources
from rankviz.engine.data.folds import BY_ITEM, BY_QUERY
from rankviz.engine.data.listing import listing
from rankviz.engine.errors import DataError
from rankviz.lab.experiments import task_sets, worker
from rankviz.lab.experiments.definition import define
from rankviz.lab.experiments.evaluation import notes, results
from rankviz.lab.experiments.reporting import report
from rankviz.lab.experiments.running import run
from rankviz.lab.experiments.store import Store, describe
from rankviz.ui.pages.experiments.link import Chosen, watch_link
from rankviz.ui.state.link import from_link


def table(path: Path, items: int) -> Path:
    rng = np.random.default_rng(items)
    rows = [f"i{i},{rng.integers(0, 3)},{rng.random():.3f}" for i in range(items)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("item,grade,f\n" + "\n".join(rows) + "\n")
    return path


def letor(path: Path, queries: int) -> Path:
    rng = np.random.default_rng(queries)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "".join(
            f"{rng.integers(0, 3)} qid:{q} 1:{rng.random():.3f} 2:{rng.random():.3f}\n"
            for q in range(queries)
            for _ in range(20)
        )
    )
    return path


def movielens(path: Path, users: int) -> Path:
    rng = np.random.default_rng(users)
    path.write_text(
        "\n".join(f"{u}\t{m}\t{rng.integers(1, 6)}\t0" for u in range(1, users + 1) for m in range(1, 41))
    )
    return path


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    data, work = tmp_path / "data", tmp_path / "work"
    data.mkdir()
    work.mkdir()
    monkeypatch.setenv("RANKVIZ_DATA_DIR", str(data))
    monkeypatch.chdir(work)
    return data, work


def items(source: str, *, confined: bool) -> list[int]:
    return [task.load().n_items for task in task_sets.task_set(source, confined=confined).tasks]


def test_from_the_app_the_data_folder_counts_and_not_the_working_folder(places: tuple[Path, Path]) -> None:
    """Each file lies in both folders; the command line looks in the working folder first, as always."""
    data, work = places
    for folder, n in ((data, 30), (work, 47)):
        table(folder / "marks.csv", n)
        table(folder / "many" / "a.csv", n)
        letor(folder / "train.txt", n)
    for source, inside, outside in (
        ("table:marks.csv", [30], [47]),
        ("folder:many", [30], [47]),
        ("letor:train.txt?tasks=all", [600], [940]),
        ("letor:train.txt?least=1", [20] * 30, [20] * 47),
    ):
        assert items(source, confined=True) == inside
        assert items(source, confined=False) == outside
        made = task_sets.task_set(source, confined=True)
        experiment = define(source)
        assert describe(experiment, made)["data"]["files"] == made.fingerprints()
        assert all(path.is_relative_to(data) for path in made.files)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.slow
def test_worker_processes_read_inside_too(places: tuple[Path, Path], tmp_path: Path, jobs: int) -> None:
    """Expensive because two worker processes load the engine; later files of this folder use them again."""
    get_reusable_executor().shutdown()  # workers that run already have another data folder
    data, work = places
    for name in "ab":
        table(data / name / "marks.csv", 30)
        table(work / name / "marks.csv", 47)
    for name in "ab":
        table(data / "many" / f"{name}.csv", 30)
        table(work / "many" / f"{name}.csv", 47)
    experiment, store = define("folder:many", rounds=3), Store(tmp_path / "out")
    assert run(experiment, task_sets.task_set("folder:many", confined=True), store, jobs=jobs)
    assert [outcome.items for outcome in results.load(store).outcomes] == [30, 30]


def test_a_link_out_of_the_data_folder_is_refused_whatever_it_names(
    places: tuple[Path, Path], tmp_path: Path
) -> None:
    data, _ = places
    for part in ("train", "vali", "test"):
        letor(tmp_path / "secret" / "Fold1" / f"{part}.txt", 6)
        letor(data / "open" / "Fold1" / f"{part}.txt", 6)
    table(tmp_path / "secret" / "marks.csv", 30)
    movielens(tmp_path / "secret" / "u.data", 3)
    (data / "folds").mkdir()
    (data / "folds" / "Fold1").symlink_to(tmp_path / "secret" / "Fold1")
    (data / "half").mkdir()
    (data / "half" / "Fold1").mkdir()
    for part in ("train", "vali"):
        letor(data / "half" / "Fold1" / f"{part}.txt", 6)
    (data / "half" / "Fold1" / "test.txt").symlink_to(tmp_path / "secret" / "Fold1" / "test.txt")
    (data / "away").symlink_to(tmp_path / "secret")
    (data / "u.data").symlink_to(tmp_path / "secret" / "u.data")
    for source in (
        "letor:folds", "letor:half", "letor:half/Fold1", "letor:away", "letor:away/Fold1/train.txt", "folder:away",
        "table:away/marks.csv", "movielens:u.data?least=1", "letor:../secret", f"folder:{tmp_path / 'secret'}",
        "letor:folds/Fold1/train.txt", "table:../work/marks.csv", "letor:open,folds", "letor:open,../secret",
        f"letor:open,{tmp_path / 'secret'}",
    ):  # fmt: skip
        with pytest.raises(DataError, match="data folder"):
            task_sets.task_set(source, confined=True)
    assert [task.name for task in task_sets.task_set("letor:open", confined=True).tasks] == ["Fold1"]
    assert len(task_sets.task_set(f"letor:{data / 'folds'}").tasks) == 1  # the command line reads it


def test_a_file_that_becomes_a_link_outwards_is_not_read(places: tuple[Path, Path], tmp_path: Path) -> None:
    """Listed while it was inside, changed before its turn came."""
    data, _ = places
    for part in ("train", "vali", "test"):
        letor(data / "MQ" / "Fold1" / f"{part}.txt", 6)
    letor(data / "one.txt", 6)
    secret = letor(tmp_path / "secret.txt", 6)
    folds = task_sets.task_set("letor:MQ", confined=True).tasks[0]
    query = task_sets.task_set("letor:one.txt?least=1", confined=True).tasks[0]
    for path in (data / "MQ" / "Fold1" / "test.txt", data / "one.txt"):
        path.unlink()
        path.symlink_to(secret)
    with pytest.raises(DataError, match="data folder"):
        folds.folds(5, 0)
    with pytest.raises(DataError, match="data folder"):
        query.load()


@pytest.mark.parametrize("source", ["table:marks.csv", "folder:many", "letor:train.txt?least=1", "letor:MQ"])
def test_the_link_of_a_task_opens_the_file_that_the_task_read(places: tuple[Path, Path], source: str) -> None:
    data, work = places
    for folder, n in ((data, 30), (work, 47)):
        table(folder / "marks.csv", n)
        table(folder / "many" / "a.csv", n)
        letor(folder / "train.txt", n)
        for part in ("train", "vali", "test"):
            letor(folder / "MQ" / "Fold1" / f"{part}.txt", n)
    for task in task_sets.task_set(source, confined=True).tasks[:3]:
        experiment = Chosen(src=source, seed=3, rounds=2).experiment()
        link = watch_link(experiment, worker.work(experiment, task), 0, 0, 1)
        assert link is not None
        state, said = from_link(link)
        opened = sources.load(str(state["data"]), seed=int(state["seed"]), confined=True)
        own = task.folds(5, 3)[0].training if task.parts else task.load(3)
        assert not said and opened.n_items == own.n_items
        np.testing.assert_array_equal(opened.X, own.X)


def test_the_link_of_a_bundled_task_draws_the_same_sample() -> None:
    (task,) = task_sets.task_set("bundled:diabetes?items=50", seed=3, confined=True).tasks
    experiment = Chosen(src="bundled:diabetes?items=50", seed=3, rounds=2).experiment()
    link = watch_link(experiment, worker.work(experiment, task), 0, 0, 1)
    assert link is not None
    state, _ = from_link(link)
    np.testing.assert_array_equal(
        sources.load(str(state["data"]), seed=int(state["seed"]), confined=True).X, task.load(3).X
    )


# ---------------------------------------------------------------- names that are no text


@pytest.fixture
def odd_names(places: tuple[Path, Path]) -> Path:
    data, _ = places
    table(data / "good.csv", 30)
    try:
        for name in (b"m\xff.csv", b"K\xe4se"):
            path = Path(os.fsdecode(os.fsencode(data) + b"/" + name))
            table(path if path.suffix else path / "inside.csv", 30)
    except OSError:
        pytest.skip("this file system takes no such names")
    return data


def test_a_name_that_is_no_text_is_left_out_and_shown(odd_names: Path) -> None:
    found = listing()
    assert [entry.path for entry in found.entries] == ["good.csv"]
    (note,) = found.notes
    assert r"m\xff.csv" in note and r"K\xe4se" in note and "UTF-8" in note and note.isprintable()
    assert listing(odd_names / "nothing").notes == []


@pytest.mark.usefixtures("no_pdf")
def test_the_command_line_tells_it(
    odd_names: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(odd_names)
    arguments = ["--rounds", "3", "--jobs", "1", "--metrics", "r2", "--out", str(tmp_path / "out")]
    assert main.main(["experiment", "folder:.", *arguments]) == 0
    told = capsys.readouterr()
    assert told.err.startswith("note: ") and r"m\xff.csv" in told.err and "note" not in told.out
    assert "Folds by item, as fewer than 5 queries hold critical pairs." in told.out.splitlines()
    assert main.main(["experiment", "folder:" + os.fsdecode(b"K\xe4se"), *arguments]) == 2
    said = capsys.readouterr().err
    assert r"K\xe4se" in said and said.count("\n") == 1


# ---------------------------------------------------------------- too many tasks


@pytest.mark.parametrize(
    "source", ["synthetic:linear?seeds=99999999999", "bundled:wine?items=60&seeds=999999999999"]
)
def test_tasks_are_counted_before_they_are_listed(source: str) -> None:
    begin = time.monotonic()
    with pytest.raises(DataError, match="more than the 20,000"):
        task_sets.task_set(source)
    assert time.monotonic() - begin < 10


def test_users_and_queries_are_counted_too(
    places: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    data, _ = places
    letor(data / "train.txt", 9)
    movielens(data / "u.data", 9)
    for f in range(9):
        for part in ("train", "vali", "test"):
            letor(data / "MQ" / f"Fold{f}" / f"{part}.txt", 2)
    monkeypatch.setattr(task_sets, "MAX_TASKS", 5)

    def never(*_: object, **__: object) -> None:
        raise AssertionError("listed")

    monkeypatch.setattr(task_sets, "Task", never)
    for source in ("letor:train.txt?least=1", "movielens:u.data?least=1", "letor:MQ", "synthetic:linear"):
        with pytest.raises(DataError, match="more than the 5 "):
            task_sets.task_set(source, confined=True)


def test_tasks_of_one_name_are_told_apart(places: tuple[Path, Path]) -> None:
    data, _ = places
    for name in ("a b.csv", "a-b.csv"):
        table(data / name, 30)
    names = [task.name for task in task_sets.task_set("folder:.", confined=True).tasks]
    assert len(set(names)) == len(names) == 2


# ---------------------------------------------------------------- what is printed of the folds


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("letor:many.txt?tasks=all", "Folds by query."),
        ("letor:few.txt?tasks=all", "Folds by item, as fewer than 5 queries hold critical pairs."),
        ("letor:many.txt?least=1", "Folds by item, as fewer than 5 queries hold critical pairs."),
        ("letor:MQ", "Folds as their files specify."),
        ("table:plain.csv", "Folds by item, as fewer than 5 queries hold critical pairs."),
    ],
)
def test_how_the_folds_came_about_is_told_as_it_was(
    places: tuple[Path, Path], tmp_path: Path, source: str, words: str
) -> None:
    data, _ = places
    letor(data / "many.txt", 6)
    letor(data / "few.txt", 4)
    for part in ("train", "vali", "test"):
        letor(data / "MQ" / "Fold1" / f"{part}.txt", 6)
    table(data / "plain.csv", 30)
    experiment, store = (
        define(source, ("rb-c", "rb-plus"), rounds=2, metrics=("r2",)),
        Store(tmp_path / "out"),
    )
    assert run(experiment, task_sets.task_set(source), store, jobs=1)
    found = results.load(store)
    assert notes.cuts(found) == [words] and words in report.page(found)


def test_folds_of_several_kinds_are_counted() -> None:
    cuts = [BY_QUERY, BY_ITEM, BY_QUERY]
    found = SimpleNamespace(
        experiment=define("bundled:all"), outcomes=[SimpleNamespace(cut=cut) for cut in cuts]
    )
    (sentence,) = notes.cuts(found)  # type: ignore[arg-type]
    assert sentence == (
        "Folds by query in 2 tasks; by item, as fewer than 5 queries hold critical pairs, in 1 task."
    )
