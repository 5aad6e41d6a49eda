"""The reference in a real browser: every equation is typeset, fits the screen, and has its link."""

import re
from collections.abc import Iterator

import pytest
from helpers.browser.axe import comes_in_its_place, is_accessible
from helpers.browser.serving import Server
from helpers.browser.shared import one_test, shared_page
from helpers.browser.stage_page import StagePage
from helpers.browser.tabs import Tabs, be_seen
from playwright.sync_api import Locator, ViewportSize, expect

from rankviz.insight.reference import ENTRIES, PARTS, SYMBOLS

SIZES: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 1280, "height": 720},
    {"width": 1920, "height": 1080},
    {"width": 1366, "height": 768},
)


@pytest.fixture(scope="module")
def reference(tabs: Tabs, server: Server) -> Iterator[StagePage]:
    """The page, once its equations are set: setting them costs most, so it is done for all tests."""
    with shared_page(tabs, server.url) as stage:
        stage.page.set_viewport_size(SIZES[-1])
        be_seen(stage.page)
        load(stage)
        yield stage


def load(stage: StagePage) -> None:
    """Load the page, and note when it came."""
    stage.open("reference")
    stage.page.get_by_role("heading", level=1).wait_for(timeout=60_000)
    stage.page.evaluate("window.came = performance.now()")
    expect(formulas(stage)).to_have_count(sum(len(entry.latex) for entry in ENTRIES), timeout=60_000)
    stage.idle()


@pytest.fixture
def stage(reference: StagePage) -> Iterator[StagePage]:
    """On a laptop's screen: painting all the equations at once takes as long as setting them."""
    with one_test(reference):
        yield reference


@pytest.fixture
def whole(stage: StagePage) -> None:
    """Every equation is there; the test before may have left them, and to set them again costs more than most tests."""
    if equations(stage).count() < len(ENTRIES):
        stage.follow("reference")
    expect(formulas(stage)).to_have_count(sum(len(entry.latex) for entry in ENTRIES))


def equations(stage: StagePage) -> Locator:
    return stage.page.locator('[class*="st-key-eq-"]')


def formulas(stage: StagePage) -> Locator:
    """The lines of the cards' equations."""
    return stage.page.locator(".katex-display")


def search(stage: StagePage) -> Locator:
    return stage.page.get_by_label("Search the reference")


BARE = """() => document.querySelectorAll(".katex").forEach((formula) => {
  formula.inside = [...formula.childNodes];
  formula.replaceChildren("x");
})"""
"""A formula becomes one letter of its size and colour: its inside is KaTeX's, and six of seven elements of the page."""
WHOLE = """() => document.querySelectorAll(".katex").forEach((formula) => formula.replaceChildren(...formula.inside))"""


@pytest.mark.usefixtures("whole")
def test_it_comes_in_its_place_and_is_accessible_in_light_and_dark(stage: StagePage) -> None:
    """Check the whole Reference with axe in both schemes: contrast exists only on a laid-out page."""
    if stage.page.evaluate("!window.came"):  # a test before has loaded a lesson
        load(stage)
    comes_in_its_place(stage, float(stage.page.evaluate("window.came")) + 1500)
    stage.page.evaluate("document.adoptedStyleSheets.pop()")  # from now on it is not painted
    stage.page.evaluate(BARE)
    is_accessible(stage)
    stage.follow_scheme("light")
    stage.page.evaluate(WHOLE)


@pytest.mark.usefixtures("whole")
def test_every_equation_is_typeset_and_whole_on_every_screen(stage: StagePage) -> None:
    """KaTeX finds no fault; no formula, folded or not, is wider than its card, and nothing than the screen."""
    assert stage.page.locator(".katex-error").count() == 0
    expect(stage.page.locator("dl.rv-notation dt")).to_have_count(len(SYMBOLS))
    contents = stage.page.get_by_role("navigation", name="Contents")
    for heading in ("Notation", *(group for part in PARTS for group in part.groups)):
        expect(stage.page.get_by_role("heading", name=heading, exact=True)).to_have_count(1)
        expect(contents.get_by_role("link", name=heading, exact=True)).to_have_count(1)
    main = stage.page.get_by_test_id("stMain")
    folds = equations(stage).locator("details")
    folds.evaluate_all("all => all.forEach(fold => { fold.was = fold.open; fold.open = true; })")
    for size in SIZES:
        stage.page.set_viewport_size(size)
        assert main.evaluate("main => main.scrollWidth - main.clientWidth") <= 0, size
        assert cut_off(stage) == [], size
    folds.evaluate_all("all => all.forEach(fold => { fold.open = fold.was; })")


