"""Gains 2^g − 1 of any grade: every NDCG against whole numbers of any size, and DCG where a number holds it."""

import json
import math
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from helpers.tied_runs import judged_run
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import ndcg as twin

import rankviz
from rankviz.engine import metrics
from rankviz.engine.algorithms.lambdarank.lambdas import LambdaRules, Lambdas
from rankviz.engine.kernels import lambdas
from rankviz.engine.kernels.arrays import lambdas as lambda_arrays
from rankviz.engine.metrics.ndcg_counting import HERE, LIBRARIES, ndcg_as, spread
from rankviz.engine.metrics.pair_counts import NDCG_AT, RankMeter
from rankviz.lab.experiments import quality
from rankviz.lab.experiments.conventions import Conventions
from rankviz.lab.ties import tie_intervals
from rankviz.lab.ties.counters import COUNTERS
from rankviz.lab.ties.measure import Measure

FRONTEND = Path(__file__).parents[3] / "rankviz/board/frontend/stage/branch/measures.js"
NEAR = {"rel": 1e-12, "abs": 1e-290}


@st.composite
def scored(draw: st.DrawFn) -> tuple[rankviz.Problem, np.ndarray, int]:
    """Two queries with grades of 0 to 5,000 or of years, scores with ties, and k."""
    n = draw(st.integers(3, 9))
    grade = st.one_of(st.integers(0, 5_000), st.integers(1_990, 2_021), st.integers(0, 3))
    grades = draw(st.lists(grade, min_size=n, max_size=n))
    grades[1] = grades[0] + 1
    qid = [0, 0, *sorted(draw(st.lists(st.integers(0, 1), min_size=n - 2, max_size=n - 2)))]
    scores = draw(st.lists(st.integers(-2, 2).map(float), min_size=n, max_size=n))
    return (
        rankviz.Problem.from_arrays(np.zeros((n, 1)), grades, qid),
        np.array(scores),
        draw(st.integers(1, 7)),
    )


def exact(problem: rankviz.Problem, scores: np.ndarray, k: int, less: int = 1) -> float:
    found = [
        twin.exact([int(grade) for grade in problem.grades[rows]], scores[rows].tolist(), k, less)
        for rows in problem.query_rows()
    ]
    kept = [each for each in found if each is not None]
    return float(sum(kept) / len(kept))


@settings(max_examples=60)
@given(scored())
def test_every_ndcg_is_that_of_whole_numbers(drawn: tuple[rankviz.Problem, np.ndarray, int]) -> None:
    problem, scores, k = drawn
    right = exact(problem, scores, k)
    assert metrics.ndcg(problem, scores, k) == pytest.approx(right, **NEAR)
    assert ndcg_as(problem, scores, k, HERE) == pytest.approx(right, **NEAR)
    part = quality.FoldPart(problem, (quality.find(f"ndcg{k}"),), conventions=Conventions(), lowest=0.0)
    assert part.read(scores[None], np.ones(1))[0, 0] == pytest.approx(right, **NEAR)
    at_5 = RankMeter(problem).read(scores, 2.0)[2]
    assert at_5 == pytest.approx(exact(problem, scores, NDCG_AT), **NEAR)
    for rows in problem.query_rows():
        documents = [f"d{i}" for i in range(len(rows))]
        grades = [int(grade) for grade in problem.grades[rows]]
        run = {"q": dict(zip(documents, scores[rows].tolist(), strict=True))}
        found = judged_run(run, {"q": dict(zip(documents, grades, strict=True))})
        one = twin.exact(grades, scores[rows].tolist(), k)
        expected = tie_intervals.spans(found, Measure("ndcg-exp2", k))[0, tie_intervals.EXPECTED]
        assert expected == pytest.approx(math.nan if one is None else float(one), nan_ok=True, **NEAR)


@settings(max_examples=40)
@given(scored())
def test_1000_more_of_every_grade_changes_the_one_that_is_taken_off_alone(
    drawn: tuple[rankviz.Problem, np.ndarray, int],
) -> None:
    problem, scores, k = drawn
    more = rankviz.Problem.from_arrays(problem.X, problem.grades + 1000.0, problem.qid)
    assert metrics.ndcg(more, scores, k) == pytest.approx(exact(problem, scores, k, less=0), **NEAR)


@settings(max_examples=40)
@given(scored(), st.sampled_from([0, 2]))
def test_the_weights_of_pairs_are_those_of_whole_numbers(
    drawn: tuple[rankviz.Problem, np.ndarray, int], at: int
) -> None:
    problem, scores, _ = drawn
    made = Lambdas(problem, LambdaRules(delta=True, at=at))
    look = made.evaluate(scores)
    kernels = [_weights(kernel.pulls, made, problem, scores) for kernel in (lambdas, lambda_arrays)]
    for i, (x, y) in enumerate(problem.pairs.tolist()):
        rows = np.flatnonzero(problem.qid == problem.qid[x])
        grades = [int(grade) for grade in problem.grades[rows]]
        here, there = rows.tolist().index(x), rows.tolist().index(y)
        right = float(twin.exact_delta(grades, scores[rows].tolist(), here, there, at or len(rows)))
        for delta in (look.delta[i], *(kernel[i] for kernel in kernels)):
            if look.counted[i]:
                assert delta == pytest.approx(right, **NEAR)


