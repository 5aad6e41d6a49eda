"""What a reader chose to look at stays; and a picture is the same however one came to the round."""

import pytest
from helpers.browser.agreement import assert_same
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import expect

pytestmark = pytest.mark.one_page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
MANY = {"data": "synthetic:linear?n=90", "rounds": 60, "holdout": 0}


def expect_one(stage: StagePage, title: str) -> None:
    """Round 5 of 21 in one tile."""
    stage.expect_round(5, 21)
    expect(stage.page.locator("[data-tile]")).to_have_count(1)
    expect(stage.panel(title)).to_be_visible()


def test_a_changed_parameter_and_another_page_keep_what_is_looked_at(stage: StagePage) -> None:
    """A tile's other chart stays when the stage is taken away; one tile alone, through new runs too."""
    stage.open(rounds=20, t=5)
    stage.button("NDCG@5").click()
    stage.rest()
    with stage.rerun():
        stage.visit("Margins")
    expect(stage.tile("losses").get_by_role("heading", name="Top five places")).to_have_count(0)
    stage.wait_for_stage()
    with stage.rerun():
        stage.visit("Watch")
    expect(stage.panel("Top five places")).to_be_visible()
    stage.button("Enlarge “Top five places”").click()
    stage.fill("Rounds", 21)
    expect_one(stage, "Top five places")
    stage.open_sidebar()
    with stage.rerun():
        stage.page.get_by_test_id("stSidebar").get_by_role("button", name="RB-D", exact=True).click()
    expect_one(stage, "Top five places")


def test_a_large_ranking_is_the_same_by_steps_and_by_a_jump(stage: StagePage) -> None:
    """Rounds already drawn are pasted, not drawn again: nothing of it can be seen."""
    stage.open(t=30, **MANY)
    stage.step(7)
    stage.rest()
    stepped = stage.picture()
    stage.page.keyboard.press("End")
    stage.page.keyboard.press("Home")
    for _ in range(3):
        stage.page.keyboard.press("Shift+PageDown")
    stage.step(7)
    stage.expect_round(37)
    stage.rest()
    assert_same(stage.picture(), stepped)
    stage.wait_until(lambda: stage.address().get("t") == "37", "the address says t=37")
    stage.page.reload()
    stage.wait_for_stage()
    stage.expect_round(37, 60)
    stage.rest()
    assert_same(stage.picture(), stepped)


def test_a_phones_tiles_and_words_follow_and_it_stays_at_its_tile(new_page: NewPage) -> None:
    """Tiles a swipe away and open words are those of the round; a new run leaves the swiped tile in sight."""
    stage = new_page(**PHONE).open(rounds=20, t=5)
    card = stage.page.get_by_role("article").first
    expect(card).to_be_hidden()
    stage.button("The round in words").click()
    stage.rest()
    before = seen(stage)
    stage.step(4)
    # Tiles out of view are drawn one after the other, which on a busy machine takes longer than this rests.
    stage.wait_until(lambda: all(a != b for a, b in zip(seen(stage), before, strict=True)), "both follow")
    stage.rest()
    after = seen(stage)
    stage.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    stage.page.reload()
    stage.wait_for_stage()
    stage.expect_round(9, 20)
    stage.button("The round in words").click()
    stage.rest()
    assert seen(stage) == after
    stage.page.keyboard.press("Escape")
    expect_tile_to_stay(stage)


def seen(stage: StagePage) -> tuple[str, str]:
    """What is drawn in a tile out of view, and what the first algorithm's words are."""
    away = stage.tile("margins").get_by_role("img").first
    return away.inner_html(), stage.page.get_by_role("article").first.inner_text()


def expect_tile_to_stay(stage: StagePage) -> None:
    """The tile that one has swiped to is in sight again after a new run."""
    stage.tile("margins").scroll_into_view_if_needed()
    expect(stage.tile("margins")).to_be_in_viewport(ratio=0.9)
    stage.fill("Rounds", 21)
    stage.page.get_by_test_id("stSidebarCollapseButton").locator("button").click()
    stage.expect_round(9, 21)
    expect(stage.tile("margins")).to_be_in_viewport(ratio=0.9)
    expect(stage.tile("ranking")).not_to_be_in_viewport()
