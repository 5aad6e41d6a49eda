"""The step of a round: every α of its picture gives what the equations, and a branch that takes it, give."""

import itertools
import math

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from hypothesis import example, given, settings
from hypothesis import strategies as st
from twins import step as twin

import rankviz
from rankviz.board import steps
from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.algorithms.rankboost.push import PushDistribution
from rankviz.engine.runs.trace import Run
from rankviz.insight.explain import along_alpha

ALGORITHMS = ("rb-d", "rb-c", "rb-plus")
shares = st.tuples(*[st.floats(0, 1)] * 3).filter(lambda eps: sum(eps) > 1e-3)


@given(shares, st.floats(-8, 8), st.floats(-8, 8), st.sampled_from(ALGORITHMS))
@example((0.5, 0.5, 0.0), 0.0, 8.0, "rb-d")
def test_curves_are_the_equations(eps: tuple[float, ...], prior: float, alpha: float, algorithm: str) -> None:
    plus, zero, minus = (each / sum(eps) for each in eps)
    arrays = tuple(np.array([each]) for each in (plus, zero, minus))
    at, eta = np.array([alpha]), np.array([prior])
    cosh = algorithm == "rb-plus"
    found = np.array(along_alpha.parts(arrays, eta, at, cosh))[:, 0]
    expected = twin.weights(algorithm, plus, zero, minus, prior, alpha)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    z = found.sum()
    assert z == pytest.approx(twin.z(algorithm, plus, zero, minus, prior, alpha), rel=1e-12)
    bound = along_alpha.bound_18(arrays, at)[0]
    assert bound == pytest.approx(twin.bound_18(plus, minus, alpha), rel=1e-12, abs=1e-12)
    if algorithm == "rb-c":
        assert bound >= z * (1 - 1e-12)


@given(shares, st.floats(-3, 3), st.floats(-6, 6), st.booleans())
def test_nowhere_is_z_less_than_at_its_least(
    eps: tuple[float, ...], prior: float, alpha: float, cosh: bool
) -> None:
    plus, zero, minus = (each / sum(eps) for each in eps)
    name = "rb-plus" if cosh else "rb-d"
    least = along_alpha.least(plus, zero, minus, prior, cosh)
    here = twin.z(name, plus, zero, minus, prior, alpha)
    if math.isfinite(least):
        assert twin.z(name, plus, zero, minus, prior, least) <= here * (1 + 1e-9)
    else:  # it falls for ever
        assert twin.z(name, plus, zero, minus, prior, alpha + math.copysign(1.0, least)) <= here


@pytest.fixture(scope="module")
def graded() -> rankviz.Trace:
    problem = rankviz.load("bundled:diabetes?grades=4&items=50&seed=9")
    return rankviz.trace(problem, ALGORITHMS, 12)


def test_every_alpha_leads_where_its_branch_goes(graded: rankviz.Trace) -> None:
    for run in graded.runs:
        found = steps.of_run(graded, run)
        for t, i in ((2, 0), (5, 14), (12, 30)):
            alpha = float(f"{found['step_alphas'][found['step_grid'][t - 1], i]:.6g}")
            fork = Fork(run.algorithm, t, alpha=alpha)
            branch = rankviz.trace(graded.problem, [run.algorithm], 12, forks=[fork]).runs[1]
            loss = math.exp(branch.metrics["log_e2" if run.algorithm == "rb-plus" else "log_e1"][t])
            assert found["step_z"][t - 1, i] == pytest.approx(branch.z[t - 1], rel=1e-6)
            assert found["step_loss"][t - 1, i] == pytest.approx(loss, rel=1e-6)
            plus, tied, minus = twin.weights(
                run.algorithm,
                *(getattr(run, f"eps_{k}")[t - 1] for k in ("correct", "tied", "reversed")),
                run.alpha_prior[t - 1],
                alpha,
            )
            drawn = found["step_parts"][t - 1, :, i] / 255
            np.testing.assert_allclose(drawn, np.array([plus, minus]) / (plus + tied + minus), atol=0.5 / 254)


