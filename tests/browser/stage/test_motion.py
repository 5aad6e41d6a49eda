"""What moves in a step: it is seen, it is over soon, and whatever interrupts it, it ends where no motion would."""

from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import expect

PASSING = ".rv-beat-before, .rv-beat-square, .rv-beat-traveller, .rv-bars-were, .rv-head-goes"
"""What is there only while something moves."""
# The kinds of it in the frame after keys were pressed, and what else than opacity and transform was animated.
PRESSED = """([keys, passing]) => new Promise((seen) => {
  const root = [...document.querySelectorAll("*")].find((el) => el.shadowRoot?.querySelector(".rv-board")).shadowRoot;
  for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const kind = (el) => [...el.classList].find((name) => passing.includes(name));
  const kinds = () => [...new Set([...root.querySelectorAll(passing)].map(kind))].sort();
  const named = (a) => a.effect.getKeyframes().flatMap(Object.keys);
  const cheap = ["opacity", "transform", "offset", "computedOffset", "easing", "composite"];
  const dear = () => root.getAnimations().flatMap(named).filter((name) => !cheap.includes(name));
  const look = () => seen([kinds(), dear()]);
  requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(look), 0));
})"""
LINK = {"data": "scenario:places-to-stay", "rounds": 12, "t": 4}


def press(stage: StagePage, *keys: str) -> None:
    for key in keys:
        stage.page.keyboard.press(key)


def test_a_step_is_seen_to_happen_and_the_next_one_ends_its_motion(new_page: NewPage) -> None:
    """Pair weights, bars and the heads of curves move, as the browser does beside the page, and nothing of it stays.

    A step that comes while one moves is drawn at once; one after a rest moves again.
    """
    moving = new_page(reduced_motion="no-preference").open(**LINK)
    kinds, dear = moving.page.evaluate(PRESSED, [["ArrowRight"], PASSING])
    assert set(kinds) >= {"rv-beat-square", "rv-bars-were", "rv-head-goes"}, kinds
    assert dear == []
    expect(moving.page.locator(PASSING)).to_have_count(0)
    moving.rest()
    assert moving.page.evaluate(PRESSED, [["ArrowRight"] * 2, PASSING]) == [[], []]
    moving.rest()
    kinds, _ = moving.page.evaluate(PRESSED, [["ArrowRight"], PASSING])
    assert kinds, "a step after a rest moves again"


def test_what_interrupts_a_step_ends_where_no_motion_does(new_page: NewPage) -> None:
    """Interrupt moving steps and compare with a board that never moves: a shape left half-way is in no number."""
    moving = new_page(reduced_motion="no-preference").open(**LINK)
    still = new_page().open(**LINK)
    assert still.page.evaluate(PRESSED, [["ArrowRight"], PASSING]) == [[], []]
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
