"""When the server forgets or falls: the page comes back to where it was, without the reader doing anything."""

from __future__ import annotations

from pathlib import Path

from agreement import assert_engine
from playwright.sync_api import Route
from serving import Server
from stage_page import NewPage, StagePage


def test_a_run_the_server_forgot(stage: StagePage) -> None:
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
        stage.open(data="bundled:wine?items=30", rounds=12, t=4)
    assert len(asked) >= 2
    assert_engine(stage, "data=bundled:wine?items=30&rounds=12")


def test_a_server_that_starts_again(new_page: NewPage, folder: Path) -> None:
    """The server ends while the page is open and starts again: stepping never stops, and choices work again."""
    with Server(folder) as server:
        stage = new_page(server.url)
        stage.open(rounds=24, seed=5, t=6)
        stage.rest()
        with stage.expecting_trouble():
            server.stop()
            stage.step(3)
            stage.expect_round(9, 24)
            assert_engine(stage, "rounds=24&seed=5")
            sockets = len(stage.sockets)
            server.start()
            stage.wait_until(lambda: len(stage.sockets) > sockets, "it connects again", 40)
            # Streamlit begins the new session with the first choice, and may start it from the link.
            stage.page.wait_for_timeout(500)
            for rounds in (17, 18):
                stage.fill("Rounds", rounds)
            stage.expect_round(9, 18)
        assert_engine(stage, "rounds=18&seed=5")
        stage.step()
        stage.expect_round(10, 18)
        stage.rest()  # or the round would be sent to a server that has ended
        assert stage.page.get_by_test_id("stAlert").count() == 0
        stage.check()


def test_a_server_that_starts_again_finds_the_last_round(new_page: NewPage, folder: Path) -> None:
    """The page was opened at one round, rested on another, and went on while the server was down: it stays there."""
    with Server(folder) as server:
        stage = new_page(server.url)
        stage.open(rounds=24, seed=5, t=7)
        stage.step(3)
        stage.rest()
        with stage.expecting_trouble():
            server.stop()
            stage.step(2)
            stage.expect_round(12, 24)
            stage.page.wait_for_timeout(5000)  # the stage looks for its server, in vain
            sockets = len(stage.sockets)
            server.start()
            stage.wait_until(lambda: len(stage.sockets) > sockets, "it connects again", 40)
            stage.page.wait_for_timeout(6000)  # whatever the new session says has arrived
            stage.expect_round(12, 24)
            assert stage.address()["t"] == "12"
            stage.fill("Rounds", 18)
            stage.expect_round(12, 18)
        assert_engine(stage, "rounds=18&seed=5")
        stage.step()
        stage.rest()
        stage.expect_round(13, 18)
        assert stage.page.get_by_test_id("stAlert").count() == 0
        stage.check()


def test_a_server_that_starts_again_unnoticed_is_told_the_round(new_page: NewPage, folder: Path) -> None:
    """Nothing is done while it is down; the first choice afterwards brings a session that knows only the link."""
    with Server(folder) as server:
        stage = new_page(server.url)
        stage.open(rounds=24, seed=5, t=7)
        stage.step(3)
        stage.rest()
        with stage.expecting_trouble():
            server.stop()
            sockets = len(stage.sockets)
            server.start()
            stage.wait_until(lambda: len(stage.sockets) > sockets, "it connects again", 40)
            stage.page.wait_for_timeout(500)
            for rounds in (17, 18):  # the first choice may begin the session, and be lost
                stage.fill("Rounds", rounds)
            stage.expect_round(10, 18)
        stage.wait_until(lambda: stage.address()["t"] == "10", "the address says the round")
        stage.rest()
        stage.check()
