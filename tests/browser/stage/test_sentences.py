"""Every number of a sentence above the board stands in a tile below it, in the same digits."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from helpers.browser.shared import follow_links, shared_stage
from helpers.browser.sizes import LAPTOP
from helpers.browser.stage_page import NewPage, StagePage
from helpers.thorough import usually
from playwright.sync_api import expect

from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.lessons import first_minute
from rankviz.lessons.captions import ShownCaption, captions
from rankviz.ui.pages.margins.moments import MOMENTS as MARGINS
from rankviz.ui.presets.on_kernel import MOMENTS as KERNEL
from rankviz.ui.presets.presets import EXAMPLE, PRESETS
from rankviz.ui.presets.qbrank import MOMENTS as QBRANK
from rankviz.ui.shell import layout
from rankviz.ui.state.link import to_link
from rankviz.ui.state.opening import OPENING
from rankviz.ui.state.state import State

NUMBER = re.compile(r"(?<![\w\u0300-\u036f@.,])\d+(?:,\d{3})*(?:\.\d+)?(?![A-Za-z\d])")
"""A number that is no part of a name such as h1, R̂1 or L2."""
THRESHOLD = re.compile(r" > -?[\d.]+")
"""The end of a stump's name."""
RING = re.compile(r"ring:(\w+)")
PATIENCE = 15.0
IN_VIEW = """(tiles) => tiles
  .filter((el) => Math.abs(el.getBoundingClientRect().left - el.parentElement.getBoundingClientRect().left) < 2)
  .map((el) => el.dataset.tile)"""
"""The tiles at the left edge of a board that is swiped."""
PAGE = {layout.WATCH: "", layout.MARGINS: "margins", layout.QBRANK: "qbrank", layout.KERNEL: "kernel"}

SEEN = """(root) => {
  const seen = (el) => el.getClientRects().length > 0 && getComputedStyle(el).visibility !== "hidden";
  const texts = (el) => {
    const found = [];
    const walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    for (let n = walk.nextNode(); n; n = walk.nextNode())
      if (!n.parentElement.closest(".rv-how, .rv-hidden, title, style") && seen(n.parentElement)) found.push(n.data);
    return found.join(" ");
  };
  const caption = root.querySelector(".rv-caption");
  return {
    caption: caption.textContent,
    cut: caption.scrollHeight > caption.clientHeight + 1,
    tiles: Object.fromEntries([...root.querySelectorAll("[data-tile]")].map((el) => [el.dataset.tile, texts(el)])),
    marked: [...(CSS.highlights?.get("rv-said") ?? [])].map((range) => range.toString()),
  };
}"""


@dataclass(frozen=True)
class Sight:
    """Where to look: a page, a state of it, and the rounds to go to."""

    title: str
    page: str
    state: State
    rounds: tuple[int, ...]


def _presets() -> Iterator[Sight]:
    for preset in dict.fromkeys((*PRESETS, *QBRANK, *KERNEL)):
        if preset is not EXAMPLE:
            rounds = {int(preset.state["t"]), *(caption.t for caption in preset.seen)}
            yield Sight(preset.title, PAGE[preset.page], preset.state, tuple(sorted(rounds)))


def _margins() -> Iterator[Sight]:
    for moment in MARGINS:
        begins = [caption.t for caption in moment.seen]
        ends = [t - 1 for t in begins[1:]] + [int(moment.state["rounds"])]
        yield Sight(moment.title, "margins", moment.state, tuple(sorted({*begins, *ends})))


SIGHTS = [*_presets(), *_margins()]


shared, stage = shared_stage(follow_links)


def look(stage: StagePage) -> dict[str, Any]:
    return dict(stage.page.locator(".rv-stage").evaluate(SEEN))


def numbers(text: str) -> set[str]:
    return set(NUMBER.findall(THRESHOLD.sub("", text)))


def missing(seen: dict[str, Any]) -> set[str]:
    return numbers(seen["caption"]) - set().union(*map(numbers, seen["tiles"].values()))


