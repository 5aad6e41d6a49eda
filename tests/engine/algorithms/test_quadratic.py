"""General boosting: losses against sums over pairs and finite differences, the line search, the loop, its theorems."""

import math

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases, graded
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.linear_model import Ridge
from twins.qbrank import Data, best_step, data_of, gradient, hessian, risk, training_set, upper_bound

from rankviz import Problem
from rankviz.engine.algorithms.boosting.stop import Why
from rankviz.engine.algorithms.qbrank.hinge import GradedHinge, squared_hinge
from rankviz.engine.algorithms.qbrank.line_search import FLAT, Curve, line_search
from rankviz.engine.algorithms.qbrank.loop import (
    QBRankRules,
    descend,
    normalised,
    quadratic_bound,
    risk_along,
)
from rankviz.engine.algorithms.qbrank.losses import (
    WEIGHTS,
    Mix,
    OverPairs,
    ScoreLoss,
    degrees,
    squared_hinge_term,
    targets,
    weights,
)
from rankviz.engine.algorithms.qbrank.qbrank import PARAMETERS
from rankviz.engine.algorithms.qbrank.risk import risk_of
from rankviz.engine.algorithms.qbrank.trees import FittedTree, Trees

RISKS = st.fixed_dictionaries(
    {
        "w": st.sampled_from([0.0, 0.3, 0.5, 1.0]),
        "tau": st.sampled_from([0.0, 0.5, 1.0, 2.5]),
        "tau_by": st.sampled_from(["grade", "one"]),
        "labels": st.sampled_from(["all", "single", "none"]),
        "pair_loss": st.sampled_from(["hinge", "hinge", "logistic", "listwise"]),
        "ties": st.sampled_from([0.0, 0.0, 0.4, 3.0]),
        "ridge": st.sampled_from([0.0, 0.0, 0.7]),
    }
)


def both(case: Case, params: dict[str, object]) -> tuple[ScoreLoss, Data]:
    """The engine's risk and the twin's, of cases where there is something to learn from."""
    problem = problem_of(case)
    assume(case.grades is not None or (params["w"] > 0.0 and params["pair_loss"] != "listwise"))
    defaults = {p.name: p.default for p in PARAMETERS}
    found = risk_of(problem, {**defaults, **params})
    data = data_of(case.grades, case.qid, case.pairs, problem.n_items, **params)
    if params["w"] == 1.0:
        data.labels = {}
    if params["w"] == 0.0:
        data.preferences, data.tied, data.lists = [], [], []
    return found.total, data


def scores_of(seed: int, n: int) -> np.ndarray:
    """Scores with ties, and pairs that stand exactly at their margin."""
    rng = np.random.default_rng(seed)
    return rng.integers(-4, 5, n) / 2 if seed % 2 else rng.normal(0, 1.5, n)


@settings(max_examples=120)
@given(cases(), RISKS, st.integers(0, 10**6))
@pytest.mark.slow
def test_losses_are_sums_over_pairs_and_labels(case: Case, params: dict[str, object], seed: int) -> None:
    loss, data = both(case, params)
    h = scores_of(seed, data.n)
    look = loss.evaluate(h)
    assert look.value == pytest.approx(risk(data, h), rel=1e-10, abs=1e-10)
    assert_allclose(look.gradient, gradient(data, h), atol=1e-10)
    assert_allclose(look.curvature, np.diag(hessian(data, h)), atol=1e-10)
    assert_allclose(loss.bound, upper_bound(data), atol=1e-12)
    g = np.random.default_rng(seed + 1).normal(size=data.n)
    value, first, second = loss.along(h, g)
    assert value == pytest.approx(risk(data, h), rel=1e-10, abs=1e-10)
    assert first == pytest.approx(float(gradient(data, h) @ g), rel=1e-9, abs=1e-9)
    assert second == pytest.approx(float(g @ hessian(data, h) @ g), rel=1e-9, abs=1e-9)


