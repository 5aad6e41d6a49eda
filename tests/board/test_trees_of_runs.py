"""What travels of trees: what each leaf adds, where the items end, and each feature's share of the gain so far."""

import numpy as np
import pytest
from helpers import own_model as made
from numpy.testing import assert_allclose

import rankviz
from rankviz.board.panels import PICTURES, needed
from rankviz.board.panels.trees import MOST_LISTED
from rankviz.board.payload import pack, unpack

GROWN = ("own", "lambdamart", "ranknet", "qbrank", "gbt")


@pytest.fixture(scope="module")
def trace() -> rankviz.Trace:
    problem = made.with_model(made.graded(queries=6, missing=0.1).problem())
    return rankviz.trace(problem, [*GROWN, "rb-d"], 6, leaves=5)


def test_what_the_leaves_add_makes_the_scores(trace: rankviz.Trace) -> None:
    """The sum of what an item's leaves add is its score, for each algorithm that grows trees, the step included."""
    arrays = PICTURES["trees"](trace).arrays
    dots = arrays["dots"]
    for k, name in enumerate(GROWN):
        run = trace.scored[k]
        start, value, leaf = (arrays[f"{k}.{key}"] for key in ("node_start", "node_value", "leaf"))
        for t in range(run.n_rounds):
            added = run.scored.scores[t + 1] - run.scored.scores[t]
            assert_allclose(value[start[t] + leaf[t]], added[dots], atol=1e-9, err_msg=name)
    assert not any(name.startswith("5.") for name in arrays)


def test_shares_of_the_gain_add_up_and_only_features_asked_for_have_one(trace: rankviz.Trace) -> None:
    found = PICTURES["trees"](trace)
    for k in range(len(GROWN)):
        share, questions = found.arrays[f"{k}.gain_share"], found.arrays[f"{k}.questions"]
        assert not share[0].any() and not questions[0].any()
        assert_allclose(share[1:].sum(axis=1), 1.0)
        assert (questions[share > 0] > 0).all() and (np.diff(questions, axis=0) >= 0).all()
        assert (found.arrays[f"{k}.features_asked"] == np.count_nonzero(questions, axis=1)).all()
        left = found.arrays[f"{k}.node_left"]
        assert questions[-1].sum() == np.count_nonzero(left >= 0)


def test_a_trees_gains_are_what_its_questions_take_off_the_squared_error() -> None:
    """By hand: Σ w (r − mean)² of all items, minus that inside the leaves, is the sum of the gains."""
    rng = np.random.default_rng(3)
    X, target, weight = rng.normal(size=(80, 3)), rng.normal(size=80), rng.uniform(0.5, 2.0, 80)
    tree = made.Trees(X, None, leaves=6).fit(target, weight).tree
    ends = tree.apply(X)

    def error(there: np.ndarray) -> float:
        mean = np.average(target[there], weights=weight[there])
        return float(weight[there] @ (target[there] - mean) ** 2)

    whole = error(np.ones(80, dtype=bool))
    assert tree.gain.sum() == pytest.approx(whole - sum(error(ends == leaf) for leaf in np.unique(ends)))
    assert not tree.gain[tree.left < 0].any()


@pytest.mark.parametrize("library", ["lightgbm", "xgboost"])
def test_importance_is_the_librarys_own_gain_and_questions_are_its_splits(library: str) -> None:
    pytest.importorskip(library)
    rows = made.graded(1, missing=0.2, categories=True)
    booster = made.train_lightgbm(rows, 9) if library == "lightgbm" else made.train_xgboost(rows, 9)
    found = PICTURES["trees"](rankviz.from_model(booster, rows.problem(), beside="rb-d"))
    if library == "lightgbm":
        gain = [booster.feature_importance("gain", iteration=t) for t in range(1, 10)]
        splits = [booster.feature_importance("split", iteration=t) for t in range(1, 10)]
    else:
        scores = [booster[:t].get_score(importance_type="total_gain") for t in range(1, 10)]
        names = booster.feature_names or [f"f{j}" for j in range(4)]
        gain = [np.array([score.get(name, 0.0) for name in names]) for score in scores]
        counts = [booster[:t].get_score(importance_type="weight") for t in range(1, 10)]
        splits = [np.array([count.get(name, 0.0) for name in names]) for count in counts]
    for t in range(1, 10):
        expected = np.asarray(gain[t - 1]) / np.sum(gain[t - 1])
        listed = found.meta["listed"]
        assert_allclose(found.arrays["0.gain_share"][t], expected[listed], rtol=1e-4, atol=1e-6)
        assert (found.arrays["0.questions"][t] == np.asarray(splits[t - 1])[listed]).all()


def test_catboost_has_no_gains_and_gets_the_spread_of_the_scores() -> None:
    pytest.importorskip("catboost")
    rows = made.graded(2)
    trace = rankviz.from_model(made.train_catboost(rows, 5), rows.problem())
    found = PICTURES["trees"](trace)
    scores = trace.scored[0].scored.scores
    spread = np.zeros(6)
    start, leaf, value = (found.arrays[f"0.{name}"] for name in ("node_start", "leaf", "node_value"))
    for t in range(5):
        added = value[start[t] + leaf[t]]
        spread[t + 1] = spread[t] + float(((added - added.mean()) ** 2).sum())
        assert_allclose(added, scores[t + 1] - scores[t], atol=1e-9)
    # All of a tree's questions together explain all of the spread of what it adds.
    gains = np.diff(found.arrays["0.gain_share"] * spread[:, None], axis=0)
    assert (gains > -1e-12).all() and gains.sum() == pytest.approx(spread[-1])


def test_every_pack_of_trees_has_them_and_others_have_none(trace: rankviz.Trace) -> None:
    assert needed(trace, ()) == ("trees",) and needed(trace, ("qbrank",)) == ("qbrank", "trees")
    meta, arrays = unpack(pack(trace, shareable=False))
    assert "trees" in meta["pictures"] and "trees.0.node_start" in arrays
    other = rankviz.trace(trace.problem, ["rb-d"], 3)
    assert needed(other, ()) == () and "trees" not in unpack(pack(other, shareable=False))[0]["pictures"]


def test_with_many_features_those_with_the_largest_shares_are_listed() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 90))
    problem = rankviz.Problem.from_arrays(X, np.round(X @ rng.normal(size=90) / 6).clip(-2, 2))
    trace = rankviz.trace(problem, "lambdamart", 30, leaves=20)
    found = PICTURES["trees"](trace)
    assert len(found.meta["listed"]) == MOST_LISTED < found.arrays["0.features_asked"][-1]
    assert found.arrays["0.gain_share"][-1].sum() < 1.0
