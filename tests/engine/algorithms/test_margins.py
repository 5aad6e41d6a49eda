"""Smooth Margin Ranking and the margin game, against the slow twin and the paper's own claims."""

import math
from typing import Any

import numpy as np
import pytest
from helpers.agreement import problem_of
from helpers.strategies import Case, cases
from helpers.theorems import violated
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from twins import margins as naive
from twins.rankboost import pair_matrix

import rankviz
from rankviz.engine.algorithms.boosting.loop import Fork
from rankviz.engine.algorithms.boosting.stumps import build_pool
from rankviz.engine.algorithms.margins import equations as sm
from rankviz.engine.runs import candidates
from rankviz.insight.narration import round_in_words
from rankviz.insight.theory import margin_game

NAME = "smooth-margin"


@st.composite
def separable(draw: st.DrawFn) -> Case:
    """Pairs that some λ ≥ 0 orders: random 0/1 rankers over random items, kept where the score λ says so by a gap."""
    n, k = draw(st.integers(4, 10)), draw(st.integers(2, 6))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    X = rng.integers(0, 2, (n, k)).astype(float)
    score = X @ rng.dirichlet(np.ones(k))
    pairs = [(a, b) for a in range(n) for b in range(n) if score[a] > score[b] + 0.02]
    assume(pairs)
    keep = rng.permutation(len(pairs))[: draw(st.integers(1, len(pairs)))]
    return Case(X, pairs=np.array([pairs[i] for i in keep]), binary=True)


def check(case: Case, rounds: int, **params: Any) -> tuple[rankviz.Trace, naive.Twin]:
    """The twin follows the engine's picks, each within 1e-9 of its own best, and finds every number."""
    trace = rankviz.trace(problem_of(case), NAME, rounds=rounds, **params)
    (run,) = trace.runs
    train = case.items()
    picks = run.ranker.tolist()
    twin = naive.smooth_margin_ranking(
        train.H,
        train.pairs,
        len(picks),
        params.get("unbounded_weight", 1.0),
        picks,
        exact=params.get("margin_step") == "exact",
    )
    M = pair_matrix(train.H, train.pairs)
    assert len(twin.ranker) == len(picks)
    near = 0.0
    for t, (j, score) in enumerate(zip(picks, twin.score, strict=True)):
        assert score[j] >= score.max() - 1e-9
        g = naive.smooth_margin(M, twin.lam[t]) if t else -math.inf
        near = max(near, abs(g) < 1e-9)
    assume(not near)  # which phase it is would hang on rounding
    assert_allclose(run.alpha, twin.alpha, rtol=1e-7, atol=1e-9)
    assert_allclose(run.delta, twin.delta, atol=1e-9)
    assert_allclose(np.column_stack([run.eps_correct, run.eps_tied, run.eps_reversed]).reshape(-1, 3),
                    np.array(twin.eps).reshape(-1, 3), atol=1e-9)  # fmt: skip
    assert_allclose(run.z, twin.z, rtol=1e-8)
    assert_allclose(run.extra["phase"][1:], twin.phase)
    for t in range(1, run.n_rounds + 1):
        assert run.metrics["smooth_margin"][t] == pytest.approx(
            naive.smooth_margin(M, twin.lam[t]), rel=1e-8, abs=1e-10
        )
        assert run.metrics["margin"][t] == pytest.approx(naive.margin(M, twin.lam[t]), rel=1e-8, abs=1e-9)
        assert_allclose(trace.weights(run, t), naive.weights(M, twin.lam[t]), rtol=1e-6, atol=1e-13)
    if run.n_rounds < rounds:
        edge = naive.weights(M, twin.lam[-1]) @ M
        assert edge.max() <= 1e-9 and "coin" in run.stopped
    assert not violated(trace)
    return trace, twin


@settings(max_examples=60)
@given(cases())
@example(Case(np.array([[1.0], [0.0]]), np.array([1.0, 0.0])))
def test_every_round_is_the_twins(case: Case) -> None:
    check(case, 15)


@settings(max_examples=60)
@given(separable(), st.sampled_from([0.7, 1.0, 5.0]))
@pytest.mark.slow
def test_every_round_on_separable_data_is_the_twins(case: Case, weight: float) -> None:
    check(case, 25, unbounded_weight=weight)


@settings(max_examples=30)
@given(separable())
def test_every_round_with_the_exact_step_is_the_twins(case: Case) -> None:
    check(case, 15, margin_step="exact")


# ---------------------------------------------------------------- the equations


shares = st.tuples(*[st.floats(0.0, 1.0) for _ in range(3)]).filter(lambda s: s[0] > s[2] and sum(s) > 0.1)


