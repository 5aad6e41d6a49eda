"""What if: a branch made by hand runs beside the greedy run, travels in the link, and goes away again."""

from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import expect

from rankviz.engine.runs import forks

PLACES = "(tiles) => tiles.map((t) => JSON.stringify(t.getBoundingClientRect()))"
"""Where the tiles stand: a branch comes and goes in the same boxes."""


def test_a_branch_is_made_shared_and_removed(stage: StagePage, new_page: NewPage) -> None:
    """Make a branch, open its link elsewhere and remove it: form, link, words and tiles meet only on whole pages."""
    stage.open(t=6, rounds=20)
    page = stage.page
    stage.tab("What if")
    take = page.get_by_role("button", name="Branch here")
    expect(take).to_be_disabled()
    alpha = page.get_by_role("spinbutton", name="Weight α")
    alpha.fill("1.25")
    alpha.press("Enter")
    expect(take).to_be_enabled()
    take.click()
    expect(page.locator(".rv-line", has_text="RB-D, what if").first).to_be_visible()
    fork = forks.read(stage.address()["fork"])
    assert (fork.algorithm, fork.round, fork.alpha, fork.ranker) == ("rb-d", 6, 1.25, None)
    expect(page.get_by_text("In round 6 the branch of RB-D sets α to 1.25.")).to_be_visible()

    elsewhere = new_page().goto(page.url)
    expect(elsewhere.page.locator(".rv-line", has_text="RB-D, what if").first).to_be_visible()
    expect(elsewhere.page.get_by_text("In round 6 the branch of RB-D sets α to 1.25.")).to_be_visible()
    elsewhere.page.keyboard.press("Escape")
    expect(elsewhere.page.locator(".st-key-drawer")).to_have_count(0)
    elsewhere.button("The round in words").click()
    expect(elsewhere.page.get_by_text("Its α was set by hand to 1.25").first).to_be_visible()

    tiles = page.locator("[data-tile]").evaluate_all(PLACES)
    page.get_by_role("button", name="Remove the branch").click()
    expect(page.get_by_text("RB-D, what if")).to_have_count(0)
    assert page.locator("[data-tile]").evaluate_all(PLACES) == tiles
    assert "fork" not in stage.address()
