"""A lecture from beginning to end: a laptop, a clicker, three phones of which one drops out, and what is kept of it."""

import re
from pathlib import Path

from helpers.browser.axe import violations
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import Locator, Page, expect

from rankviz.lessons.playlists.playlist import Moment, Playlist
from rankviz.lessons.text.own_question import OwnQuestion
from rankviz.ui.pages.playlists.link import packed

RUN = "?data=scenario:places-to-stay&alg=rb-d,rb-plus&rounds=12&holdout=0&t="
WHY = OwnQuestion(
    "Why does Ê2 rise?", ("α is small", "The tied pairs weigh the most"), 1, "Each grows by cosh η."
)
TALK = Playlist(
    "Why ties matter",
    (
        Moment(f"{RUN}1", "Look at the cabins.", "Which comes next?", question="next ranker", say="Wait."),
        Moment(f"{RUN}4", title="Why?", own=WHY),
        Moment(f"{RUN}8", title="The end of it"),
    ),
)

BACK_AND_ON = """() => {
  for (const key of ["PageUp", "PageDown"])
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
}"""
"""Two keys in one turn of the page: the room cannot have answered between them."""


def phone(new_page: NewPage, base: str, code: str) -> StagePage:
    found = new_page(viewport={"width": 390, "height": 844})
    found.page.goto(f"{base}join/{code}")
    expect(found.page.locator("#said")).to_have_text("Following the class")
    return found


def answer(page: Page, option: int) -> None:
    page.locator("#question .options button").nth(option).click()
    expect(page.locator("#question .note")).to_contain_text("Counted")


def show_bars(page: Page, poll: Locator) -> None:
    """Lock the answers and show them, by a clicker."""
    page.keyboard.press("PageDown")
    expect(poll).to_contain_text("Show the bars")
    page.keyboard.press("PageDown")
    expect(poll.locator("li i")).not_to_have_count(0)


def test_a_lecture(new_page: NewPage, tmp_path: Path) -> None:
    """Give a whole lecture with a clicker and phones that drop out or reload: faults lie between its steps."""
    laptop = new_page(viewport={"width": 1024, "height": 768})
    laptop.open("playlists", play=packed(TALK), moment=1)
    laptop.expect_round(1, 12)
    page, poll = laptop.page, laptop.page.get_by_role("region", name="Question")
    answers = page.locator(".rv-answers")
    assert answers.evaluate("table => table.scrollWidth <= table.parentElement.clientWidth")
    laptop.button("Class").click()
    laptop.button("Open a room").click()
    code = page.locator(".rv-class b").inner_text()
    expect(page.locator(".rv-class img")).to_have_count(0)  # nobody else reaches this address
    expect(page.get_by_text("so it has no QR code")).to_be_visible()
    laptop.rest()
    assert violations(page) == []
    page.keyboard.press("Escape")
    phones = [phone(new_page, laptop.base, code) for _ in range(3)]
    first, second, third = (each.page for each in phones)
    for each in phones:
        each.expect_round(1, 12)

    page.keyboard.press("p")
    page.keyboard.press("PageDown")
    expect(poll).to_contain_text("pick in round 2")
    table = first.get_by_role("region", name="What each ranker says")
    expect(table.get_by_role("rowheader").first).to_be_visible()
    for scheme in ("light", "dark"):
        first.emulate_media(color_scheme=scheme)
        assert violations(first) == []
    for one, option in ((first, 0), (second, 1), (third, 1)):
        answer(one, option)
    expect(poll).to_contain_text("3 of 3 answered")
    third.goto("about:blank")  # one drops out; its vote counts
    expect(poll).to_contain_text("3 of 3 answered")
    second.reload()
    expect(second.locator("#question .options button[aria-pressed=true]")).to_have_count(1)
    show_bars(page, poll)
    page.keyboard.press("PageDown")
    for each in (laptop, *phones[:2]):
        each.expect_round(2, 12)
    expect(poll).to_contain_text("with an edge of")

    page.keyboard.press("PageDown")
    laptop.expect_round(4, 12)
    page.keyboard.press("PageDown")
    expect(poll).to_contain_text(WHY.prompt)
    expect(page.locator(".rv-board [data-tile]")).to_have_count(2)  # more beside it nobody could read
    expect(first.locator("#question .prompt")).to_have_text(WHY.prompt)
    answer(first, 1)
    show_bars(page, poll)
    page.keyboard.press("PageDown")
    expect(poll).to_contain_text(WHY.because)
    expect(first.locator("#question .note")).to_have_text(f"You were right. {WHY.because}")
    page.evaluate(BACK_AND_ON)  # it does not lead to the next moment
    expect(first.locator("#question .note")).to_contain_text("Voting is closed")
    expect(poll).to_contain_text("Reveal")
    page.keyboard.press("PageDown")
    expect(first.locator("#question .note")).to_contain_text(WHY.because)
    expect(poll).to_contain_text(WHY.because)
    page.keyboard.press("PageDown")
    laptop.expect_round(8, 12)
    for each in phones[:2]:
        each.expect_round(8, 12)
    page.keyboard.press("p")
    page.wait_for_function("!document.fullscreenElement")

    with page.expect_download() as saved:
        laptop.button("Save as a page").click()
    assert saved.value.suggested_filename.startswith("why-ties-matter")
    saved.value.save_as(tmp_path / "talk.html")
    laptop.button("Class").click()
    laptop.button("End the class").click()
    laptop.button("End it now").click()
    expect(first.locator("#said")).to_have_text("The class has ended.")
    keeps_it(new_page, tmp_path / "talk.html")


def keeps_it(new_page: NewPage, file: Path) -> None:
    """The copy needs no network: its questions are answered in it, and it prints a hand-out."""
    copy = new_page("file://", offline=True, viewport={"width": 1366, "height": 768})
    copy.page.goto(file.as_uri())
    copy.expect_round(1, 12)
    expect(copy.page.get_by_role("link", name="Open in RankViz")).to_be_hidden()  # it would lead to localhost
    copy.page.keyboard.press("PageDown")
    copy.expect_round(4, 12)
    expect(copy.page.locator("#prompt")).to_have_text(WHY.prompt)
    copy.page.locator("#reveal").click()
    expect(copy.page.locator("#why")).to_have_text(WHY.because)
    sheets = len(re.findall(rb"/Type /Page\b", copy.page.pdf(prefer_css_page_size=True)))
    assert sheets >= len(TALK.moments)
    paper = copy.page.locator("#handout")
    expect(paper.locator("article")).to_have_count(3)
    expect(paper).to_contain_text(WHY.options[1])
    expect(paper).not_to_contain_text("Wait.")
    expect(paper).not_to_contain_text("127.0.0.1")
