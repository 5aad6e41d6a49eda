"""A class in a room, in three browsers: it follows, one leaves and comes back, all vote, the reveal steps them on."""

import re
from collections.abc import Callable, Iterator

import pytest
from helpers.browser.in_page import FRAMES
from helpers.browser.serving import Server
from helpers.browser.shared import one_test, shared_page
from helpers.browser.stage_page import NewPage, StagePage
from helpers.browser.tabs import Tabs
from playwright.sync_api import Page, expect

SENT = "() => performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/go')).map((e) => e.startTime)"
"""When the page told the room something, in ms."""


def join(follower: StagePage, presenter: StagePage) -> StagePage:
    """Type the code of the presenter's room, as it is on the screen."""
    follower.page.goto(f"{follower.base}join")
    follower.page.get_by_label("The code on the screen").fill(code_of(presenter).lower())
    follower.button("Join").click()
    expect(follower.page.locator("#said")).to_have_text("Following the class")
    return follower


def code_of(presenter: StagePage) -> str:
    return presenter.page.locator(".rv-class b").inner_text()


def answer(page: Page, option: int) -> None:
    """Vote, and wait until the vote is counted; the phone shows which it was."""
    chosen = page.locator("#question button").nth(option)
    chosen.click()
    expect(page.locator("#question .note")).to_contain_text("Counted")
    expect(chosen).to_have_css("font-weight", "600")
    expect(page.locator("#question button[aria-pressed=true]")).to_have_count(1)


def a_phone_begins_a_question(presenter: StagePage) -> None:
    """It has no keys, so presenting there comes with a button. A full screen keeps its size: it is changed before."""
    page, poll = presenter.page, presenter.page.get_by_role("region", name="Question")
    api = page.viewport_size
    assert api is not None
    page.keyboard.press("p")
    page.wait_for_function("!document.fullscreenElement")
    page.set_viewport_size({"width": 390, "height": 844})
    page.keyboard.press("p")
    begin = presenter.button("Ask the class")
    begin.click()
    expect(poll).to_contain_text("pick in round 8")
    expect(begin).to_be_hidden()
    page.keyboard.press("Shift+V")
    expect(poll).to_be_hidden()
    expect(begin).to_be_visible()
    page.keyboard.press("p")
    page.wait_for_function("!document.fullscreenElement")
    page.set_viewport_size(api)


def lead_by_one_key(presenter: StagePage, followers: tuple[StagePage, StagePage]) -> None:
    """Without leaving the full screen: the question, no bars until they are wanted, the reveal, and the way in."""
    page, poll = presenter.page, presenter.page.get_by_role("region", name="Question")
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    page.keyboard.press("j")
    expect(page.get_by_role("dialog", name="Join the class")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Join the class")).to_be_hidden()
    expect(poll).to_contain_text("pick in round 6")
    page.keyboard.press("v")
    expect(poll).to_be_hidden()
    page.keyboard.press("v")
    expect(poll).to_contain_text("pick in round 7")
    for follower in followers:
        answer(follower.page, 0)
    expect(poll).to_contain_text("2 of 2 answered")
    bars = poll.locator("li i")
    page.keyboard.press("v")
    expect(followers[0].page.locator("#question .note")).to_contain_text("Voting is closed")
    expect(poll.get_by_role("button", name="Show the bars")).to_be_visible()
    expect(bars).to_have_count(0)
    page.keyboard.press("v")
    expect(bars).to_have_count(4)
    expect(poll).not_to_contain_text("chose the right answer")  # the second window has the advice
    page.keyboard.press("v")
    for one in (presenter, *followers):
        one.expect_round(7)
    expect(poll.locator(".right")).to_have_count(1)
    page.keyboard.press("v")
    expect(poll).to_be_hidden()
    a_phone_begins_a_question(presenter)


def assert_few(presenter: StagePage) -> None:
    """What is tried is told, at most ten times a second.

    By the page's own clock: on a full machine requests are told here late, and then close together.
    """
    sent = presenter.wait_until(
        lambda: presenter.page.evaluate(SENT), "the page knows that the room has answered"
    )
    assert all(later - sooner >= 90 for sooner, later in zip(sent, sent[1:], strict=False))


Lead = Callable[..., None]
"""Lead the class to a run: its round and number of rounds, and the rest of its link."""


@pytest.fixture(scope="module")
def room(tabs: Tabs, server: Server) -> Iterator[tuple[StagePage, StagePage]]:
    """A presenter and a follower, in a room that is opened once."""
    wide = {"viewport": {"width": 1366, "height": 844}}
    with shared_page(tabs, server.url) as presenter, shared_page(tabs, server.url, **wide) as follower:
        presenter.open(tab="class", data="scenario:lemma-3", rounds=2)
        presenter.button("Open a room").click()
        yield presenter, join(follower, presenter)


@pytest.fixture
def lead(room: tuple[StagePage, StagePage]) -> Iterator[Lead]:
    presenter, follower = room

    def to(t: int, rounds: int, **link: object) -> None:
        presenter.follow(t=t, rounds=rounds, **link)
        follower.expect_round(t, rounds)
        presenter.page.evaluate("performance.clearResourceTimings()")

    with one_test(presenter), one_test(follower):
        yield to


def test_a_class_sees_another_alpha_while_it_is_tried(room: tuple[StagePage, StagePage], lead: Lead) -> None:
    presenter, follower = room
    lead(2, 6, data="scenario:lemma-3", alg="rb-d,rb-c", look="step")
    page, board = presenter.page, follower.page.locator(".rv-board")
    ghosts, before = follower.page.locator(".rv-ghost"), board.inner_text()
    page.get_by_role("slider", name="Another α for RB-D", exact=True).focus()
    for _ in range(12):
        page.keyboard.press("ArrowLeft")
    expect(ghosts.first).to_be_attached()
    expect(follower.page.locator("#said")).to_have_text("Following the class")
    assert_few(presenter)
    page.keyboard.press("Escape")
    expect(ghosts).to_have_count(0)
    follower.wait_until(lambda: board.inner_text() == before, "the board is as it was, tile by tile")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(follower.page.get_by_text("RB-D, what if").first).to_be_visible()
    expect(ghosts).to_have_count(0)


def test_a_class_sees_what_a_tie_is_worth_while_it_is_dragged(
    room: tuple[StagePage, StagePage], lead: Lead
) -> None:
    presenter, follower = room
    votes = "synthetic:arena?battles=400&models=6&planted=none"
    lead(5, 12, data=votes, alg="rb-d,rb-plus,bradley-terry", holdout=0, look="tiles:ranking.losses")
    page, board = presenter.page, follower.page.locator(".rv-board")
    ghosts, before = follower.page.locator(".rv-ghost"), board.inner_text()
    grip = page.get_by_role("slider", name="A tie is worth", exact=True).and_(page.locator(".rv-worth-grip"))
    box = grip.bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, y)
    page.mouse.down()
    for k in range(20):
        page.mouse.move(box["x"] + (0.5 - k / 50) * box["width"], y)
        page.evaluate(FRAMES)
    expect(ghosts.first).to_be_attached()
    follower.wait_until(lambda: board.inner_text() != before, "the class sees other numbers")
    expect(follower.page.locator("#said")).to_have_text("Following the class")
    assert_few(presenter)
    page.keyboard.press("Escape")
    page.mouse.up()
    follower.wait_until(lambda: board.inner_text() == before, "the board is as it was")
    grip.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".rv-worth output")).to_have_text("0.49 wins each")
    follower.wait_until(lambda: board.inner_text() != before, "the class has the run of what is let go")
    expect(ghosts).to_have_count(0)


