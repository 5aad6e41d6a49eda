"""The Trace and the views of it that need no browser: words, candidates, exports, held-out data."""

import io
import json
import math
import pickle
import re
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from helpers.agreement import NAMES, graded_problem, problem_of
from helpers.interpreter import printed
from helpers.strategies import Case, cases
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

import rankviz
from rankviz.engine import metrics
from rankviz.engine.algorithms.boosting.loop import TIE
from rankviz.engine.algorithms.rankboost.rb_plus import GreedyThenFixed
from rankviz.engine.number_format import spelt
from rankviz.engine.runs import candidates, export
from rankviz.engine.runs.measure import METRICS
from rankviz.engine.runs.runner import MAX_ROUNDS
from rankviz.insight.narration import first_divergence, round_in_words, stop_in_words

ROUND_FIELDS = {
    *("t", "ranker", "alpha", "alpha_prior", "eps_correct", "eps_tied", "eps_reversed", "z"),
    *("r1", "r2", "e1", "e2", "bound", "margin", "smooth_margin"),
}


def problem(n: int = 40, queries: int = 1) -> rankviz.Problem:
    return graded_problem(n, 2, 5, queries)


@pytest.fixture(scope="module")
def trace() -> rankviz.Trace:
    return rankviz.trace(problem(), NAMES, rounds=20)


# ---------------------------------------------------------------- the Trace itself


def test_runs_come_in_the_order_asked_and_by_name(trace: rankviz.Trace) -> None:
    assert tuple(run.algorithm for run in trace.runs) == NAMES
    assert trace.run("rb-c") is trace.runs[1]
    with pytest.raises(rankviz.DataError, match="no run"):
        trace.run("gbt")
    again = rankviz.trace(problem(), ["rb-plus", "rb-d", "rb-plus"], rounds=2)
    assert [run.algorithm for run in again.runs] == ["rb-plus", "rb-d"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"rounds": 0}, "rounds"),
        ({"rounds": MAX_ROUNDS + 1}, "rounds"),
        ({"rounds": 2.5}, "rounds"),
        ({"rounds": True}, "rounds"),
        ({"algorithms": []}, "No algorithm"),
        ({"algorithms": "rb"}, "no algorithm"),
        ({"holdout": -0.1}, "held-out"),
        ({"holdout": 0.95}, "held-out"),
        ({"holdout": math.nan}, "held-out"),
        ({"frobnicate": 1}, "frobnicate"),
    ],
)
def test_bad_arguments_of_trace_end_in_a_sentence(arguments: dict, told: str) -> None:
    with pytest.raises(rankviz.DataError, match=told):
        rankviz.trace(problem(), **arguments)


def test_weights_of_rankers_add_up_to_the_scores(trace: rankviz.Trace) -> None:
    for run in trace.runs:
        for t in (0, 1, run.n_rounds):
            total = np.zeros(trace.problem.n_items)
            for ranker, weight in run.weights_at(t).items():
                total += weight * trace.pool.output(ranker)
            assert_allclose(trace.scores(run, t), total, atol=1e-12)
        assert_array_equal(trace.scores(run), trace.scores(run, run.n_rounds))
        with pytest.raises(rankviz.DataError, match="no round"):
            trace.weights(run, run.n_rounds + 1)


def test_scores_handed_out_are_the_callers_own(trace: rankviz.Trace) -> None:
    run = trace.runs[0]
    before = trace.scores(run)
    trace.scores(run)[:] = 99.0
    trace.weights(run, 3)[:] = 0.0
    assert_array_equal(trace.scores(run), before)
    assert trace.weights(run, 3).sum() == pytest.approx(1.0)


def test_the_curves_are_the_metrics_of_the_scores(trace: rankviz.Trace) -> None:
    for run in trace.runs:
        for t, scores in enumerate(trace.staged_scores(run)):
            scale = float(np.abs(run.alpha[:t]).sum())
            assert run.metrics["r1"][t] == metrics.r1(trace.problem, scores, scale=scale)
            assert run.metrics["r2"][t] == metrics.r2(trace.problem, scores, scale=scale)
            assert run.metrics["log_e1"][t] == pytest.approx(metrics.log_e1(trace.problem, scores), abs=1e-12)
            assert run.metrics["ndcg5"][t] == metrics.ndcg(trace.problem, scores, 5, scale=scale)


