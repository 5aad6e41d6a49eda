"""RankNet and LambdaMART: their twin, truncation, the λ's of LightGBM and XGBoost, and theorems."""

import importlib.util
from dataclasses import replace

import numpy as np
import pytest
from helpers import peer_gradients as peers
from helpers.theorems import by_key
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from twins import lambdarank as twin

import rankviz
from rankviz.engine.algorithms.lambdarank.lambdas import LambdaRules, Lambdas
from rankviz.engine.data.problem import Problem
from rankviz.engine.errors import DataError
from rankviz.insight.narration.rounds import round_in_words
from rankviz.insight.theory import monitor

SIZES = [7, 12, 5]

RULES = st.builds(
    LambdaRules,
    delta=st.booleans(),
    sigma=st.sampled_from([0.5, 1.0, 2.0]),
    at=st.sampled_from([0, 1, 3, 30]),
    norm=st.booleans(),
    twice=st.booleans(),
)


@st.composite
def scored(draw: st.DrawFn) -> tuple[Problem, np.ndarray]:
    """Items in one to three queries with grades of 0 to 3, ties among grades and scores, and scores of all sizes."""
    n = draw(st.integers(2, 12))
    grades = np.array(draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)), dtype=float)
    grades[:2] = 0.0, 1.0
    qid = np.array([0, 0, *sorted(draw(st.lists(st.integers(0, 2), min_size=n - 2, max_size=n - 2)))])
    h = draw(
        st.lists(st.sampled_from([-30.0, -2.0, -0.5, 0.0, 0.0, 0.25, 1.0, 40.0]), min_size=n, max_size=n)
    )
    return Problem.from_arrays(np.arange(float(n))[:, None], grades, qid=qid), np.array(h)


@given(scored(), RULES)
def test_the_twin_has_the_same_lambdas(case: tuple[Problem, np.ndarray], rules: LambdaRules) -> None:
    problem, h = case
    look = Lambdas(problem, rules).evaluate(h)
    gradient, second, pulls, cost = twin.of_problem(problem, h, rules)
    assert_allclose(look.gradient, gradient, rtol=1e-12, atol=1e-12)
    assert_allclose(look.hessian, second, rtol=1e-9, atol=1e-12)  # 1 − p loses digits in the twin
    assert_allclose(
        look.pull, [pulls[tuple(pair)] for pair in problem.pairs.tolist()], rtol=1e-12, atol=1e-300
    )
    assert look.cost == pytest.approx(cost, rel=1e-12)
    quick = Lambdas(problem, rules)
    assert_allclose(quick.pulls(h), look.pull, rtol=1e-12, atol=1e-300)
    assert quick.cost(h) == pytest.approx((look.cost, look.counted.mean()), rel=1e-12)


@given(scored(), RULES)
def test_the_sums_by_item_are_those_of_the_pairs(
    case: tuple[Problem, np.ndarray], rules: LambdaRules
) -> None:
    problem, h = case
    lambdas = Lambdas(problem, rules)
    look, sums = lambdas.evaluate(h), lambdas.by_item(h)
    for name in ("gradient", "hessian", "most_hessian"):
        assert_allclose(getattr(sums, name), getattr(look, name), rtol=1e-11, atol=1e-13, err_msg=name)


@given(scored(), RULES)
def test_the_lambdas_are_the_slopes_of_the_cost_while_the_weights_stand(case, rules: LambdaRules) -> None:
    problem, h = case
    lambdas = Lambdas(problem, rules)
    look, step = lambdas.evaluate(h), 1e-6
    higher, lower = problem.pairs.T

    def cost(at: np.ndarray) -> float:
        return float(look.weight @ np.logaddexp(0.0, -rules.sigma * (at[higher] - at[lower])))

    for i in range(problem.n_items):
        moved = np.zeros(problem.n_items)
        moved[i] = step
        slope = (cost(h + moved) - cost(h - moved)) / (2 * step)
        assert slope == pytest.approx(look.gradient[i], rel=1e-4, abs=1e-6 * (1.0 + look.weight.sum()))


