"""What if: a branch made by hand runs beside the greedy run, travels in the link, and goes away again."""

from __future__ import annotations

from playwright.sync_api import expect
from stage_page import NewPage, StagePage

from rankviz.runs import forks


def test_a_branch_is_made_shared_and_removed(stage: StagePage, new_page: NewPage) -> None:
    stage.open(t=6, rounds=20)
    page = stage.page
    page.get_by_role("tab", name="What if", exact=True).click()
    take = page.get_by_role("button", name="Branch here")
    expect(take).to_be_disabled()
    alpha = page.get_by_role("spinbutton", name="Weight α")
    alpha.fill("1.25")
    alpha.press("Enter")
    expect(take).to_be_enabled()
    take.click()
    expect(page.get_by_text("RB-D, what if").first).to_be_visible()
    fork = forks.read(stage.address()["fork"])
    assert (fork.algorithm, fork.round, fork.alpha, fork.ranker) == ("rb-d", 6, 1.25, None)
    expect(page.get_by_text("In round 6 the branch of RB-D sets α to 1.25.")).to_be_visible()

    elsewhere = new_page()
    elsewhere.page.goto(page.url)
    expect(elsewhere.page.get_by_text("RB-D, what if").first).to_be_visible()
    expect(elsewhere.page.get_by_text("Its α was set by hand to 1.25").first).to_be_visible()

    page.get_by_role("button", name="Remove the branch").click()
    expect(page.get_by_text("RB-D, what if")).to_have_count(0)
    assert "fork" not in stage.address()
