"""A playlist in a browser: its tiles, the keys of a clicker, and a moment that is added on Watch."""

import re

import pytest
from helpers.browser.axe import violations
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import expect

from rankviz.lessons.playlists.playlist import Moment, Playlist
from rankviz.ui.pages.playlists.link import packed

RUN = "?data=scenario:lemma-3&alg=rb-d,rb-plus&rounds=12&t="
TALK = Playlist(
    "Two moments",
    (Moment(f"{RUN}2", "<b>Look</b>", "Ties", ("ties", "pairs")), Moment(f"{RUN}5", title="Later")),
)

ASKS = Playlist(
    "Two questions",
    (
        Moment(f"{RUN}3", "<b>Ask</b> what comes", "First", question="next ranker"),
        Moment(f"{RUN}5", title="Later"),
    ),
)

ALONE = Playlist(
    "Three questions",
    (
        Moment(f"{RUN}3", title="First", question="next ranker", say="Wait for it."),
        Moment(f"{RUN}5", title="Second", question="next bound"),
        Moment(f"{RUN}7", title="Last"),
    ),
)

# From when it is busy on, timers of 0 ms wait; and it is told when Streamlit has set one.
BUSY = """
  const timer = window.setTimeout;
  window.setTimeout = (call, ms, ...more) => {
    const late = !ms && window.busy;
    if (late && `${call}`.includes("sendUpdateWidgetsMessage")) window.told = true;
    return timer(call, late || ms, ...more);
  };
"""
STORED = "() => localStorage.getItem('rankviz-playlist')"


def test_page_keys_turn_to_the_next_moment_and_arrows_to_the_next_round(stage: StagePage) -> None:
    stage.open("playlists", play=packed(TALK), moment=1)
    tiles = stage.page.locator("[data-tile]")
    stage.expect_round(2, 12)
    expect(tiles).to_have_count(4)
    expect(stage.page.locator("[data-tile=ties], [data-tile=pairs]")).to_have_count(0)
    expect(stage.page.get_by_text("<b>Look</b>")).to_be_visible()
    stage.page.keyboard.press("ArrowRight")
    stage.expect_round(3, 12)
    stage.page.keyboard.press("PageDown")
    stage.expect_round(5, 12)
    expect(tiles).to_have_count(6)
    expect(stage.page).to_have_url(re.compile("moment=2"))
    stage.page.keyboard.press("PageUp")
    stage.expect_round(2, 12)
    expect(tiles).to_have_count(4)


@pytest.mark.parametrize("button", ["Next, by its key", "Next, by the mouse"])
def test_what_is_pressed_while_a_round_is_on_its_way_is_not_lost(new_page: NewPage, button: str) -> None:
    """Streamlit sends what is told by a timer of 0 ms, which a busy browser keeps waiting."""
    stage = new_page()
    stage.page.add_init_script(BUSY)
    stage.open("playlists", play=packed(TALK), moment=1)
    stage.expect_round(2, 12)
    stage.idle()
    stage.page.evaluate("() => void (window.busy = 400)")
    stage.page.keyboard.press("ArrowRight")
    stage.expect_round(3, 12)
    stage.page.wait_for_function("() => window.told")
    if button == "Next, by its key":
        stage.page.keyboard.press("PageDown")
    else:
        stage.page.get_by_role("button", name=re.compile("^Next")).click()
    stage.expect_round(5, 12)
    expect(stage.page).to_have_url(re.compile("moment=2"))


def test_notes_stand_in_a_second_window_and_the_class_is_asked_with_one_press(new_page: NewPage) -> None:
    """Before a class the moment's question goes to the class; the window beside the stage tells what comes next."""
    presenter = new_page().open(data="scenario:lemma-3", alg="rb-d,rb-plus", rounds=12, t=2, tab="class")
    page = presenter.page
    presenter.button("Open a room").click()
    code = page.locator(".rv-class b").inner_text()
    follower = new_page()
    follower.page.goto(f"{presenter.base}join/{code}")
    follower.expect_round(2, 12)

    presenter.open("playlists", play=packed(ASKS), moment=1)
    presenter.expect_round(3, 12)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Notes in a second window").click()
    notes = opened.value
    expect(notes.locator("#title")).to_have_text("First")
    expect(notes.locator("#note")).to_have_text("<b>Ask</b> what comes")
    expect(notes.locator("#next-title")).to_have_text("Later")
    expect(notes.locator("#where")).to_have_text(f"Two questions · 1 of 2 · round 3 · class {code}, 1 here")
    follower.expect_round(3, 12)
    presenter.button("Ask the class").click()
    expect(notes.locator("#options li")).not_to_have_count(0)
    table = follower.page.get_by_role("region", name="What each ranker says")
    expect(table.get_by_role("rowheader")).to_have_text(["h1", "h2"])
    follower.page.locator("#question").get_by_role("button").first.click()
    expect(notes.locator("#count")).to_have_text("1 of 1 answered")
    page.bring_to_front()
    presenter.button("Lock the answers").click()
    presenter.button("Reveal").click()
    presenter.expect_round(4, 12)
    follower.expect_round(4, 12)
    page.bring_to_front()
    page.get_by_role("button", name=re.compile("^Next")).click()
    presenter.expect_round(5, 12)
    expect(notes.locator("#title")).to_have_text("Later")
    expect(notes.locator("#next-title")).to_have_text("The end")


