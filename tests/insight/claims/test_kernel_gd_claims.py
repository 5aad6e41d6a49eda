"""What the monitor says of kernel gradient descent: nothing is ever violated, and what does not apply says why."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.kernel_gd import trace_of, two_classes
from helpers.strategies import Case, bipartite
from hypothesis import given, settings
from hypothesis import strategies as st

import rankviz
from rankviz.engine.algorithms.kernel_gd.gram import KERNELS
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES
from rankviz.engine.runs import export
from rankviz.insight.theory import monitor


def row(trace: rankviz.Trace, t: int, key: str) -> monitor.Row:
    (found,) = [row for row in monitor.rows(trace, trace.runs[0], t) if row.key == key]
    return found


@settings(max_examples=60)
@given(
    case=bipartite(),
    loss=st.sampled_from(list(LOSSES)),
    kernel=st.sampled_from(KERNELS),
    step=st.sampled_from([0.0, 0.1, 5.0]),
    decay=st.sampled_from([0.0, 0.6]),
    pairs_per_step=st.sampled_from([0, 0, 3]),
    regularisation=st.sampled_from([1e-6, 0.1, 10.0]),
)
@pytest.mark.slow
def test_no_claim_is_ever_violated(case: Case, loss: str, kernel: str, **chosen: object) -> None:
    trace = trace_of(problem_of(case), 15, loss=loss, kernel=kernel, degree=2, **chosen)
    for t in range(trace.runs[0].n_rounds + 1):
        for found in monitor.rows(trace, trace.runs[0], t):
            assert found.verdict != monitor.VIOLATED, (t, found)
            assert found.verdict == monitor.HOLDS or found.because


@settings(max_examples=60)
@given(
    seed=st.integers(0, 10**6),
    kind=st.sampled_from(["offset", "last bits", "alike", "one far away"]),
    power=st.integers(0, 12),
    loss=st.sampled_from(list(LOSSES)),
    kernel=st.sampled_from(KERNELS),
    step=st.sampled_from([0.0, 0.0, 1000.0]),
    regularisation=st.sampled_from([1e-6, 0.01, 10.0]),
)
@pytest.mark.slow
def test_no_claim_is_violated_where_features_are_not_standardised(
    seed: int, kind: str, power: int, loss: str, kernel: str, **chosen: object
) -> None:
    """Features far from 0, by as much as 10¹², that differ in their last bits, or do not differ."""
    rng, offset = np.random.default_rng(seed), 10.0**power
    n, d = int(rng.integers(2, 20)), int(rng.integers(1, 4))
    X = rng.normal(size=(n, d))
    if kind == "offset":
        X += offset
    elif kind == "last bits":
        X = offset * (1.0 + rng.integers(0, 6, (n, d)) * 2.0**-52)
    elif kind == "alike":
        X[:] = offset
    else:
        X[0] = offset
    grades = rng.permutation(np.arange(n) < rng.integers(1, n))
    try:
        trace = trace_of(
            rankviz.Problem.from_arrays(X, grades), 12, loss=loss, kernel=kernel, standardise=False, **chosen
        )
    except rankviz.DataError as refused:
        assert kernel in ("linear", "polynomial") and "beyond 1e" in str(refused)
        return
    for t in range(trace.runs[0].n_rounds + 1):
        for found in monitor.rows(trace, trace.runs[0], t):
            assert found.verdict != monitor.VIOLATED, (t, found)


def test_a_difference_that_is_all_rounding_violates_no_claim() -> None:
    """J(f_λ) is a sum of products of 10⁸ and 10⁶ that nearly cancel: its rounding is as large as J."""
    rng = np.random.default_rng(3)
    X = 1e4 * (1.0 + rng.integers(0, 6, (16, 3)) * 2.0**-52)
    problem = rankviz.Problem.from_arrays(X, np.arange(16) % 2)
    trace = trace_of(problem, 3, loss="hinge", kernel="linear", standardise=False, regularisation=1e-6)
    for t in range(4):
        assert row(trace, t, "j-distance").verdict != monitor.VIOLATED


def test_least_squares_with_the_proved_step_has_every_claim() -> None:
    trace = trace_of(two_classes(), 30, loss="least-squares")
    assert all(found.verdict == monitor.HOLDS for found in monitor.rows(trace, trace.runs[0], 30))


@pytest.mark.parametrize(
    "key, params, reason",
    [
        ("short-step", {"step": 3.0}, "times the longest"),
        ("gd-lemma-3-4", {"step": 3.0}, "Step 1 was"),
        ("j-falls", {"step": 3.0, "loss": "least-squares"}, "times the longest"),
        ("j-falls", {"loss": "hinge"}, "kink"),
        ("j-falls", {"pairs_per_step": 5}, "5 pairs drawn"),
        ("contraction", {"loss": "hinge"}, "kink"),
        ("contraction", {"loss": "least-squares", "pairs_per_step": 5}, "5 pairs drawn"),
    ],
)
def test_a_claim_says_why_it_does_not_apply(key: str, params: dict[str, object], reason: str) -> None:
    found = row(trace_of(two_classes(), 6, **params), 6, key)
    assert found.verdict == monitor.DOES_NOT_APPLY and reason in found.because


def test_a_decaying_step_becomes_short_enough_but_the_lemma_needs_every_step() -> None:
    trace = trace_of(two_classes(), 80, loss="least-squares", step=0.3, decay=0.9)
    assert row(trace, 1, "short-step").verdict == monitor.DOES_NOT_APPLY
    assert row(trace, 80, "short-step").verdict == monitor.HOLDS
    assert "Step 1 was" in row(trace, 80, "gd-lemma-3-4").because


def test_the_descent_claim_can_fail() -> None:
    """With a trace whose risk rises the row says so: the check is not idle."""
    trace = trace_of(two_classes(), 5, loss="least-squares")
    trace.runs[0].extra["regularised"][5] = trace.runs[0].extra["regularised"][4] + 1e-6
    assert row(trace, 5, "j-falls").verdict == monitor.VIOLATED


def test_the_trace_file_carries_its_series() -> None:
    trace = trace_of(two_classes(n=60), 7, holdout=0.3, loss="least-squares", pairs_per_step=10)
    text = export.to_json(trace)
    assert not re.search("NaN|Infinity", text)
    (run,) = json.loads(text)["runs"]
    assert run["params"]["pairs_per_step"] == 10 and run["algorithm"] == "kernel-gd"
    for entry in run["rounds"]:
        assert {"risk", "norm", "norm_bound", "auc", "auc_holdout", "distance", "step"} <= set(entry)
        assert entry["auc"] == pytest.approx(1 - entry["r2"]) and entry["bound"] == pytest.approx(
            entry["norm_bound"]
        )
    assert np.isfinite([entry["distance"] for entry in run["rounds"]]).all()
