"""The watch that every browser test keeps: what a page asks for in vain, or of another host, is told at its end."""

from collections.abc import Iterator

import pytest
from helpers.browser.serving import Server, free_port
from helpers.browser.stage_page import StagePage
from helpers.browser.tabs import Tabs

ASK = """(url) => new Promise((done) => {
  new PerformanceObserver((list) => list.getEntriesByName(url).length && done()).observe({ type: "resource" });
  fetch(url, { mode: "no-cors" }).catch(() => {});
})"""
"""Ask for an address, and wait until the browser has noted how that went."""


@pytest.fixture
def stage(tabs: Tabs, server: Server) -> Iterator[StagePage]:
    """A page that nobody else checks."""
    stage = StagePage(tabs.lend(), server.url)
    yield stage.open("start")
    stage.leave()
    tabs.take_back(stage.page)


def told(stage: StagePage) -> str:
    with pytest.raises(AssertionError) as found:
        stage.check()
    stage.problems.clear()
    return str(found.value)


def test_a_request_in_vain_is_told_also_by_the_next_document_and_once(stage: StagePage) -> None:
    stage.check()
    stage.page.evaluate(ASK, stage.base + "media/nothing.png")
    assert "request 404: " in told(stage)
    stage.check()
    stage.page.evaluate(ASK, stage.base + "media/nothing.png")
    stage.page.reload()
    assert "media/nothing.png" in told(stage)
    stage.check()


def test_so_is_another_host_whether_it_answers_or_not(stage: StagePage, server: Server) -> None:
    other = f"http://localhost:{server.port}/_stcore/health"
    stage.page.evaluate(ASK, other)
    assert f"to another host: {other}" in told(stage)
    stage.page.evaluate(ASK, f"http://127.0.0.1:{free_port()}/")
    assert "ERR_CONNECTION_REFUSED" in told(stage)
    stage.page.goto(f"http://localhost:{server.port}/start")
    assert "went to another host" in told(stage)


def test_what_goes_wrong_on_purpose_is_left_out(stage: StagePage) -> None:
    with stage.expecting_trouble():
        stage.page.evaluate(ASK, stage.base + "media/nothing.png")
    stage.check()
