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

AT_THE_END = ("Observation 1", "Theorem 3", "Where RB-C ends")
"""How the claims begin that speak of a run which ended by itself."""


def by_name(trace: rankviz.Trace, run: rankviz.Run, t: int | None = None) -> dict[str, Row]:
    found = rows(trace, run, run.n_rounds if t is None else t)
    assert len({row.name for row in found}) == len(found)
    return {row.name: row for row in found}


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
        aside = {row.name for row in rows(trace, run, run.n_rounds) if row.verdict == DOES_NOT_APPLY}
        aside = {name for name in aside if not name.startswith((*AT_THE_END, "Smooth"))}
        allowed = {"Theorem 2, its rate: R̂2 ≤ exp(−2γ²T)"} if run.n_rounds == 0 else set()
        assert aside <= allowed, run.label


def test_at_the_start_claims_about_a_round_are_left_out() -> None:
    trace = graded_trace(3)
    for run in trace.runs:
        start, later = by_name(trace, run, 0), by_name(trace, run, 1)
        assert set(start) < set(later)
        assert not any("round" in name for name in start)


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
    row = by_name(trace, run)["Theorem 1: R̂1 ≤ U1"]
    assert row.verdict == DOES_NOT_APPLY
    assert "(14)" in row.because and f"Lemma {lemma}" in row.because and "round" in row.because
    assert row.left == pytest.approx(0.8)
    assert row.right == pytest.approx(math.exp(run.metrics["log_bound"][-1]))
    assert row.slack is not None and row.slack < 0
    assert by_name(trace, run)["Π Z = Ê1"].verdict == DOES_NOT_APPLY
    first = next(t for t, outcome in enumerate(run.outcome, 1) if outcome != "finite")
    for t in range(first):  # until then it applies
        assert by_name(trace, run, t)["Theorem 1: R̂1 ≤ U1"].verdict == HOLDS


def test_the_minimum_needs_negative_weights() -> None:
    problem = rankviz.load("scenario:lemma-3")
    for name in ("rb-d", "rb-plus"):
        claim = "Observation 1" if name == "rb-d" else "Theorem 3"
        found = {}
        for negative in (True, False):
            trace = rankviz.trace(problem, name, rounds=200, negative_alpha=negative)
            run = trace.runs[0]
            (found[negative],) = (row for row in rows(trace, run, run.n_rounds) if row.name.startswith(claim))
            earlier = [row for row in rows(trace, run, 1) if row.name.startswith(claim)]
            assert earlier[0].verdict == DOES_NOT_APPLY
        assert found[True].verdict == HOLDS and found[True].left < 1e-9
        assert found[False].verdict == DOES_NOT_APPLY and "Lemma 3" in found[False].because


def test_a_halt_is_not_a_minimum() -> None:
    trace = rankviz.trace(rankviz.load("scenario:lemma-1?n=4"), "rb-d", rounds=20, undefined="halt")
    run = trace.run("rb-d")
    row = next(row for row in rows(trace, run, run.n_rounds) if row.name.startswith("Observation 1"))
    assert row.verdict == DOES_NOT_APPLY and "halted" in row.because


def test_a_perfect_ranker_is_inside_theorem_2() -> None:
    problem = rankviz.Problem.from_arrays([[0.0], [1.0], [1.0]], [0, 1, 1])
    trace = rankviz.trace(problem, ["rb-c", "rb-plus"], rounds=3, undefined="infinite")
    plus = by_name(trace, trace.run("rb-plus"))
    assert plus["Theorem 2: R̂2 ≤ U2"].verdict == HOLDS
    assert (plus["Π Z = Ê2"].left, plus["Π Z = Ê2"].right) == (0.0, 0.0)
    assert by_name(trace, trace.run("rb-c"))["Π Z ≤ Π √(1 − r²)"].verdict == DOES_NOT_APPLY


# ---------------------------------------------------------------- numbers that floats cannot hold