def test_the_step_taken_is_where_it_was_taken(graded: rankviz.Trace) -> None:
    for run in graded.runs:
        found = steps.of_run(graded, run)
        place, z, correct, reversed_, least, at, lowest, bound_at, bound = found["step_marks"].T
        np.testing.assert_allclose(z, run.z, rtol=1e-6)
        np.testing.assert_allclose(np.exp(run.alpha) * z * correct, run.eps_correct, rtol=1e-5, atol=1e-7)
        assert ((place > 1) & (place < steps.POINTS - 4)).all()
        if run.algorithm == "rb-c":
            np.testing.assert_allclose(bound_at, place, rtol=1e-6)
            r = run.eps_correct - run.eps_reversed
            np.testing.assert_allclose(bound, np.sqrt(1 - r**2), rtol=1e-6)
            assert (found["step_bound"] >= found["step_z"] * (1 - 1e-6)).all()
            assert (lowest[np.isfinite(lowest)] <= z[np.isfinite(lowest)] * (1 + 1e-6)).all()
        else:
            np.testing.assert_allclose(at, place, atol=1e-3)
            np.testing.assert_allclose(least, run.alpha, rtol=1e-6)
            assert "step_bound" not in found


DEPENDENT = "inline:?grades=6,5,4,3,2,1&h1=100001&h2=011010&h3=111011&h4=101100&items=a,b,c,d,e,f"
"""RB-D picks all four, and h3 = h1 + h2."""


@pytest.mark.parametrize(("name", "rounds"), [("scenario:places-to-stay", 12), (DEPENDENT, 12)])
def test_e2_along_alpha_is_that_of_the_branch(name: str, rounds: int) -> None:
    problem = rankviz.load(name)
    trace = rankviz.trace(problem, ALGORITHMS[:2], rounds)
    for run in trace.boosted:
        found = steps.of_run(trace, run)
        for t, i in itertools.product(range(1, run.n_rounds + 1), (0, 14, 30)):
            alpha = float(f"{found['step_alphas'][found['step_grid'][t - 1], i]:.6g}")
            fork = Fork(run.algorithm, t, alpha=alpha)
            branch = rankviz.trace(problem, [run.algorithm], rounds, forks=[fork]).runs[1]
            factor = math.exp(branch.metrics["log_e2"][t] - run.metrics["log_e2"][t - 1])
            assert found["step_z2"][t - 1, i] == pytest.approx(factor, rel=1e-6)


def grid(trace: rankviz.Trace, run: Run, t: int) -> np.ndarray:
    found = steps.of_run(trace, run)
    return found["step_alphas"][found["step_grid"][t - 1]]


def test_every_grid_is_rising_short_and_holds_zero(graded: rankviz.Trace) -> None:
    for run in graded.runs:
        for t in range(1, run.n_rounds + 1):
            alphas = grid(graded, run, t)
            assert (np.diff(alphas) > 0).all() and 0.0 in alphas
            assert all(len(f"{abs(alpha):.6g}".replace("0.", "").lstrip("0")) <= 5 for alpha in alphas)


def test_the_runs_of_a_round_share_one_axis_on_which_every_step_has_a_place(graded: rankviz.Trace) -> None:
    """RB-C takes smaller steps than RB-D, and now and then one the other way: seen on one axis of α."""
    opposed = 0
    for t in range(1, 13):
        grids = [grid(graded, run, t) for run in graded.runs]
        for other in grids[1:]:
            np.testing.assert_array_equal(other, grids[0])
        taken = [run.alpha[t - 1] for run in graded.runs]
        opposed += min(taken) < 0 < max(taken)
        for run in graded.runs:
            assert 0 <= steps.of_run(graded, run)["step_marks"][t - 1, 0] <= steps.POINTS - 1
    assert opposed, "the test needs a round in which two runs go opposite ways"


