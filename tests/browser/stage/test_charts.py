"""Charts that cannot mislead: what stands on one axis, where values stand, what a key shows, whose marker is whose."""

import re
from typing import Any

import pytest
from helpers.browser.samples import engine
from helpers.browser.shared import shared_stage
from helpers.browser.stage_page import StagePage
from playwright.sync_api import expect

shared, stage = shared_stage()


CHARTS = """(tile) => [...tile.querySelectorAll("svg.rv-rounds")].map((chart) => ({
  title: chart.querySelector(".rv-chart-title").textContent,
  curves: [...chart.querySelectorAll("[data-curve]")].map((g) => g.dataset.curve.split(":").pop()),
}))"""
"""From a tile: the title of each chart, and the measures drawn on it."""


def test_no_two_losses_share_an_axis_and_the_least_test_error_is_one_press_away(stage: StagePage) -> None:
    stage.open(t=5, rounds=20)
    charts = stage.tile("losses").evaluate(CHARTS)
    losses = [{c for c in chart["curves"] if c in ("e1", "e2")} for chart in charts]
    assert losses == [{"e1"}, {"e2"}, set()], "Ê1, Ê2, and the error below them"
    assert all("bound" in chart["curves"] for chart in charts[:2]), "a bound stands with what it bounds"
    assert "Ê1" in charts[0]["title"] and "own scale" in charts[0]["title"]
    assert "Ê2" in charts[1]["title"] and "own scale" in charts[1]["title"]
    bests = stage.page.get_by_role("group", name="Lowest test error")
    expect(bests).to_contain_text("Lowest test error")
    for run in engine("rounds=20").runs:
        best = int(run.metrics["r2_holdout"].argmin())
        bests.get_by_role("button", name=re.compile(f"^{re.escape(run.label)}: lowest test error")).click()
        stage.expect_round(best)


HEADS = """(tile) => {
  const seen = (d) => getComputedStyle(d).visibility !== "hidden";
  const dots = [...tile.querySelectorAll(".rv-dot:not(.rv-dots)")].filter(seen);
  const middle = (e) => { const r = e.getBoundingClientRect(); return (r.top + r.bottom) / 2; };
  const slot = (e) => [...e.classList].find((c) => /^rv-k/.test(c));
  return [...tile.querySelectorAll(".rv-tag")].map((tag) =>
    Math.min(...dots.filter((d) => slot(d) === slot(tag)).map((d) => Math.abs(middle(d) - middle(tag)))));
}"""
"""From a tile: how far each tag stands from a head of its algorithm's lines, px."""


def test_values_stand_at_the_height_of_the_round_shown(stage: StagePage) -> None:
    """Where the rounds to come are hidden, too: the end is not given away."""
    stage.open(t=2, rounds=20, look="tiles:losses,future:hidden")
    for t in (0, 2, 7, 20):
        far = stage.at(t).page.locator("[data-tile=losses]").evaluate(HEADS)
        # Equal values push each other apart, by the height of a tag each.
        assert len(far) == 6 and max(far) <= 2 * 14 + 1, (t, far)
        if t == 7:
            assert sorted(far)[1] <= 1, far


def test_where_an_error_is_above_its_bound_both_are_on_one_axis_and_it_is_shaded(stage: StagePage) -> None:
    link = {"data": "scenario:lemma-1", "alg": "rb-d,rb-plus", "undefined": "infinite", "rounds": 10}
    stage.open(t=10, look="tiles:losses,curves:r1.bound", **link)
    charts = stage.tile("losses").evaluate(CHARTS)
    assert len(charts) == 1 and {"r1", "bound"} == set(charts[0]["curves"])
    expect(stage.tile("losses").locator(".rv-gap.rv-k0")).to_have_count(2)
    expect(stage.tile("losses").locator(".rv-gap:not(.rv-k0)")).to_have_count(0)
    expect(stage.tile("losses")).to_contain_text("No bound for RankBoost+")


KEYS = """(tile) => Object.fromEntries([...tile.querySelectorAll(".rv-measure")].map((m) => {
  const sample = m.querySelector(".rv-sample .rv-stroke");
  return [m.textContent, sample ? getComputedStyle(sample).strokeDasharray : null];
}))"""
DASHES = """(tile) => Object.fromEntries([...tile.querySelectorAll("[data-curve]")].map((g) =>
  [g.dataset.curve.split(":").pop(), getComputedStyle(g.querySelector(".rv-stroke")).strokeDasharray]))"""


