"""An item of the workbench is moved: thresholds, arrows and board follow, and Python has the run of what is let go."""

import pytest
from helpers.browser.stage_page import StagePage
from playwright.sync_api import expect

pytestmark = pytest.mark.one_page

PLANE = {
    "data": "inline:?items=a,b,c,d,e&x=1,3,5,7,9&y=8,2,6,4,5&grades=3,2,1,0,1",
    "alg": "rb-d,rb-plus",
    "t": 2,
    "rounds": 20,
    "undefined": "cap",
}
LINE = {**PLANE, "data": "inline:?items=a,b,c,d&x=1,3,5,7&pairs=a>b,b>c,c>d"}


def middle(stage: StagePage, item: str) -> tuple[float, float]:
    box = stage.page.locator(f'[data-key="item-{item}"] rect').first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_an_item_is_dragged_and_escape_gives_it_back(stage: StagePage) -> None:
    stage.open("workbench", **PLANE)
    losses, split = stage.panel("Loss and bound"), stage.page.locator(".wb-split.wb-now")
    said = stage.page.locator(".wb-round")
    before, words = losses.inner_text(), said.inner_text()
    there = split.evaluate("(line) => line.outerHTML")
    x, y = middle(stage, "d")
    stage.page.mouse.move(x, y)
    stage.page.mouse.down()
    stage.page.mouse.move(x - 120, y - 90, steps=4)
    expect(losses.locator(".rv-ghost").first).to_be_attached()
    stage.wait_until(lambda: said.inner_text() != words, "the round's words follow")
    assert split.evaluate("(line) => line.outerHTML") != there, "and its threshold"
    held = middle(stage, "d")
    assert abs(held[0] - x + 120) < 8 and abs(held[1] - y + 90) < 8
    stage.page.keyboard.press("Escape")
    stage.page.mouse.up()
    expect(losses.locator(".rv-ghost")).to_have_count(0)
    stage.wait_until(lambda: losses.inner_text() == before, "the run as it was")
    assert said.inner_text() == words and middle(stage, "d") == pytest.approx((x, y), abs=0.1)
    stage.page.mouse.move(x, y)
    stage.page.mouse.down()
    stage.page.mouse.move(x - 120, y - 90, steps=4)
    stage.page.mouse.up()
    expect(stage.page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
    stage.wait_until(lambda: "x=1,3,5,7,9" not in stage.address()["data"], "the link has the place")


def test_arrows_move_an_item_on_a_line_and_the_board_follows(stage: StagePage) -> None:
    stage.open("workbench", **LINE)
    stage.page.locator('[data-key="item-b"]').focus()
    stage.page.keyboard.press("Shift+ArrowRight")
    expect(stage.page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
    stage.wait_until(lambda: "x=1,4,5,7" in stage.address()["data"], "the link has the place")
    expect(stage.page.locator('[data-key="item-b"]')).to_be_focused()


def test_an_item_removed_while_another_is_on_its_way_leaves_the_rest(stage: StagePage) -> None:
    stage.open("workbench", **PLANE)
    stage.page.locator('[data-key="item-d"]').focus()
    stage.page.keyboard.press("Shift+ArrowUp")
    stage.page.keyboard.press("Delete")
    expect(stage.page.locator(".wb-item")).to_have_count(4)
    stage.wait_until(lambda: "items=a,b,c,e" in stage.address()["data"], "the link has four items")
    expect(stage.page.locator(".wb-score-end")).to_have_count(4)
