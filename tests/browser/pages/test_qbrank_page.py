"""The QBRank page as a visitor meets it: numbers are the engine's, pictures follow the round, controls work."""

import re

import pytest
from helpers.browser.agreement import assert_shows, shown_number
from helpers.browser.in_page import TOO_WIDE
from helpers.browser.stage_page import SCHEMES, NewPage, StagePage
from playwright.sync_api import expect

import rankviz
from rankviz.insight.explain import explain

pytestmark = pytest.mark.one_page

LINK = {
    "data": "synthetic:single-grade?n=160&pages=10",
    "alg": "qbrank,gbt,ranksvm",
    "rounds": 20,
    "holdout": 30,
    "labels": "single",
    "leaves": 6,
    "t": 3,
}
PANELS = (
    "Risk",
    "Risk along the new tree",
    "Targets",
    "Tree",
    "Precision at K %",
    "DCG and NDCG",
    "Ranking",
)


def opened(stage: StagePage, **more: object) -> StagePage:
    return stage.open_on("qbrank", PANELS[0], **{**LINK, **more})


def engine() -> rankviz.Trace:
    return rankviz.trace(
        rankviz.load(str(LINK["data"])),
        ["qbrank", "gbt", "ranksvm"],
        rounds=20,
        holdout=0.3,
        labels="single",
        leaves=6,
    )


def cells(stage: StagePage, title: str) -> dict[str, list[str]]:
    rows: list[list[str]] = (
        stage.panel(title)
        .get_by_role("table")
        .evaluate("(t) => [...t.rows].map((r) => [...r.cells].map((c) => c.innerText.trim()))")
    )
    return {
        row[0]: [text for cell in row[1:] for text in re.findall(r"[^\s()]*\d[^\s()]*|—", cell)]
        for row in rows[1:]
    }


def test_all_panels_show_the_engines_numbers_and_follow_the_round(tall_stage: StagePage) -> None:
    """Compare all panels with the engine in two rounds and after a new choice: one may keep its old numbers."""
    stage = opened(tall_stage)
    trace = engine()
    tree_and_item(stage, trace)
    for panel in PANELS:
        expect(stage.panel(panel)).to_be_visible()
        assert "How to read this:" in (stage.panel(panel).text_content() or "")
    seen = {panel: stage.panel(panel).get_by_role("img").first.inner_html() for panel in PANELS[1:4:2]}
    for t in (3, 4):
        stage.expect_round(t)
        stage.rest()
        risk, precision = cells(stage, PANELS[0]), cells(stage, PANELS[4])
        for run in trace.runs[:2]:
            for text, name in zip(
                risk[run.label][:-1], ("risk", "risk_bound", "risk_pairs", "risk_labels"), strict=True
            ):
                if text == "—":
                    assert name == "risk_pairs" and run.algorithm == "gbt"
                else:
                    assert_shows(text, float(run.extra[name][t]), f"{run.label}, {name} after round {t}")
        for run in trace.runs:
            at = min(t, run.n_rounds)
            for text, k in zip(precision[run.label], (10, 30, 50, 100), strict=True):
                expected = rankviz.engine.metrics.precision_at(trace.holdout, run.scored.held[at], k)
                assert_shows(text, expected, f"{run.label}, precision at {k} % after round {t}")
        if t == 3:
            stage.step()
    for panel, was in seen.items():
        assert stage.panel(panel).get_by_role("img").first.inner_html() != was, f"{panel} stands still"
    stage.button("The round in words").click()
    words = stage.page.get_by_role("article").first.inner_text()
    assert "Round 4 added a tree" in words and "line search" in words
    with stage.rerun():
        stage.page.get_by_role("slider", name="w: preferences against labels").press("ArrowRight")
    stage.wait_until(lambda: cells(stage, PANELS[0])["QBRank"] != risk["QBRank"], "the run changes")
    assert float(stage.address()["w"]) == pytest.approx(0.51)


