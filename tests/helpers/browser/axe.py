"""What an accessibility checker finds on a page that is open."""

from __future__ import annotations

from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

from helpers.browser.stage_page import StagePage

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


def violations(page: Page, **more: object) -> list[str]:
    """What axe finds by all its rules, or by those that the options of its `run` name."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(CHECK, more)
    return found


def violations_in_the_dark(stage: StagePage) -> list[str]:
    """The same in the dark scheme, which the page then has, by the rules that it can break."""
    stage.page.emulate_media(color_scheme="dark")
    stage.wait_until(lambda: _is_dark(stage), "the page turns dark")
    stage.rest()
    return violations(stage.page, **COLOURS)


def _is_dark(stage: StagePage) -> bool:
    background = "() => getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
    numbers = str(stage.page.evaluate(background)).strip("rgba()").split(",")
    return sum(float(number) for number in numbers[:3]) < 200
