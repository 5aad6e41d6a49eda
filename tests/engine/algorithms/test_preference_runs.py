"""Bradley–Terry, Davidson, Elo and net wins as runs: the Arena's scores at the end, the twins', or none."""

import math

import numpy as np
import pytest
from helpers.theorems import violated
from helpers.views import check_rounds, finite_json
from hypothesis import given, settings
from hypothesis import strategies as st
from twins import preference as twin

import rankviz
from rankviz.engine.algorithms.boosting.stop import Why
from rankviz.engine.algorithms.preference import elo, learners
from rankviz.engine.algorithms.preference.fitted import DavidsonFit, EloFit, Fitted
from rankviz.engine.algorithms.preference.ladder import METHODS
from rankviz.engine.algorithms.registry import ALGORITHMS
from rankviz.engine.data import battles
from rankviz.engine.data.battles import votes_of
from rankviz.engine.data.tally import Tally
from rankviz.engine.errors import DataError
from rankviz.insight.explain import explain, menu
from rankviz.insight.explain.scored.equations import SCORED
from rankviz.insight.narration import round_in_words

NAMES = tuple(name for name, entry in ALGORITHMS.items() if entry.of_items)
SOURCES = (
    "synthetic:arena",
    "synthetic:arena?tie=0.2&bad=loss&models=8",
    "synthetic:arena?tie=0&bad=drop&planted=none",
)


def ends(trace: rankviz.Trace) -> dict[str, np.ndarray]:
    return {run.algorithm: trace.scores(run) for run in trace.runs}


def test_they_are_the_methods_of_the_arena() -> None:
    assert set(NAMES) == {"bradley-terry", "davidson", "elo", "net-wins"}
    assert {method.name for method in METHODS} <= set(ALGORITHMS)
    for method in METHODS:
        assert method.label == ALGORITHMS[method.name].label


@pytest.mark.parametrize("source", SOURCES)
def test_the_last_round_has_the_scores_of_the_arena(source: str) -> None:
    problem = rankviz.load(source)
    assert problem.votes is not None
    found = ends(rankviz.trace(problem, NAMES, rounds=60))
    for method in METHODS:
        if method.name in found:
            wanted = method.of(problem.votes.tally)(problem.votes.tie, None)
            np.testing.assert_allclose(found[method.name], wanted, atol=1e-9, err_msg=method.name)


def test_the_loss_is_minus_the_log_of_the_likelihood_vote_by_vote() -> None:
    problem = rankviz.load("synthetic:arena?models=5&battles=300&tie=0.3&planted=draws")
    tally = problem.votes.tally
    trace = rankviz.trace(problem, ["bradley-terry", "davidson", "elo"], rounds=30)
    for run in trace.scored:
        fitted = run.details_as(Fitted)
        for t in (0, 2, run.n_rounds):
            h, wanted = run.scored.scores[t], 0.0
            for a, b, won, lost, tied in zip(
                tally.a, tally.b, tally.won, tally.lost, tally.tied, strict=True
            ):
                if isinstance(fitted, DavidsonFit):
                    nu, one, two = fitted.nu[t], math.exp(h[a]), math.exp(h[b])
                    whole = one + two + nu * math.sqrt(one * two)
                    chances = one / whole, two / whole, nu * math.sqrt(one * two) / whole
                    counts = (won, lost, tied)
                else:
                    first = 1 / (1 + math.exp((h[b] - h[a]) / fitted.scale))
                    chances, counts = (first, 1 - first), (won + 0.3 * tied, lost + 0.3 * tied)
                wanted -= sum(n * math.log(p) for n, p in zip(counts, chances, strict=False) if n)
            assert run.extra[fitted.series][t] == pytest.approx(wanted, rel=1e-10)
            assert fitted.costs(h, t).sum() == pytest.approx(wanted, rel=1e-10)
        assert (ALGORITHMS[run.algorithm].loss,) == tuple(run.extra)


