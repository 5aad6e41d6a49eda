"""In JupyterLab and in marimo a trace shows itself, and its widget and Python share the round, both ways."""

from pathlib import Path

import pytest
from helpers.browser.notebooks import FROM, LAST, TO, Host, heard, jupyter_lab, marimo, opened
from playwright.sync_api import Browser, expect


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("host", [jupyter_lab, marimo])
def test_a_trace_shows_itself_and_its_widget_shares_the_round(
    host: Host, chromium: Browser, tmp_path: Path
) -> None:
    with host(tmp_path) as url:
        page = chromium.new_page(viewport={"width": 1366, "height": 2600})
        opened(page, url)
        by_itself = page.frame_locator("iframe[title^=RankViz]")
        expect(by_itself.locator(".rv-where")).to_have_text(f"Round 0 of {LAST}")
        by_itself.get_by_role("button", name="Step", exact=True).click()
        expect(by_itself.locator(".rv-where")).to_have_text(f"Round 1 of {LAST}")

        where, step = page.locator(".rv-where"), page.get_by_role("button", name="Step", exact=True)
        for t in range(1, FROM):
            step.click()
            expect(where).to_have_text(f"Round {t} of {LAST}")
        step.click()
        expect(where).to_have_text(f"Round {TO} of {LAST}")  # where Python went on to
        assert [t for t, _ in heard(tmp_path)][:FROM] == list(range(1, FROM + 1))
        page.close()
