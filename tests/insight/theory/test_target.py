"""‖f_T − f*‖ and what the AUC lacks: f* has no slope left, and each sample's numbers are those of the twin."""

import math

import numpy as np
import pytest
from helpers.views import finite_json
from twins import kernel_gd as twin

from rankviz.board.figures.rates.target import to_target
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES, auc
from rankviz.engine.data.builtin.plane_laws import LAWS
from rankviz.engine.errors import DataError
from rankviz.insight.theory.sampling import target

NAMES = sorted(LOSSES)


@pytest.mark.parametrize("rate", [0.0, 0.05])
@pytest.mark.parametrize("loss", NAMES)
def test_the_best_function_has_no_slope(loss: str, rate: float) -> None:
    """Of J over the law: φ'₋ of the margin along the centres' line, summed over a fine grid."""
    w = target.best_length(loss, rate)
    z = np.linspace(-10.0, 10.0, 400_001)
    d = 1.5 + math.sqrt(2.0) * z
    weight = np.exp(-0.5 * z * z) / np.exp(-0.5 * z * z).sum()
    slope = float(weight @ (LOSSES[loss].slope(w * d, 1.0) * d)) + rate * w
    assert slope == pytest.approx(0.0, abs=1e-4 if loss == "hinge" else 1e-6)


def test_the_best_score_under_the_logistic_loss_is_the_likelihood_ratio() -> None:
    """ln of the two densities' quotient is x · shift + constant, and |shift| the distance of the centres."""
    assert target.best_length("logistic") == pytest.approx(target.DISTANCE, rel=1e-9)


@pytest.mark.parametrize("loss", NAMES)
def test_a_samples_numbers_are_the_twins(loss: str) -> None:
    found, m, law = target.measure(loss, 0.0, (4, 8), 2), 8, LAWS["clouds"]()
    rng = np.random.default_rng((1, m))
    X = np.concatenate([law.positives(rng, m), law.negatives(rng, m)])
    K, pairs = X @ X.T, twin.pairs_of(np.arange(2 * m) < m)
    s = {"hinge": 1 / 4, "logistic": 1 / 4, "least-squares": 1 / 6}[loss]
    rate = 0.03 * (m / 100) ** -s
    gamma = 1.0 / (4.0 * K.diagonal().max() * twin.LIPSCHITZ[loss] + rate)
    power = (2 if loss == "least-squares" else 1) * s - 0.5 - s / 2  # of what the sample and ‖f_λ‖ have
    c = np.zeros(2 * m)
    for _ in range(math.ceil(-power * math.log(m) / (rate * gamma))):
        c = (1 - gamma * rate) * c - gamma * twin.gradient(loss, K @ c, pairs)
    w = X.T @ c
    best = target.best_length(loss) * np.array([1.0, 1.0]) / math.sqrt(2.0)
    assert found.distance.values[1, 1] == pytest.approx(np.linalg.norm(w - best), rel=1e-6)
    rng = np.random.default_rng(0)
    fresh = auc(law.positives(rng, 100_000) @ w, law.negatives(rng, 100_000) @ w)
    assert law.best_auc - found.lacks.values[1, 1] == pytest.approx(fresh, abs=0.005)
    assert (found.lacks.values >= -1e-12).all()


def test_the_distance_falls_at_least_as_the_corollary_has_it_and_is_drawn() -> None:
    found = target.measure("logistic", 0.0, (10, 40, 80), 6)
    assert found.power == -0.25 and found.distance.slope < found.power
    assert found.steps[0] < found.steps[1] < found.steps[2]
    shown = to_target(found)
    finite_json(shown)
    lines = {trace.name: np.array(trace.y, dtype=float) for trace in shown.data}
    promised = next(y for name, y in lines.items() if name.startswith("the corollary"))
    assert np.log(promised[-1] / promised[0]) / np.log(8) == pytest.approx(-0.25)
    np.testing.assert_allclose(lines["λ alone: ‖f_λ − f*‖"], found.penalty)
    assert {trace.yaxis for trace in shown.data} == {"y", "y2"}


def test_targets_that_cannot_be_measured_are_refused() -> None:
    with pytest.raises(DataError, match="two sizes"):
        target.measure("logistic", 0.0, (10,))
    with pytest.raises(DataError, match="stopped"):
        target.measure("logistic", 0.0, (10, 20), 2, lambda done, every: done < 1)