def test_an_infinite_weight_leaves_one_ranker() -> None:
    trace = rankviz.trace(rankviz.load("scenario:lemma-1?n=4"), "rb-d", rounds=9, undefined="infinite")
    (run,) = trace.runs
    assert run.weights_at(2) == {1: math.inf} and len(run.weights_at(1)) == 1
    assert_array_equal(trace.scores(run), trace.pool.output(1))
    weights = trace.weights(run, 2)
    assert weights.sum() == pytest.approx(1.0) and (weights == 0).sum() == 5  # the pairs that h2 orders


# ---------------------------------------------------------------- held-out data


@pytest.mark.parametrize("queries", [1, 8])
def test_held_out_measures_are_those_of_new_items(queries: int) -> None:
    trace = rankviz.trace(problem(120, queries), NAMES, rounds=10, holdout=0.25, seed=1)
    held = trace.holdout
    assert held is not None and held.n_items + trace.problem.n_items == 120
    assert set(held.item_ids).isdisjoint(trace.problem.item_ids)
    assert held.n_items == pytest.approx(30, abs=1)
    if queries > 1:
        assert set(held.query_ids).isdisjoint(trace.problem.query_ids)
    for run in trace.runs:
        scores = np.zeros(held.n_items)
        for ranker, weight in run.weights_at(run.n_rounds).items():
            scores += weight * trace.pool.apply(ranker, held.X)
        scale = float(np.abs(run.alpha).sum())
        assert run.metrics["r1_holdout"][-1] == metrics.r1(held, scores, scale=scale)
        assert run.metrics["r2_holdout"][-1] == metrics.r2(held, scores, scale=scale)
        assert run.metrics["ndcg5_holdout"][-1] == pytest.approx(metrics.ndcg(held, scores, 5, scale=scale))


def test_the_draw_follows_the_seed() -> None:
    one, two, other = (rankviz.trace(problem(), "rb-c", 1, holdout=0.3, seed=s).holdout for s in (4, 4, 5))
    assert one.item_ids == two.item_ids != other.item_ids


def test_without_held_out_data_there_are_no_such_numbers(trace: rankviz.Trace) -> None:
    assert trace.holdout is None
    assert all(np.isnan(run.metrics["r1_holdout"]).all() for run in trace.runs)
    assert json.loads(export.to_json(trace))["runs"][0]["rounds"][0]["r1_holdout"] is None


# ---------------------------------------------------------------- JSON, CSV, Parquet


def test_json_is_schema_1(trace: rankviz.Trace) -> None:
    text = json.loads(export.to_json(trace))
    assert list(text)[:5] == ["schema", "source", "items", "pairs", "runs"]
    assert (text["schema"], text["items"], text["pairs"]) == (1, 40, trace.problem.n_pairs)
    for run, told in zip(trace.runs, text["runs"], strict=True):
        assert {"algorithm", "params", "stopped", "rounds", "weights", "scores"} <= set(told)
        assert (told["algorithm"], told["stopped"]) == (run.algorithm, run.stopped)
        assert [entry["t"] for entry in told["rounds"]] == list(range(1, run.n_rounds + 1))
        for i, entry in enumerate(told["rounds"]):
            assert set(entry) >= ROUND_FIELDS
            assert set(entry["ranker"]) == {"feature", "threshold"}
            assert entry["alpha"] == run.alpha[i] and entry["z"] == run.z[i]
            assert entry["e1"] == pytest.approx(math.exp(run.metrics["log_e1"][i + 1]))
            assert entry["r2"] == run.metrics["r2"][i + 1]
        assert told["scores"] == dict(zip(trace.problem.item_ids, trace.scores(run).tolist(), strict=True))
        total = {trace.pool.label(ranker): weight for ranker, weight in run.weights_at(run.n_rounds).items()}
        assert [entry["weight"] for entry in told["weights"]] == list(total.values())


def test_named_rankers_and_infinite_weights_in_json() -> None:
    trace = rankviz.trace(rankviz.load("scenario:lemma-1?n=4"), "rb-d", rounds=9, undefined="infinite")
    (run,) = json.loads(export.to_json(trace))["runs"]
    last = run["rounds"][-1]
    assert last["ranker"] == {"name": "h2"}
    assert last["alpha"] is None and last["outcome"] == "infinite" and last["e2"] is None
    assert run["weights"] == [{"ranker": {"name": "h2"}, "weight": None, "outcome": "infinite"}]
    assert "infinite" in run["stopped"]


