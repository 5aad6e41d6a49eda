"""A claim's page of the site: its sliders compute anew in the page, and stay in its address."""

import os
import re
from collections.abc import Mapping

import pytest
from helpers.browser.playground import LONG, Visit
from helpers.browser.stage_page import StagePage
from helpers.browser.static import Host
from playwright.sync_api import Page, expect

from rankviz.insight.claims import CLAIMS, Proof
from rankviz.ui.pages.gallery import evidence

pytestmark = pytest.mark.skipif(not os.environ.get("RANKVIZ_PYODIDE"), reason="needs RANKVIZ_PYODIDE")
DIGITS = re.compile(r' title="[0-9.e-]+"')
"""Where the evidence has a number with all of its digits, the last of which may be another in a browser."""


def test_a_visitor_moves_sliders_also_without_the_host(visit: Visit, second: StagePage, host: Host) -> None:
    """A page starts an engine, and Stop begins another: no other test moves a claim's sliders in a browser."""
    visit.stage.page.locator("body[data-kept]").wait_for(timeout=LONG)
    page = second.page
    page.goto(f"{host.url}gallery/lemma-3.html")
    page.get_by_role("checkbox").check()
    expect(page).to_have_url(re.compile(r"lemma-3\.html#negative=1$"))  # and an engine is on its way
    page.goto(f"{host.url}gallery/balance.html")
    expect(page.locator("#verdict")).to_contain_text("holds")
    assert page.workers == [], "the ready-made figure needs no engine"
    with host.stopped():
        page.evaluate("history.replaceState(null, '', '#items=1&queen=1')")
        page.reload()
        check_link(page)
        page.locator("body[data-kept]").wait_for()
        check_sliders(page)
        check_stop(page)
        page.goto("about:blank")  # a new worker is on its way


def check_link(page: Page) -> None:
    """What a link cannot have is said, and what it has is computed."""
    expect(page.locator("#fault")).to_contain_text("is outside ", timeout=LONG)
    expect(page).to_have_url(re.compile(r"#items=80$"))
    expect(page.get_by_role("slider", name="Items")).to_have_value("80")
    expect(page.locator("#shown-run")).to_have_attribute("href", re.compile(r"playground\.html#watch\?"))
    expect_proof(page, {"items": 80})


def check_sliders(page: Page) -> None:
    slider = page.get_by_role("slider", name="Positives")
    slider.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"balance\.html#positives=0\.2&items=80$"))
    found = expect_proof(page, {"items": 80, "positives": 0.2})
    shown = page.locator("#evidence").inner_html()
    assert DIGITS.sub("", shown) == DIGITS.sub("", evidence.table(found.evidence))
    expect(page.locator("#progress")).to_be_hidden()
    slider.press("End")
    expect(page.locator("#verdict")).to_contain_text("fails here", timeout=LONG)


def check_stop(page: Page) -> None:
    """A claim that takes long is stopped, and the one before stays."""
    shown, address = page.locator("#evidence").inner_html(), page.url
    slider = page.get_by_role("slider", name="Items")
    slider.press("End")
    expect(page.locator("#status")).to_contain_text("Computing the claim", timeout=LONG)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#fault")).to_contain_text("Stopped. The previous result stays.")
    expect(slider).to_have_value("80")
    assert page.locator("#evidence").inner_html() == shown
    expect(page).to_have_url(address)
    expect(page.get_by_role("button", name="Compute it anyway")).to_be_visible()


def expect_proof(page: Page, options: Mapping[str, object]) -> Proof:
    """Wait until the page shows what CPython proves."""
    found = CLAIMS["balance"].run(options)
    expect(page.locator("#verdict")).to_contain_text(found.outcome, timeout=LONG)
    return found
