"""LightGBM and XGBoost as contenders of experiments: their own scores, or a sentence how to get them."""

import importlib
import importlib.util
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.experiments import made
from numpy.testing import assert_allclose

import rankviz
from rankviz.engine.algorithms.contenders import WITH_PEERS
from rankviz.engine.algorithms.peers import peers
from rankviz.engine.algorithms.peers.peers import PEERS
from rankviz.engine.algorithms.registry import ALGORITHMS, settle
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.lab.experiments import worker
from rankviz.lab.experiments.definition import define
from rankviz.lab.experiments.replay import replay
from rankviz.lab.experiments.store import Store
from rankviz.lab.experiments.task_sets import task_set

THERE = [name for name in PEERS if importlib.util.find_spec(name) is not None]
every_peer = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.skipif(name not in THERE, reason=f"{name} is not installed"))
        for name in PEERS
    ],
)


def problem(seed: int = 0) -> Problem:
    """Queries whose rows do not stand together, four grades, missing values."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 3))
    grades = np.clip(np.round(X[:, 0] + 1.0 + rng.normal(0, 0.5, 60)), 0, 3)
    X[::7, 1] = np.nan
    return Problem.from_arrays(X, grades, rng.permutation(np.repeat([0, 1, 2], 20)))


def fit(name: str, data: Problem, held: Problem | None, rounds: int = 6, **params: object):
    entry = PEERS[name]
    return entry.fit(data, held, rounds, settle(entry, params), 3)


def theirs(name: str, data: Problem, rounds: int, X: np.ndarray) -> np.ndarray:
    """The library's own scores after so many rounds, trained by itself on rows sorted by query."""
    order = np.argsort(data.qid, kind="stable")
    rows, grades, sizes = data.X[order], data.grades[order], np.bincount(data.qid)
    if name == "lightgbm":
        lightgbm = importlib.import_module("lightgbm")
        ranker = lightgbm.LGBMRanker(
            n_estimators=rounds, num_leaves=5, learning_rate=0.2, min_child_samples=1, random_state=3,
            n_jobs=1, deterministic=True, force_col_wise=True, verbose=-1,
        )  # fmt: skip
        return ranker.fit(rows, grades, group=sizes).predict(X)
    xgboost = importlib.import_module("xgboost")
    ranker = xgboost.XGBRanker(
        n_estimators=rounds, max_leaves=5, learning_rate=0.2, max_depth=0, grow_policy="lossguide",
        tree_method="hist", base_score=0.0, random_state=3, n_jobs=1,
    )  # fmt: skip
    return ranker.fit(rows, grades, group=sizes).predict(X)


@every_peer
def test_the_scores_of_each_round_are_the_librarys_own(name: str) -> None:
    data, held = problem(), problem(1)
    steps = fit(name, data, held, eta=0.2, leaves=5)
    assert steps.scores.shape == (7, 60) and steps.held.shape == (7, 60) and len(steps) == 6
    for t in (1, 4, 6):
        assert_allclose(steps.held[t], theirs(name, data, t, held.X), atol=2e-6)
        assert_allclose(steps.scores[t], theirs(name, data, t, data.X), atol=2e-6)
    assert (steps.scores[6] == fit(name, data, None, eta=0.2, leaves=5).scores[6]).all()
    assert rankviz.engine.metrics.r2(data, steps.scores[6]) < 0.25


@every_peer
def test_they_compete_in_an_experiment(name: str, tmp_path: Path) -> None:
    experiment = define(
        "synthetic:linear?n=60&grades=3",
        ("rb-c", f"{name}:leaves=4"),
        rounds=5,
        folds=3,
        metrics=("r2", "ndcg5"),
    )
    tasks, store = task_set(experiment.source), Store(tmp_path)
    store.begin(experiment, tasks)
    store.save(worker.parts(experiment, tasks.tasks[0]), experiment.contenders)
    found = store.load(tasks.tasks[0].name, experiment)
    assert not found.failed and np.isfinite(found.test).all() and (found.rounds == 5).all()
    assert experiment.command().count(f"{name}:leaves=4") == 1
    assert replay(experiment, found, 0, 1, 6).algorithms == ("rb-c",)


@every_peer
def test_grades_that_they_do_not_take_are_refused(name: str) -> None:
    data = problem()
    for grades in (data.grades + 0.5, data.grades - 1.0, data.grades * 20.0):
        with pytest.raises(DataError, match="whole grades"):
            fit(name, Problem.from_arrays(data.X, grades, data.qid), None)
    with pytest.raises(DataError, match="learns from grades"):
        fit(name, Problem.from_arrays(data.X, pairs=[(0, 1), (2, 3)]), None)


@every_peer
def test_a_run_ends_where_no_split_is_left(name: str) -> None:
    data = problem()
    steps = fit(name, Problem.from_arrays(np.arange(60.0)[:, None] > 70.0, data.grades, data.qid), None)
    assert len(steps) <= 6 and not np.ptp(steps.scores[-1])
    assert (len(steps) == 6) == (not steps.stopped.early)


@pytest.mark.parametrize("name", PEERS)
def test_where_one_is_not_installed_a_sentence_says_how_to_get_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers.importlib.util, "find_spec", lambda module: None)
    with pytest.raises(DataError) as caught:
        define("synthetic:linear", ("rb-c", name))
    assert str(caught.value).count(".") == 1 or "rankviz[peers]" in str(caught.value)
    assert f"{PEERS[name].label} is not installed" in str(caught.value)
    assert peers.installed(name) == ""


def test_they_are_contenders_of_experiments_alone() -> None:
    assert not set(PEERS) & set(ALGORITHMS) and set(WITH_PEERS) == {*PEERS, *ALGORITHMS}
    with pytest.raises(DataError, match="There is no algorithm"):
        rankviz.trace(rankviz.load("synthetic:linear"), "lightgbm", rounds=2)


def test_a_task_of_peers_alone_has_no_run_to_watch() -> None:
    results = made(1)
    (outcome,) = results.outcomes
    contenders = tuple(
        replace(each, algorithm=name)
        for each, name in zip(results.experiment.contenders, [*PEERS, "lightgbm"], strict=True)
    )
    with pytest.raises(DataError, match="no rounds to watch"):
        replay(replace(results.experiment, contenders=contenders), outcome, 0, 0, 6)