def test_the_second_window_leads_has_clocks_and_a_picture_of_what_comes_next(new_page: NewPage) -> None:
    """Lead a talk from its second window: messages between windows, and tabs that ignore them, need windows."""
    stage = new_page(viewport={"width": 1366, "height": 768})
    stage.open("playlists", play=packed(ALONE), moment=1)
    stage.expect_round(3, 12)
    page = stage.page
    other = StagePage(page.context.new_page(), stage.base)  # a tab that has notes of its own, and keeps out
    other.open("playlists", play=packed(ASKS), moment=1)
    other.expect_round(3, 12)
    page.bring_to_front()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Notes in a second window").click()
    page.keyboard.press("p")
    notes = opened.value
    on, picture = notes.locator("#on"), notes.get_by_role("img", name="The next moment")
    expect(on).to_have_text("Reveal")
    expect(picture).to_be_visible()
    first = picture.get_attribute("src")
    assert picture.evaluate("image => image.naturalWidth > 1000 && image.complete")
    expect(notes.locator("#say")).to_have_text("Wait for it.")
    for scheme in ("light", "dark"):
        notes.emulate_media(color_scheme=scheme)
        assert violations(notes) == []
    on.click()
    stage.expect_round(4, 12)
    expect(on).to_have_text("Next")
    notes.keyboard.press("PageDown")
    stage.expect_round(5, 12)
    expect(notes.locator("#title")).to_have_text("Second")
    expect(picture).not_to_have_attribute("src", str(first))
    notes.keyboard.press("v")
    stage.expect_round(6, 12)
    notes.get_by_role("button", name="One round back").click()
    stage.expect_round(5, 12)
    notes.get_by_role("button", name="Back", exact=True).click()
    expect(notes.locator("#title")).to_have_text("First")
    notes.keyboard.press("PageDown")
    expect(notes.locator("#title")).to_have_text("Second")
    notes.keyboard.press("PageDown")
    expect(notes.locator("#title")).to_have_text("Last")
    other.expect_round(3, 12)
    other.page.keyboard.press("ArrowLeft")
    other.expect_round(2, 12)
    other.page.close()
    expect(notes.locator("#title")).to_have_text("Last")
    expect(on).to_be_disabled()
    expect(picture).to_be_hidden()
    expect(notes.locator("#time")).to_have_text(re.compile(r"^[0-9]{1,2}:[0-9]{2}$"))
    expect(notes.locator("#left")).to_be_hidden()
    notes.get_by_role("spinbutton", name="Planned").fill("45")
    expect(notes.locator("#left")).to_have_text(re.compile("^44:[0-9]{2}$"))
    notes.reload()
    expect(notes.locator("#left")).to_have_text(re.compile("^44:[0-9]{2}$"))


def test_a_moment_is_added_and_is_there_after_a_reload(stage: StagePage) -> None:
    """Reload with a playlist that only the browser has: no test in Python sees its storage."""
    stage.open(data="scenario:lemma-3", alg="rb-d", rounds=12, t=2)
    drawer = stage.tab("Export and share")
    drawer.get_by_role("button", name="Add this moment").click()
    expect(drawer.get_by_text("Moment 1 is in your playlist.")).to_be_visible()
    stage.page.wait_for_function(STORED)  # a few milliseconds after it is said
    stage.page.reload()
    link = stage.page.get_by_role("link", name="Your playlist")
    expect(link).to_be_visible()
    link.click()
    expect(stage.page.get_by_role("link", name="1. Where negative α helps, round 2")).to_be_visible()
    expect(stage.page.get_by_role("button", name="Move up")).to_be_disabled()
    expect(stage.page).to_have_url(re.compile("edit=~"))
    stage.button("Play").click()
    stage.expect_round(2, 12)
    stage.page.goto(
        f"{stage.base}playlists?edit={packed(TALK)}"
    )  # a new session: only the browser has one's own
    offer = stage.page.get_by_text("holds another playlist")
    expect(offer).to_be_visible()
    expect(stage.page.get_by_role("link", name="1. Where negative α helps, round 2")).to_be_visible()
    stage.page.get_by_role("button", name="Keep only mine").click()
    expect(offer).to_have_count(0)
    stage.page.reload()
    expect(stage.page.get_by_role("link", name="1. Where negative α helps, round 2")).to_be_visible()
    expect(stage.page.get_by_role("link", name="2. Later")).to_have_count(0)


