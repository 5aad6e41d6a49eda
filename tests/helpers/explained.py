"""Whether an explanation gives its number: by each line, with the values put in, by its table, and on every way on."""

import pytest

import rankviz
from helpers.latex_value import gives
from rankviz.insight.explain import Explanation, explain


def check(found: Explanation) -> bool:
    """Each line gives the number, and what stands left of its = what stands right; whether any could be read."""
    read = False
    for line in found.lines:
        if line.result is not None and found.value is not None:
            assert line.result == pytest.approx(found.value, rel=1e-9, abs=1e-12), (found.key, line)
        left, is_, right = line.values.rpartition(" = ")
        if is_ and "cdots" not in left:
            assert gives(left, right), (found.key, line.values)
            read = True
    return read


def check_table(found: Explanation) -> None:
    """The rows make up the number."""
    if found.table:
        whole = sum(row.amount for row in found.table.rows) + (found.table.rest or 0.0)
        assert whole == pytest.approx(found.value, rel=1e-9, abs=1e-12), found.key


def check_ways_on(trace: rankviz.Trace, run: rankviz.Run, found: Explanation) -> None:
    """What is put in can be explained in turn, and has the value that it is said to have."""
    for way in (
        *found.inputs,
        *(way for row in (found.table.rows if found.table else ()) for way in row.links),
    ):
        there = explain(trace, run, found.t, way.key)
        assert there.value == pytest.approx(way.value, rel=1e-9, abs=1e-12), (found.key, way.key)
