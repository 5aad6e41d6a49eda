"""The page of margins as a visitor meets it: numbers are the engine's, buttons set everything, the bound follows θ."""

import re

import pytest
from helpers.browser.agreement import assert_shows
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import expect

import rankviz
from rankviz.insight.theory import margin_bound, margin_game
from rankviz.ui.presets.starts import CYCLE, SKEW
from rankviz.ui.state.link import to_link
from rankviz.ui.state.state import State

pytestmark = pytest.mark.one_page

MARGINS = (
    "Margin and smooth margin",
    "Pair weights d",
    "Shares of Σα",
    "Theorem 2",
    "Hardest pairs",
    "The step",
)

BEYOND = (
    "() => { const main = document.querySelector('.stMain'); return main.scrollHeight - main.clientHeight; }"
)
"""Pixels of the page below the screen."""


WHOLE = {name: value for name, value in to_link(CYCLE, whole=True).items() if name != "look"}
"""A link of before: it shows all tiles of the board."""


def opened(stage: StagePage, first: str = MARGINS[0], **link: object) -> StagePage:
    """The page with its stage drawn, all tiles on it."""
    return stage.open_on("margins", first, **(WHOLE | link))


def engine(state: State) -> rankviz.Trace:
    return rankviz.trace(
        rankviz.load(str(state["data"])), state["alg"], rounds=state["rounds"], **state.parameters()
    )


def test_it_opens_with_three_symbols_each_said_in_words(stage: StagePage) -> None:
    """The rest is one press away, and a link without a look shows the whole board."""
    stage.open_on("margins", MARGINS[0])
    expect(stage.page.locator("[data-tile]")).to_have_count(3)
    first = stage.panel(MARGINS[0]).inner_text()
    for words in ("smallest margin of all pairs", "a smooth curve below μ", "the largest possible μ"):
        assert words in first
    assert not re.search(r"\(\d\)|d\*|λ", stage.page.locator(".rv-banner").inner_text())
    assert stage.address()["look"] == "tiles:smooth.margins.ranking"


@pytest.mark.new_visitor
def test_its_board_has_its_panels_and_the_engines_numbers(tall_stage: StagePage) -> None:
    """At the opening, a round on and back, and at the end: numbers, bars of weights, dots and the window."""
    stage = opened(tall_stage)
    for title in MARGINS:
        expect(stage.panel(title)).to_be_visible()
        assert "How to read this:" in (stage.panel(title).text_content() or "")
    assert "What does cycling cost?" in stage.text()
    assert "from round 6 Smooth Margin takes its own steps" in stage.panel(MARGINS[0]).inner_html()
    trace = engine(CYCLE)
    rho = margin_game.solve(trace.problem, trace.pool).rho
    dots = stage.panel("Hardest pairs").locator(".rv-hard-pair .rv-dot")
    places = "(dots) => dots.map((dot) => dot.getAttribute('transform'))"
    before = dots.evaluate_all(places)
    assert len(before) == 8
    stage.step()
    stage.expect_round(6)
    assert dots.evaluate_all(places) != before
    assert "Smooth Margin's step was the shorter one" in stage.text()
    stage.button("Back").click()
    stage.expect_round(5)
    assert dots.evaluate_all(places) == before
    for t in (5, 300):
        shown = stage.numbers(MARGINS[0])
        for run in trace.runs:
            assert_shows(shown[run.label, "G̃"], float(run.metrics["smooth_margin"][t]), f"G̃ after {t}")
            assert_shows(shown[run.label, "μ"], float(run.metrics["margin"][t]), f"μ after {t}")
            assert_shows(shown[run.label, "ρ"], rho, "ρ")
        weights = stage.panel("Pair weights d").locator(".rv-weight-value").all_text_contents()
        for k, run in enumerate(trace.boosted):
            for i, weight in enumerate(trace.weights(run, t)):
                assert_shows(weights[4 * k + i], float(weight), f"d of pair {i} after {t}")
        stage.page.keyboard.press("End")
        stage.expect_round(300)
    ticks = stage.panel(MARGINS[0]).locator("svg").first.locator(".rv-axis text").all_text_contents()
    assert "300" in ticks and "0" not in ticks, "the window has followed the round"
    least = stage.panel("Theorem 2").inner_text()
    assert "holds" in least


def test_a_button_sets_everything_and_the_link_says_it(stage: StagePage) -> None:
    opened(stage)
    with stage.rerun():
        stage.button("AdaBoost without the constant").click()
    expect(stage.panel("F̃, F-skew and AUC")).to_be_visible(timeout=30_000)
    stage.expect_round(3)
    assert "AdaBoost's AUC is 0.594. In the next round it falls below one half." in stage.text()
    run = engine(SKEW.but(constant=False)).run("adaboost")
    shown = stage.numbers("F̃, F-skew and AUC")
    for symbol, name in (
        ("F̃", "f_tilde"),
        ("F-skew", "f_skew"),
        ("F₊", "f_plus"),
        ("F₋", "f_minus"),
        ("AUC", "auc"),
    ):
        assert_shows(shown["AdaBoost", symbol], float(run.extra[name][3]), f"{symbol} after 3")
    assert "lowest 39.92" in stage.panel("F̃, F-skew and AUC").inner_html()
    expect(stage.panel("Ê1 = F̃/m")).to_be_visible()
    link = stage.address()
    assert link["data"] == "scenario:skew" and link["alg"] == "rb-d,adaboost"
    stage.tab("The paper")
    expect(stage.page.get_by_text("Why AdaBoost can rank")).to_be_visible()
    assert "The constant classifier is switched off" in stage.text()


def test_the_bound_follows_theta_and_the_page_is_one_screen(stage: StagePage) -> None:
    opened(stage, tab="paper")
    expect(stage.page.get_by_test_id("stMetricValue")).to_have_count(7)
    assert stage.page.evaluate(BEYOND) == 0
    trace = engine(CYCLE)
    run = trace.run("rb-d")
    found = margin_bound.margins(trace, run, int(CYCLE["t"]))
    given = margin_bound.setting(trace, 0.05)
    slider = stage.page.get_by_role("slider", name=re.compile("θ"))
    for theta in (0.1, 0.11):
        row = margin_bound.bound(given, found, theta)
        expect(stage.page.get_by_test_id("stMetricValue").nth(1)).to_have_text(f"{row.epsilon:.1f}")
        slider.focus()
        with stage.rerun():
            slider.press("ArrowRight")
    assert "The bound is vacuous" in stage.text() and "The pairs are not independent" in stage.text()
    with stage.rerun():
        stage.page.get_by_role("tab", name="Largest margin").click()
    expect(stage.page.get_by_text("A linear program found weights")).to_be_visible()


def test_data_that_no_weights_separate_are_told_in_words(stage: StagePage) -> None:
    data = "bundled:diabetes?grades=2&items=60"
    stage.open("margins", data=data, alg="smooth-margin,rb-c", neg=0, rounds=50, holdout=0, tab="paper")
    stage.page.get_by_role("tab", name="Largest margin").click()
    assert stage.alert("not separable")
    stage.idle()


def test_on_a_phone_in_the_dark_every_panel_is_there(new_page: NewPage) -> None:
    stage = new_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
    opened(stage, tab="paper")
    for title in MARGINS:
        expect(stage.panel(title)).to_be_attached()
    drawer = stage.page.locator(".rv-drawer").bounding_box()
    rounds = stage.where.bounding_box()
    assert drawer is not None and rounds is not None
    assert drawer["height"] > 400 and drawer["y"] + drawer["height"] <= rounds["y"] + 1
    assert stage.page.evaluate(BEYOND) == 0
    assert stage.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