@settings(max_examples=60)
@given(cases(), RISKS, st.integers(0, 10**6))
def test_the_gradient_is_the_slope_of_the_value(case: Case, params: dict[str, object], seed: int) -> None:
    """Finite differences of the engine's own value; every loss here has a gradient everywhere."""
    loss, data = both(case, params)
    h, eps = np.random.default_rng(seed).normal(0, 1.5, data.n), 1e-5
    slope = [
        (loss.evaluate(h + eps * e).value - loss.evaluate(h - eps * e).value) / (2 * eps)
        for e in np.eye(data.n)
    ]
    assert_allclose(loss.evaluate(h).gradient, slope, atol=1e-4 * max(1.0, float(np.abs(slope).max())))


@settings(max_examples=80)
@given(cases(), RISKS, st.integers(0, 10**6))
def test_the_quadratic_lies_above_the_risk_everywhere(
    case: Case, params: dict[str, object], seed: int
) -> None:
    """R(h + s g) ≤ R_k(s g) for any g and s (QB (6)), and no direction is steeper than the bound."""
    loss, data = both(case, params)
    rng = np.random.default_rng(seed)
    h = scores_of(seed, data.n)
    look = loss.evaluate(h)
    for scale in (0.1, 1.0, 10.0):
        g = rng.normal(0, scale, data.n) * (rng.random(data.n) < 0.7)
        right = quadratic_bound(loss, look, g, 1.0)
        assert loss.evaluate(h + g).value <= right + 1e-9 * (1 + abs(right))
    room = np.diag(upper_bound(data)) - hessian(data, h)
    assert np.linalg.eigvalsh(room).min() >= -1e-9


@settings(max_examples=60)
@given(cases(), RISKS, st.sampled_from(WEIGHTS), st.integers(0, 10**6))
def test_targets_are_averages_of_algorithm_2_or_newtons(
    case: Case, params: dict[str, object], kind: str, seed: int
) -> None:
    loss, data = both(case, params)
    h = scores_of(seed, data.n)
    look = loss.evaluate(h)
    W = weights(loss, look, kind)
    expected, expected_W = training_set(data, h, kind)
    assert_allclose(W, expected_W, atol=1e-10)
    assert_allclose(targets(look, W), expected, atol=1e-7)


@settings(max_examples=60)
@given(graded(max_items=14), st.sampled_from([0.0, 0.7, 1.0]), st.booleans(), st.integers(0, 10**6))
def test_sorted_sums_equal_listed_pairs(case: Case, tau: float, by_grade: bool, seed: int) -> None:
    """The O(n log n) hinge against the same pairs listed one by one, also far from 0."""
    problem = problem_of(case)
    higher, lower = problem.pairs.T
    margin = tau * (problem.grades[higher] - problem.grades[lower]) if by_grade else tau
    listed, sums = OverPairs(problem, squared_hinge_term(margin)), squared_hinge(problem, tau, by_grade)
    assert isinstance(sums, GradedHinge)
    for shift in (0.0, 1000.0):
        h = scores_of(seed, problem.n_items) + shift
        one, two = listed.evaluate(h), sums.evaluate(h)
        assert two.value == pytest.approx(one.value, abs=1e-6 if shift else 1e-10)
        assert_allclose(two.gradient, one.gradient, atol=1e-8)
        assert_allclose(two.curvature, one.curvature)
        assert_allclose(sums.pull(h), listed.pull(h), atol=1e-9)
    assert_allclose(degrees(problem), np.bincount(problem.pairs.ravel(), minlength=problem.n_items))


def test_many_pairs_are_never_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """120,000 items in one query imply more pairs than may be listed; the hinge does not mind."""
    rng = np.random.default_rng(0)
    n = 120_000
    problem = Problem.from_arrays(np.zeros((n, 1)), rng.integers(0, 5, n))
    assert problem.n_pairs > 5e9
    monkeypatch.setattr(Problem, "pairs", property(lambda self: pytest.fail("the pairs were listed")))
    loss = squared_hinge(problem, 1.0, True)
    h = rng.normal(size=n)
    look = loss.evaluate(h)
    assert look.gradient.sum() == pytest.approx(0.0, abs=1e-3)  # every pair pulls both its items alike
    _, slope, _ = loss.along(h, h)
    assert slope == pytest.approx(float(look.gradient @ h), rel=1e-9)


# ---------------------------------------------------------------- the line search


