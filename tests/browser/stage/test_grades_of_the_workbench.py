"""A grade of the workbench is dragged: the pairs and the board follow, and Python has the run of what is let go."""

import pytest
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import Locator, expect

pytestmark = pytest.mark.one_page

LINK = {
    "data": "inline:?items=a,b,c,d,e&h1=11010&h2=10100&h3=01001&grades=3,2,1,0,1",
    "alg": "rb-d,rb-plus",
    "t": 2,
    "rounds": 20,
    "undefined": "cap",
}


BARS = "(all) => all.map((r) => r.getAttribute('width'))"
PIXELS = "(all) => all.map((canvas) => canvas.toDataURL())"
"""Of each canvas, what it shows."""


def grade(stage: StagePage, item: str) -> Locator:
    return stage.page.get_by_role("spinbutton", name=f"Grade of {item}", exact=True)


def test_a_grade_is_dragged_and_escape_gives_it_back(stage: StagePage) -> None:
    """Expensive as the first of its file: it opens the page that all tests here share."""
    stage.open("workbench", **LINK)
    losses = stage.panel("Loss and bound")
    before, pairs = losses.inner_text(), stage.page.locator(".wb-pair").count()
    box = grade(stage, "b").bounding_box()
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


@pytest.mark.parametrize(
    ("ups", "names"),
    [
        (1, ("Ties", "Margins", "Ranking", "Pair weights")),  # with fewer columns of pairs
        (2, ("Ranking",)),  # with as many, of other items
    ],
)
def test_tiles_that_stay_while_a_grade_is_held_say_what_new_ones_say(
    new_page: NewPage, ups: int, names: tuple[str, ...]
) -> None:
    # Tiles out of view follow nothing: all are in view here.
    stage = new_page(viewport={"width": 1366, "height": 2000}).open("workbench", **LINK)
    tiles = [stage.panel(name) for name in names]
    drawn = [stage.panel(name).locator("canvas") for name in ("Ranking", "Pair weights")]
    losses = stage.panel("Loss and bound").locator(".rv-tag-value")

    def said() -> list[str]:
        canvases = [url for of in drawn for url in of.evaluate_all(PIXELS)]
        return [*(tile.inner_text() for tile in tiles), *losses.all_inner_texts(), *canvases]

    stage.rest()
    before = said()
    grade(stage, "b").focus()
    for _ in range(ups):
        stage.page.keyboard.press("ArrowUp")
    expect(stage.panel("Loss and bound").locator(".rv-ghost").first).to_be_attached()
    stage.wait_until(
        lambda: all(now != was for now, was in zip(said()[: len(names)], before, strict=False)),
        "each tile follows",
    )
    stage.rest()
    held = said()
    assert len({*held}) >= len(names) + 4, "canvases that show something each"
    # All but the arm of α, whose scale has room for the run that was left.
    bars = stage.panel("Ties").locator('.rv-tie-row rect:not([height="5"])').evaluate_all(BARS)
    stage.page.keyboard.press("Enter")
    expect(stage.page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
    stage.rest()
    assert said() == held
    assert stage.panel("Ties").locator('.rv-tie-row rect:not([height="5"])').evaluate_all(BARS) == bars


def test_arrows_step_a_grade_and_enter_takes_it(stage: StagePage) -> None:
    stage.open("workbench", **LINK)
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