def test_whole_lists_take_the_place_of_pairs(tall_stage: StagePage) -> None:
    """Risk and targets speak of lists, a list's push is explained, and the map says that no pair weighs."""
    asked = {
        **LINK,
        "alg": "qbrank",
        "pair_loss": "listwise",
        "tab": "explain",
        "explain": "qbrank:list_push:5",
    }
    stage = tall_stage.open_on("qbrank", PANELS[0], **asked)
    chosen = {"pair_loss": "listwise", "labels": "single", "leaves": 6}
    trace = rankviz.trace(rankviz.load(str(LINK["data"])), "qbrank", rounds=20, holdout=0.3, **chosen)
    run = trace.runs[0]
    shown = cells(stage, PANELS[0])[run.label][:-1]
    for text, name in zip(shown, ("risk", "risk_bound", "risk_lists", "risk_labels"), strict=True):
        assert_shows(text, float(run.extra[name][3]), f"{name} after round 3")
    expect(stage.panel("Targets")).to_contain_text("moved by its list")
    push = float(explain(trace, run, 3, "list_push:5").value or 0.0)
    number = stage.page.locator(".rv-found-number b")
    expect(number).to_be_visible(timeout=60_000)
    assert_shows(number.inner_text().partition("= ")[2], push, "w(p − s)")
    stage.open_on("", "Pair weights", **{**asked, "alg": "rb-d,qbrank"})
    expect(stage.panel("Pair weights")).to_contain_text("no pair weights: learns whole lists")


def test_the_papers_questions_are_answered(stage: StagePage) -> None:
    """Open each tab of the paper's questions: each computes runs of its own when it is opened in the page."""
    opened(stage, tab="paper")
    table = stage.page.get_by_text("At 100 % all pairs count", exact=False)
    expect(table).to_be_visible()
    with stage.rerun():
        stage.page.get_by_role("tab", name="Labels beside preferences").click()
    expect(stage.page.get_by_text("As the paper says of its Figure 1", exact=False)).to_be_visible(
        timeout=60_000
    )
    with stage.rerun():
        stage.page.get_by_role("tab", name="Effect of w, τ, η").click()
    expect(stage.page.get_by_text("every dot is the mean", exact=False)).to_be_visible(timeout=60_000)
    stage.idle()


def tree_and_item(stage: StagePage, trace: rankviz.Trace) -> None:
    """The leaves on screen are the engine's; pointing at a target lights its item's way and its two parts."""
    descent = trace.run("qbrank").scored.details.descent
    found = descent.fitted[2]
    tree = stage.panel("Tree")
    shown = [shown_number(text)[0] for text in tree.locator(".rv-leaf-value").all_text_contents()]
    values = descent.step[2] * found.tree.value[found.tree.left < 0]
    assert sorted(shown[: len(values)]) == pytest.approx(sorted(values), abs=6e-3)
    way = tree.locator("path.rv-way").first
    assert not way.get_attribute("d")
    targets = stage.panel("Targets").locator("canvas").first
    box = targets.bounding_box()
    assert box is not None
    line = stage.panel("Targets").locator(".rv-item-line").first
    spots = [(x, y) for y in range(8, int(box["height"]), 9) for x in range(30, int(box["width"]), 9)]
    for x, y in spots:
        stage.page.mouse.move(box["x"] + x, box["y"] + y)
        if way.get_attribute("d"):
            break
    assert way.get_attribute("d"), "no dot was met"
    assert re.search(r"(pairs|label) [+−]?\d.* → r [+−]?\d.*, tree [+−]?\d", line.inner_text())
    stage.page.mouse.move(2, 2)


@pytest.mark.new_visitor
def test_a_newcomer_finds_three_tiles_none_of_them_empty(new_page: NewPage) -> None:
    """Before the first round the tiles that have nothing to draw say what will stand there."""
    stage = new_page(viewport={"width": 1366, "height": 768}).open_on("qbrank", "Tree")
    tiles = stage.page.locator("[data-tile]")
    expect(tiles).to_have_count(3)
    for title, words in (("Tree", "the first tree"), ("Risk along the new tree", "how far the first tree")):
        note = stage.panel(title).get_by_text(f"Press Step to see {words}", exact=False)
        stage.at(0)
        expect(note).to_be_visible()
        stage.at(1)
        expect(note).to_be_hidden()
    expect(stage.panel("Risk along the new tree")).to_contain_text("risk R")


def test_a_phone_shows_all_of_it(new_page: NewPage) -> None:
    page = opened(new_page(viewport={"width": 390, "height": 844}))
    for scheme in SCHEMES:
        page.follow_scheme(scheme)
        for panel in PANELS:
            expect(page.panel(panel)).to_be_visible()
        assert not page.page.evaluate(TOO_WIDE), scheme
