"""What the tiles of Margins are given: weights of pairs and shares of rankers are the engine's, round by round."""

import numpy as np
import pytest

import rankviz
from rankviz.board.panels import margins, weight_shares
from rankviz.insight.theory import margin_game


@pytest.fixture(scope="module")
def cycle() -> rankviz.Trace:
    problem = rankviz.load("scenario:margin-cycle")
    return rankviz.trace(problem, ("smooth-margin", "rb-d", "rb-c"), rounds=300, negative_alpha=False)


def test_weights_are_those_of_the_pairs_named_beside_the_games(cycle: rankviz.Trace):
    made = margins.picture(cycle)
    game, _ = margins.solved(cycle)
    assert game is not None
    assert made.meta["weighed"] == 4 == made.meta["weighed_of"] and made.meta["weighed_by"] == "d*"
    assert made.arrays["d_star"] == pytest.approx(game.pair_weights)
    for k, run in enumerate(cycle.boosted):
        for t in (0, 1, 7, 300):
            weight = dict(zip(map(tuple, cycle.problem.pairs), cycle.weights(run, t), strict=True))
            shown = zip(made.arrays["weighed_higher"], made.arrays["weighed_lower"], strict=True)
            assert made.arrays[f"d.{k}"][t] == pytest.approx([weight[pair] for pair in shown], abs=1e-6)


def test_rankboost_circles_and_smooth_margin_settles(cycle: rankviz.Trace):
    """RB-D's weights come again after four rounds and not after two; Smooth Margin's come to d*, its shares to λ*."""
    arrays = margins.picture(cycle).arrays
    smooth, circle = arrays["d.0"][200:], arrays["d.1"][200:]
    assert np.abs(circle[4:] - circle[:-4]).max() < 1e-3 < 0.1 < np.abs(circle[2:] - circle[:-2]).max()
    star = arrays["d_star"]
    assert np.abs(smooth - star).max() < 0.03 and np.abs(circle - star).max() > 0.15
    assert arrays["share.0"][-1] == pytest.approx(arrays["share_star"], abs=0.01)
    assert arrays["share.1"][-1][:3] == pytest.approx([0, 1 / 3, 0], abs=0.01)


def test_shares_are_the_weights_over_their_norm(cycle: rankviz.Trace):
    made = margins.picture(cycle)
    names = made.meta["share_of"]
    for k, run in enumerate(cycle.boosted):
        for t in (0, 1, 40, 300):
            weights = {cycle.pool.label(ranker): weight for ranker, weight in run.weights_at(t).items()}
            norm = sum(map(abs, weights.values())) or 1.0
            assert made.arrays[f"share.{k}"][t] == pytest.approx(
                [weights.get(n, 0) / norm for n in names], abs=1e-6
            )
    low, high = made.meta["share_reach"]
    assert low == 0 and made.arrays["share_star"].max() <= high < 0.5, (
        "the first round's 100 % does not set the scale"
    )


def test_many_pairs_and_rankers_are_limited_and_counted():
    problem = rankviz.load("bundled:breast-cancer?items=60")
    trace = rankviz.trace(problem, ("smooth-margin", "rb-c"), rounds=40, negative_alpha=False)
    game = margin_game.solve(problem, trace.pool.without_constant())
    for found, of, most in (
        (margins.pair_weights(trace, game).meta["weighed"], len(game.pairs), margins.HARDEST),
        (len(weight_shares.picture(trace, game).meta["share_of"]), 10**6, weight_shares.MAX_RANKERS),
    ):
        assert found == min(of, most)
    meta = weight_shares.picture(trace, game).meta
    assert (
        meta["share_total"] > weight_shares.MAX_RANKERS
        and len(set(meta["share_of"])) == weight_shares.MAX_RANKERS
    )


def test_without_a_game_the_heaviest_pairs_are_shown(cycle: rankviz.Trace):
    made = margins.pair_weights(cycle, None)
    assert made.meta["weighed_by"] == "d" and np.isnan(made.arrays["d_star"]).all()
    assert (np.diff(made.arrays["d.0"][-1]) <= 0).all()
    assert np.isnan(weight_shares.picture(cycle, None).arrays["share_star"]).all()


def test_an_infinite_weight_leaves_one_ranker():
    problem = rankviz.load("scenario:lemma-1")
    trace = rankviz.trace(problem, ("rb-d",), rounds=5, undefined="infinite")
    last = weight_shares.picture(trace, None).arrays["share.0"][-1]
    assert sorted(np.abs(last)) == pytest.approx([*np.zeros(len(last) - 1), 1.0])


def test_a_level_that_differs_from_0_by_rounding_is_0():
    """ρ = −1.110e−16 is how the solver writes 0."""
    problem = rankviz.load("bundled:diabetes?grades=2&items=60")
    trace = rankviz.trace(problem, ("rb-c",), rounds=3, negative_alpha=False)
    game, _ = margins.solved(trace)
    assert game is not None and abs(game.rho) < margin_game.GAP
    assert margins.picture(trace).meta["rho"] == 0.0 == game.level


