"""One server and one Chromium for all browser tests; a watched page for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect, sync_playwright
from samples import fill_folder
from serving import Server, launch_chromium
from stage_page import NewPage, StagePage

expect.set_options(timeout=20_000)  # a busy machine is slow, and no less right


TALL: ViewportSize = {"width": 1366, "height": 3600}
"""All panels in view at once."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser. Without one the tests fail: they are the only ones that see the page."""
    with sync_playwright() as playwright:
        browser, why = None, ""
        try:
            browser = launch_chromium(playwright)
        except RuntimeError as error:
            why = str(error)
        if browser is None:
            pytest.fail(why, pytrace=False)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RANKVIZ_DATA_DIR of the server. Beside it lies a file that no link may open."""
    here = tmp_path_factory.mktemp("data")
    inside = here / "open"
    inside.mkdir()
    fill_folder(inside)
    (here / "secret.csv").write_text("item,hidden,grade\nqwxz,1,0\nqwxy,2,1\n")
    (inside / "way-out.csv").symlink_to(here / "secret.csv")
    return inside


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[Server]:
    """The app, as `streamlit run app.py` starts it."""
    with Server(folder) as running:
        yield running


@pytest.fixture(scope="session")
def desk(chromium: Browser) -> Iterator[BrowserContext]:
    """A desktop's browser, shared so that files it has cached are not fetched again."""
    context = chromium.new_context(viewport=TALL, color_scheme="light", accept_downloads=True)
    yield context
    context.close()


@pytest.fixture
def new_page(chromium: Browser, server: Server) -> Iterator[NewPage]:
    """Make a page in a browser of its own (keywords: viewport, color_scheme, …); it is checked at the end."""
    contexts: list[BrowserContext] = []
    pages: list[StagePage] = []

    def make(base: str = server.url, **how: object) -> StagePage:
        contexts.append(chromium.new_context(**{"viewport": TALL, "color_scheme": "light", **how}))  # type: ignore[arg-type]
        pages.append(StagePage(contexts[-1], base))
        return pages[-1]

    yield make
    for page in pages:
        page.check()
    for context in contexts:
        context.close()


@pytest.fixture
def stage(desk: BrowserContext, server: Server) -> Iterator[StagePage]:
    """A page, not opened yet; at the end it must have had no error and show nothing it should not."""
    page = StagePage(desk, server.url)
    yield page
    page.check()
    page.page.close()