@settings(max_examples=20)
@given(cases(), st.sampled_from(["halt", "infinite", "cap", "limit"]))
@pytest.mark.slow
def test_every_format_reads_back_as_the_same_table(case: Case, undefined: str) -> None:
    trace = rankviz.trace(problem_of(case), NAMES, rounds=4, undefined=undefined, cap=50.0)
    frame = export.to_frame(trace)
    assert len(frame) == sum(run.n_rounds for run in trace.runs)
    with tempfile.TemporaryDirectory() as folder:
        for ending in export.ENDINGS:
            path = Path(folder) / f"run{ending}"
            export.write(trace, path)
            pd.testing.assert_frame_equal(export.read_frame(path), frame, check_exact=True)
    text = export.to_bytes(trace, ".csv").decode().lower()
    assert not re.search(r"\b(nan|inf|infinity)\b", text)


def test_a_loss_that_no_float_holds_is_left_empty() -> None:
    run = (trace := rankviz.trace(problem(), "rb-d", rounds=2)).runs[0]
    run.metrics["log_e2"][-1] = 5000.0
    assert json.loads(export.to_json(trace))["runs"][0]["rounds"][-1]["e2"] is None
    run.metrics["log_e2"][-1] = -5000.0
    assert json.loads(export.to_json(trace))["runs"][0]["rounds"][-1]["e2"] == 0.0


def test_files_that_are_not_traces_are_refused(tmp_path: Path, trace: rankviz.Trace) -> None:
    for name, content in (
        ("a.json", "{"),
        ("b.json", "[]"),
        ("c.json", '{"schema": 2}'),
        ("d.parquet", "no"),
    ):
        (tmp_path / name).write_text(content)
        with pytest.raises(rankviz.DataError, match="not a trace"):
            export.read_frame(tmp_path / name)
    for call in (lambda path: export.write(trace, path), export.read_frame):
        with pytest.raises(rankviz.DataError, match="does not end"):
            call(tmp_path / "run.xlsx")


def test_csv_has_one_plain_row_per_round(trace: rankviz.Trace) -> None:
    frame = pd.read_csv(io.BytesIO(export.to_bytes(trace, ".csv")))
    assert list(frame.columns[:3]) == ["algorithm", "t", "ranker"]
    assert set(frame["algorithm"]) == set(NAMES)
    assert (ROUND_FIELDS - {"ranker"}) <= set(frame.columns)


# ---------------------------------------------------------------- the round in words


def test_words_carry_the_rounds_own_numbers(trace: rankviz.Trace) -> None:
    for run in trace.runs:
        for t in range(1, run.n_rounds + 1):
            text = " ".join(round_in_words(trace, run, t))
            assert trace.pool.label(int(run.ranker[t - 1])) in text
            assert spelt(float(run.alpha[t - 1])) in text
            delta = float(run.delta[t - 1])
            assert (
                f"slope δ, {spelt(delta)}," if run.label == "RankBoost+" else f"edge, {spelt(-delta)},"
            ) in text
            after = math.exp(run.metrics["log_e1"][t])
            assert any(spelt(after, digits) in text for digits in range(3, 7)), after
            fell = run.metrics["log_e1"][t] < run.metrics["log_e1"][t - 1] - 1e-9
            assert ("Ê1 falls" in text) == fell
    start = " ".join(round_in_words(trace, trace.runs[0], 0))
    assert f"1/{trace.problem.n_pairs:,}" in start


def test_words_on_a_stop_and_on_undefined_weights() -> None:
    found = {}
    for undefined in ("halt", "infinite", "cap", "limit"):
        trace = rankviz.trace(rankviz.load("scenario:lemma-1?n=4"), "rb-d", rounds=30, undefined=undefined)
        (run,) = trace.runs
        found[undefined] = " ".join(round_in_words(trace, run, min(2, run.n_rounds)))
    assert "α is undefined" in found["halt"] and "halt" in found["halt"]
    assert "α is ∞" in found["infinite"]
    assert "capped at 10" in found["cap"]
    assert stop_in_words(rankviz.trace(problem(), "rb-c", 2).runs[0]) == ""


def test_words_on_where_algorithms_part(trace: rankviz.Trace) -> None:
    t, sentence = first_divergence(trace)
    picks = [[(run.ranker[s], round(run.alpha[s], 8)) for run in trace.runs] for s in range(t)]
    assert all(len(set(same)) == 1 for same in picks[:-1]) and len(set(picks[-1])) > 1
    assert f"round {t}" in sentence
    assert first_divergence(rankviz.trace(problem(), "rb-c", 2)) == (None, "One algorithm runs alone.")


# ---------------------------------------------------------------- candidates


