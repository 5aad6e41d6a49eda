"""Scores from battles: their twins, an independent library, the runs of RB-D and RankBoost+, and where none exist."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from twins import preference as twin

import rankviz
from rankviz.engine.algorithms.preference import boosts, bradley_terry, davidson, elo, net_wins
from rankviz.engine.data.tally import Tally
from rankviz.engine.errors import DataError

WORTHS = st.sampled_from([0.0, 0.1, 0.5, 0.75, 1.0])


def tally_of(W: np.ndarray, T: np.ndarray) -> Tally:
    """Of dense tables; a pair without battles is left out."""
    pairs = [(i, j) for i in range(len(W)) for j in range(i) if W[i, j] + W[j, i] + T[i, j] > 0]
    a, b = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
    return Tally(tuple("abcdefgh"[: len(W)]), a, b, W[a, b], W[b, a], T[a, b])


@st.composite
def tables(draw: st.DrawFn, most: int = 5, connected: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """W and T of 2 to `most` items, many entries 0; with `connected` each item beat the next one, in a circle."""
    n = draw(st.integers(2, most))
    W, T = np.zeros((2, n, n))
    for i in range(n):
        for j in range(i):
            W[i, j], W[j, i] = (draw(st.sampled_from([0, 0, 1, 2, 7, 30])) for _ in range(2))
            T[i, j] = T[j, i] = draw(st.sampled_from([0, 0, 1, 5, 20]))
    if connected:
        W[np.arange(n), (np.arange(n) + 1) % n] += 1
    assume(W.any())
    return W, T


@settings(max_examples=60)
@given(tables(), WORTHS)
def test_bradley_terry_is_its_twin(case: tuple[np.ndarray, np.ndarray], tie: float) -> None:
    W, T = case
    found = bradley_terry.fit(tally_of(W, T), tie)
    np.testing.assert_allclose(found[-1], twin.bradley_terry(W + tie * T), atol=1e-7)
    assert not found[0].any()
    np.testing.assert_allclose(found.mean(axis=1), 0, atol=1e-9)


@settings(max_examples=60)
@given(tables())
def test_davidson_is_its_twin(case: tuple[np.ndarray, np.ndarray]) -> None:
    W, T = case
    found = davidson.fit(tally_of(W, T))
    if T.any():
        scores, nu = twin.davidson(W, T)
        assert found.nu == pytest.approx(nu, rel=1e-6)
    else:
        scores = twin.bradley_terry(W)
        assert found.nu == 0
    np.testing.assert_allclose(found.scores[-1], scores, atol=1e-6)


@settings(max_examples=60)
@given(tables(connected=False), WORTHS, st.integers(0, 5))
def test_elo_is_its_twin(case: tuple[np.ndarray, np.ndarray], tie: float, seed: int) -> None:
    tally = tally_of(*case)
    order = elo.shuffled(tally, seed)
    k = len(tally.a)
    battles = [(int(tally.a[p % k]), int(tally.b[p % k]), 1 - int(p // k)) for p in order]
    assert len(battles) == tally.won.sum() + tally.lost.sum() + tally.tied.sum()
    np.testing.assert_allclose(elo.fit(tally, tie, order), twin.elo(tally.n, battles, tie, elo.K), atol=1e-9)


@given(tables(connected=False))
def test_net_wins_are_their_twin(case: tuple[np.ndarray, np.ndarray]) -> None:
    assert net_wins.fit(tally_of(*case)).tolist() == twin.net_wins(case[0])


@settings(max_examples=60)
@given(tables(), WORTHS)
def test_rb_d_is_its_twin(case: tuple[np.ndarray, np.ndarray], tie: float) -> None:
    W, T = case
    np.testing.assert_allclose(boosts.rb_d(tally_of(W, T), tie), twin.rb_d(W + tie * T), atol=1e-7)


@settings(max_examples=40)
@given(tables(4), WORTHS)
def test_rankboost_plus_is_its_twin(case: tuple[np.ndarray, np.ndarray], tie: float) -> None:
    W, T = case
    assume(len(W) > 2)
    np.testing.assert_allclose(
        boosts.rb_plus(tally_of(W, T), tie), twin.rb_plus(W + tie * T, len(W)), atol=1e-7
    )


@settings(max_examples=30)
@given(tables(), WORTHS)
def test_a_pair_turned_around_is_the_same_pair(case: tuple[np.ndarray, np.ndarray], tie: float) -> None:
    tally = tally_of(*case)
    turned = Tally(tally.names, tally.b, tally.a, tally.lost, tally.won, tally.tied)
    for fit in (lambda t: bradley_terry.fit(t, tie)[-1], lambda t: davidson.fit(t).scores[-1]):
        np.testing.assert_allclose(fit(tally), fit(turned), atol=1e-9)
    np.testing.assert_allclose(boosts.rb_plus(tally, tie), boosts.rb_plus(turned, tie), atol=1e-9)


@settings(max_examples=30)
@given(tables(), WORTHS)
def test_a_start_near_by_ends_at_the_same_scores(case: tuple[np.ndarray, np.ndarray], tie: float) -> None:
    tally = tally_of(*case)
    for fit in (lambda t, s: bradley_terry.fit(tally, t, s)[-1], lambda t, s: boosts.rb_d(tally, t, s)):
        near = fit(min(tie + 0.1, 1.0), None)
        np.testing.assert_allclose(fit(tie, near), fit(tie, None), atol=1e-8)


# ---------------------------------------------------------------- an independent library


@pytest.fixture(scope="module")
def arena() -> tuple[np.ndarray, np.ndarray]:
    """W and T of 12 items of spread strengths, a third of the battles tied."""
    rng = np.random.default_rng(7)
    n = 12
    theta = rng.normal(size=n)
    W, T = np.zeros((2, n, n))
    for i in range(n):
        for j in range(i):
            win, tie, lose = davidson.chances(np.array(theta[i] - theta[j]), 1.0)
            W[i, j], T[i, j], W[j, i] = rng.multinomial(rng.integers(5, 90), [win, tie, lose])
            T[j, i] = T[i, j]
    return W, T


def listed(tally: Tally, order: np.ndarray) -> tuple[list[str], list[str], list[int]]:
    """The battles for evalica, whose outcomes are 0 for a draw, 1 for the first, 2 for the second."""
    k = len(tally.a)
    pair, outcome = order % k, np.array([1, 0, 2])[order // k]
    names = np.array(tally.names)
    return names[tally.a[pair]].tolist(), names[tally.b[pair]].tolist(), outcome.tolist()


def test_evalica_has_the_same_scores(arena: tuple[np.ndarray, np.ndarray]) -> None:
    evalica = pytest.importorskip("evalica")
    W, T = arena
    tally = tally_of(W[:8, :8], T[:8, :8])
    order = elo.shuffled(tally, 3)
    xs, ys, outcomes = listed(tally, order)
    winners = [evalica.Winner(each) for each in outcomes]
    names = list(tally.names)
    for tie in (0.25, 0.5, 1.0):
        theirs = evalica.bradley_terry(xs, ys, winners, tie_weight=tie, tolerance=1e-13, limit=10**5)
        scores = np.log(theirs.scores[names].to_numpy())
        np.testing.assert_allclose(bradley_terry.fit(tally, tie)[-1], scores - scores.mean(), atol=1e-6)
    newman = evalica.newman(xs, ys, winners, tolerance=1e-13, limit=10**5)
    scores, ours = np.log(newman.scores[names].to_numpy()), davidson.fit(tally)
    np.testing.assert_allclose(ours.scores[-1], scores - scores.mean(), atol=1e-6)
    assert ours.nu == pytest.approx(2 * newman.v, rel=1e-6)
    rated = evalica.elo(xs, ys, winners, initial=0.0, k=elo.K).scores[names].to_numpy()
    np.testing.assert_allclose(elo.fit(tally, 0.5, order), rated, atol=1e-6)
    counts = [evalica.counting(xs, ys, winners, win_weight=1.0, tie_weight=0.0).scores[names]]
    lost = evalica.counting(ys, xs, [each if not each.value else evalica.Winner(3 - each.value) for each in winners],
                            win_weight=1.0, tie_weight=0.0).scores[names]  # fmt: skip
    assert counts[0].tolist() == lost.tolist()  # turned around it is the same: wins alone
    np.testing.assert_allclose(counts[0].to_numpy(), W[:8, :8].sum(axis=1))


# ---------------------------------------------------------------- the runs


def test_rounds_of_rb_d_and_rankboost_plus_tend_to_these_scores(arena: tuple[np.ndarray, np.ndarray]) -> None:
    W, T = arena
    n = 6
    W, T = W[:n, :n], T[:n, :n]
    tally = tally_of(W, T)
    pairs = [(i, j) for i in range(n) for j in range(n) for _ in range(int(W[i, j] + T[i, j]))]
    # A tie is worth one half.
    pairs += [(i, j) for i in range(n) for j in range(n) for _ in range(int(W[i, j]))]
    problem = rankviz.Problem.from_arrays(np.eye(n), pairs=pairs, binary=True)
    run = rankviz.trace(problem, ["rb-d", "rb-plus"], rounds=400)
    F = run.scores(run.runs[0], run.runs[0].n_rounds)
    np.testing.assert_allclose(F - F.mean(), boosts.rb_d(tally, 0.5), atol=1e-6)
    eta = run.scores(run.runs[1], run.runs[1].n_rounds)
    left_out = np.flatnonzero(eta == 0)
    # The n rankers depend on each other: RankBoost+ leaves out one of those that move least.
    assert len(left_out) == 1
    ours = boosts.rb_plus(tally, 0.5)
    assert np.argsort(np.abs(ours)).tolist().index(left_out[0]) < 2
    np.testing.assert_allclose(eta, ours, atol=0.02 * np.abs(ours).max() + abs(ours[left_out[0]]))


# ---------------------------------------------------------------- where there are no scores


def test_whom_nobody_beat_is_named() -> None:
    W, T = np.zeros((2, 3, 3))
    W[0, 1] = W[1, 2] = W[2, 1] = 3
    T[0, 2] = T[2, 0] = 2
    tally = tally_of(W, T)
    for fit in (lambda tie: bradley_terry.fit(tally, tie), lambda tie: boosts.rb_d(tally, tie)):
        with pytest.raises(
            DataError, match="nobody else ever beat a. Leave out .* or let a tie be worth more than 0"
        ):
            fit(0.0)
        assert np.isfinite(fit(0.5)).all()
    assert np.isfinite(davidson.fit(tally).scores).all()
    with pytest.raises(DataError, match="b or c lost every battle. Add battles among the others"):
        boosts.rb_plus(tally, 0.0)
    assert np.isfinite(boosts.rb_plus(tally, 0.5)).all()


@st.composite
def sparse(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """W and T of 2 to 4 items who all met the first, with few wins, most of them one way, and ties."""
    n = draw(st.integers(2, 4))
    W, T = np.zeros((2, n, n))
    for i in range(n):
        for j in range(i):
            W[i, j], W[j, i] = draw(st.sampled_from([0, 0, 1, 3])), draw(st.sampled_from([0, 0, 0, 2]))
            T[i, j] = T[j, i] = draw(st.sampled_from([0, 1, 2]))
            if j == 0 and W[i, j] + W[j, i] + T[i, j] == 0:
                T[i, j] = T[j, i] = 1
    assume(T.any())
    return W, T


@settings(max_examples=25)
@given(sparse())
def test_davidson_has_scores_just_where_its_likelihood_has_a_finite_maximum(case) -> None:
    W, T = case
    reach = [twin.davidson_farthest(W, T, ridge) for ridge in (1e-5, 1e-9)]
    if reach[1] - reach[0] > 2.0:
        with pytest.raises(DataError, match="Davidson has no finite scores: "):
            davidson.fit(tally_of(W, T))
    else:
        found = davidson.fit(tally_of(W, T))
        farthest = max(np.abs(found.scores[-1]).max(), abs(np.log(found.nu)))
        assert farthest == pytest.approx(reach[1], abs=1e-3)


def test_who_rises_with_the_chance_of_a_tie_is_named() -> None:
    """Five votes: a beat b once and c twice, and tied with both; all wins explain a ever higher, ties ever likelier."""
    W, T = np.zeros((2, 3, 3))
    W[0, 1], W[0, 2] = 1, 2
    T[0, 1] = T[1, 0] = T[0, 2] = T[2, 0] = 1
    with pytest.raises(
        DataError, match="no finite scores: a could rise above the others together with the chance"
    ):
        davidson.fit(tally_of(W, T))
    assert np.isfinite(bradley_terry.fit(tally_of(W, T), 0.5)).all()
    W[1, 2] = 1  # a beat b, b beat c, c tied a: two wins, one tie
    assert np.isfinite(davidson.fit(tally_of(W, T)).scores).all()


@pytest.mark.parametrize("sizes", [(0, 1, 1e12), (0, 1e-300, 1, 1e300), (0, 1e150, 1e-150), (0, 1, 993_356)])
def test_no_weights_end_in_anything_but_scores_or_a_sentence(sizes: tuple[float, ...]) -> None:
    rng = np.random.default_rng(1)
    for _ in range(15):
        n = int(rng.integers(2, 6))
        W, T = rng.choice(sizes, (2, n, n))
        np.fill_diagonal(W, 0)
        tally = tally_of(W, np.triu(T, 1) + np.triu(T, 1).T)
        for fit in (
            lambda tally: davidson.fit(tally).scores,
            lambda tally: bradley_terry.fit(tally, 0.5),
            lambda tally: boosts.rb_d(tally, 0.5),
            lambda tally: boosts.rb_plus(tally, 0.5),
        ):
            try:
                assert np.isfinite(fit(tally)).all()
            except DataError as error:
                assert "no finite scores" in str(error) or "Newton's method" in str(error)


def test_groups_that_never_met_are_named() -> None:
    W, T = np.zeros((2, 4, 4))
    W[0, 1] = W[1, 0] = W[2, 3] = W[3, 2] = 1
    with pytest.raises(DataError, match="nobody else ever beat a, b"):
        bradley_terry.fit(tally_of(W, T), 0.5)
    with pytest.raises(DataError, match="nobody else ever beat a, b. Leave out items with few battles"):
        davidson.fit(tally_of(W, T))
    with pytest.raises(DataError, match="nobody else ever beat a, b. Leave out items with few battles"):
        bradley_terry.fit(tally_of(W, T), 0.0)  # no tie, so no worth of one helps


@settings(max_examples=30)
@given(sparse())
def test_rankboost_plus_has_scores_unless_two_items_won_or_lost_every_battle(case) -> None:
    """Held to linear programs: a direction along which no exponential of Ê2 grows, in any of the signs of its parts."""
    W, T = case
    W = W + T / 2
    n, wins = len(W), np.argwhere(W)
    assume(len({frozenset(win) for win in wins.tolist()}) > 1)
    endless = False
    for signs in itertools.product([1.0, -1.0], repeat=n):
        grows = np.tile(signs, (len(wins), 1))
        grows[np.arange(len(wins)), wins[:, 0]], grows[np.arange(len(wins)), wins[:, 1]] = -1.0, 1.0
        bounds = [(0, 1) if sign > 0 else (-1, 0) for sign in signs]
        endless |= linprog(-np.array(signs), grows, np.zeros(len(wins)), bounds=bounds).fun < -1e-9
    if endless:
        with pytest.raises(DataError, match="RankBoost. has no finite scores: .* every battle"):
            boosts.rb_plus(tally_of(W, 0 * W), 0.5)
    else:
        assert np.abs(boosts.rb_plus(tally_of(W, 0 * W), 0.5)).max() < 8.0


def test_who_won_or_lost_every_battle_is_named() -> None:
    def says(*wins: tuple[int, int]) -> str:
        W = np.zeros((4, 4))
        W[tuple(np.transpose(wins))] = 2
        with pytest.raises(DataError) as refused:
            boosts.rb_plus(tally_of(W, 0 * W), 0.5)
        return str(refused.value).removeprefix("RankBoost+ has no finite scores: ").partition(".")[0]

    assert says((0, 1), (0, 2)) == "a won every battle"
    assert says((1, 0), (2, 0)) == "a lost every battle"
    assert set(says((0, 1), (0, 2), (1, 0)).split()) == {"a", "or", "b", "won", "every", "battle"}
    assert set(says((0, 1), (0, 2), (1, 3), (2, 3)).split()) == {
        "a",
        "won",
        "or",
        "d",
        "lost",
        "every",
        "battle",
    }


def test_of_two_items_both_losses_are_one() -> None:
    W = np.array([[0.0, 3.0], [1.0, 0.0]])
    tally = tally_of(W, 0 * W)
    np.testing.assert_array_equal(boosts.rb_plus(tally, 0.5), boosts.rb_d(tally, 0.5))
    beside = Tally(("idle", *tally.names), tally.a + 1, tally.b + 1, tally.won, tally.lost, tally.tied)
    np.testing.assert_array_equal(boosts.rb_plus(beside, 0.5), [0.0, *boosts.rb_d(tally, 0.5)])
    assert boosts.rb_d(tally, 0.5) == pytest.approx([np.log(3) / 4, -np.log(3) / 4])


def test_ties_alone_say_nothing_to_davidson() -> None:
    T = np.ones((2, 2)) - np.eye(2)
    with pytest.raises(DataError, match="every battle is a tie"):
        davidson.fit(tally_of(np.zeros((2, 2)), T))
    np.testing.assert_allclose(bradley_terry.fit(tally_of(np.zeros((2, 2)), T), 0.5)[-1], 0)


@given(st.floats(-30, 30), st.sampled_from([0.0, 0.3, 2.0]))
def test_davidsons_chances_add_up(difference: float, nu: float) -> None:
    win, tie, lose = davidson.chances(np.array(difference), nu)
    assert win + tie + lose == pytest.approx(1)
    assert tie == pytest.approx(nu * np.sqrt(win * lose), abs=1e-12)
    assert win / lose == pytest.approx(np.exp(difference), rel=1e-9)