def normal(three: tuple[float, float, float]) -> tuple[float, float, float]:
    total = sum(three)
    return three[0] / total, three[1] / total, three[2] / total


@given(shares, st.floats(0.0, 1.0))
def test_step_6_is_the_printed_one_and_solves_5(three: tuple[float, float, float], at: float) -> None:
    plus, tied, minus = normal(three)
    g = 0.999 * at * (plus - minus)
    assume(g > 1e-6 and minus > 1e-3)
    alpha = sm.alpha_6(plus, tied, minus, g)
    assert alpha == pytest.approx(naive.alpha_6(plus, tied, minus, g), rel=1e-6, abs=1e-9)
    tau = plus * math.exp(-alpha) + minus * math.exp(alpha) + tied
    slope = plus * math.exp(-alpha) - minus * math.exp(alpha)
    assert g * tau == pytest.approx(slope, rel=1e-9, abs=1e-12)


@given(shares, st.floats(0.01, 0.99))
def test_step_6_comes_to_its_limit_and_to_2(three: tuple[float, float, float], g: float) -> None:
    plus, tied, _ = normal(three)
    assume(tied > 1e-3 and plus > 1e-3)
    limit = math.log((1 - g) * plus / (g * tied))
    assert sm.alpha_6(plus, tied, 0.0, g) == pytest.approx(limit, rel=1e-12, abs=1e-12)
    assert sm.alpha_6(plus, tied, 1e-18, g) == pytest.approx(limit, abs=1e-6)
    assert sm.alpha_6(plus, tied, 0.1 * plus, 1e-12) == pytest.approx(sm.alpha_2(plus, 0.1 * plus), abs=1e-9)


@given(shares, st.floats(0.0, 1.0), st.floats(0.1, 200.0))
def test_no_step_gains_more_than_the_exact_one_and_it_is_no_longer_than_6(
    three: tuple[float, float, float], at: float, norm: float
) -> None:
    plus, tied, minus = normal(three)
    r = plus - minus
    g = 0.999 * at * r
    assume(g > 1e-6 and minus > 1e-6)
    found, longest = sm.alpha_exact(plus, tied, minus, g, norm), sm.alpha_6(plus, tied, minus, g)
    assert 0.0 < found <= longest

    def gain(alpha: float) -> float:
        tau = plus * math.exp(-alpha) + tied + minus * math.exp(alpha)
        return sm.gain_4(alpha, math.log(tau), g, norm + alpha)

    best = gain(found)
    assert all(
        best >= gain(alpha) - 1e-13 for alpha in (0.9 * found, 1.1 * found, longest, 0.5 * longest, r - g)
    )
    assert best >= sm.sure_gain_exact(r, g, norm) - 1e-13


def test_steps_without_a_value() -> None:
    assert sm.alpha_2(0.5, 0.0) == math.inf and sm.alpha_2(0.0, 0.5) == -math.inf
    assert sm.alpha_6(1.0, 0.0, 0.0, 0.3) == math.inf
    assert sm.alpha_6(0.0, 0.5, 0.5, 0.3) == -math.inf
    assert sm.alpha_exact(1.0, 0.0, 0.0, 0.3, 2.0) == math.inf
    assert sm.alpha_exact(0.5, 0.1, 0.4, 0.3, 2.0) == sm.alpha_6(0.5, 0.1, 0.4, 0.3)  # r ≤ g: by hand only


@given(shares, st.floats(0.0, 0.999))
def test_a_step_gains_what_is_sure_and_where_lemma_1_is_proved_what_theorem_2_says(
    three: tuple[float, float, float], at: float
) -> None:
    plus, tied, minus = normal(three)
    r = plus - minus
    g = at * r
    alpha = sm.alpha_6(plus, tied, minus, g)
    assume(math.isfinite(alpha) and alpha < 300.0)
    tau = plus * math.exp(-alpha) + minus * math.exp(alpha) + tied
    gain = sm.gain_4(alpha, math.log(tau), g, 1.0)
    assert gain >= sm.sure_gain(r, g, 1.0) - 1e-12
    assert gain >= sm.gain_of_length(alpha, g, 1.0) - 1e-12
    if sm.lemma_1(tied, r, tau):
        assert gain >= sm.least_gain(alpha, r, g, 1.0) - 1e-12


def test_theorem_2_as_printed_fails_for_a_ranker_that_ties_much_and_reverses_nothing() -> None:
    plus, tied, g = 0.5, 0.5, 0.01
    alpha = math.log((1 - g) * plus / (g * tied))
    gain = sm.gain_4(alpha, math.log(plus * math.exp(-alpha) + tied), g, 1.0)
    assert gain == pytest.approx(0.6372, abs=1e-4)
    assert sm.least_gain(alpha, plus, g, 1.0) == pytest.approx(1.1258, abs=1e-4)
    assert not sm.lemma_1(tied, plus, plus * math.exp(-alpha) + tied)


