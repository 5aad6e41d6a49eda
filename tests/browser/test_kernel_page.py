"""The kernel method's page as a visitor meets it: a landscape grows, numbers are the engine's, rates are measured."""

from __future__ import annotations

import re

import pytest
from agreement import assert_shows
from playwright.sync_api import expect
from stage_page import NewPage, StagePage

import rankviz
from rankviz.ui.pages.kernel.page import START

PANELS = (
    "Risk and error",
    "The score, a landscape",
    "Norm, target and step",
    "Three losses, one cursor",
    "Coefficients",
    "Ranking ladder",
)
PIXELS = """(picture) => {
  const canvas = picture.querySelector("canvas");
  return [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data].join();
}"""


def opened(stage: StagePage, **link: object) -> StagePage:
    """The page with its stage drawn."""
    return stage.open_on("kernel", "Risk and error", **link)


def engine() -> dict[str, rankviz.Run]:
    """The runs that the page opens with, by label."""
    trace = rankviz.trace(
        rankviz.load(f"{START['data']}&seed={START['seed']}"),
        START["alg"],
        rounds=START["rounds"],
        holdout=START["holdout"] / 100,
        seed=START["seed"],
        **START.parameters(),
    )
    return {run.label: run for run in trace.runs}


def landscape(stage: StagePage) -> list[str]:
    """Every pixel of the landscapes, one text each."""
    pictures = stage.panel("The score, a landscape").get_by_role("img")
    return [picture.evaluate(PIXELS) for picture in pictures.all()]


def test_it_opens_with_its_panels_and_the_engines_numbers(stage: StagePage) -> None:
    opened(stage)
    for title in PANELS:
        expect(stage.panel(title)).to_be_visible()
        assert "How to read this:" in stage.panel(title).inner_text()
    runs = engine()
    t, rounds = stage.round()
    assert (t, rounds) == (START["t"], START["rounds"])
    for _ in range(2):
        t, _ = stage.round()
        own = runs["Kernel GD"].own
        shown = stage.numbers("Risk and error") | stage.numbers("Norm, target and step")
        for symbol, value in (
            ("J", own["regularised"][t]),
            ("E_S", own["risk"][t]),
            ("‖f‖", own["norm"][t]),
            ("line", own["norm_bound"][t]),
            ("‖f−f_λ‖", own["distance"][t]),
            ("γ", own["step"][t]),
        ):
            assert_shows(shown["Kernel GD", symbol], float(value), f"{symbol} after round {t}")
        for label, run in runs.items():
            assert_shows(shown[label, "1 − AUC"], float(run.metrics["r2"][t]), f"{label} after round {t}")
        stage.page.keyboard.press("End")
        stage.expect_round(rounds)


def test_the_landscape_moves_with_the_round_and_back(stage: StagePage) -> None:
    opened(stage, data="synthetic:moons?n=60", alg="rb-c,kernel-gd", rounds=30, t=5)
    before = landscape(stage)
    assert len(before) == 2
    stage.step()
    stage.expect_round(6)
    after = landscape(stage)
    assert all(a != b for a, b in zip(before, after, strict=True))
    stage.button("Back").click()
    stage.expect_round(5)
    again = landscape(stage)
    assert [a == b for a, b in zip(again, before, strict=True)] == [True, True]


def test_an_item_pointed_at_is_named(stage: StagePage) -> None:
    opened(stage)
    canvas = stage.panel("The score, a landscape").locator("canvas").last
    box = canvas.bounding_box()
    assert box is not None
    tip = stage.page.locator(".rv-tip")
    for step in range(60):  # along a line through the crowd some point is near
        stage.page.mouse.move(box["x"] + box["width"] * (0.1 + 0.013 * step), box["y"] + box["height"] * 0.45)
        if tip.is_visible():
            break
    assert re.search(r"place \d+, score", tip.inner_text())


def test_without_two_features_the_classes_stand_alone(stage: StagePage) -> None:
    opened(stage, data="bundled:breast-cancer?items=50", alg="kernel-gd", loss="hinge", rounds=20)
    expect(stage.panel("The scores of both classes")).to_be_visible()
    assert stage.panel("The scores of both classes").locator("canvas").count() == 0
    assert "Distance to the exact minimiser" not in stage.panel("Norm, target and step").inner_text()


def test_data_that_are_not_bipartite_say_what_to_do(stage: StagePage) -> None:
    stage.open("kernel", data="bundled:diabetes?items=40", alg="kernel-gd")
    assert "positive" in stage.alert("parts items in two")
    stage.idle()


def test_steps_that_are_too_long_end_the_run_in_words(stage: StagePage) -> None:
    opened(stage, data="synthetic:moons", alg="kernel-gd", loss="least-squares", step=4, rounds=40, t=40)
    assert "the steps are too long" in stage.text()


def test_rates_are_measured_when_asked(stage: StagePage) -> None:
    opened(stage)
    page = stage.page
    page.get_by_role("button", name=re.compile("^Measure")).click()
    expect(page.get_by_text(re.compile("goes like m to the power"))).to_be_visible(timeout=90_000)
    expect(page.locator(".js-plotly-plot")).to_be_visible()
    assert page.get_by_role("button", name=re.compile("^Measure")).count() == 0


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1366, 768)])
def test_it_fits(new_page: NewPage, width: int, height: int) -> None:
    stage = opened(new_page(viewport={"width": width, "height": height}))
    wide = stage.page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= width
