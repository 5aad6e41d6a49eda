"""Optimal RankBoost+: every direction, dependent ones along β, against its slow twin and its own identities."""

import math
from pathlib import Path

import numpy as np
import pytest
from helpers.agreement import COMBINED, assert_agrees, problem_of
from helpers.identities import log_z
from helpers.real_data import letor_queries, movielens_task, quick_items, useful_queries
from helpers.strategies import Case, cases, weak_table
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from twins.rankboost import Line, log_f2, log_factors, pair_matrix

import rankviz
from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.algorithms.rankboost import rb_plus_optimal
from rankviz.engine.algorithms.rankboost.independence import CountedSpan, Span

NAME = "rb-plus-optimal"


def optimal(case: Case, rounds: int, **params: object) -> tuple[rankviz.Trace, rankviz.Run]:
    trace = rankviz.trace(problem_of(case), NAME, rounds=rounds, **params)
    return trace, trace.runs[0]


def check(case: Case, rounds: int = 15, **params: object) -> rankviz.Run:
    trace, run = optimal(case, rounds, **params)
    assert_agrees(trace, run, case.items(), rounds, **params)
    return run


class Followed:
    """S, η and β of every round of a run, followed from its picks alone with least squares over all pairs."""

    def __init__(self, trace: rankviz.Trace, run: rankviz.Run, M: np.ndarray) -> None:
        self.M = M
        self.states: list[tuple[dict[int, float], dict[int, float]]] = []  # η before, β, of each round
        eta: dict[int, float] = {}
        for s in range(run.n_rounds):
            j, alpha = int(run.ranker[s]), float(run.alpha[s])
            if run.combined[s]:
                beta = np.linalg.lstsq(M[:, list(eta)], M[:, j], rcond=None)[0]
                assert_allclose(M[:, list(eta)] @ beta, M[:, j], atol=1e-9)
                along = dict(zip(eta, beta.tolist(), strict=True))
            else:
                eta = eta | {j: eta.get(j, 0.0)}
                along = {k: float(k == j) for k in eta}
            self.states.append((dict(eta), along))
            eta = {k: v + alpha * along[k] for k, v in eta.items()}
        self.eta = eta


def uncapped(run: rankviz.Run) -> bool:
    return set(run.outcome) <= {"finite", "forced"}


# ---------------------------------------------------------------- against the twin


def test_a_small_example_of_a_combination() -> None:
    trace, run = optimal(COMBINED, 12)
    assert run.ranker.tolist() == [0, 2, 1, 3] * 3
    assert np.flatnonzero(run.combined).tolist() == [3, 7, 11]
    assert trace.runs[0].weights_at(3).keys() == {0, 1, 2}


@pytest.mark.slow
def test_rounds_along_combinations_are_common_enough_to_be_tested() -> None:
    """The strategies above reach the line search; this keeps it from passing on single rankers alone."""
    rng = np.random.default_rng(4)
    combined = 0
    for _ in range(15):
        n = int(rng.integers(6, 13))
        X = rng.integers(0, 4, (n, 4)).astype(float)
        X[rng.random(X.shape) < 0.1] = np.nan
        grades = rng.integers(0, 3, n).astype(float)
        grades[:2] = 0.0, 1.0
        combined += int(check(Case(X, grades), 30, undefined="cap").combined.sum())
    assert combined >= 10


@pytest.mark.parametrize(("user", "rounds"), [(21, 40), (116, 12), (936, 16)])
@pytest.mark.slow
def test_movielens_user(data_dir: Path, user: int, rounds: int) -> None:
    X, grades = movielens_task(data_dir / "ml-100k-u.data", user)
    trace = rankviz.trace(rankviz.Problem.from_arrays(X, grades), NAME, rounds=rounds, undefined="cap")
    twin = assert_agrees(
        trace, trace.runs[0], quick_items(trace.problem), rounds, every_weight=False, undefined="cap"
    )
    assert len(twin.rounds) == rounds


