"""A class in a room, in three browsers: it follows, one leaves and comes back, all vote, the reveal steps them on."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from serving import Server
from stage_page import NewPage, StagePage


def joined(new_page: NewPage, code: str) -> StagePage:
    """A follower's page, on a phone."""
    follower = new_page(viewport={"width": 390, "height": 844})
    follower.page.goto(f"{follower.base}join")
    follower.page.get_by_label("The code on the screen").fill(code.lower())
    follower.button("Join").click()
    expect(follower.page.locator("#said")).to_have_text("Following the class")
    return follower


def answer(page: Page, option: int) -> None:
    """Vote, and wait until the vote is counted."""
    page.locator("#question button").nth(option).click()
    expect(page.locator("#question .note")).to_contain_text("Counted")


def test_a_class_follows_votes_and_sees_the_reveal(new_page: NewPage, server: Server) -> None:
    presenter = new_page().open(rounds=20, t=3, tab="class")
    page = presenter.page
    presenter.button("Open a room").click()
    code = page.locator(".rv-class b").inner_text()
    first, second = joined(new_page, code), joined(new_page, code)
    expect(page.locator(".rv-room")).to_have_text(f"{code} · 2 here")
    for follower in (first, second):
        follower.expect_round(3, 20)
    presenter.button("Step").click()
    for follower in (first, second):
        follower.expect_round(4)

    first.button("Back").click()
    expect(first.page.locator("#said")).to_have_text("On your own. The class is at round 4.")
    there = first.page.get_by_role("link", name="Try it yourself")
    expect(there).to_have_attribute("href", re.compile(rf"^{re.escape(server.url)}\?data=.*&t=3"))
    presenter.button("Step").click()
    second.expect_round(5)
    first.expect_round(3)
    first.button("Back to the class").click()
    first.expect_round(5)

    expect(page.get_by_text(re.compile("pick in round 6"))).to_be_visible()
    presenter.button("Ask").click()
    answer(first.page, 0)
    answer(second.page, 0)
    answer(second.page, 1)
    expect(page.locator(".rv-room")).to_have_text(f"{code} · 2 of 2 answered")
    for one in (presenter, first, second):
        expect(one.button("Step")).to_have_attribute("aria-disabled", "true")
    presenter.button("Lock the answers").click()
    expect(second.page.locator("#question .note")).to_have_text("Your answer is counted. No more are taken.")
    expect(page.locator(".rv-bars b").filter(has_text="1 · 50%")).to_have_count(2)
    presenter.button("Reveal").click()
    for one in (presenter, first, second):
        one.expect_round(6)
    picked = page.locator(".rv-bars .right").inner_text().removeprefix("✓ ")
    for follower in (first, second):
        expect(follower.page.locator("#question .right")).to_contain_text(picked)
        expect(follower.page.locator(".rv-line").first).to_contain_text(picked)

    presenter.button("End the class").click()
    for follower in (first, second):
        expect(follower.page.locator("#said")).to_have_text("The class has ended.")
    expect(page.locator(".rv-room")).to_be_hidden()
