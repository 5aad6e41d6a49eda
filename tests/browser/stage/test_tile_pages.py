"""The boards of Margins, QBRank and Kernel: nothing stands out or moves, and tiles show what the engine says."""

from itertools import pairwise

import pytest
from helpers.browser.agreement import assert_shows, shown_number
from helpers.browser.stage_page import NewPage, StagePage
from playwright.sync_api import expect

import rankviz
from rankviz.ui.presets.starts import CYCLE
from rankviz.ui.state.state import State

pytestmark = pytest.mark.one_page

LAPTOP = {"viewport": {"width": 1280, "height": 720}}
PHONE = {"viewport": {"width": 390, "height": 844}}
SKEW = {"data": "scenario:skew", "alg": "rb-d,adaboost", "rounds": 20, "holdout": 0, "t": 0}
FOUR = {"alg": "smooth-margin,rb-d,rb-c,rb-plus", "t": 0, "rounds": 12}
QBRANK = {"data": "synthetic:single-grade?n=160&pages=10", "alg": "qbrank,gbt,ranksvm", "holdout": 30}
MINE = ".rv-panel-smooth, .rv-panel-hardest, .rv-panel-pair-weights, .rv-panel-shares, \
.rv-panel-exponential-loss, .rv-panel-coordinate, .rv-panel-direction, .rv-panel-targets, .rv-panel-tree, \
.rv-panel-precision, .rv-panel-surface, .rv-panel-three-losses, .rv-panel-coefficients, .rv-panel-progress"

PARTS = """async (board, mine) => {
  await Promise.allSettled(board.getAnimations({ subtree: true }).map((each) => each.finished));
  await new Promise((done) => setTimeout(done, 50)); // what has travelled is taken out by an event
  const aside = ".rv-how, .rv-menu, title, defs, .rv-hidden, option";
  const out = [], all = {}, small = [], scrolls = [];
  for (const tile of board.querySelectorAll("[data-tile]")) {
    const box = tile.getBoundingClientRect();
    const fixed = (all[tile.dataset.tile] = [[box.width, box.height].join(" ")]);
    if (!tile.matches(mine)) continue;
    for (const e of tile.querySelectorAll("*")) {
      const waits = e.closest(".rv-not-yet") && !e.matches(".rv-before");
      const hidden = getComputedStyle(e).visibility === "hidden";
      if (e.closest(aside) || e.closest("clipPath") || (hidden && !waits)) continue;
      const r = e.getBoundingClientRect();
      if (!(r.width || r.height)) continue;
      const at = [r.left - box.left, r.top - box.top, r.width, r.height].map(Math.round).join(" ");
      const name = `${tile.dataset.tile} ${e.tagName} ${e.getAttribute("class")} ${e.textContent.slice(0, 30)} ${at}`;
      const clipped = e.closest("[clip-path]") || e.querySelector("[clip-path]");
      const inside = r.left >= box.left && r.right <= box.right && r.top >= box.top && r.bottom <= box.bottom;
      if (!inside && !clipped && !hidden) out.push(name);
      // A tag goes up and down with its line.
      const held = e.closest(".rv-tag") ? [r.left - box.left, r.width, r.height].map(Math.round).join(" ") : at;
      if (e.matches("svg, canvas, .rv-tile-head, .rv-cell-foot, .rv-key > span, .rv-tag, td, th, .rv-base"))
        fixed.push(held);
      if (hidden) continue; // until the first step it only keeps its place
      const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
      if (text && parseFloat(getComputedStyle(e).fontSize) < 12) small.push(name);
      if (["auto", "scroll"].includes(getComputedStyle(e).overflowY)) scrolls.push(name);
      const line = e.matches(".rv-key, .rv-cell-foot, .rv-hard-names, .rv-note, .rv-tile-head");
      if (line && e.scrollWidth > e.clientWidth + 1) out.push(`cut: ${name}`);
    }
  }
  return { out, fixed: all, small, scrolls };
}"""
"""When all has come to its place: what stands out of its tile, is small or scrolls; of each tile its size, then where
what must not move is."""


def at_round(stage: StagePage, t: int) -> None:
    stage.slider.evaluate(
        "(e, t) => { e.value = t; e.dispatchEvent(new Event('input', { bubbles: true })); }", t
    )
    stage.expect_round(t)


