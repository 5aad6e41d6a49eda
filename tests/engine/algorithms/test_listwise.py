"""ListNet's loss: its shares, its quadratic bound, its edges (one item, equal grades, huge scores) and its rounding."""

from decimal import Decimal, localcontext

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, graded
from helpers.theorems import by_key, violated
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from twins.qbrank import cross_entropy, softmax

import rankviz
from rankviz.engine.algorithms.qbrank.listwise import ListNet
from rankviz.insight.theory import monitor

QUERIES = np.array([0, 0, 0, 1, 2, 2, 3, 3, 3])
"""A list with three grades, one item alone, two of one grade, and two items alike beside a third."""
GRADES = np.array([2.0, 1.0, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 0.0])


def lists() -> ListNet:
    return ListNet(rankviz.Problem.from_arrays(np.arange(9.0)[:, None], GRADES, QUERIES))


def rows(q: int) -> list[int]:
    return np.flatnonzero(q == QUERIES).tolist()


def test_the_loss_is_the_cross_entropy_of_two_shares() -> None:
    loss, h = lists(), np.random.default_rng(0).normal(0, 2, 9)
    each = [{x: float(GRADES[x]) for x in rows(q)} for q in range(4)]
    assert loss.evaluate(h).value == pytest.approx(
        sum(cross_entropy(grades, h) for grades in each), rel=1e-14
    )
    for grades in each:
        found = {x: float(loss.target[x]) for x in grades}
        assert found == pytest.approx(softmax(grades), rel=1e-14)
    assert_allclose(np.bincount(QUERIES, loss.shares(h)), 1.0, rtol=1e-14)


def test_scores_equal_to_the_grades_are_the_least_and_cost_the_entropy() -> None:
    loss = lists()
    least = loss.evaluate(GRADES)
    entropy = -float(sum(p * np.log(p) for p in loss.target))
    assert least.value == pytest.approx(entropy, rel=1e-13) and entropy > 0
    assert_allclose(least.gradient, 0.0, atol=1e-15)
    rng = np.random.default_rng(1)
    assert all(
        loss.evaluate(GRADES + rng.normal(0, s, 9)).value > least.value for s in (1e-3, 0.1, 1.0, 10.0)
    )


def test_one_item_has_no_pull_and_equal_grades_pull_together() -> None:
    loss, h = lists(), np.array([0.0, 0, 0, 7.0, 3.0, -1.0, 0, 0, 0])
    look = loss.evaluate(h)
    assert (
        look.gradient[3] == 0.0 and look.curvature[3] == 0.0 and loss.bound[3] == 0.0 and loss.rows[3] == 0.0
    )
    assert_array_equal(loss.target[rows(2)], 0.5)
    assert look.gradient[4] > 0.4 and look.gradient[5] < -0.4  # down, and up
    assert look.gradient[6] == look.gradient[7] < 0 < look.gradient[8]  # alike items are pulled alike


@settings(max_examples=60)
@given(graded(max_items=12), st.integers(0, 10**6), st.sampled_from([0.0, 1e3, -1e6]))
def test_a_shift_of_a_list_changes_nothing(case: Case, seed: int, shift: float) -> None:
    problem = problem_of(case)
    loss, rng = ListNet(problem), np.random.default_rng(seed)
    h = rng.integers(-8, 9, problem.n_items) / 4  # a shift of these is exact
    one, two = loss.evaluate(h), loss.evaluate(h + shift * problem.qid)
    assert one.value == two.value
    assert_array_equal(one.gradient, two.gradient)
    assert_allclose(np.bincount(problem.qid, one.gradient), 0.0, atol=1e-14)


@pytest.mark.parametrize("size", [1e3, 1e8, 1e150])
def test_huge_scores_overflow_nothing(size: float) -> None:
    loss, h = lists(), size * np.random.default_rng(2).normal(size=9)
    look, (value, slope) = loss.evaluate(h), loss.errors(h)
    found = [look.value, *look.gradient, *look.curvature, *loss.along(h, -h), value, *slope]
    assert np.isfinite(found).all() and look.value > 0
    assert (np.abs(look.gradient) <= 1.0).all() and (look.curvature >= 0.0).all()


def exact(h: np.ndarray) -> tuple[Decimal, list[Decimal]]:
    """R and its gradient to 60 digits."""
    whole, slopes = Decimal(0), []
    for q in range(4):
        e = {x: Decimal(float(h[x])).exp() for x in rows(q)}
        y = {x: Decimal(float(GRADES[x])).exp() for x in rows(q)}
        for x in rows(q):
            s, p = e[x] / sum(e.values()), y[x] / sum(y.values())
            whole -= p * s.ln()
            slopes.append(s - p)
    return whole, slopes


def test_the_rounding_of_a_listwise_cost_stays_within_its_stated_error() -> None:
    """Also where a list is all but certain, and the cost of its first item is far below a rounding of 1."""
    loss, rng = lists(), np.random.default_rng(3)
    with localcontext() as context:
        context.prec = 60
        for scale in (0.0, 1e-9, 1.0, 30.0, 700.0):
            for _ in range(20):
                h = scale * rng.normal(size=9)
                look, (value, slope) = loss.evaluate(h), loss.errors(h)
                whole, slopes = exact(h)
                assert abs(Decimal(look.value) - whole) <= Decimal(value)
                off = [float(abs(Decimal(float(a)) - b)) for a, b in zip(look.gradient, slopes, strict=True)]
                assert (np.array(off) <= slope).all()
                assert value <= 1e-10 * (1.0 + look.value) and slope.max() < 1e-10  # and says something


def test_without_grades_it_says_what_is_missing() -> None:
    problem = rankviz.Problem.from_arrays([[0.0], [1.0], [2.0]], pairs=[(0, 1), (1, 2)])
    with pytest.raises(rankviz.DataError, match="lists by their grades"):
        rankviz.trace(problem, "qbrank", rounds=1, pair_loss="listwise")


@pytest.mark.parametrize("weighting", ["average", "newton", "bound"])
@pytest.mark.parametrize("step_rule", ["search", "small"])
def test_every_theorem_holds_and_the_risk_falls(weighting: str, step_rule: str) -> None:
    """In every round; the pairs weigh nothing, because no pair is learned."""
    problem = rankviz.load("synthetic:letor?queries=6")
    eta = 0.1 if step_rule == "small" else 0.4
    chosen = {
        "pair_loss": "listwise",
        "weighting": weighting,
        "step_rule": step_rule,
        "eta": eta,
        "leaves": 5,
    }
    trace = rankviz.trace(problem, "qbrank", rounds=15, w=1.0, **chosen)
    (run,) = trace.runs
    risk = np.array(run.extra["risk"])
    assert run.n_rounds == 15 and (np.diff(risk) < 0).all() and np.isnan(run.extra["risk_pairs"]).all()
    assert_array_equal(run.extra["risk_lists"], risk)
    assert not violated(trace) and not any(trace.weights(run, t).any() for t in range(1, 16))
    held = {
        key
        for t in range(1, 16)
        for key, row in by_key(trace, run, t).items()
        if row.verdict == monitor.HOLDS
    }
    assert {"quadratic", "risk-falls"} <= held