def test_a_number_is_found_and_a_name_is_none() -> None:
    said = "R̂1 is 0.800 (h1, NDCG@5, L2, G̃): ×5.25 of 1,771, −8.000."
    assert numbers(said) == {"0.800", "5.25", "1,771", "8.000"}


def agree(stage: StagePage, t: int) -> dict[str, Any]:
    """What is seen, once the sentence of round t and its tiles agree."""
    try:
        stage.wait_until(lambda: not missing(look(stage)), "sentence and tiles agree", PATIENCE)
    except AssertionError:
        seen = look(stage)
        raise AssertionError(f"round {t}: no tile shows {missing(seen)} of “{seen['caption']}”") from None
    seen = look(stage)
    assert not seen["cut"], f"round {t}: the sentence is cut"
    return seen


def marks_all(stage: StagePage, said: set[str]) -> bool:
    return set(look(stage)["marked"]) >= said


@pytest.mark.parametrize("sight", SIGHTS, ids=lambda sight: f"{sight.page or 'watch'}-{sight.title}")
def test_each_number_of_a_sentence_stands_in_a_tile(sight: Sight, stage: StagePage) -> None:
    """… and is marked there, where the look says which tile the sentence is about."""
    stage.open(sight.page, **to_link(sight.state.but(t=sight.rounds[0]), whole=True))
    expect(stage.where).to_be_visible()
    for t in sight.rounds:
        stage.at(min(t, stage.round()[1]))
        seen = agree(stage, t)
        said = {number for number in numbers(seen["caption"]) if len(number) > 1}
        ring = RING.search(str(sight.state["look"]))
        if ring is None or not said:
            continue
        stage.wait_until(partial(marks_all, stage, said), f"round {t}: {said} are marked", PATIENCE)
        assert numbers(seen["tiles"][ring[1]]) & said, "the ringed tile shows none of them"


OPENED = captions(first_minute.MOMENT.run(), first_minute.CAPTIONS)
"""What the opening says, round by round."""


def ringed(stage: StagePage) -> list[str]:
    """The tiles that are ringed."""
    return list(stage.page.locator(".rv-ringed").evaluate_all("(all) => all.map((el) => el.dataset.tile)"))


def assert_follows(stage: StagePage, said: ShownCaption) -> None:
    """The tile that the sentence speaks of is ringed, and the pick shown is that of its algorithm."""
    stage.rest()
    assert ringed(stage) == ([said.tile] if said.tile else []), f"round {said.t}"
    if said.algorithm:
        pressed = stage.page.locator(".rv-pick-tabs [aria-pressed=true]")
        algorithm = ALGORITHMS[said.algorithm]
        expect(pressed).to_have_text(algorithm.short or algorithm.label)


def test_a_round_of_the_opening_says_what_its_tiles_show(new_page: NewPage) -> None:
    """Open rounds of the first example by their links, as visitors do: stepping would not read the link."""
    first = new_page(viewport=LAPTOP)
    for said in OPENED[:: usually(3, 1)]:
        first.open(**to_link(OPENING.but(t=said.t), whole=True))
        first.expect_round(said.t)
        agree(first, said.t)
        assert_follows(first, said)


def test_a_phone_turns_to_the_tile_that_the_sentence_speaks_of(new_page: NewPage) -> None:
    """… which shows its numbers in each round; the reader's choice of an algorithm holds until the next sentence."""
    phone = new_page(viewport={"width": 390, "height": 844}).open()
    for said in OPENED:
        phone.expect_round(said.t)
        agree(phone, said.t)
        assert_follows(phone, said)
        shown = phone.page.locator("[data-tile]").evaluate_all(IN_VIEW)
        assert shown == [said.tile or "pick"], f"round {said.t}"
        if said.t == 1:
            phone.button("What RB-C picks").click()
            phone.rest()
            expect(phone.page.locator(".rv-pick-tabs [aria-pressed=true]")).to_have_text("RB-C")
        phone.page.keyboard.press("ArrowRight")
