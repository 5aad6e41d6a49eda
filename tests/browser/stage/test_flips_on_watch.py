"""An answer flipped in the picture of a round: every tile follows, and Python has the run of what is let go."""

import pytest
from helpers.browser.axe import violations
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import Locator, expect

from rankviz.ui.state.session import LATE

pytestmark = pytest.mark.one_page

LINK = {"data": "scenario:places-to-stay", "alg": "rb-d,rb-c,rb-plus", "rounds": 12, "holdout": 0, "t": 3}
BOARD = "tiles:pick.losses.ties"


def answer(stage: StagePage, ranker: str, item: str) -> Locator:
    """The button of an answer, pressed where it says yes."""
    return stage.page.locator("[data-tile=pick]").get_by_role(
        "button", name=f"{ranker} of {item}", exact=True
    )


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_board_follows_a_press_and_escape_gives_the_run_back(stage: StagePage) -> None:
    stage.open(**LINK, look=BOARD)
    losses = stage.panel("Loss and bound")
    before, ghosts = losses.inner_text(), losses.locator(".rv-ghost")
    wifi = answer(stage, "wifi", "Loft")
    said = wifi.get_attribute("aria-pressed")
    for way in ("escape", "away"):
        stage.page.mouse.move(*middle(wifi))
        stage.page.mouse.down()
        expect(ghosts.first).to_be_attached()
        expect(wifi).not_to_have_attribute("aria-pressed", str(said))
        expect(stage.page.locator(".rv-pick-flipped")).to_have_count(1)
        expect(stage.page.locator(".rv-stage[data-tried]")).to_have_count(1)
        if way == "escape":
            stage.page.keyboard.press("Escape")
        else:
            stage.page.mouse.move(4, 4)
        stage.page.mouse.up()
        expect(ghosts).to_have_count(0)
        stage.wait_until(lambda: losses.inner_text() == before, "the run as it was")
        expect(wifi).to_have_attribute("aria-pressed", str(said))
        expect(stage.page.locator(".rv-stage[data-tried]")).to_have_count(0)
    assert stage.address()["data"] == LINK["data"]


def test_a_press_let_go_is_python_s_run_and_back_goes_back(stage: StagePage) -> None:
    stage.open(**LINK, look=BOARD)
    losses = stage.panel("Loss and bound")
    before = losses.inner_text()
    stage.page.mouse.move(*middle(answer(stage, "wifi", "Loft")))
    stage.page.mouse.down()
    stage.page.mouse.up()
    expect(stage.page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
    expect(stage.page.get_by_text("wifi of Loft is flipped")).to_be_visible()
    stage.expect_round(3, 12)
    assert stage.address()["data"].startswith("inline:")
    assert stage.address()["look"].startswith(BOARD)
    assert losses.inner_text() != before
    stage.page.wait_for_timeout(1000 * LATE)  # sooner it may be an address that comes late
    stage.page.go_back()
    stage.wait_until(lambda: losses.inner_text() == before, "the run before is back")
    assert stage.address()["data"] == LINK["data"]


def test_keys_try_and_take_an_answer(stage: StagePage) -> None:
    stage.open(**LINK, look=BOARD)
    stage.page.locator("[data-tile=pick]").focus()
    stage.page.keyboard.press("Enter")
    first = stage.page.locator(".rv-pick-answers button").first
    for _ in range(20):
        if first.evaluate("(el) => el.matches(':focus')"):
            break
        stage.page.keyboard.press("Tab")
    expect(first).to_be_focused()
    stage.page.keyboard.press("ArrowDown")
    stage.page.keyboard.press("ArrowRight")
    name = str(
        stage.page.evaluate(
            "document.activeElement.shadowRoot?.activeElement?.ariaLabel ?? document.activeElement.ariaLabel"
        )
    )
    ghosts = stage.panel("Loss and bound").locator(".rv-ghost")
    stage.page.keyboard.press("Space")
    expect(ghosts.first).to_be_attached()
    stage.page.keyboard.press("Escape")
    expect(ghosts).to_have_count(0)
    stage.page.keyboard.press("Space")
    stage.page.keyboard.press("Enter")
    expect(stage.page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
    again = stage.page.locator("[data-tile=pick]").get_by_role("button", name=name, exact=True)
    expect(again).to_be_focused()
    stage.rest()
    assert violations(stage.page) == []


def test_a_finger_flips_an_answer(new_page: NewPage) -> None:
    stage = new_page(viewport={"width": 390, "height": 844}, has_touch=True).open(**LINK, look="tiles:pick")
    stage.page.touchscreen.tap(*middle(answer(stage, "quiet", "Mill")))
    expect(stage.page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
    assert stage.address()["data"].startswith("inline:")


def test_data_too_large_for_a_table_are_not_flipped(stage: StagePage) -> None:
    stage.open(data="scenario:lemma-1?n=5", alg="rb-d", rounds=3, t=1, look="tiles:pick")
    expect(stage.page.locator(".rv-pick-row").first).to_be_visible()
    expect(stage.page.locator(".rv-pick-answers").first).to_be_hidden()