# ---------------------------------------------------------------- any pairs, against the twins


@st.composite
def problems(draw: st.DrawFn, finite: bool = False) -> rankviz.Problem:
    """Listed pairs of few items, repeated and turned around, with weights or without, in groups that may never meet.

    With `finite` each item beats the next, in a circle.
    """
    n = draw(st.integers(2, 7))
    pair = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda each: each[0] != each[1])
    pairs = draw(st.lists(pair, min_size=1, max_size=12))
    if finite:
        pairs += [(i, (i + 1) % n) for i in range(n)]
    weights = draw(
        st.none() | st.lists(st.sampled_from([1.0, 2.0, 7.0, 40.0]), min_size=len(pairs), max_size=len(pairs))
    )
    X = np.random.default_rng(draw(st.integers(0, 9))).integers(0, 2, (n, 3)).astype(float)
    return rankviz.Problem.from_arrays(X, pairs=pairs, pair_weights=weights)


def tables(problem: rankviz.Problem) -> np.ndarray:
    """W (n, n): the weight of i above j."""
    W = np.zeros((problem.n_items, problem.n_items))
    weights = np.ones(problem.n_pairs) if problem.pair_weights is None else problem.pair_weights
    np.add.at(W, tuple(problem.pairs.T), weights)
    return W


@settings(max_examples=60)
@given(problems(finite=True))
def test_on_any_pairs_the_last_round_is_the_twins(problem: rankviz.Problem) -> None:
    W = tables(problem)
    trace = rankviz.trace(problem, ["bradley-terry", "davidson", "net-wins"], rounds=80)
    found = ends(trace)
    for name in ("bradley-terry", "davidson"):  # no tie is known: they are one
        np.testing.assert_allclose(found[name], twin.bradley_terry(W), atol=1e-6)
        assert trace.run(name).stopped.why is Why.MINIMUM
    np.testing.assert_allclose(found["net-wins"], twin.net_wins(W), atol=1e-12)


