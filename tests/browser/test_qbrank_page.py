"""The QBRank page as a visitor meets it: numbers are the engine's, pictures follow the round, controls work."""

from __future__ import annotations

import re

import pytest
from agreement import assert_shows, shown_number
from in_page import TOO_WIDE
from playwright.sync_api import expect
from stage_page import NewPage, StagePage

import rankviz

LINK = {
    "data": "synthetic:single-grade?n=160&pages=10",
    "alg": "qbrank,gbt,ranksvm",
    "rounds": 20,
    "holdout": 30,
    "labels": "single",
    "t": 3,
}
PANELS = (
    "The risk and its parts",
    "Risk along this round's direction",
    "Targets and what the tree gives",
    "The tree of this round",
    "Precision at K %",
    "What the top of the list is worth",
    "Ranking ladder",
)


def opened(stage: StagePage, **more: object) -> StagePage:
    """The page with its stage drawn."""
    return stage.open_on("qbrank", PANELS[0], **{**LINK, **more})


def engine() -> rankviz.Trace:
    """The run that the link asks for."""
    return rankviz.trace(
        rankviz.load(str(LINK["data"])), ["qbrank", "gbt", "ranksvm"], rounds=20, holdout=0.3, labels="single"
    )


def cells(stage: StagePage, title: str) -> dict[str, list[str]]:
    """The numbers of a panel's table by row."""
    rows: list[list[str]] = (
        stage.panel(title)
        .get_by_role("table")
        .evaluate("(t) => [...t.rows].map((r) => [...r.cells].map((c) => c.innerText.trim()))")
    )
    return {
        row[0]: [text for cell in row[1:] for text in re.findall(r"[^\s()]*\d[^\s()]*|—", cell)]
        for row in rows[1:]
    }


def test_all_panels_show_the_engines_numbers_and_follow_the_round(stage: StagePage) -> None:
    opened(stage)
    trace = engine()
    for panel in PANELS:
        expect(stage.panel(panel)).to_be_visible()
        assert "How to read this" in stage.panel(panel).inner_text()
    seen = {panel: stage.panel(panel).get_by_role("img").first.inner_html() for panel in PANELS[1:4:2]}
    for t in (3, 4):
        stage.expect_round(t)
        stage.rest()
        risk, precision = cells(stage, PANELS[0]), cells(stage, PANELS[4])
        for run in trace.runs[:2]:
            for text, name in zip(
                risk[run.label], ("risk", "risk_bound", "risk_pairs", "risk_labels"), strict=True
            ):
                if text == "—":
                    assert name == "risk_pairs" and run.algorithm == "gbt"
                else:
                    assert_shows(text, float(run.own[name][t]), f"{run.label}, {name} after round {t}")
        for run in trace.runs:
            at = min(t, run.n_rounds)
            for text, k in zip(precision[run.label], (10, 30, 50, 100), strict=True):
                expected = rankviz.metrics.precision_at(trace.holdout, run.scored.held[at], k)
                assert_shows(text, expected, f"{run.label}, precision at {k} % after round {t}")
        if t == 3:
            stage.step()
    for panel, was in seen.items():
        assert stage.panel(panel).get_by_role("img").first.inner_html() != was, f"{panel} stands still"
    words = stage.page.get_by_role("article").first.inner_text()
    assert "Round 4 added a tree" in words and "line search" in words


def test_the_tree_on_screen_is_the_engines(stage: StagePage) -> None:
    opened(stage)
    fitted = engine().run("qbrank").scored.details.descent.fitted[2]
    shown = [
        shown_number(text)[0] for text in stage.panel(PANELS[3]).locator("text.rv-value").all_text_contents()
    ]
    values = fitted.tree.value[fitted.tree.left < 0]
    assert len(shown) >= len(values)
    assert sorted(shown[: len(values)]) == pytest.approx(sorted(values), abs=6e-3)


def test_a_slider_changes_the_run_and_the_link(stage: StagePage) -> None:
    opened(stage)
    before = cells(stage, PANELS[0])["QBRank"]
    slider = stage.page.get_by_role("slider", name="w: preferences against labels")
    with stage.rerun():
        slider.press("ArrowRight")
    stage.wait_until(lambda: cells(stage, PANELS[0])["QBRank"] != before, "the run changes")
    assert float(stage.address()["w"]) == pytest.approx(0.55)


def test_the_papers_questions_are_answered(stage: StagePage) -> None:
    opened(stage)
    table = stage.page.get_by_text("At 100 % all pairs count", exact=False)
    expect(table).to_be_visible()
    with stage.rerun():
        stage.page.get_by_role("tab", name="Labels beside preferences").click()
    expect(stage.page.get_by_text("With L1 QBRank", exact=False)).to_be_visible(timeout=60_000)
    with stage.rerun():
        stage.page.get_by_role("tab", name="Effect of w, τ, η").click()
    expect(stage.page.get_by_text("every dot is a run", exact=False)).to_be_visible(timeout=60_000)
    stage.idle()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_all_of_it(new_page: NewPage, scheme: str) -> None:
    page = opened(new_page(viewport={"width": 390, "height": 844}, color_scheme=scheme))
    for panel in PANELS:
        expect(page.panel(panel)).to_be_visible()
    assert not page.page.evaluate(TOO_WIDE)
