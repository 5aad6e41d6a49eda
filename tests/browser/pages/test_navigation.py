"""The bar: four menus that hold every page, by mouse and by keyboard, and one list on a phone."""

import re
from collections.abc import Iterator

import pytest
from helpers.browser.serving import Server
from helpers.browser.shared import one_test, shared_page
from helpers.browser.stage_page import GROUPS, NewPage, StagePage
from helpers.browser.tabs import Tabs
from playwright.sync_api import ViewportSize, WebSocketRoute, expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from rankviz.lessons.playlists.playlist import Moment, Playlist
from rankviz.ui.pages.playlists.link import packed

ADDRESS = {"Watch": "", "Ties in a run": "ties"}
"""Where a page is when not under its own name."""
DESK: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def lessons(tabs: Tabs, server: Server) -> Iterator[StagePage]:
    """The page Lessons, from which the first tests start."""
    with shared_page(tabs, server.url) as stage:
        stage.page.set_viewport_size(DESK)
        stage.open("lessons")
        expect(stage.page.get_by_role("heading", name="Challenges")).to_be_visible()
        stage.idle()
        yield stage


@pytest.fixture
def stage(lessons: StagePage) -> Iterator[StagePage]:
    with one_test(lessons):
        lessons.page.set_viewport_size(DESK)
        yield lessons


def test_every_page_is_in_one_of_four_menus(stage: StagePage) -> None:
    bar = stage.page.get_by_role("navigation")
    expect(bar.get_by_role("button")).to_have_text([re.compile(group) for group in GROUPS])
    for group, pages in GROUPS.items():
        bar.get_by_role("button", name=group, exact=True).click()
        items = stage.page.get_by_role("menuitem")
        expect(items).to_have_count(len(pages))
        for name, item in zip(pages, items.all(), strict=True):
            expect(item).to_have_accessible_name(re.compile(name))
            assert str(item.get_attribute("href")).endswith("/" + ADDRESS.get(name, name.lower()))
        stage.page.keyboard.press("Escape")
        expect(items).to_have_count(0)


def test_a_phone_has_all_pages_in_one_list(stage: StagePage) -> None:
    stage.page.set_viewport_size(PHONE)
    stage.button("Expand sidebar").click()
    links = stage.page.get_by_role("navigation").get_by_role("link")
    expect(links).to_have_text([re.compile(name) for names in GROUPS.values() for name in names])
    links.filter(has_text="Workbench").click()
    expect(stage.page).to_have_url(re.compile(r"/workbench"))
    expect(links.first).not_to_be_in_viewport()  # the list covered the page: it closes as one is chosen
    stage.follow("lessons")


def test_a_page_is_reached_by_keyboard_alone(stage: StagePage) -> None:
    stage.page.get_by_role("navigation").get_by_role("button", name="Build").focus()
    stage.page.keyboard.press("Enter")
    expect(stage.page.get_by_role("menuitem", name="Data")).to_be_focused()
    stage.page.keyboard.press("ArrowDown")
    expect(stage.page.get_by_role("menuitem", name="Workbench")).to_be_focused()
    stage.page.keyboard.press("Enter")
    expect(stage.page).to_have_url(re.compile(r"/workbench"))


WITH_A_RUN = {
    "a step": ("lessons", {"lesson": "why-ties-matter", "step": 2}),
    "a challenge": ("lessons", {"challenge": "break-u1"}),
    "a prediction": ("lessons", {"predict": "ranker", "rounds": 5, "t": 0}),
    "a moment without a title": (
        "playlists",
        {"play": packed(Playlist("One", (Moment("?data=scenario:lemma-3&rounds=6&t=2"),))), "moment": 1},
    ),
    "a prediction on the workbench": ("workbench", {"predict": "ranker"}),
}
"""Where a run stands beside words, and nothing need be a heading."""


@pytest.mark.parametrize("where", WITH_A_RUN)
def test_a_page_is_seen_as_soon_as_its_run_is_drawn(stage: StagePage, where: str) -> None:
    """No page waits for the time after which it is shown in any case."""
    path, link = WITH_A_RUN[where]
    stage.follow(path, **link)
    stage.page.locator("[data-drawn]").wait_for(state="attached", timeout=60_000)
    seen = "() => getComputedStyle(document.querySelector('[data-testid=stMain]')).visibility"
    assert stage.page.evaluate(seen) == "visible"


def test_a_card_opens_its_moment_in_a_new_tab(new_page: NewPage) -> None:
    """The moment is on another page than the cards: its address must not be one below Start."""
    cards = new_page(viewport=DESK)
    cards.page.goto(f"{cards.base}start")
    card = cards.page.get_by_role("link", name="Eight places to stay")
    expect(card).to_be_visible()
    for how in ({"button": "middle"}, {"modifiers": ["ControlOrMeta"]}):
        with cards.page.context.expect_page() as opened:
            card.click(**how)  # type: ignore[arg-type]
        tab = opened.value
        tab.wait_for_url(re.compile(re.escape(cards.base) + r"\?.*places-to-stay"), wait_until="commit")
        tab.close()
        assert cards.page.url.endswith("/start")


@pytest.mark.parametrize("when", ["with the click", "while the new page is computed"])
def test_a_rerun_that_the_page_just_left_asked_for_changes_nothing(new_page: NewPage, when: str) -> None:
    """A timer meets these moments once in many tries, so the stage's last message is sent again at each."""
    watch = new_page(viewport=DESK)
    of_stage: list[BackMsg] = []
    left: list[str] = []

    def pass_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def again(moment: str) -> None:
            if moment == when and len(left) == 1:
                left.append(moment)
                server.send(of_stage[-1].SerializeToString())

        def to_server(sent: str | bytes) -> None:
            assert isinstance(sent, bytes)
            server.send(sent)
            asked = (message := BackMsg.FromString(sent)).rerun_script
            if asked.fragment_id:
                of_stage.append(message)
            elif of_stage and asked.page_script_hash not in ("", of_stage[-1].rerun_script.page_script_hash):
                left.append(asked.page_script_hash)
                again("with the click")

        def to_page(sent: str | bytes) -> None:
            socket.send(sent)
            again("while the new page is computed")

        socket.on_message(to_server)
        server.on_message(to_page)

    watch.page.route_web_socket(re.compile("_stcore/stream"), pass_on)
    watch.open(data="scenario:lemma-3", rounds=6, t=1, explain=1).step()
    watch.wait_until(lambda: of_stage, "the stage's message")
    watch.visit("Data")
    first = watch.page.get_by_text("Data set", exact=True).first
    expect(first).to_be_visible()
    watch.wait_until(lambda: len(left) == 2, "the message sent again")
    watch.idle()
    expect(first).to_be_visible()
    expect(watch.page).to_have_url(re.compile("/data"))