@settings(max_examples=80)
@given(cases(), RISKS, st.integers(0, 10**6))
def test_the_step_found_beats_its_neighbours(case: Case, params: dict[str, object], seed: int) -> None:
    loss, data = both(case, params)
    h = scores_of(seed, data.n)
    look = loss.evaluate(h)
    rng = np.random.default_rng(seed)
    g = -look.gradient * rng.random(data.n)
    s = line_search(risk_along(loss, h, g))
    if not g.any():
        assert s == 0.0
        return
    here = risk(data, h + s * g)
    assert here <= risk(data, h)
    # Where the curve falls for ever, a tenth more still gains as much as the slope left allows.
    left = 0.1 * s * FLAT * abs(float(look.gradient @ g))
    for factor in (0.9, 1.1):
        assert here <= risk(data, h + factor * s * g) + left + 1e-9 * look.value
    if params["pair_loss"] == "hinge":  # a logistic risk may fall for ever
        assert here == pytest.approx(risk(data, h + best_step(data, h, g) * g), rel=1e-7, abs=1e-9)


def test_line_search_on_known_curves() -> None:
    assert line_search(lambda s: (s * s, 2 * s, 2.0)) == 0.0  # least at 0 already
    assert line_search(lambda s: (-s, 1.0, 0.0)) == 0.0  # rises
    assert line_search(lambda s: ((s - 1) ** 2, 2 * (s - 1), 2.0)) == 1.0
    assert line_search(lambda s: ((s - 900) ** 2, 2 * (s - 900), 2.0)) == pytest.approx(900.0, rel=1e-9)
    assert line_search(lambda s: ((s - 1e-6) ** 2, 2 * (s - 1e-6), 2.0)) == pytest.approx(1e-6, rel=1e-9)
    falls = line_search(lambda s: (math.exp(-s), -math.exp(-s), math.exp(-s)))  # least at infinity
    assert math.exp(-falls) <= 1e-10

    def kink(s: float) -> tuple[float, float, float]:  # Newton jumps to and fro between the two pieces
        return (4 * (s - 2) ** 2, 8 * (s - 2), 8.0) if s < 2 else (0.1 * (s - 2) ** 2, 0.2 * (s - 2), 0.2)

    assert line_search(kink) == pytest.approx(2.0, rel=1e-9)


def of_exponentials(weight: np.ndarray, power: np.ndarray) -> Curve:
    """Σ w e^{p s}: the curve of Z along a ranker with values from 0 to 1."""

    def at(s: float) -> tuple[float, float, float]:
        with np.errstate(over="ignore"):
            terms = weight * np.exp(power * s)
            return float(terms.sum()), float(terms @ power), float(terms @ power**2)

    return at


def test_line_search_comes_back_from_far_beyond_the_least_point() -> None:
    """Newton's steps back are of length 1 there: it lies 270 of them off."""
    curve, looks = of_exponentials(np.array([1.0, math.exp(-300.0)]), np.array([-2e-3, 1.0])), []

    def counted(s: float) -> tuple[float, float, float]:
        looks.append(s)
        return curve(s)

    s = line_search(counted)
    assert s == pytest.approx((300.0 + math.log(2e-3)) / 1.002, abs=1e-6)
    assert curve(s)[0] < curve(0.0)[0] and abs(curve(s)[1]) <= FLAT * 2e-3 and len(looks) < 60


@settings(max_examples=200)
@given(
    st.lists(
        st.tuples(st.floats(-400, 0), st.integers(-12, 0), st.sampled_from([-1, 1])), min_size=2, max_size=6
    )
)
def test_line_search_on_sums_of_exponentials_of_any_size(terms: list[tuple[float, int, int]]) -> None:
    weight = np.array([math.exp(log) for log, _, _ in terms])
    power = np.array([sign * 10.0**size for _, size, sign in terms])
    curve = of_exponentials(weight, power)
    value, start, _ = curve(0.0)
    s = line_search(curve)
    assert math.isfinite(s) and curve(s)[0] <= value * (1 + 1e-12)
    if start >= 0.0:
        assert s == 0.0
        return
    down, up = curve(math.nextafter(s, 0.0)), curve(math.nextafter(s, math.inf))
    assert abs(curve(s)[1]) <= FLAT * -start or min(down[1], curve(s)[1]) <= 0.0 <= max(up[1], curve(s)[1])


