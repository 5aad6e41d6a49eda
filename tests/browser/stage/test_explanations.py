"""Numbers that explain themselves, and the theorem monitor, as a reader uses them."""

import re

import pytest
from helpers.browser.agreement import assert_shows, shown_number
from helpers.browser.samples import engine
from helpers.browser.stage_page import StagePage
from playwright.sync_api import Locator, expect

pytestmark = [pytest.mark.one_page, pytest.mark.tall]

NUMBER = "[data-explain='{}']"


def opened(stage: StagePage, key: str) -> Locator:
    """What explains the number, once it is there."""
    place = stage.page.locator(f"[data-explained='{key}']")
    expect(place).to_be_visible(timeout=15_000)
    stage.idle()
    return place


def choose(stage: StagePage, key: str) -> Locator:
    stage.page.locator(NUMBER.format(key)).first.click()
    return opened(stage, key)


def head(place: Locator) -> str:
    """The number as it is explained: "ε⁺ = 0.312"."""
    return place.get_by_role("status").locator("b").inner_text()


KEYS = [
    "rb-d:r1",
    "rb-c:e1",
    "rb-plus:e2",
    "rb-d:bound",
    "rb-c:eps_tied",
    "rb-plus:tie_factor",
    "rb-plus:margin",
    "rb-d:alpha",
]


def close(stage: StagePage) -> None:
    """Close the drawer, which lies over tiles."""
    stage.page.keyboard.press("Escape")
    expect(stage.page.locator(".rv-drawer")).to_be_hidden()


def opens_with_the_same_number(stage: StagePage, key: str) -> None:
    """What a number's click opens says the number of the stage, in the part Explain, in the link and in view."""
    number = stage.page.locator(NUMBER.format(key)).first
    before = shown_number(number.inner_text())
    place = choose(stage, key)
    part = stage.page.get_by_role("tab", name="Explain", exact=True)
    expect(part, key).to_have_attribute("aria-selected", "true")
    text = head(place).split("=")[1].replace("e−", "×10⁻")
    shown, half = shown_number(text)
    assert abs(shown - before[0]) <= before[1] + half, (
        f"{key}: the stage says {before[0]}, Explain says {text}"
    )
    expect(place, key).to_be_in_viewport()
    stage.wait_until(lambda: stage.address().get("explain") == key, f"the address names {key}")
    assert stage.address()["t"] == "6", key
    expect(place.locator("math").nth(1), key).to_be_visible()


def leads_down_and_back(stage: StagePage) -> None:
    """From RB-D's α in round 6 to a pair, a feature of one of its items, and back to an error."""
    run = engine().run("rb-d")
    place = choose(stage, "rb-d:alpha")
    assert_shows(head(place), run.alpha[5], "α")
    place.get_by_role("button", name=re.compile("^ε⁺ =")).click()
    place = opened(stage, "rb-d:eps_correct")
    assert_shows(head(place), run.eps_correct[5], "ε⁺")
    place.get_by_role("button", name=re.compile("^D =")).first.click()
    pair = stage.page.locator("[data-explained^='rb-d:pair']")
    expect(pair).to_be_visible()
    stage.idle()
    expect(pair.get_by_text("times the equal share")).to_be_visible()
    pair.get_by_role("button", name=re.compile("^h")).first.click()
    says = stage.page.locator("[data-explained^='rb-d:h:']")
    expect(says).to_be_visible()
    stage.idle()
    expect(says.get_by_text(" of this item is ")).to_be_visible()
    says.get_by_role("button", name=re.compile("^ε⁺")).click()
    assert_shows(head(opened(stage, "rb-d:eps_correct")), run.eps_correct[5], "ε⁺")


def test_every_number_of_the_stage_opens_with_the_same_number_down_to_the_data(stage: StagePage) -> None:
    """α's inputs are choosable, down to the raw data; the way back is there."""
    stage.open(t=6)
    for key in KEYS:
        opens_with_the_same_number(stage, key)
        close(stage)
    leads_down_and_back(stage)


