"""Opening and moving through the rounds: what is shown is what the engine computed, forwards and back."""

import re
import time
from urllib.parse import urlencode

import pytest
from helpers.browser.agreement import assert_engine, assert_same, assert_shows, shown_number
from helpers.browser.in_page import PRESS
from helpers.browser.samples import engine
from helpers.browser.shared import shared_stage
from helpers.browser.sizes import TALL
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import expect

from rankviz.ui.state.link import to_link
from rankviz.ui.state.opening import OPENING

pytestmark = pytest.mark.tall

LABELS = {"RB-D", "RB-C", "RankBoost+"}
BOARD = ("The pick", "Ranking", "Loss and error", "Ties", "Pair weights", "Margins", "Ensemble weights")
"""The tiles of the opening's whole board; it grows to the first four."""
STATED = 2000
"""Bytes the page may send for one round it rests on."""


shared, stage = shared_stage(lambda stage: stage.open(t=3), viewport=TALL)


def test_opens_alive(new_page: NewPage) -> None:
    """A bare address: one picture, which grows with the rounds to a board with all three algorithms."""
    stage = new_page().open()
    t, rounds = stage.round()
    assert (t, rounds) == (0, OPENING["rounds"])
    expect(stage.panel("The pick")).to_be_visible()
    expect(stage.panel("Ranking")).to_have_count(0)
    expect(stage.button("Play")).to_be_hidden()
    # In its place already, lest Step moves away from a second press.
    expect(stage.button("Back")).to_be_disabled()
    expect(stage.button("Step")).to_be_visible()
    stage.step()
    for title in ("The pick", "Ties"):
        expect(stage.panel(title)).to_be_visible()
    stage.page.keyboard.press("End")
    for title in BOARD[:4]:
        expect(stage.panel(title)).to_be_visible()
    expect(stage.page.locator(".rv-onward a")).to_have_count(3)
    stage.button("Show everything").click()
    assert {name for name, _ in stage.losses()} == LABELS
    for name in ("Back", "Step", "Play"):
        expect(stage.button(name)).to_be_visible()
    stage.page.keyboard.press("Home")
    stage.expect_round(0)
    for title in BOARD:
        expect(stage.panel(title)).to_be_visible()
    link = urlencode(to_link(OPENING, whole=True))
    stage.step()
    stage.rest()
    assert_engine(stage, link)
    # Chosen so that they part: RB-D drives Ê2 up, RankBoost+ only lowers it.
    stage.page.keyboard.press("End")
    stage.expect_round(rounds)
    last = {name: shown_number(stage.losses()[name, "Ê2"])[0] for name in LABELS}
    assert last["RankBoost+"] < 1 < last["RB-D"] and last["RankBoost+"] < last["RB-C"]
    assert_engine(stage, link)


def test_an_answer_of_the_server_replaces_no_button_of_the_menus(stage: StagePage) -> None:
    """A button replaced between press and release loses the click; the menu stays open and nothing happens."""
    stage.at(3)
    entries = stage.page.locator(".rv-menu-list button").element_handles()
    with stage.rerun():
        stage.step()
    assert entries and all(entry.evaluate("e => e.isConnected") for entry in entries)


def test_every_way_to_move(stage: StagePage) -> None:
    """Buttons and keys move as they say, stop at both ends, and every number follows."""
    stage.at(3)
    _, rounds = stage.round()
    stage.step()
    stage.expect_round(4)
    stage.button("Back").click()
    stage.button("Back").click()
    stage.expect_round(2)
    assert_engine(stage)
    press = stage.page.keyboard.press
    for key, t in (
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("End", rounds),
        ("ArrowRight", rounds),
        ("ArrowLeft", rounds - 1),
    ):
        press(key)
        stage.expect_round(t)
        expect(stage.slider).to_have_value(str(t))
        assert_engine(stage)
    # At the ends the buttons say that they lead nowhere, and keep the focus.
    expect(stage.button("Back")).to_be_enabled()
    press("Home")
    expect(stage.button("Back")).to_be_disabled()
    stage.button("Back").click(force=True)
    stage.expect_round(0)
    press("End")
    expect(stage.button("Step")).to_be_disabled()
    stage.button("Step").click(force=True)
    stage.expect_round(rounds)


