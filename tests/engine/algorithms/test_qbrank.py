"""QBRank, GBT and RankSVM against their slow twins and scikit-learn; trees, measures and monitor rows."""

import json
import math

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.orders import by_query, plain_dcg
from helpers.strategies import Case, cases
from helpers.theorems import by_key, violated
from helpers.views import check_rounds, finite_json
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.ensemble import GradientBoostingRegressor
from twins.qbrank import beside_pairs, boost, data_of, is_greedy, precision_at, risk_parts, squared_error

import rankviz
from rankviz.board.panels import PICTURES
from rankviz.board.payload import pack, unpack
from rankviz.engine import metrics
from rankviz.engine.algorithms.qbrank.qbrank import PARAMETERS
from rankviz.engine.algorithms.qbrank.tolerance import Tolerant
from rankviz.engine.algorithms.qbrank.trees import NONE, Trees
from rankviz.engine.runs import export
from rankviz.insight.narration import round_in_words
from rankviz.insight.theory import monitor

DEFAULTS = {p.name: p.default for p in PARAMETERS}


def real_valued(seed: int = 0, n: int = 70, queries: int = 4, single: int = 1) -> rankviz.Problem:
    """Items with features in which no two splits gain the same; the last `single` queries have one grade each."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 5))
    qid = np.sort(rng.integers(0, queries, n))
    grades = np.clip(np.round(X[:, 0] + 0.5 * X[:, 1] * X[:, 2] + rng.normal(0, 0.4, n) + 1.5), 0, 4)
    grades[qid >= queries - single] = 2.0
    return rankviz.Problem.from_arrays(X, grades, qid)


def tree_of(run: rankviz.ScoredRun, t: int) -> object:
    return run.scored.details.descent.fitted[t - 1].tree


# ---------------------------------------------------------------- the twins


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"weighting": "newton"},
        {"weighting": "bound"},
        {"w": 0.9, "labels": "single"},
        {"labels": "none", "tau_by": "one", "tau": 0.6, "leaves": 4},
        {"w": 0.0, "leaves": 4},
        {"pair_loss": "logistic", "w": 0.8, "leaves": 4},
        {"pair_loss": "listwise", "w": 0.8, "leaves": 4},
        {"pair_loss": "listwise", "w": 1.0, "weighting": "newton", "ridge": 0.1, "leaves": 4},
        {"step_rule": "one", "eta": 0.2, "leaves": 5},
        {"step_rule": "decaying", "eta": 0.4, "leaves": 5},
        {"ties": 0.5, "ridge": 0.3, "leaves": 6},
        {"tolerance": 0.1},
        {"tolerance": 0.4, "weighting": "newton", "w": 0.8},
        {"tolerance": 1.0, "w": 0.0, "leaves": 6},
    ],
)
@pytest.mark.slow
def test_qbrank_is_its_slow_twin(params: dict[str, object]) -> None:
    problem = real_valued()
    chosen = {**DEFAULTS, **params}
    # Pruned trees give more items one score: later their targets tie, and splits that only rounding tells apart.
    rounds = 6 if "tolerance" in params else 12
    run = rankviz.trace(problem, "qbrank", rounds=rounds, seed=3, **params).runs[0]
    data = data_of(
        problem.grades,
        problem.qid,
        None,
        problem.n_items,
        **{key: chosen[key] for key in ("w", "tau", "tau_by", "labels", "pair_loss", "ties", "ridge")},
    )
    twin = boost(
        data,
        problem.X,
        rounds,
        weighting=str(chosen["weighting"]),
        eta=float(chosen["eta"]),
        leaves=int(chosen["leaves"]),
        seed=3,
        search=chosen["step_rule"] == "search",
        decay=0.75 if chosen["step_rule"] == "decaying" else None,
        tolerance=float(chosen["tolerance"]),
    )
    assert run.n_rounds == rounds and run.stopped == "rounds"
    assert_allclose(run.scored.scores, twin.scores, atol=1e-6)
    assert_allclose(run.extra["risk"], twin.risk, rtol=1e-6)
    assert_allclose(run.extra["risk_bound"][1:], twin.bound, rtol=1e-6)
    if twin.epsilon:
        assert_allclose(run.extra["epsilon"][1:], twin.epsilon, rtol=1e-6)
        assert [tree_of(run, t + 1).n_leaves for t in range(rounds)] == twin.leaves
    parts = np.array([risk_parts(data, h) for h in run.scored.scores])
    learned = "risk_lists" if data.lists else "risk_pairs"
    for name, column in ((learned, parts[:, 0]), ("risk_labels", parts[:, 1])):
        if not np.isnan(run.extra[name]).any():
            assert_allclose(run.extra[name], column, rtol=1e-9)
        else:
            assert_allclose(column, 0.0)  # "no value" stands for a part the risk does not have
    beside = np.array([beside_pairs(data, h) for h in run.scored.scores])
    for name, column in (("risk_ties", beside[:, 0]), ("risk_ridge", beside[:, 1])):
        assert_allclose(run.extra.get(name, np.zeros(rounds + 1)), column, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_gbt_is_scikit_learns_gradient_boosting(seed: int) -> None:
    """The same trees with the same learning rate: equal scores, also of held-out items.

    Grades by levels: trees part no node of a few items, which two features may part alike; there scikit-learn draws.
    """
    rng = np.random.default_rng(seed)
    X, qid = rng.normal(size=(300, 5)), np.sort(rng.integers(0, 8, 300))
    levels = 4.0 * (X[:, 0] > 0) + 2.0 * (X[:, 1] > 0.2) + (X[:, 2] > -0.3)
    problem = rankviz.Problem.from_arrays(X, levels + rng.normal(0, 0.2, 300), qid)
    trace = rankviz.trace(problem, "gbt", rounds=25, holdout=0.25, seed=seed, step_rule="one", leaves=4)
    run, training, held = trace.runs[0], trace.problem, trace.holdout
    theirs = GradientBoostingRegressor(
        init="zero", learning_rate=0.05, n_estimators=25, max_depth=None, max_leaf_nodes=4,
        random_state=seed,
    ).fit(training.X, training.grades)  # fmt: skip
    for t, (mine, staged) in enumerate(
        zip(run.scored.scores[1:], theirs.staged_predict(training.X), strict=True), start=1
    ):
        assert_allclose(mine, staged, atol=1e-9, err_msg=f"round {t}")
    assert_allclose(run.scored.held[-1], theirs.predict(held.X), atol=1e-9)


def test_of_equal_splits_the_first_feature_is_asked_whatever_the_seed() -> None:
    """scikit-learn draws among them; here a copy of a feature is never asked, and a run has nothing to draw."""
    X = np.random.default_rng(5).integers(0, 3, (80, 3)).astype(float)
    problem = rankviz.Problem.from_arrays(np.hstack([X, X]), (X @ [2, 1, 1]).round())
    runs = [rankviz.trace(problem, "gbt", rounds=15, seed=seed, step_rule="one").runs[0] for seed in (0, 7)]
    assert_array_equal(runs[0].scored.scores, runs[1].scored.scores)
    assert {j for t in range(1, 16) for j in tree_of(runs[0], t).feature.tolist()} == {0, 1, 2}


def test_qbrank_without_preferences_is_gbt() -> None:
    problem = real_valued(1)
    qbrank, gbt = rankviz.trace(problem, ["qbrank", "gbt"], rounds=20, w=0.0).runs
    assert_array_equal(qbrank.scored.scores, gbt.scored.scores)
    assert_array_equal(qbrank.extra["risk"], gbt.extra["risk"])
    # The line search agrees that the leaves' means are the exact minimum: s = 1.
    assert_allclose(gbt.scored.details.descent.search, 1.0, atol=1e-9)


# ---------------------------------------------------------------- trees


@settings(max_examples=60)
@given(cases(), st.integers(2, 6), st.integers(0, 10**6))
@pytest.mark.slow
def test_a_tree_is_grown_greedily_and_its_leaves_are_weighted_means(
    case: Case, leaves: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    X, n = np.array(case.X, dtype=float), len(case.X)
    target, W = rng.integers(-2, 3, n) + 0.0, rng.integers(0, 3, n) + 0.0
    if not W.any():
        W[0] = 1.0
    fitted = Trees(X, X[::-1].copy(), leaves=leaves).fit(target, W)
    tree = fitted.tree
    assert (
        tree is not None
        and tree.n_leaves <= leaves
        and fitted.text == f"tree, {tree.n_leaves} " + ("leaf" if tree.n_leaves == 1 else "leaves")
    )
    leaf = tree.apply(X)
    children = {
        node: (int(tree.left[node]), int(tree.right[node]))
        for node in np.flatnonzero(tree.left != NONE).tolist()
    }
    assert is_greedy(X, target, W, leaf, children) == []
    for node in np.unique(leaf):
        rows = (leaf == node) & (W > 0)
        if rows.any():
            assert tree.value[node] == pytest.approx(np.average(target[rows], weights=W[rows]), abs=1e-9)
            assert tree.items[node] >= rows.sum()
    assert_array_equal(fitted.values, tree.value[leaf])
    assert_array_equal(fitted.held, fitted.values[::-1])


@settings(max_examples=40)
@given(cases(), st.integers(2, 6), st.sampled_from([1e-9, 0.05, 0.3, 0.8, 1.0]), st.integers(0, 10**6))
def test_a_tree_is_worse_by_no_more_than_its_tolerance(
    case: Case, leaves: int, share: float, seed: int
) -> None:
    """Ties, duplicates, missing values and items of weight 0: ε is what (3) makes of the two trees, by plain sums."""
    rng = np.random.default_rng(seed)
    X, n = np.array(case.X, dtype=float), len(case.X)
    target, W = rng.integers(-2, 3, n) + 0.0, rng.integers(0, 3, n) + 0.0
    W[0] = 1.0
    found = Trees(X, X[::-1].copy(), leaves=leaves).fit(target, W)
    kept = Tolerant(Trees(X, X[::-1].copy(), leaves=leaves), share).fit(target, W)
    told, tree = kept.tolerated, kept.tree
    assert told is not None and tree is not None and found.tree is not None
    assert_array_equal(told.found, found.values)
    assert told.leaves == found.tree.n_leaves
    errors = [squared_error(g, target, W) for g in (np.zeros(n), found.values, kept.values)]
    assert told.explained == pytest.approx(errors[0] - errors[1], abs=1e-9)
    assert told.asked == share * told.explained
    assert told.used == pytest.approx(errors[2] - errors[1], abs=1e-9)
    assert told.used <= told.asked + 1e-9
    assert min(2, found.tree.n_leaves) <= tree.n_leaves <= found.tree.n_leaves
    for node in np.unique(tree.apply(X[W > 0])):  # its leaves are weighted means again
        rows = (tree.apply(X) == node) & (W > 0)
        assert tree.value[node] == pytest.approx(np.average(target[rows], weights=W[rows]), abs=1e-9)
    assert_array_equal(kept.held, kept.values[::-1])
    if tree.n_leaves > 2:  # one split less would have been too many
        weight = Trees(X, None, leaves=leaves).leaf_weights(tree, W)
        for node in np.flatnonzero((tree.left != NONE) & (tree.left[tree.left] == NONE)):
            a, b = tree.left[node], tree.right[node]
            if tree.left[b] == NONE:
                more = weight[a] * weight[b] / weight[node] * (tree.value[a] - tree.value[b]) ** 2
                assert told.used + more > told.asked - 1e-9


def test_a_tolerance_of_0_changes_nothing_and_a_tiny_one_next_to_nothing() -> None:
    problem = real_valued(6)
    plain, none, tiny = (
        rankviz.trace(problem, "qbrank", rounds=6, **chosen).runs[0]
        for chosen in ({}, {"tolerance": 0.0}, {"tolerance": 1e-12})
    )
    for run in (none, tiny):
        assert_array_equal(run.scored.scores, plain.scored.scores)
    assert set(none.extra) == set(plain.extra) and set(tiny.extra) - set(plain.extra) == {
        "epsilon",
        "epsilon_asked",
    }
    assert not tiny.extra["epsilon"][1:].any()


def test_huge_tiny_and_missing_values_are_no_trouble() -> None:
    """Beyond 32 bits, closer than 1e-7, next to each other, or missing: a split is where the values say."""
    target, W = np.array([0.0, 0.0, 1.0, 1.0]), np.ones(4)
    above = np.nextafter(1.0, 2.0)
    for column in ([-1e300, -1e299, 1e299, 1e300], [0.0, 1e-12, 2e-12, 3e-12], [0.5, 1.0, above, 2.0],
                   [0.0, 0.0, math.nan, math.nan], [math.nan, math.nan, 5.0, 5.0]):  # fmt: skip
        X = np.array(column)[:, None]
        fitted = Trees(X, X, leaves=2).fit(target, W)
        assert_array_equal(fitted.values, target)
        assert_array_equal(fitted.held, target)
    nothing = Trees(np.full((4, 2), math.nan), None, leaves=2).fit(target, W)
    assert_array_equal(nothing.values, 0.5)


# ---------------------------------------------------------------- what is learned from


def test_single_grade_queries_give_labels_only() -> None:
    problem = real_valued(2, single=2)
    alone = problem.qid >= 2
    run = rankviz.trace(problem, "qbrank", rounds=3, labels="single").runs[0]
    risk = run.scored.details.risk
    assert_array_equal(risk.labelled, alone)
    assert not set(np.flatnonzero(alone)) & set(problem.pairs.ravel())
    everything = rankviz.trace(problem, "qbrank", rounds=3).runs[0].scored.details.risk
    assert everything.labelled.all()
    assert rankviz.trace(problem, "qbrank", rounds=3, w=1.0).runs[0].scored.details.risk.labels is None


def test_ties_draw_items_of_one_grade_together_and_a_ridge_draws_all_to_0() -> None:
    problem = real_valued(4, single=0)
    tied = problem.qid * 10 + problem.grades

    def spread(**params: float) -> tuple[float, float]:
        h = rankviz.trace(problem, "qbrank", rounds=150, w=1.0, **params).runs[0].scored.scores[-1]
        within = sum(float(((h[tied == key] - h[tied == key].mean()) ** 2).sum()) for key in np.unique(tied))
        return within / float(h.var() * len(h)), float(np.abs(h).max())

    (plain, size), (drawn, _), (_, small) = spread(), spread(ties=2.0), spread(ridge=20.0)
    assert drawn < 0.7 * plain and small < 0.7 * size


def test_the_complexity_of_the_picture_is_theorem_1s() -> None:
    trace = rankviz.trace(real_valued(5), "qbrank", rounds=8, ties=0.3)
    (run,) = trace.runs
    shown = PICTURES["qbrank"](trace).arrays["0.complexity"]
    bound, descent = run.scored.details.risk.total.bound, run.scored.details.descent
    norms = [math.sqrt(float(np.mean(bound * fitted.values**2))) for fitted in descent.fitted]
    assert_allclose(shown, np.concatenate([[0.0], np.cumsum(np.array(run.scored.step) * norms)]))


def test_pairs_given_one_by_one_are_preferences_only() -> None:
    rng = np.random.default_rng(0)
    problem = rankviz.Problem.from_arrays(rng.normal(size=(12, 3)), pairs=[[0, 1], [2, 3], [0, 3], [1, 4]])
    trace = rankviz.trace(problem, "qbrank", rounds=5)
    run = trace.runs[0]
    assert np.isnan(run.extra["risk_labels"]).all()
    assert "all of it from preferences" in round_in_words(trace, run, 0)[0]
    assert run.extra["risk"][0] == pytest.approx(0.5 / 2 * 4)  # w/2 Σ τ² with w = ½, τ = 1
    with pytest.raises(rankviz.DataError, match="there are none.*w above 0"):
        rankviz.trace(problem, "gbt", rounds=5)


def test_a_run_with_nothing_to_learn_from_stops_and_says_why() -> None:
    run = rankviz.trace(real_valued(single=0), "qbrank", rounds=5, w=0.0, labels="single").runs[0]
    assert run.n_rounds == 0 and "every target was 0" in run.stopped


@settings(max_examples=20)
@given(cases(), st.data())
@pytest.mark.slow
def test_any_problem_makes_a_whole_trace(case: Case, data: st.DataObject) -> None:
    problem = problem_of(case)
    params = {
        p.name: data.draw(st.sampled_from(list(p.choices) or [p.low, p.default, p.high])) for p in PARAMETERS
    }
    if problem.grades is None and (params["w"] == 0.0 or params["pair_loss"] == "listwise"):
        return
    trace = rankviz.trace(problem, "qbrank", rounds=4, **params)
    (run,) = trace.runs
    assert np.isfinite(run.scored.scores).all() and run.n_rounds <= 4
    finite_json(trace)
    check_rounds(trace, run)
    assert not violated(trace)


def test_pair_weights_are_how_steeply_the_risk_falls() -> None:
    problem = real_valued()
    for params in ({}, {"tau_by": "one"}, {"pair_loss": "logistic"}):
        trace = rankviz.trace(problem, "qbrank", rounds=4, w=1.0, **params)
        run = trace.runs[0]
        scored, h = run.scored, run.scored.scores[2]
        higher, lower = problem.pairs.T
        pull = scored.pair_weight(h)
        back = np.bincount(higher, pull, problem.n_items) - np.bincount(lower, pull, problem.n_items)
        assert_allclose(back, -scored.details.risk.total.evaluate(h).gradient, atol=1e-9)
    assert not rankviz.trace(problem, "gbt", rounds=2).runs[0].scored.pair_weight(np.zeros(70)).any()


# ---------------------------------------------------------------- claims, words, exports


def test_the_monitor_holds_and_small_steps_apply() -> None:
    problem = real_valued(4)
    trace = rankviz.trace(
        problem, ["qbrank", "gbt"], rounds=60, step_rule="small", eta=0.5, leaves=10, weighting="bound"
    )
    assert not violated(trace)
    for run in trace.runs:
        rounds = [by_key(trace, run, t) for t in range(run.n_rounds + 1)]
        for key in ("quadratic", "qb-theorem-1", "curvature"):
            assert {rows[key].verdict for rows in rounds if key in rows} == {monitor.HOLDS}
        assert monitor.HOLDS in {
            rows["qb-small-steps"].verdict for rows in rounds if "qb-small-steps" in rows
        }


def test_rounds_are_told_with_their_numbers() -> None:
    trace = rankviz.trace(real_valued(), "qbrank", rounds=3)
    run = trace.runs[0]
    words = " ".join(round_in_words(trace, run, 2))
    assert "Round 2 added a tree" in words and "η\u00a0=\u00a00.0500" in words and "preferences" in words
    assert run.scored.added[1].startswith("tree, ")
    entry = json.loads(export.to_json(rankviz.trace(real_valued(), "qbrank", rounds=3)))["runs"][0]["rounds"][
        1
    ]
    assert entry["risk"] == run.extra["risk"][2] and entry["risk_bound"] == run.extra["risk_bound"][2]
    assert entry["bound"] == pytest.approx(entry["risk_bound"])


# ---------------------------------------------------------------- the paper's measures


PERCENT = st.sampled_from([1.0, 10.0, 25.0, 30.0, 50.0, 99.0, 100.0])


@settings(max_examples=120)
@given(
    st.lists(st.sampled_from([0.0, 1.0, 2.0, 3.5]), min_size=5, max_size=5),
    st.lists(st.tuples(st.integers(0, 4), st.integers(1, 4)), min_size=1, max_size=8),
    PERCENT,
    st.sampled_from(["mean", "worst", "file"]),
)
def test_precision_at_k_over_every_order_of_ties(
    scores: list[float], steps: list[tuple[int, int]], percent: float, ties: str
) -> None:
    """The mean over all orders of items with equal scores, and of pairs with the same |s|; any preferences."""
    pairs = [(a, (a + step) % 5) for a, step in steps]
    problem = rankviz.Problem.from_arrays(np.zeros((5, 1)), pairs=pairs)
    expected = precision_at(scores, pairs, percent, ties)
    assert metrics.precision_at(problem, scores, percent, ties=ties) == pytest.approx(expected)
    curve = metrics.precision_curve(problem, scores, np.array([percent, 100.0]), ties=ties)
    assert_allclose(curve, [expected, precision_at(scores, pairs, 100.0, ties)])


SIZED = [
    ("gbt", {}),
    ("qbrank", {}),
    ("qbrank", {"pair_loss": "logistic"}),
    ("qbrank", {"pair_loss": "listwise"}),
    ("qbrank", {"labels": "none"}),
]


@pytest.mark.parametrize(("name", "params"), SIZED)
def test_labels_and_margins_whose_squares_are_no_floats_are_refused(name: str, params: dict) -> None:
    """Grades of 1e154 ended in a traceback or "the risk no longer fell", those of 1e-160 in a false "violated"."""
    rng = np.random.default_rng(0)
    X, grades = rng.normal(size=(8, 2)), np.array([0.0, 1.0, 2.0, 1.0, 0.0, 2.0, 1.0, 0.0])
    for unit in (1e-160, 1e-28, 1e29, 1e154):
        graded = rankviz.Problem.from_arrays(X, grades * unit)
        only_large = params.get("pair_loss") is not None
        if unit > 1e100 or (unit < 1e-100 and not only_large):
            with pytest.raises(rankviz.DataError, match="square leaves"):
                rankviz.trace(graded, name, rounds=4, **params)
            continue
        trace = rankviz.trace(graded, name, rounds=4, **params)
        run = trace.runs[0]
        assert run.n_rounds and np.isfinite(unpack(pack(trace, pictures=("qbrank",)))[1]["0.scores"]).all()
        assert not violated(trace)


@pytest.mark.parametrize("params", [{}, {"labels": "none"}])
def test_the_unit_of_the_grades_does_not_matter(params: dict) -> None:
    """scikit-learn splits no node of a variance below 2.2e-16: targets of 1e-8 were not learned at all."""
    rng = np.random.default_rng(0)
    X, grades = rng.normal(size=(8, 2)), np.array([0.0, 1.0, 2.0, 1.0, 0.0, 2.0, 1.0, 0.0])
    risks = [
        rankviz.trace(rankviz.Problem.from_arrays(X, grades * unit), "qbrank", rounds=4, **params)
        .runs[0]
        .extra["risk"]
        / unit**2
        for unit in (1.0, 1e-28, 1e-8, 1e29)
    ]
    assert_allclose(risks[1:], [risks[0]] * 3, rtol=1e-9)
    assert risks[0][4] < 0.8 * risks[0][0]


def test_a_margin_has_a_size_too() -> None:
    problem = rankviz.Problem.from_arrays([[0.0], [1.0], [2.0]], pairs=[(1, 0), (2, 1)])
    with pytest.raises(rankviz.DataError, match="between 1e-30 and 1e\\+30"):
        rankviz.trace(problem, "qbrank", rounds=2, w=1.0, tau=1e-200)
    assert rankviz.trace(problem, "qbrank", rounds=2, w=1.0, tau=0.0).runs[0].n_rounds == 0


@given(PERCENT, st.permutations([0, 1, 1, 2, 3]))
def test_equal_scores_have_a_precision_of_one_half(percent: float, grades: list[int]) -> None:
    """All scores equal: P@K % is a coin's, in whatever order the items stand, and never better than R̂2 says."""
    problem = rankviz.Problem.from_arrays(np.zeros((5, 1)), grades)
    assert metrics.precision_at(problem, np.ones(5), percent) == 0.5
    assert metrics.precision_at(problem, np.ones(5), percent, ties="worst") == 0.0
    assert metrics.precision_at(problem, np.ones(5), 100) == 1.0 - metrics.r2(problem, np.ones(5))


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.sampled_from(["exp2", "linear"]), st.sampled_from([1, 3, 5, None]))
def test_dcg_over_every_order_of_ties(seed: int, gain: str, k: int | None) -> None:
    rng = np.random.default_rng(seed)
    n = 10
    qid, grades, scores = (
        np.sort(rng.integers(0, 3, n)),
        rng.integers(0, 4, n) + 0.0,
        rng.integers(0, 3, n) + 0.0,
    )
    grades[:2], qid[:2] = (0.0, 1.0), 0
    problem = rankviz.Problem.from_arrays(np.zeros((n, 1)), grades, qid)

    def value(order: list[float]) -> float | None:
        gains = [2.0**g - 1 if gain == "exp2" else g for g in order]
        return plain_dcg(gains, n if k is None else k) if max(gains) > 0 else None

    expected = float(np.mean(by_query(problem, scores, value)))
    assert metrics.dcg(problem, scores, k, gain=gain) == pytest.approx(expected)