def holds_still(stage: StagePage) -> None:
    """Nothing stands out of its tile, moves, is small or cut, in the first rounds, one in the middle and the last."""
    board = stage.page.locator(".rv-board")
    rounds = stage.round()[1]
    first: dict[str, list[str]] = {}
    for t in sorted({0, 1, 2, rounds // 2, rounds}):
        at_round(stage, t)
        now = board.evaluate(PARTS, MINE)
        assert not now["out"], f"round {t}: {now['out'][:5]}"
        assert not now["small"] and not now["scrolls"], f"round {t}: {now['small'][:3]} {now['scrolls'][:3]}"
        for name, places in now["fixed"].items():
            known = first.setdefault(name, places)
            if len(known) == 1:  # a tile may have nothing to draw before the first step
                first[name] = known = known + places[1:]
            assert places == known, f"round {t}: {name}"
        assert first.keys() == now["fixed"].keys(), f"round {t}"


CASES = {
    "margins": ("margins", {"t": 0, "rounds": 30}),
    "margins, four": ("margins", FOUR),
    "margins, two classes": ("margins", SKEW),
    "margins, not separable": (
        "margins",
        {
            "data": "bundled:diabetes?grades=2&items=60",
            "alg": "smooth-margin,rb-c",
            "rounds": 20,
            "holdout": 0,
        },
    ),
    "qbrank": ("qbrank", {"t": 0, "rounds": 20}),
    "qbrank, no trees": ("qbrank", {**QBRANK, "alg": "ranksvm,rb-d", "rounds": 8}),
    "kernel": ("kernel", {"t": 0, "rounds": 20}),
    "kernel, four": ("kernel", {"alg": "kernel-gd,rb-d,rb-c,rb-plus", "t": 0, "rounds": 10}),
    "kernel, many features": (
        "kernel",
        {"data": "bundled:breast-cancer?items=50", "alg": "kernel-gd", "loss": "hinge", "rounds": 10},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_nothing_stands_out_or_moves(new_page: NewPage, case: str) -> None:
    path, link = CASES[case]
    holds_still(new_page(**LAPTOP).open(path, **link))


@pytest.mark.parametrize("path", ["margins", "qbrank", "kernel"])
@pytest.mark.new_visitor
def test_presenting_too(new_page: NewPage, path: str) -> None:
    """Laid out at 768 × 432 and zoomed: no text is below 1/36 of the screen's height."""
    stage = new_page(**LAPTOP).open(path, t=0, rounds=20, present=1)
    zoom = float(stage.page.locator(".rv-stage").evaluate("(e) => getComputedStyle(e).zoom"))
    assert zoom * 12 >= 720 / 36 - 0.01
    holds_still(stage)


HEROES = {"margins": "smooth", "qbrank": "direction", "kernel": "surface"}


@pytest.mark.new_visitor
@pytest.mark.parametrize("path", ["margins", "qbrank", "kernel"])
def test_a_tile_a_swipe_on_a_phone(new_page: NewPage, path: str) -> None:
    """All tiles of the page stand side by side, each as wide as the screen."""
    stage = new_page(**PHONE).open(path, t=0, rounds=20)
    assert stage.page.locator("[data-tile]").count() >= 6
    drawing = stage.tile(HEROES[path]).locator("svg:visible, canvas:visible")
    expect(drawing.first).to_be_visible()  # tiles stand before they are drawn
    stage.rest()
    holds_still(stage)


CUT = "(names) => names.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText)"


@pytest.mark.new_visitor
@pytest.mark.parametrize("path", HEROES)
def test_the_hero_takes_the_left_and_all_tiles_are_in_the_board(new_page: NewPage, path: str) -> None:
    stage = new_page(viewport={"width": 1920, "height": 1080}).open(path, t=2, rounds=20)
    boxes = stage.page.locator("[data-tile]").evaluate_all(
        "(all) => Object.fromEntries(all.map((e) => [e.dataset.tile, e.getBoundingClientRect().toJSON()]))"
    )
    area = {name: box["width"] * box["height"] for name, box in boxes.items()}
    hero = boxes[HEROES[path]]
    assert len(boxes) >= 6 and max(area, key=lambda name: area[name]) == HEROES[path]
    assert hero["left"] == min(box["left"] for box in boxes.values())
    assert all(box["bottom"] <= 1080 for box in boxes.values())
    for one, other in pairwise(sorted(area.values())[:-1]):
        assert other < 4 * one, "no tile is a sliver"
    names = stage.page.locator(".rv-value-table tbody th")
    assert names.evaluate_all(CUT) == []


def test_a_tile_that_has_no_room_is_in_the_menu(new_page: NewPage) -> None:
    """Chosen there it stands beside the others, in two rows; alone it has its table."""
    stage = new_page(**LAPTOP).open("qbrank", t=2, rounds=10)
    others = stage.page.locator("[data-tile]").count()
    expect(stage.tile("precision")).to_have_count(0)
    stage.page.locator(".rv-more > summary").click()
    stage.button("+ Precision at K %").click()
    expect(stage.tile("precision").get_by_role("img")).to_be_visible()
    expect(stage.page.locator("[data-tile]")).to_have_count(others + 1)
    assert not stage.page.locator(".rv-board").evaluate(PARTS, MINE)["out"]
    stage.tile("precision").focus()
    stage.page.keyboard.press("f")
    expect(stage.tile("precision").get_by_role("table")).to_be_visible()
    expect(stage.page.locator("[data-tile]")).to_have_count(1)
    stage.page.keyboard.press("f")
    expect(stage.tile("direction")).to_be_visible()


@pytest.mark.new_visitor
@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("margins", "smooth"),
        ("margins", "hardest"),
        ("qbrank", "tree"),
        ("kernel", "surface"),
        ("kernel", "losses"),
    ],
)
def test_one_tile_enlarged(new_page: NewPage, path: str, name: str) -> None:
    stage = new_page(viewport={"width": 1366, "height": 768}).open(path, t=0, rounds=20, look=f"tiles:{name}")
    expect(stage.page.locator("[data-tile]")).to_have_count(1)
    holds_still(stage)


def run_of(state: State) -> rankviz.Trace:
    return rankviz.trace(
        rankviz.load(f"{state['data']}&seed={state['seed']}" if "?" in state["data"] else str(state["data"])),
        state["alg"],
        rounds=state["rounds"],
        holdout=state["holdout"] / 100,
        seed=state["seed"],
        **state.parameters(),
    )


@pytest.mark.new_visitor
def test_margins_at_the_ends_of_the_lines(new_page: NewPage) -> None:
    stage = new_page(**LAPTOP).open("margins")
    trace = run_of(CYCLE)
    for t in (40, 300):
        at_round(stage, t)
        shown = stage.tile("smooth").locator(".rv-tag-value").all_inner_texts()
        for i, run in enumerate(trace.runs):
            for k, name in enumerate(("margin", "smooth_margin")):
                assert_shows(shown[2 * i + k], float(run.metrics[name][t]), f"{run.label}, {name} after {t}")


def test_the_levels_of_a_rounds_direction(new_page: NewPage) -> None:
    """The upper level is the risk before the round; as many bars as the tree has leaves."""
    stage = new_page(**LAPTOP).open("qbrank", **QBRANK, rounds=10, labels="single", t=3)
    trace = rankviz.trace(
        rankviz.load(QBRANK["data"]), ["qbrank", "gbt"], rounds=10, holdout=0.3, labels="single"
    )
    for i, run in enumerate(trace.runs):
        axis = stage.tile("direction").locator("svg").filter(has=stage.page.locator(".rv-part-line")).nth(i)
        shown = [
            shown_number(text)[0]
            for text in axis.locator(".rv-axis text").all_text_contents()
            if text[0].isdigit()
        ]
        assert any(abs(v - run.extra["risk"][2]) <= 6e-3 * run.extra["risk"][2] for v in shown), (
            run.label,
            shown,
        )
        tree = run.scored.details.descent.fitted[2].tree
        bars = (
            stage.tile("tree")
            .locator(".rv-leaf-up, .rv-leaf-down")
            .evaluate_all("(all) => all.map((e) => (e.getAttribute('d') ?? '').split('M').length - 1)")
        )
        assert sum(bars[2 * i : 2 * i + 2]) == (tree.left < 0).sum()


@pytest.mark.parametrize("path", ["margins", "qbrank", "kernel"])
def test_no_stop_of_the_tabulator_inside_a_tile(new_page: NewPage, path: str) -> None:
    stage = new_page(**LAPTOP).open(path, t=2, rounds=10)
    inside = """(board) => [...board.querySelectorAll("[data-tile] *")]
      .filter((e) => e.tabIndex >= 0 && !e.closest(".rv-menu")).map((e) => e.outerHTML.slice(0, 80))"""
    assert stage.page.locator(".rv-board").evaluate(inside) == []
