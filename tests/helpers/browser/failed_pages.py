"""What the pages of a failed test showed: a picture, words in reading order, address, console and components."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as PlaywrightError

from helpers.browser.in_page import COMPONENTS, UNDER_WAY
from helpers.browser.tabs import SEEN

FOLDER = Path(__file__).parents[3] / "failed-pages"
PATIENCE = 5_000


class FailedPages:
    """Keeps what the open pages of a browser show when a test fails; one that passes costs nothing.

    Playwright's own trace would: steps through a page take half as much again of the processor.
    """

    def __init__(self, browser: Browser, folder: Path = FOLDER) -> None:
        self._browser, self._folder = browser, folder

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[None]:
        report = yield
        if report.failed and item.get_closest_marker("browser") and (kept := self.keep(item.name)):
            report.sections.append(("pages at the failure", f"{kept}/"))
        return report

    def keep(self, test: str) -> Path | None:
        """Write what each page shows into a folder, and return it; None without a page."""
        pages = [page for context in self._browser.contexts for page in context.pages]
        pages = [page for page in pages if page.url != "about:blank"]
        if not pages:
            return None
        safe = "".join(c if c.isalnum() else "-" for c in test)[:80]
        folder = self._folder / f"{safe}-{time.strftime('%H%M%S')}"
        folder.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(pages, 1):
            (folder / f"page-{number}.txt").write_text(_told(page, folder / f"page-{number}.png"))
        return folder


@contextmanager
def kept_on_failure(config: pytest.Config, browser: Browser) -> Iterator[None]:
    """Keep the pages of tests that fail from now on."""
    plugin = FailedPages(browser)
    config.pluginmanager.register(plugin)
    try:
        yield
    finally:
        config.pluginmanager.unregister(plugin)


def _told(page: Page, picture: Path) -> str:
    """Take the picture, and return the rest; what a page no longer answers is said in its place."""
    parts = [page.url]
    for ask in (
        lambda: page.screenshot(path=picture, style=SEEN, timeout=PATIENCE) and "",
        lambda: "\n".join(f"{message.type}: {message.text}" for message in page.console_messages()),
        lambda: "\n".join(map(str, page.page_errors())),
        lambda: f"under way: {page.evaluate(UNDER_WAY)}; components: {page.evaluate(COMPONENTS)}",
        lambda: page.locator("body").aria_snapshot(timeout=PATIENCE),
    ):
        try:
            parts.append(ask())
        except PlaywrightError as error:
            parts.append(f"no answer: {error}")
    return "\n\n".join(filter(None, parts)) + "\n"
