"""The convex solver: against a plain one on the twin's own losses, and where there is no minimum to find."""

import math

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from hypothesis import Phase, given, settings
from scipy.optimize import minimize
from twins import rankboost as naive

import rankviz
from rankviz.insight.theory import minimum, minimum_by_numpy, minimum_by_scipy
from rankviz.insight.theory.minimum import Minimum, of_f1, of_f2, of_run, rankers_of

UNSHRUNK = (Phase.explicit, Phase.generate)


def least(f, k: int, reach: float = 30.0) -> float:  # type: ignore[no-untyped-def]
    """The least value in a box, by a quasi-Newton method with numeric slopes, from several starts."""
    starts = [np.zeros(k), np.full(k, 0.3), np.linspace(-1, 1, k)]
    bounds = [(-reach, reach)] * k
    found = [
        minimize(f, start, method="L-BFGS-B", bounds=bounds, options={"maxfun": 20_000}) for start in starts
    ]
    return min(float(result.fun) for result in found)


def check(found: Minimum, plain: float, rel: float) -> None:
    """The solver's answer against the plain one's, where there is a minimum and where there is only a limit."""
    if found.attained:
        assert found.value is not None and found.why == "" and found.slope < 1e-6
        assert found.value == pytest.approx(plain, rel=rel)
    else:
        assert "no minimum at finite weights" in found.why
    assert found.value is None or found.value <= plain * (1 + 1e-9)


@settings(max_examples=40, phases=UNSHRUNK)
@given(cases())
@pytest.mark.slow
def test_f1_against_a_plain_solver(case: Case) -> None:
    trace = rankviz.trace(problem_of(case), "rb-d", rounds=1, undefined="cap")
    found = of_f1(trace.problem, trace.pool)
    M = naive.pair_matrix(case.items().H, case.items().pairs)
    plain = math.exp(least(lambda eta: naive.log_f1(M @ eta), M.shape[1]))
    check(found, plain, rel=1e-4)
    assert found.value is not None and (found.attained or plain - found.value < 1e-3)


@settings(max_examples=40, phases=UNSHRUNK)
@given(cases())
@pytest.mark.slow
def test_f2_against_a_plain_solver(case: Case) -> None:
    trace = rankviz.trace(problem_of(case), "rb-plus", rounds=6, undefined="cap")
    rankers = rankers_of(trace.runs[0])
    found = of_f2(trace.problem, trace.pool.outputs(np.array(rankers, dtype=np.int64)))
    if not rankers:
        assert found.value == 1.0
        return
    M = naive.pair_matrix(case.items().H, case.items().pairs)
    plain = math.exp(least(lambda eta: naive.log_f2(M, dict(zip(rankers, eta, strict=True))), len(rankers)))
    check(found, plain, rel=1e-4)
    assert found.attained == (found.value is not None)


@settings(max_examples=60, phases=UNSHRUNK)
@given(cases())
@pytest.mark.slow
def test_numpy_alone_finds_what_scipy_does(case: Case) -> None:
    """The same minima, and the same words where there is none."""
    greedy = rankviz.trace(problem_of(case), "rb-d", rounds=1, undefined="cap")
    plus = rankviz.trace(problem_of(case), "rb-plus", rounds=6, undefined="cap")
    outputs = plus.pool.outputs(np.array(rankers_of(plus.runs[0]), dtype=np.int64))
    for find in (lambda: of_f1(greedy.problem, greedy.pool), lambda: of_f2(plus.problem, outputs)):
        found = []
        for solvers in (minimum_by_scipy, minimum_by_numpy):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(minimum, "solvers", solvers)
                found.append(find())
        theirs, ours = found
        assert (ours.attained, ours.why, ours.dimension) == (theirs.attained, theirs.why, theirs.dimension)
        assert ours.slope < 1e-6
        assert ours.value == (theirs.value if theirs.value is None else pytest.approx(theirs.value, rel=1e-9))


def test_a_perfect_ranker_leaves_nothing_to_reach() -> None:
    problem = rankviz.Problem.from_arrays([[0.0], [1.0], [1.0]], [0, 1, 1])
    trace = rankviz.trace(problem, ["rb-d", "rb-plus"], rounds=3, undefined="cap")
    one, two = (of_run(trace, run) for run in trace.runs)
    assert (one.value, one.attained) == (0.0, False) and (two.value, two.attained) == (None, False)
    assert "no minimum at finite weights" in one.why and "no minimum at finite weights" in two.why


