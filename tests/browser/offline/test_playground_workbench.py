"""The playground's workbench: a table edited beside its run, by drawing, buttons and rows, without a server."""

import os
import re

import pytest
from helpers.browser.playground import follow
from helpers.browser.stage_page import StagePage
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.skipif(not os.environ.get("RANKVIZ_PYODIDE", ""), reason="needs RANKVIZ_PYODIDE")

GRADED = (
    "workbench?data=inline:?items%3Da,b,c,d,e%26h1%3D11010%26h2%3D10100%26h3%3D01001%26grades%3D3,2,1,0,1"
    "&alg=rb-d,rb-plus&rounds=5&undefined=cap&t=2"
)


def opened(alone: StagePage, link: str) -> Page:
    follow(alone, link)
    expect(alone.page.get_by_role("region", name="Table")).to_be_visible()
    return alone.page


def tool(page: Page, name: str) -> None:
    page.locator("#bench-tools").get_by_role("button", name=name, exact=True).click()


def test_a_table_is_edited_beside_its_run(alone: StagePage) -> None:
    """Expensive as the first of its file: it builds the site and starts the engine that all tests here share."""
    page = opened(alone, "workbench")
    alone.at(3)
    expect(page.get_by_role("link", name="Workbench")).to_have_attribute("aria-current", "page")
    dots = page.locator(".wb-dot")
    expect(dots).to_have_count(12)
    before = alone.losses()
    page.get_by_role("button", name=re.compile("^h1 says .* c$")).click()
    expect(page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
    expect(page).to_have_url(re.compile(r"#workbench\?.*h1(%3D|=)1111"))
    tool(page, "+ Item")
    expect(dots).to_have_count(15)
    expect(page.locator("#facts")).to_contain_text("5 items")
    tool(page, "Undo")
    tool(page, "Undo")
    expect(dots).to_have_count(12)
    alone.wait_until(lambda: alone.losses() == before, "the run of the table as it was")
    page.keyboard.press("Control+y")
    expect(page.locator("#bench-tools").get_by_role("button", name="Undo")).to_be_enabled()
    expect(page).to_have_url(re.compile(r"#workbench\?.*h1(%3D|=)1111"))  # Undo is enabled before
    page.go_back()
    expect(page.locator("#bench-tools").get_by_role("button", name="Undo")).to_be_disabled()


def test_rows_an_empty_table_and_a_run_that_cannot_begin(alone: StagePage) -> None:
    page = opened(alone, "workbench")
    page.get_by_text("As text", exact=True).click()
    rows = page.get_by_role("textbox", name="One line per item")
    expect(rows).to_have_value(re.compile("^name, h1, h2, h3\na, 1, 1, 0"))
    rows.fill("Ada, 1, yes")
    page.get_by_role("button", name="Use these rows").click()
    expect(page.locator("#fault")).to_contain_text("fewer than two items")
    rows.fill("name, grade, h1, h2\nAda, 2, 1, 0\nBo, 1, 0, 1\nCleo, 0, 1, 0")
    page.get_by_role("button", name="Use these rows").click()
    expect(page.locator("#facts")).to_contain_text("3 items")
    page.get_by_role("combobox", name="Start from").select_option(label="An empty table")
    says = page.locator("#bench-says")
    expect(says).to_contain_text("nothing to learn")
    expect(page.locator("#stage")).to_be_hidden()
    for item in "ab":
        page.locator(".wb-item").filter(has_text=item).click()
    expect(page.locator(".wb-pair")).to_have_count(1)
    expect(says).to_contain_text("Switch a dot")
    expect(page.locator("#stage")).to_be_visible()
    page.get_by_role("button", name=re.compile("^h1 says .* a$")).click()
    page.locator("#bench-mend").get_by_role("button", name="Let this ranker decide first").click()
    expect(says).to_be_empty()
    page.get_by_role("link", name="Watch", exact=True).click()
    expect(page.get_by_role("region", name="Table")).to_be_hidden()


def test_a_grade_is_dragged_and_the_engine_has_the_same(alone: StagePage) -> None:
    page = opened(alone, GRADED)
    alone.expect_round(2, 5)
    badge = page.get_by_role("spinbutton", name="Grade of b", exact=True)
    box = badge.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 35, steps=3)
    expect(alone.panel("Loss and bound").locator(".rv-ghost").first).to_be_attached()
    page.mouse.up()
    expect(page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
    expect(page).to_have_url(re.compile(r"grades%3D3,4,1,0,1|grades=3,4,1,0,1"))
