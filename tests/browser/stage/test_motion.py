"""What moves in a step: it is seen, it is over soon, and whatever interrupts it, it ends where no motion would."""

from __future__ import annotations

from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import expect

PASSING = ".rv-beat-before, .rv-beat-square, .rv-beat-traveller"
"""What is there only while something moves."""
# The kinds of it that were there in the frame after a key was pressed, and whether bars were on their way.
PRESSED = """([key, passing]) => new Promise((seen) => {
  const root = [...document.querySelectorAll("*")].find((el) => el.shadowRoot?.querySelector(".rv-board")).shadowRoot;
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const kind = (el) => [...el.classList].find((name) => passing.includes(name));
  const kinds = () => [...new Set([...root.querySelectorAll(passing)].map(kind))].sort();
  const bars = () => root.getAnimations().some((a) => a.effect.target.localName === "rect");
  const look = () => seen([kinds(), bars()]);
  requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(look), 0));
})"""
LINK = {"data": "scenario:places-to-stay", "rounds": 12, "t": 4}


def press(stage: StagePage, *keys: str) -> None:
    """Press keys, one right after the other."""
    for key in keys:
        stage.page.keyboard.press(key)


def test_a_step_is_seen_to_happen(new_page: NewPage) -> None:
    """Pair weights, the picks and bars move, and nothing of it stays."""
    stage = new_page(reduced_motion="no-preference").open(**LINK)
    kinds, bars = stage.page.evaluate(PRESSED, ["ArrowRight", PASSING])
    assert bars
    assert set(kinds) >= {"rv-beat-square"}, kinds
    expect(stage.page.locator(PASSING)).to_have_count(0)


def test_what_interrupts_a_step_ends_where_no_motion_does(new_page: NewPage) -> None:
    moving = new_page(reduced_motion="no-preference").open(**LINK)
    still = new_page(reduced_motion="reduce").open(**LINK)
    assert still.page.evaluate(PRESSED, ["ArrowRight", PASSING]) == [[], False]
    press(still, "ArrowLeft")
    for keys in (
        ["ArrowRight"] * 5,
        ["ArrowLeft", "ArrowRight", "ArrowLeft"],
        ["ArrowRight", "Home"],
        ["ArrowRight", "ArrowRight", "Shift+ArrowRight"],
        ["End", "ArrowLeft"],
    ):
        for stage in (moving, still):
            press(stage, *keys)
            stage.rest()
        expect(moving.page.locator(PASSING)).to_have_count(0)
        assert moving.round() == still.round()
        assert moving.picture() == still.picture(), keys
