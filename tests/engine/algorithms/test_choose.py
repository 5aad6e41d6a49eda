"""Choosing by the step: the ranker whose own step leaves the smallest Z, not the one with the largest |δ|."""

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from hypothesis import given, settings
from hypothesis import strategies as st

import rankviz
from rankviz.engine.algorithms.boosting.distribution import GradedDistribution, PairDistribution
from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.runs import candidates
from rankviz.estimators import RankBoost
from rankviz.insight.narration.rounds import round_in_words

ORIGINAL = ("rb-d", "rb-c")
DIABETES = "bundled:diabetes?grades=4&items=50&seed=9"


@settings(max_examples=40)
@given(cases(), st.booleans())
def test_choosing_by_step_picks_the_ranker_with_the_smallest_z(case: Case, negative: bool) -> None:
    trace = rankviz.trace(problem_of(case), ORIGINAL, rounds=6, choose="step", negative_alpha=negative)
    for run in trace.runs:
        for t in range(1, run.n_rounds + 1):
            table = candidates.table(trace, run, t, limit=len(trace.pool))
            edge = table["delta"].abs() if negative else -table["delta"]
            z = table["z"].fillna(table["eps_tied"])[edge > 1e-9]
            assert run.z[t - 1] <= z.min() + 1e-9
            assert np.all(np.diff(z) >= -1e-9), "the drawer lists the best step first"


@settings(max_examples=40)
@given(cases())
def test_epsilons_of_all_candidates_at_once_equal_those_one_by_one(case: Case) -> None:
    problem = problem_of(case)
    pool = build_pool(problem)
    made = [PairDistribution(problem)] + ([] if problem.explicit else [GradedDistribution(problem)])
    for distribution in made:
        for alpha in (0.4, 300.0):  # near scores, then scores too far apart for plain sums
            found = distribution.all_epsilons(pool.codes, pool.offsets)
            one_by_one = [distribution.epsilons(pool.output(j)) for j in range(len(pool))]
            np.testing.assert_array_equal(found, one_by_one)
            eps = found[0]
            distribution.update(
                pool.output(0), alpha, 0.0, eps[0] * np.exp(-alpha) + eps[1] + eps[2] * np.exp(alpha)
            )


def test_slope_passes_over_better_steps_and_step_does_not() -> None:
    problem = rankviz.load(DIABETES)
    passed = {}
    for choose in ("slope", "step"):
        trace = rankviz.trace(problem, "rb-d", rounds=20, choose=choose)
        run = trace.runs[0]
        tables = [candidates.table(trace, run, t, limit=len(trace.pool)) for t in range(1, run.n_rounds + 1)]
        passed[choose] = sum(table["z"].min() < run.z[t] - 1e-9 for t, table in enumerate(tables))
    assert passed["slope"] > 5 and passed["step"] == 0


def test_the_words_and_the_estimator_follow_the_choice() -> None:
    problem = rankviz.load(DIABETES)
    trace = rankviz.trace(problem, "rb-d", rounds=5, choose="step")
    assert "its step leaves the smallest Z" in round_in_words(trace, trace.runs[0], 2)[0]
    model = RankBoost("rb-d", n_rounds=5, choose="step").fit(problem.X, problem.grades)
    np.testing.assert_array_equal(model.trace_.runs[0].ranker, trace.runs[0].ranker)
    RankBoost("rb-plus", n_rounds=2).fit(problem.X, problem.grades)
    with pytest.raises(rankviz.DataError, match='parameter "choose"|parameter .choose.'):
        RankBoost("rb-plus", n_rounds=2, choose="step").fit(problem.X, problem.grades)


def test_under_rankboost_plus_z_follows_from_the_slope() -> None:
    trace = rankviz.trace(rankviz.load(DIABETES), ("rb-d", "rb-plus"), rounds=40)
    run = trace.run("rb-plus")
    np.testing.assert_allclose(run.z, np.sqrt(1 - run.delta**2), rtol=1e-12)
    of_d = trace.run("rb-d")
    assert np.abs(of_d.z - np.sqrt(1 - of_d.delta**2)).max() > 0.01
