"""Every theorem as a row: it holds on honest runs, steps aside with its reason, and catches a run that was altered."""

import math
from dataclasses import replace

import pytest
from helpers.agreement import NAMES, graded_problem, problem_of
from helpers.strategies import Case, cases
from helpers.theorems import by_key, violated
from hypothesis import given, settings
from hypothesis import strategies as st

import rankviz
from rankviz.engine.algorithms.boosting.stop import Stop, Why
from rankviz.insight.theory.monitor import DOES_NOT_APPLY, HOLDS, VIOLATED, rows

AT_THE_END = {"rb-d": "observation-1-no-slope", "rb-c": "rb-c-no-slope", "rb-plus": "theorem-3-no-slope"}
"""The theorem that speaks of a run which ended by itself, by algorithm."""


def graded_trace(rounds: int, n: int = 40) -> rankviz.Trace:
    return rankviz.trace(graded_problem(n, 3, 5), NAMES, rounds=rounds)


@settings(max_examples=60)
@given(cases(), st.sampled_from(["halt", "infinite", "cap", "limit"]), st.booleans())
@pytest.mark.slow
def test_no_row_is_ever_violated(case: Case, undefined: str, negative_alpha: bool) -> None:
    trace = rankviz.trace(
        problem_of(case), NAMES, rounds=12, undefined=undefined, negative_alpha=negative_alpha
    )
    assert not violated(trace)
    for run in trace.runs:
        assert all(row.equation.startswith(("RB+", "SM")) for row in by_key(trace, run).values())


@settings(max_examples=60)
@given(cases())
@pytest.mark.slow
def test_defined_runs_leave_out_no_theorem(case: Case) -> None:
    """With α defined throughout, only what speaks of the end may step aside."""
    trace = rankviz.trace(problem_of(case), NAMES, rounds=8)
    for run in trace.runs:
        aside = {row.key for row in rows(trace, run, run.n_rounds) if row.verdict == DOES_NOT_APPLY}
        aside -= {*AT_THE_END.values(), "margins"}
        allowed = {"theorem-2-rate"} if run.n_rounds == 0 else set()
        assert aside <= allowed, run.label


def test_at_the_start_claims_about_a_round_are_left_out() -> None:
    trace = graded_trace(3)
    for run in trace.runs:
        start, later = by_key(trace, run, 0), by_key(trace, run, 1)
        assert set(start) < set(later)
        assert not any("round" in row.name for row in start.values())


def test_a_round_that_is_not_there() -> None:
    trace = graded_trace(3)
    for t in (-1, 4):
        with pytest.raises(rankviz.DataError, match="no round"):
            rows(trace, trace.run("rb-c"), t)


# ---------------------------------------------------------------- theorems that step aside


@pytest.mark.parametrize(
    ("undefined", "source", "lemma"), [("infinite", "lemma-1?n=4", 1), ("cap", "lemma-2?n=1", 2)]
)
def test_theorem_1_steps_aside_where_its_condition_fails(undefined: str, source: str, lemma: int) -> None:
    """Lemma 1 and 2: with (14) undefined the bound is broken, so it must not be called violated, nor hidden."""
    trace = rankviz.trace(rankviz.load(f"scenario:{source}"), "rb-d", rounds=20, undefined=undefined)
    run = trace.run("rb-d")
    row = by_key(trace, run)["theorem-1"]
    assert row.verdict == DOES_NOT_APPLY
    assert "(14)" in row.because and f"Lemma {lemma}" in row.because and "round" in row.because
    assert row.left == pytest.approx(0.8)
    assert row.right == pytest.approx(math.exp(run.metrics["log_bound"][-1]))
    assert row.slack is not None and row.slack < 0
    assert by_key(trace, run)["product-e1"].verdict == DOES_NOT_APPLY
    first = next(t for t, outcome in enumerate(run.outcome, 1) if outcome != "finite")
    for t in range(first):  # until then it applies
        assert by_key(trace, run, t)["theorem-1"].verdict == HOLDS


def test_the_minimum_needs_negative_weights() -> None:
    problem = rankviz.load("scenario:lemma-3")
    for name in ("rb-d", "rb-plus"):
        claim = AT_THE_END[name]
        found = {}
        for negative in (True, False):
            trace = rankviz.trace(problem, name, rounds=200, negative_alpha=negative)
            run = trace.runs[0]
            (found[negative],) = (row for row in rows(trace, run, run.n_rounds) if row.key == claim)
            earlier = [row for row in rows(trace, run, 1) if row.key == claim]
            assert earlier[0].verdict == DOES_NOT_APPLY
        assert found[True].verdict == HOLDS and found[True].left < 1e-9
        assert found[False].verdict == DOES_NOT_APPLY and "Lemma 3" in found[False].because


def test_a_halt_is_not_a_minimum() -> None:
    trace = rankviz.trace(rankviz.load("scenario:lemma-1?n=4"), "rb-d", rounds=20, undefined="halt")
    run = trace.run("rb-d")
    row = by_key(trace, run)[AT_THE_END["rb-d"]]
    assert row.verdict == DOES_NOT_APPLY and "halted" in row.because


def test_a_perfect_ranker_is_inside_theorem_2() -> None:
    problem = rankviz.Problem.from_arrays([[0.0], [1.0], [1.0]], [0, 1, 1])
    trace = rankviz.trace(problem, ["rb-c", "rb-plus"], rounds=3, undefined="infinite")
    plus = by_key(trace, trace.run("rb-plus"))
    assert plus["theorem-2"].verdict == HOLDS
    assert (plus["product-e2"].left, plus["product-e2"].right) == (0.0, 0.0)
    assert by_key(trace, trace.run("rb-c"))["product-bound"].verdict == DOES_NOT_APPLY


# ---------------------------------------------------------------- numbers that floats cannot hold


def test_losses_beyond_floats_are_compared_as_powers_of_ten() -> None:
    trace = graded_trace(4)
    run = trace.run("rb-d")
    metrics = {name: values.copy() for name, values in run.metrics.items()}
    metrics["log_e1"][:], metrics["log_e2"][:] = -1e4, 1e4
    far = replace(run, metrics=metrics)
    row = by_key(trace, far)["losses"]
    assert row.power and row.verdict == HOLDS
    assert row.left == pytest.approx(-1e4 / math.log(10)) and row.right == pytest.approx(1e4 / math.log(10))
    assert row.text("left").startswith("10^−")
    assert (
        by_key(trace, replace(run, metrics=metrics | {"log_e2": -2 * metrics["log_e2"]}))["losses"].verdict
        == VIOLATED
    )


def test_thousands_of_rounds_still_hold() -> None:
    assert not violated(graded_trace(3000, n=16), [1500, 3000])


def test_a_run_that_claims_to_have_converged_is_checked() -> None:
    trace = graded_trace(2)
    for name in NAMES:
        lying = replace(
            trace.run(name), stopped=Stop(Why.NO_EDGE, "before round 3 no ranker had an edge left")
        )
        assert by_key(trace, lying, 2)[AT_THE_END[name]].verdict == VIOLATED
