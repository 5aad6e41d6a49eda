"""Runs that workers share through a folder: computed by one of them, read by the others, and by nobody else."""

import hashlib
import os
import pickle
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rankviz.board.payload import pack
from rankviz.ui.cache.byte_cache import CACHE
from rankviz.ui.runs import cost, runs, shared_runs
from rankviz.ui.runs.audience import Visitor
from rankviz.ui.runs.long_runs import LongRun
from rankviz.ui.runs.run_request import RunRequest
from rankviz.ui.runs.shared_runs import SharedRuns
from rankviz.ui.runs.shown import Shown
from rankviz.ui.serving.store import PackStore
from rankviz.ui.state import catalog
from rankviz.ui.state.state import State

STATE = State(rounds=21)
Worker = Callable[..., SharedRuns]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "runs"
    made.mkdir(mode=0o700)
    return made


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[RunRequest]]:
    """Which runs were computed; what this process remembers of runs is forgotten before and after."""
    found: list[RunRequest] = []
    compute = runs._compute

    def counted(asked: RunRequest, *more: Any) -> Shown:
        found.append(asked)
        return compute(asked, *more)

    monkeypatch.setattr(runs, "_compute", counted)
    CACHE.clear()
    yield found
    CACHE.clear()


@pytest.fixture
def another_worker(monkeypatch: pytest.MonkeyPatch, folder: Path, computed: list[RunRequest]) -> Worker:
    """Be a process that has neither runs nor packs of its own; return what it sees as shared."""

    def become(packs: PackStore | None = None, **limits: int) -> SharedRuns:
        CACHE.clear()
        shared, packs = SharedRuns(folder, **limits), packs or PackStore()
        monkeypatch.setattr(runs, "SHARED", shared)
        for module in (runs, shared_runs):
            monkeypatch.setattr(module, "STORE", packs)
        return shared

    return become


def frozen(one: object, path: str = "") -> dict[str, bool]:
    """Which arrays inside may not be written to: a kernel is compiled for either kind."""
    if isinstance(one, np.ndarray):
        return {path: one.flags.writeable}
    parts: dict[str, object] = {}
    if is_dataclass(one):
        parts = {field.name: getattr(one, field.name) for field in fields(one)}
    elif isinstance(one, (tuple, list)):
        parts = {str(k): each for k, each in enumerate(one)}
    elif isinstance(one, dict):
        parts = {str(key): each for key, each in one.items()}
    return {name: flag for key, each in parts.items() for name, flag in frozen(each, f"{path}.{key}").items()}


@pytest.mark.parametrize("holdout", [0, 25])
def test_a_run_of_another_worker_is_read_and_not_computed(
    holdout: int, another_worker: Worker, computed: list[RunRequest]
) -> None:
    state = STATE.but(holdout=holdout)
    mine, theirs = PackStore(), PackStore()
    another_worker(mine)
    first = runs.run(runs.request(state))
    another_worker(theirs)
    again = runs.run(runs.request(state))
    assert computed == [runs.request(state)] and again is not first
    assert again.digest == first.digest and mine.get(first.digest) == theirs.get(first.digest) is not None
    assert again.problem is runs.problem(state) and again.identity == first.identity
    assert pack(again.trace) == pack(first.trace)
    flags = frozen(first.trace)
    assert frozen(again.trace) == flags and set(flags.values()) == {True, False}
    for here, there in zip(again.trace.problem.by_higher, first.trace.problem.by_higher, strict=True):
        assert here.flags.writeable == there.flags.writeable and np.array_equal(here, there)


