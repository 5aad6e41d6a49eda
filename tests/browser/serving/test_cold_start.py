"""The first visit on a machine that never ran the app: the wait is named, then the page comes."""

from pathlib import Path

from helpers.browser.serving import Server
from helpers.browser.stage_page import NewPage
from playwright.sync_api import expect

COMPILED = 120_000
"""Milliseconds in which a busy machine has compiled every kernel."""


def test_a_first_visit_says_that_the_engine_is_compiled_and_for_how_long_and_then_shows_the_page(
    new_page: NewPage, tmp_path: Path
) -> None:
    """Start a server with an empty cache: only while it compiles can the message of the wait be seen."""
    with Server(NUMBA_CACHE_DIR=str(tmp_path), XDG_CACHE_HOME=str(tmp_path)) as cold:
        page = new_page(cold.url).page
        page.goto(f"{cold.url}start")
        expect(page.get_by_test_id("stAlert")).to_contain_text("first start only: about ten seconds")
        expect(page.get_by_role("navigation")).to_be_visible()
        title = page.get_by_role("heading", name="Watch boosting learn to rank")
        assert not title.is_visible()
        expect(title).to_be_visible(timeout=COMPILED)
        expect(page.get_by_test_id("stAlert")).to_have_count(0)
        page.goto("about:blank")  # or the page would miss the server that ends here