def test_line_search_never_ends_above_where_it_began() -> None:
    """A fall of 1e-12 and then a rise too flat to count, over a length on which it adds up."""

    def curve(s: float) -> tuple[float, float, float]:
        return (-s, -1.0, 0.0) if s < 1e-12 else (-1e-12 + 5e-11 * s, 5e-11, 0.0)

    s = line_search(curve)
    assert curve(s)[0] <= 0.0


# ---------------------------------------------------------------- the loop


@pytest.mark.parametrize("weighting", WEIGHTS)
@settings(max_examples=15)
@given(
    case=cases(),
    params=RISKS,
    step=st.sampled_from(["search", "one", "small", "decaying"]),
    eta=st.sampled_from([0.05, 0.5, 1.0]),
)
def test_every_round_keeps_what_the_method_promises(
    weighting: str, case: Case, params: dict[str, object], step: str, eta: float
) -> None:
    loss, data = both(case, params)
    problem = problem_of(case)
    rules = QBRankRules(weighting, step, eta)
    done = descend(loss, Trees(problem.X, None, leaves=4), (np.zeros(data.n), None), 8, rules)
    T = len(done.fitted)
    assert len(done.scores) == len(done.risk) == T + 1 and len(done.step) == len(done.bound) == T
    assert (done.stopped == "rounds") == (T == 8)
    for t in range(T):
        h, g = done.scores[t], done.fitted[t].values
        assert_allclose(done.scores[t + 1], h + done.step[t] * g, atol=1e-12)
        assert done.risk[t + 1] == pytest.approx(risk(data, done.scores[t + 1]), rel=1e-9, abs=1e-9)
        assert done.risk[t + 1] <= done.bound[t] + 1e-9 * (1 + done.bound[t])
        if step == "search" or step == "small" or (weighting == "bound" and step != "decaying"):
            assert done.risk[t + 1] <= done.risk[t] + 1e-9 * (1 + done.risk[t])
        if step == "small":
            assert normalised(loss, done.step[t] * g) == pytest.approx(eta**2)
        if step == "decaying":
            assert normalised(loss, done.step[t] * g) == pytest.approx(eta * (t + 1) ** -0.75)
        if weighting == "bound":  # the leaves' means make s = 1 the quadratic's own minimum
            look = loss.evaluate(h)
            values = [quadratic_bound(loss, look, g, s) for s in (0.9, 1.0, 1.1)]
            assert values[1] <= min(values[0], values[2]) + 1e-9 * (1 + abs(values[1]))


def test_any_regressor_with_sample_weight_will_do() -> None:
    """Ridge regression in place of the tree: the risk falls and held-out items are scored."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 4))

    class Ridges:
        def fit(self, target: np.ndarray, weight: np.ndarray) -> FittedTree:
            model = Ridge(alpha=1e-3).fit(X, target, sample_weight=weight)
            return FittedTree(model.predict(X), model.predict(X[:7]), "Ridge")

    problem = Problem.from_arrays(X, np.clip(np.round(X[:, 0] + 1.5), 0, 3))
    loss = Mix(((0.5, squared_hinge(problem, 1.0, True)),), 60)
    done = descend(loss, Ridges(), (np.zeros(60), np.zeros(7)), 20, QBRankRules(eta=0.5))
    assert done.risk[-1] < 0.5 * done.risk[0] and np.diff(done.risk).max() <= 0.0
    assert done.held is not None and done.fitted[0].tree is None and done.fitted[0].text == "Ridge"
    assert_allclose(done.held[-1], done.scores[-1][:7], atol=1e-9)


def test_a_flat_start_ends_the_run_with_a_reason() -> None:
    problem = Problem.from_arrays([[0.0], [1.0]], [0, 1])
    done = descend(Mix((), 2), Trees(problem.X, None, leaves=4), (np.zeros(2), None), 5, QBRankRules())
    assert done.fitted == [] and done.stopped.why is Why.MINIMUM
    # Nothing tells the two items apart: the tree is a constant, along which no pair moves.
    same = Problem.from_arrays([[1.0], [1.0]], [0, 1])
    loss = squared_hinge(same, 1.0, True)
    done = descend(loss, Trees(same.X, None, leaves=4), (np.zeros(2), None), 5, QBRankRules())
    assert done.fitted == [] and done.stopped.why is Why.STUCK