def test_the_infimum_of_lemma_1_is_what_its_limit_reaches() -> None:
    """n = 4: 21 of 25 pairs can be pulled apart without bound; the other four stay tied: 4/25."""
    trace = rankviz.trace(rankviz.load("scenario:lemma-1?n=4"), "rb-d", rounds=1)
    found = of_f1(trace.problem, trace.pool)
    assert found.value == pytest.approx(4 / 25) and not found.attained and "21 of 25" in found.why


def test_a_cycle_keeps_its_pairs_together() -> None:
    """Scores are free here: the cycle's three pairs cost at least 1 each, the fourth goes to 0."""
    X = np.eye(4)
    problem = rankviz.Problem.from_arrays(X, pairs=[[0, 1], [1, 2], [2, 0], [0, 3]], binary=True)
    trace = rankviz.trace(problem, "rb-d", rounds=1, undefined="cap")
    found = of_f1(trace.problem, trace.pool)
    assert found.value == pytest.approx(0.75) and not found.attained


def test_a_problem_too_large_for_the_solver_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = rankviz.trace(rankviz.load("scenario:lemma-3"), ["rb-d", "rb-plus"], rounds=20)
    monkeypatch.setattr(minimum, "MAX_PAIRS", 3)
    for run in trace.runs:
        found = of_run(trace, run)
        assert found.value is None and "too many for the solver" in found.why and "at most" in found.why


@pytest.mark.parametrize("seed", range(5))
def test_theorem_3_rankboost_plus_reaches_the_minimum(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, (14, 3)).astype(float)
    problem = rankviz.Problem.from_arrays(X, np.round(X[:, 0] + rng.normal(0, 1.5, 14)))
    trace = rankviz.trace(problem, ["rb-plus", "rb-plus-optimal"], rounds=6000)
    for run in trace.runs:
        found = of_run(trace, run)
        assert found.attained and found.value is not None
        assert float(np.exp(run.metrics["log_e2"][-1])) == pytest.approx(found.value, rel=1e-9)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("algorithm", "rounds"), [("rb-d", 6000), pytest.param("rb-c", 9000, marks=pytest.mark.slow)]
)
def test_rb_d_and_rb_c_reach_the_minimum_of_f1(algorithm: str, rounds: int, seed: int) -> None:
    """Pairs both ways keep every ε above 0: α is defined in every round and the minimum is finite.

    RB-D by Observation 1; RB-C comes to it with shorter steps, which RankViz derives.
    """
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 3, (8, 3)).astype(float)
    ring = [[i, (i + 1) % 8] for i in range(8)] + [[(i + 1) % 8, i] for i in range(8)]
    more = [[a, b] for a, b in rng.integers(0, 8, (20, 2)).tolist() if a != b]
    trace = rankviz.trace(rankviz.Problem.from_arrays(X, pairs=ring + more), algorithm, rounds)
    run, found = trace.runs[0], of_run(trace, trace.runs[0])
    assert set(run.outcome) == {"finite"} and found.attained and found.value is not None
    assert math.exp(run.metrics["log_e1"][-1]) == pytest.approx(found.value, rel=1e-9)
    assert np.all(np.diff(run.metrics["log_e1"]) <= 1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_rb_c_comes_to_the_infimum_that_no_finite_weights_have(seed: int) -> None:
    """A ranker that is never wrong needs an infinite weight; the pairs that it ties are ordered both ways.

    So inf F1 is that of the tied pairs alone, over the other rankers: found here by the plain solver.
    """
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (8, 3)).astype(float)
    X[:, 0] = np.arange(8) >= 4
    tied = [(i, (i + 1) % 4 + 4 * (i > 3)) for i in range(8)]
    pairs = np.array(
        [*tied, *(pair[::-1] for pair in tied), *((high, low) for high in range(4, 8) for low in range(4))]
    )
    problem = rankviz.Problem.from_arrays(X, pairs=pairs, binary=True)
    M = (X[pairs[:, 0]] - X[pairs[:, 1]])[X[pairs[:, 0], 0] == X[pairs[:, 1], 0]]
    infimum = least(lambda eta: float(np.exp(-M @ eta).sum() / len(pairs)), 3)
    trace = rankviz.trace(problem, "rb-c", 4000)
    found = of_run(trace, trace.runs[0])
    assert not found.attained and found.value == pytest.approx(infimum, rel=1e-6)
    end = math.exp(trace.runs[0].metrics["log_e1"][-1])
    assert 0.0 < end - infimum < 1e-2