def _weights(pulls, made: Lambdas, problem: rankviz.Problem, h: np.ndarray) -> np.ndarray:
    """|ΔNDCG| of each pair out of a kernel's λ = w / (1 + e^s)."""
    place, pull = made.places(h), np.empty(problem.n_pairs)
    pulls(
        *problem.by_higher, problem.qid, place, made._gain, 1.0 / np.log2(place + 2.0), made._best,
        np.zeros(problem.n_queries, dtype=bool), h, True, 1.0, made.rules.at or len(h), False, 0.01, pull,
        np.empty((problem.n_queries, 2)),
    )  # fmt: skip
    higher, lower = problem.pairs.T
    return pull * (1.0 + np.exp(h[higher] - h[lower]))


def test_years_in_the_reversed_order_by_hand() -> None:
    """A published list of grades and one of years, learned or not, had NDCG 1 for nearly any order."""
    years = rankviz.Problem.from_arrays(np.arange(5.0)[:, None], [1990, 1999, 2010, 2015, 2021])
    backwards = [5.0, 4.0, 3.0, 2.0, 1.0]
    assert metrics.ndcg(years, backwards, 3) == pytest.approx(0.000242, abs=1e-6)
    assert metrics.ndcg(years, backwards, 5) == pytest.approx(0.389888, abs=1e-6)
    for name in ("lightgbm", "xgboost", "letor"):
        assert ndcg_as(years, backwards, 3, LIBRARIES[name]) < 0.001, name
    assert spread(years, np.zeros(5), 5)["worst"] == pytest.approx(0.389888, abs=1e-6)
    trace = rankviz.trace(years, ["lambdamart", "qbrank"], rounds=20)
    assert [run.metrics["ndcg5"][-1] for run in trace.runs] == [1.0, 1.0]
    assert np.isnan(trace.run("qbrank").extra["dcg5"]).all(), "a DCG that no number holds ends no run"


def test_a_dcg_beyond_every_number_is_refused() -> None:
    problem = rankviz.Problem.from_arrays(np.zeros((2, 1)), [1023, 1024])
    says = r"^DCG@2 is beyond 2\^1023, more than a number holds\. Take NDCG, or DCG with another gain\.$"
    with pytest.raises(rankviz.DataError, match=says):
        metrics.dcg(problem, [0.0, 1.0], 2)
    with pytest.raises(rankviz.DataError, match=says):
        quality.FoldPart(problem, (quality.find("dcg2"),), conventions=Conventions(), lowest=0.0)
    found = judged_run({"q": {"a": 1.0, "b": 0.0}}, {"q": {"a": 1023, "b": 1024}})
    with pytest.raises(rankviz.DataError, match=r"^DCG@2 \(gain 2\^g − 1\) is beyond 2\^1023"):
        tie_intervals.spans(found, Measure("dcg-exp2", 2))
    assert metrics.dcg(problem, [0.0, 1.0], 2, gain="linear") == pytest.approx(1024 + 1023 / math.log2(3))
    least = rankviz.Problem.from_arrays(np.zeros((2, 1)), [0, 1022])
    assert metrics.dcg(least, [0.0, 1.0], 2) == 2.0**1022
    part = quality.FoldPart(least, (quality.find("dcg2"),), conventions=Conventions(), lowest=0.0)
    assert part.read(np.array([[0.0, 1.0]]), np.ones(1))[0, 0] == 2.0**1022


def test_a_document_that_the_run_lacks_hides_no_gain_of_those_it_has() -> None:
    """LightGBM sees the run's documents only; the missing one's grade is none of its business."""
    found = judged_run({"q": {"a": 1.0, "b": 0.0}}, {"q": {"a": 1, "b": 2, "gone": 4000}})
    measure = Measure("ndcg-exp2", 2)
    values, ranx = (COUNTERS[name].values(found, measure, found.grades) for name in ("lightgbm", "ranx"))
    assert ranx == "its gains 2^g − 1 can overflow above grade 1,000", (
        "it counts them in doubles, as they are"
    )
    assert values[0] == pytest.approx((1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3)))


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_browser_counts_the_same() -> None:
    rng = np.random.default_rng(0)
    cases = []
    for _ in range(40):
        n = int(rng.integers(3, 9))
        grades = rng.choice([0, 1, 3, 1990, 1999, 2021, 4999, 5000], n).astype(float)
        grades[:2] = 0.0, 1.0
        problem = rankviz.Problem.from_arrays(
            np.zeros((n, 1)), grades, np.sort([0, 0, *rng.integers(0, 2, n - 2)])
        )
        cases.append((problem, rng.integers(-2, 3, n).astype(float)))
    given_ = [[p.grades.tolist(), p.qid.tolist(), scores.tolist()] for p, scores in cases]
    script = (
        f"import {{ rankingOf }} from {json.dumps(FRONTEND.as_uri())};"
        f"console.log(JSON.stringify({json.dumps(given_)}.map(([grades, query, scores]) =>"
        " rankingOf(grades.length, { grades, query })(Float64Array.from(scores), 1e-12).ndcg5)))"
    )
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    )
    right = [exact(problem, scores, NDCG_AT) for problem, scores in cases]
    np.testing.assert_allclose(json.loads(done.stdout), right, rtol=1e-12)
