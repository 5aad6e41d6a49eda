"""Searches over small tables that try to refute what claims say of all data, and find where a claim of draws fails."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import preference

import rankviz
from rankviz.data.problem import Problem
from rankviz.errors import DataError

UPSETS = np.array([[0, 1, 2], [7, 0, 2], [1, 1, 0]])
"""14 votes on three models, wins of the row over the column."""


def order(scores: np.ndarray) -> list[int]:
    return np.argsort(-scores).tolist()


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


@settings(max_examples=150, deadline=None)
@given(
    st.integers(3, 5).flatmap(
        lambda n: st.tuples(
            st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=n, max_size=n),
            st.lists(st.integers(0, 2), min_size=n, max_size=n),
        )
    )
)
def test_rb_c_and_rankboost_plus_begin_alike(table: tuple[list[tuple[int, ...]], list[int]]) -> None:
    """The claim first-round, on tables of which many have tied rankers and rankers that are never wrong."""
    rows, grades = table
    try:
        problem = Problem.from_arrays(np.array(rows, dtype=float), np.array(grades))
        trace = rankviz.trace(problem, ["rb-c", "rb-plus"], rounds=1)
    except DataError:  # nothing to learn
        return
    one, other = trace.runs
    assert one.ranker.tolist() == other.ranker.tolist() and one.n_rounds == other.n_rounds
    np.testing.assert_allclose(one.alpha, other.alpha, rtol=1e-12)