def test_gain_and_least_gain_are_shown_in_thousandths(cycle: rankviz.Trace):
    """At round 40 both are 0.001 to three decimals; in thousandths they differ."""
    arrays = margins.picture(cycle).arrays
    own = cycle.run("smooth-margin").extra
    gain, least = (float(arrays[f"{name}.0"][40]) for name in ("gain_thousandths", "least_thousandths"))
    assert gain == pytest.approx(1000 * own["smooth_gain"][40])
    assert f"{gain:.3f}" != f"{least:.3f}" and f"{gain / 1000:.3f}" == f"{least / 1000:.3f}"
    assert arrays["ratio.0"][40] == pytest.approx(gain / least) and gain > least


@pytest.mark.parametrize("step", ["closed", "exact"])
def test_step_6_gives_gain_away_and_the_exact_step_none(step: str):
    problem = rankviz.load("scenario:margin-cycle")
    trace = rankviz.trace(problem, "smooth-margin", rounds=400, margin_step=step)
    arrays, (run,) = margins.picture(trace).arrays, trace.runs
    away = arrays["given_away.0"]
    second = run.extra["phase"] == 2.0
    assert second.sum() > 300 and np.isnan(away[~second]).all()
    if step == "exact":
        assert (away[second] == 0.0).all()
    else:
        assert (away[second] > 0.0).all() and away[second][-1] < 0.01 * away[second][0]
        t, (plus, tied, minus) = 40, (float(x[39]) for x in (run.eps_correct, run.eps_tied, run.eps_reversed))
        g, norm = run.metrics["smooth_margin"][t - 1], run.metrics["norm"][t - 1]
        alpha = np.linspace(0.0, 1.0, 100_001)
        along = (g * norm - np.log(plus * np.exp(-alpha) + tied + minus * np.exp(alpha))) / (norm + alpha) - g
        assert away[t] == pytest.approx(1.0 - run.extra["smooth_gain"][t] / along.max(), rel=1e-3)
    share = arrays["step_share.0"]
    np.testing.assert_allclose(share[1:], run.alpha / run.metrics["norm"][1:])
    assert share[1] == 1.0 and share[-20:].max() < 0.01


def test_f_skew_is_0_where_it_is_rounding():
    """After its constant AdaBoost's F₊ − F₋ is −8.9e−16 before it is seen as rounding."""
    trace = rankviz.trace(rankviz.load("scenario:skew"), ("rb-d", "adaboost"), rounds=6)
    shown = margins.picture(trace).arrays
    assert shown["f_skew.1"][1] == 0 == shown["f_skew.1"][5] and "f_skew.0" not in shown
    assert (np.abs(shown["f_skew.1"][[0, 2, 3, 4]]) > 0.5).all()


def test_the_first_infinite_weight_has_the_whole_share_in_the_limit() -> None:
    trace = rankviz.trace(rankviz.load("scenario:lemma-1?n=2"), "rb-d", 5, undefined="limit")
    run = trace.runs[0]
    first = int(np.flatnonzero(np.isnan(run.alpha))[0])
    found = weight_shares.picture(trace, None)
    shares = found.arrays["share.0"]
    assert np.isfinite(shares).all() and run.n_rounds > first + 1
    leader = found.meta["share_of"].index(trace.pool.label(int(run.ranker[first])))
    assert (np.abs(shares[first + 1 :]).argmax(axis=1) == leader).all()
    assert np.abs(shares[first + 1 :]).sum(axis=1).tolist() == [1.0] * (run.n_rounds - first)


def test_rankers_with_infinite_weights_come_first_in_their_order():
    trace = rankviz.trace(rankviz.load("scenario:lemma-1?n=2"), ["rb-d"], 6, undefined="limit")
    run = trace.runs[0]
    infinite = list(dict.fromkeys(run.ranker[np.isnan(run.alpha)].tolist()))
    assert infinite
    made = weight_shares.picture(trace, None)
    assert made.meta["share_of"][: len(infinite)] == [trace.pool.label(ranker) for ranker in infinite]


def test_rho_is_that_of_the_rankers_which_the_runs_search() -> None:
    problem = rankviz.load("synthetic:interaction?noise=0")
    stumps, regions = (
        margins.solved(rankviz.trace(problem, names, 3))[0]
        for names in (["smooth-margin"], ["rb-d:weak=regions"])
    )
    assert stumps is not None and regions is not None and stumps.level < regions.level
    game, why = margins.solved(rankviz.trace(problem, ["smooth-margin", "rb-d:weak=regions"], 3))
    assert game is None and "different kinds of weak rankers" in why