def test_the_key_is_that_of_the_plot(stage: StagePage) -> None:
    names = {"R̂1": "r1", "R̂2": "r2", "Ê1": "e1", "Ê2": "e2", "bound": "bound"}
    dashed = set()
    for curves in ("r1.r2", "r1.e1.bound", "e1.e2.r2"):
        stage.open(t=5, rounds=20, look=f"tiles:losses,curves:{curves},held:0")
        keys: dict[str, Any] = stage.tile("losses").evaluate(KEYS)
        drawn: dict[str, Any] = stage.tile("losses").evaluate(DASHES)
        assert {names[key]: dash for key, dash in keys.items() if dash is not None} == drawn, curves
        dashed.add(drawn.get("r1"))
    assert dashed == {"8px, 4px", None}, "R̂1 is dashed wherever it is drawn"


def test_steps_of_one_round_share_an_axis_that_is_named(stage: StagePage) -> None:
    stage.open(t=5, rounds=20, look="step")
    rows = stage.panel("The step").locator(".rv-step-row")
    ticks = """(row) => [...row.querySelectorAll(".rv-step-axis[text-anchor=middle]")]
      .map((e) => [e.textContent, e.getAttribute("x")])"""
    axes = [row.evaluate(ticks) for row in rows.all()]
    assert axes[0] == axes[1] == axes[2] and len(axes[0]) > 1
    for row, name, loss in zip(rows.all(), ("RB-D", "RB-C", "RankBoost+"), ("Ê1", "Ê1", "Ê2"), strict=True):
        expect(row.locator(".rv-step-alpha")).to_have_text("α")
        expect(row).to_contain_text(name)
        expect(row).to_contain_text(f"{loss} along α")
    expect(rows.nth(1)).to_contain_text("bound it minimises")
    place = "(row) => row.querySelector('.rv-step-taken').getBoundingClientRect().left"
    places = [row.evaluate(place) for row in rows.all()]
    alphas = [run.alpha[4] for run in engine("rounds=20").runs]
    assert [places.index(x) for x in sorted(places)] == [alphas.index(x) for x in sorted(alphas)]
    expect(stage.page.get_by_role("button", name="Step", exact=True)).to_have_count(1)
    expect(stage.panel("The step").locator(".rv-faces")).to_have_text("RulesLoss curve")


COVERED = """(tile) => {
  const words = tile.querySelector(".rv-how").getBoundingClientRect();
  const body = tile.querySelector(".rv-body").getBoundingClientRect();
  const apart = words.right <= body.left || words.left >= body.right || words.bottom <= body.top + 1;
  const inside = body.bottom <= tile.getBoundingClientRect().bottom + 1;
  return [apart, inside, words.width > 200 && words.height > 40];
}"""
"""From a tile whose help is open: whether words and picture are apart, the picture in the tile, the words there."""


NAMELESS = """(tile) => {
  const rows = ".rv-tag, .rv-margin-read, .rv-tie-row, .rv-step-row, .rv-tile-head:not(.rv-ranks-true)";
  const names = /RB-D|RB-C|RankBoost\\+|RB\\+/;
  return [...tile.querySelectorAll(rows)].filter((row) => !names.test(row.textContent)).map((row) => row.className);
}"""
"""From a tile: the rows in which a marker stands without its algorithm's name."""


@pytest.mark.parametrize(
    "look", ["", "step", "tiles:losses", "tiles:ties.losses", "tiles:pick.ranking.losses.ties"]
)
def test_help_covers_nothing_and_no_marker_stands_without_its_name(stage: StagePage, look: str) -> None:
    stage.open(t=5, rounds=20, **({"look": look} if look else {}))
    for name in [e.get_attribute("data-tile") or "" for e in stage.page.locator("[data-tile]").all()]:
        asks = stage.tile(name).get_by_role("button", name=re.compile("^How to read"))
        asks.click()
        assert stage.tile(name).evaluate(COVERED) == [True, True, True], name
        asks.click()
        assert stage.tile(name).evaluate(NAMELESS) == [], name


def test_an_axis_that_begins_above_zero_says_so(stage: StagePage) -> None:
    stage.open(t=2, rounds=6, data="scenario:lemma-3", alg="rb-d,rb-plus", look="tiles:losses")
    cuts = [e.text_content() or "" for e in stage.tile("losses").locator(".rv-cut title").all()]
    assert len(cuts) == 3 and all(re.match(r"The axis begins at 0\.\d+, not at 0\.", text) for text in cuts)
