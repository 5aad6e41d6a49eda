"""Experiments as they run: any number of workers, stopped, killed and resumed, on a Dask cluster: the same files."""

import csv
import json
import math
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from helpers.waiting import wait_for

from rankviz.cli import main
from rankviz.engine.errors import DataError
from rankviz.lab.experiments import definition, pending, task_sets
from rankviz.lab.experiments.evaluation import results, summary
from rankviz.lab.experiments.reporting import report
from rankviz.lab.experiments.running import Progress, run
from rankviz.lab.experiments.store import Store
from rankviz.lab.experiments.unfinished import Unfinished
from rankviz.lab.experiments.worker import work

SOURCE = "synthetic:linear?n=40&seeds=6"
SAME = ("experiment.json", "summary.json", "table.csv", "folds.csv", "tasks.csv", "curves.csv")
REPORT = ("report.html", "figures.pdf", "figures.zip", "tables.tex")


def define(source: str = SOURCE, **changes: object) -> definition.Experiment:
    return definition.define(source, **{"rounds": 12, **changes})  # type: ignore[arg-type]


def do(folder: Path, experiment: definition.Experiment | None = None, **options: object) -> dict[str, bytes]:
    """Run, write the files and return those that must always be the same."""
    experiment = experiment or define()
    store = Store(folder)
    assert run(experiment, task_sets.task_set(experiment.source), store, **options)  # type: ignore[arg-type]
    return written(store)


def stamps(folder: Path) -> dict[str, int]:
    """When each finished task was written, by its file."""
    return {str(path): path.stat().st_mtime_ns for path in (folder / "tasks").rglob("*.npz")}


def written(store: Store) -> dict[str, bytes]:
    summary.write(results.load(store), store)
    return {name: (store.folder / name).read_bytes() for name in SAME}


