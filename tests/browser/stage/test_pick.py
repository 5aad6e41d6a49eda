"""The picture of a round: what the picked ranker says of the items, and what that does to the pairs."""

import re

import numpy as np
from helpers.browser.shared import shared_stage
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import Locator, expect

import rankviz

RUN = {"data": "scenario:places-to-stay", "alg": "rb-d,rb-c,rb-plus", "rounds": "12", "holdout": "0"}
BOARD = "tiles:pick.ranking.ties.code"


# Eight places with five facts each, and of them round 3, in which each algorithm picks another ranker.
shared, stage = shared_stage(lambda stage: stage.open(**RUN, t=3, look=BOARD), lambda stage: stage.at(3))


def pick(stage: StagePage) -> Locator:
    return stage.page.locator("[data-tile=pick]")


def test_dots_words_and_weights_are_the_engines(stage: StagePage) -> None:
    trace = rankviz.trace(rankviz.load(RUN["data"]), ["rb-d", "rb-c", "rb-plus"], 12)
    tile = pick(stage)
    for run in trace.runs:
        tile.get_by_role("button", name=f"What {run.label} picks").click()
        ranker = int(run.ranker[2])
        name, h = trace.pool.label(ranker), trace.pool.output(ranker).astype(int)
        expect(tile.locator(".rv-pick-on .rv-pick-name")).to_have_text(name)
        lit = tile.locator(".rv-pick-on circle")
        shown = lit.evaluate_all("all => all.map((c) => c.classList.contains('rv-pick-yes'))")
        best_first = np.lexsort((np.arange(8), -trace.problem.grades))
        assert shown == [bool(h[item]) for item in best_first]
        signs = h[trace.problem.pairs[:, 0]] - h[trace.problem.pairs[:, 1]]
        counts = [int((signs == sign).sum()) for sign in (1, 0, -1)]
        expect(tile.locator(".rv-pick-words")).to_have_text(
            f"{name}: yes for {h.sum()} of 8. Of 24 pairs it puts {counts[0]} in order, leaves {counts[1]} tied and "
            f"reverses {counts[2]}."
        )
        kinds = ("rv-arc-correct", "rv-arc-tied", "rv-arc-reversed")
        assert [tile.locator(f"path.{kind}").count() for kind in kinds] == counts
        expect(tile.locator(".rv-arc-cross")).to_have_count(counts[2])
        for share in (run.eps_correct, run.eps_tied, run.eps_reversed):
            expect(tile.locator(".rv-share-words")).to_contain_text(f"{100 * share[2]:.1f} %")


def test_an_item_is_lit_in_every_tile(stage: StagePage) -> None:
    ranking = stage.page.locator("[data-tile=ranking] canvas").first
    before = ranking.evaluate("(c) => c.toDataURL()")
    first = pick(stage).locator(".rv-pick-item").first
    stage.rest()  # what is drawn again under the pointer is no longer lit
    first.hover()
    stage.wait_until(lambda: ranking.evaluate("(c) => c.toDataURL()") != before, "the ranking lights it")
    assert pick(stage).locator(".rv-arc-lit").count() == 6, "the pairs of the best place"
    # Drawn again under the pointer, it is not told that this leaves.
    first.evaluate("(e) => { window.drawn = e; e.replaceWith(e.cloneNode(true)); }")
    stage.page.mouse.move(0, 0)
    expect(pick(stage).locator(".rv-arc-lit")).to_have_count(0)
    first.evaluate("(e) => e.replaceWith(window.drawn)")


def test_beats_compare_candidates_then_pick_then_reweight(stage: StagePage) -> None:
    width = "all => all.map((p) => p.style.strokeWidth).join()"
    arcs = pick(stage).locator("path.rv-arc")
    stage.page.keyboard.press("Shift+ArrowRight")
    expect(pick(stage).locator(".rv-pick-on")).to_have_count(0)
    expect(pick(stage).locator(".rv-arc-open")).to_have_count(24)
    code = stage.page.locator("[data-tile=code] .rv-code-on")
    expect(code).to_contain_text("Edge: in order")
    stage.page.keyboard.press("Shift+ArrowRight")
    expect(pick(stage).locator(".rv-pick-on")).to_have_count(1)
    before = arcs.evaluate_all(width)
    for _ in range(2):
        stage.page.keyboard.press("Shift+ArrowRight")
    expect(code).to_contain_text("Reweight pairs")
    assert arcs.evaluate_all(width) != before


def test_code_has_a_line_for_each_rule_with_its_value(stage: StagePage) -> None:
    code = stage.page.locator("[data-tile=code]")
    expect(code.locator("li").nth(2).locator("code")).to_have_count(3)
    expect(code.locator("li").nth(3).locator("code")).to_have_text(["× 1", "× cosh(α′ + α) / cosh α′"])
    alphas = re.findall(r"[+−][\d.]+", " ".join(stage.page.locator(".rv-line .rv-alpha").all_inner_texts()))
    assert code.locator("li").nth(2).locator(".rv-code-value b").all_inner_texts() == alphas


def test_a_board_of_more_than_three_tiles_is_in_the_link(stage: StagePage) -> None:
    assert stage.address()["look"].partition(",")[0] == BOARD
    stage.page.locator("details.rv-more > summary").click()
    stage.page.get_by_role("button", name="✓ Ties", exact=True).click()
    stage.wait_until(
        lambda: stage.address()["look"].partition(",")[0] == "tiles:pick.ranking.code", "the link says so"
    )
    stage.page.locator("details.rv-more > summary").click()
    stage.page.get_by_role("button", name="+ Ties", exact=True).click()
    stage.wait_until(lambda: stage.address()["look"].partition(",")[0] == BOARD, "it is back")


def test_many_items_stand_at_their_values(new_page: NewPage) -> None:
    stage = new_page().open(
        data="bundled:diabetes?items=50", alg="rb-c", holdout=0, rounds=5, t=2, look="tiles:pick"
    )
    run = (trace := rankviz.trace(rankviz.load("bundled:diabetes?items=50"), ["rb-c"], 5)).runs[0]
    ranker = trace.pool.describe(int(run.ranker[1]))
    tile = pick(stage)
    expect(tile.locator(".rv-pick-feature")).to_have_text(str(ranker["feature"]))
    expect(tile.locator(".rv-pick-threshold")).to_have_attribute("visibility", "inherit")
    assert tile.locator("canvas").evaluate(
        "(c) => c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(Boolean)"
    )
    yes = int(trace.pool.output(int(run.ranker[1])).sum())
    expect(tile.locator(".rv-pick-words")).to_contain_text(f"yes for {yes} of 50.")


def test_runs_without_weak_rankers_are_shown_by_what_a_round_adds(new_page: NewPage) -> None:
    stage = new_page().open(
        data="bundled:diabetes?items=40", alg="qbrank", holdout=0, rounds=4, t=2, look="tiles:pick"
    )
    expect(pick(stage).locator(".rv-pick-feature")).to_have_text("added to the score in this round")
    expect(pick(stage).locator(".rv-pick-words")).to_contain_text("Round 2 adds")