def test_a_class_sees_an_answer_flipped(room: tuple[StagePage, StagePage], lead: Lead) -> None:
    presenter, follower = room
    follower.button("Back").click()
    expect(follower.page.locator("#said")).to_contain_text("On your own")
    lead(3, 12, data="scenario:places-to-stay", alg="rb-d,rb-plus", look="tiles:pick.losses")
    page, ghosts = presenter.page, follower.page.locator(".rv-ghost")
    flipped = follower.page.locator(".rv-pick-flipped")
    expect(follower.page.locator(".rv-pick-answers").first).to_be_hidden()  # the class's is the presenter's
    box = page.get_by_role("button", name="wifi of Loft", exact=True).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(flipped).to_have_count(1)
    expect(ghosts.first).to_be_attached()
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(flipped).to_have_count(0)
    expect(ghosts).to_have_count(0)
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
    assert_few(presenter)
    expect(follower.page.locator(".rv-title")).to_have_text("Built by hand")
    expect(ghosts).to_have_count(0)


def test_a_class_follows_votes_and_sees_the_reveal(
    room: tuple[StagePage, StagePage], lead: Lead, new_page: NewPage, server: Server
) -> None:
    """Lead two phones through a question to its reveal, and end the room: only three pages show that each hears it."""
    presenter, first = room
    lead(3, 20, tab="class")
    page, phone = presenter.page, {"viewport": {"width": 390, "height": 844}}
    first.page.set_viewport_size(phone["viewport"])
    second, code = join(new_page(**phone), presenter), code_of(presenter)
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
    expect(second.page.locator("#question .note")).to_have_text("Your answer is counted. Voting is closed.")
    expect(page.locator(".rv-bars b").filter(has_text="1 · 50%")).to_have_count(2)
    first.button("Back").click()
    expect(first.page.locator("#said")).to_contain_text("On your own")
    presenter.button("Reveal").click()  # and brings everybody back
    for one in (presenter, first, second):
        one.expect_round(6)
    picked = page.locator(".rv-bars .right").inner_text().removeprefix("✓ ")
    for follower in (first, second):
        expect(follower.page.locator("#question .right")).to_contain_text(picked)
        expect(follower.page.locator(".rv-line").first).to_contain_text(picked)

    lead_by_one_key(presenter, (first, second))
    drawer = presenter.tab("Class")
    drawer.get_by_role("button", name="End the class").click()
    drawer.get_by_role("button", name="End it now").click()
    for follower in (first, second):
        expect(follower.page.locator("#said")).to_have_text("The class has ended.")
    expect(page.locator(".rv-room")).to_be_hidden()
