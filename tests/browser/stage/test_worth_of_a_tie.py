"""What a tie is worth, dragged above the board: every round follows, and Python has the run of what is let go."""

import pytest
from helpers.browser.axe import violations
from helpers.browser.stage_page import StagePage
from playwright.sync_api import Locator, expect

pytestmark = pytest.mark.one_page

LINK = {
    "data": "synthetic:arena?battles=400&models=6&planted=none",
    "alg": "rb-d,rb-plus,bradley-terry,net-wins",
    "rounds": 12,
    "holdout": 0,
}


def grip(stage: StagePage) -> Locator:
    return stage.page.get_by_role("slider", name="A tie is worth", exact=True).and_(
        stage.page.locator(".rv-worth-grip")
    )


def test_the_board_follows_the_hand_and_escape_gives_the_run_back(stage: StagePage) -> None:
    stage.open(t=5, **LINK)
    losses = stage.panel("Loss and bound")
    before = losses.inner_text()
    box = grip(stage).bounding_box()
    y = box["y"] + box["height"] / 2
    stage.page.mouse.move(box["x"] + box["width"] / 2, y)
    stage.page.mouse.down()
    for place in (0.4, 0.2, 0.0):  # at 0 orders that nobody voted for are no pairs
        stage.page.mouse.move(box["x"] + place * box["width"], y, steps=2)
        expect(losses.locator(".rv-ghost").first).to_be_attached()
    expect(losses).not_to_have_text(before)
    expect(stage.page.locator(".rv-worth output")).to_have_text("0 wins each · was 0.5")
    stage.page.keyboard.press("Escape")
    stage.page.mouse.up()
    expect(losses.locator(".rv-ghost")).to_have_count(0)
    stage.wait_until(lambda: losses.inner_text() == before, "the run as it was")
    assert "tie" not in stage.address()["data"]


def test_arrows_try_and_enter_asks_python_for_the_same_run(stage: StagePage) -> None:
    stage.open(t=5, **LINK)
    grip(stage).focus()
    for _ in range(3):
        stage.page.keyboard.press("ArrowLeft")
    expect(stage.panel("Loss and bound").locator(".rv-ghost").first).to_be_attached()
    stage.page.keyboard.press("Enter")
    expect(stage.page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
    expect(stage.page.locator(".rv-worth output")).to_have_text("0.47 wins each")
    assert "tie=0.47" in stage.address()["data"]
    assert stage.address()["holdout"] == "0", "the same votes are the same data"
    stage.rest()
    assert violations(stage.page) == []


def test_other_data_have_no_ties_to_weigh(stage: StagePage) -> None:
    stage.open(t=1, data="scenario:lemma-3", alg="rb-d", rounds=3)
    expect(grip(stage)).to_have_count(0)
