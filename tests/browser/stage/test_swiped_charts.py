"""A finger on the chart of a swiped tile: a swipe turns the tile, a tap chooses a round."""

import pytest
from helpers.browser.in_page import FRAMES
from helpers.browser.shared import shared_stage
from helpers.browser.stage_page import StagePage
from playwright.sync_api import expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CHART = "svg.rv-rounds"
STEPS = 12


# Round 5 of 20 on a phone.
shared, phone = shared_stage(lambda stage: stage.open(rounds=20, t=5), lambda stage: stage.at(5), **PHONE)


def swipe(stage: StagePage, tile: str, by: int) -> None:
    """Draw a finger over the tile's first chart, by so many px to the right."""
    box = stage.page.locator(f"[data-tile={tile}] {CHART}").first.bounding_box()
    x, y = box["x"] + (box["width"] - by) / 2, box["y"] + box["height"] / 2
    session = stage.page.context.new_cdp_session(stage.page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for part in range(1, STEPS + 1):
        touch("touchMove", {"x": x + part * by / STEPS, "y": y})
        stage.page.evaluate(FRAMES)
    touch("touchEnd")


def turn_to(stage: StagePage, tile: str) -> None:
    """Show a tile as the reader's swipes would."""
    board = "(tile) => { tile.parentElement.scrollLeft = tile.offsetLeft - tile.parentElement.offsetLeft; }"
    stage.page.locator(f"[data-tile={tile}]").evaluate(board)
    stage.rest()
    expect_in_view(stage, tile)


def expect_in_view(stage: StagePage, tile: str) -> None:
    left = "(tile) => Math.round(tile.getBoundingClientRect().left)"
    stage.wait_until(lambda: abs(stage.page.locator(f"[data-tile={tile}]").evaluate(left)) < 20, tile)


@pytest.mark.parametrize("tile", ["losses", "ties", "margins"])
def test_a_swipe_that_begins_on_a_chart_turns_the_tile_and_leaves_the_round(
    phone: StagePage, tile: str
) -> None:
    tiles = phone.page.locator("[data-tile]").evaluate_all("(all) => all.map((each) => each.dataset.tile)")
    turn_to(phone, tile)
    swipe(phone, tile, 260)
    expect_in_view(phone, tiles[tiles.index(tile) - 1])
    phone.expect_round(5, 20)


def test_a_tap_on_a_chart_chooses_the_round(phone: StagePage) -> None:
    turn_to(phone, "losses")
    chart = phone.page.locator(f"[data-tile=losses] {CHART}").first
    box = chart.bounding_box()
    chart.tap(position={"x": box["width"] * 0.7, "y": box["height"] / 2})
    phone.wait_until(lambda: phone.round()[0] > 8, "a later round is chosen")
    expect(phone.page.locator(f"[data-tile=losses] {CHART}").first).to_be_in_viewport()
