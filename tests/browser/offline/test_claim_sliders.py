"""A claim's page of the site: its sliders compute anew in the page, and stay in its address."""

from __future__ import annotations

import os
import re

import pytest
from helpers.browser.stage_page import NewPage
from helpers.browser.static import Host
from playwright.sync_api import expect

from rankviz.claims import CLAIMS
from rankviz.ui.pages.gallery import evidence

pytestmark = pytest.mark.skipif(not os.environ.get("RANKVIZ_PYODIDE"), reason="needs RANKVIZ_PYODIDE")
LONG = 90_000
"""Milliseconds that a busy machine may take to bring the engine."""


def test_a_slider_is_moved_and_the_claim_is_computed_here(new_page: NewPage, host: Host) -> None:
    alone = new_page(host.url)
    page = alone.page
    page.goto(f"{host.url}gallery/lemma-2.html")
    expect(page.locator("#verdict")).to_contain_text("holds")
    assert page.workers == [], "the ready-made figure needs no engine"
    slider = page.get_by_role("slider", name="Weight of h2 / weight of h1")
    expect(slider).to_have_value("1")
    slider.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"lemma-2\.html#second=1\.05$"))
    found = CLAIMS["lemma-2"].run({"second": 1.05})
    expect(page.locator("#verdict")).to_contain_text(found.outcome, timeout=LONG)
    shown = page.locator("#evidence").inner_html()
    words = re.compile(r' title="[0-9.e-]+"')
    assert words.sub("", shown) == words.sub("", evidence.table(found.evidence))
    expect(page.locator("#progress")).to_be_hidden()

    page.goto(f"{host.url}gallery/lemma-2.html#second=9&queen=1")
    page.reload()
    expect(page.locator("#fault")).to_contain_text("outside its range", timeout=LONG)
    expect(page).to_have_url(re.compile(r"#second=2$"))
    expect(slider).to_have_value("2")
    expect(page.locator("#shown-run")).to_have_attribute("href", re.compile(r"playground\.html#watch\?"))
    page.locator("body[data-kept]").wait_for(timeout=LONG)
    host.stop()
    page.reload()
    expect(page.locator("#verdict")).to_contain_text(
        CLAIMS["lemma-2"].run({"second": 2}).outcome, timeout=LONG
    )
    slider.press("Home")
    expect(page.locator("#verdict")).to_contain_text("fails here", timeout=LONG)


def test_a_claim_that_needs_a_least_loss_finds_it(new_page: NewPage, host: Host) -> None:
    page = new_page(host.url).page
    page.goto(f"{host.url}gallery/lemma-3.html")
    page.get_by_role("checkbox").check()
    expect(page).to_have_url(re.compile(r"lemma-3\.html#negative=1$"), timeout=LONG)
    # What is left above the minimum is rounding, which is not the same in a browser.
    expect(page.locator("#verdict")).to_contain_text("and reaches the minimum", timeout=LONG)
    expect(page.locator("#fault")).to_be_hidden()


def test_a_claim_that_takes_long_can_be_stopped(new_page: NewPage, host: Host) -> None:
    page = new_page(host.url).page
    page.goto(f"{host.url}gallery/judges-differ.html")
    expect(page.locator("#before")).to_contain_text("It takes a while here")
    shown = page.locator("#evidence").inner_html()
    slider = page.get_by_role("slider", name="Judges differ by")
    before = slider.input_value()
    slider.press("ArrowLeft")
    stop = page.get_by_role("button", name="Stop")
    expect(page.locator("#status")).to_contain_text("Computing the claim", timeout=LONG)
    stop.click()
    expect(page.locator("#fault")).to_contain_text("was stopped; what was shown before stays")
    expect(slider).to_have_value(before)
    assert page.locator("#evidence").inner_html() == shown
    expect(page).to_have_url(re.compile(r"judges-differ\.html$"))
    expect(page.get_by_role("button", name="Compute it after all")).to_be_visible()
    page.goto("about:blank")  # before the host ends: a new worker is on its way
