"""Least, expected and largest values against every order of the equal scores."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.tied_runs import draw, judged_run
from twins import tied as twin

from rankviz.ties import audit, measure, spans
from rankviz.ties.measure import Measure

MEASURES = measure.read_all(
    "ndcg@3,ndcg,ndcg-exp2@4,ndcg-exp2,dcg@2,dcg,dcg-exp2@5,map,map@1,map@3,mrr,mrr@1,mrr@2,mrr@4,p@1,p@3,p@10,"
    "recall@1,recall@2,recall@5,recall@100,bpref"
)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("least", [0, -1])
def test_they_are_those_of_all_orders(seed: int, least: int) -> None:
    run, qrels = draw(np.random.default_rng(seed), queries=1, documents=7, most=2, least=least)
    found = judged_run(run, qrels)
    scores, judged = run["q0"], qrels["q0"]
    rankings = list(twin.orders(scores))
    for each in MEASURES:
        low, mean, high = spans.spans(found, each)[0]
        if all(grade < 1 for grade in judged.values()):
            assert np.isnan([low, mean, high]).all()
            continue
        values = [twin.value(ranking, judged, each.kind, each.k) for ranking in rankings]
        assert low == pytest.approx(min(values), abs=1e-12), each.name
        assert high == pytest.approx(max(values), abs=1e-12), each.name
        assert mean == pytest.approx(np.mean(values), abs=1e-12), each.name


@pytest.mark.slow
def test_seven_equal_scores_are_5040_orders() -> None:
    scores = {f"d{i}": 0.5 for i in range(7)}
    judged = {"d0": 2, "d1": 0, "d3": 1, "d4": 1, "d6": 0, "gone": 2}
    found = judged_run({"q": scores}, {"q": judged})
    rankings = list(twin.orders(scores))
    assert len(rankings) == 5040
    for each in MEASURES:
        values = [twin.value(ranking, judged, each.kind, each.k) for ranking in rankings]
        expected = min(values), np.mean(values), max(values)
        assert spans.spans(found, each)[0] == pytest.approx(expected, abs=1e-12), each.name


def test_a_constant_scorer_has_any_reciprocal_rank() -> None:
    """One relevant document of 1,000: first or last, by the order alone."""
    documents = [f"d{i}" for i in range(1000)]
    run = {"q": dict.fromkeys(documents, 1.0)}
    found = judged_run(run, {"q": {document: int(document == "d0") for document in documents}})
    low, mean, high = spans.spans(found, Measure("mrr", 10))[0]
    assert (low, high) == (0.0, 1.0)
    assert mean == pytest.approx(sum(1 / i for i in range(1, 11)) / 1000, abs=1e-15)
    assert spans.spans(found, Measure("mrr"))[0, 0] == pytest.approx(1 / 1000)
    counted = audit.audit(found, [Measure("mrr", 10), Measure("ndcg", 10)])
    mrr, ndcg = counted.measures
    assert mrr.means["mteb-before"] == 1.0, "the relevant document stands first in the file"
    assert mrr.means["mteb"] == mrr.means["trec_eval"] == ndcg.means["mteb"] == 0.0


def test_without_ties_all_three_are_one_number() -> None:
    run, qrels = draw(np.random.default_rng(3), queries=20)
    rng = np.random.default_rng(4)
    run = {query: {document: rng.random() for document in found} for query, found in run.items()}
    for each in audit.audit(judged_run(run, qrels), MEASURES).measures:
        assert not each.matter.any()
        assert each.share == 0.0
        assert len(each.widest()) == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ndgc@10", 'There is no measure "ndgc@10"'),
        ("p", "does not say how many places count"),
        ("recall@0", "does not say how many places count"),
        ("bpref@10", "bpref counts all places"),
        (" , ", "No measure is named"),
        ("map@1000000000", "There is no measure|does not say"),
    ],
)
def test_a_measure_that_is_none_says_so(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        measure.read_all(text)
