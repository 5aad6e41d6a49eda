"""A round from the inside: its five beats, one by one."""

import re

import pytest
from helpers.browser.samples import engine
from helpers.browser.stage_page import NewPage
from playwright.sync_api import expect

BEATS = (
    ("1/5 Score candidates", {"Pair weights"}),
    ("2/5 Pick one", {"Ensemble weights"}),
    ("3/5 How far: α", {"Ties", "Ensemble weights"}),
    ("4/5 Reweight pairs", {"Pair weights"}),
    ("5/5 Add to the scores", {"Loss and bound", "Margins", "Ranking"}),
)

pytestmark = pytest.mark.tall
TILES = set().union(*(lit for _, lit in BEATS))


def test_a_round_beat_by_beat(new_page: NewPage) -> None:
    """Each beat is named, lights its tiles, and says nothing of what is still to come; less motion is none."""
    stage = new_page().open(t=3)
    page = stage.page
    named = page.locator(".rv-beat")
    before = stage.losses()
    for beat, (name, lit) in enumerate(BEATS, 1):
        page.keyboard.press("Shift+ArrowRight")
        expect(named).to_have_text(name)
        for title in TILES:
            expect(stage.panel(title)).to_have_css("opacity", "1" if title in lit else "0.33")
        expect(page).to_have_url(re.compile(rf"[?&]t=4\.{beat}\b"))
        assert (stage.losses() == before) == (beat < 5)
        if beat == 2:
            expect(stage.panel("Ensemble weights").locator(".rv-row-picked")).not_to_have_count(0)
    expect(page.locator(".rv-beat-before, .rv-beat-square, .rv-beat-traveller")).to_have_count(0)
    page.keyboard.press("Shift+ArrowLeft")
    expect(named).to_have_text(BEATS[3][0])
    assert stage.losses() == before
    stage.rest()
    page.reload()
    stage.wait_for_stage()
    expect(named).to_have_text(BEATS[3][0])
    stage.step()
    expect(named).to_be_hidden()
    stage.expect_round(4)
    stage.step()
    stage.expect_round(5)
    for title in TILES:
        expect(stage.panel(title)).to_have_css("opacity", "1")
    expect(page).to_have_url(re.compile(r"[?&]t=5(&|$)"))
    fixed = engine().run("rb-plus").fixed_from
    assert fixed is not None
    expect(page.locator(".rv-fixed-tick")).to_have_attribute("x1", str(fixed))
    stage.panel("Ensemble weights").get_by_role("button", name="Search").click()
    page.keyboard.press("Shift+ArrowRight")
    expect(named).to_have_text(BEATS[0][0])
    for title in ("Pair weights", "Search"):
        expect(stage.panel(title)).to_have_css("opacity", "1")
    expect(stage.panel("Ties")).to_have_css("opacity", "0.33")
