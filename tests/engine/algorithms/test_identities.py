"""Theorems and conservation laws that every run must keep (MATH.md 2), on random small problems."""

import math

import numpy as np
import pytest
from helpers.agreement import NAMES, problem_of
from helpers.identities import log_z
from helpers.strategies import Case, cases, feature_tables
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from twins.rankboost import stumps

import rankviz

SLACK = 1e-9
ROUNDS = 15

Runs = dict[str, rankviz.BoostedRun]
"""By the name of the algorithm."""


def runs_of(case: Case, **params: object) -> tuple[rankviz.Trace, Runs]:
    trace = rankviz.trace(problem_of(case), NAMES, rounds=ROUNDS, **params)
    return trace, {run.algorithm: run for run in trace.runs}


def product_of_z_is_the_loss(trace: rankviz.Trace, runs: Runs) -> None:
    for name, loss in (("rb-d", "log_e1"), ("rb-c", "log_e1"), ("rb-plus", "log_e2")):  # (12), (12), (29)
        assert_allclose(log_z(runs[name]), runs[name].metrics[loss], atol=SLACK)


def bounds_hold_every_round(trace: rankviz.Trace, runs: Runs) -> None:
    for name, loss, rank in (("rb-d", "log_e1", "r1"), ("rb-c", "log_e1", "r1"), ("rb-plus", "log_e2", "r2")):
        metrics = runs[name].metrics
        assert np.all(metrics[rank] <= np.exp(metrics[loss]) + SLACK), name
        assert np.all(metrics[loss] <= metrics["log_bound"] + SLACK), name


def losses_are_ordered(trace: rankviz.Trace, runs: Runs) -> None:
    for run in runs.values():
        m = run.metrics
        assert np.all(m["r2"] <= m["r1"] + 1e-15)
        assert np.all(m["r2"] <= np.exp(m["log_e2"]) + SLACK)  # Proposition 2
        assert np.all(m["log_e1"] <= m["log_e2"] + SLACK)  # cosh ≥ 1
        known = ~np.isnan(m["smooth_margin"]) & ~np.isnan(m["margin"])
        assert np.all(m["smooth_margin"][known] <= m["margin"][known] + SLACK)  # (3) of Rudin et al.


def rb_d_lowers_e1_and_rb_plus_lowers_e2_each_round(trace: rankviz.Trace, runs: Runs) -> None:
    assert np.all(np.diff(runs["rb-d"].metrics["log_e1"]) <= 1e-12)
    assert np.all(np.diff(runs["rb-plus"].metrics["log_e2"]) <= 1e-12)


def z_of(run: rankviz.BoostedRun, t: int, alpha: float, ties: str) -> float:
    """Z_t as a function of α: (11) with ties of 1, (27), or the right side of (18)."""
    plus, zero, minus = (float(v[t]) for v in (run.eps_correct, run.eps_tied, run.eps_reversed))
    prior = float(run.alpha_prior[t])
    factor = {
        "one": 1.0,
        "cosh": math.cosh(alpha + prior) / math.cosh(prior),
        "fresh": math.cosh(alpha),
    }[ties]
    return plus * math.exp(-alpha) + minus * math.exp(alpha) + zero * factor


def alpha_beats_a_tenth_less_and_a_tenth_more(trace: rankviz.Trace, runs: Runs) -> None:
    for name, ties in (("rb-d", "one"), ("rb-plus", "cosh"), ("rb-c", "fresh")):
        run = runs[name]
        for t in range(run.n_rounds):
            alpha = float(run.alpha[t])
            best = z_of(run, t, alpha, ties)
            if name != "rb-c":  # RB-C minimises the bound (18), its Z is (11)
                assert best == pytest.approx(float(run.z[t]), rel=1e-9)
            for factor in (0.9, 1.1):
                assert best <= z_of(run, t, factor * alpha, ties) + 1e-15


def first_round_of_rb_c_is_rankboost_plus(trace: rankviz.Trace, runs: Runs) -> None:
    c, plus = runs["rb-c"], runs["rb-plus"]
    assert bool(c.n_rounds) == bool(plus.n_rounds)
    if c.n_rounds:  # (38), (39)
        assert c.ranker[0] == plus.ranker[0]
        assert float(c.alpha[0]) == pytest.approx(float(plus.alpha[0]), rel=1e-12)
        assert c.metrics["log_bound"][1] == pytest.approx(math.log(plus.z[0]), abs=SLACK)


def the_last_stage_is_the_final_answer(trace: rankviz.Trace, runs: Runs) -> None:
    for run in runs.values():
        total = np.zeros(trace.problem.n_items)
        for ranker, alpha in zip(run.ranker, run.alpha, strict=True):
            total += float(alpha) * trace.pool.output(int(ranker))
        assert_allclose(trace.scores(run, run.n_rounds), total, atol=1e-10)
        assert_array_equal(trace.scores(run, 0), 0.0)