def test_losses_beyond_floats_are_compared_as_powers_of_ten() -> None:
    trace = graded_trace(4)
    run = trace.run("rb-d")
    metrics = {name: values.copy() for name, values in run.metrics.items()}
    metrics["log_e1"][:], metrics["log_e2"][:] = -1e4, 1e4
    far = replace(run, metrics=metrics)
    row = by_name(trace, far)["Ê1 ≤ Ê2, as cosh η ≥ 1"]
    check_row(row)
    assert row.power and row.verdict == HOLDS
    assert row.left == pytest.approx(-1e4 / math.log(10)) and row.right == pytest.approx(1e4 / math.log(10))
    assert row.text("left").startswith("10^−")
    assert (
        by_name(trace, replace(run, metrics=metrics | {"log_e2": -2 * metrics["log_e2"]}))[
            "Ê1 ≤ Ê2, as cosh η ≥ 1"
        ].verdict
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
    ("rb-d", "z", 1e-6, "Π Z = Ê1"),
    ("rb-c", "z", 1e-6, "Π Z = Ê1"),
    ("rb-plus", "z", 1e-6, "Π Z = Ê2"),
    ("rb-d", "z", 1e-6, "Z of this round"),
    ("rb-plus", "tie_factor", 1e-4, "Z of this round"),
    ("rb-d", "eps_tied", 1e-4, "ε⁺ + ε⁰ + ε⁻ = 1"),
    ("rb-d", "log_e1", 1.0, "Π Z = Ê1"),
    ("rb-d", "log_e1", 1.0, "Ê1 does not rise"),
    ("rb-d", "log_e1", 5.0, "Theorem 1, its proof"),
    ("rb-d", "log_bound", -9.0, "Theorem 1: R̂1 ≤ U1"),
    ("rb-c", "log_bound", -9.0, "Π Z ≤ Π √(1 − r²)"),
    ("rb-c", "r1", 0.9, "R̂1 ≤ Π Z"),
    ("rb-c", "r1", 0.9, "The bound of Theorem 1"),
    ("rb-c", "log_e1", 1.0, "Ê1 does not rise"),
    ("rb-plus", "log_bound", -9.0, "Theorem 2: R̂2 ≤ U2"),
    ("rb-plus", "log_bound", -9.0, "Theorem 2, its proof"),
    ("rb-plus", "r2", 2.0, "Theorem 2, its rate"),
    ("rb-plus", "log_e2", 1.0, "Ê2 does not rise"),
    ("rb-d", "log_e1", -9.0, "R̂1 ≤ Ê1"),
    ("rb-c", "log_e2", -9.0, "Proposition 2"),
    ("rb-c", "log_e2", -9.0, "Ê1 ≤ Ê2"),
    ("rb-c", "r2", 2.0, "R̂2 ≤ R̂1"),
    ("rb-c", "smooth_margin", 9.0, "Smooth margin"),
    ("rb-d", "alpha", 1.0, "α beats"),
    ("rb-c", "alpha", 1.0, "α beats"),
    ("rb-plus", "alpha", 1.0, "α beats"),
    ("rb-plus", "delta", 1e-3, "Z = √(1 − δ²)"),
    ("rb-c", "z", 1.0, "Z ≤ ½(1 − r)"),
]


@pytest.mark.parametrize(("algorithm", "field", "change", "claim"), TAMPERED)
@pytest.mark.slow
def test_an_altered_run_is_caught(algorithm: str, field: str, change: float, claim: str) -> None:
    trace = graded_trace()
    run = trace.run(algorithm)
    honest = next(row for row in by_name(trace, run).values() if row.name.startswith(claim))
    assert honest.verdict == HOLDS
    row = next(
        row for row in by_name(trace, altered(run, field, change)).values() if row.name.startswith(claim)
    )
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
            if claim.name.startswith(AT_THE_END):
                continue  # broken by the last test
            assert any(a == algorithm and claim.name.startswith(start) for a, start in tested), claim.name
    for claim in monitor.ALWAYS:
        assert any(claim.name.startswith(start) for _, start in tested), claim.name


def test_a_run_that_claims_to_have_converged_is_checked() -> None:
    trace = graded_trace(2)
    for name in NAMES:
        lying = replace(
            trace.run(name), stopped=Stop(Why.NO_EDGE, "before round 3 no ranker had an edge left")
        )
        claim = next(row for row in rows(trace, lying, 2) if row.name.startswith(AT_THE_END))
        assert claim.verdict == VIOLATED