def reported(store: Store) -> dict[str, bytes]:
    """Write what is made of the numbers in `SAME`, and return it."""
    report.write(results.load(store), store)
    return {name: (store.folder / name).read_bytes() for name in REPORT}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run in one process from start to end: it is copied, and not written to."""
    folder = tmp_path_factory.mktemp("straight")
    do(folder, jobs=1)
    return folder


@pytest.fixture(scope="module")
def straight(finished: Path) -> dict[str, bytes]:
    """Its files."""
    return {name: (finished / name).read_bytes() for name in SAME}


@pytest.fixture
def copied(finished: Path, tmp_path: Path) -> Path:
    """A copy of that folder, in a folder of the test."""
    return Path(shutil.copytree(finished, tmp_path / "copied"))


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same_files(tmp_path: Path, straight: dict[str, bytes]) -> None:
    """Expensive because two worker processes load the engine, unless an earlier file of this folder started them."""
    assert do(tmp_path, jobs=2) == straight


@pytest.mark.slow
@pytest.mark.usefixtures("no_pdf")
def test_the_report_of_two_runs_is_the_same(tmp_path: Path) -> None:
    """Compare the reports of one worker and of two: only there can the order of the tasks leak in."""
    experiment = define(metrics=("r1",))
    for name, jobs in (("one", 1), ("two", 2)):
        do(tmp_path / name, experiment, jobs=jobs)
    assert reported(Store(tmp_path / "one")) == reported(Store(tmp_path / "two"))


@pytest.mark.slow
def test_stopped_and_resumed_is_the_same(tmp_path: Path, straight: dict[str, bytes]) -> None:
    seen: list[Progress] = []

    def until_two(progress: Progress) -> bool:
        seen.append(progress)
        return progress.done < 2

    store, experiment = Store(tmp_path), define()
    tasks = task_sets.task_set(SOURCE)
    assert not run(experiment, tasks, store, jobs=1, watch=until_two)
    assert [progress.done for progress in seen] == [0, 1, 2] and seen[0].left is None
    assert seen[2].left is not None and seen[2].left > 0
    partial = json.loads(written(store)["summary.json"])
    assert not partial["complete"] and partial["tasks"]["done"] == 2
    kept = stamps(tmp_path)
    assert do(tmp_path, jobs=1) == straight
    again = stamps(tmp_path)
    assert kept.items() <= again.items() and len(again) == 6 * 3  # what was finished was not run again


def test_a_damaged_task_is_done_again(copied: Path, straight: dict[str, bytes]) -> None:
    path = Store(copied).path("seed-3", define().contenders[1])
    path.write_bytes(path.read_bytes()[:100])
    assert do(copied, jobs=1) == straight


@pytest.mark.slow
def test_another_tasks_file_under_a_tasks_name_is_not_believed(
    copied: Path, straight: dict[str, bytes]
) -> None:
    store, (first, second, _) = Store(copied), define().contenders
    for source, target in (
        (store.path("seed-2", first), store.path("seed-3", first)),
        (store.path("seed-1", first), store.path("seed-1", second)),  # of another algorithm
    ):
        target.unlink()
        shutil.copy(source, target)
        assert not results.load(store).complete
        assert do(copied, jobs=1) == straight


@pytest.mark.slow
def test_another_experiments_file_is_not_believed(
    copied: Path, tmp_path: Path, straight: dict[str, bytes]
) -> None:
    """A task of the same name with other rounds would break the tables."""
    do(tmp_path / "other", define(rounds=13), jobs=1)
    path = Store(copied).path("seed-3", define().contenders[0])
    shutil.copy(tmp_path / "other" / path.relative_to(copied), path)
    assert do(copied, jobs=1) == straight


@pytest.mark.slow
def test_another_choice_of_algorithms_runs_only_what_is_new_and_gives_the_files_of_a_fresh_run(
    copied: Path, tmp_path: Path, straight: dict[str, bytes]
) -> None:
    """One dropped, one with other parameters, one of scores added: whatever was there before."""
    fewer, more = define(algorithms=["rb-plus", "rb-d"]), ["rb-c", "gbt", "rb-d", "rb-d:undefined=cap:cap=1"]
    before = stamps(copied)
    assert do(copied, fewer, jobs=1) == do(tmp_path / "fewer", fewer, jobs=1)
    assert stamps(copied) == before  # nothing was run
    assert do(copied, define(algorithms=more), jobs=1) == do(
        tmp_path / "more", define(algorithms=more), jobs=1
    )
    after = stamps(copied)
    assert before.items() <= after.items() and len(after) == len(before) + 2 * 6
    assert do(copied, jobs=1) == straight


def test_what_another_folder_has_is_taken_over(tmp_path: Path, straight: dict[str, bytes]) -> None:
    do(tmp_path / "there", define(algorithms=["rb-plus", "rb-d"]), jobs=1)
    here, experiment = Store(tmp_path / "here"), define()
    here.begin(experiment, task_sets.task_set(SOURCE))
    assert here.take_from(Store(tmp_path / "there"), experiment.contenders) == 12 and not here.finished()
    assert here.take_from(Store(tmp_path / "there"), experiment.contenders) == 0
    taken = stamps(here.folder)
    assert do(here.folder, jobs=1) == straight
    assert taken.items() <= stamps(here.folder).items()


def test_what_is_wrong_for_one_algorithm_does_not_stay_with_the_others(
    tmp_path: Path, straight: dict[str, bytes]
) -> None:
    """AdaBoost takes no graded data; without it the others have their numbers at once."""
    all_four = define(algorithms=["rb-d", "adaboost", "rb-c", "rb-plus"])
    told = json.loads(do(tmp_path, all_four, jobs=1)["summary.json"])["tasks"]
    assert told["done"] == 0 and len(told["failed"]) == 6
    before = stamps(tmp_path)
    assert do(tmp_path, jobs=1) == straight and stamps(tmp_path) == before


def test_a_folder_of_an_earlier_layout_is_refused_in_a_sentence(copied: Path) -> None:
    described = json.loads((copied / "experiment.json").read_text()) | {"schema": 1}
    (copied / "experiment.json").write_text(json.dumps(described))
    with pytest.raises(DataError, match="another version of RankViz wrote it"):
        do(copied, jobs=1)
    with pytest.raises(DataError, match="another version of RankViz wrote it"):
        results.load(Store(copied))


def test_the_time_left_is_that_of_the_work_after_the_workers_have_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr(pending.time, "monotonic", lambda: now[0])
    clock = pending.Clock(total=100.0, jobs=2)
    for at, work_done, left in ((9.0, 10.0, None), (9.1, 10.0, None), (10.1, 10.0, None), (11.1, 10.0, 6.0)):
        now[0] = at
        clock.add(work_done)
        assert clock.left() == (left if left is None else pytest.approx(left))
    now[0] = 13.1
    assert clock.left() == pytest.approx(4.0)  # it goes on between tasks
    clock.add(60.0)
    assert clock.left() == 0.0


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """Files of this process cannot grow beyond some bytes: to it the disk is full."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="needs a limit on the size of files")
@pytest.mark.parametrize(
    ("room", "kept"), [(500, None), (3_000, 0), (40_000, 6)], ids=["description", "task", "report"]
)
@pytest.mark.slow
def test_a_full_disk_is_told_and_nothing_is_lost(
    tmp_path: Path,
    straight: dict[str, bytes],
    capsys: pytest.CaptureFixture[str],
    room: int,
    kept: int | None,
) -> None:
    with full_disk(room):
        code = main.main(command(tmp_path, "--jobs", "1")[3:])
    said = capsys.readouterr().err
    assert "is full" in said and "Make room" in said
    assert code == (2 if kept is None else 3), said
    if kept is None:
        assert list(tmp_path.rglob("*.npz")) == []
    else:
        assert (
            len(Store(tmp_path).finished(define().contenders)) == kept
            and f"{kept} of 6 tasks are kept" in said
        )
    assert not list(tmp_path.rglob("*.part"))  # no half a file is left
    assert do(tmp_path, jobs=1) == straight