def a_mover_opens_its_pair_by_the_keyboard(stage: StagePage) -> None:
    """The first line under the pair weights, and its factor."""
    lines = stage.panel("Pair weights").get_by_role("listitem")
    button = lines.first.get_by_role("button")
    factor = shown_number(button.inner_text().split("→")[1])
    button.focus()
    stage.page.keyboard.press("Enter")
    place = stage.page.locator("[data-explained*=':pair:']")
    expect(place).to_be_visible()
    stage.idle()
    told = place.get_by_text("times the equal share").inner_text()
    assert abs(shown_number(told.split("That is")[1])[0] - factor[0]) <= factor[1] * 1.01 + 0.005
    expect(place).to_be_focused()


def the_theorems_follow_the_round(stage: StagePage) -> None:
    """The part Theorems, its line near the stage, and its rows one round on."""
    panel = stage.tab("Theorems")
    expect(stage.page.get_by_text(re.compile(r"Theorems at this round.*RB-D: \d+ hold"))).to_be_visible()
    table = panel.locator("table")
    expect(table.locator("tbody tr")).not_to_have_count(0)
    expect(table.get_by_text("Theorem 1: R̂1 ≤ U1")).to_be_visible()
    expect(table.get_by_text("✓ holds").first).to_be_visible()
    expect(table.get_by_text("○ does not apply").first).to_be_visible()
    assert "violated" not in table.inner_text()
    before = table.inner_text()
    stage.step()
    stage.wait_until(lambda: table.inner_text() != before, "the rows follow the round")
    expect(table.get_by_text("min F1 ≤ Ê1")).to_be_visible()
    expect(panel.get_by_text(re.compile("^The (minimum|infimum)"))).to_be_visible()


def test_a_link_opens_the_number_which_follows_the_round_as_theorems_do(stage: StagePage) -> None:
    stage.open(explain="rb-c:z", t=3)
    trace = engine()
    place = opened(stage, "rb-c:z")
    assert_shows(head(place), trace.run("rb-c").z[2], "Z")
    stage.step()
    expect(place.get_by_text("RB-C, round 4")).to_be_visible()
    assert_shows(head(place), trace.run("rb-c").z[3], "Z")
    assert stage.address()["explain"] == "rb-c:z"
    stage.page.get_by_text("All digits", exact=True).click()
    expect(place).to_contain_text(repr(float(trace.run("rb-c").z[3])))
    assert repr(float(trace.run("rb-c").z[3])) in head(place)
    close(stage)
    expect(place).to_be_hidden()
    assert "explain" not in stage.address() and "tab" not in stage.address()
    stage.tab("Explain")
    assert_shows(head(opened(stage, "rb-c:z")), trace.run("rb-c").z[3], "Z")
    close(stage)
    a_mover_opens_its_pair_by_the_keyboard(stage)
    the_theorems_follow_the_round(stage)


def test_a_number_of_the_workbench_is_explained_and_follows_the_data(stage: StagePage) -> None:
    """An edit shows the same number anew; a pair is closed then, its rows may be others now."""
    stage.open("workbench")
    place = choose(stage, "rb-d:alpha")
    first = head(place)
    assert first.startswith("α =")
    stage.page.get_by_role("button", name="h1 says yes to a").click()
    stage.wait_until(lambda: head(place) != first, "α is that of the new data")
    stage.idle()
    place.get_by_role("button", name=re.compile("^ε⁺ =")).click()
    opened(stage, "rb-d:eps_correct").get_by_role("button", name=re.compile("^D =")).first.click()
    expect(stage.page.locator("[data-explained^='rb-d:pair']")).to_be_visible()
    stage.idle()
    with stage.rerun():
        stage.page.keyboard.press("Control+z")
    expect(stage.page.locator(".rv-drawer")).to_be_hidden()
    choose(stage, "rb-d:alpha")
    stage.page.get_by_role("button", name="Close").click()
    expect(stage.page.locator(".rv-drawer")).to_be_hidden()
