"""The tiles Ranking and Pair weights: nothing stands out of them or moves, and they show what the engine says."""

import re

import numpy as np
from helpers.browser.agreement import assert_shows
from helpers.browser.in_tiles import PARTS
from helpers.browser.samples import engine
from helpers.browser.shared import shared_stage
from helpers.browser.stage_page import StagePage
from playwright.sync_api import ViewportSize, expect

LAPTOP: ViewportSize = {"width": 1280, "height": 720}


# Round 10 on a small screen, its texts written.
shared, stage = shared_stage(
    lambda stage: stage.open(t=10), lambda stage: stage.at(10).rest(), viewport=LAPTOP
)


def test_the_pair_named_below_a_map_is_the_heaviest(stage: StagePage) -> None:
    """Its weight is the largest the engine has, to the digits shown; so says the alternative text."""
    trace = engine()
    maps = stage.tile("pairs").get_by_role("img")
    for run, at in zip(trace.runs, range(maps.count()), strict=True):
        text = maps.nth(at).get_attribute("aria-label") or ""
        found = re.search(r"Heaviest: (.*) above (.*), (\S+) an equal share", text)
        assert found and run.label in text
        weights = trace.weights(run, 10) * trace.problem.n_pairs
        names = [re.sub(r" \([^()]*\)$", "", name) for name in found.group(1, 2)]
        labels = [trace.problem.item_in_words(i) for i in range(trace.problem.n_items)]
        higher, lower = (labels.index(name) for name in names)
        mark = np.flatnonzero((trace.problem.pairs == (higher, lower)).all(axis=1))[0]
        assert weights[mark] >= weights.max() * (1 - 1e-9), run.label
        assert_shows(found[3].removeprefix("×"), weights.max(), run.label)


def test_the_ranking_says_the_first_places(stage: StagePage) -> None:
    """One column per algorithm, all in one tile; the alternative text names items in the engine's order."""
    trace = engine()
    columns = stage.tile("ranking").get_by_role("img")
    expect(columns).to_have_count(len(trace.runs))
    labels = list(trace.problem.item_labels)
    for run, at in zip(trace.runs, range(columns.count()), strict=True):
        text = columns.nth(at).get_attribute("aria-label") or ""
        assert run.label in text
        named = text.split("First places: ", 1)[1].removesuffix(".").split(", ")
        scores = trace.scores(run, 10)
        shown = [scores[labels.index(name)] for name in named]
        assert np.allclose(shown, np.sort(scores)[::-1][: len(named)])


def test_the_picture_uses_its_width_from_the_first_round(stage: StagePage) -> None:
    """The lines begin at the left edge, in round 1 as in round 3 and in the last."""
    stage.at(1)
    used = """(c) => [...c.getContext("2d").getImageData(0, 0, Math.ceil(c.width / 12), c.height).data]
      .some((v) => v > 0)"""
    for t in (1, 2, 3):
        stage.expect_round(t)
        canvases = stage.tile("ranking").get_by_role("img").locator("canvas").all()
        assert len(canvases) == 3
        stage.wait_until(lambda on=canvases: all(c.evaluate(used) for c in on), f"round {t} has come in")
        stage.step()


def test_details_come_with_room(stage: StagePage) -> None:
    """A small tile has no lists; enlarged it says which pairs gained and lost most."""
    stage.page.set_viewport_size({"width": 1366, "height": 768})
    pairs = stage.tile("pairs")
    expect(pairs.get_by_text("Gained most")).to_have_count(0)
    pairs.get_by_role("button", name="Enlarge “Pair weights”").click()
    expect(pairs.get_by_text("Gained most")).to_have_count(3)
    assert pairs.evaluate(PARTS)["out"] == []
    pairs.locator("h3").dblclick()
    expect(stage.tile("ranking")).to_be_visible()
    stage.page.set_viewport_size(LAPTOP)


def test_no_stop_of_the_tabulator_inside_a_tile(stage: StagePage) -> None:
    """One comes to the tile itself; what is in it is reached from there."""
    inside = """(tile) => [...tile.querySelectorAll("*")]
      .filter((e) => e.tabIndex >= 0 && !e.closest(".rv-menu")).map((e) => e.outerHTML.slice(0, 80))"""
    for name in ("ranking", "pairs"):
        assert stage.tile(name).evaluate(inside) == []
