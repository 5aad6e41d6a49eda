"""Long runs of several visitors on one server: the line, its places, Stop for one alone, and who has gone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.browser.serving import Server, app_that_ends
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import Locator, expect

ROUNDS = 500
LINK = f"?data=synthetic:imbalanced&holdout=0&rounds={ROUNDS}&alg=rb-plus,rb-c&seed={{}}"
PATIENCE = 60_000
COMPUTES = re.compile("round [0-9,]+ of|Preparing|measured")
SLOWLY = """

if __name__ != "__main__":  # once, when the server begins, and not for each page
    import time

    from rankviz.ui.runs import cost, long_runs

    cost.LONG = cost.SHORT = 0.0
    at_once = long_runs.LongRun.measured

    def slowly(run, algorithm, t):
        time.sleep(0.2)
        return at_once(run, algorithm, t)

    long_runs.LongRun.measured = slowly
"""
"""The end of an app in which every run is long: it waits, and needs no processor, before each round is measured."""


def ask(stage: StagePage, seed: int) -> StagePage:
    stage.page.goto(stage.base + LINK.format(seed))
    expect(progress(stage)).to_be_visible(timeout=PATIENCE)
    return stage


def progress(stage: StagePage) -> Locator:
    return stage.page.get_by_test_id("stProgress")


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[Server]:
    """A server that computes one long run at once, where one more may wait."""
    few = {"RUNS_AT_ONCE": "1", "RUNS_WAITING": "1", "RUNS_PATIENCE": "3", "THREADS": "1"}
    with Server(
        root=app_that_ends(tmp_path, SLOWLY), **{f"RANKVIZ_{name}": value for name, value in few.items()}
    ) as server:
        yield server


def one_stops(one: StagePage, other: StagePage) -> None:
    """Stop is for who presses it: the rounds so far are drawn there, and the run goes on for the other."""
    expect(progress(other)).to_contain_text("measuring round", timeout=PATIENCE)
    before = progress(other).inner_text()
    one.button("Stop and keep these rounds").click()
    ends = progress(one).filter(has_text=re.compile("Stopped|Drawing"))
    expect(ends.or_(one.where).first).to_be_visible(timeout=10_000)
    expect(one.where).to_be_visible(timeout=PATIENCE)
    expect(one.page.get_by_text("stopped by the user").first).to_be_attached()
    expect(progress(other)).to_contain_text(COMPUTES)
    expect(progress(other)).not_to_have_text(before)
    assert one.round()[1] < ROUNDS


def test_a_run_is_stopped_by_who_presses_it_and_the_line_moves_on_when_somebody_leaves(
    narrow: Server, new_page: NewPage
) -> None:
    """Three visitors, the first two with one run.

    Dear, since each needs a page of their own, and the server limits of its own: the only test of all three together.
    """
    second, first = ask(new_page(narrow.url), 1), ask(new_page(narrow.url), 1)
    one_stops(second, first)
    ask(second, 2)
    expect(progress(second)).to_contain_text("yours is the next run to begin", timeout=PATIENCE)
    third = new_page(narrow.url)
    third.page.goto(narrow.url + LINK.format(3))
    third.alert("1 long run waits")
    # Another page of the app: nobody waits for the first run any more.
    first.visit("Playlists")
    expect(progress(second)).to_contain_text(COMPUTES, timeout=PATIENCE)
    third.button("Run it again").click()
    expect(progress(third)).to_contain_text("yours is the next run to begin", timeout=PATIENCE)
    second.page.goto("about:blank")
    expect(progress(third)).to_contain_text(COMPUTES, timeout=PATIENCE)