# ---------------------------------------------------------------- two hundred separable problems


def random_separable(seed: int) -> rankviz.Problem:
    """Random 0/1 rankers on matched pairs, drawn until ρ > 0: M can be any matrix of −1, 0 and 1."""
    rng = np.random.default_rng(seed)
    while True:
        m, k = int(rng.integers(2, 9)), int(rng.integers(2, 8))
        M = rng.choice([-1, 0, 1], p=[0.2, 0.3, 0.5], size=(m, k))
        X = np.stack([M == 1, M == -1], axis=1).reshape(2 * m, k).astype(float)
        if (np.ptp(X, axis=0) > 0).all() and naive.value_of_game(M.astype(float)) > 1e-6:
            return rankviz.Problem.from_arrays(X, pairs=np.arange(2 * m).reshape(m, 2), binary=True)


@pytest.mark.slow
def test_g_never_falls_on_200_separable_problems() -> None:
    """Theorem 2's amount is claimed where Lemma 1 is proved; the sure gain everywhere; G̃ ≤ μ ≤ ρ always."""
    proved = short = reached = rounds = 0
    for seed in range(200):
        problem = random_separable(seed)
        (run,) = rankviz.trace(problem, NAME, rounds=120).runs
        rho = margin_game.solve(problem, build_pool(problem)).rho
        g, mu, phase = run.metrics["smooth_margin"], run.metrics["margin"], run.extra["phase"]
        assert (np.diff(phase[1:]) >= 0.0).all(), seed
        reached += bool((phase == 2.0).any())
        rounds += int((phase == 2.0).sum())
        assert (g[1:] <= mu[1:] + 1e-9).all() and (mu[1:] <= rho + 1e-9).all(), seed
        for t in np.flatnonzero(phase == 2.0):
            assert g[t] >= g[t - 1] - 1e-12, (seed, t)
            assert g[t] - g[t - 1] >= run.extra["smooth_gain_sure"][t] - 1e-12, (seed, t)
            assert g[t] - g[t - 1] == pytest.approx(run.extra["smooth_gain"][t], abs=1e-11), (seed, t)
            tau = float(run.z[t - 1])
            r = float(run.eps_correct[t - 1] - run.eps_reversed[t - 1])
            holds = g[t] - g[t - 1] >= run.extra["smooth_gain_least"][t] - 1e-12
            if sm.lemma_1(float(run.eps_tied[t - 1]), r, tau):
                proved += 1
                assert holds, (seed, t)
            short += not holds
    assert reached >= 195 and proved > 0.5 * rounds  # the other problems need more rounds for G̃ > 0
    # Where Lemma 1 is not proved the printed inequality often fails: here in one round of six.
    assert short > 0.1 * rounds, (reached, rounds, proved, short)


# ---------------------------------------------------------------- the game


@settings(max_examples=40)
@given(st.one_of(cases(), separable()), st.booleans())
@pytest.mark.slow
def test_rho_is_the_value_of_the_linear_program(case: Case, signed: bool) -> None:
    problem, train = problem_of(case), case.items()
    pool = build_pool(problem)
    found = margin_game.solve(problem, pool, signed)
    M = pair_matrix(train.H, train.pairs)
    assert found.rho == pytest.approx(naive.value_of_game(M, signed), abs=1e-7)
    d = np.zeros(len(M))
    d[found.pairs] = found.pair_weights
    assert d.sum() == pytest.approx(1.0) and (d >= 0).all()
    edge = d @ M
    assert found.above == pytest.approx(max(np.abs(edge)) if signed else edge.max(), abs=1e-12)
    lam = np.zeros(M.shape[1])
    lam[found.rankers] = found.weights
    assert (M @ lam).min() == pytest.approx(found.rho, abs=1e-12)
    assert found.rho <= found.above + 1e-12 <= found.rho + 2e-9
    assert signed or (lam >= 0).all()
    assert np.abs(lam).sum() == pytest.approx(1.0) or (signed and not lam.any())


def test_the_small_games_grow_without_the_whole_matrix() -> None:
    problem = rankviz.load("bundled:breast-cancer?items=200")
    pool = build_pool(problem)
    found = margin_game.solve(problem, pool)
    assert problem.n_pairs * len(pool) > 5e7 and len(found.rankers) < 100 and len(found.pairs) < 100
    assert found.separable and found.above - found.rho <= margin_game.GAP


