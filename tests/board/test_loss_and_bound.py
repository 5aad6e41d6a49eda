"""The pack says which loss an algorithm's bound covers, and in every round it does."""

import numpy as np
import pytest

import rankviz
from rankviz.board.payload import pack
from rankviz.board.wire import unpack
from rankviz.engine.algorithms.boosting.algorithm import Algorithm
from rankviz.engine.algorithms.registry import ALGORITHMS

BOOSTED = [name for name, algorithm in ALGORITHMS.items() if isinstance(algorithm, Algorithm)]


@pytest.mark.parametrize("name", BOOSTED)
def test_the_bound_covers_the_loss_that_the_pack_names(name: str) -> None:
    trace = rankviz.trace(rankviz.load("bundled:breast-cancer"), [name], 8)
    meta, arrays = unpack(pack(trace))
    loss = meta["runs"][0]["loss"]
    row = dict(zip(meta["curves"], arrays["0.curves"], strict=True))
    if loss in meta["runs"][0]["own"]:
        covered = np.log10(arrays["0.own"][meta["runs"][0]["own"].index(loss)])
    else:
        covered = row[f"log10_{loss}"]
    bound = row["log10_bound"]
    known = np.isfinite(bound) & np.isfinite(covered)
    assert known.sum() > 1
    assert (bound[known] >= covered[known] - 1e-9).all()


def test_a_learner_without_weak_rankers_names_its_series() -> None:
    trace = rankviz.trace(rankviz.load("synthetic:linear?n=14&grades=2"), ["rb-d", "kernel-gd", "qbrank"], 3)
    meta, _ = unpack(pack(trace))
    assert [run["loss"] for run in meta["runs"]] == ["e1", "regularised", "risk"]
    assert all(run["loss"] in run["own"] for run in meta["runs"][1:])
