"""The app in a folder of its host, behind a proxy in front of two processes."""

import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.browser.agreement import assert_engine
from helpers.browser.folds import open_a_fold
from helpers.browser.proxy import COOKIE, Proxy
from helpers.browser.samples import letor
from helpers.browser.serving import Server
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import expect

from rankviz.ui.serving.frontend import stage_url

pytestmark = pytest.mark.tall

LONG = 90_000


@pytest.fixture(scope="module")
def place(server: Server, folder: Path, results: str) -> Iterator[str]:
    """The address of the app, in the folder "my-data" of its host: the name ends like that of a page.

    A proxy strips the folder in front of two processes: the app knows nothing of it, so it cannot be right by chance.
    An app with a folder as its baseUrlPath is the one that the tests of Experiments open.
    """
    with (
        Server(folder, RANKVIZ_RESULTS_DIR=results) as own,
        Proxy([own.port, server.port], "/my-data") as proxy,
    ):
        yield proxy.url


def opened(new_page: NewPage, place: str) -> StagePage:
    stage = new_page(place)
    return stage.open(rounds=20, seed=3, t=4)


def process(stage: StagePage) -> str:
    """The name of the process that answers this visitor."""
    answer = stage.page.request.get(f"{stage.base}api/server")
    assert answer.ok and re.fullmatch("[0-9a-f]{32}", answer.text())
    return answer.text()


def test_a_run_steps_its_link_opens_the_same_moment_and_every_page_is_reached(
    new_page: NewPage, place: str
) -> None:
    """One visit: a process that has just begun takes longer to come than all that is asked of it.

    Dear by the start of the server and by a browser's first visit to it. Streamlit, the stage and the browser can each
    write an address without the proxy's path.
    """
    stage = opened(new_page, place)
    stage.step(3)
    stage.expect_round(7, 20)
    stage.rest()
    assert_engine(stage, "rounds=20&seed=3")
    # The panel comes in parts, the link not always first.
    shared = stage.tab("Export and share").locator("pre").filter(has_text=place + "?").first
    link = shared.inner_text().strip()
    assert link.startswith(place + "?")
    losses = stage.losses()
    stage.goto(link.replace("?", "watch?", 1))
    stage.expect_round(7, 20)
    assert stage.losses() == losses and stage.page.url.startswith(place + "?")
    expect(stage.page.get_by_text("Page not found")).to_have_count(0)
    page = stage.page
    stage.visit("Margins")
    expect(page).to_have_url(re.compile(f"^{re.escape(place)}margins"))
    stage.idle()
    page.goto(f"{place}reference?eq=34")
    expect(page.locator(".katex-display")).to_have_count(1, timeout=LONG)
    page.goto(f"{place}workbench")
    expect(page.get_by_role("group", name="Items, pairs and weak rankers")).to_be_visible(timeout=LONG)
    page.get_by_role("link", name="Open in Watch").click()
    # The workbench has a stage of its own, which is not the one waited for.
    expect(page).to_have_url(re.compile(f"^{re.escape(place)}[?].*inline"))
    stage.wait_for_stage()
    icon = page.locator("link[rel*=icon]").first.evaluate("(link) => link.href")
    assert icon.startswith("data:") or page.request.get(icon).headers["content-type"].startswith("image/")


def test_a_task_of_an_experiment_opens_on_the_stage(new_page: NewPage, place: str) -> None:
    """By its dot and a number of its folds; the address of that moment opens it again."""
    stage = new_page(place)
    page = stage.page
    # The process that has the results.
    page.context.add_cookies([{"name": COOKIE, "value": "0", "url": place}])
    page.goto(f"{place}experiments")
    expect(page.get_by_text("mean ranks over 40 tasks")).to_be_visible(timeout=LONG)
    page.get_by_role("tab", name="Task by task").click()
    task = open_a_fold(page, 40)
    stage.wait_for_stage()
    assert page.url.startswith(f"{place}?") and stage.address()["fold"] == f"2/5:{task}"
    seen = stage.round()
    stage.goto(page.url)
    assert stage.round() == seen and stage.address()["fold"] == f"2/5:{task}"


def test_a_visitor_stays_with_one_process_which_has_their_upload(
    new_page: NewPage, place: str, folder: Path
) -> None:
    """The first two visitors get a process each; nobody is moved. The last one uploads, and downloads."""
    visitors = [opened(new_page, place) for _ in range(2)]
    names = [process(stage) for stage in visitors]
    for stage, name in zip(visitors, names, strict=True):
        stage.fill("Rounds", 12)
        stage.step()
        stage.expect_round(5, 12)
        assert_engine(stage, "rounds=12&seed=3")
        assert process(stage) == name
    seats = [
        cookie["value"]
        for stage in visitors
        for cookie in stage.page.context.cookies()
        if cookie["name"] == COOKIE
    ]
    assert len(set(names)) == len(set(seats)) == 2
    stage.upload("letor", ("mine.txt", letor()))
    stage.wait_until(lambda: "GX0" in stage.text(), "the file's documents are on the stage")
    stage.wait_for_stage()
    assert_engine(stage, "rounds=12&seed=3", source=f"letor:{folder}/queries.txt")
    panel = stage.tab("Export and share")
    with stage.page.expect_download() as waiting:
        panel.get_by_role("button", name="CSV").click()
    assert Path(waiting.value.path()).stat().st_size > 1000


def test_a_refused_coding_is_sent_by_no_layer(server: Server) -> None:
    """Streamlit's own compression looks for the word gzip alone."""
    address = server.url + stage_url()
    for asked, sent in (("gzip", "gzip"), ("gzip;q=0, br", None)):
        request = urllib.request.Request(address, headers={"Accept-Encoding": asked})
        with urllib.request.urlopen(request, timeout=20) as answer:
            assert answer.headers["Content-Encoding"] == sent
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
