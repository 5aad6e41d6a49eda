"""The kernel paper's lemmas on samples and steps, against the twin's sums over pairs and plain products."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import kernel_gd as twin

import rankviz
from rankviz.engine.algorithms.kernel_gd.gram import Kernel
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES
from rankviz.insight.theory import concentration

GAUSSIAN = Kernel("gaussian", 0.5, 1)


def gradient(loss: str, Z: np.ndarray, f: np.ndarray, positive: np.ndarray) -> concentration.Gradient:
    return concentration.Gradient(GAUSSIAN, LOSSES[loss], Z=Z, f=f, positive=positive)


def sample(seed: int, m: int, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Items of two classes, which come first, and the scores that some f of norm 1 gives them."""
    rng = np.random.default_rng(seed)
    Z, centres, c = rng.normal(size=(m + n, 2)), rng.normal(size=(6, 2)), rng.normal(size=6)
    c /= math.sqrt(float(c @ GAUSSIAN.matrix(centres, centres) @ c))
    return Z, GAUSSIAN.matrix(Z, centres) @ c, np.arange(m + n) < m


@settings(max_examples=40)
@given(st.sampled_from(list(LOSSES)), st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 6))
def test_another_item_moves_the_gradient_by_what_mcdiarmid_is_told(
    loss: str, seed: int, m: int, n: int
) -> None:
    """Lemma 3.5: 4κB/m for a positive, 4κB/n for a negative; the distance is the twin's, pair by pair."""
    Z, f, positive = sample(seed, m + 1, n + 1)
    steep = concentration.largest_slope(LOSSES[loss], 1.0, 1.0)
    for left_out, kept, count in ((0, 1, m), (m + 1, m + 2, n)):
        # Two samples of m positives and n negatives that differ in one item; the class that stays lacks its last.
        spare = m + n + 1 if left_out == 0 else m
        keep = [k for k in range(m + n + 2) if k != spare]
        one, other = ([k for k in keep if k != gone] for gone in (left_out, kept))
        if len(one) != m + n or count < 1:
            continue
        found = gradient(loss, Z[one], f[one], positive[one]).distance(
            gradient(loss, Z[other], f[other], positive[other])
        )
        g = np.zeros(m + n + 2)
        for sign, rows in ((1, one), (-1, other)):
            g[rows] += sign * twin.gradient(loss, f[rows], twin.pairs_of(positive[rows]))
        expected = math.sqrt(max(float(g @ twin.gram(Z, Z, "gaussian", 0.5, 1) @ g), 0.0))
        assert found == pytest.approx(expected, abs=1e-7)
        assert found <= 4.0 * steep / count + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("loss", list(LOSSES))
def test_samples_keep_to_lemma_3_6(loss: str) -> None:
    """200 samples of a law against 2,000 items of it: fewer than δ beyond the bound, their mean below Lemma 3.5's."""
    rng = np.random.default_rng(3)
    centres, c = rng.normal(size=(6, 2)), rng.normal(size=6)
    norm = math.sqrt(float(c @ GAUSSIAN.matrix(centres, centres) @ c))

    def drawn(m: int, n: int) -> concentration.Gradient:
        Z = rng.normal(size=(m + n, 2)) + np.repeat([[0.7, 0.0], [0.0, 0.0]], [m, n], axis=0)
        return gradient(loss, Z, GAUSSIAN.matrix(Z, centres) @ c, np.arange(m + n) < m)

    law, steep = drawn(1000, 1000), concentration.largest_slope(LOSSES[loss], 1.0, norm)
    far = np.array([drawn(8, 24).distance(law) for _ in range(200)])
    assert (far > concentration.deviation(1.0, steep, 8, 24, 0.05)).mean() <= 0.05
    assert far.mean() <= concentration.mean_deviation(1.0, steep, 8, 24)
    assert concentration.deviation(1.0, steep, 8, 24, 1.0) == concentration.mean_deviation(1.0, steep, 8, 24)


def test_lemma_3_1_what_j_exceeds_its_least_by_is_at_least_the_distance_squared() -> None:
    problem = rankviz.load("synthetic:moons?n=60")
    (run,) = rankviz.trace(problem, "kernel-gd", rounds=25, loss="least-squares", regularisation=0.05).runs
    details = run.scored.details
    for t in range(26):
        least = concentration.excess_by_distance(0.05, float(run.extra["distance"][t]))
        assert 0.0 < least <= run.extra["regularised"][t] - details.target_risk + 1e-12


@given(st.floats(0.001, 1.0), st.floats(0.0, 0.95), st.integers(1, 200), st.floats(0.001, 1.0))
def test_what_is_left_of_the_start_keeps_to_lemma_3_7(
    gamma: float, decay: float, rounds: int, lam: float
) -> None:
    """Lemma 3.7, and that the errors of all steps add up to no more than the largest of them over λ."""
    steps = gamma * np.arange(1, rounds + 1) ** -decay
    left = concentration.forgotten(steps, lam)
    assert left <= concentration.forgotten_at_most(gamma, decay, rounds, lam) * (1 + 1e-12)
    after = [
        steps[t] * lam * math.prod(1.0 - steps[s] * lam for s in range(t + 1, rounds)) for t in range(rounds)
    ]
    assert math.fsum(after) == pytest.approx(1.0 - left, abs=1e-9)