@settings(max_examples=120)
@given(cases())
def test_identities_hold(case: Case) -> None:
    trace, runs = runs_of(case)
    product_of_z_is_the_loss(trace, runs)
    bounds_hold_every_round(trace, runs)
    losses_are_ordered(trace, runs)
    rb_d_lowers_e1_and_rb_plus_lowers_e2_each_round(trace, runs)
    alpha_beats_a_tenth_less_and_a_tenth_more(trace, runs)
    first_round_of_rb_c_is_rankboost_plus(trace, runs)
    the_last_stage_is_the_final_answer(trace, runs)


@settings(max_examples=60)
@given(cases(), st.sampled_from(["halt", "cap", "infinite", "limit"]))
def test_weights_and_epsilons_are_distributions(case: Case, undefined: str) -> None:
    trace, runs = runs_of(case, undefined=undefined)
    m = trace.problem.n_pairs
    for run in runs.values():
        assert_allclose(run.eps_correct + run.eps_tied + run.eps_reversed, 1.0, atol=1e-12)
        assert_allclose(trace.weights(run, 0), np.full(m, 1.0 / m), rtol=1e-12)
        for t in range(run.n_rounds):  # what is chosen in round t + 1 sees D after t rounds
            D = trace.weights(run, t)
            assert np.all(D >= 0)
            assert D.sum() == pytest.approx(1.0, abs=1e-12)
            h = trace.pool.output(int(run.ranker[t])).astype(int)
            column = h[trace.problem.pairs[:, 0]] - h[trace.problem.pairs[:, 1]]
            assert D[column > 0].sum() == pytest.approx(float(run.eps_correct[t]), abs=1e-11)
            assert D[column < 0].sum() == pytest.approx(float(run.eps_reversed[t]), abs=1e-11)


@settings(max_examples=40)
@given(cases())
@pytest.mark.slow
def test_going_back_shows_the_same_numbers(case: Case) -> None:
    trace, runs = runs_of(case)
    _, again = runs_of(case)
    for name, run in runs.items():
        forth = [(trace.scores(run, t).copy(), trace.weights(run, t).copy()) for t in range(run.n_rounds + 1)]
        for t in reversed(range(run.n_rounds + 1)):
            assert_array_equal(trace.scores(run, t), forth[t][0])
            assert_array_equal(trace.weights(run, t), forth[t][1])
        for field in ("ranker", "alpha", "z", "delta", "eps_tied"):
            assert_array_equal(getattr(run, field), getattr(again[name], field))
        for curve, values in run.metrics.items():
            assert_array_equal(values, again[name].metrics[curve], err_msg=curve)


@settings(max_examples=40)
@given(cases())
def test_a_shorter_run_is_the_start_of_a_longer_one(case: Case) -> None:
    long = rankviz.trace(problem_of(case), list(NAMES), rounds=10)
    short = rankviz.trace(problem_of(case), list(NAMES), rounds=4)
    for a, b in zip(long.runs, short.runs, strict=True):
        assert_array_equal(a.ranker[: b.n_rounds], b.ranker)
        assert_array_equal(a.alpha[: b.n_rounds], b.alpha)
        assert_array_equal(a.metrics["log_e1"][: b.n_rounds + 1], b.metrics["log_e1"])


@settings(max_examples=40)
@given(st.data())
@pytest.mark.slow
def test_duplicated_features_change_nothing(data: st.DataObject) -> None:
    n = data.draw(st.integers(4, 10))
    X = data.draw(feature_tables(n).filter(lambda X: len(stumps(X)) > 0))
    grades = np.arange(n) % 3
    copies = data.draw(st.integers(2, 4))
    once = rankviz.trace(rankviz.Problem.from_arrays(X, grades), list(NAMES), rounds=8)
    many = rankviz.trace(rankviz.Problem.from_arrays(np.hstack([X] * copies), grades), list(NAMES), rounds=8)
    # RankBoost+ drops duplicate columns (Algorithm 2, line 2).
    for a, b in zip(once.runs, many.runs, strict=True):
        assert_array_equal(a.ranker, b.ranker)
        assert_allclose(a.alpha, b.alpha, atol=1e-12)
        assert_allclose(a.metrics["log_e2"], b.metrics["log_e2"], atol=1e-12)


@settings(max_examples=30)
@given(cases())
def test_several_algorithms_together_are_each_alone(case: Case) -> None:
    together = rankviz.trace(problem_of(case), list(NAMES), rounds=6)
    for run in together.runs:
        alone = rankviz.trace(problem_of(case), run.algorithm, rounds=6).runs[0]
        assert_array_equal(run.ranker, alone.ranker)
        assert_array_equal(run.alpha, alone.alpha)
