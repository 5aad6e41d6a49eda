"""A run that ends early: nothing is said before its round, then a sentence and a remedy, and nothing moves."""

from helpers.browser.stage_page import StagePage
from playwright.sync_api import expect

WORDS = "puts no pair in the wrong order, so its weight would be infinite: RB-D cannot begin."
TOP = '(root) => root.querySelector(".rv-board").getBoundingClientRect().top'


def test_it_is_said_when_the_cursor_comes_there_and_a_button_mends_it(stage: StagePage) -> None:
    stage.open(data="scenario:lemma-2", alg="rb-d,rb-c", rounds=5, t=0)
    caption = stage.page.locator(".rv-caption")
    mend = stage.page.get_by_role("button", name="Let this ranker decide first")
    expect(caption).not_to_contain_text("infinite")
    expect(mend).to_be_hidden()
    assert stage.page.locator("[data-testid=stAlert]").count() == 0
    board = stage.page.locator(".rv-stage")
    before = board.evaluate(TOP)
    stage.at(1)
    expect(caption).to_contain_text(WORDS)
    expect(stage.page.get_by_role("link", name="Why? Lesson 5")).to_be_visible()
    assert board.evaluate(TOP) == before, "the board has moved"
    stage.at(0)
    expect(mend).to_be_hidden()
    stage.at(1)
    mend.click()
    stage.wait_until(lambda: "undefined=limit" in stage.page.url, "the remedy is in the address")
    expect(caption).not_to_contain_text("infinite")
    expect(stage.page.locator(".rv-line", has_text="RB-D")).to_contain_text("h1")
