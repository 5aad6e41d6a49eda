"""How a page came, and what an accessibility checker finds on it when it is open."""

from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page, expect

from helpers.browser.stage_page import StagePage, wait_for_rest

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
CHECK = """async ([within, more]) => {
  const root = document.documentElement;
  root.style.opacity = 1;
  // A wide equation scrolls under the finger; KaTeX gives it nothing that could take the focus.
  const rules = { "scrollable-region-focusable": { enabled: false } };
  const found = await axe.run(document.querySelector(within), { resultTypes: ["violations"], rules, ...more });
  root.style.opacity = "";
  // Streamlit's own uploader is a section of no role that takes the focus.
  const uploader = (v, n) => v.id === "presentation-role-conflict" && n.target.length === 1
    && document.querySelector(n.target[0])?.closest("[data-testid=stFileUploader]");
  return found.violations.flatMap((v) => v.nodes.filter((n) => !uploader(v, n)).map((n) =>
    `${v.id} (${v.impact}): ${n.target.join(" ")} ${n.any[0]?.message}`));
}"""
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
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules that a dark scheme can break: it changes colours, and no element."""


def comes_in_its_place(stage: StagePage, until: float) -> None:
    """Little moves from the opening of the page to that time of it, in milliseconds, as painting alone tells."""
    expect(stage.page.locator("html")).to_have_css("opacity", "1")
    moved = stage.page.evaluate(MOVED, until)
    assert sum(shift["value"] for shift in moved) <= 0.1, moved


def is_accessible(stage: StagePage, within: str = "html") -> None:
    """Nothing is found in light, nor in the dark, which the page then has; `within` is the part that is looked at."""
    found = violations(stage.page, within)
    assert found == [], found
    assert violations_in_the_dark(stage, within) == []


def violations(page: Page, within: str = "html", **more: object) -> list[str]:
    """What axe finds by all its rules, or by those that the options of its `run` name."""
    wait_for_rest(page)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    return page.evaluate(CHECK, [within, more])


def violations_in_the_dark(stage: StagePage, within: str = "html") -> list[str]:
    """The same in the dark scheme, which the page then has, by the rules that it can break."""
    stage.page.emulate_media(color_scheme="dark")
    stage.wait_until(lambda: _is_dark(stage), "the page turns dark")
    return violations(stage.page, within, **COLOURS)


def _is_dark(stage: StagePage) -> bool:
    background = "() => getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
    numbers = str(stage.page.evaluate(background)).strip("rgba()").split(",")
    return sum(float(number) for number in numbers[:3]) < 200