@pytest.mark.parametrize("undefined", ["infinite", "cap"])
def test_an_undefined_alpha_has_a_curve_that_only_falls(undefined: str) -> None:
    problem = rankviz.load("scenario:lemma-1?n=2")
    trace = rankviz.trace(problem, ["rb-d"], 6, undefined=undefined, cap=100.0)
    run = trace.runs[0]
    t = next(i for i, outcome in enumerate(run.outcome, start=1) if outcome != "finite")
    found = steps.of_run(trace, run)
    assert (np.diff(found["step_z"][t - 1]) < 0).all()
    place, _, correct, reversed_, *least = found["step_marks"][t - 1, :7]
    assert np.isnan(place) and np.isnan(least).all() and correct == reversed_ == 0.0
    assert np.isfinite(found["step_loss"][t - 1]).all() and np.isnan(found["step_loss"][t:]).all()


@pytest.mark.parametrize("alpha", [19.9, -20.0, 0.0, 1e-7, 0.123456789])
def test_no_grid_goes_beyond_what_a_branch_may_take(alpha: float) -> None:
    problem = rankviz.load("scenario:lemma-3")
    trace = rankviz.trace(problem, ["rb-d"], 3, forks=[Fork("rb-d", 1, alpha=alpha)])
    alphas = grid(trace, trace.runs[1], 1)
    assert len(alphas) == steps.POINTS and np.abs(alphas).max() <= 20.0 and 0.0 in alphas


def test_a_step_beyond_single_precision_is_still_marked() -> None:
    """Under a push of 16 a step of 20 the wrong way multiplies the loss by 10¹³⁸."""
    problem = rankviz.Problem.from_arrays([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1])
    trace = rankviz.trace(problem, "push", 1, p=16.0, forks=[Fork("push", 1, alpha=-20.0)])
    found = steps.of_run(trace, trace.runs[1])
    assert np.isfinite(found["step_marks"][0, :2]).all()
    assert found["step_marks"][0, 1] == pytest.approx(trace.runs[1].z[0], rel=1e-9)
    assert trace.runs[1].z[0] > 1e39


def test_an_algorithm_with_another_alpha_has_none() -> None:
    problem = rankviz.load("scenario:margin-cycle")
    trace = rankviz.trace(problem, ("smooth-margin", "qbrank"), 3)
    assert [steps.of_run(trace, run) for run in trace.runs] == [{}, {}]


def test_a_combination_has_no_curve() -> None:
    problem = rankviz.load("synthetic:linear?n=24&features=4&grades=2&seed=1")
    trace = rankviz.trace(problem, ["rb-plus-optimal"], 60)
    run = trace.runs[0]
    assert run.combined.any(), "the test needs a round with a combination"
    z = steps.of_run(trace, run)["step_z"]
    assert np.isnan(z[run.combined]).all() and np.isfinite(z[~run.combined]).all()


@pytest.mark.parametrize(
    ("source", "algorithm"),
    [
        ("scenario:lemma-1", "rb-d"),
        ("bundled:wine", "rb-d"),
        ("bundled:diabetes?grades=4&items=50&seed=9", "rb-d"),
        ("scenario:lemma-1", "push"),
        ("bundled:wine", "push"),
    ],
)
def test_a_refused_round_has_the_curve_that_the_round_has_where_it_is_taken(
    source: str, algorithm: str
) -> None:
    """The same round under "cap": one curve, but nothing was taken; another α can be tried, and branches."""
    problem = rankviz.load(source)
    rounds = {} if source.startswith("scenario") or algorithm == "push" else {"choose": "step"}
    trace = rankviz.trace(problem, [algorithm], 12, **rounds)
    taking = rankviz.trace(problem, [algorithm], 12, undefined="infinite", **rounds)
    run, other = trace.runs[0], taking.runs[0]
    assert run.refused is not None and run.refused.ranker == other.ranker[run.n_rounds]
    found, taken = steps.of_run(trace, run), steps.of_run(taking, other)
    t = run.n_rounds  # of the refused round, in the arrays
    assert len(found["step_z"]) == t + 1
    for name in ("step_z", "step_loss", "step_parts"):
        np.testing.assert_array_equal(found[name][t], taken[name][t])
    np.testing.assert_array_equal(found["step_alphas"][found["step_grid"][t]], grid(taking, other, t + 1))
    assert np.isnan(found["step_marks"][t, :7]).all()
    falls = np.diff(found["step_z"][t])
    assert (falls < 0).all() or (falls > 0).all()
    forks = [Fork(algorithm, t + 1, alpha=0.5)]
    forced = rankviz.trace(problem, [algorithm], 12, forks=forks, **rounds).runs[1]
    assert forced.n_rounds > t and forced.alpha[t] == 0.5