def test_the_twin_takes_the_same_rounds() -> None:
    rng = np.random.default_rng(4)
    X = rng.permutation(60.0 + np.arange(90.0)).reshape(30, 3)  # no two splits alike
    grades = np.clip(np.round((X[:, 0] - 100) / 20 + rng.normal(0, 1, 30)), 0, 3)
    problem = Problem.from_arrays(X, grades, qid=np.repeat([0, 1, 2], 10))
    for name, rules in (
        ("ranknet", LambdaRules(delta=False)),
        ("lambdamart", LambdaRules(delta=True)),
        ("lambdamart", LambdaRules(delta=True, sigma=2.0, at=3, norm=True, twice=True)),
    ):
        params = {"sigma": rules.sigma, "truncation": rules.at, "norm": rules.norm, "eta": 0.3, "leaves": 4}
        run = rankviz.trace(
            problem, name, rounds=8, seed=5, hessian="twice" if rules.twice else "once", **params
        ).runs[0]
        scores, costs = twin.boost(
            X, grades.tolist(), problem.qid.tolist(), [tuple(p) for p in problem.pairs.tolist()], 8,
            eta=0.3, leaves=4, seed=5, **vars(rules),
        )  # fmt: skip
        assert_allclose(run.scored.scores, scores, atol=1e-9)
        assert_allclose(run.extra["pair_cost"], costs, rtol=1e-9)


