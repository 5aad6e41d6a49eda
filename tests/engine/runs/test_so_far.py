"""A run that is cut: the rounds kept are those a run of so many rounds has, number by number."""

import dataclasses
import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import rankviz
from rankviz.board.payload import pack, unpack
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.runs.runner import trace as make_trace
from rankviz.engine.runs.so_far import SoFar
from rankviz.engine.runs.trace import Run

T, CUT = 14, 5
PLAIN = ("rb-d", "rb-c")
BY_ROUNDS = tuple(name for name in ALGORITHMS if name not in ("ranksvm", "own", "net-wins"))
"""A RankSVM and net wins are one round, which is never cut; a trained ranker has all its rounds from the start."""


def problem() -> rankviz.Problem:
    """Noisy enough that no algorithm comes to an end before round T."""
    rng = np.random.default_rng(3)
    X = rng.integers(0, 4, size=(90, 4)).astype(float)
    return rankviz.Problem.from_arrays(X, (X[:, 0] + 3 * rng.normal(size=90) > 1.5).astype(int))


def same(left: object, right: object, where: str = "run") -> None:
    """Equal to the last bit, whatever it is made of; functions and what they close over are left out."""
    if isinstance(left, np.ndarray):
        assert_array_equal(left, right, err_msg=where)
    elif dataclasses.is_dataclass(left):
        assert type(left) is type(right), where
        for field in dataclasses.fields(left):
            if not (where == "run" and field.name == "stopped") and not where.endswith("descent.stopped"):
                same(getattr(left, field.name), getattr(right, field.name), f"{where}.{field.name}")
    elif isinstance(left, dict):
        assert list(left) == list(right), where  # type: ignore[call-overload]
        for name, value in left.items():
            same(value, right[name], f"{where}.{name}")  # type: ignore[index]
    elif isinstance(left, (list, tuple)):
        assert len(left) == len(right), where  # type: ignore[arg-type]
        for k, pair in enumerate(zip(left, right, strict=True)):  # type: ignore[call-overload]
            same(*pair, f"{where}[{k}]")
    elif isinstance(left, (str, int, bool, type(None))):
        assert left == right, where
    elif isinstance(left, float):
        assert left == right or (math.isnan(left) and math.isnan(right)), where  # type: ignore[arg-type]


def stop_after(t: int) -> Any:
    return lambda name, at: at < t


@pytest.mark.parametrize("name", BY_ROUNDS)
@pytest.mark.parametrize("holdout", [0.0, 0.25])
def test_measuring_that_ends_early_leaves_the_run_of_so_many_rounds(name: str, holdout: float) -> None:
    cut = make_trace(problem(), name, T, holdout=holdout, measured=stop_after(CUT))
    stopped = make_trace(problem(), name, T, holdout=holdout, progress=stop_after(CUT))
    whole = make_trace(problem(), name, T, holdout=holdout)
    assert whole.runs[0].n_rounds > CUT == cut.runs[0].n_rounds
    assert cut.runs[0].stopped == stopped.runs[0].stopped == f"stopped by the user after round {CUT}"
    same(cut.runs[0], stopped.runs[0])
    for series, values in cut.runs[0].metrics.items():
        assert values.shape == (CUT + 1,)
        assert_array_equal(values, whole.runs[0].metrics[series][: CUT + 1])
    left, right = unpack(pack(cut)), unpack(pack(stopped))
    assert left[0] == right[0]
    same(left[1], right[1])


def test_a_callback_that_returns_nothing_is_only_told() -> None:
    told: list[tuple[str, int]] = []
    run = make_trace(problem(), "rb-d", T, measured=lambda *at: told.append(at)).runs[0]
    assert run.n_rounds == T and told == [("rb-d", t) for t in range(T + 1)]


def test_a_run_whose_measuring_stops_at_the_start_has_no_rounds() -> None:
    run = make_trace(problem(), "rb-c", T, measured=lambda name, t: False).runs[0]
    assert run.n_rounds == 0 and all(values.shape == (1,) for values in run.metrics.values())
    assert np.isfinite(run.metrics["r1"]).all()


@pytest.mark.parametrize("name", [name for name in BY_ROUNDS if name not in PLAIN])
@pytest.mark.parametrize("at", [0, 1, 6, T])
def test_a_copy_holds_what_is_measured_and_the_rest_is_made_from_it(name: str, at: int) -> None:
    """Another thread may look at any moment; here the thread itself does, between two rounds."""
    so_far, copies = SoFar(), []

    def look(algorithm: str, t: int) -> None:
        if (algorithm, t) == (name, at):
            copies.append(so_far.copy())

    names = [*PLAIN, name]
    whole = make_trace(problem(), names, T, holdout=0.25, measured=look, so_far=so_far)
    assert so_far.runs == whole.runs
    order = [run.algorithm for run in whole.runs].index(name)
    copy = copies[0]
    assert copy.runs[:order] == whole.runs[:order]
    if at:
        cut = copy.runs[order]
        assert cut.n_rounds == min(at, whole.runs[order].n_rounds)
        for series, values in cut.metrics.items():
            assert_array_equal(values, whole.runs[order].metrics[series][: at + 1])
    assert len(copy.runs) == order + (at > 0)
    ended = make_trace(problem(), names, T, holdout=0.25, progress=lambda *_: False, so_far=copy)
    assert [run.algorithm for run in ended.runs] == [run.algorithm for run in whole.runs]
    assert ended.pool is whole.pool and ended.runs[:order] == whole.runs[:order]
    assert [run.n_rounds for run in ended.runs][order:] == [at or 1] + [1] * (len(names) - order - 1)


@pytest.mark.parametrize("name", BY_ROUNDS)
def test_the_first_rounds_of_a_run_are_those_of_a_run_that_was_stopped_there(name: str) -> None:
    whole = make_trace(problem(), [name], T, holdout=0.25)
    cut = make_trace(problem(), [name], T, holdout=0.25, progress=stop_after(CUT)).runs[0]
    assert cut.n_rounds == CUT < whole.runs[0].n_rounds
    first = whole.first(CUT).runs[0]
    same(first, cut)
    assert (first.stopped, first.stopped.why) == (cut.stopped, cut.stopped.why)
    assert whole.first(T).runs[0] is whole.runs[0]


def test_a_fork_is_cut_like_any_run() -> None:
    fork = rankviz.Fork("rb-c", 3, alpha=0.4)
    seen: list[Run] = []
    so_far = SoFar()

    def look(name: str, t: int) -> bool:
        if len(so_far.runs) == 1 and t == 4:
            seen.append(so_far.copy().runs[1])
        return len(so_far.runs) == 0 or t < 7

    cut = make_trace(problem(), "rb-c", T, forks=[fork], measured=look, so_far=so_far)
    assert [run.n_rounds for run in cut.runs] == [T, 7]
    assert seen[0].n_rounds == 4 and seen[0].fork == cut.runs[1].fork
    assert_array_equal(seen[0].alpha, cut.runs[1].alpha[:4])
