"""RankBoost+ without independence: Algorithm 1 with (25)-(34) over all candidates, against its twin."""

import math

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from helpers.theorems import by_key
from hypothesis import given, settings

import rankviz
from rankviz.engine.runs import candidates
from rankviz.estimators import RankBoost
from rankviz.insight.explain import explain
from rankviz.insight.theory.minimum import of_run
from rankviz.insight.theory.monitor import DOES_NOT_APPLY, VIOLATED

DIABETES = "bundled:diabetes?grades=4&items=50&seed=9"


@settings(max_examples=30)
@given(cases())
@pytest.mark.slow
def test_no_theorem_is_broken_and_of_the_minimum_nothing_is_said(case: Case) -> None:
    trace = rankviz.trace(problem_of(case), "rb-plus", rounds=40, independent=False)
    run = trace.runs[0]
    for t in (0, run.n_rounds // 2, run.n_rounds):
        found = by_key(trace, run, t, of_run(trace, run))
        assert all(row.verdict != VIOLATED for row in found.values())
        for key in ("f2-distance", "theorem-3-minimum"):
            assert found[key].verdict == DOES_NOT_APPLY and "depend on each other" in found[key].because


def test_copies_bring_it_near_rb_c() -> None:
    """Section 3.4: most rounds have α′ = 0, RB-C's case; Algorithm 2 leaves the copies out."""
    problem = rankviz.load(DIABETES)
    often = rankviz.Problem.from_arrays(np.tile(np.asarray(problem.X), (1, 8)), np.asarray(problem.grades))
    plain = rankviz.trace(often, "rb-plus", rounds=60, independent=False).runs[0]
    assert (plain.alpha_prior == 0.0).mean() > 0.9
    c, plus = rankviz.trace(problem, ["rb-c", "rb-plus"], rounds=60).runs
    e1 = [math.exp(run.metrics["log_e1"][-1]) for run in (c, plus, plain)]
    assert e1[0] < e1[2] < (e1[0] + e1[1]) / 2
    once = rankviz.trace(problem, "rb-plus", rounds=20).runs[0]
    kept = rankviz.trace(often, "rb-plus", rounds=20).runs[0]
    np.testing.assert_allclose(kept.alpha, once.alpha, atol=1e-12)


def test_words_tables_and_the_estimator_have_it() -> None:
    trace = rankviz.trace(rankviz.load(DIABETES), "rb-plus", rounds=8, independent=False)
    run = trace.runs[0]
    assert explain(trace, run, 8, "e2").value == pytest.approx(math.exp(run.metrics["log_e2"][8]))
    table = candidates.table(trace, run, 8, limit=len(trace.pool))
    assert int(table["chosen"].sum()) == 1 and len(table) == len(trace.pool)
    learner = RankBoost(n_rounds=8, independent=False)
    problem = rankviz.load(DIABETES)
    learner.fit(np.asarray(problem.X), np.asarray(problem.grades))
    np.testing.assert_allclose(learner.weights_, list(run.weights_at(8).values()))
