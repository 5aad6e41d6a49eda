"""What the kernel paper's theorem promises and sets, from its parts: each power, each T, and the table in Reference."""

import math
from fractions import Fraction

import numpy as np
import pytest

from rankviz.engine.algorithms.kernel_gd.descent import Schedule, longest_step
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES
from rankviz.insight import reference
from rankviz.insight.theory import concentration
from rankviz.insight.theory.sampling import promise
from rankviz.insight.theory.sampling.rates import KernelSetting

NAMES = ["hinge", "least-squares", "logistic"]


@pytest.mark.parametrize("loss", NAMES)
def test_slopes_grow_with_the_power_of_2_1(loss: str) -> None:
    """(2.1): |φ'₋| grows as |z|^q, measured far out on the side where it does not vanish."""
    near, far = (float(np.abs(LOSSES[loss].slope(np.array([-z]), z))[0]) for z in (1e6, 1e9))
    assert math.log(far / near) / math.log(1e3) == pytest.approx(promise.GROWTH[loss], abs=1e-4)


@pytest.mark.parametrize("loss", NAMES)
@pytest.mark.parametrize("s", [0.0, 0.1, 0.2])
def test_the_power_is_that_of_lemma_3_6_over_lambda(loss: str, s: float) -> None:
    """The bound itself at two far sizes: B of Lemma 3.6, at the norm that Lemma 3.4 allows, over λ√m."""

    def bound(m: float) -> float:
        rate = m**-s
        norm = 2.0 * LOSSES[loss].slope_at_zero / rate
        slope = concentration.largest_slope(LOSSES[loss], 1.0, norm)
        if promise.GROWTH[loss] == 0.0:
            slope = 1.0  # of hinge and logistic |φ'₋| ≤ 1, whatever the norm
        return concentration.mean_deviation(1.0, slope, int(m), int(m)) / rate

    power = math.log(bound(1e14) / bound(1e10)) / math.log(1e4)
    assert power == pytest.approx(promise.distance_power(loss, s), abs=0.01)
    assert (power < 0) == (s < promise.largest_power(loss))


@pytest.mark.parametrize("loss", NAMES)
@pytest.mark.parametrize("r", [0.5, 1.0])
def test_no_power_of_lambda_promises_more_than_the_best(loss: str, r: float) -> None:
    best = promise.best_power(loss, r)
    assert promise.target_power(loss, best, r) == pytest.approx(-r * best)
    tried = [promise.target_power(loss, s, r) for s in np.linspace(0.0, 1.0, 401)]
    assert promise.target_power(loss, best, r) <= min(tried) + 1e-12


@pytest.mark.parametrize("decay", [0.0, 0.25])
@pytest.mark.parametrize("m", [10, 40, 320])
@pytest.mark.parametrize("loss", NAMES)
def test_the_theorems_number_of_steps_is_the_least_that_suffices(loss: str, m: int, decay: float) -> None:
    setting = KernelSetting.of_the_theorem("clouds", loss, "gaussian", decay)
    rate = setting.regularisation_at(m)
    gamma = longest_step(1.0, LOSSES[loss].lipschitz, rate)
    T, share = setting.rounds_at(m, gamma), promise.share_left(loss, setting.power, m)
    assert concentration.forgotten_at_most(gamma, decay, T, rate) <= share * (1 + 1e-6)
    assert concentration.forgotten_at_most(gamma, decay, T - 1, rate) > share
    schedule = Schedule(gamma, decay, 1.0, LOSSES[loss].lipschitz, rate)
    left = math.prod(1.0 - schedule.step(t) * rate for t in range(1, T + 1))
    assert left <= share * (1 + 1e-6)
    assert setting.rounds_at(2 * m, gamma) > T


def test_the_table_in_reference_is_what_the_theorem_gives() -> None:
    """Each column of Table 1 as it is restored, worked out again from the theorem."""
    entry = reference.find("gd-table-1")
    rows = [
        [cell.strip() for cell in row.split("&")[1:]] for row in entry.latex[0].split(r"\\") if "&" in row
    ]
    columns = [list(column) for column in zip(*rows, strict=True)]
    assert len(columns) == len(NAMES)
    for loss, column in zip(NAMES, columns, strict=True):
        grows, most, best = promise.GROWTH[loss], promise.largest_power(loss), promise.best_power(loss)
        times, slope = 4.0 * LOSSES[loss].lipschitz, promise.distance_power(loss, 1.0) + 0.5
        cells = [
            rf"\text{{{LOSSES[loss].label}}}",
            f"{grows:g}",
            rf"\frac{{1}}{{{'' if times == 1.0 else f'{times:g} '}\kappa^2 + \lambda}}",
            _fraction(most),
            f"m^{{{'' if slope == 1.0 else f'{slope:g}'}s - 1/2}}",
            _fraction(best),
            f"m^{{-{_fraction(-promise.target_power(loss, best))}}}",
        ]
        assert column == cells


def _fraction(value: float) -> str:
    found = Fraction(value).limit_denominator(100)
    assert float(found) == pytest.approx(value)
    return f"{found.numerator}/{found.denominator}"
