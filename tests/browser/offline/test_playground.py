"""The playground served by a plain host of files under a sub-path: a run of one's own, and nothing leaves the host."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.browser.stage_page import NewPage, StagePage
from helpers.browser.static import Ear, Host
from playwright.sync_api import expect

import rankviz
from rankviz.data.sources import load_upload
from rankviz.explain import explain
from rankviz.ui.site.playground.files import files

PYODIDE = os.environ.get("RANKVIZ_PYODIDE", "")
ELSEWHERE = "http://elsewhere.example/"
ASK = (
    "(url) => fetch(url, { mode: 'no-cors', signal: AbortSignal.timeout(5000) })"
    ".then(() => 'answered', (error) => error.name)"
)
"""What becomes of a request."""

pytestmark = pytest.mark.skipif(not PYODIDE, reason="needs RANKVIZ_PYODIDE")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The playground's files, as `rankviz site OUT/ --playground --pyodide DIR` writes them, beside another page."""
    folder = tmp_path_factory.mktemp("site")
    for name, contents in files("", Path(PYODIDE)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(contents)
    (folder / "other.html").write_text("<!doctype html><title>Without a policy</title>")
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    with Host(site) as running:
        yield running


@pytest.fixture
def ear() -> Iterator[Ear]:
    with Ear() as listening:
        yield listening


def engine(alone: StagePage) -> None:
    """Wait until the engine has come."""
    alone.page.locator("body[data-ready]").wait_for(timeout=60_000)


def test_a_run_of_ones_own_without_a_server(new_page: NewPage, host: Host, ear: Ear) -> None:
    alone = new_page(host.url, proxy={"server": ear.url, "bypass": "127.0.0.1"})
    page = alone.page
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(f"{host.url}playground.html")
    expect(alone.where).to_be_visible()
    assert page.locator("body[data-ready]").count() == 0, (
        "the ready-made run is drawn before the engine is there"
    )
    alone.expect_round(0, 12)
    engine(alone)

    page.get_by_role("spinbutton", name="Rounds").fill("7")
    page.get_by_role("spinbutton", name="Rounds").press("Enter")
    alone.expect_round(0, 7)
    page.get_by_role("checkbox", name="RB-C", exact=True).uncheck()
    expect(page.locator("#facts")).to_contain_text("RB-D, RankBoost+")
    alone.at(2)
    alone.step()
    alone.expect_round(3, 7)

    trace = rankviz.trace(rankviz.load("scenario:places-to-stay"), ["rb-d", "rb-plus"], rounds=7)
    said = explain(trace, trace.runs[0], 3, "alpha")
    page.locator("[data-explain='rb-d:alpha']").first.click()
    panel = page.get_by_role("complementary", name="Equation")
    expect(panel.locator(".rv-found-number b")).to_have_text(f"{said.symbol} = {said.text}")
    expect(panel.locator("math").nth(1)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#claims caption").first).to_have_text("RB-D, after round 3")

    expect(page).to_have_url(re.compile(r"#watch\?.*rounds=7.*t=3"))
    # The page and its worker may not ask any other host, and none was asked.
    assert not [url for url in asked if not url.startswith((host.url, "blob:", "data:"))]
    with alone.expecting_trouble():
        (worker,) = page.workers
        assert [place.evaluate(ASK, ELSEWHERE) for place in (page, worker)] == ["TypeError", "TypeError"]
        assert ear.heard == []
        page.goto(f"{host.url}other.html")
        page.evaluate(ASK, ELSEWHERE)
        assert [line.split()[1] for line in ear.heard] == [ELSEWHERE], "a page without that policy is heard"


def test_ones_own_data_are_read_here_and_go_nowhere(new_page: NewPage, host: Host, ear: Ear) -> None:
    alone = new_page(host.url, proxy={"server": ear.url, "bypass": "127.0.0.1"})
    page = alone.page
    sent: list[str] = []
    page.context.on("request", lambda request: sent.append(f"{request.method} {request.post_data or ''}"))
    page.goto(f"{host.url}playground.html")
    engine(alone)
    page.get_by_role("button", name="Your own file …").click()
    dialog = page.get_by_role("dialog", name="Your own file")
    expect(dialog).to_contain_text("Files up to 4 MB")
    dialog.get_by_role("button", name="Use it").click()
    expect(dialog.get_by_role("alert")).to_have_text("Choose a file, or paste its text.")
    rows = [f"place {k},{k % 5},{(7 * k) % 11},{k % 3}" for k in range(12)]
    table = "\n".join(["name,view,price,verdict", *rows])
    dialog.get_by_role("textbox", name="Or paste it", exact=True).fill(table)
    dialog.get_by_role("button", name="Use it").click()
    expect(page.locator("#fault")).to_contain_text('no column "grade" to take the grades from')
    page.get_by_role("combobox", name="verdict").select_option("grade")
    expect(page.locator("#facts")).to_contain_text("9 items, 27 critical pairs")
    expect(page.locator("#fault")).to_be_hidden()
    alone.at(2)

    given = {"grade": "verdict", "item": "name"}
    problem = load_upload("table", table.encode(), "pasted.csv", **given)
    trace = rankviz.trace(problem, ["rb-d"], rounds=12, holdout=0.25)
    number = page.locator("[data-explain^='rb-d:']:visible").first
    key = str(number.get_attribute("data-explain")).removeprefix("rb-d:")
    said = explain(trace, trace.runs[0], 2, key)
    number.click()
    panel = page.get_by_role("complementary", name="Equation")
    expect(panel.locator(".rv-found-number b")).to_have_text(f"{said.symbol} = {said.text}")
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(r"data=upload:.*t=2"))
    before = alone.losses()
    page.reload()
    engine(alone)
    alone.expect_round(2, 12)
    assert alone.losses() == before and len(before) >= 8, "the link gives the same moment"
    expect(page.locator("#facts")).to_contain_text("9 items, 27 critical pairs")
    assert set(sent) == {"GET "} and ear.heard == []


def test_it_opens_without_its_host_once_it_has_been_there(new_page: NewPage, host: Host) -> None:
    alone = new_page(host.url)
    page = alone.page
    page.goto(f"{host.url}playground.html")
    engine(alone)
    page.locator("body[data-kept]").wait_for()
    host.stop()
    page.reload()
    engine(alone)
    page.get_by_role("spinbutton", name="Rounds").fill("5")
    page.get_by_role("spinbutton", name="Rounds").press("Enter")
    alone.expect_round(0, 5)
