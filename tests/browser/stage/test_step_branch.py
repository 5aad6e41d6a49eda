"""The step of the round: another α is tried on its picture, and what is let go is the branch that `--fork` makes."""

import json
import re
from pathlib import Path

import pytest
from helpers.browser.axe import violations
from helpers.browser.in_tiles import SPILLED
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import Locator, expect

from rankviz.cli.main import main
from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.engine.runs import forks

pytestmark = pytest.mark.one_page

LINK = {"data": "scenario:lemma-3", "alg": "rb-d,rb-c,rb-plus", "rounds": 6, "look": "step"}

SYMBOLS = {"e1": "Ê1", "push_loss": "Rₚ"}

THUMB = """(el) => {
  const box = el.getBoundingClientRect(), share = el.value / el.max;
  return [box.left + box.height / 2 + share * (box.width - box.height), box.top + box.height / 2, box.width];
}"""


def handle(stage: StagePage, label: str) -> Locator:
    return stage.page.get_by_role("slider", name=f"Another α for {label}", exact=True)


def test_dragging_tries_an_alpha_and_letting_go_is_the_fork_of_the_command_line(
    stage: StagePage, new_page: NewPage, tmp_path: Path
) -> None:
    link = LINK | {"alg": "rb-d,push"}
    stage.open(t=2, **link)
    before = ""
    for name, label, loss in (("rb-d", "RB-D", "e1"), ("push", "P-norm push", "push_loss")):
        tried, text = dragged(stage, label, before)
        fork = forks.read(text)
        assert fork.alpha is not None and fork == Fork(name, 2, alpha=fork.alpha)
        assert tried.startswith(f"α {fork.alpha:g}:")

        out = tmp_path / "run.json"
        main(
            ["trace", link["data"], "--algorithms", name, "--rounds", "6", "--fork", text, "--out", str(out)]
        )
        row = json.loads(out.read_text(encoding="utf-8"))["runs"][-1]["rounds"][2 - 1]
        assert row["alpha"] == fork.alpha
        says = stage.panel("The step").locator(".rv-step-row").last
        expect(says).to_contain_text(f"α {fork.alpha:+.3f}".replace("-", "−"))
        expect(says).to_contain_text(f"→ {row[loss]:.3f}")
        before = text

    elsewhere = new_page().open(t=2, fork=text, **link)
    elsewhere.rest()
    assert elsewhere.picture() == stage.picture()


def test_arrows_try_and_enter_branches_and_nothing_stands_out(stage: StagePage) -> None:
    stage.page.set_viewport_size({"width": 1280, "height": 720})
    stage.open(t=3, **LINK)
    tile, grip = stage.panel("The step"), handle(stage, "RankBoost+")
    rows = tile.locator(".rv-step-row")
    before = rows.all_inner_texts()
    tile.focus()
    stage.page.keyboard.press("Enter")
    grip.focus()
    stage.page.keyboard.press("ArrowLeft")
    stage.page.keyboard.press("ArrowLeft")
    stage.expect_round(3)
    expect(tile.get_by_text("try α").first).to_be_visible()
    assert stage.button("Step").evaluate(SPILLED) == []
    stage.rest()  # pictures are described when the hand is still
    assert violations(stage.page) == []
    stage.page.keyboard.press("Escape")
    expect(tile.get_by_text("try α")).to_have_count(0)
    assert rows.all_inner_texts() == before
    stage.page.keyboard.press("ArrowRight")
    stage.page.keyboard.press("Enter")
    expect(stage.page.locator(".rv-line", has_text="RankBoost+, what if").first).to_be_visible()
    assert forks.read(stage.address()["fork"]).algorithm == "rb-plus"
    expect(rows).to_have_count(4)
    first, own = stage.address()["fork"], handle(stage, "RankBoost+, what if")
    own.focus()  # a branch offers its choice again, in its own round alone
    stage.page.keyboard.press("ArrowRight")
    stage.page.keyboard.press("Enter")
    stage.rest()
    again = forks.read(stage.address()["fork"])
    assert (again.algorithm, again.round) == ("rb-plus", 3) and again.alpha != forks.read(first).alpha
    expect(rows).to_have_count(4)
    stage.step()
    expect(own).to_be_hidden()
    stage.button("Back").click()
    expect(own).to_be_visible()
    stage.page.set_viewport_size({"width": 390, "height": 560})  # four curves would be flat
    expect(rows).to_have_count(2)
    stage.page.set_viewport_size({"width": 1280, "height": 720})


