"""Long runs of several visitors on one server: the line, its places, Stop for one alone, and who has gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from helpers.browser.serving import Server
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import Locator, expect

pytestmark = pytest.mark.other_half

ROUNDS = 200
LINK = f"?data=table:long.csv&holdout=0&rounds={ROUNDS}&alg=rb-plus,rb-plus:undefined=infinite&seed={{}}"
"""Learning takes ten seconds, measuring as long, then the other begins. Of so many pairs an excerpt is soon drawn."""
PATIENCE = 60_000
COMPUTES = re.compile("round [0-9,]+ of|Preparing|measured")


def ask(stage: StagePage, seed: int) -> StagePage:
    """A visitor opens a link to a long run."""
    stage.page.goto(stage.base + LINK.format(seed))
    expect(progress(stage)).to_be_visible(timeout=PATIENCE)
    return stage


def progress(stage: StagePage) -> Locator:
    """How far the run is."""
    return stage.page.get_by_test_id("stProgress")


@pytest.fixture
def narrow(folder: Path) -> Iterator[Server]:
    """A server that computes one long run at once, where one more may wait."""
    rng = np.random.default_rng(0)
    features = rng.normal(size=(2800, 4))
    grades = np.digitize(features.sum(axis=1) + rng.normal(size=2800), np.linspace(-4, 4, 9))
    rows = [
        ",".join(map(str, [*row, grade]))
        for row, grade in zip(features.round(3).tolist(), grades, strict=True)
    ]
    (folder / "long.csv").write_text("\n".join(["a,b,c,d,grade", *rows]))
    few = {"RUNS_AT_ONCE": "1", "RUNS_WAITING": "1", "RUNS_PATIENCE": "3", "THREADS": "1"}
    with Server(folder, **{f"RANKVIZ_{name}": value for name, value in few.items()}) as server:
        yield server


def one_stops(one: StagePage, other: StagePage) -> None:
    """Stop is for who presses it: the rounds so far are drawn there, and the run goes on for the other."""
    expect(progress(other)).to_contain_text("measuring round", timeout=PATIENCE)
    one.button("Stop and keep these rounds").click()
    ends = progress(one).filter(has_text=re.compile("Stopped|Drawing"))
    expect(ends.or_(one.where).first).to_be_visible(timeout=10_000)
    expect(one.where).to_be_visible(timeout=PATIENCE)
    expect(one.page.get_by_text("stopped by the user").first).to_be_attached()
    expect(progress(other)).to_contain_text(COMPUTES)
    assert one.round()[1] < ROUNDS


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
    third.alert("1 long run waits")
    # Another page of the app: nobody waits for the first run any more.
    first.visit("Playlists")
    expect(progress(second)).to_contain_text(COMPUTES, timeout=PATIENCE)
    third.button("Run it again").click()
    expect(progress(third)).to_contain_text("yours is the next run to begin", timeout=PATIENCE)
    second.page.goto("about:blank")
    expect(progress(third)).to_contain_text(COMPUTES, timeout=PATIENCE)
