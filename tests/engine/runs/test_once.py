"""What the theorems work out of a run is made once, and goes with the run."""

import gc
import weakref

import pytest

import rankviz
from rankviz.engine.runs import once
from rankviz.engine.runs.trace import Trace
from rankviz.insight.theory import monitor


def ran(algorithm: str) -> Trace:
    source = "bundled:breast-cancer?items=20" if algorithm == "kernel-gd" else "bundled:wine?items=20"
    return rankviz.trace(rankviz.load(source), algorithm, rounds=4)


@pytest.mark.parametrize("algorithm", ["rb-c", "rb-plus", "qbrank", "kernel-gd"])
def test_a_run_is_freed_after_its_theorems_were_checked(algorithm: str) -> None:
    trace = ran(algorithm)
    monitor.rows(trace, trace.runs[0], 3)
    gone = weakref.ref(trace), weakref.ref(trace.runs[0])
    del trace
    gc.collect()
    assert [each() for each in gone] == [None, None]


def test_a_value_kept_once_a_run_is_computed_once() -> None:
    asked = []

    @once.once_a_run
    def first(run: rankviz.Run) -> int:
        asked.append(run)
        return len(asked)

    one, other = ran("rb-c").runs[0], ran("rb-c").runs[0]
    assert [first(one), first(one), first(other), first(one)] == [1, 1, 2, 1]