def graded(n: int = 40, **params: object) -> tuple[rankviz.Trace, rankviz.Run]:
    rng = np.random.default_rng(2)
    X = rng.normal(size=(n, 3))
    grades = np.clip(np.round(X[:, 0] + 1 + rng.normal(0, 0.7, n)), 0, 3)
    problem = Problem.from_arrays(X, grades, qid=np.repeat([0, 1], n // 2))
    trace = rankviz.trace(problem, params.pop("name", "lambdamart"), rounds=12, **params)
    return trace, trace.runs[0]


def test_pairs_that_truncation_drops_weigh_nothing() -> None:
    trace, run = graded(truncation=3)
    problem, lambdas = trace.problem, run.scored.details.lambdas
    for t in (0, 1, 12):
        place = lambdas.places(run.scored.scores[t])
        first = np.minimum(*place[problem.pairs.T])
        weight = trace.weights(run, t)
        assert_array_equal(weight[first >= 3], 0.0)
        assert (weight[first < 3] > 0.0).all() and (first >= 3).any()
        assert run.extra["pairs_kept"][t] == pytest.approx((first < 3).mean())
    assert "weigh 0" in " ".join(round_in_words(trace, run, 5))
    whole, every = graded(truncation=0)
    assert (whole.weights(every, 5) > 0.0).all() and "weigh 0" not in " ".join(
        round_in_words(whole, every, 5)
    )


def test_equal_scores_stand_in_the_order_of_the_rows() -> None:
    problem = Problem.from_arrays(np.zeros((5, 1)) + np.arange(5.0)[:, None], [0.0, 2.0, 1.0, 1.0, 0.0])
    lambdas = Lambdas(problem, LambdaRules(delta=True, at=1))
    assert_array_equal(lambdas.places(np.array([1.0, 3.0, 1.0, 3.0, 1.0])), [2, 0, 3, 1, 4])
    kept = lambdas.evaluate(np.zeros(5)).counted
    assert_array_equal(kept, (problem.pairs == 0).any(axis=1))


def test_pairs_given_one_by_one_are_for_ranknet_alone() -> None:
    problem = Problem.from_arrays(np.arange(8.0).reshape(4, 2), pairs=[(0, 1), (1, 2), (0, 3)])
    assert rankviz.trace(problem, "ranknet", rounds=3).runs[0].n_rounds == 3
    with pytest.raises(DataError, match="needs grades"):
        rankviz.trace(problem, "lambdamart", rounds=3)


def test_it_ends_where_no_tree_parts_what_the_lambdas_would_part() -> None:
    problem = Problem.from_arrays(np.ones((4, 1)), [0.0, 1.0, 1.0, 0.0])
    run = rankviz.trace(problem, "ranknet", rounds=3).runs[0]
    assert run.n_rounds == 0 and "no tree separated" in run.stopped


# ---------------------------------------------------------------- theorems


SILENT = {"theorem-1-2", "margin", "rate", "norm", "cost-falls"}


@pytest.mark.parametrize("name", ["ranknet", "lambdamart"])
@pytest.mark.parametrize(
    "params", [{}, {"truncation": 3, "norm": True, "hessian": "twice"}, {"sigma": 3.0, "eta": 1.0}]
)
def test_no_theorem_is_violated_and_only_those_of_other_methods_do_not_apply(
    name: str, params: dict[str, object]
) -> None:
    trace, run = graded(name=name, **params)
    fixed = name == "ranknet" and "truncation" not in params
    for t in range(1, run.n_rounds + 1):
        rows = by_key(trace, run, t)
        apart = {key for key, row in rows.items() if row.verdict == monitor.DOES_NOT_APPLY}
        assert apart == SILENT | (set() if fixed else {"error-cost", "quadratic-cost"})
        assert all(row.because.endswith(".") for row in rows.values() if row.key in apart)
        assert not [row for row in rows.values() if row.verdict == monitor.VIOLATED]


def test_pulls_that_do_not_cancel_are_caught() -> None:
    trace, run = graded(name="ranknet", leaves=3)
    details = run.scored.details
    evaluate = type(details.lambdas).evaluate

    class Uneven(Lambdas):
        def evaluate(self, h: np.ndarray):
            found = evaluate(self, h)
            return replace(found, gradient=found.gradient + 1e-6)

    uneven = replace(details, lambdas=Uneven(trace.problem, details.lambdas.rules))
    altered = replace(run, scored=replace(run.scored, details=uneven))
    assert by_key(trace, run, 4)["counter-pulls"].verdict == monitor.HOLDS
    assert by_key(trace, altered, 4)["counter-pulls"].verdict == monitor.VIOLATED


# ---------------------------------------------------------------- the libraries themselves

lightgbm = pytest.mark.skipif(
    importlib.util.find_spec("lightgbm") is None, reason="LightGBM is not installed"
)
xgboost = pytest.mark.skipif(importlib.util.find_spec("xgboost") is None, reason="XGBoost is not installed")


def ranked() -> tuple[Problem, np.ndarray]:
    """Three queries, four grades, and scores that single precision holds, some of them equal."""
    rng = np.random.default_rng(0)
    grades = rng.integers(0, 4, sum(SIZES)).astype(float)
    h = rng.normal(0, 2, sum(SIZES)).astype(np.float32).astype(float)
    h[3], h[8:10] = h[4], h[10]
    return Problem.from_arrays(
        np.arange(float(sum(SIZES)))[:, None], grades, qid=np.repeat([0, 1, 2], SIZES)
    ), h


def agrees(found: peers.Found, gradient: np.ndarray, second: np.ndarray) -> None:
    there = np.isfinite(found[0])
    assert there.sum() >= 0.6 * len(there)
    assert_allclose(found[0][there], gradient[there], atol=1e-6)
    assert_allclose(found[1][there], second[there], atol=1e-6)
    # An item that is not parted would gain next to nothing.
    assert (gradient[~there] ** 2 <= 1e-5 * np.maximum(second[~there], 1e-5)).all()


@lightgbm
@pytest.mark.parametrize("norm", [False, True])
@pytest.mark.parametrize(("at", "sigma"), [(3, 1.0), (30, 1.0), (30, 2.0)])
def test_lightgbm_has_the_same_lambdas(at: int, sigma: float, norm: bool) -> None:
    problem, h = ranked()
    rules = LambdaRules(True, sigma, at, norm)
    found = peers.lightgbm(
        problem.grades, SIZES, h, lambdarank_truncation_level=at, lambdarank_norm=norm, sigmoid=sigma
    )
    agrees(found, *twin.of_problem(problem, h, rules, twin.by_table(sigma))[:2])
    # LightGBM reads the logistic from a table, whose places are 50/σ/2²⁰ apart: that is all that differs.
    look = Lambdas(problem, rules).evaluate(h)
    off = 50 / 2**20 * sigma * np.bincount(problem.pairs.ravel(), np.repeat(look.weight, 2), problem.n_items)
    there = np.isfinite(found[0])
    assert (np.abs(found[0] - look.gradient) <= 0.5 * off + 1e-6)[there].all()


@xgboost
@pytest.mark.parametrize("norm", [False, True])
@pytest.mark.parametrize("at", [3, 32])
@pytest.mark.parametrize("delta", [False, True])
def test_xgboost_has_the_same_lambdas(delta: bool, at: int, norm: bool) -> None:
    problem, h = ranked()
    found = peers.xgboost(
        "rank:ndcg" if delta else "rank:pairwise",
        problem.grades,
        SIZES,
        h,
        lambdarank_num_pair_per_sample=at,
        lambdarank_normalization=norm,
        lambdarank_score_normalization=norm,
    )
    look = Lambdas(problem, LambdaRules(delta, 1.0, at, norm, twice=True)).evaluate(h)
    agrees(found, look.gradient, look.hessian)
