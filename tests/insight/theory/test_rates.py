"""The rates view's measurement: laws whose best ranking is known, seeded fits, and the line through their means."""

import numpy as np
import pytest
from helpers.views import finite_json
from twins import kernel_gd as twin

from rankviz.board.figures.rates.excess import balance
from rankviz.board.figures.rates.excess import rates as figure
from rankviz.engine.algorithms.kernel_gd.losses import auc
from rankviz.engine.data.builtin.plane_laws import LAWS
from rankviz.engine.errors import DataError
from rankviz.insight.theory.sampling.rates import (
    KernelSetting,
    fit_kernel,
    fitted_line,
    measure,
    over_shares,
)

SMALL = {"sizes": (8, 16, 32), "seeds": 4}
QUICK = KernelSetting(rounds=30)


@pytest.mark.parametrize("name", LAWS)
def test_the_best_auc_is_exact(name: str) -> None:
    """Its closed form against 200,000 draws: three standard errors of an AUC."""
    law, rng, count = LAWS[name](), np.random.default_rng(1), 100_000
    above, below = law.best(law.positives(rng, count)), law.best(law.negatives(rng, count))
    assert auc(above, below) == pytest.approx(law.best_auc, abs=3 * 0.5 / np.sqrt(count))


@pytest.mark.parametrize("name", LAWS)
def test_no_other_score_is_better_than_the_best(name: str) -> None:
    law, rng = LAWS[name](), np.random.default_rng(2)
    fresh = np.concatenate([law.positives(rng, 4000), law.negatives(rng, 4000)])
    best = law.best(fresh)
    for _ in range(20):
        other = best + rng.normal(size=3) @ [fresh[:, 0], fresh[:, 1], fresh[:, 0] * fresh[:, 1]]
        assert auc(other[:4000], other[4000:]) <= auc(best[:4000], best[4000:]) + 1e-3


def test_the_same_arguments_give_the_same_numbers() -> None:
    first, second = measure(QUICK, **SMALL), measure(QUICK, **SMALL)
    np.testing.assert_array_equal(first.values, second.values)
    for name in ("slope", "slope_low", "slope_high"):
        assert getattr(first, name) == getattr(second, name)


def test_an_excess_is_the_best_auc_less_the_auc_of_the_fit() -> None:
    found, law = measure(QUICK, **SMALL), LAWS["clouds"]()
    rng = np.random.default_rng(0)
    fresh = np.concatenate([law.positives(rng, 2000), law.negatives(rng, 2000)])
    f = fit_kernel(QUICK, law, 16, 3, fresh, 16)[0]
    assert found.values[1, 3] == pytest.approx(found.best - auc(f[:2000], f[2000:]))
    np.testing.assert_allclose(found.mean, found.values.mean(axis=1))
    assert (found.low <= found.mean).all() and (found.mean <= found.high).all()


def test_a_fitted_line_finds_the_power_of_its_points() -> None:
    sizes = np.array([10, 20, 40, 80])
    power, level = fitted_line(sizes, 3.0 * sizes**-0.7)
    assert power == pytest.approx(-0.7) and level == pytest.approx(3.0)
    power, _ = fitted_line(sizes, np.array([0.3, -0.1, 0.1, 0.05]))  # what is not above 0 is left out
    assert power == pytest.approx(np.polyfit(np.log([10, 40, 80]), np.log([0.3, 0.1, 0.05]), 1)[0])
    assert np.isnan(fitted_line(sizes, np.zeros(4))).all()


@pytest.mark.slow
def test_more_data_help_where_the_kernel_can_follow_and_only_there() -> None:
    bends, straight = (
        measure(KernelSetting("rings", kernel=kernel, loss="least-squares", rounds=60), (10, 20, 40, 80), 8)
        for kernel in ("gaussian", "linear")
    )
    assert bends.slope_high < -0.5
    assert abs(straight.slope) < 0.05 and straight.mean.min() > 0.4


def test_the_figure_is_finite_and_holds_the_means() -> None:
    found = measure(QUICK, **SMALL)
    drawn = figure(found)
    finite_json(drawn)
    means = next(trace for trace in drawn.data if trace.name == "mean")
    np.testing.assert_allclose(np.array(means.y, dtype=float), found.mean[found.mean > 0])
    dots = next(trace for trace in drawn.data if trace.name == "one sample")
    assert len(dots.y) == (found.values > 0).sum()


def test_progress_is_told_and_may_stop() -> None:
    told: list[tuple[int, int]] = []
    measure(QUICK, **SMALL, progress=lambda done, every: told.append((done, every)) is None)
    assert told == [(k, 12) for k in range(12)]
    with pytest.raises(DataError, match="stopped"):
        measure(QUICK, **SMALL, progress=lambda done, every: done < 2)


