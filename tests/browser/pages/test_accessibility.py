"""Every page: nothing an accessibility checker finds, in light and dark, a heading, and little moves as it comes."""

import pytest
from helpers.browser.axe import comes_in_its_place, is_accessible
from helpers.browser.stage_page import NewPage
from playwright.sync_api import expect

from rankviz.insight.claims import CLAIMS

PAGES = (
    "", "start", "data", "margins", "qbrank", "kernel", "lessons", "playlists", "workbench", "ties",
    "gallery", "gallery?claim=copies",
)  # fmt: skip
"""Experiments and the reference, which take longest to come, are looked at where their other tests have opened them.
"""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path or "watch")
def test_a_page_comes_in_its_place_and_is_accessible_in_light_and_dark(
    new_page: NewPage, path: str, request: pytest.FixtureRequest
):
    """Check each whole page with axe in both schemes: contrast, names and jumps exist only on a laid-out page."""
    stage = new_page(*([request.getfixturevalue("told_server").url] if path == "gallery" else []))
    stage.open(path)
    stage.page.get_by_role("heading", level=1).first.wait_for(timeout=60_000)
    came = stage.page.evaluate("performance.now()")
    if path in ("", "margins", "qbrank", "kernel"):
        stage.wait_for_stage()
    if path == "gallery":  # a server's first visitor sees the verdicts come
        verdicts = stage.page.locator("[class*=st-key-card-] .stMarkdownBadge")
        expect(verdicts).to_have_count(len(CLAIMS), timeout=180_000)
    stage.rest()
    comes_in_its_place(stage, came + 1500)
    is_accessible(stage)