@pytest.mark.slow
def test_a_worker_that_the_system_ends_is_told(tmp_path: Path) -> None:
    """What a command says and returns then is seen in test_experiments_cluster.py."""

    def end_a_worker(progress: Progress) -> bool:
        if progress.done == 1:
            os.kill(children(os.getpid(), "loky")[0], signal.SIGKILL)
        return True

    with pytest.raises(Unfinished, match="A worker process was ended by the system"):
        do(tmp_path, define(LONGER, rounds=60), jobs=2, watch=end_a_worker)
    assert Store(tmp_path).finished()


@pytest.mark.slow
def test_a_folder_keeps_to_its_experiment(copied: Path) -> None:
    for other in (define(rounds=13), define(seed=1), define(conventions="letor")):
        with pytest.raises(DataError, match="another experiment"):
            do(copied, other, jobs=1)
    described = json.loads((copied / "experiment.json").read_text())
    described["versions"]["numpy"] = "0.1"
    (copied / "experiment.json").write_text(json.dumps(described))
    with pytest.raises(DataError, match="another version"):
        do(copied, jobs=1)
    (copied / "experiment.json").write_text("{")
    with pytest.raises(DataError, match="damaged"):
        do(copied, jobs=1)
    with pytest.raises(DataError, match="no experiment"):
        results.load(Store(copied / "nowhere"))


LONGER = "synthetic:linear?n=80&seeds=12"
"""An experiment that takes some seconds, in 60 rounds."""


def command(out: Path, *more: str, source: str = SOURCE, rounds: int = 12) -> list[str]:
    start = [
        sys.executable,
        "-m",
        "rankviz",
        "experiment",
        source,
        "--rounds",
        str(rounds),
        "--out",
        str(out),
    ]
    return [*start, *more]


