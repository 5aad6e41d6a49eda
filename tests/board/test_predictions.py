"""Arrays of a pack that are predicted from others: a page restores every bit, and little is left of them."""

from pathlib import Path

import numpy as np
import pytest
from helpers.in_node import answers, needs_node

import rankviz
from rankviz.board.offline import predictions
from rankviz.board.offline.filters import filtered, residual
from rankviz.board.offline.part import RunPart, cut
from rankviz.board.payload import pack
from rankviz.board.wire import unpack
from rankviz.engine.algorithms.registry import ALGORITHMS

PREFERENCE = ("bradley-terry", "davidson", "elo", "net-wins")
"""Algorithms that learn from votes alone."""
RUNS = (
    ("synthetic:linear?n=24&queries=2", "rb-d,rb-c,rb-plus", 12),
    ("synthetic:linear?n=120", "rb-c,rb-plus-optimal", 20),  # the map has cells
    ("synthetic:coarse?n=30", "rb-d:undefined=cap,rb-d:undefined=limit,rb-c:undefined=infinite", 20),
    ("synthetic:separable?n=20", "rb-d,rb-plus", 30),  # refuses a round
    ("synthetic:cycles", "rb-plus,push,smooth-margin", 12),
    ("synthetic:moons?n=30", "adaboost,rb-d,kernel-gd", 10),
    ("bundled:wine?items=40", "qbrank,rb-c", 6),
    ("bundled:arena", "rb-d,rb-plus", 6),  # votes, and pairs with weights
    *(("synthetic:blobs?n=20", name, 5) for name in sorted(set(ALGORITHMS) - {"own", *PREFERENCE})),
)


@needs_node
def test_a_page_restores_every_bit(tmp_path: Path) -> None:
    asked = []
    for k, (source, algorithms, rounds) in enumerate(RUNS):
        trace = rankviz.trace(rankviz.load(source), algorithms.split(","), rounds)
        whole = pack(trace, shareable=False)
        part = cut(whole, trace, RunPart(2, 4, max(run.n_rounds for run in trace.runs)))
        for name, made in ((f"{k}-whole", whole), (f"{k}-part", part)):
            changed, filters = filtered(made)
            (tmp_path / f"{name}.rvz").write_bytes(made)
            (tmp_path / name).write_bytes(changed)
            files = {"filtered": str(tmp_path / name), "pack": str(tmp_path / f"{name}.rvz")}
            asked.append({**files, "filters": filters})
    assert answers("unfiltered.mjs", asked, tmp_path, "../offline") == [True] * len(asked)
    predicted = [name for each in asked for name, how in each["filters"].items() if how.predicted]
    assert len(predicted) > 100, "most arrays of boosted runs are predicted"


def test_the_picks_determine_scores_places_and_weights() -> None:
    trace = rankviz.trace(
        rankviz.load("synthetic:linear?n=24&queries=2", seed=1), ["rb-d", "rb-c", "rb-plus"], 12
    )
    _, arrays = unpack(pack(trace))
    found = dict(predictions.predictions(arrays))
    for run in range(3):
        for name in ("scores", "place", "weight", "delta", "step_parts"):
            array = arrays[f"{run}.{name}"]
            rest = residual(array, found[f"{run}.{name}"])
            assert np.count_nonzero(rest) <= 0.05 * rest.size, (run, name)
        for name in ("mover_before", "mover_after", "eps_tied"):
            np.testing.assert_allclose(
                found[f"{run}.{name}"], arrays[f"{run}.{name}"], rtol=1e-12, atol=1e-15
            )


@pytest.mark.parametrize("x", [0.0, 1e-9, -0.3, 1.0, -7.5, 20.0])
def test_exponential_and_logarithm_are_those_of_the_library(x: float) -> None:
    found = predictions.exponential(np.array([x]))
    np.testing.assert_allclose(found, np.exp([x]), rtol=1e-7 if abs(x) > 16 else 1e-12)
    if abs(x) < 16:
        np.testing.assert_allclose(predictions.logarithm(found), [x], atol=1e-12)
