"""Kernel gradient descent: its maths by finite differences and closed forms, and its slow twin round by round."""

import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.kernel_gd import trace_of, two_classes
from helpers.strategies import Case, bipartite
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from twins import kernel_gd as naive

import rankviz
from rankviz.engine import metrics
from rankviz.engine.algorithms.kernel_gd import gram
from rankviz.engine.algorithms.kernel_gd.descent import Descent, Gram, closed_form, longest_step, norm_bound
from rankviz.engine.algorithms.kernel_gd.learner import DIVERGED, KernelDetails
from rankviz.engine.algorithms.kernel_gd.losses import LOSSES, auc, size_of
from rankviz.engine.kernels import bipartite as bipartite_kernels
from rankviz.engine.kernels.arrays import bipartite as bipartite_arrays

every_loss = pytest.mark.parametrize("name", LOSSES)
PARAMETERS = {"width": 0.5, "degree": 3}


def gram_of(kernel: str, Z: np.ndarray) -> Gram:
    return Gram.from_items(gram.Kernel.from_params({"kernel": kernel, **PARAMETERS}, Z), Z, Z)


def details_of(trace: rankviz.Trace) -> KernelDetails:
    details = trace.runs[0].scored.details
    assert isinstance(details, KernelDetails)
    return details


@st.composite
def score_sides(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Two lists of scores, often in halves, so that margins of exactly 1 and ties are common."""
    coarse = st.integers(-6, 6).map(lambda v: v / 2)
    value = draw(st.sampled_from([coarse, coarse, st.floats(-50, 50), st.floats(-2000, 2000)]))
    side = st.lists(value, min_size=1, max_size=9)
    return np.array(draw(side)), np.array(draw(side))


# ---------------------------------------------------------------- losses and their sums


@every_loss
@settings(max_examples=80)
@given(given_sides=score_sides())
@pytest.mark.slow
def test_sums_over_sides_are_sums_over_pairs(name: str, given_sides: tuple[np.ndarray, np.ndarray]) -> None:
    positive, negative = given_sides
    loss = LOSSES[name]
    f = np.concatenate([positive, negative])
    pairs = naive.pairs_of(np.arange(len(f)) < len(positive))
    g = naive.gradient(name, f, pairs)
    found = loss.sums(positive, negative)
    size = size_of(f)
    assert found.risk == pytest.approx(naive.risk(name, f, pairs), rel=1e-11, abs=1e-12 * size)
    assert_allclose(found.positive, g[: len(positive)], rtol=1e-10, atol=1e-12 * size)
    assert_allclose(found.negative, g[len(positive) :], rtol=1e-10, atol=1e-12 * size)
    assert found.positive.sum() + found.negative.sum() == pytest.approx(0.0, abs=1e-10 * size)
    z = positive[:, None] - negative
    assert loss.value(z).mean() == pytest.approx(found.risk, rel=1e-11, abs=1e-12 * size)
    assert_allclose(loss.slope(z, size).mean(axis=1) / len(positive), found.positive, atol=1e-11 * size)
    assert auc(positive, negative) == pytest.approx(naive.auc(f, pairs), abs=1e-12)


def exact_risk(name: str, positive: np.ndarray, negative: np.ndarray) -> float:
    """The mean of φ over the pairs: each margin and each sum in fractions, each logarithm by log1p."""

    def value(z: Fraction) -> Fraction:
        if name == "logistic":
            return Fraction(max(-float(z), 0.0)) + Fraction(math.log1p(math.exp(-abs(float(z)))))
        return max(1 - z, Fraction(0)) if name == "hinge" else (1 - z) ** 2

    values = [value(Fraction(a) - Fraction(b)) for a in positive.tolist() for b in negative.tolist()]
    return float(sum(values) / len(values))


@every_loss
@settings(max_examples=60)
@given(
    given_sides=score_sides(),
    offset=st.sampled_from([0.0, 1e8, -3e5]),
    above=st.sampled_from([0.0, 0.0, 20.0, 37.0, 100.0]),
)
def test_the_risk_keeps_its_digits_by_both_kernels(
    name: str, given_sides: tuple[np.ndarray, np.ndarray], offset: float, above: float
) -> None:
    """Far apart 1 + e^−z is 1 and its logarithm 0; under a common offset sums of scores lose what they differ by."""
    positive, negative = given_sides[0] + above + offset, given_sides[1] + offset
    right = exact_risk(name, positive, negative)
    near = {"rel": 1e-11, "abs": 1e-13 * (name != "logistic")}  # a hinge of 0 may be the rounding of 1 − z
    assert LOSSES[name].sums(positive, negative).risk == pytest.approx(right, **near)
    if name == "least-squares":
        return
    positive, negative, found = np.sort(positive), np.sort(negative), []
    for kernel in (bipartite_kernels, bipartite_arrays):
        by_positive, by_negative = np.empty(len(positive)), np.empty(len(negative))
        if name == "hinge":
            total = kernel.hinge_sums(positive, negative, 1.0, by_positive, by_negative)
        else:
            total = kernel.logistic_sums(positive, negative, by_positive, by_negative)
        found.append(np.array([total, *by_positive, *by_negative]))
    assert_allclose(found[0], found[1], rtol=1e-11, atol=near["abs"])
    assert found[0][0] / (len(positive) * len(negative)) == pytest.approx(right, **near)


@every_loss
def test_an_offset_of_all_scores_takes_no_digits(name: str) -> None:
    rng = np.random.default_rng(0)
    positive, negative = 1e8 + rng.normal(size=30), 1e8 + rng.normal(size=20)
    right = exact_risk(name, positive, negative)
    assert LOSSES[name].sums(positive, negative).risk == pytest.approx(right, rel=1e-12)


def test_a_logistic_loss_far_apart_is_not_0() -> None:
    for z in (30.0, 40.0, 57.0, 700.0):
        found = LOSSES["logistic"].sums(np.full(3, z), np.zeros(2)).risk
        assert found == pytest.approx(math.exp(-z), rel=1e-11)
    problem = rankviz.Problem.from_arrays([[0.0], [1.0]], [0, 1])
    run = rankviz.trace(
        problem, "kernel-gd", rounds=3, loss="logistic", step=60.0, regularisation=1e-6
    ).scored[0]
    assert (run.extra["risk"] > 0.0).all()


def test_at_the_kink_the_hinge_takes_the_left_derivative() -> None:
    at, beyond = (
        LOSSES["hinge"].sums(np.ones(1), np.zeros(1)),
        LOSSES["hinge"].sums(np.full(1, 1.1), np.zeros(1)),
    )
    assert at == (0.0, [-1.0], [1.0])
    assert beyond == (0.0, [0.0], [0.0])
    # 0.1 · 10 in ten steps is 0.9999…: rounding must not decide on which side of the kink a pair stands.
    assert LOSSES["hinge"].sums(np.array([0.1 * 3 + 0.7]), np.array([math.ulp(1.0) * -2])).positive == [-1.0]


@every_loss
def test_the_constants_of_each_loss(name: str) -> None:
    """φ is convex and above φ(0)·1[z ≤ 0]; φ'₋(0) and N as the paper's lemma needs them (GD, Definition 3.3)."""
    loss = LOSSES[name]
    z = np.linspace(-30, 30, 6001)
    slope = loss.slope(z, 30.0)
    assert (np.diff(slope) >= -1e-12).all()
    assert (loss.value(z[z <= 0]) >= loss.at_zero - 1e-12).all() and (loss.value(z) >= 0).all()
    (at_zero,) = loss.slope(np.zeros(1), 1.0)
    assert loss.value(np.zeros(1))[0] == pytest.approx(loss.at_zero)
    assert -at_zero == pytest.approx(loss.slope_at_zero)
    away = z[z != 0]
    ratio = np.abs(loss.slope(away, 30.0) - at_zero) / np.abs(away)
    assert loss.lipschitz * (1 - 0.01) <= ratio.max() <= loss.lipschitz * (1 + 1e-9)
    middle = np.abs(z - 1) > 0.02  # not at the hinge's kink
    rise = (loss.value(z + 1e-6) - loss.value(z - 1e-6)) / 2e-6
    assert_allclose(slope[middle], rise[middle], atol=1e-5)


@every_loss
@pytest.mark.parametrize("kernel", gram.KERNELS)
def test_the_gradient_is_the_slope_of_the_regularised_risk(name: str, kernel: str) -> None:
    """J along any direction v of the space rises by ⟨∇J, v⟩_K: finite differences, each loss and kernel."""
    rng = np.random.default_rng(3)
    Z = rng.normal(size=(17, 3))
    items = gram_of(kernel, Z)
    K = items.full_matrix()
    positive, negative = np.arange(7), np.arange(7, 17)
    descent = Descent(
        items, None, positive=positive, negative=negative, loss=LOSSES[name], regularisation=0.3
    )

    def J(c: np.ndarray) -> float:
        f = K @ c
        return LOSSES[name].sums(f[positive], f[negative]).risk + 0.15 * float(c @ f)

    for _ in range(5):
        c, v = rng.normal(0, 0.3, (2, 17))
        descent.c, descent.f = c, K @ c
        descent.sums = descent._sums()
        g = descent.gradient()
        slope = float((g + 0.3 * c) @ K @ v)
        h = 1e-6
        assert (J(c + h * v) - J(c - h * v)) / (2 * h) == pytest.approx(slope, rel=1e-5, abs=1e-6)
        along = g + 0.3 * c
        assert descent.slope(g, K @ g) == pytest.approx(math.sqrt(float(along @ K @ along)), rel=1e-9)
        assert descent.regularised == pytest.approx(J(c), rel=1e-9)


# ---------------------------------------------------------------- features and kernels


@settings(max_examples=60)
@given(bipartite(), st.sampled_from(gram.KERNELS), st.booleans())
def test_kernel_matrices_are_the_twins(case: Case, kernel: str, standardise: bool) -> None:
    scaling = gram.Scaling.fit(case.X, standardise)
    Z = scaling.apply(case.X)
    expected = naive.scaled(case.X, case.X, standardise)
    assert_allclose(Z, expected, atol=1e-9)
    own = gram.Kernel.from_params({"kernel": kernel, **PARAMETERS}, Z)
    assert own.gamma == pytest.approx(naive.gamma_of(expected, kernel, 0.5), rel=1e-9)
    K = own.matrix(Z, Z)
    assert_allclose(K, naive.gram(expected, expected, kernel, own.gamma, 3), rtol=1e-9, atol=1e-9)
    assert_allclose(K, K.T, atol=1e-12)
    assert np.linalg.eigvalsh(K).min() >= -1e-9 * max(1.0, np.abs(K).max())


def test_extreme_features_are_scaled_or_refused() -> None:
    """Squares of such features are beyond floats; standardised, or in the Laplacian's sums, they are not."""
    X = np.array([[1e300, 1e-300], [-1e300, 0.0], [np.nan, 2e-300]])
    assert_allclose(np.abs(gram.Scaling.fit(X, True).apply(X)).max(axis=0), [1.0, 1.2247], rtol=1e-3)
    problem = rankviz.Problem.from_arrays(X, [1, 0, 0])
    assert trace_of(problem).runs[0].n_rounds == 20
    far = {"gaussian": "far from one another", "polynomial": "beyond 1e", "linear": "beyond 1e"}
    for kernel, words in far.items():
        with pytest.raises(rankviz.DataError, match=words):
            trace_of(problem, kernel=kernel, standardise=False)
    assert trace_of(problem, kernel="laplacian", standardise=False).runs[0].n_rounds == 20


@pytest.mark.parametrize("kernel, size", [("gaussian", 1e-160), ("gaussian", 1e-170), ("laplacian", 1e-310)])
def test_a_width_that_no_number_holds_is_refused(kernel: str, size: float) -> None:
    """1/(2σ²) or 1/σ is beyond floats, also where the squared distances are rounded to 0."""
    problem = two_classes()
    small = rankviz.Problem.from_arrays(problem.X * size, problem.grades)
    with pytest.raises(
        rankviz.DataError, match=f"near to one another for the {kernel.capitalize()}.*Standardise"
    ):
        trace_of(small, kernel=kernel, standardise=False)
    for width in (0.01, 0.5, 10.0):
        with pytest.raises(rankviz.DataError, match="far from one another"):
            gram.Kernel.from_params({"kernel": "gaussian", "width": width, "degree": 3}, problem.X * 2e155)


def moved(problem: rankviz.Problem, offset: float) -> tuple[rankviz.Problem, rankviz.Problem]:
    """The problem with its features moved by `offset`, as floats round them, and that one moved back, exactly."""
    there = problem.X + offset
    return rankviz.Problem.from_arrays(there, problem.grades), rankviz.Problem.from_arrays(
        there - offset, problem.grades
    )


@pytest.mark.parametrize("kernel", ["gaussian", "laplacian"])
@pytest.mark.parametrize("offset", [1e6, 1e7, 1e8, 1e9, 1e10, 1e12, -1e12])
def test_an_offset_of_the_features_changes_nothing(kernel: str, offset: float) -> None:
    """Training, held-out and new items; all differences of such features are exact."""
    far, near = moved(two_classes(), offset)
    chosen = {"kernel": kernel, "standardise": False, "holdout": 0.3, "rounds": 12}
    a, b = trace_of(far, **chosen), trace_of(near, **chosen)
    here, there = details_of(a), details_of(b)
    assert here.kernel.gamma == there.kernel.gamma
    assert_array_equal(here.kernel.matrix(here.Z, here.Z), there.kernel.matrix(there.Z, there.Z))
    assert_array_equal(a.runs[0].scored.scores, b.runs[0].scored.scores)
    assert_array_equal(a.runs[0].scored.held, b.runs[0].scored.held)
    own = two_classes()
    K = gram.Kernel.from_params({"kernel": kernel, **PARAMETERS}, own.X).matrix(own.X, own.X)
    moved_K = gram.Kernel.from_params({"kernel": kernel, **PARAMETERS}, far.X).matrix(far.X, far.X)
    assert_allclose(moved_K, K, atol=20.0 * np.spacing(abs(offset)))
    for f, g in zip(a.runs[0].scored.staged(far.X), b.runs[0].scored.staged(near.X), strict=True):
        assert_array_equal(f, g)


@pytest.mark.parametrize("kernel", ["gaussian", "laplacian"])
def test_the_kernel_of_other_items_does_not_change_with_one_item_far_away(kernel: str) -> None:
    Z = np.random.default_rng(2).normal(size=(12, 2))
    far = np.vstack([Z, np.full((1, 2), 1e12)])
    own = gram.Kernel(kernel, 0.7, 3)
    assert_array_equal(own.matrix(far, far)[:12, :12], own.matrix(Z, Z))


# ---------------------------------------------------------------- the descent


@settings(max_examples=50)
@given(
    case=bipartite(),
    loss=st.sampled_from(list(LOSSES)),
    kernel=st.sampled_from(gram.KERNELS),
    standardise=st.booleans(),
    step=st.sampled_from([0.0, 0.0, 0.125, 0.5]),
    decay=st.sampled_from([0.0, 0.5]),
    pairs=st.sampled_from([0, 0, 1, 7]),
)
def test_every_round_is_the_twins(
    case: Case, loss: str, kernel: str, standardise: bool, step: float, decay: float, pairs: int
) -> None:
    chosen = {
        "loss": loss, "kernel": kernel, "standardise": standardise, "step": step, "decay": decay,
        "pairs_per_step": pairs, "degree": 2, "width": 0.7, "regularisation": 0.2,
    }  # fmt: skip
    trace = trace_of(problem_of(case), 12, seed=5, **chosen)
    run = trace.runs[0]
    twin = naive.descend(case.X, case.grades == 1, 12, seed=5, **chosen)
    details = details_of(trace)
    T = run.n_rounds
    assert T == 12 or "too long" in run.stopped
    for t in range(T + 1):
        size = size_of(twin.f[t])
        if size > 1e4:
            break  # it runs away, and rounding with it
        assert_allclose(details.coefficients[t], twin.c[t], rtol=1e-7, atol=1e-8 * size)
        assert_allclose(run.scored.scores[t], twin.f[t], rtol=1e-7, atol=1e-8 * size)
        assert run.extra["risk"][t] == pytest.approx(twin.risk[t], rel=1e-6, abs=1e-8 * size)
        assert run.extra["norm"][t] == pytest.approx(twin.norm[t], rel=1e-6, abs=1e-6)
        # Items closer than rounding may tie on one side only.
        gap = np.abs(np.diff(np.sort(twin.f[t])))
        if not ((gap > 0) & (gap < 1e-9 * size)).any():
            assert run.extra["auc"][t] == pytest.approx(twin.auc[t], abs=1e-12)
    assert_allclose(run.extra["step"][1:], twin.step[:T], rtol=1e-9)
    assert run.extra["norm_bound"][0] == pytest.approx(twin.bound, rel=1e-9)


def test_least_squares_reaches_its_closed_form() -> None:
    trace = trace_of(two_classes(), 3000, loss="least-squares", regularisation=0.05)
    run, details = trace.runs[0], details_of(trace)
    distance = run.extra["distance"]
    assert distance[-1] < 1e-6 * distance[0]
    assert (np.diff(distance) <= 1e-9).all()
    assert_allclose(details.coefficients[-1], details.target, atol=1e-7)
    assert run.extra["regularised"][-1] == pytest.approx(details.target_risk, abs=1e-12)


@settings(max_examples=40)
@given(bipartite(), st.sampled_from(gram.KERNELS), st.sampled_from([0.01, 0.3]))
def test_the_closed_form_has_no_slope_left(case: Case, kernel: str, regularisation: float) -> None:
    """The twin's gradient at f_λ is 0, and no random move away from it lowers J."""
    positive = case.grades == 1
    Z = gram.Scaling.fit(case.X, True).apply(case.X)
    K = gram_of(kernel, Z).full_matrix()
    c = closed_form(K, np.flatnonzero(positive), np.flatnonzero(~positive), regularisation)
    pairs = naive.pairs_of(positive)
    slope = naive.gradient("least-squares", K @ c, pairs) + regularisation * c
    assert_allclose(K @ slope, 0.0, atol=1e-8 * max(1.0, np.abs(K).max()))

    def J(c: np.ndarray) -> float:
        return naive.risk("least-squares", K @ c, pairs) + 0.5 * regularisation * float(c @ K @ c)

    rng = np.random.default_rng(0)
    assert all(J(c) <= J(c + rng.normal(0, 0.1, len(c))) + 1e-12 for _ in range(5))


@pytest.mark.parametrize("seed", range(200))
@pytest.mark.slow
def test_the_norm_stays_under_its_bound(seed: int) -> None:
    """Lemma 3.4 on random problems of every loss and kernel, full and sampled gradients, with and without decay."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 30))
    Z = rng.normal(size=(n, int(rng.integers(1, 5)))) * rng.choice([0.3, 1.0, 4.0])
    loss = LOSSES[str(rng.choice(list(LOSSES)))]
    items = gram_of(str(rng.choice(gram.KERNELS)), Z)
    kappa, lam = items.kappa, float(10 ** rng.uniform(-2, 0.5))
    p = int(rng.integers(1, n))
    order = rng.permutation(n)
    descent = Descent(items, None, positive=order[:p], negative=order[p:], loss=loss, regularisation=lam)
    bound, gamma = norm_bound(kappa, loss, lam), longest_step(kappa, loss.lipschitz, lam)
    sampled, theta = bool(rng.integers(2)), float(rng.choice([0.0, 0.5]))
    for t in range(1, 60):
        g = descent.sampled_gradient(3, rng) if sampled else descent.gradient()
        descent.move(gamma * t**-theta, g, items.times(g))
        assert descent.norm <= bound * (1 + 1e-12)


def test_a_long_step_breaks_the_bound() -> None:
    """The condition is not idle: least squares with a long step leaves every bound behind, and the run says so."""
    run = trace_of(two_classes(), 200, loss="least-squares", step=20.0, regularisation=0.5).runs[0]
    assert "steps are too long" in run.stopped and run.n_rounds < 200
    assert run.extra["norm"][-1] > DIVERGED > run.extra["norm_bound"][-1]
    assert all(np.isfinite(series[1:]).all() for name, series in run.extra.items() if name != "auc_holdout")


@every_loss
def test_long_steps_end_where_f_stays_0(name: str, tmp_path: Path) -> None:
    """Items all alike have one score, and f is 0 for ever; only its coefficients run away."""
    problem = rankviz.Problem.from_arrays(np.ones((10, 1)), np.arange(10) % 2)
    trace = trace_of(problem, 200, loss=name, step=1000.0)
    run = trace.runs[0]
    assert "steps are too long" in run.stopped and run.n_rounds < 20
    assert all(np.isfinite(series[1:]).all() for key, series in run.extra.items() if key != "auc_holdout")
    trace.to_html(tmp_path / "run.html")


@every_loss
def test_sampled_gradients_are_right_on_average(name: str) -> None:
    rng = np.random.default_rng(1)
    Z = rng.normal(size=(12, 2))
    items = gram_of("gaussian", Z)
    descent = Descent(
        items, None, positive=np.arange(5), negative=np.arange(5, 12), loss=LOSSES[name], regularisation=0.1
    )
    g = descent.gradient()
    descent.move(0.7, g, items.times(g))
    mean = np.mean([descent.sampled_gradient(50, rng) for _ in range(4000)], axis=0)
    assert_allclose(mean, descent.gradient(), atol=6e-3)


def test_held_out_items_are_scored_by_the_same_function() -> None:
    problem = two_classes(n=60)
    trace = trace_of(problem, 15, holdout=0.3, loss="hinge")
    run, details = trace.runs[0], details_of(trace)
    K = details.kernel.matrix(details.scaling.apply(trace.holdout.X), details.Z)
    assert_allclose(run.scored.held, details.coefficients @ K.T, atol=1e-9)
    for t in (0, 7, 15):
        assert run.extra["auc_holdout"][t] == pytest.approx(metrics.auc(trace.holdout, run.scored.held[t]))
        assert run.extra["auc"][t] == pytest.approx(metrics.auc(trace.problem, run.scored.scores[t]))
        assert run.extra["auc"][t] == pytest.approx(1 - run.metrics["r2"][t])


@every_loss
def test_pairs_weigh_what_their_slope_is(name: str) -> None:
    trace = trace_of(two_classes(), 10, loss=name)
    run = trace.runs[0]
    f = run.scored.scores[10]
    higher, lower = trace.problem.pairs.T
    size = size_of(f)
    expected = [abs(naive.left_slope(name, f[i] - f[j], size)) for i, j in zip(higher, lower, strict=True)]
    assert_allclose(run.scored.pair_weight(f), expected, atol=1e-12)
    assert trace.weights(run, 10).sum() == pytest.approx(1.0)


# ---------------------------------------------------------------- what it refuses


def test_problems_the_kernel_method_cannot_learn_from_are_refused() -> None:
    X = np.arange(6.0)[:, None]
    for problem, words in (
        (rankviz.Problem.from_arrays(X, pairs=[(0, 1)]), "needs grades"),
        (rankviz.Problem.from_arrays(X, [0, 1, 0, 1, 0, 1], [0, 0, 0, 1, 1, 1]), "2 queries"),
        (rankviz.Problem.from_arrays(X, [0, 1, 2, 0, 1, 2]), "against the rest”: 1, 2"),
        (two_classes(n=2000), "that can be kept"),
    ):
        with pytest.raises(rankviz.DataError, match=words):
            trace_of(problem, 9999)
    run = trace_of(rankviz.Problem.from_arrays(X, [0, 1, 2, 0, 1, 2]), positive=1).runs[0]
    assert run.n_rounds == 20


def test_the_limit_is_said_before_a_matrix_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gram.Kernel, "matrix", lambda *_: pytest.fail("the matrix was made"))
    rng = np.random.default_rng(0)
    problem = rankviz.Problem.from_arrays(rng.normal(size=(4001, 1)), np.arange(4001) % 2)
    with pytest.raises(rankviz.DataError, match="at most 4,000 items"):
        trace_of(problem, 2, holdout=0.5)


@pytest.mark.parametrize("kernel", gram.KERNELS)
def test_items_with_equal_features_stay_tied(kernel: str) -> None:
    """Rounding never parts two items with the same features, even where all scores cancel to next to nothing."""
    problem = rankviz.Problem.from_arrays(np.ones((10, 1)), np.arange(10) == 4)
    run = trace_of(problem, 5, kernel=kernel, standardise=False).runs[0]
    assert_array_equal(run.extra["auc"], np.full(6, 0.5))
    rng = np.random.default_rng(0)
    X = np.repeat(rng.normal(size=(7, 3)), 3, axis=0)
    grade = rng.integers(0, 2, 21)
    run = trace_of(rankviz.Problem.from_arrays(X, grade), 9, kernel=kernel).runs[0]
    by_kind = run.scored.scores.reshape(-1, 7, 3)
    assert_array_equal(by_kind, by_kind[:, :, :1].repeat(3, axis=2))
