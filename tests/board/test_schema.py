"""Each array of a pack is named in the schema that the stage reads too, and has the type and the shape it says."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from helpers import packs

import rankviz
from rankviz.board.payload import pack
from rankviz.board.schema import Spec, place, schema, typed
from rankviz.board.wire import unpack
from rankviz.engine.runs.trace import Trace

SHARED = {each for name, spec in schema().items() if "#" not in name for each in spec.shape} - {"states"}
"""Lengths that all runs share."""


@cache
def _made(name: str) -> tuple[Trace, bytes]:
    if name in packs.PACKS:
        return packs.PACKS[name]()
    source, algorithms, picture, holdout = {
        "margins": (
            "synthetic:linear?n=16&features=2&grades=2",
            ["rb-d", "smooth-margin", "adaboost"],
            "margins",
            0.0,
        ),
        "kernel": ("synthetic:rings?n=30", ["rb-plus", "kernel-gd"], "kernel", 0.3),
        "held votes": ("synthetic:arena?planted=none", ["rb-d"], "", 0.4),
        "trees": ("synthetic:linear?n=16&features=2&grades=3", ["qbrank", "rb-c"], "qbrank", 0.3),
    }[name]
    trace = rankviz.trace(rankviz.load(source), algorithms, 4, holdout=holdout)
    return trace, pack(trace, pictures=(picture,) if picture else ())


NAMES = (*packs.PACKS, "margins", "kernel", "held votes", "trees")


def _numbered(trace: Trace, name: str, k: int | None) -> int | None:
    """The run's place among all; the panels of margins count those that pick rankers."""
    if k is None or not name.startswith("margins."):
        return k
    return [i for i, run in enumerate(trace.runs) if run is trace.boosted[k]][0]


def _arrays(trace: Trace, data: bytes) -> Iterator[tuple[str, int | None, Spec, np.ndarray]]:
    for full, array in unpack(data)[1].items():
        name, k = place(full)
        yield name, _numbered(trace, name, k), schema()[name], array


@pytest.mark.parametrize("name", NAMES)
def test_a_pack_has_no_other_types_and_shapes_than_the_schema(name: str) -> None:
    trace, data = _made(name)
    lengths: dict[tuple[str, int | None], int] = {}
    for i, run in enumerate(trace.runs):
        lengths |= {("rounds", i): run.n_rounds, ("states", i): run.n_rounds + 1}
    lengths |= {("items", None): trace.problem.n_items, ("pairs", None): trace.problem.n_pairs}
    for array_name, k, spec, array in _arrays(trace, data):
        assert array.dtype.str[1:] in spec.kinds, array_name
        assert array.ndim == len(spec.shape), array_name
        for count, length in zip(array.shape, spec.shape, strict=True):
            key = (length, None if length in SHARED else k)
            wanted = int(length) if length.isdigit() else lengths.setdefault(key, count)
            assert count == wanted, f"{array_name}: {length}"


@pytest.mark.parametrize("name", NAMES)
def test_a_group_has_all_that_it_cannot_be_without(name: str) -> None:
    trace, data = _made(name)
    found = {(array_name, k) for array_name, k, _, _ in _arrays(trace, data)}
    groups = {(schema()[array_name].group, k) for array_name, k in found}
    assert {("shared", None), *(("run", k) for k in range(len(trace.runs)))} <= groups
    for group, k in groups:
        for array_name, spec in schema().items():
            if spec.group == group and not spec.optional:
                assert (array_name, k) in found, array_name


def test_each_array_of_the_schema_is_in_some_pack() -> None:
    found = {array_name for name in NAMES for array_name, *_ in _arrays(*_made(name))}
    assert set(schema()) == found


def test_an_array_that_the_schema_does_not_have_cannot_be_packed() -> None:
    with pytest.raises(KeyError, match="weights"):
        typed({"0.weights": np.zeros(3)})
    given = {"margins.slack.1": np.zeros(2, "<f4"), "0.pick": np.array([1]), "query": np.array([1], "<u4")}
    assert [array.dtype.str for array in typed(given).values()] == ["<f8", "<u2", "<u4"]
