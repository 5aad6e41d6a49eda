"""Long runs of several visitors on one server: the line, its places, Stop for one alone, and who has gone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from serving import Server
from stage_page import NewPage, StagePage

LINK = "?data=synthetic:linear%3Fn=2000%26features=50%26grades=10&rounds={}&alg=rb-c,rb-plus&seed={}"
PATIENCE = 60_000
COMPUTES = re.compile("round [0-9,]+ of|Preparing|measured")


def ask(new_page: NewPage, server: Server, seed: int, rounds: int = 1000) -> StagePage:
    """A visitor with a browser of their own, who opens a link to a run of minutes."""
    stage = new_page(server.url)
    stage.page.goto(server.url + LINK.format(rounds, seed))
    expect(progress(stage)).to_be_visible(timeout=PATIENCE)
    return stage


def progress(stage: StagePage):  # type: ignore[no-untyped-def]
    """How far the run is."""
    return stage.page.get_by_test_id("stProgress")


@pytest.fixture
def narrow(folder: Path):  # type: ignore[no-untyped-def]
    """A server that computes one long run at once."""
    with Server(folder, RANKVIZ_RUNS_AT_ONCE="1", RANKVIZ_RUNS_WAITING="1") as server:
        yield server


def test_the_line_moves_on_when_somebody_leaves(narrow: Server, new_page: NewPage) -> None:
    first = ask(new_page, narrow, 1)
    second = ask(new_page, narrow, 2)
    expect(progress(second)).to_contain_text("yours is the next run to begin", timeout=PATIENCE)
    third = new_page(narrow.url)
    third.page.goto(narrow.url + LINK.format(1000, 3))
    expect(third.page.get_by_test_id("stAlert")).to_contain_text("1 long run waits", timeout=PATIENCE)
    # Another page of the app: nobody waits for the first run any more.
    first.page.get_by_role("link", name="Reference").click()
    expect(progress(second)).to_contain_text(COMPUTES, timeout=PATIENCE)
    third.button("Run it again").click()
    expect(progress(third)).to_contain_text("yours is the next run to begin", timeout=PATIENCE)
    second.page.goto("about:blank")
    expect(progress(third)).to_contain_text(COMPUTES, timeout=PATIENCE)


def test_stop_is_for_who_presses_it(narrow: Server, new_page: NewPage) -> None:
    one, other = ask(new_page, narrow, 1), ask(new_page, narrow, 1)
    expect(progress(other)).to_contain_text("measuring round", timeout=PATIENCE)
    one.button("Stop and keep these rounds").click()
    expect(progress(one)).to_contain_text(re.compile("Stopped|Drawing"), timeout=10_000)
    expect(one.where).to_be_visible(timeout=PATIENCE)
    expect(one.page.get_by_text("stopped by the user").first).to_be_attached()
    expect(progress(other)).to_contain_text(COMPUTES)
    assert one.round()[1] < 1000