def dragged(stage: StagePage, label: str, before: str) -> tuple[str, str]:
    """Drag a run's α to the left and let it go: what was said of the last α tried, and the fork in the link."""
    page, tile = stage.page, stage.panel("The step")
    x, y, width = handle(stage, label).evaluate(THUMB)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 0.2 * width, y, steps=3)
    expect(tile.get_by_text("try α").first).to_be_visible()
    expect(tile.get_by_text("release to branch").first).to_be_visible()
    assert stage.address().get("fork", "") == before, "nothing is branched before it is let go"
    tried = handle(stage, label).get_attribute("aria-valuetext") or ""
    page.mouse.up()
    expect(page.locator(".rv-line", has_text=f"{label}, what if").first).to_be_visible()
    stage.rest()
    return tried, stage.address()["fork"]


BOXES = """(tile) => [tile, ...tile.querySelectorAll(".rv-step-row, .rv-step-row svg, .rv-faces, .rv-base")]
  .map((e) => e.getBoundingClientRect()).map((r) => [r.x, r.y, r.width, r.height].map(Math.round).join(" "))"""
"""Where the parts of the tile stand."""


def test_in_no_round_anything_moves_or_stands_out(stage: StagePage) -> None:
    stage.page.set_viewport_size({"width": 1280, "height": 720})
    both = "rb-d:undefined=infinite,rb-d:undefined=limit,rb-plus"
    stage.open(t=0, data="scenario:lemma-1?n=2", alg=both, rounds=4, look="step")
    tile = stage.panel("The step")
    first = tile.evaluate(BOXES)
    for t in range(5):
        stage.expect_round(t)
        assert tile.evaluate(BOXES) == first, f"something moved in round {t}"
        assert stage.button("Step").evaluate(SPILLED) == [], f"round {t}"
        if t < 4:
            stage.step()
    expect(tile.get_by_text("α undefined: ∞")).to_have_count(2)
    expect(tile.get_by_text(re.compile("falls as α grows")).first).to_be_visible()


def test_the_switch_travels_in_the_link(stage: StagePage) -> None:
    stage.open(t=2, **(LINK | {"look": ""}))
    stage.panel("Ties").get_by_role("button", name=re.compile("^Loss curve of")).click()
    expect(stage.panel("The step")).to_be_visible()
    assert stage.address()["look"] == "step"
    stage.panel("The step").get_by_role("button", name="Rules for ties").click()
    expect(stage.panel("Ties")).to_be_visible()


@pytest.mark.new_visitor
def test_the_board_follows_the_hand_and_escape_gives_the_run_back(stage: StagePage) -> None:
    """While α is dragged the browser draws the branch; Python's run has the same numbers, or the stage says so."""
    stage.open(t=2, **LINK)
    losses, weights = stage.panel("Loss and bound"), stage.panel("Ensemble weights")
    before = losses.inner_text(), weights.inner_text()
    x, y, width = handle(stage, "RB-D").evaluate(THUMB)
    stage.page.mouse.move(x, y)
    stage.page.mouse.down()
    stage.page.mouse.move(x - 0.25 * width, y, steps=4)
    expect(losses.locator(".rv-ghost").first).to_be_attached()
    expect(weights).not_to_have_text(before[1])
    assert "what if" not in losses.inner_text(), "the branch stands in the place of its run"
    stage.page.keyboard.press("Escape")
    expect(losses.locator(".rv-ghost")).to_have_count(0)
    stage.page.mouse.up()
    stage.wait_until(lambda: (losses.inner_text(), weights.inner_text()) == before, "the run as it was")
    assert "fork" not in stage.address()
    handle(stage, "RB-D").focus()
    stage.page.keyboard.press("ArrowLeft")
    expect(losses.locator(".rv-ghost").first).to_be_attached()
    stage.page.keyboard.press("Enter")
    expect(stage.page.locator(".rv-line", has_text="RB-D, what if").first).to_be_visible()
    expect(stage.page.locator(".rv-stage")).to_have_attribute("data-branch", "same")