def cut_off(stage: StagePage) -> list[str]:
    """The formulas of which a part lies outside the room that their card has for them."""
    return equations(stage).evaluate_all(
        """cards => cards.flatMap(card => {
          const style = getComputedStyle(card), box = card.getBoundingClientRect();
          const right = box.right - parseFloat(style.paddingRight) + 1;
          const left = box.left + parseFloat(style.paddingLeft) - 1;
          const parts = [...card.querySelectorAll(".katex .base")].map(part => part.getBoundingClientRect());
          return parts.some(part => part.right > right || part.left < left) ? [card.className] : [];
        })"""
    )


@pytest.mark.usefixtures("whole")
def test_the_contents_lead_to_a_topic_and_stay(stage: StagePage) -> None:
    """Jump to a topic beside contents that stay in view. Most of the cost is the page that this file shares."""
    contents = stage.page.get_by_role("navigation", name="Contents")
    contents.get_by_role("link", name="Bounds", exact=True).click()
    expect(stage.page.get_by_role("heading", name="Bounds", exact=True)).to_be_in_viewport()
    expect(contents).to_be_in_viewport(ratio=1)


@pytest.mark.usefixtures("whole")
def test_an_equation_says_why_and_leads_on(stage: StagePage) -> None:
    """Folded among all, and open on paper; alone it is open, with its source; its links lead to where it is seen."""
    card = stage.page.locator(".st-key-eq-34")
    number = card.locator(".rv-worked")
    card.scroll_into_view_if_needed()
    expect(number).not_to_be_visible()
    stage.page.emulate_media(media="print")
    expect(number).to_be_visible()
    expect(stage.page.get_by_role("navigation", name="Contents")).not_to_be_visible()
    assert cut_off(stage) == []
    stage.page.emulate_media(media="screen")
    card.get_by_text("Why, and a number").click()
    expect(number).to_be_visible()
    with stage.rerun():
        stage.page.get_by_role("button", name="RB+ (34)").click()
    expect(equations(stage)).to_have_count(1)
    expect(number).to_be_visible()
    card.get_by_text(re.compile(r"^alpha_34 · ")).click()
    expect(card.get_by_text("def alpha_34")).to_be_visible()
    expect(card.get_by_role("link", name="Watch this number")).to_have_attribute(
        "href", re.compile(r"^\./\?data=")
    )
    card.get_by_role("link", name=re.compile("^Lesson: Three ways")).click()
    expect(stage.page.get_by_role("heading", name="Same pick, different trust")).to_be_visible(timeout=30_000)


def test_a_link_a_title_and_the_search_lead_to_an_equation(stage: StagePage) -> None:
    """?eq=34 shows (34) first; clearing the search shows everything again; a question leads to a lesson's step."""
    stage.follow("reference", eq="34")
    expect(equations(stage)).to_have_count(1)
    expect(search(stage)).to_have_value("34")
    expect(stage.page.get_by_role("button", name="RB+ (34)")).to_be_in_viewport()
    assert re.search(r"rankviz/engine/algorithms/boosting/equations\.py:\d+ alpha_34", stage.text())
    assert re.search(r"tests/engine/algorithms/test_identities\.py:\d+ alpha_beats", stage.text())
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
    with stage.rerun():
        search(stage).fill("bound fails")
    results = stage.page.get_by_label("Results")
    expect(results.get_by_role("listitem").filter(has_text="Claim")).not_to_have_count(0)
    step = results.get_by_role("listitem").filter(has_text="When theory breaks, step 4")
    expect(step).to_contain_text("Lesson step")
    step.get_by_role("link").click()
    heading = stage.page.get_by_role("heading", name="The error above its own bound")
    expect(heading).to_be_visible(timeout=30_000)


def test_nonsense_in_a_link_is_only_text(stage: StagePage) -> None:
    stage.follow("reference", eq="<img src=x onerror=1>[x](http://example.com) http://example.com")
    expect(stage.page.get_by_text("Nothing was found.")).to_be_visible()
    expect(equations(stage)).to_have_count(0)
    assert stage.page.locator('a[href*="example.com"], img[src="x"]').count() == 0
    expect(stage.page.get_by_role("link", name="Boosting by pairs")).to_be_visible()
