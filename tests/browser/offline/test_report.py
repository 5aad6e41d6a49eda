"""The report on paper: nothing is wider than an A4 page, on the screen or printed, however many columns there are."""

import re
from pathlib import Path

import numpy as np
import pytest
from helpers.experiments import SIX, made
from helpers.tied_runs import draw, judged_run
from playwright.sync_api import Browser

from rankviz.lab.experiments.reporting import report
from rankviz.lab.ties import audit, measure
from rankviz.lab.ties import report as ties

A4 = (210 - 2 * 20) * 96 / 25.4
"""Pixels between the margins of the report's pages."""

METRICS = ("r1", "r2", "ndcg1", "ndcg3", "ndcg5", "ndcg7", "ndcg10", "map", "dcg5", "dcg10", "p10", "p100")
WIDER = """width => [...document.querySelectorAll("main *")]
  .filter(each => each.getBoundingClientRect().right > width + 1
    || each instanceof HTMLElement && each.clientWidth && each.scrollWidth > each.clientWidth + 1)
  .map(each => `${each.tagName} ${each.textContent.slice(0, 60)}`)"""
"""What reaches over the right margin, or has more inside than it shows."""


@pytest.mark.parametrize("algorithms", [("rb-d", "rb-c", "rb-plus"), SIX])
def test_the_report_prints_on_a4_without_a_cut(
    chromium: Browser, tmp_path: Path, algorithms: tuple[str, ...]
) -> None:
    source = "movielens:" + "a-long-name-of-a-file" * 5 + ".data"
    file = tmp_path / "report.html"
    file.write_text(report.page(made(60, algorithms, source=source, metrics=METRICS)), encoding="utf-8")
    printed = printed_whole(chromium, file)
    boxes = {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox \[([^\]]*)\]", printed)}
    assert {(round(box[2]), round(box[3])) for box in boxes} == {(595, 842)}
    assert 5 <= len(re.findall(rb"/Type /Page\b", printed)) <= 16


def test_the_report_of_an_audit_prints_on_a4_without_a_cut(chromium: Browser, tmp_path: Path) -> None:
    run, qrels = draw(np.random.default_rng(1), queries=30, documents=20)
    run = {f"a-long-name-of-a-query-{query}" * 3: found for query, found in run.items()}
    qrels = {f"a-long-name-of-a-query-{query}" * 3: found for query, found in qrels.items()}
    measures = measure.read_all("ndcg@10,ndcg-exp2@10,map,mrr@10,p@10,recall@100,bpref")
    found = audit.audit(judged_run(run, qrels), measures)
    file = tmp_path / "report.html"
    differences = audit.difference(found, found)
    file.write_text(
        ties.html(found, "rankviz ties " + "a-long-name" * 20, "run", differences), encoding="utf-8"
    )
    printed = printed_whole(chromium, file)
    assert 4 <= len(re.findall(rb"/Type /Page\b", printed)) <= 9


def printed_whole(chromium: Browser, file: Path) -> bytes:
    """Return the PDF that a browser prints of a page which has nothing wider than A4."""
    page = chromium.new_page(viewport={"width": round(A4), "height": 900})
    try:
        page.goto(file.as_uri())
        page.emulate_media(media="print")
        assert page.evaluate(WIDER, A4) == []
        return page.pdf(prefer_css_page_size=True)
    finally:
        page.close()
