"""What claims say of votes, and of laws that data are drawn from: searches, and examples that refute more."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np
import pytest
from helpers.thorough import usually
from twins import preference

import rankviz

LAWS = usually(60, 1000)

UPSETS = np.array([[0, 1, 2], [7, 0, 2], [1, 1, 0]])
"""14 votes on three models, wins of the row over the column."""


def order(scores: np.ndarray) -> list[int]:
    return np.argsort(-scores).tolist()


def otherwise(a: np.ndarray, b: np.ndarray) -> int:
    """The pairs of models that two scores order otherwise."""
    i, j = np.triu_indices(len(a), 1)
    return int(((a[i] - a[j]) * (b[i] - b[j]) < -1e-12).sum())


def test_rb_d_orders_as_bradley_terry_does_where_the_votes_follow_its_model() -> None:
    """And at half its scale: each pair's share of wins is the one that the strengths give it."""
    random = np.random.default_rng(0)
    for _ in range(50):
        n = int(random.integers(3, 6))
        theta = random.normal(size=n)
        theta -= theta.mean()
        battles = np.triu(random.integers(1, 20, size=(n, n)), 1)
        W = (battles + battles.T) / (1 + np.exp(theta[None, :] - theta[:, None]))
        np.fill_diagonal(W, 0)
        np.testing.assert_allclose(preference.rb_d(W), theta / 2, atol=1e-6)
        np.testing.assert_allclose(preference.bradley_terry(W), theta, atol=1e-6)


def test_rb_d_need_not_order_other_votes_as_bradley_terry_does() -> None:
    """The claim is about votes drawn from the model: of 200 tables of whole numbers some refute it for all votes."""
    assert order(preference.bradley_terry(UPSETS)) == [1, 0, 2]
    assert order(preference.rb_d(UPSETS)) == [1, 2, 0]
    random, differ = np.random.default_rng(1), 0
    for _ in range(200):
        W = random.integers(1, 9, size=(4, 4)).astype(float)
        np.fill_diagonal(W, 0)
        differ += order(preference.rb_d(W)) != order(preference.bradley_terry(W))
    assert 0 < differ < 40


def test_rankboost_plus_need_not_order_few_models_as_net_wins_do() -> None:
    """The claim is about many models, where a ranker ties nearly all pairs: of three it ties only every third."""
    random, differ = np.random.default_rng(5), 0
    for _ in range(usually(15, 200)):
        W = np.floor(np.exp(random.uniform(0, 4, size=(3, 3))))
        np.fill_diagonal(W, 0)
        differ += otherwise(preference.rb_plus(W, 3), np.array(preference.net_wins(W)))
    assert differ > 0


@pytest.mark.parametrize("loss", ["hinge", "least-squares", "logistic"])
def test_samples_of_a_small_law_keep_to_lemma_3_5_on_the_mean_alone(loss: str) -> None:
    """All samples of laws of two or three points a class: a rare one may lie further from the law."""
    random, farther = np.random.default_rng(0), False
    for law in range(LAWS):
        k, m, n = (2, 6, 6) if law == 0 else (int(random.integers(low, 4)) for low in (2, 1, 1))
        points = 9.0 * np.eye(2 * k) if law == 0 else random.integers(-2, 3, size=(2 * k, 2)).astype(float)
        p, q = random.dirichlet(np.ones(k), size=2) if law else np.array([[0.9, 0.1]] * 2)
        K = np.exp(-0.5 * ((points[:, None] - points[None]) ** 2).sum(axis=2))
        f = K @ random.normal(size=2 * k) if law else np.zeros(2 * k)
        slopes = {"hinge": _hinge, "least-squares": _least_squares, "logistic": _logistic}[loss]
        S = slopes(f[:k, None] - f[None, k:])

        def gradient(a: np.ndarray, b: np.ndarray, S: np.ndarray = S) -> np.ndarray:
            return np.append(a * (S @ b), -b * (a @ S))

        mean = most = 0.0
        bound = 2 * np.abs(S).max() * (1 / math.sqrt(m) + 1 / math.sqrt(n))
        for a, chance_a in _shares(p, m):
            for b, chance_b in _shares(q, n):
                off = gradient(a, b) - gradient(p, q)
                distance = math.sqrt(max(off @ K @ off, 0.0))
                mean, most = mean + chance_a * chance_b * distance, max(most, distance)
        assert mean <= bound + 1e-12
        farther |= most > bound + 1e-9
    assert farther


def _hinge(z: np.ndarray) -> np.ndarray:
    return np.where(z <= 1, -1.0, 0.0)


def _least_squares(z: np.ndarray) -> np.ndarray:
    return 2 * (z - 1)


def _logistic(z: np.ndarray) -> np.ndarray:
    return -1 / (1 + np.exp(z))


def _shares(law: np.ndarray, size: int) -> Iterator[tuple[np.ndarray, float]]:
    """Every share (k,) of the points in a sample of that size, and its chance."""
    for counts in itertools.product(range(size + 1), repeat=len(law)):
        if sum(counts) == size:
            ways = math.factorial(size) / math.prod(map(math.factorial, counts))
            yield np.array(counts) / size, ways * float(np.prod(law ** np.array(counts)))


def test_a_sum_of_stumps_never_orders_what_two_features_say_together_but_can_beat_a_coin() -> None:
    """On ±1, ±2 by ±1, ±2, alike: good where the signs agree. A sum of stumps is any number for each value."""
    random, good, best = np.random.default_rng(0), np.array([1, 1, 0, 0]), 0.0
    same = good[:, None] == good[None, :]
    for _ in range(usually(2000, 50_000)):
        scores = np.add.outer(*random.integers(0, 8, size=(2, 4)))
        differences = scores[same][:, None] - scores[~same]
        best = max(best, (differences > 0).mean() + 0.5 * (differences == 0).mean())
        for stump in good, 1 - good:
            alone = np.add.outer(stump, np.zeros(4))
            assert (alone[same][:, None] > alone[~same]).mean() == (
                alone[same][:, None] < alone[~same]
            ).mean()
    assert 0.55 < best < 0.7


def test_classes_that_err_alike_need_no_constant() -> None:
    """Neither where weights separate them, so that AdaBoost balances them there, too, nor where none do."""
    majority = np.array([[1, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 1], [0, 1, 0], [1, 0, 0]])
    mixed = np.array([[1, 1], [1, 1], [1, 0], [0, 1], [0, 0], [0, 0], [0, 0], [0, 1], [1, 0], [1, 1]])
    for h in majority, mixed:
        problem = rankviz.Problem.from_arrays(h, np.arange(len(h)) < len(h) / 2, binary=True)
        run = rankviz.trace(problem, "adaboost", 200, constant=False).runs[0]
        assert np.abs(run.extra["f_skew"]).max() < 1e-9
        other = rankviz.trace(problem, "rb-c", 200).runs[0]
        assert np.exp(run.metrics["log_e1"][-1]) == pytest.approx(
            np.exp(other.metrics["log_e1"][-1]), abs=1e-6
        )


def test_rankboost_need_not_miss_the_largest_margin() -> None:
    """Three rankers, each wrong about another pair of three: all have one weight in the end, and that is the best."""
    h = np.array([[1, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 1], [0, 1, 0], [1, 0, 0]])
    problem = rankviz.Problem.from_arrays(h, pairs=np.array([[0, 3], [1, 4], [2, 5]]), binary=True)
    run = rankviz.trace(problem, "rb-d", 2000, negative_alpha=False).runs[0]
    assert run.metrics["margin"][-1] == pytest.approx(1 / 3, abs=1e-3)
