"""What a reader chose to look at stays; and a picture is the same however one came to the round."""

from __future__ import annotations

from agreement import assert_same
from playwright.sync_api import Locator, expect
from stage_page import NewPage, StagePage

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
MANY = {"data": "synthetic:linear?n=90", "rounds": 60, "holdout": 0}


def pressed(stage: StagePage, title: str, name: str) -> Locator:
    """A tab of a panel, when it is the one chosen."""
    return stage.page.locator("section", has_text=title).get_by_role("button", name=name, pressed=True)


def test_a_changed_parameter_keeps_the_open_tabs(new_page: NewPage) -> None:
    """On a phone a panel shows one algorithm: the same one after a new run, also when it stands elsewhere."""
    stage = new_page(**PHONE).open(rounds=20, t=5)
    stage.panel("Ranking ladder").get_by_role("button", name="RankBoost+").click()
    expect(pressed(stage, "Ranking ladder", "RankBoost+")).to_be_visible()
    stage.page.get_by_test_id("stExpandSidebarButton").click()
    stage.fill("Rounds", 21)
    stage.expect_round(5, 21)
    expect(pressed(stage, "Ranking ladder", "RankBoost+")).to_have_count(1)
    with stage.rerun():
        stage.page.get_by_test_id("stSidebar").get_by_role("button", name="RB-D", exact=True).click()
    expect(pressed(stage, "Ranking ladder", "RankBoost+")).to_have_count(1)
    expect(pressed(stage, "Ensemble weights", "RankBoost+")).to_have_count(1)


def test_leaving_the_page_keeps_the_open_tab(new_page: NewPage) -> None:
    """A stage that was taken away comes back as it was."""
    stage = new_page().open(rounds=20, t=5)
    stage.page.get_by_role("button", name="NDCG@5", exact=True).click()
    stage.rest()
    for page in ("Margins", "Watch"):
        stage.page.get_by_role("link", name=page, exact=True).click()
        stage.page.wait_for_timeout(300)
        stage.idle()
    expect(stage.panel("Quality of the top places")).to_be_visible()


def test_a_large_ladder_is_the_same_by_steps_and_by_a_jump(new_page: NewPage) -> None:
    """Rounds already drawn are pasted, not drawn again: nothing of it can be seen."""
    stage = new_page().open(t=30, **MANY)
    stage.rest()
    stage.step(7)
    stage.rest()
    stepped = stage.picture()
    stage.page.keyboard.press("End")
    stage.rest()
    stage.page.keyboard.press("Home")
    for _ in range(3):
        stage.page.keyboard.press("Shift+ArrowRight")
    stage.step(7)
    stage.expect_round(37)
    stage.rest()
    assert_same(stage.picture(), stepped)
    jumped = new_page().open(t=37, **MANY)
    jumped.rest()
    assert_same(jumped.picture(), stepped)


def test_words_out_of_view_follow_when_the_reader_rests(new_page: NewPage) -> None:
    """On a phone the round in words stands above; it is that of the round when one comes back to it."""
    stage = new_page(**PHONE).open(rounds=20, t=5)
    card = stage.page.get_by_role("article").first
    before = card.inner_text()
    stage.panel("Ranking ladder").evaluate("(el) => el.scrollIntoView({ block: 'center' })")
    stage.page.wait_for_timeout(300)
    stage.step(4)
    stage.rest()
    assert card.inner_text() != before
    fresh = new_page(**PHONE).open(rounds=20, t=9)
    fresh.rest()
    assert card.inner_text() == fresh.page.get_by_role("article").first.inner_text()
