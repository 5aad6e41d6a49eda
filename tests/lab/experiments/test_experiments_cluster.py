"""Experiments on a Dask cluster: every task is done once, and a cluster that is gone is told in a sentence."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rankviz.cli import experiment as cli_experiment
from rankviz.cli import main
from rankviz.engine.errors import DataError
from rankviz.lab.experiments import cluster, definition, task_sets
from rankviz.lab.experiments.evaluation import results
from rankviz.lab.experiments.running import Progress, run
from rankviz.lab.experiments.store import Store
from rankviz.lab.experiments.unfinished import Unfinished

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")

SOURCE = "synthetic:linear?n=40&seeds=40"
SMALL = "synthetic:linear?n=40&seeds=6"


def define(source: str = SOURCE) -> definition.Experiment:
    return definition.define(source, ["rb-c", "rb-plus"], rounds=3, metrics=["r2"])


@pytest.fixture
def address() -> Iterator[str]:
    """A scheduler and one worker of one thread in this process."""
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, silence_logs=50
    ) as running:
        yield running.scheduler_address


@pytest.mark.slow
def test_forty_tasks_are_all_done(tmp_path: Path, address: str) -> None:
    """More than four tasks a thread: none is lost when one is handed on."""
    experiment, store = define(), Store(tmp_path)
    assert run(experiment, task_sets.task_set(SOURCE), store, dask=address)
    assert results.load(store).complete and len(store.finished()) == 40


@pytest.mark.slow
def test_a_stopped_run_keeps_its_tasks_and_goes_on(tmp_path: Path, address: str) -> None:
    experiment, store, tasks = define(), Store(tmp_path), task_sets.task_set(SOURCE)
    assert not run(experiment, tasks, store, dask=address, watch=lambda progress: progress.done < 7)
    assert len(store.finished()) == 7
    assert run(experiment, tasks, store, dask=address) and len(store.finished()) == 40


class FakeClient:
    """A cluster whose tasks are done, or not, as a test says."""

    def __init__(self, threads: dict[str, int]) -> None:
        self.threads, self.closed = threads, False

    def nthreads(self) -> dict[str, int]:
        return self.threads

    def close(self, timeout: float) -> None:
        self.closed = True


def test_a_cluster_without_workers_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = FakeClient({})
    monkeypatch.setattr(cluster, "WORKERS", 0.2)
    monkeypatch.setattr(cluster, "_connect", lambda address: client)
    with pytest.raises(Unfinished, match="no worker"):
        run(define(SMALL), task_sets.task_set(SMALL), Store(tmp_path), dask="tcp://10.0.0.1:8786")
    assert client.closed


def test_workers_that_leave_for_good_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Leaving(FakeClient):
        def submit(self, *_: object, **__: object) -> Leaving:
            self.threads = {}
            return self

        def add_done_callback(self, called: object) -> None:
            pass

    client = Leaving({"tcp://10.0.0.2:1": 1})
    monkeypatch.setattr(cluster, "WORKERS", 0.2)
    monkeypatch.setattr(cluster, "LOOK", 0.1)
    monkeypatch.setattr(cluster, "_connect", lambda address: client)
    with pytest.raises(Unfinished, match="no worker"):
        run(define(SMALL), task_sets.task_set(SMALL), Store(tmp_path), dask="tcp://10.0.0.1:8786")


@pytest.mark.usefixtures("no_pdf")
def test_an_incomplete_run_is_an_error_with_a_code_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tasks that get lost without a word are noticed at the end."""

    def forgetful(experiment: object, pending: list, address: str) -> Iterator[object]:
        for task in pending[::2]:
            yield cluster.parts(task.restrict(experiment), task.task)

    monkeypatch.setattr(cluster, "outcomes", forgetful)
    command = [
        "experiment",
        SMALL,
        "--rounds",
        "3",
        "--out",
        str(tmp_path / "r"),
        "--dask",
        "tcp://10.0.0.1:1",
    ]
    assert main.main(command) == cli_experiment.UNFINISHED == 3
    said = capsys.readouterr()
    assert "Only 3 of 6 tasks were done" in said.err and "continues" in said.err and said.out == ""


@pytest.mark.parametrize(
    "address", ["", " ", "nonsense", "http://127.0.0.1:9", "tcp://127.0.0.1:9", "tcp://:x"]
)
def test_a_bad_address_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    monkeypatch.setattr(cluster, "ANSWER", 0.5)
    command = ["experiment", SMALL, "--rounds", "3", "--out", str(tmp_path), "--dask", address]
    assert main.main(command) == 2
    said = capsys.readouterr().err
    assert "Dask scheduler" in said and said.count("\n") == 1


def test_a_server_that_is_no_scheduler_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with pytest.raises(DataError, match="no Dask scheduler"):
            run(
                define(SMALL), task_sets.task_set(SMALL), Store(tmp_path),
                dask=f"tcp://127.0.0.1:{silent.getsockname()[1]}",
            )  # fmt: skip


@pytest.mark.slow
def test_a_lost_scheduler_is_told_and_the_run_goes_on_later(tmp_path: Path) -> None:
    """The scheduler and its worker are killed half-way; nothing that was finished is lost."""
    code = (
        "import sys, time\nfrom distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        "    c = LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None,"
        " protocol='tcp', host='127.0.0.1')\n"
        "    print(c.scheduler_address, flush=True)\n    time.sleep(300)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    tasks, store, begin = task_sets.task_set(SOURCE), Store(tmp_path), time.monotonic()

    def kill_at_three(progress: Progress) -> bool:
        if progress.done == 3:
            process.kill()
            process.wait()
        return True

    try:
        address = process.stdout.readline().strip()
        with pytest.raises(Unfinished, match="was lost"):
            run(define(), tasks, store, dask=address, watch=kill_at_three)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    assert time.monotonic() - begin < 120 and 3 <= len(store.finished()) < 40
    assert run(define(), tasks, store, jobs=1) and results.load(store).complete
