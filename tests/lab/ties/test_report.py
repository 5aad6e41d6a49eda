"""The report of an audit: complete, small, the same to the byte, and whatever names are in the files."""

import numpy as np
import pytest
from helpers.tied_runs import Qrels, Run, draw, judged_run

from rankviz.lab.ties import audit, measure, report, text
from rankviz.lab.ties.counters import COUNTERS

MEASURES = measure.read_all(
    "ndcg@10,ndcg-exp2@10,ndcg,dcg@5,map,map@5,mrr,mrr@10,p@5,p@10,recall@10,recall@100,bpref"
)


def made(run: Run, qrels: Qrels, second: Run | None = None) -> str:
    found = audit.audit(judged_run(run, qrels), MEASURES)
    if second is None:
        return report.html(found, "rankviz ties run.txt qrels.txt")
    other = audit.audit(judged_run(second, qrels), MEASURES, counters=False)
    return report.html(found, "rankviz ties run.txt qrels.txt", "other.txt", audit.difference(found, other))


@pytest.mark.slow
def test_it_tells_all_in_less_than_a_megabyte_and_fetches_nothing() -> None:
    """Write the report of 300 queries and two runs twice: its size and its order are those of large files."""
    run, qrels = draw(np.random.default_rng(2), queries=300, documents=30)
    second, _ = draw(np.random.default_rng(3), queries=300, documents=30)
    page = made(run, qrels, second)
    assert page == made(run, qrels, second) and len(page.encode()) <= 1_000_000
    assert "src=" not in page and "<link" not in page and "<script" not in page
    assert "nan" not in page.lower()
    for words in (
        "Summary",
        "Method",
        "Figure 2.",
        "Table 4.",
        "5 First run and second run",
        "How to repeat it",
        "Appendix",
    ):
        assert words in page, words
    for counter in COUNTERS.values():
        assert page.count(counter.name) >= 3, counter.name
    for each in MEASURES:
        assert each.label in page


@pytest.mark.slow
def test_its_numbers_are_those_of_the_audit() -> None:
    run, qrels = draw(np.random.default_rng(4), queries=3)
    found = audit.audit(judged_run(run, qrels), MEASURES)
    page = report.html(found, "")
    for each in found.measures:
        assert text.finding(each) in page
        for mean in each.means.values():
            assert np.isnan(mean) or f"<td>{mean:.4f}</td>" in page


def test_names_of_files_and_queries_are_no_html() -> None:
    name = "<script>alert(1)</script>"
    page = made({name: {"a": 1.0, "b": 1.0}}, {name: {"a": 1}})
    assert "<script" not in page and "&lt;script&gt;" in page


def test_nothing_to_draw_is_said() -> None:
    page = made({"q": {"a": 1.0, "b": 2.0}}, {"q": {"a": 1}})
    assert text.NOTHING in page and "Figure 1." in page and "Figure 2." not in page
    page = made({"q": {"a": 1.0}}, {"q": {"a": 0}})
    assert "no query has a relevant document" in page and "Figure" not in page