@pytest.mark.parametrize("which", range(1, 38, 4))
@pytest.mark.slow
def test_mq2008_query(data_dir: Path, which: int) -> None:
    X, grades = letor_queries(data_dir / "mq2008-fold1-vali.txt")[useful_queries(data_dir)[which]]
    trace = rankviz.trace(rankviz.Problem.from_arrays(X, grades), NAME, rounds=20, undefined="cap")
    assert_agrees(trace, trace.runs[0], quick_items(trace.problem), 20, every_weight=False, undefined="cap")


# ---------------------------------------------------------------- identities


@settings(max_examples=60)
@given(st.one_of(cases(), weak_table()))
@example(COMBINED)
@pytest.mark.slow
def test_each_round_is_a_step_of_f2(case: Case) -> None:
    """Π Z = Ê2 (29) and D ∝ Π ω* (24) through combined rounds; Ê2 falls; R̂2 ≤ Ê2; ensemble = S η."""
    trace, run = optimal(case, 20)
    M = pair_matrix(case.items().H, case.items().pairs)
    log_e2 = run.metrics["log_e2"]
    assert_allclose(log_z(run), log_e2, atol=1e-9)
    assert np.all(np.diff(log_e2) <= 1e-12)
    assert np.all(run.metrics["r2"] <= np.exp(log_e2) + 1e-9)
    followed = Followed(trace, run, M)
    for t, (eta, _) in enumerate([*followed.states, (followed.eta, {})]):
        assert log_e2[t] == pytest.approx(log_f2(M, eta), abs=1e-9)
        softmax = log_factors(M, eta)
        softmax = np.exp(softmax - softmax.max())
        assert_allclose(trace.weights(run, t), softmax / softmax.sum(), rtol=1e-7, atol=1e-13)
        ensemble = sum((v * M[:, k] for k, v in eta.items()), np.zeros(len(M)))
        scores = trace.scores(run, t)
        higher, lower = trace.problem.pairs.T
        assert_allclose(scores[higher] - scores[lower], ensemble, atol=1e-9)


@settings(max_examples=60)
@given(st.one_of(cases(), weak_table()))
@example(COMBINED)
def test_no_other_step_along_the_same_direction_is_better(case: Case) -> None:
    trace, run = optimal(case, 15)
    M = pair_matrix(case.items().H, case.items().pairs)
    followed = Followed(trace, run, M)
    for s, (eta, beta) in enumerate(followed.states):
        line = Line(M, trace.weights(run, s), eta, beta)
        alpha, z = float(run.alpha[s]), float(run.z[s])
        assert z == pytest.approx(float(line.weighed(alpha).sum()), rel=1e-9)
        for other in (0.9, 1.1, 0.5, -1.0, 0.0):
            assert z <= float(line.weighed(other * alpha).sum()) + 1e-13
        assert abs(line.slope(alpha)) <= 1e-9


@settings(max_examples=60)
@given(st.one_of(cases(), weak_table()))
@example(COMBINED)
@pytest.mark.slow
def test_the_chosen_direction_is_the_steepest(case: Case) -> None:
    """δ is ∇F2 · β/‖β‖₂ over F2, by difference quotients of ln F2 along the unit direction."""
    trace, run = optimal(case, 10)
    M = pair_matrix(case.items().H, case.items().pairs)
    for s, (eta, beta) in enumerate(Followed(trace, run, M).states):
        length = math.sqrt(sum(b * b for b in beta.values()))

        after, before = (
            log_f2(M, {k: v + step * beta[k] / length for k, v in eta.items()}) for step in (1e-5, -1e-5)
        )
        assert run.delta[s] == pytest.approx((after - before) / 2e-5, abs=1e-7)


