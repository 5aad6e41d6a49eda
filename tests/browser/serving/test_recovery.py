"""When the server forgets or falls: the page comes back to where it was, without the reader doing anything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from helpers.browser.agreement import assert_engine
from helpers.browser.serving import Server
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import Route


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
    stage.page.unroute_all()


@contextmanager
def down(stage: StagePage, server: Server) -> Iterator[None]:
    """The server ends, and starts again after the block; the page connects to it by itself."""
    server.stop()
    yield
    sockets = len(stage.sockets)
    server.start()
    stage.wait_until(lambda: len(stage.sockets) > sockets, "it connects again", 40)


def choose_rounds(stage: StagePage, *rounds: int) -> None:
    """Choices soon after a start. Streamlit begins the new session with the first, and may start it from the link."""
    stage.page.wait_for_timeout(500)
    for number in rounds:
        stage.fill("Rounds", number)


def test_a_server_that_forgets_or_starts_again_leaves_the_reader_where_they_were(
    new_page: NewPage, folder: Path
) -> None:
    """Opened at one round, rested on another, and gone on while the server is down: the page stays there.

    Then the server starts again unnoticed: the first choice afterwards brings a session that knows only the link.
    """
    with Server(folder) as server:
        stage = new_page(server.url)
        open_forgotten(stage, rounds=24, seed=5, t=7)
        assert_engine(stage, "rounds=24&seed=5")
        stage.step(3)
        stage.rest()
        with stage.expecting_trouble():
            with down(stage, server):
                stage.step(2)
                stage.expect_round(12, 24)
                assert_engine(stage, "rounds=24&seed=5")
                stage.page.wait_for_timeout(5000)  # the stage looks for its server, in vain
            stage.page.wait_for_timeout(6000)  # whatever the new session says has arrived
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
