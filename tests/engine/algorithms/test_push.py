"""The P-norm push: its twin, RB-D at p = 1, its line search, and what is claimed of it."""

import math

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases, graded
from helpers.theorems import by_key, violated
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from twins import push as twin

import rankviz
from rankviz.engine import metrics
from rankviz.engine.algorithms.boosting.loop import Steps
from rankviz.engine.algorithms.boosting.stop import Why
from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.algorithms.rankboost.graded_push import GradedPush
from rankviz.engine.algorithms.rankboost.push import PushDistribution
from rankviz.engine.algorithms.registry import ALGORITHMS, settle
from rankviz.engine.data.builtin.bundled import ENTRIES
from rankviz.engine.errors import DataError
from rankviz.insight.theory import monitor
from rankviz.lessons.vocabulary import Facts
from rankviz.ui.presets.presets import PRESETS
from rankviz.ui.state.run_spec import of_state

POWERS = st.sampled_from([1.0, 1.5, 2.0, 4.0, 16.0])


def fit(problem: rankviz.Problem, name: str, rounds: int, **params: object) -> Steps:
    """The rounds alone, without measuring them."""
    entry = ALGORITHMS[name]
    return entry.fit(problem, build_pool(problem, 0), rounds, settle(entry, params))  # type: ignore[return-value]


@settings(max_examples=60)
@given(cases(), POWERS)
def test_every_round_is_the_twins(case: Case, p: float) -> None:
    problem, items = problem_of(case), case.items()
    run = rankviz.trace(problem, "push", rounds=8, p=p)
    found = run.runs[0]
    other = twin.boost(items.H, items.pairs, found.n_rounds, p, picks=found.ranker.tolist())
    assert other.ranker == found.ranker.tolist()
    assert found.alpha.tolist() == pytest.approx(other.alpha, rel=1e-7, abs=1e-9)
    assert found.z.tolist() == pytest.approx(other.z, rel=1e-7, abs=1e-12)
    assert found.extra["push_loss"] == pytest.approx([loss / other.loss[0] for loss in other.loss], rel=1e-7)
    for t, weight in enumerate(run.staged_weights(found)):
        np.testing.assert_allclose(weight, other.weights[t], rtol=1e-7, atol=1e-12)
        np.testing.assert_array_equal(weight, run.weights(found, t))
    assert not violated(run)
    M = items.H[items.pairs[:, 0]] - items.H[items.pairs[:, 1]]
    for t, ranker in enumerate(other.ranker):  # each pick is within rounding of the twin's best
        edge = np.abs(other.weights[t] @ M)
        assert edge[ranker] >= edge.max() - 1e-9
    stops = {Why.ROUNDS: "rounds", Why.NO_EDGE: "no edge", Why.UNDEFINED: "undefined"}
    again = twin.boost(items.H, items.pairs, 8, p)
    if again.ranker == other.ranker and found.n_rounds < 8:
        assert again.stopped == stops[found.stopped.why]


@pytest.mark.parametrize("name", [entry.name for entry in ENTRIES])
def test_with_p_1_it_is_rb_d(name: str) -> None:
    problem = rankviz.load(f"bundled:{name}")
    if problem.pair_weights is not None:
        with pytest.raises(DataError, match="counts all pairs alike"):
            rankviz.trace(problem, "push", rounds=2)
        return
    each = (("rb-d", {}), ("push", {"p": 1.0}))
    plain, push = (fit(problem, algorithm, 20, undefined="limit", **params) for algorithm, params in each)
    assert push.ranker == plain.ranker and len(plain) > 3
    assert push.outcome == plain.outcome and push.sign == plain.sign
    finite = [(a, b) for a, b in zip(push.alpha, plain.alpha, strict=True) if not math.isnan(a)]
    assert max(abs(a - b) / max(1.0, abs(b)) for a, b in finite) <= 1e-14
    assert push.stopped == plain.stopped


