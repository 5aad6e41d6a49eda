"""The kernel method's page without a browser: it opens, its presets open on it, and rates are measured once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from rankviz.theory.sampling import boosting, promise, rates, target
from rankviz.theory.sampling import distances as sampling
from rankviz.ui.details.rates import measured, view
from rankviz.ui.pages.kernel.page import PAGE
from rankviz.ui.presets.presets import PRESETS, Preset
from rankviz.ui.shell import layout
from rankviz.ui.state.link import from_link, to_link

ROOT = Path(__file__).parents[3]
OWN = [preset for preset in PRESETS if preset.page == layout.KERNEL]


def page(**link: str) -> AppTest:
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    test.switch_page("pages/kernel.py")
    test.query_params.update(link)
    test.run()
    assert not test.exception and not test.error and not test.warning
    return test


def test_it_opens_with_its_own_start() -> None:
    test = page()
    assert from_link(test.query_params)[0] == PAGE.start
    assert "kernel-gd" in PAGE.start["alg"] and set(PAGE.start["alg"]) <= set(PAGE.offers)


@pytest.mark.parametrize("preset", OWN, ids=lambda preset: preset.title)
@pytest.mark.slow
def test_its_presets_open_on_it(preset: Preset) -> None:
    test = page(**to_link(preset.state, whole=True))
    assert from_link(test.query_params)[0] == preset.state


@pytest.mark.slow
def test_rates_are_measured_once_and_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[rates.KernelSetting] = []

    def small(setting: rates.KernelSetting, seeds: int, progress: rates.Progress) -> rates.Rates:
        calls.append(setting)
        return rates.measure(setting, (6, 12), 3, progress)

    monkeypatch.setattr(view, "measure", small)
    measured.FOUND.clear()
    test = page(tab="rates")
    assert not calls
    test.button(key="rates-measure").click().run()
    assert not test.exception and len(calls) == 1
    said = " ".join(each.value for each in test.markdown)
    assert "scales as m to the power" in said and "The theorem's power" in said and "excess" not in said
    test.run()
    assert len(calls) == 1
    test.selectbox(key="rates-kernel").select("linear").run()
    assert len(calls) == 1  # another choice is measured when asked for
    test.toggle(key="rates-theorem").set_value(True).run()
    test.button(key="rates-measure").click().run()
    assert not test.exception and [setting.kernel for setting in calls] == ["gaussian", "linear"]
    assert calls[1].grows and calls[1].power == promise.best_power("logistic")
    assert any(re.search(r"and T from \d+ to [\d,]+ steps", each.value) for each in test.caption)
    measured.FOUND.clear()


def test_balance_is_measured_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def small(setting: rates.KernelSetting, seeds: int, progress: rates.Progress) -> rates.Balance:
        return rates.over_shares(setting, 24, (4, 12), 4, progress)

    monkeypatch.setattr(view, "over_shares", small)
    measured.FOUND.clear()
    test = page(tab="rates")
    test.segmented_control(key="rates-varies").set_value(view.BALANCE).run()
    assert "100 runs" in test.button(key="rates-measure").label
    test.button(key="rates-measure").click().run()
    assert not test.exception
    assert any("every sample has 24 items" in each.value for each in test.markdown)
    measured.FOUND.clear()


def test_the_distance_of_the_theorem_is_measured_and_another_visitor_sees_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[rates.KernelSetting] = []

    def small(setting: rates.KernelSetting, seeds: int, progress: rates.Progress) -> sampling.Distances:
        calls.append(setting)
        return sampling.distances(setting, (6, 12), 2, progress)

    monkeypatch.setattr(sampling, "REFERENCE", {"logistic": 30})
    monkeypatch.setattr(view, "distances", small)
    measured.FOUND.clear()
    for _ in range(2):
        test = page(tab="rates")
        test.segmented_control(key="rates-varies").set_value(view.DISTANCE).run()
        assert test.button(key="rates-measure").label == "Measure: 40 runs, some seconds"
        test.button(key="rates-measure").click().run()
        assert not test.exception
        said = " ".join(each.value for each in test.markdown)
        assert "what the steps leave" in said
        assert any("30 fresh positives" in each.value for each in test.caption)
    assert len(calls) == 1
    measured.FOUND.clear()


def test_what_takes_long_says_so_before_it_is_asked_for() -> None:
    test = page(tab="rates")
    test.segmented_control(key="rates-varies").set_value(view.DISTANCE).run()
    test.toggle(key="rates-theorem").set_value(True).run()
    test.selectbox(key="rates-loss").set_value("hinge").run()
    test.selectbox(key="rates-kernel").set_value("polynomial").run()
    ends = []
    for decay in view.DECAYS:
        test.selectbox(key="rates-decay").set_value(decay).run()
        ends.append(test.button(key="rates-measure").label.partition(", ")[2])
    assert not test.exception
    assert ends[0] == "some seconds" and re.fullmatch(r"about \d+ minutes", ends[1])


def test_the_corollary_and_boosting_stand_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    of_target, of_boosting = target.measure, boosting.measure
    monkeypatch.setattr(
        target, "measure", lambda loss, decay, seeds, progress: of_target(loss, decay, (6, 12), 2, progress)
    )
    monkeypatch.setattr(
        boosting, "measure", lambda asked, seeds, progress: of_boosting(asked, (6, 12), 2, progress)
    )
    measured.FOUND.clear()
    test = page(tab="rates")
    test.segmented_control(key="rates-varies").set_value(view.TARGET).run()
    test.button(key="rates-measure").click().run()
    assert not test.exception
    assert any("the corollary's power is **−0.25**" in each.value for each in test.markdown)
    test.segmented_control(key="rates-varies").set_value(view.BOOSTING).run()
    test.selectbox(key="rates-boosting-undefined").select("cap").run()
    test.button(key="rates-measure").click().run()
    assert not test.exception
    assert any("No theorem of the four papers" in each.value for each in test.markdown)
    measured.FOUND.clear()


def test_parameters_stand_in_sight_by_name_and_symbol() -> None:
    test = page()
    (options,) = test.sidebar.expander
    folded = {widget.label for widget in options.number_input}
    shown = {widget.label for widget in test.sidebar.number_input} - folded
    named = {
        "λ, norm penalty",
        "σ, width of the kernel",
        "γ, first step (0: the longest)",
        "θ, decay of the steps",
    }
    assert named <= shown
    assert "Pairs per step" in folded
