"""When the server forgets or falls: the page comes back to where it was, without the reader doing anything."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from helpers.browser.agreement import assert_engine
from helpers.browser.serving import Server
from helpers.browser.stage_page import StagePage
from playwright.sync_api import Route

pytestmark = pytest.mark.tall


@pytest.fixture
def stage(stage: StagePage) -> Iterator[StagePage]:
    """A page that soon asks who is there when Python does not answer, and not after four seconds."""

    def hurry(route: Route) -> None:
        timeout, text = "TIMEOUT = 4000", route.fetch().text()
        assert timeout in text
        route.fulfill(body=text.replace(timeout, "TIMEOUT = 400"), content_type="text/javascript")

    stage.page.route("**/control/server_timeout.js", hurry)
    yield stage
    stage.page.unroute_all()


def open_forgotten(stage: StagePage, **link: object) -> None:
    """404 for the run: the server is asked to pack it again, and it is drawn."""
    asked = []

    def forget_once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=404, body="No such run here.")
        else:
            route.continue_()

    stage.page.route("**/api/run/**", forget_once)
    with stage.expecting_trouble():
        stage.open(**link)
    assert len(asked) >= 2
    stage.page.unroute("**/api/run/**")


@contextmanager
def down(stage: StagePage, server: Server) -> Iterator[None]:
    """The server ends, and starts again after the block; the page connects to it by itself."""
    server.stop()
    try:
        yield
    finally:
        sockets = len(stage.sockets)
        server.start()
    stage.wait_until(lambda: len(stage.sockets) > sockets, "it connects again", 40)


def choose_rounds(stage: StagePage, *rounds: int) -> None:
    """Choices soon after a start. Streamlit begins the new session with the first, and may start it from the link."""
    stage.page.wait_for_timeout(500)
    for number in rounds:
        stage.fill("Rounds", number)


def test_a_server_that_forgets_or_starts_again_leaves_the_reader_where_they_were(
    stage: StagePage, server: Server
) -> None:
    """Opened at one round, rested on another, and gone on while the server is down: the page stays there.

    Then the server starts again unnoticed: the first choice afterwards brings a session that knows only the link.
    Dear, since the server starts twice: no other test sees a page outlive its server.
    """
    open_forgotten(stage, rounds=24, seed=5, t=7, look="tiles:losses.ties")
    assert_engine(stage, "rounds=24&seed=5")
    stage.step(3)
    stage.rest()
    with stage.expecting_trouble():
        with down(stage, server):
            with stage.page.expect_event("requestfailed", lambda asked: asked.url.endswith("/api/server")):
                stage.step(2)
            stage.expect_round(12, 24)
            assert_engine(stage, "rounds=24&seed=5")
            stage.page.evaluate("window.before = true")
        stage.page.wait_for_function("!window.before")  # it is another server, so the page loads itself again
        stage.wait_for_stage()
        stage.expect_round(12, 24)
        assert stage.address().get("t") == "12"
        choose_rounds(stage, 17, 18)
        stage.expect_round(12, 18)
    assert_engine(stage, "rounds=18&seed=5")
    stage.step()
    stage.expect_round(13, 18)
    stage.rest()  # or the round would be sent to a server that has ended
    assert stage.page.get_by_test_id("stAlert").count() == 0
    stage.check()
    with stage.expecting_trouble():
        with down(stage, server):
            pass
        choose_rounds(stage, 19, 20)
        stage.expect_round(13, 20)
    stage.wait_until(lambda: stage.address().get("t") == "13", "the address says the round")
    stage.rest()
    stage.check()
