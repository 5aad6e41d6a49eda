"""The theorem monitor on random problems against the slow twin: verdicts, both sides, and when it steps aside."""

import math
from dataclasses import replace

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from twins import rankboost as naive

import rankviz
from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.insight.theory.minimum import of_run
from rankviz.insight.theory.monitor import DOES_NOT_APPLY, HOLDS, VIOLATED, Row, rows, summary

NAMES = ("rb-d", "rb-c", "rb-plus")
UNSHRUNK = (Phase.explicit, Phase.generate)
LOSS = {"rb-d": "log_e1", "rb-c": "log_e1", "rb-plus": "log_e2"}
PRODUCT = {"rb-d": "product-e1", "rb-c": "product-e1", "rb-plus": "product-e2"}
THEOREM = {"rb-d": ("theorem-1", "r1"), "rb-c": ("product-bound", None), "rb-plus": ("theorem-2", "r2")}


def exp(log: float) -> float:
    return math.exp(log) if log < 700 else math.inf


def same(ours: float | None, theirs: float) -> bool:
    if ours is None:
        return not math.isfinite(theirs)
    return math.isclose(theirs, ours, rel_tol=1e-7, abs_tol=1e-9)


def z_of(algorithm: str, row: dict, alpha: float) -> float:
    """Z (11), (27), or the right side of (18), typed again."""
    plus, tied, minus, prior = (row[k] for k in ("eps_correct", "eps_tied", "eps_reversed", "alpha_prior"))
    if algorithm == "rb-c":
        edge = plus - minus
        return (1 - edge) / 2 * math.exp(alpha) + (1 + edge) / 2 * math.exp(-alpha)
    on_ties = 1.0 if algorithm == "rb-d" else math.cosh(alpha + prior) / math.cosh(prior)
    return plus * math.exp(-alpha) + minus * math.exp(alpha) + tied * on_ties


def expected_aside(algorithm: str, outcomes: list[str]) -> bool:
    """Whether the algorithm's own theorem must step aside: α was undefined (a perfect ranker is fine in RankBoost+).

    In the limit (49) the theorem holds: Z is then ε⁰ = 1 − |r|, and at most e^(−r²/2).
    """
    fine = {"finite", "limit"} | ({"infinite"} if algorithm == "rb-plus" else set())
    return not set(outcomes) <= fine


def compare(run: rankviz.Run, twin: naive.Run, t: int, found: dict[str, Row]) -> None:
    """Both sides and the verdict of each claim, recomputed from the twin's numbers alone."""
    name, done, last = run.algorithm, twin.rounds[:t], twin.metrics[t]
    outcomes = [row["outcome"] for row in done]
    aside = expected_aside(name, outcomes)
    product = math.prod(row["z"] for row in done)

    claim, measure = THEOREM[name]
    row = found[claim]
    assert row.verdict == (DOES_NOT_APPLY if aside else HOLDS), (claim, row)
    assert same(row.left, last[measure] if measure else product)
    assert same(row.right, exp(last["log_bound"]))
    if not aside:
        assert row.left <= row.right + 1e-9

    row = found[PRODUCT[name]]
    assert same(row.left, product) and same(row.right, exp(last[LOSS[name]]))
    assert row.verdict == (DOES_NOT_APPLY if aside else HOLDS)

    for claim, left, right in (
        ("proposition-2", last["r2"], exp(last["log_e2"])),
        ("error-loss", last["r1"], exp(last["log_e1"])),
        ("errors", last["r2"], last["r1"]),
    ):
        row = found[claim]
        assert same(row.left, left) and same(row.right, right), claim
        assert row.verdict == (HOLDS if math.isfinite(right) else DOES_NOT_APPLY)

    if name == "rb-plus" and t and not aside:
        gamma = min(abs(row["delta"]) for row in done) / 2
        rate = found["theorem-2-rate"]
        assert same(rate.right, math.exp(-2 * gamma**2 * t)) and rate.verdict == HOLDS
    if t:
        beats = found["best-step-bound" if name == "rb-c" else "best-step"]
        now = done[-1]
        if now["outcome"] == "finite":
            alpha = now["alpha"]
            assert same(beats.left, z_of(name, now, alpha)) and beats.verdict == HOLDS
            assert same(beats.right, min(z_of(name, now, 0.9 * alpha), z_of(name, now, 1.1 * alpha)))
        else:
            assert beats.verdict == DOES_NOT_APPLY and "undefined" in beats.because
        falls = found[f"e{LOSS[name][-1]}-falls"]
        assert same(falls.left, exp(last[LOSS[name]]))
        assert same(falls.right, exp(twin.metrics[t - 1][LOSS[name]]))
        assert falls.verdict == (DOES_NOT_APPLY if aside else HOLDS)
    if name == "rb-c":
        row = found["theorem-1-for-rb-c"]
        edges = [row["eps_correct"] - row["eps_reversed"] for row in done]
        assert same(row.left, last["r1"]) and same(row.right, math.exp(-sum(r * r for r in edges) / 2))
        assert row.verdict == (DOES_NOT_APPLY if aside else HOLDS)