@settings(max_examples=40)
@given(problems(), st.integers(0, 5), st.sampled_from([1.0, 32.0]))
def test_elo_plays_part_after_part_what_its_twin_plays(problem: rankviz.Problem, seed: int, k: float) -> None:
    run = rankviz.trace(problem, "elo", rounds=40, seed=seed, elo_k=k).scored[0]
    tally, played = votes_of(problem).tally, run.details_as(EloFit).played
    order, size = elo.shuffled(tally, seed), len(tally.a)
    listed = [(int(tally.a[p % size]), int(tally.b[p % size]), 1 - int(p // size)) for p in order]
    assert played[0] == 0 and played[-1] == len(listed) and len(played) <= learners.PARTS + 1
    assert list(played) == sorted(set(played))
    for t, count in enumerate(played):
        wanted = twin.elo(tally.n, listed[:count], 0.5, k)
        np.testing.assert_allclose(run.scored.scores[t], wanted, atol=1e-9)


@settings(max_examples=60)
@given(problems(), st.sampled_from([0.0, 0.4]))
def test_any_pairs_make_a_whole_run_without_a_nan(problem: rankviz.Problem, holdout: float) -> None:
    """Unbeaten items, groups that never met, copies: numbers stay finite, theorems hold, sentences are whole."""
    try:
        trace = rankviz.trace(problem, NAMES, rounds=40, holdout=holdout)
    except DataError as refused:
        assert "critical pair" in str(refused) or "held" in str(refused) or "split" in str(refused)
        return
    assert not violated(trace, [0, 1, 40])
    for run in trace.scored:
        check_rounds(trace, run)
        assert run.scored.held is None or np.isfinite(run.scored.held).all()
        for t in {0, 1, run.n_rounds}:
            for key in (*menu(run), *(f"{kind}:0" for kind in SCORED[run.algorithm].of_item)):
                assert "nan" not in repr(explain(trace, run, t, key))
    finite_json(trace)


@settings(max_examples=40)
@given(problems(finite=True))
def test_a_weight_of_three_is_as_three_pairs(problem: rankviz.Problem) -> None:
    weights = np.ones(problem.n_pairs) if problem.pair_weights is None else problem.pair_weights
    listed = np.repeat(problem.pairs, weights.astype(int), axis=0)
    other = rankviz.Problem.from_arrays(problem.X, pairs=listed)
    one, two = (ends(rankviz.trace(each, NAMES, rounds=60)) for each in (problem, other))
    for name in NAMES:
        np.testing.assert_allclose(one[name], two[name], atol=1e-7, err_msg=name)


def test_of_moves_that_rounding_alone_tells_apart_the_first_is_told() -> None:
    pairs = [(0, 2), (1, 3), (2, 0), (0, 2), (1, 3), (3, 1)]  # two pairs of items, alike
    trace = rankviz.trace(rankviz.Problem.from_arrays(np.eye(4), pairs=pairs), "bradley-terry", rounds=9)
    run = trace.scored[0]
    run.scored.scores[1][[1, 3]] *= 1.0 + 1e-15
    said = f"the score of {trace.problem.item_labels[0]} rises"
    assert said in round_in_words(trace, run, 1)[0]


# ---------------------------------------------------------------- where no scores are the best


def test_who_never_lost_parts_for_ever_and_is_named() -> None:
    pairs = [(0, 1), (1, 2), (2, 1)]
    problem = rankviz.Problem.from_arrays(np.eye(3), pairs=pairs, item_ids=["ann", "bob", "cyd"])
    trace = rankviz.trace(problem, ["bradley-terry", "davidson"], rounds=99)
    for run in trace.scored:
        assert run.stopped.why is Why.ENDLESS and "nobody else ever beat ann" in run.stopped
        gap = run.scored.scores[:, 0] - run.scored.scores[:, 1]
        assert (np.diff(gap) > 0).all() and learners.FAR < gap[-1] < 2 * learners.FAR
        assert "further apart" in round_in_words(trace, run, 3)[-1]
        assert run.scored.scores[-1][1] == pytest.approx(run.scored.scores[-1][2], abs=1e-6)


def test_groups_that_never_met_are_each_scored_about_0() -> None:
    pairs = [(0, 1), (0, 1), (1, 0), (2, 3), (3, 2), (3, 2), (3, 2)]
    trace = rankviz.trace(rankviz.Problem.from_arrays(np.eye(4), pairs=pairs), "bradley-terry", rounds=99)
    (run,) = trace.runs
    half = np.log([2.0, 3.0]) / 2
    np.testing.assert_allclose(trace.scores(run), [half[0], -half[0], -half[1], half[1]], atol=1e-9)
    assert run.details_as(Fitted).endless and "nobody else ever beat" in round_in_words(trace, run, 2)[-1]


def test_ties_alone_leave_davidson_without_an_end() -> None:
    tally = Tally(("a", "b"), np.array([0]), np.array([1]), np.zeros(1), np.zeros(1), np.array([7.0]))
    (run,) = rankviz.trace(battles.problem(tally, 0.5), "davidson", rounds=99).scored
    nu = run.details_as(DavidsonFit).nu
    assert run.stopped.why is Why.ENDLESS and "every battle is a tie" in run.stopped
    assert not run.scored.scores.any() and (np.diff(nu) > 0).all() and np.isfinite(nu).all()


def test_davidsons_scores_that_rise_with_ties_end_as_endless() -> None:
    """16 votes of two who never lost to a third: 400 rounds ended in a traceback, fewer as if all were done."""
    won, tied = np.array([1.0, 0.0, 2.0]), np.array([1.0, 3.0, 1.0])
    tally = Tally(("a", "b", "c"), np.array([0, 1, 0]), np.array([1, 2, 2]), won, np.zeros(3), tied)
    for rounds in (50, 400):
        (run,) = rankviz.trace(battles.problem(tally, 0.5), "davidson", rounds=rounds).scored
        assert run.stopped.why is Why.ENDLESS and "a could rise above the others" in run.stopped
        assert run.n_rounds < 50


def test_a_search_that_does_not_settle_is_an_end_with_words() -> None:
    tally = Tally(
        ("a", "b", "c"), np.array([0, 1, 0]), np.array([1, 2, 2]), np.array([1e300, 1.0, 1e-300]),
        np.array([1e-300, 1e300, 1.0]), np.ones(3),
    )  # fmt: skip
    for run in rankviz.trace(battles.problem(tally, 0.5), ["davidson", "bradley-terry"], rounds=400).scored:
        assert run.stopped.why is Why.STUCK and "Newton's method" in run.stopped
        assert np.isfinite(run.scored.scores).all()


# ---------------------------------------------------------------- what they cannot do


def test_too_many_items_and_battles_are_refused_in_a_sentence() -> None:
    n = 3_000
    many = rankviz.Problem.from_arrays(np.zeros((n, 1)), pairs=[(i, (i + 1) % n) for i in range(n)])
    for name in ("bradley-terry", "davidson"):
        with pytest.raises(DataError, match=r"2,000 at most, and there are 3,000. Choose fewer items"):
            rankviz.trace(many, name, rounds=2)
    for weights, said in (([0.2, 0.1], "are 0 of them"), ([1e9, 1.0], "are 1,000,000,001 of them")):
        problem = rankviz.Problem.from_arrays(np.eye(2), pairs=[(0, 1), (1, 0)], pair_weights=weights)
        with pytest.raises(DataError, match=said):
            rankviz.trace(problem, "elo", rounds=2)


def test_an_item_that_was_not_seen_stands_at_0_and_one_like_a_seen_one_beside_it() -> None:
    X = np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [1.0, 1.0]])
    trace = rankviz.trace(rankviz.Problem.from_arrays(X, pairs=[(0, 1), (1, 2), (2, 0), (3, 1)]), "net-wins")
    staged = list(trace.scored[0].scored.staged(np.array([[0.0, 1.0], [9.0, 9.0], [1.0, 1.0]])))
    assert staged[-1].tolist() == [0.0, 0.0, 0.0] and trace.scores("net-wins").tolist() == [
        0.0,
        -1.0,
        0.0,
        1.0,
    ]
    staged = list(trace.scored[0].scored.staged(X[1:2]))
    assert staged[-1].tolist() == [-1.0]  # two items are alike, so neither is known by its features


def test_held_out_votes_are_on_items_nobody_knows() -> None:
    trace = rankviz.trace(rankviz.load("synthetic:arena"), NAMES, rounds=9, holdout=0.3)
    assert trace.holdout is not None and trace.holdout.votes is not None and trace.problem.votes is not None
    assert trace.problem.votes.tally.names == trace.problem.item_labels
    assert trace.problem.votes.tally.n == trace.problem.n_items
    for run in trace.scored:
        assert run.scored.held is not None and not run.scored.held.any()
        np.testing.assert_allclose(run.metrics["r2_holdout"], 0.5, rtol=0, atol=1e-15)


@pytest.mark.parametrize("name", NAMES)
def test_pairs_weigh_what_is_left_to_learn_from_them(name: str) -> None:
    trace = rankviz.trace(rankviz.load("synthetic:arena"), name, rounds=30)
    (run,) = trace.scored
    if run.scored.unweighed:
        assert not trace.weights(run, 3).any() and name == "davidson"
        return
    start, end = trace.weights(run, 0), trace.weights(run, run.n_rounds)
    np.testing.assert_allclose(start, trace.problem.first_weights(), atol=1e-15)
    h = trace.scores(run)
    s = h[trace.problem.pairs[:, 0]] - h[trace.problem.pairs[:, 1]]
    gained = end / start
    assert (
        name == "net-wins" or np.corrcoef(s, gained)[0, 1] < -0.9
    )  # the worse a pair stands, the more it weighs