def test_numbers_of_every_round(stage: StagePage) -> None:
    """Ten steps one by one: every number is the engine's, and so are the names and weights of what was picked."""
    stage.at(0)
    stage.button("The round in words").click()
    trace = engine()
    for t in range(11):
        stage.expect_round(t)
        assert_engine(stage)
        lines = stage.page.locator(".rv-line").all_inner_texts()
        cards = stage.page.get_by_role("article").all_inner_texts()
        for run, line, card in zip(trace.runs, lines, cards, strict=True):
            # A threshold stands apart from its feature, so that it stays where the name is cut.
            for text in (" ".join(line.split()), card):
                assert run.label in text
                if t > 0:
                    assert trace.pool.label(int(run.ranker[t - 1])) in text
                    shown = re.split(r"α(?=[\s=]*[+−]?\d)", text, maxsplit=1)[1]
                    assert_shows(shown, run.alpha[t - 1], f"{run.label}: α of round {t}")
        picked = [len(set(run.ranker[:t].tolist())) for run in trace.runs]
        note = f"Rankers in the ensembles:{''.join(f' {n}' for n in picked)}" if t else ""
        expect(stage.panel("Ensemble weights")).to_contain_text(note)
        stage.step()


def test_going_back_shows_exactly_the_same(stage: StagePage) -> None:
    """Nothing is left over from the rounds between: every node and every pixel is as before."""
    stage.at(10)
    stage.rest()
    stage.page.mouse.move(2, 2)
    before = stage.picture()
    stage.step(7)
    stage.expect_round(17)
    assert stage.picture() != before
    for _ in range(7):
        stage.button("Back").click()
    stage.expect_round(10)
    stage.rest()
    assert_same(stage.picture(), before)
    stage.page.keyboard.press("End")
    stage.page.keyboard.press("Home")
    stage.slider.fill("10")
    stage.rest()
    assert_same(stage.picture(), before)


def test_play_and_pause(stage: StagePage) -> None:
    """Playing visits every round in order; Pause and Space hold it; at the end it stops by itself."""
    stage.at(0)
    _, rounds = stage.round()
    stage.page.get_by_role("combobox", name="Speed").select_option("60")
    stage.record()
    stage.button("Play").click()
    expect(stage.button("Pause")).to_be_visible()
    stage.wait_until(lambda: stage.round()[0] >= 5, "playing moves")
    stage.button("Pause").click()
    expect(stage.button("Play")).to_be_visible()
    held = stage.round()[0]
    stage.rest()
    assert stage.round()[0] == held
    assert_engine(stage)
    stage.page.locator("body").press(" ")
    expect(stage.button("Pause")).to_be_visible()
    stage.expect_round(rounds)
    expect(stage.button("Play")).to_be_visible()
    assert [t for t, _ in stage.recorded()] == list(range(1, rounds + 1)), "a round was skipped"
    assert_engine(stage)


def test_scrubbing_draws_while_the_hand_moves(stage: StagePage) -> None:
    """The scrubber shows the rounds under way, not only the last one."""
    stage.at(0)
    _, rounds = stage.round()
    box = stage.slider.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    stage.record()
    mouse = stage.page.mouse
    mouse.move(box["x"] + 8, middle)
    mouse.down()
    mouse.move(box["x"] + box["width"] * 0.75, middle, steps=40)
    mouse.up()
    t, _ = stage.round()
    assert 0.65 * rounds < t < 0.85 * rounds
    visited = [round for round, _ in stage.recorded()]
    assert visited == sorted(visited) and len(visited) >= 20
    assert_engine(stage)


def test_stepping_tells_the_server_only_where_one_rests(stage: StagePage) -> None:
    """Not a byte while the rounds go by; one short message afterwards."""
    stage.at(5)
    drawer = stage.tab("Candidates")
    expect(drawer.get_by_text("The best candidates of round 5, best first.")).to_be_visible()
    stage.rest()
    pressed: list[
        float
    ] = []  # the page says when, in turn with its messages: on a busy machine we look later
    stage.page.once("console", lambda _: pressed.append(time.monotonic()))
    begin = time.monotonic()
    stage.button("Step").evaluate(
        f"async (button) => {{ await ({PRESS})(button, 15); console.debug('pressed'); }}"
    )
    stage.expect_round(20)
    assert stage.bytes_between(begin, pressed[0], "sent") == [], "something was sent while stepping"
    stage.wait_until(lambda: stage.address().get("t") == "20", "the address says t=20")
    stage.rest()
    sent = stage.bytes_between(begin, time.monotonic(), "sent")
    assert len(sent) == 1 and sent[0] <= STATED, f"{sent} bytes were sent after resting"
    expect(drawer.get_by_text("The best candidates of round 20, best first.")).to_be_visible()