def test_without_a_class_a_question_stands_on_the_presented_screen_until_it_is_revealed(
    new_page: NewPage,
) -> None:
    """Its board makes room, draws what it is about and nothing to come; an arrow, a page key or V reveals."""
    stage = new_page(viewport={"width": 1366, "height": 768})
    stage.open("playlists", play=packed(ALONE), moment=1)
    stage.expect_round(3, 12)
    page, poll = stage.page, stage.page.get_by_role("region", name="Question")
    expect(poll).to_be_hidden()
    page.keyboard.press("p")
    expect(poll).to_contain_text("pick in round 4")
    assert_apart(stage)
    page.keyboard.press("ArrowRight")
    stage.expect_round(4, 12)
    expect(poll.locator(".right")).to_have_count(1)
    page.keyboard.press("v")
    expect(poll).to_be_hidden()
    page.keyboard.press("PageDown")
    expect(poll).to_contain_text("rise, fall or stay in round 6")
    stage.expect_round(5, 12)
    expect(page.locator("[data-tile]")).to_have_count(1)
    expect(page.locator("[data-tile=losses]")).to_contain_text("Ê2")
    assert_apart(stage)
    page.keyboard.press("PageDown")
    stage.expect_round(6, 12)
    expect(poll).to_contain_text("from ")
    page.keyboard.press("PageDown")
    stage.expect_round(7, 12)
    expect(poll).to_be_hidden()
    expect(page.locator("[data-tile]")).not_to_have_count(1)


def assert_apart(stage: StagePage) -> None:
    """The question covers no tile."""
    asked = stage.page.get_by_role("region", name="Question").bounding_box()
    assert asked is not None
    for tile in stage.page.locator("[data-tile]").all():
        box = tile.bounding_box()
        assert box["x"] + box["width"] <= asked["x"] or box["y"] + box["height"] <= asked["y"]


def test_a_clicker_alone_leads_a_class_and_loses_no_vote(new_page: NewPage) -> None:
    """Page down asks, locks, shows the bars, reveals and goes on; Page up goes back. A phone may reload."""
    presenter = new_page(viewport={"width": 1366, "height": 768})
    presenter.open(data="scenario:lemma-3", alg="rb-d,rb-plus", rounds=12, t=2, tab="class")
    page = presenter.page
    presenter.button("Open a room").click()
    code = page.locator(".rv-class b").inner_text()
    follower = new_page(viewport={"width": 390, "height": 844})
    follower.page.goto(f"{presenter.base}join/{code}")
    presenter.open("playlists", play=packed(ALONE), moment=1)
    for one in (presenter, follower):
        one.expect_round(3, 12)
    expect(follower.button("Step")).to_have_attribute("aria-disabled", "true")  # before it is asked
    poll = page.get_by_role("region", name="Question")
    page.keyboard.press("p")
    expect(poll).to_be_hidden()
    page.keyboard.press("PageDown")
    expect(poll).to_contain_text("pick in round 4")
    choice = follower.page.locator("#question").get_by_role("button").nth(1)
    choice.click()
    expect(poll).to_contain_text("1 of 1 answered")
    follower.page.reload()
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(follower.page.locator("#question .note")).to_contain_text("Counted")
    page.keyboard.press("PageUp")
    expect(poll).to_be_hidden()
    expect(follower.page.locator("#question")).to_be_hidden()
    page.keyboard.press("PageDown")
    expect(poll).to_contain_text("1 of 1 answered")
    expect(choice).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("PageDown")
    expect(poll.get_by_role("button", name="Show the bars")).to_be_visible()
    page.keyboard.press("PageDown")
    expect(poll.locator("li i")).not_to_have_count(0)
    page.keyboard.press("PageDown")
    for one in (presenter, follower):
        one.expect_round(4, 12)
    page.keyboard.press("PageUp")
    expect(poll.get_by_role("button", name="Reveal")).to_be_visible()
    for one in (presenter, follower):
        one.expect_round(3, 12)
    page.keyboard.press("PageDown")
    for one in (presenter, follower):
        one.expect_round(4, 12)
    page.keyboard.press("PageDown")
    for one in (presenter, follower):
        one.expect_round(5, 12)
    expect(poll).to_be_hidden()
    page.keyboard.press("PageUp")
    expect(poll.locator(".right")).to_have_count(1)
    for one in (presenter, follower):
        one.expect_round(4, 12)
