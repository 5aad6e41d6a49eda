"""The reference in a real browser: every equation is typeset, fits the screen, and has its link."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, ViewportSize, expect
from serving import Server
from shared import one_test, shared_page
from stage_page import SCHEMES, StagePage
from tabs import Tabs

from rankviz.reference import ENTRIES, GROUPS, SYMBOLS

pytestmark = pytest.mark.other_half
SIZES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 1366, "height": 768})


@pytest.fixture(scope="module")
def reference(tabs: Tabs, server: Server) -> Iterator[StagePage]:
    """The page, once its equations are set: setting them costs most, so it is done for all tests."""
    with shared_page(tabs, server.url) as stage:
        stage.page.set_viewport_size(SIZES[-1])
        stage.open("reference")
        expect(equations(stage)).to_have_count(len(ENTRIES), timeout=60_000)
        stage.idle()
        yield stage


@pytest.fixture
def stage(reference: StagePage) -> Iterator[StagePage]:
    """On a laptop's screen: painting all the equations at once takes as long as setting them."""
    with one_test(reference):
        yield reference


def equations(stage: StagePage) -> Locator:
    return stage.page.locator(".katex-display")


def search(stage: StagePage) -> Locator:
    return stage.page.get_by_label("Search the reference")


def test_every_equation_is_typeset_and_within_reach_on_a_phone_and_a_laptop(stage: StagePage) -> None:
    """KaTeX finds no fault, nothing makes the page itself wider than the screen, wide equations scroll inside."""
    assert stage.page.locator(".katex-error").count() == 0
    expect(stage.page.locator("dl.rv-notation dt")).to_have_count(len(SYMBOLS))
    for group in GROUPS:
        expect(stage.page.get_by_role("heading", name=group, exact=True)).to_have_count(1)
    main = stage.page.get_by_test_id("stMain")
    for size, schemes in zip(SIZES, (SCHEMES, SCHEMES[::-1]), strict=True):
        stage.page.set_viewport_size(size)
        for scheme in schemes:
            stage.follow_scheme(scheme)
            case = f"{size['width']} wide, {scheme}"
            assert main.evaluate("main => main.scrollWidth - main.clientWidth") <= 0, case
            assert out_of_reach(stage) == [], f"cut off where no scrolling reaches: {case}"


def out_of_reach(stage: StagePage) -> list[str]:
    """The equations of which a part is seen nowhere."""
    found: list[str] = equations(stage).evaluate_all(
        """all => all.filter(el => {
          const set = el.querySelector(".katex-html"), style = getComputedStyle(el), box = el.getBoundingClientRect();
          const wider = el.scrollWidth > el.clientWidth + 1;
          const left = Math.min(...[...set.querySelectorAll(".base")].map(b => b.getBoundingClientRect().left));
          return box.right > innerWidth + 1 || (wider && style.overflowX !== "auto") || left < box.left - 1;
        }).map(el => el.innerText)"""
    )
    return found


def test_a_link_a_title_and_the_search_lead_to_an_equation(stage: StagePage) -> None:
    """?eq=34 shows (34) first, with what its symbols mean; clearing the search shows everything again."""
    stage.follow("reference", eq="34")
    expect(equations(stage)).to_have_count(1)
    expect(search(stage)).to_have_value("34")
    expect(stage.page.get_by_role("button", name="RB+ (34)")).to_be_in_viewport()
    assert re.search(r"rankviz/algorithms/boosting/equations\.py:\d+ alpha_34", stage.text())
    assert re.search(r"tests/algorithms/test_identities\.py:\d+ test_alpha_beats", stage.text())
    with stage.rerun():
        search(stage).fill("")
    expect(equations(stage)).to_have_count(len(ENTRIES))
    stage.wait_until(lambda: "eq" not in stage.address(), "the address forgets the search")
    with stage.rerun():
        stage.page.get_by_role("button", name="RB+ Theorem 2").click()
    expect(equations(stage)).to_have_count(1)
    stage.wait_until(lambda: stage.address().get("eq") == "theorem-2", "the address names the entry")
    search(stage).press("ControlOrMeta+a")
    with stage.rerun():
        search(stage).press_sequentially("Kekäläinen")
    stage.wait_until(lambda: stage.address().get("eq") == "Kekäläinen", "the address holds the search")
    expect(equations(stage)).to_have_count(1)
    expect(stage.page.get_by_role("button", name="RB+ Theorem 2")).to_have_count(0)


def test_nonsense_in_a_link_is_only_text(stage: StagePage) -> None:
    stage.follow("reference", eq="<img src=x onerror=1>[x](http://example.com) http://example.com")
    expect(equations(stage)).to_have_count(len(ENTRIES))
    assert "everything is shown" in stage.alert()
    assert stage.page.locator('a[href*="example.com"], img[src="x"]').count() == 0
