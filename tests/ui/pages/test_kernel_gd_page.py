"""The kernel method's page without a browser: it opens, its presets open on it, and rates are measured once."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.pages import app, shown_state, words
from streamlit.testing.v1 import AppTest

from rankviz.insight.theory.sampling import boosting, promise, rates, target
from rankviz.insight.theory.sampling import distances as sampling
from rankviz.ui.details.rates import measured, view
from rankviz.ui.pages.kernel.page import PAGE
from rankviz.ui.presets.presets import PRESETS, Preset
from rankviz.ui.shell import layout
from rankviz.ui.state.link import to_link

OWN = [preset for preset in PRESETS if preset.page == layout.KERNEL]


def page(**link: str) -> AppTest:
    test = app("pages/kernel.py", **link)
    assert not test.error and not test.warning
    return test


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What is measured, each time of few and small samples; found anew, and forgotten at the end."""
    of_target, of_boosting, found = target.measure, boosting.measure, []
    few = {
        (view, "measure"): lambda setting, told: rates.measure(setting, (6, 12), 3, told),
        (view, "over_shares"): lambda setting, told: rates.over_shares(setting, 24, (4, 12), 4, told),
        (view, "distances"): lambda setting, told: sampling.distances(setting, (6, 12), 2, told),
        (target, "measure"): lambda loss, decay, told: of_target(loss, decay, (6, 12), 2, told),
        (boosting, "measure"): lambda asked, told: of_boosting(asked, (6, 12), 2, told),
    }
    for (module, name), measure in few.items():

        def counted(*given: Any, seeds: int, progress: Any, measure: Any = measure) -> Any:
            found.append(given[0])
            return measure(*given, progress)

        monkeypatch.setattr(module, name, counted)
    monkeypatch.setattr(sampling, "REFERENCE", {"logistic": 30})
    measured.FOUND.clear()
    yield found
    measured.FOUND.clear()


def rates_page(varies: str | None = None) -> AppTest:
    """The tab of rates, with what varies."""
    test = page(tab="rates")
    if varies:
        test.segmented_control(key="rates-varies").set_value(varies).run()
    return test


def test_it_opens_with_its_own_start() -> None:
    test = page()
    assert shown_state(test) == PAGE.start
    assert "kernel-gd" in PAGE.start["alg"] and set(PAGE.start["alg"]) <= set(PAGE.offers)


@pytest.mark.parametrize("preset", OWN, ids=lambda preset: preset.title)
@pytest.mark.slow
def test_its_presets_open_on_it(preset: Preset) -> None:
    assert shown_state(page(**to_link(preset.state, whole=True))) == preset.state


@pytest.mark.slow
def test_rates_are_measured_once_and_for_all(calls: list[Any]) -> None:
    test = rates_page()
    assert not calls
    test.button(key="rates-measure").click().run()
    said = words(test, "markdown")
    assert "scales as m to the power" in said and "The theorem's power" in said and "excess" not in said
    test.run()
    test.selectbox(key="rates-kernel").select("linear").run()
    assert len(calls) == 1, "another choice is measured when asked for"
    test.toggle(key="rates-theorem").set_value(True).run()
    test.button(key="rates-measure").click().run()
    assert [setting.kernel for setting in calls] == ["gaussian", "linear"]
    assert calls[1].grows and calls[1].power == promise.best_power("logistic")
    assert re.search(r"and T grows from \d+ to [\d,]+ steps", words(test, "caption"))


@pytest.mark.parametrize(
    ("varies", "label", "said"),
    [
        (view.BALANCE, "100 runs", ["every sample has 24 items"]),
        (view.DISTANCE, "Measure: 40 runs, some seconds", ["optimisation error", "30 fresh positives"]),
        (view.TARGET, "Measure", ["the corollary's power is **−0.25**"]),
        (view.BOOSTING, "Measure", ["No theorem of the four papers"]),
    ],
)
def test_what_varies_is_measured_and_another_visitor_sees_it(
    varies: str, label: str, said: list[str], calls: list[Any]
) -> None:
    for _ in range(2):
        test = rates_page(varies)
        if varies == view.BOOSTING:
            test.selectbox(key="rates-boosting-undefined").select("cap").run()
        assert label in test.button(key="rates-measure").label
        test.button(key="rates-measure").click().run()
        assert all(each in words(test, "markdown", "caption") for each in said)
    assert len(calls) == 1


def test_what_takes_long_says_so_before_it_is_asked_for() -> None:
    test = rates_page(view.DISTANCE)
    test.toggle(key="rates-theorem").set_value(True).run()
    test.selectbox(key="rates-loss").set_value("hinge").run()
    test.selectbox(key="rates-kernel").set_value("polynomial").run()
    ends = []
    for decay in view.DECAYS:
        test.selectbox(key="rates-decay").set_value(decay).run()
        ends.append(test.button(key="rates-measure").label.partition(", ")[2])
    assert ends[0] == "some seconds" and re.fullmatch(r"about \d+ minutes", ends[1])


def test_parameters_stand_in_sight_by_name_and_symbol() -> None:
    test = page()
    (options,) = test.sidebar.expander
    folded = {widget.label for widget in options.number_input}
    shown = {widget.label for widget in test.sidebar.number_input} - folded
    lead = (
        "λ, norm penalty",
        "σ, width of the kernel",
        "γ, first step (0: the longest)",
        "θ, decay of the steps",
    )
    assert set(lead) <= shown and "Pairs per step" in folded
