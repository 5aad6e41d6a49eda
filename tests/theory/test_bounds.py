"""Every theorem as a row: it holds on honest runs, steps aside with its reason, and catches a run that was altered."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from helpers.agreement import NAMES, problem_of
from helpers.strategies import Case, cases
from hypothesis import given, settings
from hypothesis import strategies as st

import rankviz
from rankviz.algorithms.boosting.algorithm import Algorithm
from rankviz.algorithms.boosting.stop import Stop, Why
from rankviz.algorithms.registry import ALGORITHMS
from rankviz.theory import monitor
from rankviz.theory.monitor import DOES_NOT_APPLY, HOLDS, VIOLATED, Row, rows

AT_THE_END = {"rb-d": "observation-1-no-slope", "rb-c": "rb-c-no-slope", "rb-plus": "theorem-3-no-slope"}
"""The theorem that speaks of a run which ended by itself, by algorithm."""


def by_key(trace: rankviz.Trace, run: rankviz.Run, t: int | None = None) -> dict[str, Row]:
    found = rows(trace, run, run.n_rounds if t is None else t)
    assert len({row.key for row in found}) == len(found)
    return {row.key: row for row in found}


def graded_trace(rounds: int = 12, n: int = 40, **params: object) -> rankviz.Trace:
    rng = np.random.default_rng(3)
    X = rng.integers(0, 5, (n, 3)).astype(float)
    grades = np.clip(np.round(X[:, 0] / 2 + rng.normal(0, 1, n)), 0, 3)
    return rankviz.trace(rankviz.Problem.from_arrays(X, grades), NAMES, rounds=rounds, **params)


def check_row(row: Row) -> None:
    """What every row owes to those who show it."""
    assert row.verdict in (HOLDS, VIOLATED, DOES_NOT_APPLY)
    assert (row.because == "") == (row.verdict == HOLDS)
    assert row.relation in ("≤", "=") and row.equation.startswith(("RB+", "SM"))
    for side in (row.left, row.right, row.slack):
        assert side is None or math.isfinite(side)
    for side in ("left", "right", "slack"):
        assert not any(word in row.text(side) for word in ("nan", "inf", "None"))


@settings(max_examples=60)
@given(cases(), st.sampled_from(["halt", "infinite", "cap", "limit"]), st.booleans())
@pytest.mark.slow
def test_no_row_is_ever_violated(case: Case, undefined: str, negative_alpha: bool) -> None:
    trace = rankviz.trace(
        problem_of(case), NAMES, rounds=12, undefined=undefined, negative_alpha=negative_alpha
    )
    for run in trace.runs:
        for t in range(run.n_rounds + 1):
            for row in rows(trace, run, t):
                check_row(row)
                assert row.verdict != VIOLATED, (run.label, t, row)


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
    check_row(row)
    assert row.power and row.verdict == HOLDS
    assert row.left == pytest.approx(-1e4 / math.log(10)) and row.right == pytest.approx(1e4 / math.log(10))
    assert row.text("left").startswith("10^−")
    assert (
        by_key(trace, replace(run, metrics=metrics | {"log_e2": -2 * metrics["log_e2"]}))["losses"].verdict
        == VIOLATED
    )


def test_thousands_of_rounds_still_hold() -> None:
    trace = graded_trace(3000, n=16)
    for run in trace.runs:
        for t in (run.n_rounds, run.n_rounds // 2):
            assert all(row.verdict != VIOLATED for row in rows(trace, run, t)), run.label


# ---------------------------------------------------------------- altered runs are caught


def altered(run: rankviz.Run, field: str, change: float, at: int = -1) -> rankviz.Run:
    if field in run.metrics:
        values = run.metrics[field].copy()
        values[at] += change
        return replace(run, metrics=run.metrics | {field: values})
    values = getattr(run, field).copy()
    values[at] *= 1 + change
    return replace(run, **{field: values})


TAMPERED = [
    ("rb-d", "z", 1e-6, "product-e1"),
    ("rb-c", "z", 1e-6, "product-e1"),
    ("rb-plus", "z", 1e-6, "product-e2"),
    ("rb-d", "z", 1e-6, "z"),
    ("rb-plus", "tie_factor", 1e-4, "z"),
    ("rb-d", "eps_tied", 1e-4, "epsilons"),
    ("rb-d", "log_e1", 1.0, "product-e1"),
    ("rb-d", "log_e1", 1.0, "e1-falls"),
    ("rb-d", "log_e1", 5.0, "theorem-1-proof"),
    ("rb-d", "log_bound", -9.0, "theorem-1"),
    ("rb-c", "log_bound", -9.0, "product-bound"),
    ("rb-c", "r1", 0.9, "error-product"),
    ("rb-c", "r1", 0.9, "theorem-1-for-rb-c"),
    ("rb-c", "log_e1", 1.0, "e1-falls"),
    ("rb-plus", "log_bound", -9.0, "theorem-2"),
    ("rb-plus", "log_bound", -9.0, "theorem-2-proof"),
    ("rb-plus", "r2", 2.0, "theorem-2-rate"),
    ("rb-plus", "log_e2", 1.0, "e2-falls"),
    ("rb-d", "log_e1", -9.0, "error-loss"),
    ("rb-c", "log_e2", -9.0, "proposition-2"),
    ("rb-c", "log_e2", -9.0, "losses"),
    ("rb-c", "r2", 2.0, "errors"),
    ("rb-c", "smooth_margin", 9.0, "margins"),
    ("rb-d", "alpha", 1.0, "best-step"),
    ("rb-c", "alpha", 1.0, "best-step-bound"),
    ("rb-plus", "alpha", 1.0, "best-step"),
    ("rb-plus", "delta", 1e-3, "z-slope"),
    ("rb-c", "z", 1.0, "z-bound"),
]


@pytest.mark.parametrize(("algorithm", "field", "change", "claim"), TAMPERED)
@pytest.mark.slow
def test_an_altered_run_is_caught(algorithm: str, field: str, change: float, claim: str) -> None:
    trace = graded_trace()
    run = trace.run(algorithm)
    assert by_key(trace, run)[claim].verdict == HOLDS
    row = by_key(trace, altered(run, field, change))[claim]
    check_row(row)
    assert row.verdict == VIOLATED and "side is" in row.because


def test_every_claim_that_can_be_broken_is_broken_by_a_test() -> None:
    tested = {(algorithm, claim) for algorithm, _, _, claim in TAMPERED}
    assert monitor.THEOREMS["rb-plus-optimal"] == monitor.THEOREMS["rb-plus"]
    for algorithm, claims in monitor.THEOREMS.items():
        for claim in claims:
            if not algorithm.startswith("rb") or not isinstance(ALGORITHMS[algorithm], Algorithm):
                continue  # broken beside the other tests of that algorithm
            if algorithm == "rb-plus-optimal" or claim.of_minimum:
                continue  # the same claims; and those that test_monitor.py breaks
            if claim.key in AT_THE_END.values():
                continue  # broken by the last test
            assert (algorithm, claim.key) in tested
    assert {claim.key for claim in monitor.ALWAYS} <= {key for _, key in tested}


def test_a_run_that_claims_to_have_converged_is_checked() -> None:
    trace = graded_trace(2)
    for name in NAMES:
        lying = replace(
            trace.run(name), stopped=Stop(Why.NO_EDGE, "before round 3 no ranker had an edge left")
        )
        assert by_key(trace, lying, 2)[AT_THE_END[name]].verdict == VIOLATED
