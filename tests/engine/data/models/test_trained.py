"""The ranker that LightGBM trains on the spot: the same each time, on the queries from which a run learns."""

import importlib.util
from itertools import pairwise

import numpy as np
import pytest

import rankviz
from rankviz.engine.data import sources
from rankviz.engine.data.builtin import trained
from rankviz.engine.data.holdout import split
from rankviz.engine.errors import DataError
from rankviz.site.playground import controls
from rankviz.ui.presets.presets import PRESETS
from rankviz.ui.state import catalog

lightgbm = pytest.importorskip("lightgbm")


def test_the_same_options_give_the_same_trees_and_another_seed_others() -> None:
    first, again = (rankviz.load("trained:lightgbm?trees=5") for _ in range(2))
    assert first.model is not None and first.model.n_trees == 5
    assert first.identity == again.identity
    other = rankviz.load("trained:lightgbm?trees=5", seed=3)
    assert other.identity != first.identity and other.source == "trained:lightgbm?seed=3&trees=5"
    few = rankviz.load("trained:lightgbm?trees=5&leaves=4")
    assert few.model is not None and few.model.shapes.leaves.max() == 4


def test_it_learned_from_the_queries_from_which_a_run_learns() -> None:
    """Its trees are those of a Booster trained on that part; a run's held-out queries are new to it."""
    problem = rankviz.load("trained:lightgbm?trees=6", seed=2)
    part, held = split(rankviz.load("synthetic:letor", seed=2), 0.3, 2)
    chosen = {"objective": "lambdarank", "num_leaves": 15, "verbose": -1, "num_threads": 1}
    chosen |= {"deterministic": True, "force_row_wise": True, "learning_rate": 0.1}
    data = lightgbm.Dataset(part.X, part.known_grades, group=np.bincount(part.qid), params=chosen)
    booster = lightgbm.train(chosen, data, 6)
    trace = rankviz.trace(problem, "own", 6, holdout=0.3, seed=2)
    assert held is not None and trace.holdout is not None
    np.testing.assert_allclose(trace.scored[0].scored.held[-1], booster.predict(held.X), atol=1e-12)
    assert "30% held out and seed 2" in problem.notes[-1]
    errors = trace.scored[0].metrics
    assert errors["r2"][-1] < errors["r2_holdout"][-1]


def test_without_lightgbm_the_stored_ranker_opens_and_others_say_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "lightgbm" else there(name))
    with pytest.raises(DataError, match="LightGBM is not installed. Install it with: pip install"):
        rankviz.load("trained:lightgbm")
    cards = {preset.title: preset for preset in PRESETS}
    stored = sources.load(cards["Your own ranker"].state["data"])
    assert stored.model is not None and stored.model.n_trees == trained.STORED["trees"]


def test_the_stored_ranker_is_the_one_that_lightgbm_trains() -> None:
    """After a change of the data write what `train` returns to `trained.MODEL`."""
    chosen = {name: trained.STORED[name] for name in ("trees", "leaves", "rate")}
    data = rankviz.load(f"synthetic:letor?queries={trained.STORED['queries']}", seed=trained.STORED["seed"])
    part, _ = split(data, trained.STORED["out"], trained.STORED["seed"])
    trained_now = lightgbm.Booster(model_str=trained.train(part, **chosen))
    kept = lightgbm.Booster(model_file=trained.MODEL)
    np.testing.assert_allclose(trained_now.predict(data.X), kept.predict(data.X), atol=1e-9)


def test_its_data_have_a_model_and_a_playground_does_not_offer_them() -> None:
    assert catalog.has_model(sources.parse("trained:lightgbm"))
    assert not catalog.has_model(sources.parse("synthetic:letor"))
    offered = next(controls._data(controls.State()))
    assert "trained" not in str(offered) and "synthetic" in str(offered)


def test_later_trees_gain_less_on_what_is_learned_from() -> None:
    trace = rankviz.trace(rankviz.load("trained:lightgbm?leaves=7"), "own", 60, holdout=0.3)
    cost = trace.scored[0].extra["pair_cost"][10::10]
    assert all(after < before for before, after in pairwise(cost))