@pytest.mark.slow
def test_a_killed_run_loses_only_what_was_under_way(tmp_path: Path) -> None:
    """A process with two workers: all that is killed is seen here alone."""
    experiment = define(LONGER, rounds=60)
    process = subprocess.Popen(
        command(tmp_path / "killed", "--jobs", "2", source=LONGER, rounds=60),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_for(lambda: len(stamps(tmp_path / "killed")) >= 6)
    workers = children(process.pid)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = stamps(tmp_path / "killed")
    assert 6 <= len(kept) < 36 and workers
    wait_for(lambda: not any(alive(pid) for pid in workers))  # nobody works on for nothing
    resumed = do(tmp_path / "killed", experiment, jobs=1)
    again = stamps(tmp_path / "killed")
    assert kept.items() <= again.items() and len(again) == 36
    assert resumed == do(tmp_path / "straight", experiment, jobs=1)


@pytest.mark.slow
def test_a_worker_whose_asker_was_killed_before_its_first_task_ends() -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    late = f"from rankviz.lab.experiments.running import _follow; _follow({gone.pid}); print('works on')"
    done = subprocess.run(
        [sys.executable, "-c", late], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1 and not done.stdout and not done.stderr


def children(pid: int, kind: str = "") -> list[int]:
    """Process ids below a process, as the system tells them; with `kind`, of commands that hold this word."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text()
        except OSError:
            continue
        line = cmdline(stat.parent)
        if int(text.rpartition(")")[2].split()[1]) == pid and kind in line and "resource_tracker" not in line:
            found.append(int(stat.parent.name))
    return found


def cmdline(folder: Path) -> str:
    try:
        return (folder / "cmdline").read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# ---------------------------------------------------------------- Dask


@pytest.mark.filterwarnings("default")
@pytest.mark.slow
def test_a_dask_cluster_that_loses_a_worker_gives_the_same_files(
    tmp_path: Path, straight: dict[str, bytes]
) -> None:
    """The worker that is lost is a process, which loads the engine and is killed while it has tasks."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", host="127.0.0.1",
        dashboard_address=None, silence_logs=50,
    ) as here:  # fmt: skip
        address = here.scheduler_address
        lost = subprocess.Popen(
            [sys.executable, "-m", "dask", "worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard",
             "--host", "127.0.0.1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )  # fmt: skip
        try:
            wait_for(lambda: len(here.scheduler.workers) == 2)

            def kill_one_half_way(progress: Progress) -> bool:
                if progress.done == 3:
                    lost.kill()
                    lost.wait()
                return True

            assert do(tmp_path, dask=address, watch=kill_one_half_way) == straight
            assert lost.returncode == -signal.SIGKILL
        finally:
            lost.kill()
            lost.wait()
    assert len(Store(tmp_path).finished()) == 6


def test_without_dask_that_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(DataError, match="not installed"):
        do(tmp_path, dask="tcp://127.0.0.1:9")


# ---------------------------------------------------------------- what is written


def test_the_tables_are_what_the_folds_say(straight: dict[str, bytes]) -> None:
    """Means, ranks and rounds of summary.json, from folds.csv by hand."""
    told = json.loads(straight["summary.json"])
    rows = list(csv.DictReader(straight["folds.csv"].decode().splitlines()))
    assert (
        len(rows) == 6 * 5 * 3 and told["complete"] and told["tasks"] == {"total": 6, "done": 6, "failed": []}
    )
    assert b"NaN" not in straight["summary.json"] and b"nan" not in straight["folds.csv"]
    names = ["rb-d", "rb-c", "rb-plus"]
    tasks = [f"seed-{s}" for s in range(6)]
    for metric, found in told["metrics"].items():
        by_task = np.array(
            [
                [
                    np.mean(
                        [float(r[f"{metric}_test"]) for r in rows if (r["task"], r["algorithm"]) == (t, name)]
                    )
                    for name in names
                ]
                for t in tasks
            ]
        )
        for a, name in enumerate(names):
            assert found["mean"][name] == pytest.approx(by_task[:, a].mean(), rel=1e-12)
            chosen = [int(r[f"{metric}_round"]) for r in rows if r["algorithm"] == name]
            assert found["median_round"][name] == np.median(chosen)
        assert sum(found["rank"].values()) == pytest.approx(6.0)
        assert found["critical_difference"] == pytest.approx(2.343 * math.sqrt(12 / 36), abs=1e-3)


def test_a_task_without_numbers_is_told(tmp_path: Path) -> None:
    """Data that cannot be cut in folds fail alone; the others count."""
    rng = np.random.default_rng(0)
    rows = [f"i{i},{rng.integers(0, 3)},{rng.random():.3f}" for i in range(30)]
    (tmp_path / "good.csv").write_text("item,grade,f\n" + "\n".join(rows))
    (tmp_path / "small.csv").write_text("item,grade,f\na,0,1\nb,1,2\nc,1,3\n")
    files = do(tmp_path / "out", define(f"folder:{tmp_path}"), jobs=1)
    told = json.loads(files["summary.json"])["tasks"]
    assert told["done"] == 1 and told["failed"][0]["task"] == "small.csv"
    assert "critical pair" in told["failed"][0]["why"]


def test_learners_of_scores_run_too(tmp_path: Path) -> None:
    experiment = define(
        "bundled:breast-cancer?items=60",
        algorithms=["rb-c", "adaboost", "gbt", "kernel-gd", "ranksvm"],
        rounds=4,
    )
    (task,) = task_sets.task_set(experiment.source).tasks
    outcome = work(experiment, task)
    assert not outcome.failed
    assert outcome.test.shape == (5, 5, len(experiment.metrics)) and not np.isnan(outcome.test).any()
    assert np.isnan(outcome.losses[2:]).all() and not np.isnan(outcome.losses[:2]).any()
    assert (outcome.test[:, :, 1] < 0.4).all()  # R̂2 of data that are easy


def test_positive_makes_every_task_bipartite() -> None:
    experiment = define("bundled:wine", algorithms=["rb-c", "adaboost"], positive=1.0)
    (task,) = task_sets.task_set(experiment.source).tasks
    outcome = work(experiment, task)
    assert not outcome.failed and outcome.pairs == 59 * 119


@pytest.mark.slow
@pytest.mark.usefixtures("no_pdf")
def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "results"
    assert main.main(command(out)[3:] + ["--jobs", "1", "--metrics", "r2,ndcg5"]) == 0
    said = capsys.readouterr().out
    assert "R̂2" in said and "NDCG@5" in said and str(out) in said
    for name in (*SAME, "times.csv"):
        assert (out / name).stat().st_size > 100
    assert set(json.loads((out / "summary.json").read_text())["metrics"]) == {"r2", "ndcg5"}


@pytest.mark.parametrize(
    "more",
    [
        ["--folds", "2"], ["--jobs", "0"], ["--metrics", "r9"], ["--conventions", "x"], ["--algorithms", "rb-d"],
        ["--out", "/proc/no/such"], ["--rounds", "x"], ["--positive", "99"],
    ],
)  # fmt: skip
def test_bad_input_ends_with_2_and_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    arguments = command(tmp_path / "r")[3:]
    assert main.main([*arguments, "--jobs", "1", *more]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("rankviz: ") and said.err.count("\n") == 1


@pytest.mark.slow
def test_an_interrupt_keeps_what_is_finished(tmp_path: Path) -> None:
    """The command in a process of its own, which draws its report after the signal: nothing else sees that."""
    slow = command(tmp_path / "r", "--jobs", "1", "--metrics", "r1", source=LONGER, rounds=60)
    process = subprocess.Popen(slow, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: len(stamps(tmp_path / "r")) >= 3)
    os.kill(process.pid, signal.SIGTERM)
    _, said = process.communicate(timeout=180)
    assert process.returncode == 130 and "are kept" in said and "Traceback" not in said
    told = json.loads((tmp_path / "r" / "summary.json").read_text())
    assert not told["complete"] and told["tasks"]["done"] >= 1
