"""A grade of the workbench is dragged: the pairs and the board follow, and Python has the run of what is let go."""

from __future__ import annotations

from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import Locator, expect

LINK = {
    "data": "inline:?items=a,b,c,d,e&h1=11010&h2=10100&h3=01001&grades=3,2,1,0,1",
    "alg": "rb-d,rb-plus",
    "t": 2,
    "rounds": 20,
    "undefined": "cap",
}


BARS = "(all) => all.map((r) => r.getAttribute('width'))"


def grade(stage: StagePage, item: str) -> Locator:
    return stage.page.get_by_role("spinbutton", name=f"Grade of {item}", exact=True)


def test_a_grade_is_dragged_and_escape_gives_it_back(stage: StagePage) -> None:
    stage.open("workbench", **LINK)
    stage.wait_for_stage()
    losses = stage.panel("Loss and bound")
    before, pairs = losses.inner_text(), stage.page.locator(".wb-pair").count()
    box = grade(stage, "b").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    stage.page.mouse.move(x, y)
    stage.page.mouse.down()
    stage.page.mouse.move(x, y - 25, steps=3)
    expect(grade(stage, "b")).to_have_attribute("aria-valuenow", "3")
    assert stage.page.locator(".wb-pair").count() == pairs - 1, "a and b have one grade now"
    expect(losses.locator(".rv-ghost").first).to_be_attached()
    stage.page.keyboard.press("Escape")
    stage.page.mouse.up()
    expect(grade(stage, "b")).to_have_attribute("aria-valuenow", "2")
    expect(losses.locator(".rv-ghost")).to_have_count(0)
    stage.wait_until(lambda: losses.inner_text() == before, "the run as it was")
    stage.page.mouse.move(x, y)
    stage.page.mouse.down()
    stage.page.mouse.move(x, y - 50, steps=3)
    stage.page.mouse.up()
    expect(stage.page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
    expect(grade(stage, "b")).to_have_attribute("aria-valuenow", "4")
    stage.wait_until(lambda: "grades=3,4,1,0,1" in stage.address()["data"], "the link has the grades")


def test_tiles_that_stay_while_a_grade_is_held_say_what_new_ones_say(new_page: NewPage) -> None:
    # Tiles out of view follow nothing: all are in view here.
    stage = new_page(viewport={"width": 1366, "height": 2000}).open("workbench", **LINK)
    stage.wait_for_stage()
    tiles = [stage.panel(name) for name in ("Ties", "Margins")]
    losses = stage.panel("Loss and bound").locator(".rv-tag-value")
    stage.rest()
    before = [tile.inner_text() for tile in tiles]
    grade(stage, "b").focus()
    # As high as a, no higher: with b above a the rankers of before are in other places, and the numbers the same.
    stage.page.keyboard.press("ArrowUp")
    expect(stage.panel("Loss and bound").locator(".rv-ghost").first).to_be_attached()
    stage.wait_until(
        lambda: all(tile.inner_text() != was for tile, was in zip(tiles, before, strict=True)),
        "each tile follows",
    )
    stage.page.wait_for_timeout(300)

    def said() -> list[str]:
        return [*(tile.inner_text() for tile in tiles), *losses.all_inner_texts()]

    held = said()
    # All but the arm of α, whose scale has room for the run that was left.
    bars = stage.panel("Ties").locator('.rv-tie-row rect:not([height="5"])').evaluate_all(BARS)
    stage.page.keyboard.press("Enter")
    expect(stage.page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
    stage.rest()
    assert said() == held
    assert stage.panel("Ties").locator('.rv-tie-row rect:not([height="5"])').evaluate_all(BARS) == bars


def test_arrows_step_a_grade_and_enter_takes_it(stage: StagePage) -> None:
    stage.open("workbench", **LINK)
    stage.wait_for_stage()
    losses = stage.panel("Loss and bound")
    grade(stage, "c").focus()
    stage.page.keyboard.press("ArrowUp")
    stage.page.keyboard.press("ArrowUp")
    expect(grade(stage, "c")).to_have_attribute("aria-valuenow", "3")
    expect(losses.locator(".rv-ghost").first).to_be_attached()
    expect(grade(stage, "c")).to_be_focused()
    stage.page.keyboard.press("Escape")
    expect(grade(stage, "c")).to_have_attribute("aria-valuenow", "1")
    stage.page.keyboard.press("ArrowDown")
    stage.page.keyboard.press("Enter")
    expect(stage.page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
    stage.wait_until(lambda: "grades=3,2,0,0,1" in stage.address()["data"], "the link has the grades")
