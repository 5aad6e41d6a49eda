"""The reference in a real browser: every equation is typeset, fits the screen, and has its link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect
from stage_page import NewPage, StagePage

from rankviz.reference import ENTRIES, GROUPS, SYMBOLS

SIZES = ({"width": 1366, "height": 768}, {"width": 390, "height": 844})


def opened(stage: StagePage, **link: object) -> StagePage:
    """The page, once its equations are set."""
    stage.open("reference", **link)
    expect(equations(stage).first).to_be_visible(timeout=60_000)
    stage.idle()
    return stage


def equations(stage: StagePage) -> Locator:
    return stage.page.locator(".katex-display")


def search(stage: StagePage) -> Locator:
    return stage.page.get_by_label("Search the reference")


@pytest.mark.parametrize("viewport", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_equation_is_typeset_and_within_reach(new_page: NewPage, viewport: dict, scheme: str) -> None:
    """KaTeX finds no fault, nothing makes the page itself wider than the screen, wide equations scroll inside."""
    stage = opened(new_page(viewport=viewport, color_scheme=scheme))
    expect(equations(stage)).to_have_count(len(ENTRIES))
    assert stage.page.locator(".katex-error").count() == 0
    expect(stage.page.locator("dl.rv-notation dt")).to_have_count(len(SYMBOLS))
    for group in GROUPS:
        expect(stage.page.get_by_role("heading", name=group, exact=True)).to_have_count(1)
    main = stage.page.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollWidth - main.clientWidth") <= 0
    out = equations(stage).evaluate_all(
        """all => all.filter(el => {
          const set = el.querySelector(".katex-html"), style = getComputedStyle(el), box = el.getBoundingClientRect();
          const wider = el.scrollWidth > el.clientWidth + 1;
          const left = Math.min(...[...set.querySelectorAll(".base")].map(b => b.getBoundingClientRect().left));
          return box.right > innerWidth + 1 || (wider && style.overflowX !== "auto") || left < box.left - 1;
        }).map(el => el.innerText)"""
    )
    assert out == [], "cut off where no scrolling reaches"


def test_a_link_leads_to_its_equation(stage: StagePage) -> None:
    """?eq=34 shows (34) first, with what its symbols mean; clearing the search shows everything again."""
    opened(stage, eq="34")
    expect(equations(stage)).to_have_count(1)
    expect(search(stage)).to_have_value("34")
    expect(stage.page.get_by_role("button", name="RB+ (34)")).to_be_in_viewport()
    assert re.search(r"rankviz/algorithms/boosting/equations\.py:\d+ alpha_34", stage.text())
    assert re.search(r"tests/algorithms/test_identities\.py:\d+ test_alpha_beats", stage.text())
    with stage.rerun():
        search(stage).fill("")
    expect(equations(stage)).to_have_count(len(ENTRIES))
    stage.wait_until(lambda: "eq" not in stage.address(), "the address forgets the search")


def test_a_title_gives_the_link_to_its_entry(stage: StagePage) -> None:
    opened(stage)
    with stage.rerun():
        stage.page.get_by_role("button", name="RB+ Theorem 2").click()
    expect(equations(stage)).to_have_count(1)
    stage.wait_until(lambda: stage.address().get("eq") == "theorem-2", "the address names the entry")


def test_the_search_follows_the_typing(stage: StagePage) -> None:
    opened(stage)
    with stage.rerun():
        search(stage).press_sequentially("Kekäläinen")
    expect(equations(stage)).to_have_count(1)
    stage.wait_until(lambda: stage.address().get("eq") == "Kekäläinen", "the address holds the search")


def test_nonsense_in_a_link_is_only_text(stage: StagePage) -> None:
    opened(stage, eq="<img src=x onerror=1>[x](http://example.com) http://example.com")
    expect(equations(stage)).to_have_count(len(ENTRIES))
    assert "everything is shown" in stage.alert()
    assert stage.page.locator('a[href*="example.com"], img[src="x"]').count() == 0
