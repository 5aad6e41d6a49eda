"""Experiments as a visitor meets them: alive at once, stopped and gone on with, and one click from dot to stage."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.browser.axe import comes_in_its_place, is_accessible
from helpers.browser.folds import open_a_fold
from helpers.browser.serving import Server
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import expect

LONG = 180_000
"""Milliseconds: an experiment is nicer than everything else, and a full machine has little left for it."""
WORDS_ALONE = ("Time", "How it was done")
MANY = "synthetic:linear?features=20&n=200&seeds=20"
"""Short tasks, so that most are left when the first are shown."""


@pytest.fixture(scope="module")
def fresh(results: str) -> Iterator[Server]:
    """A server of this page's own, whose app stands in a folder: a route beside the folder would be missing here."""
    with Server(base="my-data/", RANKVIZ_RESULTS_DIR=results) as running:
        yield running


@pytest.fixture
def visitor(new_page: NewPage, fresh: Server) -> StagePage:
    return new_page(fresh.url)


def test_it_opens_alive_and_a_dot_leads_to_the_stage(visitor: StagePage) -> None:
    """All tabs are read for accessibility, and 40 tasks learned before: the page's own results stand here alone."""
    page = visitor.page
    page.goto(f"{visitor.base}experiments")
    page.get_by_role("heading", level=1).wait_for(timeout=LONG)
    came = float(page.evaluate("performance.now()"))
    expect(page.get_by_text("mean ranks over 40 tasks")).to_be_visible(timeout=LONG)
    comes_in_its_place(visitor, came + 1500)  # the first results of an experiment under way come later
    expect(page.get_by_role("img", name="Mean ranks, R̂1: RB-D")).to_be_visible()
    expect(page.get_by_role("radio", name="R̂2", exact=True)).to_be_checked()
    expect(page.get_by_text("RankBoost+").first).to_be_visible()
    page.get_by_role("radio", name="NDCG@5").click()
    expect(page.get_by_text("NDCG@5: mean ranks over 40 tasks")).to_be_visible()
    expect(page).to_have_url(re.compile("metric=ndcg5"))
    for tab, words in (
        ("Ranks", "A thick grey bar joins those not shown to differ"),
        ("Tables", "±: standard deviation over the tasks"),
        ("Convergence", "the mean over all tasks"),
        ("Time", "A round, in the median: RB-D"),
        ("How it was done", "The same experiment"),
        ("Task by task", "a dot is a task"),
    ):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_text(words)).to_be_visible()
        visitor.check()
        if tab not in WORDS_ALONE:
            is_accessible(visitor, "html" if tab == "Ranks" else "[data-testid=stTabs]")  # the rest stays
            page.emulate_media(color_scheme="light")
    task = open_a_fold(page, 40)
    visitor.wait_for_stage()
    link = visitor.address()
    assert link["data"].endswith(task.replace("-", "=")) and link["fold"] == f"2/5:{task}"
    page.go_back()
    expect(page).to_have_url(re.compile("/experiments.*metric=ndcg5"))
    expect(page.get_by_text("NDCG@5: mean ranks over 40 tasks")).to_be_visible()
    expect(page.get_by_test_id("stAlert")).to_have_count(0)


def test_a_run_is_stopped_and_gone_on_with(visitor: StagePage) -> None:
    """The server's process is started twice and draws the report: only here it is followed on a page to its end."""
    page = visitor.page
    page.goto(
        f"{visitor.base}experiments?src={MANY.replace('?', '%3F').replace('&', '%26')}&rounds=30&metrics=r1"
    )
    page.get_by_role("button", name="Run these 20 tasks").click()
    expect(page.get_by_text("The tables below are updated in steps")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Stop").click()
    again = page.get_by_role("button", name="Continue")
    expect(again).to_be_visible(timeout=LONG)
    again.click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.get_by_text("mean ranks over 20 tasks")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("button", name="Stop")).to_be_hidden(timeout=LONG)
    visitor.idle()  # until then the buttons may be those of the tasks before the last
    with page.expect_download() as download:
        page.get_by_role("button", name="Report", exact=True).click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert "python -m rankviz experiment" in text and "20 tasks, all done" in text


def test_a_bad_link_is_told_and_the_page_works(visitor: StagePage) -> None:
    page = visitor.page
    page.goto(f"{visitor.base}experiments?src=movielens:../../etc/passwd&rounds=9999")
    expect(page.get_by_text("the page's own choice", exact=False).first).to_be_visible(timeout=LONG)
    expect(page.get_by_role("heading", level=1, name="Experiments")).to_be_visible()


def test_visitors_take_turns_and_only_who_began_it_stops_it(new_page: NewPage, fresh: Server) -> None:
    """The visitor is the browser: still the same after a reload, and with two experiments at once.

    The rounds are so few that the server takes one process, and so many that it is not done before it is stopped.
    """
    heavy = "synthetic:linear?features=40&n=400&seeds=60"
    link = f"{fresh.url}experiments?src={heavy.replace('?', '%3F').replace('&', '%26')}&rounds=40&seed="
    first, second = new_page(fresh.url), new_page(fresh.url)
    first.page.goto(f"{link}1")
    expect(first.page.get_by_text("Each visitor may run one experiment at a time")).to_be_visible(
        timeout=LONG
    )
    first.page.get_by_role("button", name="Run these 60 tasks").click()
    stop = first.page.get_by_role("button", name="Stop")
    expect(stop).to_be_visible(timeout=LONG)
    second.page.goto(f"{link}1")
    expect(second.page.get_by_text("Another visitor started it")).to_be_visible(timeout=LONG)
    expect(second.page.get_by_role("button", name="Stop")).to_be_hidden()
    first.page.goto(f"{link}2")
    first.page.get_by_role("button", name="Run these 60 tasks").click()
    expect(first.page.get_by_text("One experiment is ahead of this one.")).to_be_visible(timeout=LONG)
    first.page.get_by_role("button", name="Leave").click()
    expect(first.page.get_by_role("button", name="Run these 60 tasks")).to_be_visible(timeout=LONG)
    first.page.goto(f"{link}1")
    expect(stop).to_be_visible(timeout=LONG)
    stop.click()
    expect(second.page.get_by_role("button", name=re.compile("Continue|Run"))).to_be_visible(timeout=LONG)