def test_the_claims_about_a_push_have_rows() -> None:
    trace = rankviz.trace(rankviz.load("synthetic:moons?n=20"), "push", 7)
    assert set(by_key(trace, trace.runs[0])) >= {
        "heights",
        "highest",
        "product-push",
        "push-bound",
        "theorem-1",
    }


@pytest.mark.parametrize(("p", "verdict"), [(1.0, monitor.HOLDS), (2.0, monitor.DOES_NOT_APPLY)])
def test_theorem_1_is_about_p_1_alone(p: float, verdict: str) -> None:
    trace = rankviz.trace(rankviz.load("synthetic:moons?n=20"), "push", 3, p=p)
    assert by_key(trace, trace.runs[0])["theorem-1"].verdict == verdict


@settings(max_examples=60)
@given(cases(), POWERS, st.integers(0, 2**32 - 1), st.sampled_from([0.5, 5.0, 60.0]))
def test_the_step_is_where_the_slope_is_0(case: Case, p: float, seed: int, far: float) -> None:
    """From any scores, also so far apart that R_p is beyond floats."""
    problem, pool = problem_of(case), build_pool(problem_of(case), 0)
    rng = np.random.default_rng(seed)
    scores = rng.normal(0.0, far, problem.n_items)
    pairs = problem.pairs
    start = PushDistribution(problem, p, scores[pairs[:, 1]] - scores[pairs[:, 0]])
    h = pool.output(int(rng.integers(len(pool))))
    line = start.line(h)
    alpha = line.alpha()
    moves = h[pairs[:, 0]].astype(int) - h[pairs[:, 1]]
    if not math.isfinite(alpha):
        assert (moves >= 0).all() if alpha > 0 else (moves <= 0).all()
        assert line.log_z(alpha) <= line.log_z(math.copysign(40.0, alpha)) + 1e-12
        return
    start.update(h, alpha, 0.0, 1.0)
    correct, _, reversed_ = start.epsilons(h)
    assert correct == pytest.approx(reversed_, rel=1e-9, abs=1e-12)
    for factor in (0.9, 1.1):
        assert line.log_z(alpha) <= line.log_z(factor * alpha) + 1e-12


@settings(max_examples=60)
@given(graded(max_items=30), POWERS, st.lists(st.tuples(st.integers(0, 99), st.floats(-9, 9)), max_size=24))
def test_by_grade_it_is_the_push_pair_by_pair(case: Case, p: float, steps: list[tuple[int, float]]) -> None:
    """After any steps, and from scores so far apart that R_p is beyond floats."""
    problem = problem_of(case)
    pool = build_pool(problem)
    assume(len(pool) > 0)
    listed, found = PushDistribution(problem, p), GradedPush(problem, p)
    for number, alpha in [(0, 0.0), *steps]:
        h = pool.output(number % len(pool))
        there, here = listed.line(h), found.line(h)
        assert_allclose(here.alpha(), there.alpha(), rtol=1e-9, atol=1e-12)
        assert_allclose(here.log_z(alpha), there.log_z(alpha), rtol=1e-11, atol=1e-11)
        assert_allclose(here.shares(alpha), there.shares(alpha), rtol=1e-9, atol=1e-11)
        for each in (listed, found):
            each.update(h, alpha, 0.0, 1.0)
        assert found.log_loss == pytest.approx(listed.log_loss, rel=1e-12, abs=1e-11)
        assert_allclose(found.potential(), listed.potential(), atol=1e-10)
        every = (each.all_epsilons(pool.codes, pool.offsets) for each in (found, listed))
        assert_allclose(*every, atol=1e-10)


