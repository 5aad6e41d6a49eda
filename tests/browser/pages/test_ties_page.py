"""Ties in a run as a visitor meets it: two files dropped, a mark clicked, its query shown, on a api and on a phone."""

import re
from pathlib import Path

import numpy as np
from helpers.browser.axe import is_accessible
from helpers.browser.stage_page import NewPage
from helpers.tied_runs import draw, judged_run, written
from playwright.sync_api import expect

from rankviz.lab.ties import audit, measure

LONG = 60_000
MARKS = ".js-plotly-plot .scatterlayer .trace .points path"


def test_two_files_are_dropped_and_a_click_shows_a_querys_ties(new_page: NewPage, tmp_path: Path) -> None:
    """Take two files to a query's orders and to the report: a click on a point of Plotly needs a browser."""
    run, qrels = draw(np.random.default_rng(9), queries=12)
    files = written(tmp_path, run, qrels)
    stage = new_page(viewport={"width": 1366, "height": 768})
    stage.open("ties", measures="ndcg@10,map")
    page = stage.page
    expect(page.get_by_role("heading", name="Query by query")).to_be_visible(timeout=LONG)
    stage.rest()  # a file that is dropped while the page still comes may be lost
    page.get_by_role("region", name="Run", exact=True).locator("input").set_input_files(files[0])
    expect(page.get_by_text("Now add the judgements")).to_be_visible(timeout=LONG)
    stage.rest()
    page.get_by_role("region", name="Judgements", exact=True).locator("input").set_input_files(files[1])
    expect(page.get_by_text("run.txt with the judgements of qrels.txt")).to_be_visible(timeout=LONG)
    expect(page).to_have_url(re.compile("run=upload%3A.*qrels=upload%3A|qrels=upload%3A.*run=upload%3A"))

    found = audit.audit(judged_run(run, qrels), measure.read_all("ndcg@10"))
    third = found.run.queries[int(found.measures[0].widest()[2])]
    expect(page.locator(MARKS).first).to_be_attached(timeout=LONG)
    stage.idle()
    page.locator(".js-plotly-plot .scatterlayer .trace").nth(3).locator(".points path").nth(2).click(
        force=True
    )
    expect(page).to_have_url(re.compile(f"query={third}(&|$)"), timeout=LONG)
    low, _, high = found.measures[0].spans[found.run.queries.index(third)]
    table = page.get_by_role("group", name="Which order gives which value")
    expect(table.get_by_role("row", name=re.compile(f"^Worst .*{low:.4f}$"))).to_be_visible()
    expect(table.get_by_role("row", name=re.compile(f"^Best .*{high:.4f}$"))).to_be_visible()

    with page.expect_download() as loading:
        page.get_by_role("button", name="Report").click()
    text = Path(loading.value.path()).read_text(encoding="utf-8")
    assert "Ties in run.txt" in text and "rankviz ties run.txt qrels.txt" in text
    page.reload()
    expect(table.get_by_role("row", name=re.compile(f"^Worst .*{low:.4f}$"))).to_be_visible(timeout=LONG)
    stage.rest()
    is_accessible(stage)


def test_a_phone_scrolls_no_page_sideways(new_page: NewPage) -> None:
    stage = new_page(viewport={"width": 390, "height": 844})
    stage.open("ties")
    expect(stage.page.get_by_text("Which order gives which value")).to_be_visible(timeout=LONG)
    stage.idle()
    assert stage.page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") == 390
