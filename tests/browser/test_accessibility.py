"""Every page: nothing an accessibility checker finds, in light and dark, a heading, and little moves as it comes."""

from __future__ import annotations

from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Page
from stage_page import NewPage, StagePage

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
CHECK = """async (more) => {
  // A wide equation scrolls under the finger; KaTeX gives it nothing that could take the focus.
  const rules = { "scrollable-region-focusable": { enabled: false } };
  const found = await axe.run(document, { resultTypes: ["violations"], rules, ...more });
  return found.violations.flatMap((v) =>
    v.nodes.map((n) => `${v.id} (${v.impact}): ${n.target.join(" ")} ${n.any[0]?.message}`));
}"""
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules that a dark scheme can break: it changes colours, and no element."""
MOVED = """(until) => new Promise((done) => {
  new PerformanceObserver((list) => {
    const all = list.getEntries().filter((shift) => !shift.hadRecentInput && shift.startTime < until);
    done(all.reduce((sum, shift) => sum + shift.value, 0));
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(0), 1000);
})"""
"""The sum of all layout shifts from the opening of the page until so many milliseconds after it."""
PAGES = (
    "", "start", "data", "margins", "qbrank", "kernel", "experiments", "gallery", "lessons", "workbench", "reference",
)  # fmt: skip


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
    # On Margins the sidebar and the buttons above the stage still come after it where the run is known already.
    assert stage.page.evaluate(MOVED, came + 1500) <= 0.1
    stage.page.evaluate(AXE)
    assert violations(stage.page) == []
    stage.page.emulate_media(color_scheme="dark")
    stage.wait_until(lambda: is_dark(stage), "the page turns dark")
    stage.rest()
    assert violations(stage.page, **COLOURS) == []


def violations(page: Page, **more: object) -> list[str]:
    """What axe finds by all its rules, or by those that the options of its `run` name."""
    found: list[str] = page.evaluate(CHECK, more)
    return found


def is_dark(stage: StagePage) -> bool:
    background = "() => getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
    numbers = str(stage.page.evaluate(background)).strip("rgba()").split(",")
    return sum(float(number) for number in numbers[:3]) < 200