def test_settings_whose_rates_cannot_be_measured_are_refused() -> None:
    with pytest.raises(DataError, match="The distributions are clouds, rings"):
        measure(KernelSetting(law="moons"))
    with pytest.raises(DataError, match="two sizes"):
        measure(QUICK, (10,), 3)


@pytest.mark.parametrize(
    ("loss", "power", "promised"),
    [
        ("logistic", 0.0, -0.5),
        ("hinge", 0.125, -0.375),
        ("least-squares", 0.125, -0.25),
        ("least-squares", 0.5, 0.5),
    ],
)
def test_the_theorem_promises_a_power_of_its_own(loss: str, power: float, promised: float) -> None:
    assert KernelSetting(loss=loss, power=power).promised == pytest.approx(promised)


def test_the_distance_to_the_minimiser_keeps_what_is_promised() -> None:
    """With λ that stays, the spread of the minimisers over samples falls at least as m^(−1/2), as the proof has it."""
    setting = KernelSetting(loss="least-squares", power=0.0, regularisation=1.0, rounds=60)
    law = LAWS["clouds"]()
    rng = np.random.default_rng(0)
    fresh = np.concatenate([law.positives(rng, 300), law.negatives(rng, 300)])
    spreads = []
    for m in (20, 320):
        scores = np.array([fit_kernel(setting, law, m, seed, fresh, m)[0] for seed in range(8)])
        spreads.append(float(scores.std(axis=0).mean()))
    assert np.log(spreads[1] / spreads[0]) / np.log(16) < 0.8 * setting.promised


@pytest.mark.parametrize(("power", "drawn"), [(0.125, True), (0.5, False)])
def test_the_promised_line_is_drawn_and_ticks_are_decades(power: float, drawn: bool) -> None:
    found = measure(KernelSetting(rounds=30, power=power), **SMALL)
    shown = figure(found)
    lines = [trace for trace in shown.data if trace.name.startswith("the theorem")]
    assert bool(lines) == drawn
    if drawn:
        x, y = (np.log(np.array(each, dtype=float)) for each in (lines[0].x, lines[0].y))
        assert np.polyfit(x, y, 1)[0] == pytest.approx(found.setting.promised)
    axis = shown.layout.yaxis
    assert axis.dtick == 1 and all(float(end).is_integer() for end in axis.range)
    positive = found.values[found.values > 0]
    assert 10 ** axis.range[0] <= positive.min() and positive.max() <= 10 ** axis.range[1]


def test_even_samples_are_those_of_the_sizes() -> None:
    found = over_shares(QUICK, 32, (4, 16), 4)
    np.testing.assert_array_equal(found.values[1], measure(QUICK, **SMALL).values[1])


def test_balance_helps_and_its_figure_holds_the_means() -> None:
    found = over_shares(KernelSetting(rounds=60), 80, (4, 40), 12)
    assert found.mean[0] > 2.0 * found.mean[1] and found.low[0] > found.high[1]
    assert (found.low <= found.mean).all() and (found.mean <= found.high).all()
    drawn = balance(found)
    finite_json(drawn)
    means = next(trace for trace in drawn.data if trace.name == "mean")
    np.testing.assert_allclose(np.array(means.y, dtype=float), found.mean)
    assert drawn.layout.xaxis.title.text == "positives among 80 items"


def test_a_class_without_items_is_refused() -> None:
    with pytest.raises(DataError, match="Each class needs an item"):
        over_shares(QUICK, 16, (16,), 3)


def test_with_the_theorems_steps_the_fit_is_the_twins() -> None:
    """λ, γ_t and T of one sample, typed here, and Definition 1.1 pair by pair."""
    setting, m = KernelSetting.of_the_theorem("clouds", "least-squares", "gaussian", 0.25), 6
    rng = np.random.default_rng((3, m))
    law = LAWS["clouds"]()
    X = np.concatenate([law.positives(rng, m), law.negatives(rng, m)])
    rate = 0.01 * (m / 100) ** (-1 / 6)
    first = 1.0 / (8.0 + rate)
    summed = 0.25 * np.log(m) / (rate * first)
    T = int(np.ceil((1 + 0.75 * summed) ** (4 / 3) - 1))
    run = twin.descend(
        X, np.arange(2 * m) < m, T, loss="least-squares", width=1.0, regularisation=rate, decay=0.25
    )
    np.testing.assert_allclose(fit_kernel(setting, law, m, 3, X, m)[0], run.f[-1], rtol=1e-6)
