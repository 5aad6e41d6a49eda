"""RB-C over weak rankers with values from 0 to 1: its twin, the bound (18), the exact step, and 0 and 1 as a limit."""

import math

import numpy as np
import pytest
from helpers.theorems import violated
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from twins import real_rankers as twin

import rankviz
from rankviz.engine.algorithms.real_rankers import step
from rankviz.engine.algorithms.real_rankers.pool import build_real_pool
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.insight.narration.rounds import round_in_words
from rankviz.insight.theory import monitor

VALUES = st.sampled_from([math.nan, 0.0, 0.1, 0.1, 0.35, 0.5, 0.9, 1.0])


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Few items with ties, copies and missing values, in one or two queries; values from 0 to 1."""
    n, d = draw(st.integers(3, 8)), draw(st.integers(1, 3))
    X = np.array([[draw(VALUES) for _ in range(d)] for _ in range(n)])
    if n > 4 and draw(st.booleans()):
        X[1] = X[0]
    X[0, 0], X[-1, 0] = 0.0, 0.7  # a feature that tells two items apart
    grades = np.array([draw(st.integers(0, 2)) for _ in range(n)], dtype=float)
    grades[0], grades[-1] = 0.0, 1.0
    return Problem.from_arrays(X, grades)


CHOICES = st.fixed_dictionaries(
    {
        "rankers": st.sampled_from(["both", "scaled", "soft", "given"]),
        "cuts": st.integers(1, 4),
        "softness": st.sampled_from([0.0, 0.02, 0.2, 1.0]),
    }
)


def traced(problem: Problem, rounds: int, **params):
    trace = rankviz.trace(problem, "rb-c-real", rounds=rounds, **params)
    return trace, trace.runs[0]


@settings(max_examples=80)
@given(problems(), CHOICES, st.sampled_from(["bound", "exact"]))
def test_the_twin_does_the_same(problem: Problem, choices, weigh: str) -> None:
    _, run = traced(problem, 6, weigh=weigh, **choices)
    outputs = twin.weak_rankers(problem.X.tolist(), **choices)
    pool = build_real_pool(problem, **choices)
    assert_allclose(pool.values, [values for _, values in outputs], atol=1e-14)
    rows = twin.boost(
        pool.values.tolist(), [tuple(pair) for pair in problem.pairs.tolist()], 6, weigh == "exact"
    )
    details = run.scored.details
    assert len(rows) == run.n_rounds
    assert [row["ranker"] for row in rows] == list(details.ranker)
    for t, row in enumerate(rows, start=1):
        found = (
            details.alpha[t - 1],
            run.extra["edge"][t],
            run.extra["z"][t],
            math.exp(run.metrics["log_e1"][t]),
        )
        # The least point of a flat Z is known to fewer digits than its value.
        assert_allclose(found[0], row["alpha"], rtol=1e-5 if weigh == "exact" else 1e-9)
        assert_allclose(found[1:], (row["r"], row["z"], row["loss"]), rtol=1e-6, atol=1e-9)


@settings(max_examples=60)
@given(problems(), CHOICES, st.sampled_from(["bound", "exact"]), st.booleans())
def test_every_claim_holds_in_every_round(problem: Problem, choices, weigh: str, negative: bool) -> None:
    trace, run = traced(problem, 8, weigh=weigh, negative_alpha=negative, **choices)
    assert not violated(trace)
    for t in range(run.n_rounds + 1):
        rows = monitor.rows(trace, run, t)
        aside = [row.key for row in rows if row.verdict == monitor.DOES_NOT_APPLY]
        assert set(aside) <= ({"best-step"} if weigh == "bound" else set()), aside


@settings(max_examples=200)
@given(st.lists(st.tuples(st.floats(0.01, 1), st.floats(-1, 1)), min_size=1, max_size=12), st.floats(-4, 4))
def test_18_lies_above_z_for_any_alpha_and_19_is_its_least_point(given_pairs, alpha: float) -> None:
    D, M = (np.array(each) for each in zip(*given_pairs, strict=True))
    D /= D.sum()
    M[np.abs(M) < 1e-9] = 0.0
    log_D = np.log(D)
    shares = step.shares_37(log_D, M)
    r = shares.edge
    assert (
        math.isclose(r, float(D @ M), abs_tol=1e-12)
        and shares.correct + shares.reversed + shares.tied <= 1 + 1e-12
    )
    assert step.log_z_10(log_D, M, alpha) <= step.log_bound_18(shares, alpha) + 1e-12
    best = step.alpha_19(shares)
    if math.isfinite(best):
        assert math.isclose(step.log_bound_18(shares, best), step.log_least_18(shares), abs_tol=1e-12)
        assert math.isclose(
            math.exp(step.log_least_18(shares)), math.sqrt((1 - r) * (1 + r)), rel_tol=1e-9, abs_tol=1e-9
        )
    exact = step.alpha_exact(log_D, M, r)
    if r and math.isfinite(exact):
        least = step.log_z_10(log_D, M, exact)
        assert all(least <= step.log_z_10(log_D, M, at) + 1e-9 for at in (alpha, 0.9 * exact, 1.1 * exact))


def test_equation_18_is_not_a_bound_for_rankers_with_values_beyond_1() -> None:
    """What the domain is for: a ranker whose values lie 2 apart breaks it."""
    z = 0.5 * math.exp(-2.0) + 0.5 * math.exp(2.0)  # M = 2 and −2, so that r is 0
    even = step.shares_37(np.log([0.5, 0.5]), np.array([1.0, -1.0]))
    assert even.edge == 0.0 and z > math.exp(step.log_bound_18(even, 1.0))


@settings(max_examples=40)
@given(problems(), st.booleans())
def test_hard_stumps_make_it_rb_c(problem: Problem, negative: bool) -> None:
    """With softness 0 the values are 0 and 1: the same picks, α, Z and scores as RB-C, whose ε⁰ is r⁰ then."""
    hard = {"rankers": "soft", "softness": 0.0, "cuts": 255, "negative_alpha": negative}
    _, real = traced(problem, 8, **hard)
    trace = rankviz.trace(problem, "rb-c", rounds=8, negative_alpha=negative)
    run, details = trace.runs[0], real.scored.details
    assert run.n_rounds == real.n_rounds and run.ranker.tolist() == list(details.ranker)
    assert_allclose(run.alpha, details.alpha, rtol=1e-9)
    assert_allclose(run.z, real.extra["z"][1:], rtol=1e-9)
    assert_allclose(run.eps_tied, real.extra["tied"][1:], atol=1e-12)
    assert_allclose(trace.scores(run), real.scored.scores[-1], atol=1e-9)


def test_the_exact_step_goes_further_down_than_the_bounds() -> None:
    problem = rankviz.load("synthetic:letor?queries=6&documents=10&missing=0")
    z = {
        weigh: traced(problem, 1, weigh=weigh, rankers="given")[1].extra["z"][1]
        for weigh in ("bound", "exact")
    }
    assert z["exact"] < z["bound"] - 1e-3


def test_words_on_real_valued_rankers_claim_nothing_that_only_holds_for_0_and_1() -> None:
    problem = rankviz.load("synthetic:letor?queries=4&documents=8")
    for weigh in ("bound", "exact"):
        trace, run = traced(problem, 5, weigh=weigh)
        told = " ".join(
            [*(text for t in range(6) for text in round_in_words(trace, run, t))]
            + [f"{row.name} {row.equation}" for row in monitor.rows(trace, run, 5)]
        )
        for word in ("ε", "δ", "cosh", "half right", "(14)", "(38)", "(39)", "U1", "(16)", "stump"):
            assert word not in told, word
        shares = run.scored.details.shares
        assert max(each.correct + each.tied + each.reversed for each in shares) < 1 - 1e-6


def test_values_are_tied_where_they_are_the_same_and_missing_is_the_least() -> None:
    problem = Problem.from_arrays([[0.2], [0.2], [math.nan], [0.9]], [0, 1, 0, 1])
    pool = build_real_pool(problem, "both", 5, 0.1)
    higher, lower = problem.pairs.T
    for values in pool.values:
        assert values[0] == values[1] and values[2] == 0.0 and values.min() >= 0 and values.max() <= 1
        M = step.differences(values, higher, lower)
        assert (M == 0).any()
    assert_array_equal(pool.apply(0, np.array([[-5.0], [0.9], [7.0], [math.nan]])), [0, 1, 1, 0])
    assert [pool.label(j) for j in range(3)] == ["f1", "f1 known", "f1 ≳ 0.55"]


def test_a_column_of_weak_is_taken_as_it_is(tmp_path) -> None:
    (tmp_path / "h.csv").write_text("item,a,b\nx,0.2,1\ny,0.7,0\nz,0.4,0.5\n")
    (tmp_path / "p.csv").write_text("higher,lower\nx,y\nz,y\n")
    problem = rankviz.load(f"weak:{tmp_path / 'h.csv'}?pairs={tmp_path / 'p.csv'}")
    assert not problem.binary and any("rankers=given" in note for note in problem.notes)
    _, run = traced(problem, 3, rankers="given", weigh="bound")
    assert run.scored.details.pool.label(run.scored.details.ranker[0]) == "b"
    assert math.isclose(run.extra["edge"][1], 0.75)
    (tmp_path / "h.csv").write_text("item,a,b\nx,0.2,1\ny,1.7,0\nz,0.4,0.5\n")
    with pytest.raises(DataError, match="is not from 0 to 1"):
        rankviz.load(f"weak:{tmp_path / 'h.csv'}?pairs={tmp_path / 'p.csv'}")


def test_given_features_are_scaled_only_where_they_leave_0_and_1() -> None:
    problem = Problem.from_arrays([[2.0, 0.5, 7.0], [0.0, 0.25, 7.0], [1.0, math.nan, 7.0]], [1, 0, 0])
    assert build_real_pool(problem, "given", 1, 0.1).values.tolist() == [[1, 0, 0.5], [0.5, 0.25, 0]]


def test_a_run_halts_where_alpha_is_undefined_and_says_why() -> None:
    problem = Problem.from_arrays([[1.0], [0.0]], [1, 0])
    assert "a full 1 apart" in traced(problem, 2)[1].stopped
    problem = Problem.from_arrays([[1.0], [0.0], [0.6]], [1, 0, 0])
    assert traced(problem, 2, rankers="scaled")[1].n_rounds == 2
    assert "no pair goes against it" in traced(problem, 2, rankers="scaled", weigh="exact")[1].stopped
