"""RankBoost+ by cells of like items: the twin's run, the pair-by-pair engine's numbers, and no pair listed."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import numpy as np
import pytest
from helpers.agreement import assert_agrees, problem_of
from helpers.strategies import Case, cases, graded
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

import rankviz
from rankviz.engine.algorithms.boosting import cells
from rankviz.engine.algorithms.boosting.cells import CellDistribution, Cells, cells_if_cheaper
from rankviz.engine.algorithms.boosting.distribution import PairDistribution
from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError


@contextmanager
def always() -> Iterator[None]:
    """Wherever cells can be used they are."""
    with patch.multiple(cells, WORTH=0, DEARER=0.0):
        yield


def learned(case: Case) -> Problem:
    problem = problem_of(case)
    assume(len(build_pool(problem)) > 0)
    return problem


def coarse(n: int, features: int, values: int, seed: int = 0) -> Problem:
    rng = np.random.default_rng(seed)
    X = rng.integers(0, values, (n, features)).astype(float)
    grades = np.clip((X.sum(axis=1) + rng.normal(0, 1, n)) // 2, 0, 3)
    return Problem.from_arrays(X, grades)


@settings(max_examples=60)
@given(graded(), st.booleans(), st.booleans())
@example(Case(np.array([[1.0], [0.0]]), np.array([1.0, 0.0])), True, True)
@pytest.mark.slow
def test_every_round_is_the_twins(case: Case, negative: bool, independent: bool) -> None:
    problem = learned(case)
    with always():
        how = {"negative_alpha": negative, "independent": independent}
        trace = rankviz.trace(problem, ["rb-plus"], rounds=10, **how)
    assert_agrees(trace, trace.runs[0], case.items(), 10, **how)


@settings(max_examples=60)
@given(graded(max_items=30))
def test_the_run_is_that_of_the_pairs(case: Case) -> None:
    problem = learned(case)
    by_pairs = rankviz.trace(problem, ["rb-plus"], rounds=15).runs[0]
    with always():
        assert cells_if_cheaper(problem, build_pool(problem)) is not None
        by_cells = rankviz.trace(problem, ["rb-plus"], rounds=15).runs[0]
    assert_array_equal(by_cells.ranker, by_pairs.ranker)
    assert str(by_cells.stopped) == str(by_pairs.stopped) and by_cells.fixed_from == by_pairs.fixed_from
    for name in ("alpha", "alpha_prior", "z", "delta", "eps_correct", "eps_tied", "eps_reversed"):
        assert_allclose(getattr(by_cells, name), getattr(by_pairs, name), rtol=1e-11, atol=1e-12)
    for name, values in by_pairs.metrics.items():
        assert_allclose(by_cells.metrics[name], values, rtol=1e-11, atol=1e-12, err_msg=name)


@settings(max_examples=40)
@given(graded(), st.lists(st.tuples(st.integers(0, 99), st.floats(-3, 3)), min_size=1, max_size=6))
def test_each_distribution_is_that_of_the_pairs(case: Case, steps: list[tuple[int, float]]) -> None:
    """Also of rankers in any order, with any weights, and again along one that is in use."""
    problem = problem_of(case)
    pool = build_pool(problem)
    pairs, found = PairDistribution(problem), CellDistribution(Cells(problem, pool.codes))
    eta: dict[int, float] = {}
    for number, alpha in steps if len(pool) else ():
        ranker = number % len(pool)
        h, before = pool.output(ranker), eta.get(ranker, 0.0)
        eta[ranker] = before + alpha
        tie = float(np.log(np.cosh(before + alpha) / np.cosh(before)))
        eps = pairs.epsilons(h)
        z = eps[0] * np.exp(-alpha) + eps[1] * np.exp(tie) + eps[2] * np.exp(alpha)
        for each in (pairs, found):
            each.update(h, alpha, tie, z)
        assert_allclose(found.potential(), pairs.potential(), atol=1e-12)
        outputs = pool.outputs(np.arange(len(pool)))
        assert_allclose(found.tied(outputs), pairs.tied(outputs), atol=1e-12)
        assert_allclose(
            found.all_epsilons(pool.codes, pool.offsets),
            pairs.all_epsilons(pool.codes, pool.offsets),
            atol=1e-12,
        )


@settings(max_examples=60)
@given(graded(max_items=30))
def test_cells_hold_the_items_that_every_ranker_sees_alike(case: Case) -> None:
    problem = problem_of(case)
    pool = build_pool(problem)
    found = Cells(problem, pool.codes)
    said = [
        (problem.qid[i], problem.known_grades[i], *pool.codes[:, i].tolist()) for i in range(problem.n_items)
    ]
    assert len(found.one) == len(set(said))
    for i in range(problem.n_items):
        assert said[i] == said[found.one[found.of[i]]]
    assert_array_equal(found.count, np.bincount(found.of))
    listed = {(found.of[a], found.of[b]) for a, b in problem.pairs}
    assert found.pairs() == len(listed)


@given(cases())
def test_pairs_that_are_given_have_no_cells(case: Case) -> None:
    problem = problem_of(case)
    with always():
        assert (cells_if_cheaper(problem, build_pool(problem)) is None) == (
            problem.explicit_pairs is not None
        )


def test_what_sets_weights_to_0_or_moves_several_rankers_goes_pair_by_pair() -> None:
    problem = coarse(60, 2, 3)
    plain = rankviz.trace(problem, ["rb-plus"], rounds=8).runs[0]
    with always(), patch.object(CellDistribution, "__init__", side_effect=AssertionError):
        for more in ({"undefined": "cap"}, {"undefined": "limit"}):
            run = rankviz.trace(problem, ["rb-plus"], rounds=8, **more).runs[0]
            assert_allclose(run.alpha, plain.alpha, rtol=1e-11)
    fork = rankviz.Fork("rb-plus", 3, ranker=int(plain.ranker[0]))
    with always():
        branch = rankviz.trace(problem, ["rb-plus"], rounds=8, forks=[fork]).runs[1]
    assert branch.ranker[2] == plain.ranker[0]


def test_they_are_chosen_where_they_are_cheaper_and_then_no_pair_is_listed() -> None:
    alike, different = coarse(1_500, 2, 5), coarse(400, 6, 9)
    assert cells_if_cheaper(different, build_pool(different)) is None
    assert cells_if_cheaper(alike, build_pool(alike)) is not None
    run = rankviz.trace(alike, ["rb-plus"], rounds=12).runs[0]
    assert run.n_rounds == 12 and np.isfinite(run.metrics["log_e2"]).all()
    assert not {"pairs", "by_higher"} & set(vars(alike))


def test_more_pairs_than_a_list_holds_are_learned_from() -> None:
    problem = coarse(3_000, 2, 4)
    with (
        patch("rankviz.engine.data.problem.MAX_PAIRS", 1_000_000),
        patch.object(cells, "MAX_PAIRS", 1_000_000),
    ):
        with pytest.raises(DataError, match="more than the 1,000,000 that can be listed"):
            _ = problem.by_higher
        run = rankviz.trace(problem, ["rb-plus"], rounds=5).runs[0]
    assert run.n_rounds == 5 and run.metrics["log_e2"][-1] < 0
    product = np.cumsum(np.log(run.z))
    assert_allclose(run.metrics["log_e2"][1:], product, atol=1e-10)
