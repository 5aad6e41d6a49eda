"""Long runs of several visitors on one server: the line, its places, Stop for one alone, and who has gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect
from serving import Server
from stage_page import NewPage, StagePage

pytestmark = pytest.mark.other_half

LINK = "?data=synthetic:linear%3Fn=1200%26features=50%26grades=10&rounds=1000&alg=rb-c,rb-plus&seed={}"
PATIENCE = 60_000
COMPUTES = re.compile("round [0-9,]+ of|Preparing|measured")


def ask(stage: StagePage, seed: int) -> StagePage:
    """A visitor opens a link to a run of minutes."""
    stage.page.goto(stage.base + LINK.format(seed))
    expect(progress(stage)).to_be_visible(timeout=PATIENCE)
    return stage


def progress(stage: StagePage) -> Locator:
    """How far the run is."""
    return stage.page.get_by_test_id("stProgress")


@pytest.fixture
def narrow(folder: Path) -> Iterator[Server]:
    """A server that computes one long run at once, where one more may wait."""
    with Server(folder, RANKVIZ_RUNS_AT_ONCE="1", RANKVIZ_RUNS_WAITING="1") as server:
        yield server


def one_stops(one: StagePage, other: StagePage) -> None:
    """Stop is for who presses it: the rounds so far are drawn there, and the run goes on for the other."""
    expect(progress(other)).to_contain_text("measuring round", timeout=PATIENCE)
    one.button("Stop and keep these rounds").click()
    expect(progress(one)).to_contain_text(re.compile("Stopped|Drawing"), timeout=10_000)
    expect(one.where).to_be_visible(timeout=PATIENCE)
    expect(one.page.get_by_text("stopped by the user").first).to_be_attached()
    expect(progress(other)).to_contain_text(COMPUTES)
    assert one.round()[1] < 1000


def test_a_run_is_stopped_by_who_presses_it_and_the_line_moves_on_when_somebody_leaves(
    narrow: Server, new_page: NewPage
) -> None:
    """Three visitors, the first two with one run."""
    second, first = ask(new_page(narrow.url), 1), ask(new_page(narrow.url), 1)
    one_stops(second, first)
    ask(second, 2)
    expect(progress(second)).to_contain_text("yours is the next run to begin", timeout=PATIENCE)
    third = new_page(narrow.url)
    third.page.goto(narrow.url + LINK.format(3))
    expect(third.page.get_by_test_id("stAlert")).to_contain_text("1 long run waits", timeout=PATIENCE)
    # Another page of the app: nobody waits for the first run any more.
    first.visit("Reference")
    expect(progress(second)).to_contain_text(COMPUTES, timeout=PATIENCE)
    third.button("Run it again").click()
    expect(progress(third)).to_contain_text("yours is the next run to begin", timeout=PATIENCE)
    second.page.goto("about:blank")
    expect(progress(third)).to_contain_text(COMPUTES, timeout=PATIENCE)