def test_a_long_run_of_another_worker_is_shown_without_a_wait(
    another_worker: Worker, computed: list[RunRequest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cost, "LONG", 0.0)
    another_worker()
    job = runs.begin(runs.request(STATE))
    assert job is not None and job.wait(60)
    first = runs.run(runs.request(STATE))
    another_worker()
    assert runs.begin(runs.request(STATE)) is None and runs.run(runs.request(STATE)).digest == first.digest
    another_worker()
    at_hand = runs.still_there(STATE)
    assert at_hand is not None and at_hand.digest == first.digest and len(computed) == 1


def test_what_is_one_visitors_alone_stays_in_its_process(
    another_worker: Worker, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = another_worker()
    with monkeypatch.context() as uploaded:
        uploaded.setattr(catalog, "shareable", lambda data: False)
        shown = runs.run(runs.request(STATE))
    assert not list(folder.iterdir())
    asked, data = runs.request(STATE), runs.problem(STATE)
    job = LongRun(lambda job: runs._compute(asked, data, job), 3, 21)
    job.audience.join(Visitor("tab", "browser"))
    job.stop()
    job.start()
    assert job.result().trace.runs[0].n_rounds < 21 and not list(folder.iterdir())
    monkeypatch.setattr(shared_runs, "LARGEST", 1000)
    shared.write(asked, shown)
    assert not list(folder.iterdir())


def test_only_the_very_run_is_found(another_worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = another_worker()
    runs.run(runs.request(STATE))
    asked, data = runs.request(STATE), runs.problem(STATE)
    assert shared.is_stored(asked, data)
    assert not shared.is_stored(runs.request(STATE.but(rounds=22)), data)
    assert not shared.is_stored(runs.request(STATE, ("population",)), data)
    assert not shared.is_stored(asked, runs.problem(STATE.but(data="scenario:lemma-1")))
    assert shared.read(runs.request(STATE.but(rounds=22)), data) is None
    monkeypatch.setattr(shared_runs, "_code", lambda: "of a later version")
    assert not shared.is_stored(asked, data)


class Trap:
    """What a pickle can do: call anything while it is read."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return pytest.fail, ("it was unpickled",)


SOUND = pickle.dumps(("not a run",))


@pytest.mark.parametrize(
    "damaged",
    [
        lambda whole: b"",
        lambda whole: whole[:20],
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]),
        lambda whole: bytes(len(whole)),
        lambda whole: whole[:32] + pickle.dumps(Trap()),
        lambda whole: pickle.dumps(Trap()),
        lambda whole: hashlib.sha256(SOUND).digest() + SOUND,
    ],
    ids=["empty", "stub", "half", "a bit", "zeros", "another", "no digest", "no run"],
)
def test_a_damaged_file_is_not_unpickled_but_computed_anew_and_replaced(
    damaged: Callable[[bytes], bytes], another_worker: Worker, folder: Path, computed: list[RunRequest]
) -> None:
    another_worker()
    first = runs.run(runs.request(STATE))
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damaged(whole))
    another_worker()
    assert runs.run(runs.request(STATE)).digest == first.digest and len(computed) == 2
    assert len(file.read_bytes()) == len(whole)
    shared = another_worker()
    assert shared.is_stored(runs.request(STATE), runs.problem(STATE))
    assert runs.run(runs.request(STATE)).digest == first.digest and len(computed) == 2


def test_a_damaged_file_is_no_run_of_another_worker(another_worker: Worker, folder: Path) -> None:
    """So that a long run is begun with its progress, and not computed while the page waits."""
    shared = another_worker()
    runs.run(runs.request(STATE))
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert not shared.is_stored(runs.request(STATE), runs.problem(STATE)) and not file.exists()


def test_a_folder_that_others_may_open_is_not_used(another_worker: Worker, folder: Path) -> None:
    os.chmod(folder, 0o755)
    another_worker()
    runs.run(runs.request(STATE))
    assert not list(folder.iterdir())
    assert not SharedRuns(folder / "none").is_stored(runs.request(STATE), runs.problem(STATE))


def test_what_nobody_asked_for_lately_makes_room(
    another_worker: Worker, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_runs, "OFTEN", 1)
    another_worker()
    runs.run(runs.request(STATE))
    (first,) = folder.iterdir()
    shared = another_worker(room=int(2.5 * first.stat().st_size))
    runs.run(runs.request(STATE.but(rounds=22)))
    (second,) = set(folder.iterdir()) - {first}
    os.utime(first, (1, 1))
    os.utime(second, (2, 2))
    assert shared.read(runs.request(STATE), runs.problem(STATE)) is not None
    runs.run(runs.request(STATE.but(rounds=23)))
    assert first.exists() and not second.exists() and len(list(folder.iterdir())) == 2
