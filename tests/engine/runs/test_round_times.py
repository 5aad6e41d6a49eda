"""Rounds that are timed: the clock's own numbers, the run's own counts, and what is said of them."""

import time
from itertools import count

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import rankviz
from rankviz.board.figures.round_times import round_times
from rankviz.engine.runs.round_times import RoundTimes, measured, runs_of
from rankviz.ui.details.round_times import sentence

SOURCE = "bundled:diabetes?grades=4&items=50&seed=9"


def made(*algorithms: str, rounds: int = 60, source: str = SOURCE, **params: object) -> rankviz.Trace:
    return rankviz.trace(rankviz.load(source), algorithms, rounds=rounds, **params)


def test_counts_are_the_runs_and_every_round_has_a_time() -> None:
    trace = made("rb-d", "rb-plus", "rb-plus-optimal", "push", undefined="cap")
    found = measured(trace)
    assert [run.label for run in found] == [run.label for run in trace.boosted]
    for times, run in zip(found, trace.boosted, strict=True):
        assert times.ms.shape == (run.n_rounds,) and (times.ms >= 0.0).all() and times.ms.sum() > 0.0
        assert times.fixed_from == run.fixed_from
    assert_array_equal(found[1].compared, trace.run("rb-plus").searched)
    assert found[1].fixed_from and found[1].compared[-1] < found[1].compared[0]
    assert_array_equal(found[0].compared, np.full(len(found[0].ms), len(trace.pool)))


def test_a_round_is_what_the_clock_says_without_what_telling_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock finds it a second further: two looks a round, of which one is the round."""
    trace, looks = made("rb-d", rounds=5), count()
    monkeypatch.setattr(time, "thread_time", lambda: float(next(looks)))
    (found,) = measured(trace, lambda label, rounds: next(looks) > 0, repeats=1)
    assert_array_equal(found.ms, np.full(5, 1000.0))


@pytest.mark.parametrize(
    ("given", "least", "turns"), [({"repeats": 2, "patience": 60.0}, 2.0, 2), ({}, 5.0, 1)]
)
def test_the_least_of_several_counts_and_a_long_run_is_timed_once(
    given: dict[str, float], least: float, turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four rounds of five seconds, then of two: by default nobody waits for a second turn, and the figure says so."""
    trace, steps = made("rb-c", rounds=4), iter(np.cumsum([0.0, *[5.0] * 8, 0.0, *[2.0] * 8]))
    monkeypatch.setattr(time, "thread_time", lambda: float(next(steps)))
    (found,) = measured(trace, **given)
    assert_array_equal(found.ms, np.full(4, 1000.0 * least))
    assert found.repeats == turns


def test_a_run_that_ends_in_its_last_round_has_its_time_too() -> None:
    trace = made("rb-d", rounds=20, source="scenario:lemma-1", undefined="infinite")
    (run,) = runs_of(trace)
    assert run.n_rounds < 20
    (found,) = measured(trace, repeats=1)
    assert found.ms.shape == (run.n_rounds,)


def test_no_branch_and_no_tree_is_timed_and_a_stop_is_told() -> None:
    trace = made("rb-d", "qbrank", rounds=3)
    assert [run.algorithm for run in runs_of(trace)] == ["rb-d"]
    with pytest.raises(rankviz.DataError, match="stopped"):
        measured(trace, lambda label, rounds: rounds < 2)


def test_the_picture_has_both_rows_and_where_s_is_fixed() -> None:
    found = measured(made("rb-c", "rb-plus"), repeats=1)
    figure = round_times(found, 7)
    assert [(line.name, line.yaxis) for line in figure.data] == [
        (name, axis) for name in ("RB-C", "RankBoost+") for axis in ("y", "y2")
    ]
    assert list(figure.data[3].y) == found[1].compared.tolist()
    assert {shape.x0 for shape in figure.layout.shapes} == {found[1].fixed_from, 7}


def test_the_sentence_parts_the_rounds_where_s_is_fixed() -> None:
    ms, compared = np.array([4.0, 2.0, 2.0, 9.0, 1.0]), np.array([200, 190, 180, 180, 9])
    said = sentence(RoundTimes("RankBoost+", "rb-plus", ms, compared, 4, 5))
    assert said == (
        "RankBoost+: 2.0 ms per round in the median until S is fixed in round 4, which takes 9.0 ms, and 1.0 ms from "
        "then on, as it compares 9 candidates, not 190."
    )
    assert sentence(RoundTimes("RB-D", "rb-d", ms, compared, None, 5)) == (
        "RB-D: 2.0 ms per round in the median, 180 candidates compared."
    )
