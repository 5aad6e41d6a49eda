"""Boosting's excess risk by sample size: each value is the twin's, and the figure says the slopes that were fitted."""

import numpy as np
import pytest
from helpers.views import finite_json
from twins import rankboost as twin

from rankviz.board.figures.rates.boosting import boosting as figure
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data.builtin.plane_laws import LAWS
from rankviz.engine.errors import DataError
from rankviz.engine.number_format import number
from rankviz.insight.theory.sampling import boosting
from rankviz.insight.theory.sampling.boosting import COMPARED, BoostingSetting, measure
from rankviz.insight.theory.sampling.rates import FRESH, KernelSetting, fresh_of
from rankviz.insight.theory.sampling.rates import measure as of_the_kernel

SMALL = {"sizes": (8, 16), "seeds": 2}


@pytest.mark.parametrize("name", COMPARED)
def test_an_excess_is_that_of_the_twins_ensemble(name: str) -> None:
    """The twin boosts the same sample; its ensemble ranks the fresh points, pair by pair, a tie counting half."""
    asked, law = BoostingSetting("clouds", 6), LAWS["clouds"]()
    found = measure(asked, **SMALL)
    done = boosting.boosted(asked, law, 16, 1)
    H = done.pool.outputs(np.arange(len(done.pool))).T.astype(np.float64)
    run = twin.boost(name, twin.Items(H, done.problem.pairs), 6, undefined="cap")
    rng = np.random.default_rng(0)
    fresh = np.concatenate([law.positives(rng, FRESH), law.negatives(rng, FRESH)])
    f = sum(row["alpha"] * done.pool.apply(int(row["ranker"]), fresh) for row in run.rounds)
    apart = f[:FRESH, None] - f[None, FRESH:]
    auc = float((apart > 1e-9).mean() + 0.5 * (np.abs(apart) <= 1e-9).mean())
    assert fresh_of(law)[1] - auc == pytest.approx(found.of[name].values[1, 1], abs=1e-12)


def test_the_fresh_points_are_those_of_the_kernel_method() -> None:
    assert (
        measure(BoostingSetting(rounds=2), **SMALL).best
        == of_the_kernel(KernelSetting(rounds=2), (8, 16), 2).best
    )


def test_more_data_help_all_three_and_the_figure_says_so() -> None:
    found = measure(BoostingSetting(rounds=20), (10, 40, 160), 6)
    assert all(of.slope_high < -0.2 for of in found.of.values())
    assert all((of.low <= of.mean).all() and (of.mean <= of.high).all() for of in found.of.values())
    shown = figure(found)
    finite_json(shown)
    lines = {trace.name: np.array(trace.y, dtype=float) for trace in shown.data}
    for name in COMPARED:
        of, label = found.of[name], ALGORITHMS[name].label
        np.testing.assert_allclose(lines[f"{label}, slope {number(of.slope, 2)}"], of.mean)
        np.testing.assert_allclose(lines[f"{label}, band"], np.concatenate([of.high, of.low[::-1]]))


def test_a_run_that_halts_is_counted_where_it_halted() -> None:
    halted, capped = (measure(BoostingSetting("rings", 30, policy), **SMALL) for policy in ("halt", "cap"))
    assert (halted.rounds["rb-d"] < 30).any() and (halted.rounds["rb-d"] <= capped.rounds["rb-d"]).all()
    np.testing.assert_array_equal(halted.of["rb-plus"].values, capped.of["rb-plus"].values)


def test_settings_of_boosting_rates_that_cannot_be_measured_are_refused() -> None:
    with pytest.raises(DataError, match="two sizes"):
        measure(BoostingSetting("moons"))
    with pytest.raises(DataError, match="stopped"):
        measure(BoostingSetting(rounds=2), (8, 16), 2, lambda done, every: done < 1)
