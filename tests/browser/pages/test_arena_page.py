"""Arena as a visitor meets it: a tie's worth dragged, a change of places gone to, a pair opened; and on a phone."""

import re

import pytest
from helpers.browser.axe import is_accessible
from helpers.browser.stage_page import NewPage
from playwright.sync_api import expect

from rankviz.engine.algorithms.preference.ladder import METHODS, ladder
from rankviz.engine.data.battles import tally
from rankviz.engine.data.builtin import arena

pytestmark = pytest.mark.one_page

LONG = 60_000
DRAWN = "synthetic:arena?seed=1"
COUNTS = arena.draw_battles(seed=1)
LADDERS = {method.name: ladder(tally(COUNTS, "tie"), method) for method in METHODS}


def first_names(page, method: int) -> list[str]:
    return page.evaluate(
        """k => {
          const find = (root) => [...root.querySelectorAll("*")].flatMap((e) =>
            [...(e.matches(".ar-ladder") ? [e] : []), ...(e.shadowRoot ? find(e.shadowRoot) : [])]);
          const [ladder] = find(document);
          const all = [...ladder.querySelectorAll(".ar-item")];
          const n = all.length / 6;
          return all.slice(k * n, (k + 1) * n).filter((g) => g.getAttribute("display") !== "none")
            .map((g) => [Number(/,([\\d.]+)/.exec(g.getAttribute("transform"))[1]), g])
            .sort((a, b) => a[0] - b[0]).map((each) => each[1].querySelector("title").textContent);
        }""",
        method,
    )


def wanted(name: str, tie: float) -> list[str]:
    found = LADDERS[name]
    places = found.places[round(100 * tie) if len(found.places) > 1 else 0]
    return [COUNTS.names[item] for item in places.argsort()]


def test_the_ladders_move_while_the_worth_is_dragged(new_page: NewPage) -> None:
    stage = new_page(viewport={"width": 1366, "height": 768})
    stage.open("arena", data=DRAWN)
    page = stage.page
    slider = page.get_by_role("slider", name="A tie is worth")
    expect(slider).to_be_visible(timeout=LONG)
    stage.idle()
    for k, method in enumerate(METHODS):
        assert first_names(page, k) == wanted(method.name, 0.5)
    is_accessible(stage)
    box = slider.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2, steps=4)
    for k, method in enumerate(METHODS):  # the button is still held
        assert first_names(page, k) == wanted(method.name, 0.0), method.name
    assert "tie=" not in page.url
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"[?&]tie=0(\.0)?(&|$)"), timeout=LONG)
    page.reload()
    expect(slider).to_have_value("0", timeout=LONG)


def test_a_change_of_places_is_gone_to_and_a_pair_is_opened(new_page: NewPage) -> None:
    stage = new_page(viewport={"width": 1280, "height": 720})
    stage.open("arena", data=DRAWN)
    page = stage.page
    change = LADDERS["bradley-terry"].changes[0]
    expect(page.get_by_role("slider", name="A tie is worth")).to_be_visible(timeout=LONG)
    words = f"{change.place} and {change.place + 1} swap at"
    page.get_by_role("button", name=re.compile(f"^{words}")).first.click()
    expect(page).to_have_url(re.compile(rf"pair={change.up}-{change.down}"), timeout=LONG)
    up, down = COUNTS.names[change.up], COUNTS.names[change.down]
    expect(page.get_by_role("heading", name=f"{up} against {down}")).to_be_visible(timeout=LONG)
    stage.idle()
    page.get_by_role("button", name="m01", exact=True).click()
    expect(page.get_by_role("heading", name=f"m01 against {up}")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="RB-D", exact=True).click()
    expect(page.get_by_role("heading", name=re.compile("^For RB-D, "))).to_be_visible(timeout=LONG)
    page.get_by_role("link", name=re.compile("Watch all six")).click()
    expect(page).to_have_url(re.compile("data=synthetic%3Aarena"), timeout=LONG)


def test_a_phone_has_all_six_ladders_side_by_side(new_page: NewPage) -> None:
    stage = new_page(viewport={"width": 390, "height": 844})
    stage.open("arena", data=DRAWN)
    page = stage.page
    expect(page.get_by_role("slider", name="A tie is worth")).to_be_visible(timeout=LONG)
    stage.idle()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for k, method in enumerate(METHODS):
        assert first_names(page, k) == wanted(method.name, 0.5)