@settings(max_examples=60)
@given(graded(max_items=30), POWERS, st.sampled_from(["halt", "infinite"]))
def test_pairs_given_one_by_one_make_the_run_of_the_grades(case: Case, p: float, undefined: str) -> None:
    problem = problem_of(case)
    assume(len(build_pool(problem)) > 0)
    listed = rankviz.Problem.from_arrays(problem.X, pairs=problem.pairs)
    by_grade, by_pair = (fit(each, "push", 20, p=p, undefined=undefined) for each in (problem, listed))
    assert by_grade.ranker == by_pair.ranker and by_grade.stopped == by_pair.stopped
    for name in ("alpha", "z", "eps", "delta"):
        assert_allclose(getattr(by_grade, name), getattr(by_pair, name), rtol=1e-11, atol=1e-12)
    assert_allclose(by_grade.log_extra["push_loss"], by_pair.log_extra["push_loss"], rtol=1e-11, atol=1e-12)


def test_more_pairs_than_a_list_holds_are_pushed() -> None:
    rng = np.random.default_rng(0)
    X, grades = rng.integers(0, 9, (40_000, 2)), rng.integers(0, 3, 40_000)
    problem = rankviz.Problem.from_arrays(X.astype(float), grades)
    steps = fit(problem, "push", 3)
    assert len(steps) == 3 and problem.n_pairs > 5e8 and not {"pairs", "by_higher"} & set(vars(problem))
    assert steps.log_extra["push_loss"][-1] == pytest.approx(np.log(steps.z).sum(), abs=1e-11)


def test_a_push_cares_for_the_worst_intruder_first() -> None:
    """With p the pairs of the lower item that stands highest weigh ever more."""
    problem = rankviz.load("synthetic:moons?n=60&noise=0.5&seed=1")
    scores = problem.X[:, 1] - problem.X[:, 0]
    pairs = problem.pairs
    shares = []
    for p in (1.0, 2.0, 4.0, 8.0):
        made = PushDistribution(problem, p, scores[pairs[:, 1]] - scores[pairs[:, 0]])
        worst = int(np.argmax(made.log_sums))
        shares.append(float(made.weight[pairs[:, 1] == worst].sum()))
        assert made.weight.sum() == pytest.approx(1.0, abs=1e-12)
    assert shares == sorted(shares) and shares[-1] > 1.5 * shares[0]


def test_the_preset_says_what_comes_of_it() -> None:
    preset = next(each for each in PRESETS if each.title == "A push for the top")
    trace = of_state(preset.state, str(preset.state["data"])).trace()
    plain, push = trace.runs
    found = [
        metrics.positives_at_top(trace.problem, trace.scores(run), scale=float(trace.scales(run)[-1]))
        for run in (plain, push)
    ]
    assert (round(100 * found[0]), round(100 * found[1])) == (48, 74)
    (caption,) = preset.seen
    words = caption.sentence.words(Facts(trace, 60))
    assert "74 of 100" in words and "RB-D with 48" in words
    assert push.metrics["r2"][-1] > plain.metrics["r2"][-1]


def test_the_push_does_not_overflow_at_a_high_power() -> None:
    """16 times ln S is far beyond what e^x holds; D, α and the loss's log are not."""
    problem = rankviz.load("synthetic:moons?n=200&noise=0.5")
    steps = fit(problem, "push", 400, p=16.0)
    assert len(steps) == 400 and np.isfinite(steps.alpha).all() and np.isfinite(steps.z).all()
    start = PushDistribution(problem, 16.0, np.full(problem.n_pairs, 300.0))
    assert start.log_loss > 709.0 and start.weight.sum() == pytest.approx(1.0, abs=1e-12)


def test_an_undefined_step_goes_by_the_policies_of_rb_d() -> None:
    problem = rankviz.load("scenario:lemma-1?n=4")
    ends = {
        policy: rankviz.trace(problem, "push", 20, undefined=policy, cap=5.0).runs[0]
        for policy in ("halt", "infinite", "cap", "limit")
    }
    assert ends["halt"].stopped.why is Why.UNDEFINED and "ε⁻ = 0" in ends["halt"].stopped
    assert ends["infinite"].outcome[-1] == "infinite"
    assert 5.0 in np.abs(ends["cap"].alpha) and "limit" in ends["limit"].outcome
    assert (np.diff(ends["limit"].extra["push_loss"]) <= 0.0).all()
