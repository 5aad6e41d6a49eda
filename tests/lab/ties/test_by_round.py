"""A Trace audited round by round: its numbers, its sentences, and the formats it is written in."""

import csv
import io
import json

import numpy as np
import pytest
from twins import tied as twin

import rankviz
from rankviz.lab.experiments.reporting import exports as reporting
from rankviz.lab.ties import by_round, by_round_report, measure, rounds
from rankviz.lab.ties.by_round import ByRound

SOURCE = "synthetic:linear?n=40&queries=8"
MEASURES = measure.read_all("ndcg@3,mrr@5")
NAMES = ["rb-d", "rb-plus"]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def trace() -> rankviz.Trace:
    return rankviz.trace(rankviz.load(SOURCE), NAMES, rounds=12, holdout=0.5)


@pytest.fixture(scope="module")
def found(trace: rankviz.Trace) -> ByRound:
    return by_round.of_trace(trace, MEASURES, held_out=True)


@pytest.mark.parametrize("held_out", [False, True])
def test_the_share_of_tied_pairs_is_that_of_counting_them_one_by_one(
    trace: rankviz.Trace, held_out: bool
) -> None:
    problem = trace.holdout if held_out else trace.problem
    assert problem is not None
    for run in trace.boosted:
        scores = [
            ensemble.scores.copy() for ensemble in trace.ensembles(run, problem.X if held_out else None)
        ]
        told = rounds.tied_pairs(trace, run, held_out=held_out)
        for t, at in enumerate(scores):
            plain = np.mean([abs(at[high] - at[low]) < 1e-9 for high, low in problem.pairs])
            assert told[t] == pytest.approx(plain, abs=1e-12)
        assert told[0] == 1.0


def test_each_round_reaches_from_the_worst_to_the_best_of_all_orders(
    trace: rankviz.Trace, found: ByRound
) -> None:
    problem = trace.holdout
    assert problem is not None and problem.grades is not None
    run = trace.boosted[1]
    scores = [ensemble.scores.copy() for ensemble in trace.ensembles(run, problem.X)]
    t, least, largest = 6, [], []
    for rows in problem.query_rows():
        names = {problem.item_ids[i]: float(scores[t][i]) for i in rows}
        judged = {problem.item_ids[i]: int(problem.grades[i]) for i in rows}
        if max(judged.values()) > 0:
            values = [twin.value(order, judged, "ndcg", 3) for order in twin.orders(names)]
            least.append(min(values))
            largest.append(max(values))
    assert found.runs[1].spans[0, t, [0, 2]] == pytest.approx([np.mean(least), np.mean(largest)], abs=1e-12)


def test_every_format_has_the_same_numbers(found: ByRound) -> None:
    rows = list(csv.DictReader(io.StringIO(reporting.as_csv(by_round.rows(found)))))
    told = json.loads(by_round.as_json(found))
    assert len(rows) == sum(len(MEASURES) * (run.n_rounds + 1) for run in found.runs)
    by_name = {run["algorithm"]: run for run in told["runs"]}
    assert list(by_name) == NAMES and told["source"] == SOURCE
    for row in rows:
        run, t = by_name[row["algorithm"]], int(row["round"])
        of = run["measures"][row["measure"]]
        for name in ("least", "expected", "largest", "share_where_ties_matter"):
            assert float(row[name]) == of[name][t]
        assert float(row["tied_pairs"]) == run["tied_pairs"][t]


def test_the_sentences_say_from_which_round_on_ties_do_not_matter(found: ByRound) -> None:
    for at, sentence in enumerate(by_round.findings(found)):
        for run in found.runs:
            t = run.settled(at)
            if t is None:
                assert f"{run.label}, " in sentence and "still depends" in sentence
            else:
                assert f"for {run.label} from round {t} on" in sentence
                assert (run.widths[at, t:] < by_round.SMALL).all()
                assert t == 0 or run.widths[at, t - 1] >= by_round.SMALL


def test_the_report_draws_and_tells_all_and_fetches_nothing(found: ByRound) -> None:
    page = by_round_report.html(found, "rankviz ties synthetic:linear")
    assert page == by_round_report.html(found, "rankviz ties synthetic:linear")
    assert "src=" not in page and "<link" not in page and "<script" not in page and "nan" not in page.lower()
    for words in (
        "Share of tied pairs",
        "Figure 3.",
        "Table 2.",
        "How to repeat it",
        *by_round.findings(found),
    ):
        assert words in page, words


@pytest.mark.parametrize(
    ("last", "wanted"), [(0, [0]), (1, [0, 1]), (7, [0, 1, 2, 5, 7]), (20, [0, 1, 2, 5, 10, 20])]
)
def test_a_table_has_some_rounds_and_the_last(last: int, wanted: list[int]) -> None:
    assert by_round.some_rounds(last) == wanted
