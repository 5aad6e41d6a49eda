"""The tiles of losses and of margins: nothing leaves its place, and what they show is the run's."""

import re

from helpers.browser.agreement import assert_shows
from helpers.browser.in_page import FRAMES
from helpers.browser.in_tiles import PLACES
from helpers.browser.samples import engine
from helpers.browser.shared import shared_stage
from helpers.browser.stage_page import StagePage
from playwright.sync_api import ViewportSize, expect

SMALL: ViewportSize = {"width": 1280, "height": 720}
TALL: ViewportSize = {"width": 1366, "height": 3600}


shared, stage = shared_stage(
    lambda stage: stage.open(t=5, rounds=20), lambda stage: stage.at(5), viewport=SMALL
)


def test_the_values_at_the_ends_are_the_runs(stage: StagePage) -> None:
    """Beside each line: the algorithm's own loss and the held-out error; in the rows the least margin."""
    trace = engine("rounds=20")
    tags = stage.tile("losses").locator(".rv-tag-value").all_inner_texts()
    losses = {"rb-d": "log_e1", "rb-c": "log_e1", "rb-plus": "log_e2"}
    for i, run in enumerate(trace.runs):
        assert_shows(tags[i], 2.718281828459045 ** run.metrics[losses[run.algorithm]][5], run.label)
        assert_shows(tags[3 + i], run.metrics["r2_holdout"][5], run.label)
    margins = stage.tile("margins").locator(".rv-margin-value").all_inner_texts()
    for text, run in zip(margins, trace.runs, strict=True):
        assert_shows(text, run.metrics["margin"][5], f"{run.label}, least margin")


def test_the_best_held_out_rounds_are_ringed_and_gone_to(stage: StagePage) -> None:
    """H goes from one to the next; the scrubber has a mark at each."""
    rounds = sorted({int(run.metrics["r2_holdout"].argmin()) for run in engine("rounds=20").runs})
    expect(stage.tile("losses").locator(".rv-best circle")).to_have_count(3)
    expect(stage.page.locator(".rv-best-ticks span")).to_have_count(len(rounds))
    for best in [t for t in rounds if t > 5] + [t for t in rounds if t <= 5]:
        stage.page.keyboard.press("h")
        stage.expect_round(best)


def test_the_other_face_of_the_ensemble_has_the_search(stage: StagePage) -> None:
    """Candidates compared in the round of the cursor, listed with the pick filled; the link says which face."""
    panel = stage.tile("weights")
    panel.get_by_role("button", name="What each round's search cost").click()
    trace = engine("rounds=20")
    run = trace.runs[2]
    assert run.searched is not None
    expect(panel.locator("g.rv-cand-picked")).to_have_count(1)
    picked = re.compile(re.escape(trace.pool.label(run.ranker[4])) + r" [\d.]+(, in S)?, picked")
    expect(panel.locator(".rv-cands [role=img]")).to_have_attribute("aria-label", picked)
    expect(panel.locator(".rv-tag-value").first).to_have_text(str(run.searched[4]))
    stage.wait_until(lambda: stage.address().get("look") == "search", "the link says so")
    panel.get_by_role("button", name="Ensemble weights").click()
    stage.wait_until(lambda: "look" not in stage.address(), "the link forgets it")


def test_a_bound_stands_only_beside_the_loss_it_covers(stage: StagePage) -> None:
    """With Ê2 alone the bound of RB-D is left out, and the tile says why; each its own loss brings it back."""
    stage.page.set_viewport_size(TALL)
    panel = stage.panel("Loss and bound")
    dotted = panel.locator(".rv-rounds .rv-dots .rv-stroke")
    expect(panel.get_by_role("checkbox", name="each algorithm’s own loss")).to_be_checked()
    expect(dotted).to_have_count(6)  # what has happened, and what is to come, of three
    panel.get_by_role("checkbox", name="Ê2").click()
    expect(panel.get_by_role("checkbox", name="Ê2")).to_be_checked()
    expect(panel).to_contain_text("No bound for RB-D, RB-C, because it limits Ê1, which is not drawn.")
    expect(dotted).to_have_count(2)
    panel.get_by_role("checkbox", name="each algorithm’s own loss").click()
    expect(dotted).to_have_count(6)
    stage.page.set_viewport_size(SMALL)


def test_dragging_on_either_chart_chooses_the_round(stage: StagePage) -> None:
    for chart in stage.tile("losses").locator("svg.rv-rounds").all():
        stage.at(0)
        box = chart.bounding_box()
        y = box["y"] + box["height"] / 2
        stage.page.mouse.move(box["x"] + 50, y)
        stage.page.mouse.down()
        seen = [stage.round()[0]]
        for part in (0.3, 0.4, 0.5):
            stage.page.mouse.move(box["x"] + part * box["width"], y)
            stage.page.evaluate(FRAMES)
            seen.append(stage.round()[0])
        stage.page.mouse.up()
        assert seen == sorted(set(seen)) and seen[-1] > 8, seen


def test_the_quality_of_the_top_places_and_back(stage: StagePage) -> None:
    switch = stage.tile("losses").get_by_role("button", name="NDCG@5")
    switch.click()
    expect(stage.panel("Top five places")).to_be_visible()
    assert not stage.tile("losses").evaluate(PLACES)["out"]
    expect(stage.tile("losses").locator(".rv-tag-value").first).to_have_text(re.compile(r"^\d\.\d+$"))
    switch.click()
    expect(stage.panel("Loss and bound")).to_be_visible()
    # A stage whose bar has little room, as beside a lesson's words, has the switch all the same.
    stage.page.set_viewport_size({"width": 1000, "height": 720})
    expect(switch).to_be_visible()
    stage.page.set_viewport_size(SMALL)


def test_general_curves_stay_in_their_tile(stage: StagePage) -> None:
    for page, title in (("qbrank", "Risk"), ("kernel", "Risk and error")):
        stage.follow(page, t=2)
        panel = stage.panel(title)
        expect(panel).to_be_visible(timeout=60_000)
        first = panel.evaluate(PLACES)
        assert first["fixed"], page
        for t in (0, 1, stage.round()[1]):
            now = stage.at(t).panel(title).evaluate(PLACES)
            assert not now["out"] and now["fixed"] == first["fixed"], f"{page}, round {t}: {now['out']}"
