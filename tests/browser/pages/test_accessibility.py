"""Every page: nothing an accessibility checker finds, in light and dark, a heading, and little moves as it comes."""

from __future__ import annotations

import pytest
from helpers.browser.axe import violations, violations_in_the_dark
from helpers.browser.stage_page import NewPage

MOVED = """(until) => new Promise((done) => {
  const box = (rect) => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(" ");
  const what = ({ node, previousRect, currentRect }) =>
    `${node?.className || node?.nodeName} from ${box(previousRect)} to ${box(currentRect)}`;
  new PerformanceObserver((list) => {
    const all = list.getEntries().filter((shift) => !shift.hadRecentInput && shift.startTime < until);
    done(all.map((shift) => ({ value: shift.value, at: shift.startTime, moved: shift.sources.map(what) })));
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done([]), 1000);
})"""
"""All layout shifts from the opening of the page until so many milliseconds after it, and what moved in each."""
BARE = """() => document.querySelectorAll(".katex").forEach((formula) => formula.replaceChildren("x"))"""
"""A formula becomes one letter of its size and colour: its inside is KaTeX's, and six of seven elements of the page."""
PAGES = (
    "", "start", "data", "margins", "qbrank", "kernel", "experiments", "lessons", "playlists", "workbench", "reference",
    *(pytest.param(path, marks=pytest.mark.other_half) for path in ("gallery", "gallery?claim=copies")),
)  # fmt: skip
"""Claims are proved once by a server: their cards are looked at where other tests ask for them."""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path or "watch")
def test_a_page_comes_in_its_place_and_is_accessible_in_light_and_dark(new_page: NewPage, path: str):
    stage = new_page(viewport={"width": 1366, "height": 768})
    stage.open(path)
    stage.page.get_by_role("heading", level=1).first.wait_for(timeout=60_000)
    came = stage.page.evaluate("performance.now()")
    if path in ("", "margins", "qbrank", "kernel"):
        stage.wait_for_board()
    stage.rest()
    # What comes after that is no part of the page's coming: the first results of an experiment under way.
    moved = stage.page.evaluate(MOVED, came + 1500)
    assert sum(shift["value"] for shift in moved) <= 0.1, moved
    if path == "reference":
        stage.page.evaluate(BARE)
    assert violations(stage.page) == []
    assert violations_in_the_dark(stage) == []
