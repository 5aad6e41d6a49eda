"""S of RankBoost+: independence by counts of items, and the bounds on what its members tie."""

from unittest.mock import patch

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases, weak_table
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import rankviz
from rankviz.engine.algorithms.boosting.distribution import Distribution, PairDistribution
from rankviz.engine.algorithms.boosting.loop import TIE, Boosting, Fork, Move, boost
from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.algorithms.rankboost import independence
from rankviz.engine.algorithms.rankboost.active_set import RB_PLUS
from rankviz.engine.algorithms.rankboost.independence import CountedSpan, Span
from rankviz.engine.algorithms.rankboost.rb_plus import GreedyThenFixed


@settings(max_examples=60)
@given(st.one_of(cases(), weak_table()), st.integers(0, 10**6))
def test_counts_of_items_prove_what_the_basis_shows(case: Case, seed: int) -> None:
    """The newest vector outside the span, while no candidate that depends on the others was tested."""
    problem = problem_of(case)
    pool = build_pool(problem)
    plain, counted, members = Span(problem), CountedSpan(problem), []
    for j in np.random.default_rng(seed).permutation(len(pool)):
        h = pool.output(int(j))
        if plain.coefficients(h) is not None:
            continue
        members.append(int(j))
        assert counted.coefficients(h) is None and plain.add(h) and counted.add(h)
        outputs = pool.outputs(np.array(members))
        assert_allclose(counted.newest(outputs), plain.newest(outputs), atol=1e-9)
    assert counted.rank == plain.rank


@pytest.mark.parametrize("name", ["rb-plus", "rb-plus-optimal"])
def test_a_large_problem_has_the_run_of_the_basis(name: str) -> None:
    """Also where two features are the same, and S is filled: then the basis is made in the middle of the run."""
    rng = np.random.default_rng(3)
    X = rng.integers(0, 5, (2_400, 3)).astype(float)
    grades = np.clip(np.round(X.sum(axis=1) / 4 + rng.normal(0, 1, 2_400)), 0, 3)
    problem = rankviz.Problem.from_arrays(np.column_stack([X, X[:, 0]]), grades, np.arange(2_400) % 200)
    by_counts = rankviz.trace(problem, name, rounds=40).runs[0]
    with patch.object(independence, "COUNTED_FROM", np.inf):
        by_basis = rankviz.trace(problem, name, rounds=40).runs[0]
    assert by_counts.ranker.tolist() == by_basis.ranker.tolist() and by_counts.dropped == by_basis.dropped
    assert (
        by_counts.fixed_from == by_basis.fixed_from
        and by_counts.combined.tolist() == by_basis.combined.tolist()
    )
    assert_allclose(by_counts.alpha, by_basis.alpha, rtol=1e-11, atol=1e-12)
    assert_allclose(by_counts.metrics["log_e2"], by_basis.metrics["log_e2"], rtol=1e-11, atol=1e-12)


@settings(max_examples=60)
@given(cases(), st.sampled_from(["halt", "cap", "limit"]), st.lists(st.floats(-2, 2), min_size=8, max_size=8))
def test_what_a_member_ties_is_within_its_bounds(case: Case, undefined: str, given_: list[float]) -> None:
    """After steps of any length, among them the limit of an undefined α."""
    problem = problem_of(case)
    pool = build_pool(problem)
    search = GreedyThenFixed(problem, pool, True)
    distribution, choose = PairDistribution(problem), search.choose

    def checked(found: Distribution) -> Move | None:
        assert isinstance(found, PairDistribution)
        tied = found.tied(search.outputs)
        assert (search.tied.low <= tied + 1e-11).all() and (tied <= search.tied.high + 1e-11).all()
        return choose(found)

    with patch.object(search, "choose", checked):
        for t, alpha in enumerate(given_):
            fork = Fork("rb-plus", 1, alpha=alpha) if t % 2 else None
            task = Boosting(problem, pool, 1, {"undefined": undefined, "cap": 3.0}, True, None, fork)
            if len(boost(task, distribution, search, RB_PLUS)) == 0 or distribution.empty:
                break


def test_slopes_closer_than_rounding_are_tied() -> None:
    """Rounding must not decide between members of S; random data seldom have two slopes so close."""
    problem = rankviz.Problem.from_arrays(np.eye(3), [2, 1, 0])
    search = GreedyThenFixed(problem, build_pool(problem), False)
    search.rankers = [1, 0]
    assert search._best_member(np.array([0.3 + TIE / 2, 0.3])) == 1
    assert search._best_member(np.array([0.3 + TIE * 2, 0.3])) == 0