def test_which_pairs_hold_the_margin_down_hangs_on_no_machine_s_rounding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = rankviz.load("bundled:breast-cancer?items=60")
    pool = build_pool(problem)
    found = margin_game.solve(problem, pool)
    rng = np.random.default_rng(1)
    exact = margin_game.kernels.pair_scores

    def rounded_otherwise(*args: np.ndarray) -> None:
        exact(*args)
        args[-1][:] += rng.uniform(-1e-15, 1e-15, len(args[-1]))

    monkeypatch.setattr(margin_game.kernels, "pair_scores", rounded_otherwise)
    for _ in range(3):
        other = margin_game.solve(problem, pool)
        assert_allclose(other.rho, found.rho, rtol=0, atol=1e-12)
        assert np.array_equal(other.pairs, found.pairs) and np.array_equal(other.rankers, found.rankers)


@pytest.mark.slow
def test_smooth_margin_comes_to_rho_and_rankboost_need_not() -> None:
    problem = rankviz.load("scenario:margin-cycle")
    rho = margin_game.solve(problem, build_pool(problem)).rho
    assert rho == pytest.approx(5 / 13, abs=1e-12)
    trace = rankviz.trace(problem, ["rb-d", NAME], rounds=6000, negative_alpha=False)
    smooth, plain = trace.run(NAME).metrics, trace.run("rb-d").metrics
    assert smooth["smooth_margin"][-1] > 0.98 * rho and smooth["margin"][-1] > 0.997 * rho
    assert plain["margin"][-1] == pytest.approx(1 / 3, abs=1e-4)


# ---------------------------------------------------------------- what the views ask for


def test_candidates_are_weighed_by_the_rounds_own_step() -> None:
    problem = rankviz.load("synthetic:linear?noise=0&n=30&grades=2")
    trace = rankviz.trace(problem, NAME, rounds=40)
    (run,) = trace.runs
    for t in (1, 5, 20, 40):
        table = candidates.table(trace, run, t, limit=10)
        g = run.metrics["smooth_margin"][t - 1] if run.extra["phase"][t] == 2.0 else 0.0
        assert (np.diff(table["delta"]) >= -1e-9).all()
        for _, row in table.iterrows():
            alpha = sm.alpha_6(row["eps_correct"], row["eps_tied"], row["eps_reversed"], g)
            alpha = math.copysign(1.0, alpha) if math.isinf(alpha) else alpha
            assert row["alpha"] == pytest.approx(alpha, rel=1e-6)


def test_the_switch_of_phase_is_told() -> None:
    trace = rankviz.trace(rankviz.load("synthetic:linear?noise=0&n=30&grades=2"), NAME, rounds=40)
    (run,) = trace.runs
    first = int(np.argmax(run.extra["phase"] == 2.0))
    assert "First phase" in " ".join(round_in_words(trace, run, first - 1))
    assert "The second phase begins" in " ".join(round_in_words(trace, run, first))
    assert "is the largest" in " ".join(round_in_words(trace, run, first))


def test_a_step_without_a_value_is_named() -> None:
    problem = rankviz.Problem.from_arrays([[1.0], [0.0]], [1, 0])
    trace = rankviz.trace(problem, NAME, rounds=50, unbounded_weight=2.0)
    (run,) = trace.runs
    assert_allclose(run.alpha, 2.0)
    assert "(2) has no finite value" in " ".join(round_in_words(trace, run, 1))
    assert "(6) has no finite value" in " ".join(round_in_words(trace, run, 2))
    assert run.metrics["margin"][-1] == pytest.approx(1.0)
    assert run.metrics["smooth_margin"][-1] == pytest.approx(1.0)  # one pair: G̃ = μ


def test_a_forced_round_ends_what_was_promised() -> None:
    problem = rankviz.load("synthetic:linear?noise=0&n=30&grades=2")
    trace = rankviz.trace(problem, NAME, rounds=30, forks=[Fork(NAME, 20, alpha=0.1)])
    run = trace.runs[1]
    assert np.isfinite(run.metrics["log_bound"][19]) and np.isnan(run.metrics["log_bound"][20:]).all()
    assert not violated(trace)


def test_rankers_that_cancel_leave_the_margin_0() -> None:
    """Where some pair is tied by every ranker ρ is 0, and the solver may weigh a ranker as much as its reverse."""
    X = [[0, 0, 0, 0], [0, 0, 0, 0], [2, 0, 1, 0], [2, 0, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0]]
    X += [[0, 0, 0, 0], [2, 1, 0, 0], [1, 1, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0], [2, 0, 1, 0]]
    grades, qid = [0, 0, 0, 2, 1, 0, 2, 0, 1, 2, 2, 1], [0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]
    problem = rankviz.Problem.from_arrays(np.array(X, dtype=float), grades, qid)
    found = margin_game.solve(problem, build_pool(problem), signed=True)
    assert found.rho == 0.0 and found.above == pytest.approx(0.0, abs=1e-9)
