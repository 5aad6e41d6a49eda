"""The page of margins as a visitor meets it: numbers are the engine's, buttons set everything, the bound follows θ."""

from __future__ import annotations

import re

import pytest
from agreement import assert_shows
from playwright.sync_api import expect
from stage_page import NewPage, StagePage

import rankviz
from rankviz.theory import margin_bound, margin_game
from rankviz.ui.pages.margins.page import CYCLE, SKEW
from rankviz.ui.state.state import State

MARGINS = (
    "Margin and smooth margin",
    "Hardest pairs",
    "Theorem 2: what a round gains",
    "Margins",
    "Ensemble weights",
    "Ranking ladder",
)


def opened(stage: StagePage, first: str = MARGINS[0], **link: object) -> StagePage:
    """The page with its stage drawn."""
    return stage.open_on("margins", first, **link)


def engine(state: State) -> rankviz.Trace:
    """The run of a state."""
    return rankviz.trace(
        rankviz.load(str(state["data"])), state["alg"], rounds=state["rounds"], **state.parameters()
    )


def test_it_opens_with_its_panels_and_the_engines_numbers(stage: StagePage) -> None:
    opened(stage)
    for title in MARGINS:
        expect(stage.panel(title)).to_be_visible()
        assert "How to read this:" in stage.panel(title).inner_text()
    trace = engine(CYCLE)
    rho = margin_game.solve(trace.problem, trace.pool).rho
    for _ in range(2):
        t, rounds = stage.round()
        shown = stage.numbers(MARGINS[0])
        for run in trace.runs:
            assert_shows(shown[run.label, "G̃"], float(run.metrics["smooth_margin"][t]), f"G̃ after {t}")
            assert_shows(shown[run.label, "μ"], float(run.metrics["margin"][t]), f"μ after {t}")
            assert_shows(shown[run.label, "ρ"], rho, "ρ")
        own = trace.run("smooth-margin").own
        gains = stage.numbers(MARGINS[2])
        assert_shows(gains["Smooth Margin", "gain"], float(own["smooth_gain"][t]), f"gain in {t}")
        assert_shows(gains["Smooth Margin", "Thm 2"], float(own["smooth_gain_least"][t]), f"Theorem 2 in {t}")
        assert "the inequality holds" in stage.panel(MARGINS[2]).inner_text()
        stage.page.keyboard.press("End")
        stage.expect_round(rounds)
    assert "from round 6 on step (6)" in stage.panel(MARGINS[0]).inner_html()


def test_the_hardest_pairs_move_with_the_round_and_back(stage: StagePage) -> None:
    opened(stage)
    dots = stage.panel("Hardest pairs").locator("svg .rv-dot")
    places = "(dots) => dots.map((dot) => dot.getAttribute('transform'))"
    before = dots.evaluate_all(places)
    assert len(before) == 8
    stage.step()
    stage.expect_round(41)
    assert dots.evaluate_all(places) != before
    stage.button("Back").click()
    stage.expect_round(40)
    assert dots.evaluate_all(places) == before


def test_a_button_sets_everything_and_the_link_says_it(stage: StagePage) -> None:
    opened(stage)
    with stage.rerun():
        stage.button("AdaBoost without it").click()
    expect(stage.panel("F̃, F-skew and AUC")).to_be_visible(timeout=30_000)
    assert "What to look for:" in stage.text()
    run = engine(SKEW.but(constant=False)).run("adaboost")
    t, _ = stage.round()
    shown = stage.numbers("F̃, F-skew and AUC")
    last = min(t, run.n_rounds)
    for symbol, name in (
        ("F̃", "f_tilde"),
        ("skew", "f_skew"),
        ("F₊", "f_plus"),
        ("F₋", "f_minus"),
        ("AUC", "auc"),
    ):
        assert_shows(shown["AdaBoost", symbol], float(run.own[name][last]), f"{symbol} after {t}")
    link = stage.address()
    assert link["data"] == "scenario:skew" and link["alg"] == "rb-d,adaboost"
    assert "The constant classifier is switched off" in stage.text()


def test_with_the_constant_both_numbers_are_the_same(stage: StagePage) -> None:
    opened(stage, "F̃, F-skew and AUC", data="scenario:skew", alg="rb-d,adaboost", rounds=80, holdout=0, t=80)
    shown = stage.numbers("F̃, F-skew and AUC")
    for symbol in ("F̃", "AUC"):
        assert shown["AdaBoost", symbol] == shown["RB-D", symbol]
    expect(stage.page.get_by_role("heading", name="Why AdaBoost can rank")).to_be_visible()


def test_the_bound_follows_theta(stage: StagePage) -> None:
    opened(stage)
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
    assert "The bound is vacuous" in stage.text()


@pytest.mark.parametrize(
    ("data", "algorithms", "says"),
    [
        ("bundled:diabetes?grades=2&items=60", "smooth-margin,rb-c", "not separable"),
        ("bundled:diabetes?items=40", "adaboost", "positive"),
    ],
)
def test_data_that_do_not_suit_are_told_in_words(
    stage: StagePage, data: str, algorithms: str, says: str
) -> None:
    stage.open("margins", data=data, alg=algorithms, neg=0, rounds=50, holdout=0)
    assert says in stage.alert(says)
    stage.idle()


def test_on_a_phone_in_the_dark_every_panel_is_there(new_page: NewPage) -> None:
    stage = new_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
    opened(stage)
    for title in MARGINS:
        expect(stage.panel(title)).to_be_attached()
    assert stage.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
