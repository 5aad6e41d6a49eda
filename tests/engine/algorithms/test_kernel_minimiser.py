"""f_λ of each loss: its slope is 0, its dual is as high, and what is said of its error is no less than it."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import kernel_gd as twin
from twins import kernel_minimiser

import rankviz
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES
from rankviz.engine.algorithms.kernel_gd.minimiser import MOST_ITEMS, solve
from rankviz.insight.theory import monitor


def drawn(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A Gaussian Gram matrix of n points, some alike, and which are positive."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, size=(n, 2)).astype(float) + 0.3 * rng.normal(size=(n, 2))
    X[-1] = X[0]
    above = X[:, 0] + rng.normal(size=n) > 0
    above[0], above[-1] = True, False
    return np.exp(-((X[:, None] - X[None]) ** 2).sum(-1)), above


@given(
    st.integers(3, 12),
    st.integers(0, 10_000),
    st.sampled_from(sorted(LOSSES)),
    st.sampled_from([2.0, 0.1, 0.003]),
)
@settings(max_examples=60)
def test_the_solver_finds_the_minimum_of_the_regularised_risk(
    n: int, seed: int, loss: str, rate: float
) -> None:
    K, above = drawn(n, seed)
    found = solve(K, np.flatnonzero(above), np.flatnonzero(~above), LOSSES[loss], rate)
    assert found is not None
    pairs = twin.pairs_of(above)
    least = kernel_minimiser.objective(loss, K, found.c, pairs, rate)
    if loss == "hinge":
        # The dual lies below the minimum, and so below J of anything.
        assert -1e-9 <= least - kernel_minimiser.hinge_dual(K, pairs, rate) <= 1e-6
        assert found.error <= 1e-5 / math.sqrt(rate)
        slope = kernel_minimiser.least_slope(K, found.c, pairs, rate, 1e-4)
        assert slope <= 1e-4
    else:
        left = twin.gradient(loss, K @ found.c, pairs) + rate * found.c
        assert math.sqrt(left @ K @ left) <= rate * found.error + 1e-10
        assert found.error <= 1e-6
    rng = np.random.default_rng(seed)
    for size in (1e-3, 0.1):
        assert least <= kernel_minimiser.objective(loss, K, found.c + size * rng.normal(size=n), pairs, rate)


@pytest.mark.parametrize("loss", sorted(LOSSES))
def test_a_run_has_its_distance_to_it_and_the_theorems_hold(loss: str) -> None:
    problem = rankviz.load("synthetic:moons?n=60")
    trace = rankviz.trace(problem, "kernel-gd", 200, loss=loss, regularisation=0.5)
    run = trace.runs[0]
    details, distance = run.scored.details, run.extra["distance"]
    K = details.kernel.matrix(details.Z, details.Z)
    for t in (0, 7, 200):
        apart = details.coefficients[t] - details.target
        assert distance[t] == pytest.approx(math.sqrt(apart @ K @ apart), rel=1e-6)
    assert distance[-1] < 0.1 * distance[0]
    for t in (1, 50, 200):
        rows = {row.key: row for row in monitor.rows(trace, run, t)}
        assert rows["j-distance"].verdict == "holds"
        assert rows["contraction"].verdict == ("does not apply" if loss == "hinge" else "holds")


@pytest.mark.parametrize("step", [0.0, 3.0])
@pytest.mark.parametrize("loss", sorted(LOSSES))
def test_one_step_keeps_to_lemma_3_2(loss: str, step: float) -> None:
    """Of every loss, with steps that are short and some that are too long; its right side pair by pair."""
    rate = 0.5
    trace = rankviz.trace(
        rankviz.load("synthetic:moons?n=30"), "kernel-gd", 40, loss=loss, regularisation=rate, step=step
    )
    run = trace.runs[0]
    details = run.scored.details
    K = details.kernel.matrix(details.Z, details.Z)
    pairs = [(i, j) for i in details.positive for j in details.negative]
    for t in (1, 2, 9, run.n_rounds):  # too long steps end a run early
        row = next(row for row in monitor.rows(trace, run, t) if row.key == "gd-lemma-3-2")
        assert row.verdict == "holds", (t, row)
        c = details.coefficients[t - 1]
        apart, slope = c - details.target, twin.gradient(loss, K @ c, pairs) + rate * c
        gamma = float(run.extra["step"][t])
        right = (1 - gamma * rate) * (apart @ K @ apart) + gamma**2 * (slope @ K @ slope)
        assert row.right == pytest.approx(right, rel=1e-6, abs=1e-12)
        gone = details.coefficients[t] - details.target
        assert row.left == pytest.approx(gone @ K @ gone, rel=1e-6, abs=1e-12)


def test_of_more_items_it_is_not_solved_for_and_the_run_says_so() -> None:
    n = MOST_ITEMS["hinge"] + 20
    trace = rankviz.trace(rankviz.load(f"synthetic:blobs?n={n}"), "kernel-gd", 2, loss="hinge")
    run = trace.runs[0]
    assert run.scored.details.target is None and np.isnan(run.extra["distance"]).all()
    row = next(row for row in monitor.rows(trace, run, 1) if row.key == "j-distance")
    assert row.verdict == "does not apply" and f"{MOST_ITEMS['hinge']} items" in row.because
