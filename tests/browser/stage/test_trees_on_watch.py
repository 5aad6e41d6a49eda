"""Trees on the page Watch: the tile, the features that gained, and the preset that shows a trained ranker."""

import re

import pytest
from helpers.browser.stage_page import StagePage
from playwright.sync_api import expect

from rankviz.ui.presets.presets import SHELVES
from rankviz.ui.state.link import to_link

pytestmark = pytest.mark.one_page

GROWN = {"data": "synthetic:letor", "alg": "lambdamart,gbt", "rounds": "5", "t": "3"}
BESIDE = {"data": "synthetic:letor", "alg": "rb-plus,lambdamart", "rounds": "5", "t": "3"}


def names(stage: StagePage) -> list[str]:
    return [
        str(tile.get_attribute("data-tile")) for tile in stage.page.locator(".rv-board > [data-tile]").all()
    ]


def test_without_weak_rankers_the_tree_has_the_place_of_the_ties(stage: StagePage) -> None:
    stage.open(**GROWN)
    assert names(stage) == ["ranking", "losses", "pairs", "margins", "weights", "tree"]
    tree = stage.page.locator("[data-tile=tree]")
    expect(tree.locator(".rv-asks").first).to_be_visible()
    assert tree.locator(".rv-picture").count() == 2
    weights = stage.page.locator("[data-tile=weights]")
    expect(weights.get_by_role("heading")).to_have_text("Importance so far")
    assert weights.locator(".rv-faces").count() == 0
    stage.rest()  # what a bar says in words is written then
    row = weights.locator(".rv-row").first
    assert row.locator(".rv-value").text_content() == ""  # of two bars a number would not say whose it is
    both = r"GBT [\d.]+ % of the gain, \d+ split.*; LambdaMART [\d.]+ % of the gain"
    assert re.search(both, row.locator("title").text_content())
    stage.open(**{**GROWN, "alg": "gbt"})
    assert weights.locator(".rv-row .rv-value").first.text_content().endswith("%")


def test_beside_weak_rankers_features_are_a_face_of_the_weights_and_the_link_has_it(stage: StagePage) -> None:
    stage.open(**BESIDE)
    assert "ties" in names(stage) and "tree" not in names(stage)
    weights = stage.page.locator("[data-tile=weights]")
    expect(weights.get_by_role("heading")).to_have_text("Ensemble weights")
    weights.get_by_role("button", name="Each feature's share of the trees' gain so far").click()
    expect(weights.get_by_role("heading")).to_contain_text("Importance")
    stage.page.wait_for_url("**look=features**")
    stage.page.keyboard.press("ArrowRight")
    expect(weights.get_by_role("heading")).to_contain_text("Importance")
    weights.get_by_role("button", name="Ensemble weights").click()
    expect(weights.get_by_role("heading")).to_have_text("Ensemble weights")


def test_the_card_of_a_trained_ranker_opens_its_trees(stage: StagePage) -> None:
    (preset,) = (each for shelf in SHELVES.values() for each in shelf if each.title == "Your own ranker")
    stage.open(**to_link(preset.state, whole=True))
    assert names(stage)[0] != "ties" and "tree" in names(stage)
    line = stage.page.locator(".rv-line", has_text="Own ranker")
    expect(line).to_contain_text("tree, 7 leaves")
    expect(line).not_to_contain_text("step")