@settings(max_examples=80, phases=UNSHRUNK)
@given(cases(), st.sampled_from(["halt", "halt", "infinite", "cap", "limit"]), st.booleans())
@pytest.mark.slow
def test_the_monitor_is_right(case: Case, undefined: str, negative: bool) -> None:
    params = {"undefined": undefined, "negative_alpha": negative}
    trace = rankviz.trace(problem_of(case), NAMES, rounds=8, **params)
    for run in trace.runs:
        picks = run.ranker.tolist()
        twin = naive.boost(run.algorithm, case.items(), 8, forced_picks=picks, **params)
        least = of_run(trace, run)
        for t in sorted({0, 1, run.n_rounds // 2, run.n_rounds} & set(range(run.n_rounds + 1))):
            found = rows(trace, run, t, least)
            assert [row for row in found if row.verdict == VIOLATED] == []
            assert all((row.because == "") == (row.verdict == HOLDS) for row in found)
            compare(run, twin, t, {row.key: row for row in found})


@settings(max_examples=40, phases=UNSHRUNK)
@given(cases(), st.sampled_from([-0.4, 0.8]))
def test_an_alpha_set_by_hand_is_not_what_theorems_speak_of(case: Case, alpha: float) -> None:
    forks = [Fork(name, 1, None, alpha) for name in NAMES]
    trace = rankviz.trace(problem_of(case), NAMES, rounds=5, forks=forks)
    for run in trace.runs[len(NAMES) :]:
        if run.n_rounds == 0:
            continue
        assert run.outcome[0] == "forced"
        for t in range(1, run.n_rounds + 1):
            found = {row.key: row for row in rows(trace, run, t)}
            assert all(row.verdict != VIOLATED for row in found.values())
            theorem = found[THEOREM[run.algorithm][0]]
            assert theorem.verdict == DOES_NOT_APPLY and "by hand" in theorem.because
            if set(run.outcome[:t]) <= {"forced", "finite"}:  # (12) and (29) hold for any α
                assert found[PRODUCT[run.algorithm]].verdict == HOLDS


@settings(max_examples=40, phases=UNSHRUNK)
@given(cases())
def test_rounds_along_combinations_are_told_apart(case: Case) -> None:
    trace = rankviz.trace(problem_of(case), "rb-plus-optimal", rounds=10)
    run = trace.runs[0]
    for t in range(run.n_rounds + 1):
        found = {row.key: row for row in rows(trace, run, t)}
        assert all(row.verdict != VIOLATED for row in found.values()), found
        theorem = found["theorem-2"]
        if run.combined[:t].any():
            assert theorem.verdict == DOES_NOT_APPLY and "combination" in theorem.because
        assert found["product-e2"].verdict == HOLDS


# ---------------------------------------------------------------- the minimum


def at_end(source: str, name: str, **params: object) -> tuple[rankviz.Trace, rankviz.Run, dict[str, Row]]:
    trace = rankviz.trace(rankviz.load(source), name, rounds=300, **params)
    run = trace.runs[0]
    return trace, run, {row.key: row for row in rows(trace, run, run.n_rounds, of_run(trace, run))}


ABOVE = {"rb-d": "f1-distance", "rb-c": "f1-distance", "rb-plus": "f2-distance"}
REACHED = {"rb-d": "observation-1-minimum", "rb-c": "rb-c-minimum", "rb-plus": "theorem-3-minimum"}


@pytest.mark.parametrize("name", NAMES)
def test_a_run_that_converged_stands_at_the_minimum(name: str) -> None:
    trace, run, found = at_end("scenario:lemma-3", name)
    assert found[REACHED[name]].verdict == HOLDS and found[REACHED[name]].slack < 1e-12
    assert found[ABOVE[name]].verdict == HOLDS
    early = {row.key: row for row in rows(trace, run, 1, of_run(trace, run))}
    assert early[REACHED[name]].verdict == DOES_NOT_APPLY and early[ABOVE[name]].slack > 1e-6


@pytest.mark.parametrize("name", NAMES)
def test_a_loss_below_the_minimum_or_a_run_that_ends_above_it_is_caught(name: str) -> None:
    trace, run, _ = at_end("scenario:lemma-3", name)
    key = LOSS[name]
    for change, claim in ((-0.1, ABOVE[name]), (0.1, REACHED[name])):
        lying = replace(run, metrics=run.metrics | {key: run.metrics[key] + change})
        found = {row.key: row for row in rows(trace, lying, run.n_rounds, of_run(trace, run))}
        assert found[claim].verdict == VIOLATED


def test_without_a_finite_minimum_nobody_can_reach_it() -> None:
    _, _, found = at_end("scenario:lemma-1?n=4", "rb-d", undefined="halt")
    row = found[REACHED["rb-d"]]
    assert row.verdict == DOES_NOT_APPLY and "no minimum at finite weights" in row.because
    assert found[ABOVE["rb-d"]].verdict == HOLDS and found[ABOVE["rb-d"]].left == pytest.approx(0.16)


def test_without_the_solver_its_rows_are_left_out() -> None:
    trace, run, found = at_end("scenario:lemma-3", "rb-d")
    plain = {row.key for row in rows(trace, run, run.n_rounds)}
    assert set(found) - plain == {ABOVE["rb-d"], REACHED["rb-d"]}


# ---------------------------------------------------------------- in a line


def test_the_summary_counts_and_a_violation_leads() -> None:
    good = Row("a", "a", "RB+", 0.0, 1.0, 1.0, HOLDS)
    aside, bad = replace(good, verdict=DOES_NOT_APPLY), replace(good, verdict=VIOLATED)
    assert summary([good]) == "1 holds"
    assert summary([good, good, aside]) == "2 hold, 1 does not apply"
    assert summary([aside, aside]) == "0 hold, 2 do not apply"
    assert summary([good, bad, aside]) == "1 VIOLATED, 1 holds, 1 does not apply"


def test_long_runs_hold() -> None:
    rng = np.random.default_rng(4)
    X = rng.integers(0, 4, (20, 3)).astype(float)
    problem = rankviz.Problem.from_arrays(X, np.round(X[:, 0] + rng.normal(0, 1.5, 20)))
    trace = rankviz.trace(problem, [*NAMES, "rb-plus-optimal"], rounds=1500)
    for run in trace.runs:
        least = of_run(trace, run)
        for t in (run.n_rounds, run.n_rounds // 2):
            assert all(row.verdict != VIOLATED for row in rows(trace, run, t, least)), run.label