@settings(max_examples=40)
@given(st.one_of(cases(), weak_table()))
@pytest.mark.slow
def test_it_ends_at_the_minimum_over_its_s(case: Case) -> None:
    """After many rounds no η over S does better, by a solver that knows nothing of boosting."""
    trace, run = optimal(case, 200)
    M = pair_matrix(case.items().H, case.items().pairs)
    members = list(Followed(trace, run, M).eta)
    if "undefined" in run.stopped or not members:
        return  # F2 has no minimum
    S = M[:, members]
    ties = (S == 0).astype(float)

    def f(eta: np.ndarray) -> tuple[float, np.ndarray]:
        power = ties @ (np.abs(eta) + np.log1p(np.exp(-2 * np.abs(eta))) - math.log(2)) - S @ eta
        weight = np.exp(power)
        return float(weight.mean()), (weight @ (ties * np.tanh(eta) - S)) / len(M)

    found = minimize(
        f, np.zeros(len(members)), jac=True, method="L-BFGS-B", options={"ftol": 1e-15, "gtol": 1e-12}
    )
    gap = np.exp(run.metrics["log_e2"]) - found.fun
    assert gap[-1] >= -1e-9
    if np.abs(found.x).max() < 4:
        assert gap[-1] <= 1e-6
    else:  # the least value is a limit far out: it is neared ever more slowly, as 1/t
        assert gap[-1] <= max(0.3 * gap[len(gap) // 10], 1e-6)


@settings(max_examples=40)
@given(st.one_of(cases(), weak_table()))
def test_its_rankers_are_independent_and_the_rest_depends(case: Case) -> None:
    trace, run = optimal(case, 30)
    M = pair_matrix(case.items().H, case.items().pairs)
    alone = list(dict.fromkeys(int(j) for j, c in zip(run.ranker, run.combined, strict=True) if not c))
    if alone:
        assert np.linalg.matrix_rank(M[:, alone]) == len(alone)
    assert run.fixed_from is None and not run.fixed_set and not run.dropped
    combined = np.flatnonzero(run.combined)
    assert not set(run.ranker[combined].tolist()) & set(alone)
    assert_allclose(run.alpha_prior[combined], 0.0)
    assert np.isnan(run.tie_factor[combined]).all() and np.isfinite(run.tie_factor[~run.combined]).all()
    first = combined[0] if len(combined) else run.n_rounds
    bound = run.metrics["log_bound"]
    assert np.isfinite(bound[: first + 1]).all() and np.isnan(bound[first + 1 :]).all()


@settings(max_examples=40)
@given(st.one_of(cases(), weak_table()))
@pytest.mark.slow
def test_until_a_combination_is_chosen_both_versions_agree(case: Case) -> None:
    """Efficient and optimal RankBoost+ search the same candidates until the first dependent one wins."""
    trace = rankviz.trace(problem_of(case), ["rb-plus", NAME], rounds=15)
    efficient, run = trace.runs
    together = min(efficient.n_rounds, run.n_rounds)
    if efficient.fixed_from is not None:
        together = min(together, efficient.fixed_from - 1)
    apart = np.flatnonzero(efficient.ranker[:together] != run.ranker[:together])
    if len(apart):
        assert run.combined[apart[0]]
        together = apart[0]
    assert_allclose(efficient.alpha[:together], run.alpha[:together], rtol=1e-12)
    assert not run.combined[:together].any()


# ---------------------------------------------------------------- β


@settings(max_examples=60)
@given(st.one_of(cases(), weak_table()), st.integers(0, 10**6), st.sampled_from([Span, CountedSpan]))
def test_beta_in_item_space_is_beta_over_pairs(case: Case, seed: int, kind: type[Span]) -> None:
    problem = problem_of(case)
    items = case.items()
    M = pair_matrix(items.H, items.pairs)
    rng = np.random.default_rng(seed)
    span, members = kind(problem), []
    for j in rng.permutation(M.shape[1]):
        h = items.H[:, j]
        beta = span.coefficients(h)
        expected = np.linalg.lstsq(M[:, members], M[:, j], rcond=None)[0] if members else np.zeros(0)
        dependent = np.allclose(M[:, members] @ expected, M[:, j], atol=1e-8)
        assert (beta is not None) == dependent
        if beta is None:
            assert span.add(h)
            members.append(j)
        else:
            assert_allclose(beta, expected, atol=1e-8)
            assert not span.add(h)
    assert span.rank == len(members) == (np.linalg.matrix_rank(M) if M.size else 0)


@settings(max_examples=60)
@given(st.one_of(cases(), weak_table()), st.integers(0, 10**6), st.sampled_from([Span, CountedSpan]))
@pytest.mark.slow
def test_beta_of_many_is_beta_of_each(case: Case, seed: int, kind: type[Span]) -> None:
    """All candidates at once against one at a time, and their lengths against the centred vectors."""
    problem = problem_of(case)
    pool = build_pool(problem)
    span, rng = kind(problem), np.random.default_rng(seed)
    every = np.arange(len(pool))
    centred = [span.centred(pool.output(j)) for j in every]
    lengths = span.lengths(pool)
    assert_allclose(lengths, [v @ v for v in centred], atol=1e-12)
    assert np.array_equal(lengths == 0.0, [not v.round(12).any() for v in centred])
    for j in rng.permutation(len(pool)):
        span.add(pool.output(j))
        depends, betas = span.coefficients_of(pool.outputs(every))
        alone = [span.coefficients(pool.output(k)) for k in every]
        assert depends.tolist() == [beta is not None for beta in alone]
        assert_allclose(betas, [beta for beta in alone if beta is not None], atol=1e-8)


# ---------------------------------------------------------------- a combination without a minimum


def endless(undefined: str, cap: float = 10.0) -> tuple[rankviz.Trace, rankviz.Run]:
    """h3 = h1 + h2 reverses nothing, and cosh never outgrows what it gains: F2 falls along it for ever."""
    case = Case(np.array([[1.0, 1, 1], [1, 0, 0], [0, 1, 0]]), pairs=ENDLESS, binary=True)
    fork = rankviz.Fork(NAME, 3, ranker=2)
    trace = rankviz.trace(problem_of(case), NAME, rounds=6, undefined=undefined, cap=cap, forks=[fork])
    assert_agrees(trace, trace.runs[1], case.items(), 6, undefined=undefined, cap=cap)
    return trace, trace.runs[1]


ENDLESS = np.array([[2, 1], [1, 2], [2, 0]])


def test_a_combination_without_a_minimum_halts() -> None:
    _, run = endless("halt")
    assert run.n_rounds == 2 and "undefined" in run.stopped


def test_a_combination_without_a_minimum_may_be_infinite() -> None:
    trace, run = endless("infinite")
    assert run.outcome == ("finite", "finite", "infinite") and run.combined[2] and run.sign[2] == -1
    assert math.isnan(run.alpha[2])
    assert_allclose(trace.scores(run), -trace.pool.output(2).astype(float))


@pytest.mark.parametrize("cap", [0.5, 3.0, 10.0])
def test_a_combination_without_a_minimum_may_be_capped(cap: float) -> None:
    trace, run = endless("cap", cap)
    assert run.outcome[2] == "capped" and run.alpha[2] == -cap
    assert_allclose(log_z(run), run.metrics["log_e2"], atol=1e-9)  # the step is finite, and D goes with it
    assert all(trace.weights(run, t).min() > 0 for t in range(run.n_rounds + 1))


@settings(max_examples=80)
@given(cases(), st.booleans())
@pytest.mark.slow
def test_bounds_on_ties_choose_what_exact_sums_choose(case: Case, negative: bool) -> None:
    _, exact = optimal(case, 25, negative_alpha=negative, undefined="cap")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rb_plus_optimal, "BOUNDED_FROM", 0)
        patch.setattr(rb_plus_optimal, "BOUNDED_PAIRS", 0)
        _, bounded = optimal(case, 25, negative_alpha=negative, undefined="cap")
    assert bounded.ranker.tolist() == exact.ranker.tolist()
    assert_allclose(bounded.alpha, exact.alpha, rtol=1e-9, atol=1e-12)
