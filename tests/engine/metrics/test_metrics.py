"""Ranking metrics against brute force over every order of tied items, and against scikit-learn."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.orders import by_query, plain_dcg
from helpers.strategies import Case, bipartite, cases, graded
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import ndcg_score, roc_auc_score
from twins.rankboost import log_f1, log_f2, ndcg_at_5, pair_matrix

import rankviz
from rankviz.engine import metrics
from rankviz.lab.experiments import quality
from rankviz.lab.experiments.conventions import Conventions

# Coarse scores tie often; the others stand well apart.
SCORES = st.one_of(st.sampled_from([-1.0, 0.0, 0.5, 2.0]), st.integers(-900, 900).map(lambda v: v / 7))


def scored(case: st.SearchStrategy[Case]) -> st.SearchStrategy[tuple[Case, np.ndarray]]:
    def with_scores(c: Case) -> st.SearchStrategy[tuple[Case, np.ndarray]]:
        n = len(c.X)
        return st.tuples(st.just(c), st.lists(SCORES, min_size=n, max_size=n).map(np.array))

    return case.flatmap(with_scores)


@settings(max_examples=80)
@given(scored(cases()))
def test_rank_losses_count_pairs(drawn: tuple[Case, np.ndarray]) -> None:
    case, scores = drawn
    problem = problem_of(case)
    outcome = [np.sign(scores[a] - scores[b]) for a, b in problem.pairs]
    m = len(outcome)
    wrong, tied = outcome.count(-1), outcome.count(0)
    assert metrics.r1(problem, scores) == pytest.approx((wrong + tied) / m)
    assert metrics.r2(problem, scores) == pytest.approx((wrong + tied / 2) / m)


def test_rounding_never_breaks_a_tie() -> None:
    problem = rankviz.Problem.from_arrays([[0.0], [1.0]], [1, 0])
    scores = np.array([0.1 + 0.2, 0.3])
    assert scores[0] != scores[1]
    assert metrics.r2(problem, scores) == 0.5
    assert metrics.r2(problem, np.array([1e-13, 0.0])) == 0.0  # next to nothing else, this is a difference
    assert metrics.r2(problem, np.array([1e-13, 0.0]), scale=1.0) == 0.5


@settings(max_examples=60)
@given(scored(cases()))
def test_e1_is_the_mean_exponential(drawn: tuple[Case, np.ndarray]) -> None:
    case, scores = drawn
    problem = problem_of(case)
    s = np.array([scores[a] - scores[b] for a, b in problem.pairs])
    assert metrics.log_e1(problem, scores) == pytest.approx(log_f1(s), abs=1e-9)
    assert metrics.e1(problem, scores) == pytest.approx(float(np.mean(np.exp(-s))), rel=1e-9)


def test_losses_beyond_floats_are_infinite_with_finite_logs() -> None:
    problem = rankviz.Problem.from_arrays([[0.0], [1.0]], [1, 0])
    assert metrics.e1(problem, [-1e4, 0.0]) == math.inf
    assert metrics.log_e1(problem, [-1e4, 0.0]) == pytest.approx(1e4)
    assert metrics.log_e2(problem, [[0, 0]], [1e4]) == pytest.approx(1e4 - math.log(2))


@settings(max_examples=60)
@given(cases(), st.data())
def test_e2_multiplies_what_each_ranker_says_of_each_pair(case: Case, data: st.DataObject) -> None:
    problem, items = problem_of(case), case.items()
    k = min(items.H.shape[1], 5)
    eta = np.array(data.draw(st.lists(st.floats(-3, 3), min_size=k, max_size=k)))
    M = pair_matrix(items.H[:, :k], items.pairs)
    total = 0.0
    for row in M:
        product = 1.0
        for said, weight in zip(row, eta, strict=True):
            product *= math.cosh(weight) if said == 0 else math.exp(-weight * said)
        total += product / len(M)
    assert metrics.e2(problem, items.H[:, :k].T, eta) == pytest.approx(total, rel=1e-9)
    expected = log_f2(M, dict(enumerate(eta.tolist())))
    assert metrics.log_e2(problem, items.H[:, :k].T, eta) == pytest.approx(expected, abs=1e-9)


@settings(max_examples=60)
@given(scored(bipartite()))
def test_auc_is_scikit_learns_and_one_minus_r2(drawn: tuple[Case, np.ndarray]) -> None:
    case, scores = drawn
    problem = problem_of(case)
    assert metrics.auc(problem, scores) == pytest.approx(roc_auc_score(case.grades, scores))
    assert metrics.auc(problem, scores) == pytest.approx(1 - metrics.r2(problem, scores))


@settings(max_examples=40)
@given(scored(graded(multi=True)))
def test_auc_over_queries_is_weighted_by_pairs(drawn: tuple[Case, np.ndarray]) -> None:
    case, scores = drawn
    problem = rankviz.Problem.from_arrays(case.X, case.grades, case.qid)
    if any(len(np.unique(problem.grades[rows])) > 2 for rows in problem.query_rows()):
        with pytest.raises(rankviz.DataError, match="two classes"):
            metrics.auc(problem, scores)
    else:
        assert metrics.auc(problem, scores) == pytest.approx(1 - metrics.r2(problem, scores))


@settings(max_examples=60)
@given(scored(graded(max_items=6)), st.sampled_from([1, 2, 3, 5, None]), st.sampled_from(["exp2", "linear"]))
def test_dcg_and_ndcg_average_over_all_orders(
    drawn: tuple[Case, np.ndarray], k: int | None, gain: str
) -> None:
    case, scores = drawn
    problem = problem_of(case)
    cut = len(scores) if k is None else k

    def gains(grades: list[float]) -> list[float]:
        return [2.0**g - 1 if gain == "exp2" else g for g in grades]

    def value(grades: list[float]) -> float | None:
        return plain_dcg(gains(grades), cut) if max(grades) > 0 else None

    def share(grades: list[float]) -> float | None:
        best = plain_dcg(sorted(gains(grades), reverse=True), cut)
        return value(grades) / best if best > 0 else None

    assert metrics.dcg(problem, scores, k, gain=gain) == pytest.approx(
        np.mean(by_query(problem, scores, value))
    )
    assert metrics.ndcg(problem, scores, k, gain=gain) == pytest.approx(
        np.mean(by_query(problem, scores, share))
    )


@settings(max_examples=60)
@given(scored(graded(multi=False)), st.sampled_from([1, 3, 5, 10, None]))
def test_ndcg_is_scikit_learns(drawn: tuple[Case, np.ndarray], k: int | None) -> None:
    case, scores = drawn
    problem = problem_of(case)
    expected = ndcg_score([2.0**case.grades - 1], [scores], k=k)
    assert metrics.ndcg(problem, scores, k) == pytest.approx(expected)
    own = metrics.ndcg(problem, scores, k, gain=case.grades)  # gains of the user's own
    assert own == pytest.approx(ndcg_score([case.grades], [scores], k=k))
    if k == 5:
        twin = ndcg_at_5(scores, problem.grades, problem.qid, float(np.abs(scores).max()))
        assert metrics.ndcg(problem, scores, 5) == pytest.approx(twin)


@settings(max_examples=60)
@given(scored(graded(max_items=6)), st.sampled_from([None, 1.0, 2.0]))
def test_map_averages_over_all_orders(drawn: tuple[Case, np.ndarray], relevant: float | None) -> None:
    case, scores = drawn
    problem = problem_of(case)
    lowest = problem.grades.min()

    def value(grades: list[float]) -> float | None:
        good = [g > lowest if relevant is None else g >= relevant for g in grades]
        hits = [place for place, g in enumerate(good, start=1) if g]
        return float(np.mean([(i + 1) / place for i, place in enumerate(hits)])) if hits else None

    found = by_query(problem, scores, value)
    got = metrics.mean_average_precision(problem, scores, relevant=relevant)
    assert got == pytest.approx(np.mean(found)) if found else math.isnan(got)


@settings(max_examples=60)
@given(scored(cases()), st.sampled_from([1.0, 10.0, 25.0, 50.0, 99.0, 100.0]))
def test_precision_at_takes_the_surest_pairs(drawn: tuple[Case, np.ndarray], percent: float) -> None:
    case, scores = drawn
    problem = problem_of(case)
    s = [float(scores[a] - scores[b]) for a, b in problem.pairs]
    count = math.ceil(round(percent * len(s)) / 100)
    sizes = sorted((abs(v) for v in s), reverse=True)
    cut = sizes[count - 1]
    above = [v for v in s if abs(v) > cut + 1e-9]
    at = [v for v in s if abs(abs(v) - cut) <= 1e-9]

    def right(gaps: list[float]) -> float:
        return sum(v > 1e-9 for v in gaps) + 0.5 * sum(abs(v) <= 1e-9 for v in gaps)

    kept = right(above) + (count - len(above)) * right(at) / len(at)
    assert metrics.precision_at(problem, scores, percent) == pytest.approx(kept / count)


ANY_PAIRS = {
    "r1": metrics.r1,
    "r2": metrics.r2,
    "log_e1": metrics.log_e1,
    "precision": lambda p, s: metrics.precision_at(p, s, 30.0),
    "precision, worst": lambda p, s: metrics.precision_at(p, s, 30.0, ties="worst"),
}
OF_GRADES = {
    "dcg": lambda p, s: metrics.dcg(p, s, 3),
    "ndcg": lambda p, s: metrics.ndcg(p, s, 3),
    "map": metrics.mean_average_precision,
}


def permuted(problem: rankviz.Problem, order: np.ndarray) -> rankviz.Problem:
    """The same items in another order of rows."""
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return rankviz.Problem.from_arrays(
        problem.X[order],
        None if problem.grades is None else problem.grades[order],
        problem.qid[order],
        pairs=place[problem.explicit_pairs] if problem.explicit else None,
    )


@given(scored(cases()), st.randoms(use_true_random=False))
@pytest.mark.slow
def test_no_metric_depends_on_the_order_of_the_items(drawn: tuple[Case, np.ndarray], random: object) -> None:
    """Ties are settled by a rule and never by who stands first; "file" alone says that it does."""
    case, scores = drawn
    problem = problem_of(case)
    order = np.array(random.sample(range(len(scores)), len(scores)))
    other = permuted(problem, order)
    for name, metric in {**ANY_PAIRS, **({} if problem.grades is None else OF_GRADES)}.items():
        assert metric(other, scores[order]) == pytest.approx(
            metric(problem, scores), rel=1e-12, nan_ok=True
        ), name
    chosen = tuple(quality.find(key) for key in ("r1", "r2", "p10", "p50", "map", "ndcg1", "ndcg5", "dcg3"))
    for ties in ("mean", "worst"):
        conventions = Conventions(ties=ties)
        lowest = 0.0 if problem.grades is None else float(problem.grades.min())
        here, there = (
            quality.FoldPart(p, chosen, conventions=conventions, lowest=lowest).read(s[None], np.ones(1))
            for p, s in ((problem, scores), (other, scores[order]))
        )
        np.testing.assert_allclose(here, there, rtol=1e-12)


@settings(max_examples=40)
@given(scored(bipartite()), st.randoms(use_true_random=False))
@pytest.mark.slow
def test_auc_does_not_depend_on_the_order_either(drawn: tuple[Case, np.ndarray], random: object) -> None:
    case, scores = drawn
    problem = problem_of(case)
    order = np.array(random.sample(range(len(scores)), len(scores)))
    assert metrics.auc(permuted(problem, order), scores[order]) == pytest.approx(metrics.auc(problem, scores))


def test_precision_at_all_pairs_is_one_minus_what_is_reversed() -> None:
    problem = rankviz.Problem.from_arrays([[0.0], [1.0], [2.0]], [2, 1, 0])
    assert metrics.precision_at(problem, [3.0, 1.0, 2.0], 100) == pytest.approx(2 / 3)
    assert metrics.precision_at(problem, [3.0, 1.0, 2.0], 1) == 1.0  # the surest pair alone


@pytest.mark.parametrize(
    "call",
    [
        lambda p: metrics.r1(p, [1.0]),
        lambda p: metrics.r2(p, [1.0, math.nan]),
        lambda p: metrics.precision_at(p, [1.0, 0.0], 0),
        lambda p: metrics.precision_at(p, [1.0, 0.0], 101),
        lambda p: metrics.precision_at(p, [1.0, 0.0], 50, ties="best"),
        lambda p: metrics.dcg(p, [1.0, 0.0], gain="cubic"),
        lambda p: metrics.dcg(p, [1.0, 0.0], gain=[1.0]),
        lambda p: metrics.dcg(p, [1.0, 0.0], gain=[-1.0, 0.0]),
    ],
)
def test_bad_arguments_end_in_a_sentence(call: Callable[[rankviz.Problem], float]) -> None:
    with pytest.raises(rankviz.DataError):
        call(rankviz.Problem.from_arrays([[0.0], [1.0]], [1, 0]))


@pytest.mark.parametrize("name", ["auc", "dcg", "ndcg", "mean_average_precision"])
def test_metrics_of_grades_need_grades(name: str) -> None:
    with pytest.raises(rankviz.DataError):
        getattr(metrics, name)(rankviz.Problem.from_arrays([[0.0], [1.0]], pairs=[[0, 1]]), [1.0, 0.0])


@pytest.mark.parametrize("weights", [None, [1.0, 3.0]])
def test_given_pairs_of_scores_that_are_all_0_are_tied(weights: list[float] | None) -> None:
    """Here the tolerance is 0, and so is each difference."""
    problem = rankviz.Problem.from_arrays(np.zeros((3, 1)), pairs=[[0, 1], [1, 2]], pair_weights=weights)
    assert metrics.r1(problem, [0.0] * 3) == 1.0
    assert metrics.r2(problem, [0.0] * 3) == 0.5


def test_positives_at_top_by_hand() -> None:
    problem = rankviz.Problem.from_arrays(np.zeros((6, 1)), [1, 1, 0, 1, 0, 0], [0, 0, 0, 1, 1, 1])
    assert metrics.positives_at_top(problem, [3.0, 1.0, 2.0, 5.0, 4.0, 0.0]) == 2 / 3
    assert metrics.positives_at_top(problem, [3.0, 2.0, 2.0, 4.0, 4.0, 0.0]) == 1 / 3  # tied is not above
    assert metrics.positives_at_top(problem, [0.0] * 6) == 0.0
    with pytest.raises(rankviz.DataError, match="two classes"):
        metrics.positives_at_top(rankviz.Problem.from_arrays(np.zeros((3, 1)), [0, 1, 2]), [1.0, 2.0, 3.0])