@settings(max_examples=60)
@given(cases(), st.sampled_from([1.0, 1.5, 4.0, 16.0]), st.integers(0, 2**32 - 1), st.floats(-3, 3))
def test_the_curve_of_a_line_search_is_the_push_s_loss(case: Case, p: float, seed: int, alpha: float) -> None:
    """R_p along any ranker from any scores, and the pairs' shares after it, against the twin's sums pair by pair."""
    problem, pool = problem_of(case), build_pool(problem_of(case), 0)
    rng = np.random.default_rng(seed)
    scores = rng.normal(0.0, 1.0, problem.n_items)
    higher, lower = problem.pairs.T
    s, h = scores[higher] - scores[lower], pool.output(int(rng.integers(len(pool)))).astype(float)
    line = PushDistribution(problem, p, -s).line(h.astype(np.uint8))
    z, shares = along_alpha.of_line(line, alpha)
    expected = twin.push(s, h[higher] - h[lower], lower, p, alpha)
    assert (z, *shares) == pytest.approx(expected, rel=1e-12, abs=1e-12)
    least = line.alpha()
    if math.isfinite(least):
        assert twin.push(s, h[higher] - h[lower], lower, p, least)[0] <= expected[0] * (1 + 1e-12)


@pytest.mark.parametrize("p", [1.0, 4.0])
def test_every_alpha_of_the_push_leads_where_its_branch_goes(p: float) -> None:
    problem = rankviz.load("bundled:diabetes?grades=4&items=30&seed=9")
    trace = rankviz.trace(problem, ["push"], 8, p=p)
    found, run = steps.of_run(trace, trace.runs[0]), trace.runs[0]
    np.testing.assert_allclose(found["step_marks"][:, 1], run.z, rtol=1e-6)
    np.testing.assert_allclose(found["step_marks"][:, 4], run.alpha, rtol=1e-6)
    assert (found["step_z"] >= run.z[:, None] * (1 - 1e-6)).all(), "nothing lies below the step taken"
    for t, i in ((2, 0), (5, 14), (8, 30)):
        alpha = float(f"{found['step_alphas'][found['step_grid'][t - 1], i]:.6g}")
        branched = rankviz.trace(problem, ["push"], 8, p=p, forks=[Fork("push", t, alpha=alpha)])
        branch = branched.runs[1]
        assert found["step_z"][t - 1, i] == pytest.approx(branch.z[t - 1], rel=1e-6)
        assert found["step_loss"][t - 1, i] == pytest.approx(branch.extra["push_loss"][t], rel=1e-6)
        h = trace.pool.output(int(run.ranker[t - 1])).astype(int)
        moves, weight = h[problem.pairs[:, 0]] - h[problem.pairs[:, 1]], branched.weights(branch, t)
        drawn = found["step_parts"][t - 1, :, i] / 255
        np.testing.assert_allclose(drawn, [weight[moves > 0].sum(), weight[moves < 0].sum()], atol=0.5 / 254)
