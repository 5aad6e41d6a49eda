"""Theorem 1 of QB with the ε that was used, against its twin on any problem; and the slope that ε may cost."""

import math

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from helpers.theorems import by_key
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from twins.qbrank import data_of, theorem_1

import rankviz
from rankviz.engine.algorithms.qbrank.losses import weights
from rankviz.insight.theory import monitor
from rankviz.insight.theory.qbrank_tolerance import applies, tolerances

CHOSEN = st.fixed_dictionaries(
    {
        "w": st.sampled_from([0.0, 0.5, 1.0]),
        "pair_loss": st.sampled_from(["hinge", "logistic", "listwise"]),
        "ties": st.sampled_from([0.0, 0.7]),
        "weighting": st.sampled_from(["average", "bound"]),
        "step_rule": st.sampled_from(["search", "one", "small"]),
        "eta": st.sampled_from([0.05, 0.4, 1.0]),
        "leaves": st.sampled_from([3, 6]),
        "tolerance": st.sampled_from([1e-6, 0.1, 0.5, 1.0]),
    }
)
KEY = "qb-theorem-1-epsilon"


@settings(max_examples=50)
@given(cases(), CHOSEN)
def test_theorem_1_is_its_twin_and_holds(case: Case, chosen: dict[str, object]) -> None:
    problem = problem_of(case)
    if problem.grades is None and (chosen["w"] == 0.0 or chosen["pair_loss"] == "listwise"):
        return
    trace = rankviz.trace(problem, "qbrank", rounds=5, **chosen)
    (run,) = trace.runs
    if run.n_rounds == 0:
        assert not applies(run)
        return
    details = run.scored.details
    descent, loss = details.descent, details.risk.total
    W = weights(loss, loss.evaluate(descent.scores[0]), str(chosen["weighting"]))
    data = data_of(
        case.grades, case.qid, case.pairs, problem.n_items,
        **{key: chosen[key] for key in ("w", "pair_loss", "ties")},
    )  # fmt: skip
    if chosen["w"] == 1.0:
        data.labels = {}
    if chosen["w"] == 0.0:
        data.preferences, data.tied, data.lists = [], [], []
    added = [fitted.values for fitted in descent.fitted]
    epsilon, right = theorem_1(
        data, descent.scores, descent.step, added, [fitted.tolerated.found for fitted in descent.fitted], W
    )
    found = tolerances(run)
    scale = max(fitted.tolerated.explained for fitted in descent.fitted)
    assert_allclose(found.epsilon, epsilon, rtol=1e-6, atol=1e-9 * scale)
    assert (found.epsilon >= run.extra["epsilon"][1:] - 1e-9 * scale).all()
    # A root turns an ε of 1e-9 of what there is into one of 3e-5.
    off = float(found.length @ np.full(run.n_rounds, math.sqrt(1e-9 * scale * problem.n_items)))
    for t in range(1, run.n_rounds + 1):
        rows = by_key(trace, run, t)
        assert rows[KEY].verdict == monitor.HOLDS, (t, rows[KEY])
        assert rows[KEY].left == descent.risk[t]
        assert rows[KEY].right == pytest.approx(right[t - 1], rel=1e-6, abs=off)


@pytest.mark.parametrize("share", [0.1, 0.6])
def test_no_tree_of_the_run_is_steeper_than_epsilon_allows(share: float) -> None:
    """With the root of n ε, and not always with that of 2 ε, which the paper writes."""
    trace = rankviz.trace(
        rankviz.load("synthetic:single-grade?n=200"), "qbrank", rounds=12, eta=0.5, tolerance=share
    )
    (run,) = trace.runs
    descent, loss = run.scored.details.descent, run.scored.details.risk.total
    W, n, beyond = loss.rows, trace.problem.n_items, 0
    for k, epsilon in enumerate(run.extra["epsilon"][1:]):
        slope = loss.evaluate(descent.scores[k]).gradient
        kept, best = (
            abs(float(slope @ g)) / math.sqrt(float(W @ (g * g)) / n)
            for g in (descent.fitted[k].values, descent.fitted[k].tolerated.found)
        )
        assert best - kept <= math.sqrt(n * epsilon) * (1 + 1e-9)
        beyond += best - kept > math.sqrt(2.0 * epsilon)
    assert beyond > 0


def test_the_theorem_on_tolerance_has_a_row_only_where_it_applies() -> None:
    problem = rankviz.load("synthetic:single-grade?n=120")
    for chosen, wanted in (
        ({}, False),
        ({"tolerance": 0.2}, True),
        ({"tolerance": 0.2, "weighting": "newton"}, False),
    ):
        trace = rankviz.trace(problem, ["qbrank"], rounds=3, **chosen)
        assert (KEY in by_key(trace, trace.runs[0])) == wanted
    trace = rankviz.trace(problem, "gbt", rounds=2, tolerance=0.2)
    assert KEY in by_key(trace, trace.runs[0])
