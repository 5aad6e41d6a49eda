"""Least, expected and largest values against every order of the equal scores."""

import re

import numpy as np
import pytest
from helpers.tied_runs import draw, judged_run
from twins import tied as twin

from rankviz.lab.ties import audit, measure, tables, text, tie_intervals
from rankviz.lab.ties.measure import Measure

MEASURES = measure.read_all(
    "ndcg@3,ndcg,ndcg-exp2@4,ndcg-exp2,dcg@2,dcg,dcg-exp2@5,map,map@1,map@3,mrr,mrr@1,mrr@2,mrr@4,p@1,p@3,p@10,"
    "recall@1,recall@2,recall@5,recall@100,bpref,map-l2,map@3-l2,mrr@2-l2,p@3-l2,recall@5-l2,bpref-l2,map-l3"
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
        low, mean, high = tie_intervals.spans(found, each)[0]
        if all(grade < each.level for grade in judged.values()):
            assert np.isnan([low, mean, high]).all()
            continue
        values = [twin.value(ranking, judged, each.kind, each.k, each.level) for ranking in rankings]
        assert low == pytest.approx(min(values), abs=1e-12), each.name
        assert high == pytest.approx(max(values), abs=1e-12), each.name
        assert mean == pytest.approx(np.mean(values), abs=1e-12), each.name


@pytest.mark.slow
def test_seven_equal_scores_are_5040_orders() -> None:
    scores = {f"d{i}": 0.5 for i in range(7)}
    judged = {"d0": 2, "d1": 0, "d3": 1, "d4": 3, "d6": 0, "gone": 2}
    found = judged_run({"q": scores}, {"q": judged})
    rankings = list(twin.orders(scores))
    assert len(rankings) == 5040
    for each in MEASURES:
        values = [twin.value(ranking, judged, each.kind, each.k, each.level) for ranking in rankings]
        expected = min(values), np.mean(values), max(values)
        assert tie_intervals.spans(found, each)[0] == pytest.approx(expected, abs=1e-12), each.name


def test_a_constant_scorer_has_any_reciprocal_rank() -> None:
    """One relevant document of 1,000: first or last, by the order alone."""
    documents = [f"d{i}" for i in range(1000)]
    run = {"q": dict.fromkeys(documents, 1.0)}
    found = judged_run(run, {"q": {document: int(document == "d0") for document in documents}})
    low, mean, high = tie_intervals.spans(found, Measure("mrr", 10))[0]
    assert (low, high) == (0.0, 1.0)
    assert mean == pytest.approx(sum(1 / i for i in range(1, 11)) / 1000, abs=1e-15)
    assert tie_intervals.spans(found, Measure("mrr"))[0, 0] == pytest.approx(1 / 1000)
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
        ("ndcg-l2", "uses the grade itself and takes no level"),
        ("map-l0", "the level of a relevant grade is 0"),
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


def test_a_level_is_that_of_binary_measures_which_name_none() -> None:
    found = measure.read_all("ndcg@10,map,map-l1,mrr@10-l3,bpref", level=2)
    assert [each.name for each in found] == ["ndcg@10", "map-l2", "map", "mrr@10-l3", "bpref-l2"]
    assert [each.label for each in found[1:4]] == ["MAP (grade ≥ 2)", "MAP", "MRR@10 (grade ≥ 3)"]
    assert measure.read_all(",".join(each.name for each in found)) == found


def test_queries_without_a_document_of_the_level_are_left_out_and_told() -> None:
    """NDCG has a value where a grade of 1 is the highest, also beside measures of level 2, as trec_eval has it."""
    run = {"p": {"a": 1.0, "b": 1.0}, "q": {"a": 1.0, "b": 1.0}}
    found = audit.audit(
        judged_run(run, {"p": {"a": 1}, "q": {"b": 2}}), measure.read_all("ndcg,map", level=2)
    )
    ndcg, mean_precision = found.measures
    assert ndcg.counts.all() and mean_precision.counts.tolist() == [False, True]
    assert mean_precision.mean == (0.5, 0.75, 1.0)
    assert mean_precision.means["trec_eval"] == 0.5 and ndcg.means["trec_eval"] > 0.8  # b before a in both
    assert [
        note
        for note in found.notes
        if note.startswith("1 query without a relevant document of grade 2 or more.")
    ]
    assert (
        mean_precision.counters["lightgbm"] == mean_precision.counters["mteb"] == "it has no relevance level"
    )


def test_decimals_are_as_many_as_the_ends_need_to_differ() -> None:
    assert [tables.decimals(0.0324, 0.0324 + gap) for gap in (0.0, 1e-13, 3e-4, 3e-7)] == [4, 4, 4, 7]
    tied = {f"d{i}": 1.0 for i in range(300)}
    run = {"q": {"first": 9.0, **tied}}
    qrels = {"q": {"first": 1, "d0": 1, **{f"gone{i}": 1 for i in range(400)}}}
    found = audit.audit(judged_run(run, qrels), measure.read_all("map"))
    low, _, high = found.measures[0].mean
    assert 0 < high - low < 0.003
    said = " ".join(text.summary(found))
    low, high = re.search(r"Widest in MAP: q \[(.*), (.*)\]", said).groups()  # type: ignore[union-attr]
    assert low != high