@settings(max_examples=40)
@given(cases(), st.booleans())
def test_no_candidate_beats_the_chosen_one(case: Case, negative_alpha: bool) -> None:
    trace = rankviz.trace(problem_of(case), NAMES, rounds=6, negative_alpha=negative_alpha)
    for run in trace.runs:
        for t in range(1, run.n_rounds + 1):
            table = candidates.table(trace, run, t, limit=1000)
            value = table["delta"].abs() if negative_alpha else -table["delta"]
            (chosen,) = np.flatnonzero(table["chosen"])
            assert value.iloc[chosen] >= value.max() - 10 * TIE
            assert (np.diff(value) <= 1e-10).all()
            row = table.iloc[chosen]
            assert row["delta"] == pytest.approx(run.delta[t - 1], abs=1e-11)
            assert row["alpha"] == pytest.approx(run.alpha[t - 1], rel=1e-7, abs=1e-9)
            assert row["z"] == pytest.approx(run.z[t - 1], abs=1e-11)
            assert_allclose(table[["eps_correct", "eps_tied", "eps_reversed"]].sum(axis=1), 1.0, atol=1e-11)


def test_candidates_are_limited_and_know_their_rounds(trace: rankviz.Trace) -> None:
    run = trace.run("rb-c")
    assert len(candidates.table(trace, run, 1, limit=3)) == 3
    for t in (0, run.n_rounds + 1):
        with pytest.raises(rankviz.DataError, match="no round"):
            candidates.table(trace, run, t)


# ---------------------------------------------------------------- RankBoost+'s search


@settings(max_examples=60)
@given(cases())
def test_rankboost_plus_keeps_its_rankers_independent(case: Case) -> None:
    trace = rankviz.trace(problem_of(case), "rb-plus", rounds=12)
    (run,) = trace.runs
    kept = list(dict.fromkeys([*run.weights_at(run.n_rounds), *run.fixed_set]))
    H = trace.pool.outputs(np.array(kept, dtype=int)).astype(float)
    higher, lower = trace.problem.pairs.T
    columns = (H[:, higher] - H[:, lower]).T
    if kept:
        assert np.linalg.matrix_rank(columns) == len(kept)
    if run.fixed_from is not None:
        assert set(run.ranker[run.fixed_from - 1 :].tolist()) <= set(run.fixed_set)
        H = trace.pool.outputs(np.arange(len(trace.pool))).astype(float)
        assert np.linalg.matrix_rank((H[:, higher] - H[:, lower]).T) == len(run.fixed_set)
    assert not set(run.dropped) & set(kept)


def test_the_search_says_what_it_holds() -> None:
    trace = rankviz.trace(problem(), "rb-plus", rounds=40)
    (run,) = trace.runs
    search = GreedyThenFixed(trace.problem, trace.pool, True)
    assert search.rankers == [] and len(search.eta) == len(search.outputs) == 0
    assert len(run.weights_at(run.n_rounds)) <= search.span.capacity
    for s, ranker in enumerate(run.ranker.tolist()):
        search.accept(search.towards(ranker), float(run.alpha[s]), float(run.z[s]))
    held = dict(zip(search.rankers, search.eta.tolist(), strict=True))
    assert held == pytest.approx(run.weights_at(run.n_rounds))
    assert_array_equal(search.outputs, trace.pool.outputs(np.array(search.rankers)))


@pytest.mark.slow
def test_what_the_readme_names_is_there_without_another_import() -> None:
    code = "import rankviz; print(rankviz.bounds.rows.__name__, rankviz.estimators.RankBoost.__name__)"
    assert printed(code).split() == ["rows", "RankBoost"]


def test_metrics_answer_to_their_names_in_files_too() -> None:
    """Also in the first rounds alone, and after a pickle."""
    trace = rankviz.trace(rankviz.load("bundled:wine?items=40"), ["rb-d", "gbt"], 4)
    frame = trace.to_frame()
    for run in trace.runs:
        rows = frame[frame["algorithm"] == run.algorithm]
        for each in (run, run.first(2), pickle.loads(pickle.dumps(run))):
            for name in ("e1", "e2", "bound"):
                values = each.metrics[name]
                assert_array_equal(values, np.exp(each.metrics[f"log_{name}"]))
                known = rows[rows["t"] <= each.n_rounds]
                assert len(known) >= each.n_rounds
                assert_array_equal(values[known["t"]], known[name].to_numpy(float))
        assert set(run.metrics) == set(METRICS)
        with pytest.raises(KeyError, match="e3"):
            run.metrics["e3"]
