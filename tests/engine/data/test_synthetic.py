"""Synthetic data: seeded, within their options, and showing what they are named for."""

import numpy as np
import pytest

from rankviz.engine.data.builtin.synthetic import ENTRIES
from rankviz.engine.data.sources import load
from rankviz.engine.errors import DataError

NAMES = [entry.name for entry in ENTRIES]


@pytest.mark.parametrize("name", NAMES)
def test_the_seed_decides_everything(name):
    first, again, other = (load(f"synthetic:{name}?seed={seed}") for seed in (3, 3, 4))
    np.testing.assert_array_equal(first.X, again.X)
    np.testing.assert_array_equal(first.pairs, again.pairs)
    if first.pair_weights is None:
        assert not np.array_equal(first.X, other.X)
    else:  # battles: an item is its own ranker, whatever is drawn
        np.testing.assert_array_equal(first.pair_weights, again.pair_weights)
        assert not np.array_equal(first.pair_weights, other.pair_weights)


@pytest.mark.parametrize("name", NAMES)
def test_the_ends_of_every_option_work(name):
    entry = next(entry for entry in ENTRIES if entry.name == name)
    for option in entry.options:
        ends = (option.low, option.high) if option.low is not None else option.choices or (False, True)
        if option.name == "queries":
            ends = (option.low, 20)
        for end in ends:
            n = 50 if option.name == "queries" else 40
            rest = f"&n={n}" if "n" in {each.name for each in entry.options} - {option.name} else ""
            text = option.write(int(end) if option.kind == "int" else end)
            problem = load(f"synthetic:{name}?{option.name}={text}{rest}")
            assert problem.n_pairs > 0
            assert not np.isinf(problem.X).any()


def test_linear_without_noise_follows_its_features():
    problem = load("synthetic:linear?noise=0&n=200")
    weights = 1 / np.arange(1, problem.n_features + 1)
    score = problem.X @ weights
    higher, lower = problem.pairs.T
    assert (score[higher] > score[lower]).all()


def test_linear_queries_share_the_items():
    problem = load("synthetic:linear?queries=4&n=80&grades=3")
    assert problem.n_queries == 4
    assert np.bincount(problem.qid).tolist() == [20] * 4
    assert set(problem.grades) == {0, 1, 2}


def test_more_queries_than_the_items_allow():
    with pytest.raises(DataError, match="50 queries are too many for 20 items"):
        load("synthetic:linear?queries=50&n=20")


def test_no_stump_sees_the_interaction():
    problem = load("synthetic:interaction?noise=0&n=80&features=2")
    higher, lower = problem.pairs.T
    for column in problem.X.T:
        for threshold in np.sort(column)[:-1]:
            h = (column > threshold).astype(int)
            assert (h[higher] - h[lower]).sum() == 0
    told = load("synthetic:interaction?noise=0&n=80&features=2&product=1")
    product = told.X[:, told.feature_names.index("f1·f2")] > 0
    assert (product == (told.grades == 1)).all()


def test_the_share_of_positives_is_the_one_chosen():
    assert load("synthetic:blobs?n=100&positives=0.3").grades.sum() == 30
    problem = load("synthetic:imbalanced")
    assert problem.grades.sum() == 10 and problem.n_items == 200


def test_coarse_features_are_coarse():
    problem = load("synthetic:coarse?levels=3")
    for column in problem.X.T:
        assert set(column) == {0, 1, 2}


def test_cycles_are_there_and_follow_from_the_pairs():
    problem = load("synthetic:cycles?circles=1&noise=0")
    assert problem.explicit and problem.has_cycle() and problem.grades is None
